"""Exact play in TOKAN: the solver within an allowance, asked in slices so that a stop is answered at once."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tafelrunde.games.core import Move
from tafelrunde.games.tokan import TokanTable
from tafelrunde.native.tokan_solver import LEAST_MEMORY, Limits, Solver, Value
from tafelrunde.players.base import Stop

SLICE = 50_000
"""Positions between two looks at the stop sign, where no clock runs."""
SLICE_SECONDS = 0.015
"""The same where one does."""

MOST_MEMORY = 64 << 20
BYTES_A_POSITION = 128
"""Memory for a question, as far as it is limited: what is not needed need not be emptied first."""

MOST_PROMISES = 8_192

UNKNOWN = Value(-128, 128)


class Allowance(NamedTuple):
    """What solving may cost; without seconds the clock does not matter."""

    positions: int
    seconds: float | None = None


@dataclass(frozen=True)
class Certainty:
    """What is certain of a position for the side to move, and a move that keeps it if anything is."""

    value: Value = UNKNOWN
    best: str | None = None

    @property
    def safe(self) -> bool:
        """Whether the side to move need not lose."""
        return self.value.low >= 0


UNCERTAIN = Certainty()


class Promise(NamedTuple):
    """What a position is known to be worth at least to the side to move, and the positions it took to find out."""

    worth: int
    positions: int


class Promises:
    """What was proved in earlier moves and is to be kept in later ones, for the last few hundred matches.

    The replies to a move that was proved good need less work than the proof did. Yet a busy machine may not get that
    far in the same time, and what was won would be lost.
    """

    def __init__(self) -> None:
        self._promises: OrderedDict[TokanTable, Promise] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, table: TokanTable) -> Promise | None:
        """Return what is known of a position."""
        with self._lock:
            return self._promises.get(table)

    def make(self, table: TokanTable, move: Move, promise: Promise) -> None:
        """Promise for a position, and for whatever the opponent replies to a move."""
        after = table.play(move)
        with self._lock:
            for known in (table, *map(after.play, after.turns())):
                self._promises[known] = promise
                self._promises.move_to_end(known)
            while len(self._promises) > MOST_PROMISES:
                self._promises.popitem(last=False)


class ExactPlay:
    """A solver for the questions of one move; what it learns from one helps with the next."""

    def __init__(self, allowance: Allowance, stop: Stop, threads: int, memory: int = MOST_MEMORY) -> None:
        self._allowance = allowance
        self._stop = stop
        self._threads = threads
        self._memory = memory
        self._solver: Solver | None = None
        self._begin = time.monotonic()
        self.positions = 0
        """Looked at so far."""

    @property
    def seconds(self) -> float:
        """How long it has been there."""
        return time.monotonic() - self._begin

    def find(self, table: TokanTable, promise: Promise | None = None) -> Certainty:
        """Solve a position as far as the allowance goes, and then on until a promise is kept."""
        certainty = self._find(table, self._allowance)
        if promise is not None and certainty.value.low < promise.worth:
            certainty = self._find(table, Allowance(2 * promise.positions + SLICE), certainty)
        return certainty

    def first_safe(self, table: TokanTable, moves: Sequence[str]) -> str | None:
        """Return the first of some moves after which the opponent is known not to win.

        The table was found to be safe, so that a little more than the allowance shows it of the move it was shown by.
        """
        for move in dict.fromkeys(moves):
            after = table.play(table.parse(move))
            worst = self._worst_at_end(after) if after.is_over else self._find(after, CHECK).value
            if worst.high <= 0:
                return move
        return None

    @staticmethod
    def _worst_at_end(table: TokanTable) -> Value:
        winner = table.outcome().winner
        worth = 0 if winner is None else 1 if winner == table.seat else -1
        return Value(worth, worth)

    def _find(self, table: TokanTable, allowance: Allowance, certainty: Certainty = UNCERTAIN) -> Certainty:
        used, begin = 0, time.monotonic()
        while not certainty.value.exact and used < allowance.positions and not self._stop.is_set():
            limits = Limits(None, min(SLICE, allowance.positions - used))
            if allowance.seconds is not None:
                seconds = allowance.seconds - (time.monotonic() - begin)
                if seconds > 0:
                    limits = Limits(min(SLICE_SECONDS, seconds), allowance.positions - used)
                elif used < SLICE:
                    # Some milliseconds of work, which a busy machine may not have done in any time that was given.
                    limits = Limits(SLICE_SECONDS, min(SLICE, allowance.positions) - used)
                else:
                    break
            if self._solver is None:
                memory = min(BYTES_A_POSITION * self._allowance.positions, self._memory)
                self._solver = Solver(max(memory, LEAST_MEMORY), self._threads)
            solution = self._solver.solve(table, limits)
            used += max(1, solution.positions)
            self.positions += solution.positions
            known = certainty.value
            value = Value(max(known.low, solution.value.low), min(known.high, solution.value.high))
            # A move stays good for what it was found to keep.
            best = solution.best if certainty.best is None or value != known else certainty.best
            certainty = Certainty(value, best)
        return certainty


CHECK = Allowance(SLICE)
"""What looking whether a single move is safe may cost."""
