"""Time that is shared out over the turns of a match."""

from __future__ import annotations

from collections.abc import Callable

from tafelrunde.players.base import Stop

Clock = Callable[[], float]


class Pace:
    """A stop sign for every turn in its time: each gets an equal share of what is left of some seconds."""

    def __init__(self, seconds: float, turns: int, stop: Stop, clock: Clock) -> None:
        self._clock = clock
        self._stop = stop
        self._end = clock() + seconds
        self._left = turns
        self._until = 0.0
        self._begun = False
        self.next_turn()

    def next_turn(self) -> float:
        """Begin the share of the next turn and return its seconds."""
        now = self._clock()
        share = max(0.0, self._end - now) / max(1, self._left)
        self._left -= 1
        self._until = now + share
        self._begun = False
        return share

    def is_set(self) -> bool:
        """Return whether the share is used up, or somebody said stop; time never keeps a turn from being begun."""
        begun, self._begun = self._begun, True
        return self._stop.is_set() or (begun and self._clock() >= self._until)
