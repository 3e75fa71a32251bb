"""Concurrency limits, per address."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator


class AtOnce:
    """Counts what has begun and not ended."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def __getitem__(self, address: str) -> int:
        """Return how much of an address goes on."""
        return self._counts[address]

    @contextlib.contextmanager
    def one(self, address: str) -> Iterator[None]:
        """Count something until the block ends."""
        self._counts[address] += 1
        try:
            yield
        finally:
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]
