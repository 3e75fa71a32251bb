"""The solution of a puzzle of TOKAN: the only move at every own step, against the most stubborn replies."""

from __future__ import annotations

from typing import NamedTuple

from tafelrunde.games.tokan.position import TokanPosition
from tafelrunde.native.tokan_solver import Limits, Solver

MOST_POSITIONS = 150_000
"""What proving all moves of a position may take; those that take more are left alone."""
LONGEST = 6
"""Own moves of a solution at most."""
_WORTH = {"win": 1, "draw": 0, "loss": -1}


class Unproved(Exception):
    """Some move could not be proved within the limits."""


class Keeping(NamedTuple):
    """What a position is worth to the side to move, and the moves that keep it."""

    worth: int
    kept: tuple[str, ...]
    legal: int

    @property
    def only(self) -> bool:
        """Whether one of several moves keeps the worth."""
        return len(self.kept) == 1 and self.legal > 1


class Step(NamedTuple):
    """An own move, the position it is made in, and how many moves there were."""

    position: TokanPosition
    move: str
    legal: int
    reply: str | None = None
    """The reply to it, if the solution goes on."""


class Lines:
    """Proves positions of one match."""

    def __init__(self, solver: Solver, most_positions: int = MOST_POSITIONS) -> None:
        self._solver = solver.forget()
        self._limits = Limits(positions=most_positions)
        self._known: dict[TokanPosition, Keeping] = {}

    def keeping(self, position: TokanPosition) -> Keeping:
        """Prove every legal move; raise Unproved."""
        found = self._known.get(position)
        if found is None:
            values = self._solver.values(position, self._limits)
            if not all(value.exact for value in values.values()):
                raise Unproved
            worths = {move: _WORTH[value.result] for move, value in values.items()}
            best = max(worths.values())
            kept = tuple(move for move, worth in worths.items() if worth == best)
            found = self._known[position] = Keeping(best, kept, len(worths))
        return found

    def solution(self, position: TokanPosition, depth: int = 0) -> list[Step]:
        """Return the steps from a position in which one move keeps the worth; raise Unproved.

        The most stubborn reply keeps its own worth and leads to the longest run of only moves; of equals the one that
        leaves most wrong answers, and then the first by its text.
        """
        here = self.keeping(position)
        (move,) = here.kept
        step = Step(position, move, here.legal)
        after = position.play(move)
        if after.is_over or depth + 1 == LONGEST:
            return [step]
        best: tuple[tuple[int, int], str, list[Step]] | None = None
        for reply in sorted(map(str, after.turns())):
            then = after.play(reply)
            if then.is_over:
                continue
            there = self.keeping(then)
            if there.worth != here.worth or len(there.kept) != 1:
                continue
            rest = self.solution(then, depth + 1)
            rank = (len(rest), rest[0].legal)
            if best is None or rank > best[0]:
                best = rank, reply, rest
        return [step] if best is None else [step._replace(reply=best[1]), *best[2]]


def without_forced_end(steps: list[Step]) -> list[Step]:
    """Return the steps without own moves at the end that nobody can miss."""
    while steps and steps[-1].legal == 1:
        steps = steps[:-1]
        if steps:
            steps[-1] = steps[-1]._replace(reply=None)
    return steps


def texts_of(steps: list[Step]) -> tuple[str, ...]:
    """Return moves and replies in turn."""
    return tuple(text for step in steps for text in (step.move, step.reply) if text is not None)
