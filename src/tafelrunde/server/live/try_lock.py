"""A lock that can also be taken at once, without waiting, by code that is no coroutine."""

from __future__ import annotations

import asyncio
from collections import deque


class TryLock:
    """Held by one at a time; those who wait get it in the order they came."""

    __slots__ = ("_waiting", "held")

    def __init__(self) -> None:
        self.held = False
        self._waiting: deque[asyncio.Future[None]] | None = None

    def take(self) -> bool:
        """Take it if nobody has it; False otherwise."""
        if self.held:
            return False
        self.held = True
        return True

    def release(self) -> None:
        """Give it to the next who waits, or put it down."""
        while self._waiting:
            following = self._waiting.popleft()
            if not following.done():
                following.set_result(None)
                return
        self.held = False

    async def __aenter__(self) -> None:
        if self.take():
            return
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self._waiting is None:
            self._waiting = deque()
        self._waiting.append(waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled():
                self.release()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.release()
