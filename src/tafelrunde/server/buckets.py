"""Limits on how often: a bucket that fills slowly and is emptied one by one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

Seconds = Callable[[], float]


class Bucket:
    """Allows `burst` at once and `rate` a second in the long run."""

    __slots__ = ("_burst", "_left", "_rate", "_since")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._since = now

    def take(self, now: float) -> bool:
        """Take one out; False if there is none."""
        self._left = min(self._burst, self._left + (now - self._since) * self._rate)
        self._since = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True


class Buckets:
    """A bucket for each address; those not used for longest are forgotten, so that memory stays bounded."""

    def __init__(self, rate: float, burst: float, seconds: Seconds, most: int = 10_000) -> None:
        self._rate = rate
        self._burst = burst
        self._seconds = seconds
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take one out of an address's bucket; False if there is none."""
        now = self._seconds()
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._burst, now)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(address)
        return bucket.take(now)
