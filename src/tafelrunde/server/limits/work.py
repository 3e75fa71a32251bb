"""How much CPU time an address may use.

Counting requests says little of what they cost: a hundred pings are cheaper than one long record. So what is counted
besides is the processor time itself, wherever it is spent for somebody: in the event loop, step by step, and in the
threads beside it.
"""

from __future__ import annotations

import asyncio
import time
import types
from collections import Counter
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from tafelrunde.server.limits.token_bucket import Bucket, Buckets, Seconds
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.settings import Limits

P = ParamSpec("P")
T = TypeVar("T")

spent_seconds = time.thread_time
"""The processor time that the running thread has used; waiting, and the work of others, do not count."""

_THREADS = 2


@types.coroutine
def measured(work: Coroutine[Any, Any, T], share: Bucket) -> Generator[Any, Any, T]:
    """Do what a coroutine does, and take the time of each of its steps out of a share."""
    step: Callable[[Any], Any] = work.send
    given: Any = None
    while True:
        began = spent_seconds()
        try:
            awaited = step(given)
        except StopIteration as end:
            result: T = end.value
            return result
        finally:
            share.spend(spent_seconds() - began)
        try:
            given = yield awaited
            step = work.send
        except GeneratorExit:
            work.close()
            raise
        except BaseException as error:  # noqa: BLE001  (whatever it is, it is the work's to catch)
            step, given = work.throw, error


class Desk:
    """Answers what takes a moment in its own threads: the questions of an address one after the other."""

    def __init__(self, limits: Limits, seconds: Seconds = time.monotonic) -> None:
        self.shares = Buckets(limits.work_per_second, limits.work_burst, seconds)
        """What each address has left of its time."""
        self._most = limits.questions_waiting
        self._seconds = seconds
        self._pool = ThreadPoolExecutor(_THREADS, "desk")
        self._turns: dict[str, asyncio.Lock] = {}
        self._waiting: Counter[str] = Counter()

    def share(self, address: str) -> Bucket:
        """Return what an address has left of its time."""
        return self.shares.of(address)

    def check(self, address: str) -> None:
        """Raise Refusal if an address has made the server work for too long."""
        if not self.share(address).is_left(self._seconds()):
            raise Refusal("too-fast", "your address has kept the server busy; wait a moment")

    async def ask(self, address: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what a function returns that takes a moment; raise what it raises, or Refusal."""
        if self._waiting[address] >= self._most:
            raise Refusal("too-fast", "too many questions at once; slow down")
        share = self.share(address)

        def run() -> T:
            began = spent_seconds()
            try:
                return work(*args, **kwargs)
            finally:
                loop.call_soon_threadsafe(share.spend, spent_seconds() - began)

        loop = asyncio.get_running_loop()
        self._waiting[address] += 1
        try:
            async with self._turns.setdefault(address, asyncio.Lock()):
                # Those before it may have used up everything.
                self.check(address)
                return await asyncio.shield(loop.run_in_executor(self._pool, run))
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address], self._turns[address]

    def close(self) -> None:
        """Take nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
