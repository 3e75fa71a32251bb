"""A game for two to nine: whoever shared code takes for one of four is found out by it.

From one heap everybody in turn takes one, two or three pebbles, each as a point, until none is left.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple, Self

from tafelrunde.games.core import Chance, Game, Move, Options, Outcome, Position, Table, View
from tafelrunde.games.errors import IllegalMove, InvalidNotation


@dataclass(frozen=True)
class HeapOptions(Options):
    """How many play."""

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"players": tuple("52346789")}
    players: int = 5


class Taken(NamedTuple):
    """How many pebbles somebody takes."""

    pebbles: int

    def __str__(self) -> str:
        return f"take{self.pebbles}"


@dataclass(frozen=True)
class HeapTable(Table):
    """The heap, what everybody has, and whose turn it is."""

    options: HeapOptions
    heap: int
    points: tuple[int, ...]
    seat: int = 0

    @property
    def game(self) -> Game:
        return HEAP

    @property
    def is_over(self) -> bool:
        return self.heap == 0

    def turns(self) -> list[Taken]:
        return [Taken(pebbles) for pebbles in (1, 2, 3) if pebbles <= self.heap]

    def check(self, move: Move) -> None:
        if move not in self.turns():
            raise IllegalMove(move, "so many are not there")

    def apply(self, move: Any) -> Self:
        points = tuple(have + move.pebbles * (seat == self.seat) for seat, have in enumerate(self.points))
        return replace(self, heap=self.heap - move.pebbles, points=points, seat=(self.seat + 1) % len(points))

    def outcome(self) -> Outcome:
        if not self.is_over:
            return Outcome(False, self.points, None)
        most = max(self.points)
        return Outcome.ended(self.points, [seat for seat, have in enumerate(self.points) if have == most])

    def diagram(self, colour: bool = False) -> str:
        return f"{self.heap} left; {' '.join(map(str, self.points))}\n"

    def svg(self, last: Move | None = None) -> str:
        text = f'<text x="4" y="20">{self.heap}</text>'
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 30">{text}</svg>'


class HeapPosition(HeapTable, Position):
    """A position; nothing in it is secret."""

    def view(self, observer: int) -> HeapView:
        return HeapView(self.options, self.heap, self.points, self.seat, observer)


@dataclass(frozen=True)
class HeapView(HeapTable, View):
    """The same as an observer sees it."""

    observer: int = -1

    def resample(self, chance: Chance) -> HeapPosition:
        return HeapPosition(self.options, self.heap, self.points, self.seat)


class Heap(Game):
    """The rules of the heap."""

    name: ClassVar[str] = "heap"
    title: ClassVar[str] = "Heap"
    deal_tag: ClassVar[str] = "Start"
    options_type: ClassVar[type[Options]] = HeapOptions

    def seats(self, options: Options) -> int:
        assert isinstance(options, HeapOptions)
        return options.players

    def side(self, options: Options, seat: int) -> int:
        return seat

    def deal(self, options: Options, chance: Chance) -> str:
        return str(20 + chance.randrange(10))

    def start(self, options: Options, deal: str) -> HeapPosition:
        assert isinstance(options, HeapOptions)
        if not re.fullmatch("2[0-9]", deal):
            raise InvalidNotation(deal, "a start is the number of pebbles, 20 to 29")
        return HeapPosition(options, int(deal), (0,) * options.players)

    def all_moves(self, options: Options) -> list[Taken]:
        return [Taken(1), Taken(2), Taken(3)]

    def parse_move(self, text: str) -> Taken:
        if not re.fullmatch("take[123]", text):
            raise InvalidNotation(text, "a move reads like take2")
        return Taken(int(text[-1]))


HEAP = Heap()
