"""Two small games that no tool was written for: Pebbles, where all is open, and Tricks, where hands are hidden."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple, Self

from tafelrunde.games.core import Chance, Game, Move, Options, Outcome, Position, Table, View, shuffled
from tafelrunde.games.errors import BadSetup, IllegalMove, InvalidNotation
from tafelrunde.games.registry import GAMES

PLAIN = Options()


class Number(NamedTuple):
    """A move that is a number: pebbles taken, or a card played."""

    value: int

    def __str__(self) -> str:
        return str(self.value)


class NumberGame(Game):
    """A game whose moves are numbers."""

    deal_tag: ClassVar[str] = "Deal"

    def side(self, options: Options, seat: int) -> int:
        return seat

    def parse_move(self, text: str) -> Number:
        if not text.isdecimal() or len(text) != 1:
            raise InvalidNotation(text, "a move is a digit")
        return Number(int(text))


class NumberTable(Table):
    """What the tables of both games share."""

    def check(self, move: Move) -> None:
        if move not in self.turns():
            raise IllegalMove(move, "that cannot be done here")

    def svg(self, last: Move | None = None) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><text y="20">{self.diagram()}</text></svg>'
        )


# Pebbles: a heap, of which one takes one, two or three pebbles; who takes the last one wins.


@dataclass(frozen=True)
class PebblesOptions(Options):
    """Whether chance decides how many pebbles there are."""

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"heap": ("drawn", "seven")}
    heap: str = "drawn"


@dataclass(frozen=True)
class PebblesTable(NumberTable):
    """The heap and who is next."""

    options: Options
    heap: int
    seat: int = 0
    observer: int = -1

    @property
    def game(self) -> Game:
        return GAMES["pebbles"]

    @property
    def is_over(self) -> bool:
        return self.heap == 0

    def turns(self) -> Sequence[Number]:
        return [Number(taken) for taken in (1, 2, 3) if taken <= self.heap]

    def apply(self, move: Any) -> Self:
        return replace(self, heap=self.heap - move.value, seat=1 - self.seat)

    def outcome(self) -> Outcome:
        winner = 1 - self.seat if self.is_over else None
        return Outcome(self.is_over, tuple(int(side == winner) for side in (0, 1)), winner)

    def diagram(self, colour: bool = False) -> str:
        return "●" * self.heap + f"\n{self.seat + 1}"


class PebblesPosition(PebblesTable, Position):
    """All is open."""

    def view(self, observer: int) -> View:
        return PebblesView(self.options, self.heap, self.seat, observer)


class PebblesView(PebblesTable, View):
    """The same with another name."""

    def resample(self, chance: Chance) -> Position:
        return PebblesPosition(self.options, self.heap, self.seat)


class Pebbles(NumberGame):
    """Takes its heap from the deal."""

    name: ClassVar[str] = "pebbles"
    title: ClassVar[str] = "Pebbles"
    options_type: ClassVar[type[Options]] = PebblesOptions

    def seats(self, options: Options) -> int:
        return 2

    def deal(self, options: Options, chance: Chance) -> str:
        assert isinstance(options, PebblesOptions)
        return "7" if options.heap == "seven" else str(5 + chance.randrange(3) + 3 * chance.randrange(2))

    def start(self, options: Options, deal: str) -> Position:
        if not deal.isdecimal():
            raise BadSetup("a heap is a number")
        return PebblesPosition(options, int(deal))

    def all_moves(self, options: Options) -> Sequence[Move]:
        return [Number(taken) for taken in (1, 2, 3)]


# Tricks: three seats with two of seven cards each play one after the other; the higher card takes the trick.


SEATS, CARDS, HAND = 3, "1234567", 2


@dataclass(frozen=True)
class TricksTable(NumberTable):
    """Hands, with question marks for hidden cards, and what was played."""

    hands: tuple[str, ...]
    rest: str
    played: str = ""
    observer: int = -1
    options: Options = PLAIN

    @property
    def game(self) -> Game:
        return GAMES["tricks"]

    @property
    def seat(self) -> int:
        return len(self.played) % SEATS

    @property
    def is_over(self) -> bool:
        return len(self.played) == SEATS * HAND

    def turns(self) -> Sequence[Number]:
        return [] if self.is_over else [Number(int(card)) for card in sorted(self.hands[self.seat]) if card != "?"]

    def apply(self, move: Any) -> Self:
        card = str(move)
        held = self.hands[self.seat]
        left = held.replace(card if card in held else "?", "", 1)
        hands = (*self.hands[: self.seat], left, *self.hands[self.seat + 1 :])
        return replace(self, hands=hands, played=self.played + card)

    def check(self, move: Move) -> None:
        held = self.hands[self.seat]
        if str(move) not in held and ("?" not in held or str(move) in self.played):
            raise IllegalMove(move, "that card is not there")

    def outcome(self) -> Outcome:
        tricks = [self.played[begin : begin + SEATS] for begin in range(0, len(self.played), SEATS)]
        takers = [trick.index(max(trick)) for trick in tricks if len(trick) == SEATS]
        points = tuple(takers.count(seat) for seat in range(SEATS))
        decided = self.is_over and points.count(max(points)) == 1
        return Outcome(self.is_over, points, points.index(max(points)) if decided else None)

    def diagram(self, colour: bool = False) -> str:
        return f"{' '.join(self.hands)} ({self.rest}) {self.played}"


class TricksPosition(TricksTable, Position):
    """All cards known."""

    def view(self, observer: int) -> View:
        if self.is_over:
            return TricksView(self.hands, self.rest, self.played, observer)
        hands = tuple(hand if seat == observer else "?" * len(hand) for seat, hand in enumerate(self.hands))
        return TricksView(hands, "?", self.played, observer)


class TricksView(TricksTable, View):
    """The cards of one seat, and those that were played."""

    def resample(self, chance: Chance) -> Position:
        seen = "".join(self.hands) + self.rest + self.played
        unseen = shuffled([card for card in CARDS if card not in seen], chance)
        hands = tuple("".join(unseen.pop() if card == "?" else card for card in hand) for hand in self.hands)
        return TricksPosition(hands, unseen.pop() if self.rest == "?" else self.rest, self.played)


class Tricks(NumberGame):
    """Hides the hands."""

    name: ClassVar[str] = "tricks"
    title: ClassVar[str] = "Tricks"
    options_type: ClassVar[type[Options]] = Options

    def seats(self, options: Options) -> int:
        return SEATS

    def deal(self, options: Options, chance: Chance) -> str:
        return "".join(shuffled(CARDS, chance))

    def _hands(self, deal: str) -> tuple[str, ...]:
        if len(deal) != len(CARDS):
            raise BadSetup("there are seven cards")
        return tuple(deal[seat * HAND : (seat + 1) * HAND] for seat in range(SEATS))

    def start(self, options: Options, deal: str) -> Position:
        return TricksPosition(self._hands(deal), deal[-1])

    def start_view(self, options: Options, deal: str, observer: int) -> View:
        return TricksView(self._hands(deal), deal[-1], observer=observer)

    def infer_observer(self, options: Options, deal: str) -> int | None:
        if "?" not in deal:
            return None
        return next((seat for seat, hand in enumerate(self._hands(deal)) if "?" not in hand), -1)

    def redact(self, options: Options, deal: str, moves: Sequence[Move], observer: int) -> tuple[str, Sequence[Move]]:
        if len(moves) == SEATS * HAND:
            return deal, moves
        hidden = (hand if seat == observer else "?" * HAND for seat, hand in enumerate(self._hands(deal)))
        return "".join(hidden) + "?", moves

    def all_moves(self, options: Options) -> Sequence[Move]:
        return [Number(int(card)) for card in CARDS]


class Unlisted(Pebbles):
    """Does not say which moves there are."""

    name: ClassVar[str] = "unlisted"

    def all_moves(self, options: Options) -> Sequence[Move]:
        return ()


@contextmanager
def registered(*games: Game) -> Iterator[None]:
    """Add games to the registry for a while."""
    GAMES.update({game.name: game for game in games})
    try:
        yield
    finally:
        for game in games:
            del GAMES[game.name]
