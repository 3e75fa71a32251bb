"""How strong levels are in a form of a game, as docs/strength.md has it."""

from __future__ import annotations

from dataclasses import dataclass

_INTERVAL = 1.96
"""Standard deviations to either end of an interval of 95 %."""


@dataclass(frozen=True)
class Ladder:
    """What was measured of the levels of a form."""

    elo: tuple[int, ...]
    """By level, counted from the first."""
    low: tuple[int, ...]
    high: tuple[int, ...]
    """Between which of them that is with a certainty of 95 %."""
    first: tuple[int, ...] = ()
    """By level, as far as it was measured: the Elo that moving first is worth among equals; empty if nothing is."""

    def deviation(self, level: int) -> float:
        """Return the standard deviation of a level's Elo."""
        return (self.high[level - 1] - self.low[level - 1]) / (2 * _INTERVAL)

    def first_at(self, elo: float) -> float:
        """Return what moving first is worth among players of a strength, in Elo: between two levels in proportion."""
        if not self.first:
            return 0.0
        known = self.elo[: len(self.first)]
        if elo <= known[0]:
            return float(self.first[0])
        for below, above, here, there in zip(known, known[1:], self.first, self.first[1:], strict=False):
            if elo <= above:
                return here + (there - here) * (elo - below) / (above - below)
        return float(self.first[-1])
