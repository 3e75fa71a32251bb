"""What scores say: Elo differences with confidence intervals, and a sequential test (SPRT).

Mirrored matches are not independent: a lucky deal helps both players once. Therefore everything here counts rounds,
in which every player has every seat of one deal once, and the variance between rounds gives the intervals.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, variance
from typing import Literal

CONFIDENCE = 0.95
_NARROWEST = 1e-9


@dataclass(frozen=True)
class Estimate:
    """A value with its confidence interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"


def mean_score(rounds: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """Return the mean of scores between 0 and 1.

    With few rounds, or all alike, the variance says too little; then the wider Wilson interval for as many
    independent wins and losses is used.
    """
    count = len(rounds)
    if not count:
        return Estimate(0.5, 0.0, 1.0)
    mean = fmean(rounds)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    spread = variance(rounds) if count > 1 else 0.0
    if spread > _NARROWEST and count >= 10:
        half = z * math.sqrt(spread / count)
        return Estimate(mean, max(0.0, mean - half), min(1.0, mean + half))
    centre = (mean + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * math.sqrt(mean * (1 - mean) / count + z * z / (4 * count * count))
    return Estimate(mean, max(0.0, centre - half), min(1.0, centre + half))


def elo(score: float, rivals: int = 1) -> float:
    """Return the Elo difference that makes a score the expected one; infinite at 0 and 1.

    Among several rivals of equal strength a score is a share of first places; 0 means equal strength.
    """
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return -400 * math.log10((1 / score - 1) / rivals)


def expected(difference: float, rivals: int = 1) -> float:
    """Return the expected score of an Elo difference."""
    return 1 / (1 + rivals * 10 ** (-difference / 400))


def elo_difference(rounds: Sequence[float], confidence: float = CONFIDENCE, rivals: int = 1) -> Estimate:
    """Return the Elo difference of the first player with its confidence interval."""
    score = mean_score(rounds, confidence)
    return Estimate(elo(score.value, rivals), elo(score.low, rivals), elo(score.high, rivals))


@dataclass(frozen=True)
class Sprt:
    """The sequential test of whether the first player is better by `high` Elo rather than by `low`."""

    low: float
    high: float
    risk: float = 0.05
    rivals: int = 1
    """How many sides the first player meets."""

    def ratio(self, rounds: Sequence[float]) -> float:
        """Return the logarithm of the likelihood ratio, by the normal approximation over rounds."""
        if len(rounds) < 2:
            return 0.0
        # A little is added to the scatter, so that a few rounds that all ended alike do not decide.
        spread = variance(rounds) + 1 / (4 * len(rounds))
        s0, s1 = expected(self.low, self.rivals), expected(self.high, self.rivals)
        return len(rounds) * (s1 - s0) * (2 * fmean(rounds) - s0 - s1) / (2 * spread)

    def verdict(self, rounds: Sequence[float]) -> Literal["better", "not better"] | None:
        """Return what is proved so far; None while it is open."""
        bound = math.log((1 - self.risk) / self.risk)
        ratio = self.ratio(rounds)
        if ratio >= bound:
            return "better"
        return "not better" if ratio <= -bound else None
