"""A match in memory with everybody who follows it."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Protocol

from tafelrunde.server.baton import Baton
from tafelrunde.server.match.state import Match, Told
from tafelrunde.server.wire.shown import Shown
from tafelrunde.server.wire.state import encode, happened


class Listener(Protocol):
    """Somebody who is sent messages."""

    def send(self, message: bytes) -> None:
        """Take a message; never wait, never fail."""


class Live:
    """A match, its listeners, and the timers that act for it."""

    __slots__ = (
        "deadline",
        "doubtful",
        "listeners",
        "lock",
        "match",
        "ringing",
        "thinking",
        "used",
        "waiters",
    )

    def __init__(self, match: Match) -> None:
        self.match = match
        self.lock = Baton()
        self.listeners: dict[tuple[Listener, int], bool] = {}
        """By listener and observer: whether tables are wanted."""
        self.waiters: list[asyncio.Future[None]] = []
        """Those who wait for the next event and then ask for it."""
        self.deadline: asyncio.TimerHandle | None = None
        self.thinking: asyncio.Task[None] | None = None
        self.ringing: asyncio.Task[None] | None = None
        self.doubtful = False
        """Whether the store may hold entries that are not folded in yet."""
        self.used = 0.0
        """When it was needed last, in the loop's time."""

    def publish(self, told: Told) -> None:
        """Send an event to everybody, each what they may know; equal messages are made once."""
        for waiter in self.waiters:
            if not waiter.done():
                waiter.set_result(None)
        self.waiters.clear()
        ready: dict[tuple[int, bool], bytes] = {}
        shown = Shown(self.match)
        for (listener, observer), tables in self.listeners.items():
            message = ready.get((observer, tables))
            if message is None:
                message = shown.event(told, observer) if tables else encode(happened(self.match, told, observer))
                ready[observer, tables] = message
            listener.send(message)

    async def next_event(self, seconds: float) -> None:
        """Wait for the next event, but not for ever."""
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiters.append(waiter)
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await waiter
        finally:
            # Whoever gave up, or left, is not waited for: else the match would be kept for ever.
            with contextlib.suppress(ValueError):
                self.waiters.remove(waiter)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is lost by forgetting it: it can be read from the store again."""
        return not (self.listeners or self.waiters or self.lock.held or self.deadline or self.thinking)
