"""How strong somebody is, and how sure that is."""

from __future__ import annotations

import math
from typing import NamedTuple

SCALE = 400 / math.log(10)
"""Points of a rating per unit of a logistic curve: 400 points are odds of ten to one, as with Elo."""
LEAST_DEVIATION, MOST_DEVIATION = 45.0, 350.0
LEAST_RATING, MOST_RATING = 100.0, 4000.0
CERTAIN = 110.0
"""A rating whose deviation is larger is provisional."""
ALONE = 120.0
"""How sure matches against computers alone can make a rating: it stays provisional with them."""
PERIOD_MS = 2 * 86_400_000
"""A rating period; whoever plays often is rated many times within one, each time for a fraction of it."""


class Rating(NamedTuple):
    """A rating with its standard deviation, and how much the strength behind it is expected to wander in a period."""

    rating: float = 1500.0
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06

    def aged(self, ms: int) -> Rating:
        """Return the rating after some time in which nothing was heard: the longer, the less sure it is."""
        spread = self.volatility * SCALE
        return self.settled(self.rating, math.sqrt(self.deviation**2 + spread**2 * (max(0, ms) / PERIOD_MS)))

    def settled(self, rating: float, deviation: float) -> Rating:
        """Return the rating with other numbers, within the limits of all ratings."""
        return self._replace(
            rating=min(MOST_RATING, max(LEAST_RATING, rating)),
            deviation=min(MOST_DEVIATION, max(LEAST_DEVIATION, deviation)),
        )

    @property
    def is_certain(self) -> bool:
        """Whether it is sure enough to be compared with others."""
        return self.deviation <= CERTAIN


START = Rating()
"""Of somebody who was never rated."""
