"""The game object that Scho K.O. and Schokoly share: dealing, setting up, hiding what a seat may not know."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter as Multiset
from collections.abc import Sequence
from typing import ClassVar

from tafelrunde.games.chocolate import moves as kinds
from tafelrunde.games.chocolate.cards import HIDDEN, parse_held
from tafelrunde.games.chocolate.field import Field
from tafelrunde.games.chocolate.hands import Hand
from tafelrunde.games.chocolate.laying import parse_laid
from tafelrunde.games.chocolate.moves import ChocolateMove, parse_move
from tafelrunde.games.chocolate.position import ChocolatePosition, ChocolateView
from tafelrunde.games.chocolate.redaction import ChocolateRedactor
from tafelrunde.games.chocolate.rules import HAND_SIZE, Rules
from tafelrunde.games.chocolate.table import ChocolateTable
from tafelrunde.games.core import SPECTATOR, Chance, Game, Move, Options, Redactor, shuffled
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

    def lay(self, options: Options, laid: str) -> ChocolatePosition:
        """Set up a field with all its cards laid, and the colours of the sides."""
        rules = self.rules(options)
        field, colours = parse_laid(rules, laid)
        return ChocolatePosition(rules, field, ((),) * rules.seats, (), colours, (0,) * rules.seats)

    def infer_observer(self, options: Options, deal: str) -> int | None:
        """Tell whose view a deck is: the seat whose dealt cards are known."""
        rules = self.rules(options)
        deck = _parse_deck(rules, deal)
        if HIDDEN not in deck:
            return None
        hands, _ = _dealt(rules, deck)
        return next((seat for seat, hand in enumerate(hands) if HIDDEN not in hand), SPECTATOR)

    def is_public(self, move: Move) -> bool:
        """Return whether a move names no card that somebody may not know: all but offers and counters."""
        return not isinstance(move, kinds.Offer | kinds.Counter)

    def parse_move(self, text: str) -> ChocolateMove:
        """Read a turn, a pass or a swap action."""
        return parse_move(text)

    def redact(self, options: Options, deal: str, moves: Sequence[Move], observer: int) -> tuple[str, Sequence[Move]]:
        """Hide the cards that an observer neither was dealt nor drew, and the swap cards it has not seen."""
        redactor = self.redactor(options, deal)
        table: ChocolateTable = self.start_view(options, deal, observer)
        for move in moves:
            before, table = table, table.play(move)
            redactor.add(before, move, table)
        return (deal, moves) if table.is_over else redactor.known(observer)

    def redactor(self, options: Options, deal: str) -> Redactor:
        """Return what hides the cards move by move."""
        rules = self.rules(options)
        return ChocolateRedactor(rules, _parse_deck(rules, deal))


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
