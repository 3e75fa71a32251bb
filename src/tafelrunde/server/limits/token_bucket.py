"""A token bucket for rate limits: it refills slowly, and each request takes one token."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Protocol

Seconds = Callable[[], float]


class Bucket:
    """Allows `burst` at once and `rate` per second in the long run."""

    __slots__ = ("_burst", "_left", "_rate", "_since")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._since = now

    def take(self, now: float) -> bool:
        """Take one out; False if there is none."""
        left = self._filled(now)
        if left < 1.0:
            return False
        self._left = left - 1.0
        return True

    def is_left(self, now: float) -> bool:
        """Return whether anything is left, and nothing owed."""
        return self._filled(now) > 0.0

    def owed(self, now: float) -> float:
        """Return how much more was taken out than there was."""
        return max(0.0, -self._filled(now))

    def _filled(self, now: float) -> float:
        left = self._left + (now - self._since) * self._rate
        if left > self._burst:  # noqa: PLR1730  (asked with every message: `min` costs as much as all the rest)
            left = self._burst
        self._left, self._since = left, now
        return left

    def spend(self, much: float) -> None:
        """Take out more, as a debt if need be, for something that turned out to cost more than others."""
        self._left -= much


class Buckets:
    """A bucket for each address; the least recently used are forgotten, so that memory stays bounded."""

    def __init__(self, rate: float, burst: float, seconds: Seconds, most: int = 10_000) -> None:
        self._rate = rate
        self._burst = burst
        self._seconds = seconds
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take one out of an address's bucket; False if there is none."""
        return self.of(address).take(self._seconds())

    def of(self, address: str) -> Bucket:
        """Return the bucket of an address."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._burst, self._seconds())
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(address)
        return bucket


class Shared(Protocol):
    """Counts over all processes; what cannot be counted is allowed."""

    async def take(self, name: str, address: str, rate: float, burst: float) -> bool:
        """Take one out of the bucket that an address has everywhere; False if there is none."""

    async def enter(self, address: str, here: int, most: int) -> bool:
        """Count a connection as the last of `here` to this process; False if there are more than `most` everywhere."""

    def count(self, address: str, here: int) -> None:
        """Note how many connections an address has to this process."""


class Allowance:
    """How often an address may do something: here, and everywhere if other processes serve too."""

    def __init__(self, name: str, per_hour: float, burst: float, seconds: Seconds, shared: Shared | None) -> None:
        self._name = name
        self._rate = per_hour / 3600
        self._burst = burst
        self._here = Buckets(self._rate, burst, seconds)
        self._shared = shared

    async def take(self, address: str) -> bool:
        """Take one; False if there is none."""
        if not self._here.take(address):
            return False
        return self._shared is None or await self._shared.take(self._name, address, self._rate, self._burst)
