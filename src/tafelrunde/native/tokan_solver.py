"""TOKAN, played perfectly: the result of a position with best play on both sides, by proof-number search (df-pn).

A `Solver` keeps its results in a transposition table of fixed size and reuses them the next time. Its
answers say what is certain: the result is `unknown` when time, positions or patience ran out first, never a guess. One
question is worked on by all its threads; questions of several callers take turns.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Literal, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from tafelrunde.games.errors import BadOptions, BadSetup
from tafelrunde.games.tokan import TokanTable
from tafelrunde.native import require
from tafelrunde.native.tokan import NativePosition

if TYPE_CHECKING:
    from tafelrunde.native._core import tokan
    from tafelrunde.native._core import tokan_solver as core

__all__ = ["LEAST_MEMORY", "MOST_CHOICES", "Limits", "Result", "Solution", "Solver", "Tick", "Value", "default_memory"]

Result = Literal["win", "draw", "loss", "unknown"]
Tick = Callable[[int], bool]
"""Is told the number of positions looked at, some twenty times a second; returns whether to go on."""

LEAST_MEMORY = 1 << 20
MOST_CHOICES = 1 << 26
"""The longest certificate: whoever writes or checks it keeps some dozen bytes a choice."""
_MOST_MEMORY_UNASKED = 1 << 30


def default_memory() -> int:
    """Return the bytes a solver takes unless told otherwise: a quarter of the machine's memory, at most 1 GiB."""
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return _MOST_MEMORY_UNASKED // 4
    return max(LEAST_MEMORY, min(memory // 4, _MOST_MEMORY_UNASKED))


class Value(NamedTuple):
    """What is known of a position's value for a player.

    A worth is twice the margin in points, so that 1 and -1 are left for equal points decided by the higher towers. The
    worth lies between both numbers, `low` and `high` included.
    """

    low: int
    high: int

    @property
    def result(self) -> Result:
        """What the player gets with best play on both sides, or `unknown`."""
        if self.low >= 1:
            return "win"
        if self.high <= -1:
            return "loss"
        return "draw" if self.low == self.high == 0 else "unknown"

    @property
    def exact(self) -> bool:
        """Whether the result is certain."""
        return self.result != "unknown"

    @property
    def margin(self) -> int | None:
        """The player's points less the opponent's with best play on both sides, if known exactly."""
        return int(self.low / 2) if self.low == self.high else None

    def __neg__(self) -> Value:
        return Value(-self.high, -self.low)


class Limits(NamedTuple):
    """When to stop: after some seconds, after some positions, or when `tick` says so; None means no limit."""

    seconds: float | None = None
    positions: int | None = None
    tick: Tick | None = None

    def check(self) -> None:
        """Raise BadOptions for a limit below zero."""
        if self.seconds is not None and not self.seconds >= 0:
            raise BadOptions("seconds", "it is a number from 0 up")
        if self.positions is not None and self.positions < 0:
            raise BadOptions("positions", "it is a number from 0 up")


@dataclass(frozen=True)
class Solution:
    """The result of solving a position, from the point of view of the side to move."""

    value: Value
    best: str | None
    """A move that keeps the result, or the most promising one if it is unknown; None if the game is over."""
    line: tuple[str, ...]
    """Best play of both from here, as far as it was looked for; empty if the result is unknown."""
    positions: int
    """The number of positions looked at."""
    seconds: float

    @property
    def result(self) -> Result:
        """What the side to move gets with best play on both sides, or `unknown`."""
        return self.value.result

    @property
    def exact(self) -> bool:
        """Whether the result is certain."""
        return self.value.exact

    @property
    def margin(self) -> int | None:
        """The points of the side to move less the opponent's, if known exactly."""
        return self.value.margin


class Solver:
    """Solves positions with a transposition table of `memory` bytes and a number of threads (0: all cores).

    With 0 bytes it stores nothing and tries everything, on one thread: slow, but an independent check of the search.
    """

    def __init__(self, memory: int | None = None, threads: int = 0) -> None:
        size = default_memory() if memory is None else memory
        if 0 != size < LEAST_MEMORY:
            raise BadOptions("memory", "a table has at least 1 MiB")
        if threads < 0:
            raise BadOptions("threads", "it is a number from 0 up")
        try:
            self._core: core.Solver = require().tokan_solver.Solver(size, threads)
        except MemoryError:
            raise BadOptions("memory", f"there are no {size >> 20} MiB to be had") from None

    def solve(
        self,
        table: TokanTable,
        limits: Limits = Limits(),  # noqa: B008  # frozen
        *,
        margin: bool = False,
        line: bool = False,
    ) -> Solution:
        """Find out who wins, and with `margin` by how much; raise BadSetup for a draft, BadOptions.

        Interrupting the program stops the search, and the exception propagates to the caller.
        """
        position = self._position(table, limits)
        start = perf_counter()
        low, high, best, moves, positions = self._core.solve(position, margin, line, *limits)
        return Solution(Value(low, high), best, tuple(moves), positions, perf_counter() - start)

    def values(
        self,
        table: TokanTable,
        limits: Limits = Limits(),  # noqa: B008  # frozen
        *,
        margin: bool = False,
    ) -> dict[str, Value]:
        """Return what every legal move is worth to the side to move; raise BadSetup for a draft, BadOptions.

        All moves share the limits, and easy ones are settled first.
        """
        position = self._position(table, limits)
        return {move: Value(low, high) for move, low, high in self._core.values(position, margin, *limits)}

    def certificate(
        self, table: TokanTable, side: int, goal: Literal[0, 1], *, most: int = MOST_CHOICES, tick: Tick | None = None
    ) -> bytes | None:
        """Prove that a side (0 is red) gets at least a draw (goal 0) or a win (1): the choices of a proof.

        What they mean is said in `tafelrunde.games.tokan.proof`. The position should have been solved just before, or
        it will be now. Gives None if the side does not get that far, if more than `most` choices were needed, or if
        `tick` says stop. Raise BadSetup for a draft.
        """
        return self._core.certificate(self._position(table, Limits()), side, goal, most, tick)

    def samples(self, table: TokanTable, *, search: int, rate: float, each: int) -> NDArray[np.float32]:
        """Search from a position that is not over, and solve some of the new positions met on the way one by one.

        The search looks at `search` positions and keeps a share `rate` of the new ones; each may take `each` positions.
        A row of the answer is one of them: whether the player to move reaches the goal (1, 0, or -1 if that was not
        found out), the logarithm of the positions it took, and what the estimates see of it, which are fitted to such
        rows (`scripts/fit_solver.py`). Raise BadSetup for a draft and for a game that is over.
        """
        position = self._position(table, Limits())
        if table.is_over:
            raise BadSetup("the game is over")
        rows = np.frombuffer(self._core.samples(position, search, rate, each), dtype=np.float32)
        return rows.reshape(-1, require().tokan_solver.SAMPLE_SIZE)

    def forget(self) -> Self:
        """Empty the table."""
        self._core.clear()
        return self

    @staticmethod
    def _position(table: TokanTable, limits: Limits) -> tokan.Position:
        limits.check()
        if table.draft is not None:
            raise BadSetup("a field that is still being laid cannot be solved")
        return NativePosition(table).unwrap()
