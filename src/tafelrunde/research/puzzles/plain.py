"""Trying everything, by the rules alone: the second way to an answer, and the one nobody can doubt.

It knows no game: turns are tried to the end, and what refuted the move before is tried first. The rules are the Python
ones, or the native ones where there are too many lines of play for these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tafelrunde.games.core import Position

WIN, DRAW, LOSS = 1, 0, -1
_KILLERS = 24


def _apply(position: Position, turn: Any) -> Position:
    return position.apply(turn)


def _side(position: Position) -> int:
    return position.game.side(position.options, position.seat)


class Plain:
    """Asks whether a side of a two-sided game with everything open reaches a goal.

    `step` plays a turn of a position, and `side_of` tells the side to move; both are those of the Python rules.
    """

    def __init__(self, step: Callable[[Any, Any], Any] = _apply, side_of: Callable[[Any], int] = _side) -> None:
        self.positions = 0
        self._step = step
        self._side_of = side_of
        self._known: dict[tuple[Any, int, int], bool] = {}
        self._killers: dict[tuple[int, int], list[str]] = {}

    def reaches(self, position: Any, side: int, goal: int, depth: int = 0) -> bool:
        """Return whether a side gets at least a win (1) or a draw (0) against every defence."""
        self.positions += 1
        if position.is_over:
            return final_worth(position, side) >= goal
        key = (position, side, goal)
        known = self._known.get(key)
        if known is None:
            own = self._side_of(position) == side
            known = not own
            for turn in self._turns(position, depth):
                if self.reaches(self._step(position, turn), side, goal, depth + 1) == own:
                    known = own
                    self._remember(position.seat, depth, str(turn))
                    break
            self._known[key] = known
        return known

    def worth(self, position: Any, side: int) -> int:
        """Return what a side gets with best play on both sides."""
        if self.reaches(position, side, WIN):
            return WIN
        return DRAW if self.reaches(position, side, DRAW) else LOSS

    def keeping(self, position: Any) -> tuple[int, list[str]]:
        """Return what the side to move gets, and every turn that keeps it."""
        side = self._side_of(position)
        worth = self.worth(position, side)
        turns = position.turns()
        return worth, [str(turn) for turn in turns if self.reaches(self._step(position, turn), side, worth, 1)]

    def _turns(self, position: Any, depth: int) -> Iterator[Any]:
        turns = {str(turn): turn for turn in position.turns()}
        for text in self._killers.get((position.seat, depth), ()):
            if text in turns:
                yield turns.pop(text)
        yield from turns.values()

    def _remember(self, seat: int, depth: int, text: str) -> None:
        killers = self._killers.setdefault((seat, depth), [])
        if text in killers:
            killers.remove(text)
        killers.insert(0, text)
        del killers[_KILLERS:]


def final_worth(position: Any, side: int) -> int:
    """Return what a side got in a finished match."""
    winner = position.outcome().winner
    return DRAW if winner is None else WIN if winner == side else LOSS


def try_everything(position: Position) -> tuple[int, list[str]]:
    """Return what the side to move gets, and every turn that keeps it."""
    return Plain().keeping(position)
