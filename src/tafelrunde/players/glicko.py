"""Glicko-2 (Glickman 2013): how strong somebody is after some results, how sure that is, and how much it varies.

Pure arithmetic: who met whom, when a period ends and what is kept is decided by those who ask.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

CENTRE = 1500.0
SCALE = 173.7178
TAU = 0.5
"""How quickly the volatility may change."""
VOLATILITY = 0.06
_PRECISE = 1e-6


class Strength(NamedTuple):
    """A rating, its deviation (half of a 68 per cent interval), and how much it varies from period to period."""

    rating: float
    deviation: float
    volatility: float = VOLATILITY


class Result(NamedTuple):
    """What came of one meeting: 1 for a win, 0.5 for a draw, 0 for a loss."""

    other: Strength
    score: float


def rated(own: Strength, results: Sequence[Result]) -> Strength:
    """Return the strength after a period with some results; without any only the doubt grows."""
    mu, phi = (own.rating - CENTRE) / SCALE, own.deviation / SCALE
    if not results:
        return own._replace(deviation=SCALE * math.hypot(phi, own.volatility))
    weights = [weigh(other.deviation / SCALE) for other, _ in results]
    expected = [
        1 / (1 + math.exp(-weight * (mu - (other.rating - CENTRE) / SCALE)))
        for weight, (other, _) in zip(weights, results, strict=True)
    ]
    told = sum(weight**2 * chance * (1 - chance) for weight, chance in zip(weights, expected, strict=True))
    variance = 1 / max(told, _PRECISE)
    surprise = sum(
        weight * (score - chance) for weight, chance, (_, score) in zip(weights, expected, results, strict=True)
    )
    volatility = new_volatility(own.volatility, phi, variance, variance * surprise)
    before = math.hypot(phi, volatility)
    after = 1 / math.sqrt(1 / before**2 + 1 / variance)
    return Strength(CENTRE + SCALE * (mu + after**2 * surprise), SCALE * after, volatility)


def weigh(phi: float) -> float:
    """Return how much a result against somebody counts, by how well they are known."""
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def new_volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Return how much the strength varies after a surprise, by step 5 of the paper (the Illinois algorithm).

    `phi` is the deviation before it, on the scale of the paper as all others are; `variance` and `delta` follow from
    the results.
    """
    a = math.log(sigma**2)

    def f(x: float) -> float:
        e = math.exp(x)
        total = phi**2 + variance + e
        return e * (delta**2 - total) / (2 * total**2) - (x - a) / TAU**2

    left = a
    if delta**2 > phi**2 + variance:
        right = math.log(delta**2 - phi**2 - variance)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        right = a - k * TAU
    at_left, at_right = f(left), f(right)
    while abs(right - left) > _PRECISE:
        middle = left + (left - right) * at_left / (at_right - at_left)
        at_middle = f(middle)
        if at_middle * at_right <= 0:
            left, at_left = right, at_right
        else:
            at_left /= 2
        right, at_right = middle, at_middle
    return math.exp(left / 2)
