"""The game object that Scho K.O. and Schokoly share: dealing, setting up, hiding what a seat may not know."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from tafelrunde.games.chocolate import moves as kinds
from tafelrunde.games.chocolate.cards import HIDDEN
from tafelrunde.games.chocolate.field import Field
from tafelrunde.games.chocolate.hands import Hand
from tafelrunde.games.chocolate.laying import parse_laid
from tafelrunde.games.chocolate.moves import ChocolateMove, parse_move
from tafelrunde.games.chocolate.position import ChocolatePosition, ChocolateView
from tafelrunde.games.chocolate.redaction import ChocolateRedactor
from tafelrunde.games.chocolate.rules import Rules
from tafelrunde.games.chocolate.starts import Start, read_start
from tafelrunde.games.chocolate.table import ChocolateTable
from tafelrunde.games.core import SPECTATOR, Chance, Game, Move, Options, shuffled
from tafelrunde.games.errors import BadSetup
from tafelrunde.games.redactor import Redactor


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
        """Deal the hands from a deck in which every card is known, or take up a table that was laid by hand."""
        rules = self.rules(options)
        start = read_start(rules, deal)
        if HIDDEN in start.cards:
            raise BadSetup("the deck has hidden cards: it is a seat's view")
        return ChocolatePosition(rules, *_parts(start))

    def start_view(self, options: Options, deal: str, observer: int) -> ChocolateView:
        """Deal the hands as an observer sees them, from a deck that may have hidden cards."""
        rules = self.rules(options)
        return ChocolateView(rules, *_parts(read_start(rules, deal)), observer=observer)

    def lay(self, options: Options, laid: str) -> ChocolatePosition:
        """Set up a field with all its cards laid, and the colours of the sides."""
        rules = self.rules(options)
        field, colours = parse_laid(rules, laid)
        return ChocolatePosition(rules, field, ((),) * rules.seats, (), colours, (0,) * rules.seats)

    def infer_observer(self, options: Options, deal: str) -> int | None:
        """Tell whose view a start is: the seat whose cards are known; one without cards knows what spectators do."""
        start = read_start(self.rules(options), deal)
        if HIDDEN not in start.cards:
            return None
        return next((seat for seat, hand in enumerate(start.hands) if hand and HIDDEN not in hand), SPECTATOR)

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
        return ChocolateRedactor(read_start(self.rules(options), deal))


def _parts(
    start: Start,
) -> tuple[Field, tuple[Hand, ...], tuple[str, ...], tuple[str | None, ...], tuple[int, ...], int]:
    """Return what a table is made of, with hands in order."""
    hands = tuple(tuple(sorted(hand)) for hand in start.hands)
    return start.field, hands, start.stack, start.colours, start.smarties, start.to_move
