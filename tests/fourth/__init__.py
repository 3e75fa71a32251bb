"""Domineering: a fourth game that lives only here, and shows what a new game costs.

Two players lay dominoes on a board with one blocked cell, the first upright, the second flat. Whoever cannot lay one
any more has lost. Nothing but these rules, two drawings and `register` is needed to play it everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple, Self

from tafelrunde.games.core import Ability, Chance, Game, Move, Options, Outcome, Position, Table, View
from tafelrunde.games.errors import BadSetup, IllegalMove, InvalidNotation

EMPTY, BLOCKED, WAYS = ".", "#", "vh"
COLOURS = {EMPTY: "#f4efe6", BLOCKED: "#3b3a38", "v": "#2f6f9f", "h": "#c0692f"}
CELL = 40


@dataclass(frozen=True)
class DomineeringOptions(Options):
    """How large the board is."""

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"size": ("5", "4", "6")}
    PRESETS: ClassVar[Mapping[str, Mapping[str, str]]] = {"standard": {}, "small": {"size": "4"}}

    size: int = 5


class Domino(NamedTuple):
    """A domino by its upper or left cell and its way: v for upright, h for flat."""

    column: int
    row: int
    way: str

    def __str__(self) -> str:
        return f"{'abcdef'[self.column]}{self.row + 1}{self.way}"


@dataclass(frozen=True)
class DomineeringTable(Table):
    """The board, row by row from the top, and the side to move: 0 lays upright, 1 flat."""

    options: DomineeringOptions
    rows: tuple[str, ...]
    side: int

    @property
    def game(self) -> Game:
        return DOMINEERING

    @property
    def seat(self) -> int:
        return self.side

    @property
    def is_over(self) -> bool:
        return not self._legal

    @cached_property
    def _legal(self) -> tuple[Domino, ...]:
        cells = range(self.options.size)
        dominoes = (Domino(column, row, WAYS[self.side]) for row in cells for column in cells)
        return tuple(domino for domino in dominoes if self._objection(domino) is None)

    def turns(self) -> list[Domino]:
        return list(self._legal)

    def check(self, move: Move) -> None:
        reason = self._objection(move) if isinstance(move, Domino) else "that is no domino"
        if reason:
            raise IllegalMove(move, reason)

    def _objection(self, domino: Domino) -> str | None:
        if domino.way != WAYS[self.side]:
            return "that is the other player's way to lay"
        if max(cell for place in _cells(domino) for cell in place) >= self.options.size:
            return "it would stick out of the board"
        if any(self.rows[row][column] != EMPTY for column, row in _cells(domino)):
            return "a cell is taken"
        return None

    def apply(self, move: Domino) -> Self:
        board = [list(row) for row in self.rows]
        for column, row in _cells(move):
            board[row][column] = move.way
        return self._next(tuple("".join(row) for row in board))

    def _next(self, rows: tuple[str, ...]) -> Self:
        return type(self)(self.options, rows, 1 - self.side)

    def outcome(self) -> Outcome:
        laid = "".join(self.rows)
        points = tuple(laid.count(way) // 2 for way in WAYS)
        return Outcome(self.is_over, points, 1 - self.side if self.is_over else None)

    def notation(self) -> str:
        return f"{'/'.join(self.rows)} {WAYS[self.side]}"

    def diagram(self, colour: bool = False) -> str:
        lines = [f"{number} {' '.join(row)}" for number, row in enumerate(self.rows, start=1)]
        return "\n".join([*lines, "  " + " ".join("abcdef"[: self.options.size])]) + "\n"

    def svg(self, last: Move | None = None) -> str:
        size = CELL * self.options.size
        marked = _cells(last) if isinstance(last, Domino) else ()
        squares = "".join(
            f'<rect x="{CELL * x + 2}" y="{CELL * y + 2}" width="{CELL - 4}" height="{CELL - 4}" '
            f'fill="{COLOURS[cell]}" stroke="#111" stroke-width="{3 if (x, y) in marked else 0}"/>'
            for y, row in enumerate(self.rows)
            for x, cell in enumerate(row)
        )
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}">{squares}</svg>'


class DomineeringPosition(DomineeringTable, Position):
    """A position; nothing in it is secret."""

    def view(self, observer: int) -> DomineeringView:
        return DomineeringView(self.options, self.rows, self.side, observer)


@dataclass(frozen=True)
class DomineeringView(DomineeringTable, View):
    """The same as an observer sees it."""

    observer: int = -1

    def _next(self, rows: tuple[str, ...]) -> Self:
        return type(self)(self.options, rows, 1 - self.side, self.observer)

    def resample(self, chance: Chance) -> DomineeringPosition:
        return DomineeringPosition(self.options, self.rows, self.side)


class Domineering(Game):
    """The rules of Domineering."""

    name: ClassVar[str] = "domineering"
    title: ClassVar[str] = "Domineering"
    deal_tag: ClassVar[str] = "Start"
    options_type: ClassVar[type[Options]] = DomineeringOptions
    abilities: ClassVar[frozenset[Ability]] = frozenset({"revanche"})

    def seats(self, options: Options) -> int:
        return 2

    def side(self, options: Options, seat: int) -> int:
        return seat

    def deal(self, options: Options, chance: Chance) -> str:
        assert isinstance(options, DomineeringOptions)
        size = options.size
        blocked = chance.randrange(size * size)
        rows = ("".join(BLOCKED if blocked == y * size + x else EMPTY for x in range(size)) for y in range(size))
        return f"{'/'.join(rows)} {WAYS[chance.randrange(2)]}"

    def start(self, options: Options, deal: str) -> DomineeringPosition:
        assert isinstance(options, DomineeringOptions)
        if not re.fullmatch(r"[.#vh/]+ [vh]", deal):
            raise InvalidNotation(deal, "a start is its rows and who begins, like ..../.#../..../.... v")
        rows = tuple(deal[:-2].split("/"))
        if len(rows) != options.size or any(len(row) != options.size for row in rows):
            raise BadSetup(f"the board has {options.size} rows of {options.size} cells")
        return DomineeringPosition(options, rows, WAYS.index(deal[-1]))

    def all_moves(self, options: Options) -> list[Domino]:
        assert isinstance(options, DomineeringOptions)
        cells = range(options.size)
        return [Domino(column, row, way) for way in WAYS for row in cells for column in cells]

    def parse_move(self, text: str) -> Domino:
        if not re.fullmatch(r"[a-f][1-6][vh]", text):
            raise InvalidNotation(text, "a domino reads like b2v or c3h")
        return Domino("abcdef".index(text[0]), int(text[1]) - 1, text[2])


def _cells(domino: Domino) -> tuple[tuple[int, int], tuple[int, int]]:
    x, y, way = domino
    return (x, y), (x, y + 1) if way == "v" else (x + 1, y)


DOMINEERING = Domineering()
