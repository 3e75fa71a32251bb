"""The game object that Scho K.O. and Schokoly share: dealing, setting up, hiding what a seat may not know."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter as Multiset
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from tafelrunde.games.chocolate import moves as kinds
from tafelrunde.games.chocolate.cards import HIDDEN, parse_held
from tafelrunde.games.chocolate.field import Field
from tafelrunde.games.chocolate.hands import Hand
from tafelrunde.games.chocolate.moves import (
    Accept,
    ChocolateMove,
    Counter,
    Offer,
    announced,
    parse_move,
)
from tafelrunde.games.chocolate.negotiation import announced_number
from tafelrunde.games.chocolate.position import ChocolatePosition, ChocolateView
from tafelrunde.games.chocolate.rules import HAND_SIZE, Rules
from tafelrunde.games.chocolate.table import ChocolateTable
from tafelrunde.games.core import SPECTATOR, Chance, Game, Move, Options, shuffled
from tafelrunde.games.errors import BadSetup


class ChocolateGame(Game):
    """A chocolate game; a subclass says which deck, colours and seats."""

    deal_tag: ClassVar[str] = "Deck"

    @abstractmethod
    def rules(self, options: Options) -> Rules:
        """Return the material and rule differences for these options."""

    def seats(self, options: Options) -> int:
        """Return the number of seats."""
        return self.rules(options).seats

    def side(self, options: Options, seat: int) -> int:
        """Return the side a seat plays for."""
        return self.rules(options).side(seat)

    def deal(self, options: Options, chance: Chance) -> str:
        """Shuffle the deck."""
        return " ".join(shuffled(self.rules(options).deck, chance))

    def start(self, options: Options, deal: str) -> ChocolatePosition:
        """Deal the hands from a deck in which every card is known."""
        rules = self.rules(options)
        deck = _parse_deck(rules, deal)
        if HIDDEN in deck:
            raise BadSetup("the deck has hidden cards: it is a seat's view")
        return ChocolatePosition(rules, Field(), *_dealt(rules, deck), *_beginning(rules))

    def start_view(self, options: Options, deal: str, observer: int) -> ChocolateView:
        """Deal the hands as an observer sees them, from a deck that may have hidden cards."""
        rules = self.rules(options)
        deck = _parse_deck(rules, deal)
        return ChocolateView(rules, Field(), *_dealt(rules, deck), *_beginning(rules), observer=observer)

    def infer_observer(self, options: Options, deal: str) -> int | None:
        """Tell whose view a deck is: the seat whose dealt cards are known."""
        rules = self.rules(options)
        deck = _parse_deck(rules, deal)
        if HIDDEN not in deck:
            return None
        hands, _ = _dealt(rules, deck)
        return next((seat for seat, hand in enumerate(hands) if HIDDEN not in hand), SPECTATOR)

    def is_public(self, move: Move) -> bool:
        """Tell whether a move names no card that somebody may not know: all but offers and counters."""
        return not isinstance(move, kinds.Offer | kinds.Counter)

    def parse_move(self, text: str) -> ChocolateMove:
        """Read a turn, a pass or a swap action."""
        return parse_move(text)

    def redact(self, options: Options, deal: str, moves: Sequence[Move], observer: int) -> tuple[str, Sequence[Move]]:
        """Hide the cards that an observer neither was dealt nor drew, and the swap cards it has not seen."""
        rules = self.rules(options)
        deck = _parse_deck(rules, deal)
        owners = [seat for seat in range(rules.seats) for _ in range(HAND_SIZE)]
        table: ChocolateTable = self.start_view(options, deal, observer)
        heard: list[Move] = []
        for index, move in enumerate(moves):
            heard.append(_heard(table, move, observer, is_accepted=Accept() in moves[index + 1 : index + 3]))
            before = table
            table = table.play(move)
            if len(table.stack) < len(before.stack):
                owners.append(before.seat)
        if table.is_over:
            return deal, moves
        # Cards that nobody has drawn yet have no owner.
        owners += [SPECTATOR] * (len(deck) - len(owners))
        known = (card if owner == observer != SPECTATOR else HIDDEN for card, owner in zip(deck, owners, strict=True))
        return " ".join(known), heard


def _heard(table: ChocolateTable, move: Move, observer: int, is_accepted: bool) -> Move:
    """Return a move as an observer hears it: a swap card is named by its number, unless it is or was the observer's.

    Only an accepted swap shows its cards to both partners. At most one answer stands between an offer or a counter and
    the acceptance, so that the next two moves tell.
    """
    if not isinstance(move, Offer | Counter) or observer == table.seat:
        return move
    to = move.to if isinstance(move, Offer) else table.turn
    if is_accepted and observer == to:
        return move
    return replace(move, card=announced(announced_number(table, move.card, to)))


def _parse_deck(rules: Rules, text: str) -> tuple[str, ...]:
    """Read a deck, hidden cards included; raise InvalidNotation or BadSetup."""
    words = text.split(" ")
    if len(words) != len(rules.deck):
        raise BadSetup(f"the deck has {len(rules.deck)} cards, not {len(words)}")
    deck = tuple(card if card == HIDDEN else parse_held(card) for card in words)
    known = Multiset(card for card in deck if card != HIDDEN)
    full = Multiset(rules.deck)
    for card, number in known.items():
        if number > full[card]:
            raise BadSetup(f"the deck has {full[card]} cards {card}, not {number}")
    return deck


def _dealt(rules: Rules, deck: Sequence[str]) -> tuple[tuple[Hand, ...], tuple[str, ...]]:
    """Return the hands and the stack."""
    hands = tuple(tuple(sorted(deck[seat * HAND_SIZE : (seat + 1) * HAND_SIZE])) for seat in range(rules.seats))
    return hands, tuple(deck[rules.seats * HAND_SIZE :])


def _beginning(rules: Rules) -> tuple[tuple[None, ...], tuple[int, ...]]:
    """Return the colours and the smarties before the first turn."""
    return (None,) * rules.sides, (rules.smarties,) * rules.seats
