"""How much a match says when the same two have met before: the more often of late, the less.

Whoever meets one opponent again and again shows how the two compare, and not how strong either is: they may know each
other's ways, or one of them may lose on purpose. That is as if the result depended, besides on strength, on something
that belongs to the two (a random effect of the pair). What any number of matches of one pair can say is then bounded:
by five matches of people who never met (`1 + 1 / _ALIKE`). What was long ago is forgotten by and by.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

_ALIKE = 0.25
"""The variance of what belongs to a pair, as a part of the variance of a single match."""
_HALF_LIFE_MS = 30 * 86_400_000


ENOUGH = 6
"""Whoever has met fewer different people stays provisional, however often they have."""


class Pair(NamedTuple):
    """How often two have met, with what is long ago counted for less, and when they met last."""

    times: float = 0.0
    at: int = 0

    def now(self, at: int) -> float:
        """Return how often they have met, as it counts at a moment."""
        return self.times * math.exp2(-max(0, at - self.at) / _HALF_LIFE_MS)

    def met(self, at: int) -> Pair:
        """Return the pair after one more match."""
        return Pair(self.now(at) + 1.0, max(at, self.at))


class Met(NamedTuple):
    """What is known about those who sit at a table, besides how strong they are."""

    times: Mapping[frozenset[str], float] = {}
    """How often two have met before, as it counts now."""
    few: AbstractSet[str] = frozenset()
    """Who has met too few different people to be compared with all."""


def weight(times: float) -> float:
    """Return how much a match counts after so many of the same two: 1 for the first one."""
    return (1 + _ALIKE) / ((1 + _ALIKE * times) * (1 + _ALIKE * (times + 1)))
