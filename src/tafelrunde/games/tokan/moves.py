"""The moves of TOKAN and their notation."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from tafelrunde.games.errors import InvalidNotation
from tafelrunde.games.tokan.board import CELL_OF, CELLS, NAMES, RAYS

_STEP = re.compile(r"([a-f][1-5])([a-f][1-5])(?:\+([12]))?")
_PLACING = re.compile(r"([MJLmjl])@(-[1-4]|[0-5]),([1-5])")


class Step(NamedTuple):
    """An animal runs from one cell to another and carries 0, 1 or 2 of the tiles below it."""

    source: int
    target: int
    carried: int = 0

    def __str__(self) -> str:
        return NAMES[self.source] + NAMES[self.target] + (f"+{self.carried}" if self.carried else "")


class Placing(NamedTuple):
    """A tile is laid in the draft; the column counts from the left one of the two starting columns."""

    tile: str
    column: int
    row: int

    def __str__(self) -> str:
        return f"{self.tile}@{self.column},{self.row}"


TokanMove = Step | Placing


class Run(NamedTuple):
    """A straight way of an animal from one cell to another."""

    target: int
    passed: tuple[int, ...]
    """The cells that must hold a tower: those passed over and the target."""
    needed: int
    """The same as bits."""
    steps: tuple[Step, ...]
    """The steps along this way, by the number of tiles carried: at most one fewer than the reach."""


def _runs(cell: int, reach: int) -> tuple[Run, ...]:
    return tuple(
        Run(
            ray[reach - 1],
            ray[:reach],
            sum(1 << passed for passed in ray[:reach]),
            tuple(Step(cell, ray[reach - 1], carried) for carried in range(reach)),
        )
        for ray in RAYS[cell]
        if len(ray) >= reach
    )


RUNS = tuple({reach: _runs(cell, reach) for reach in (1, 2, 3)} for cell in range(CELLS))
"""The ways from a cell for an animal of a reach."""

PASSED = {
    (cell, ray[reach - 1], reach): ray[:reach]
    for cell in range(CELLS)
    for ray in RAYS[cell]
    for reach in (1, 2, 3)
    if len(ray) >= reach
}
"""By source, target and reach: the cells that must hold a tower, those passed over and the target."""


@lru_cache(maxsize=2048)
def parse_move(text: str) -> TokanMove:
    """Read `c3f3`, `b2b4+1` or `L@-2,3`; raise InvalidNotation."""
    if step := _STEP.fullmatch(text):
        return Step(CELL_OF[step[1]], CELL_OF[step[2]], int(step[3] or 0))
    if placing := _PLACING.fullmatch(text):
        return Placing(placing[1], int(placing[2]), int(placing[3]))
    raise InvalidNotation(text, "a move reads like c3f3 or b2b4+1, a placing like L@-2,3")
