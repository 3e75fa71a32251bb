"""Elo ratings of all entrants at once, with intervals.

Strengths are those of Bradley and Terry, computed by evalica. Every pair that met counts one drawn match more, so that
who won everything has a finite rating. Matches over the same deal are not independent, so the intervals come from
resampling whole deals. Where few deals all ended alike that says too little; then the interval of as many independent
matches is taken, which is the wider one.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np
from evalica import Winner, bradley_terry

from tafelrunde.players.rating import CONFIDENCE, Estimate, expected
from tafelrunde.research.tournament.results import Results

SAMPLES = 400
SEED = 1


def ratings(results: Results, samples: int = SAMPLES) -> list[Estimate]:
    """Return the Elo of every entrant, the mean being 0; an entrant without matches has 0 and no limits."""
    entrants = len(results.tournament.entrants)
    deals: dict[int, list[tuple[int, int, float]]] = defaultdict(list)
    for result in results.ordered():
        deals[result.deal].append((result.first, result.second, result.score))
    if not deals:
        return [Estimate(0.0, -math.inf, math.inf)] * entrants
    rows = [(first, second, score, index) for index, deal in enumerate(deals.values()) for first, second, score in deal]
    pairs = sorted({(first, second) for first, second, _, _ in rows})
    values = _elo(rows, pairs, np.ones(len(deals)), entrants)
    chance = np.random.default_rng(SEED)
    drawn = [
        _elo(rows, pairs, chance.multinomial(len(deals), np.full(len(deals), 1 / len(deals))), entrants)
        for _ in range(samples)
    ]
    low, high = np.quantile(drawn, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2], axis=0)
    # One deal says nothing about how much deals differ.
    if len(deals) == 1:
        low, high = np.full(entrants, -math.inf), np.full(entrants, math.inf)
    half = _half_widths(rows, pairs, values)
    low, high = np.minimum(low, values - half), np.maximum(high, values + half)
    return [Estimate(*map(float, numbers)) for numbers in zip(values, low, high, strict=True)]


def _half_widths(
    rows: Sequence[tuple[int, int, float, int]],
    pairs: Sequence[tuple[int, int]],
    values: np.ndarray[tuple[int], np.dtype[np.float64]],
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return how far ratings can be off if all matches were independent: as a win or a loss tells by its odds."""
    told = np.zeros(len(values))
    for first, second in [*((row[0], row[1]) for row in rows), *pairs]:
        share = expected(values[first] - values[second])
        told[[first, second]] += share * (1 - share)
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    scale = 400 / math.log(10)
    return np.where(told > 0, z * scale / np.sqrt(np.maximum(told, 1e-12)), math.inf)


def _elo(
    rows: Sequence[tuple[int, int, float, int]],
    pairs: Sequence[tuple[int, int]],
    counts: np.ndarray[tuple[int], np.dtype[np.floating | np.integer]],
    entrants: int,
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return the ratings where every deal counts so many times."""
    firsts, seconds, winners, weights = [], [], [], []
    for first, second, score, deal in rows:
        # A score between a win and a loss, as among three seats, is a part of either.
        for winner, weight in ((Winner.X, score), (Winner.Y, 1 - score)):
            if weight and counts[deal]:
                firsts.append(first)
                seconds.append(second)
                winners.append(winner)
                weights.append(float(weight * counts[deal]))
    for first, second in pairs:
        firsts.append(first)
        seconds.append(second)
        winners.append(Winner.Draw)
        weights.append(1.0)
    scores = bradley_terry(firsts, seconds, winners, weights=weights, tolerance=1e-9, limit=10_000).scores
    elo = np.zeros(entrants)
    for entrant, strength in scores.items():
        elo[int(str(entrant))] = 400 * math.log10(max(float(strength), 1e-12))
    playing = [int(str(entrant)) for entrant in scores.index]
    elo[playing] -= elo[playing].mean()
    return elo
