"""Glicko-2 for two sides of one seat each, a match at a time.

After Mark Glickman, Example of the Glicko-2 system (2022). Its periods are fractional here: a match counts at once, and
what a whole period adds to the deviation is added for the part of it that went by since the last match.
"""

from __future__ import annotations

import math

from tafelrunde.players.glicko import new_volatility, weigh
from tafelrunde.server.ratings.rating import PERIOD_MS, SCALE, Rating

_LEAST_VOLATILITY, _MOST_VOLATILITY = 0.01, 0.1


def expected(one: Rating, other: Rating, advantage: float = 0.0) -> float:
    """Return the expected score of `one`, whose seat is worth `advantage` points more."""
    return 1 / (1 + math.exp(-_weight(other) * (one.rating + advantage - other.rating) / SCALE))


def rated(
    one: Rating, other: Rating, score: float, advantage: float = 0.0, ms: int = 0, *, part: float = 1.0
) -> Rating:
    """Return one's rating after a match: 1 for a win, 1/2 for a draw, 0 for a loss.

    `other` is the opponent's at the moment of the match, `ms` the time since one's own last match. The result may count
    for a `part` of one only: it then says as much as one with a larger variance.
    """
    weight, likely = _weight(other), expected(one, other, advantage)
    deviation = one.deviation / SCALE
    variance = 1 / (part * weight**2 * likely * (1 - likely))
    surprise = part * weight * (score - likely)
    volatility = _wander(one, variance, variance * surprise)
    before = deviation**2 + volatility**2 * (max(0, ms) / PERIOD_MS)
    after = 1 / (1 / before + 1 / variance)
    changed = one._replace(volatility=volatility)
    return changed.settled(one.rating + after * surprise * SCALE, math.sqrt(after) * SCALE)


def _weight(other: Rating) -> float:
    return weigh(other.deviation / SCALE)


def _wander(one: Rating, variance: float, change: float) -> float:
    volatility = new_volatility(one.volatility, one.deviation / SCALE, variance, change)
    return min(_MOST_VOLATILITY, max(_LEAST_VOLATILITY, volatility))
