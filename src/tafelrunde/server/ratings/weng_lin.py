"""Weng and Lin's ratings for three or more players, and for teams.

Their first algorithm (Bradley-Terry, every pair of sides) from `openskill`, on the scale of all our ratings: between
two sides that are known well 400 points are odds of ten to one. Only the order of the sides counts, equal places being
draws; by how much somebody won does not.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from openskill.models import BradleyTerryFull

from tafelrunde.server.ratings.rating import SCALE, START, Rating

# Time makes ratings less sure, not matches: `tau` would add to the deviation with every one.
_MODEL = BradleyTerryFull(mu=START.rating, sigma=START.deviation, beta=SCALE / math.sqrt(2), tau=0.0)


def rated(
    sides: Sequence[Sequence[Rating]], places: Sequence[int], parts: Sequence[Sequence[float]] | None = None
) -> list[list[Rating]]:
    """Return the ratings after a match, by side and seat; the lowest place is the best, equal ones are a draw.

    By side and seat too a match counts for a part of one; wholly by default.
    """
    parts = [[1.0] * len(side) for side in sides] if parts is None else parts
    teams = [[_MODEL.rating(mu=one.rating, sigma=one.deviation) for one in side] for side in sides]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [
        [_partly(one, float(new.mu), float(new.sigma), part) for one, new, part in zip(side, team, of, strict=True)]
        for side, team, of in zip(sides, after, parts, strict=True)
    ]


def _partly(one: Rating, mu: float, sigma: float, part: float) -> Rating:
    """Return a rating on the way to what a match makes of it, variance and mean in the same proportion."""
    if part < 1:
        mu = one.rating + part * (mu - one.rating)
        sigma = math.sqrt(one.deviation**2 + part * (sigma**2 - one.deviation**2))
    return one.settled(mu, sigma)
