"""Positions and views of the chocolate games: who knows which cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from itertools import accumulate, product
from math import comb, perm
from typing import NamedTuple

from tafelrunde.games.chocolate import knowledge
from tafelrunde.games.chocolate.cards import HIDDEN, is_hidden
from tafelrunde.games.chocolate.hands import Hand, filled
from tafelrunde.games.chocolate.knowledge import Fact, Facts
from tafelrunde.games.chocolate.moves import announced
from tafelrunde.games.chocolate.negotiation import Swap, announced_number, kinds_heard
from tafelrunde.games.chocolate.table import ChocolateTable
from tafelrunde.games.core import SPECTATOR, Chance, Position, View, shuffled
from tafelrunde.games.errors import BadSetup

MOST_DEALS = 20_000
"""Real views need a hundred or so deals at most."""


class _Deal(NamedTuple):
    hands: tuple[Hand, ...]
    stack: Hand


class ChocolatePosition(ChocolateTable, Position):
    """A position that knows every hand and the order of the stack."""

    def view(self, observer: int) -> ChocolateView:
        """Return what a seat, or SPECTATOR, may know."""
        everything = {field.name: getattr(self, field.name) for field in fields(self)}
        if self.facts:
            known = dict(self.knowledge())
            everything["facts"] = (known[observer], known[SPECTATOR])
        return ChocolateView(**everything, observer=observer).redacted()


@dataclass(frozen=True)
class ChocolateView(ChocolateTable, View):
    """What an observer knows: unknown cards read `?`, swap cards of which only a number was named `?n`."""

    observer: int = SPECTATOR

    @property
    def observers(self) -> tuple[int, ...]:
        """The observer, and the public."""
        return self.observer, SPECTATOR

    def as_held(self, seat: int, card: str) -> str:
        """Return a card as the observer sees it: in the hands of others cards are hidden, known ones are facts."""
        return card if seat == self.observer else HIDDEN

    def redacted(self) -> ChocolateView:
        """Return the view without anything the observer may not know; a finished game is open."""
        if self.is_over:
            return self
        hands = tuple(hand if seat == self.observer else (HIDDEN,) * len(hand) for seat, hand in enumerate(self.hands))
        return replace(self, hands=hands, stack=(HIDDEN,) * len(self.stack), swap=self._redacted_swap())

    def _redacted_swap(self) -> Swap | None:
        swap = self.swap
        if swap is None:
            return None
        offered, countered = swap.offered, swap.countered
        if self.observer != self.to_move:
            offered = announced(announced_number(self, offered, swap.to))
        if countered is not None and self.observer != swap.to:
            countered = announced(announced_number(self, countered, self.to_move))
        return Swap(swap.to, offered, countered)

    def resample(self, chance: Chance) -> ChocolatePosition:
        """Draw a position uniformly from the deals that fit everything the observer knows.

        Cards the observer gave away are where they are; every order of the other unseen cards over the other hidden
        places is equally likely. Orders that contradict a fact, or a number announced in a swap under way, are drawn
        again; raise BadSetup where none turns up, which happens only to views of matches that were never played.
        """
        known, public = self.facts or ((), ())
        # A finished game is open: nothing is left to be concluded.
        binding = () if self.is_over else known
        for _ in range(MOST_DEALS):
            dealt = self._dealt(binding, chance)
            if dealt is not None and knowledge.holds(binding, dealt.hands) and self._swap_fits(dealt.hands):
                break
        else:
            raise BadSetup("no deal was found that fits everything that is known")
        everything = {field.name: getattr(self, field.name) for field in fields(ChocolatePosition)}
        everything |= {
            "hands": dealt.hands,
            "stack": dealt.stack,
            "swap": self._resampled_swap(dealt.hands, chance),
        }
        if self.facts:
            everybody = (*range(self.rules.seats), SPECTATOR)
            everything["facts"] = tuple(known if observer == self.observer else public for observer in everybody)
        return ChocolatePosition(**everything)

    def _dealt(self, known: Facts, chance: Chance) -> _Deal | None:
        """Deal the unseen cards at random, given ones first; None for a deal that is to be drawn again.

        A hand that is known to lack some kinds is dealt from the others. How many others there are depends on what the
        hands before it took, so a deal is thrown away the more likely, the fewer there were: that makes all equal.
        """
        pool = list(self.unseen.elements())
        hands = [list(hand) for hand in self.hands]
        given = knowledge.given_cards(known)
        for _, card in given:
            if card not in pool:
                return None
            pool.remove(card)
        holders = self._holders([seats for seats, _ in given], known, pool, chance)
        if holders is None:
            return None
        for seat, (_, card) in zip(holders, given, strict=True):
            hands[seat][hands[seat].index(HIDDEN)] = card
        everything = tuple(pool)
        for seat, hand in enumerate(hands):
            drawn = _drawn(everything, pool, hand.count(HIDDEN), knowledge.unable(known, seat), chance)
            if drawn is None:
                return None
            for card in drawn:
                hand[hand.index(HIDDEN)] = card
                pool.remove(card)
        stack = filled(self.stack, iter(shuffled(pool, chance)))
        return _Deal(tuple(tuple(sorted(hand)) for hand in hands), tuple(stack))

    def _holders(
        self, choices: Sequence[tuple[int, ...]], known: Facts, pool: Sequence[str], chance: Chance
    ) -> tuple[int, ...] | None:
        """Choose who holds the given cards, each choice as likely as the deals that it leaves to be drawn from."""
        found: list[tuple[int, ...]] = []
        weights: list[int] = []
        for seats in product(*choices):
            places = [hand.count(HIDDEN) for hand in self.hands]
            weight = 1
            for seat in seats:
                weight *= places[seat]
                places[seat] -= 1
            left = len(pool)
            for seat, number in enumerate(places):
                weight *= _most_ways(pool, left, number, knowledge.unable(known, seat)) if weight else 0
                left -= number
            found.append(seats)
            weights.append(weight)
        if not any(weights):
            return None
        draw = chance.randrange(sum(weights))
        return next(seats for seats, passed in zip(found, accumulate(weights), strict=True) if draw < passed)

    def _candidates(self, card: str, to: int, hand: Hand) -> list[str]:
        """List the cards of a hand that a swap card can be."""
        if not is_hidden(card):
            return [card]
        kinds = kinds_heard(self, card, to)
        return [held for held in hand if held in kinds]

    def _swap_fits(self, hands: tuple[Hand, ...]) -> bool:
        """Return whether hands have cards for the numbers named in a swap under way."""
        swap = self.swap
        if swap is None:
            return True
        if not self._candidates(swap.offered, swap.to, hands[self.to_move]):
            return False
        return swap.countered is None or bool(self._candidates(swap.countered, self.to_move, hands[swap.to]))

    def _resampled_swap(self, hands: tuple[Hand, ...], chance: Chance) -> Swap | None:
        """Choose the hidden cards of a swap under way from hands that have some."""
        swap = self.swap
        if swap is None:
            return None
        offered = _pick(self._candidates(swap.offered, swap.to, hands[self.to_move]), chance)
        if swap.countered is None:
            return Swap(swap.to, offered)
        return Swap(swap.to, offered, _pick(self._candidates(swap.countered, self.to_move, hands[swap.to]), chance))


def _pick(cards: list[str], chance: Chance) -> str:
    return cards[chance.randrange(len(cards))]


def _drawn(everything: Sequence[str], pool: list[str], number: int, lacking: Fact, chance: Chance) -> list[str] | None:
    """Draw cards from a pool, of the kinds that a hand lacks at most so many; None where it is to be done again."""
    limited, spare = lacking.cards, lacking.spare
    free = [card for card in pool if card not in limited]
    bound = [card for card in pool if card in limited]
    ways = _ways(len(free), len(bound), number, spare)
    draw = chance.randrange(_most_ways(everything, len(pool), number, lacking))
    for taken, some in enumerate(ways):
        if draw < some:
            return shuffled(bound, chance)[:taken] + shuffled(free, chance)[: number - taken]
        draw -= some
    return None


def _most_ways(everything: Sequence[str], left: int, number: int, lacking: Fact) -> int:
    """Count the ways if the hands before had taken nothing but limited kinds, as far as there were some."""
    most = min(left, sum(card not in lacking.cards for card in everything))
    return sum(_ways(most, left - most, number, lacking.spare))


def _ways(free: int, bound: int, number: int, spare: int) -> list[int]:
    """Count the ways to fill places in order, by the number of cards of limited kinds."""
    return [
        comb(number, taken) * perm(bound, taken) * perm(free, number - taken) for taken in range(min(spare, number) + 1)
    ]
