"""The chocolate swap: who may offer what, what an answer does, and what everybody learns from it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from tafelrunde.games.chocolate import knowledge, objections
from tafelrunde.games.chocolate.cards import HIDDEN, is_hidden
from tafelrunde.games.chocolate.hands import with_card, without_card
from tafelrunde.games.chocolate.knowledge import Facts
from tafelrunde.games.chocolate.moves import Accept, Counter, Decline, Offer, Reject
from tafelrunde.games.errors import Why

if TYPE_CHECKING:
    from tafelrunde.games.chocolate.table import ChocolateTable

SwapAction = Offer | Counter | Decline | Accept | Reject
T = TypeVar("T", bound="ChocolateTable")


@dataclass(frozen=True)
class Swap:
    """A negotiation under way: the seat to move offered a card, the other may have named one in return."""

    to: int
    offered: str
    countered: str | None = None


def actions(table: ChocolateTable) -> list[SwapAction]:
    """List the legal swap actions of the seat that decides next, a refusal first; none where its hand is hidden."""
    if table.is_over or HIDDEN in table.hands[table.seat]:
        return []
    swap = table.swap
    if swap is None:
        partners = [seat for seat in range(table.rules.seats) if seat != table.to_move]
        offers = [Offer(to, card) for to in partners for card in dict.fromkeys(table.hands[table.to_move])]
        return [offer for offer in offers if _offer_objection(table, offer) is None]
    if swap.countered is None:
        return [Decline(), *(Counter(card) for card in dict.fromkeys(table.hands[swap.to]))]
    return [Reject(), Accept()]


def objection(table: ChocolateTable, action: SwapAction) -> Why | None:
    """Say why a swap action is illegal."""
    if isinstance(action, Offer):
        return _offer_objection(table, action)
    if table.swap is None:
        return objections.NOTHING_OFFERED()
    answered = table.swap.countered is not None
    if isinstance(action, Accept | Reject):
        return None if answered else objections.OFFER_UNANSWERED()
    if answered:
        return objections.OFFER_ANSWERED()
    if isinstance(action, Counter):
        return _card_objection(table, action.card, table.swap.to, table.to_move)
    return None


def _offer_objection(table: ChocolateTable, offer: Offer) -> Why | None:
    if not table.rules.swap:
        return objections.NO_SWAPS()
    if table.swap is not None:
        return objections.SWAP_UNDER_WAY()
    if table.swap_used:
        return objections.ONE_OFFER()
    if None in table.colours:
        return objections.COLOURS_UNKNOWN()
    if offer.to == table.to_move or not 0 <= offer.to < table.rules.seats:
        return objections.OFFER_TO_ANOTHER()
    return _card_objection(table, offer.card, table.to_move, offer.to)


def _card_objection(table: ChocolateTable, card: str, holder: int, to: int) -> Why | None:
    if not table.may_hold(holder, card):
        return objections.CARD_NOT_IN_HAND()
    return None if kinds_heard(table, card, to) else objections.IMPOSSIBLE_NUMBER()


def after(table: T, action: SwapAction) -> T:
    """Return the table after a legal swap action."""
    if isinstance(action, Offer):
        return replace(table, swap=Swap(action.to, action.card), swap_used=True)
    swap = table.swap
    assert swap is not None
    if isinstance(action, Counter):
        return replace(table, swap=replace(swap, countered=action.card))
    if isinstance(action, Accept):
        assert swap.countered is not None
        hands = list(table.hands)
        for seat, gone, came in (
            (table.to_move, swap.offered, swap.countered),
            (swap.to, swap.countered, swap.offered),
        ):
            hands[seat] = with_card(without_card(hands[seat], gone), table.as_held(seat, came))
        facts = _facts_after_accept(table, swap, swap.countered)
        return replace(table, hands=tuple(hands), swap=None, facts=facts)
    return replace(table, swap=None, facts=_facts_after_refusal(table, swap))


def announced_number(table: ChocolateTable, card: str, to: int) -> int:
    """Return how many pieces of a seat's colour a swap card shows; of a hidden one it is all that is known."""
    colour = table.colours[table.rules.side(to)]
    assert colour is not None
    return int(card[1:]) if is_hidden(card) else card.count(colour)


def kinds_heard(table: ChocolateTable, card: str, to: int) -> tuple[str, ...]:
    """List the kinds that a swap card can be for somebody who only heard the number."""
    colour = table.colours[table.rules.side(to)]
    assert colour is not None
    return table.rules.showing(colour, announced_number(table, card, to))


def _facts_after_refusal(table: ChocolateTable, swap: Swap) -> tuple[Facts, ...]:
    """Keep the numbers that were announced in vain."""
    result = []
    for observer, known in table.knowledge():
        facts = known
        if observer != table.to_move:
            facts = knowledge.announce(facts, table.to_move, kinds_heard(table, swap.offered, swap.to))
        if swap.countered is not None and observer != swap.to:
            facts = knowledge.announce(facts, swap.to, kinds_heard(table, swap.countered, table.to_move))
        result.append(facts)
    return tuple(result)


def _facts_after_accept(table: ChocolateTable, swap: Swap, countered: str) -> tuple[Facts, ...]:
    """Let the partners know both cards, and everybody else that two cards changed hands."""
    seen = not (is_hidden(swap.offered) or is_hidden(countered))
    result = []
    for observer, known in table.knowledge():
        if seen and observer == table.to_move:
            result.append(knowledge.give(knowledge.lose(known, swap.to, countered), swap.to, swap.offered))
        elif seen and observer == swap.to:
            result.append(knowledge.give(knowledge.lose(known, table.to_move, swap.offered), table.to_move, countered))
        else:
            offered_kinds = kinds_heard(table, swap.offered, swap.to)
            countered_kinds = kinds_heard(table, countered, table.to_move)
            result.append(knowledge.swap(known, table.to_move, offered_kinds, swap.to, countered_kinds))
    return tuple(result)
