"""How fast pieces of work go, measured side by side."""

from __future__ import annotations

import time
from collections.abc import Callable

ROUNDS = 7


def best(*works: Callable[[], float]) -> list[float]:
    """Return the best rate of each work; they take turns, so that a noisy moment hits all of them."""
    rates = [0.0] * len(works)
    for _ in range(ROUNDS):
        rates = [max(rate, work()) for rate, work in zip(rates, works, strict=True)]
    return rates


def per_second(work: Callable[[], object], units: float) -> Callable[[], float]:
    """Turn a piece of work into one that returns its units a second."""

    def timed() -> float:
        begin = time.perf_counter()
        work()
        return units / (time.perf_counter() - begin)

    return timed
