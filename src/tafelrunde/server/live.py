"""A match in memory with everybody who follows it."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Protocol

from tafelrunde.server.baton import Baton
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.match.state import Match, Told
from tafelrunde.server.wire import messages as wire
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
        "gone",
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
        self.gone: Refusal | None = None
        """Why the match cannot go on here, once it was let go of."""
        self.used = 0.0
        """When it was needed last, in the loop's time."""

    def publish(self, told: Told) -> None:
        """Send an event to everybody, each what they may know; equal messages are made once."""
        self._wake()
        ready: dict[tuple[int, bool], bytes] = {}
        shown = Shown(self.match)
        for (listener, observer), tables in self.listeners.items():
            message = ready.get((observer, tables))
            if message is None:
                message = shown.event(told, observer) if tables else encode(happened(self.match, told, observer))
                ready[observer, tables] = message
            listener.send(message)

    def _wake(self) -> None:
        for waiter in self.waiters:
            if not waiter.done():
                waiter.set_result(None)
        self.waiters.clear()

    def let_go(self, refusal: Refusal) -> None:
        """Stop everything, and tell everybody who follows why the match cannot go on."""
        # Whoever still holds it asks the store before the next change, and is then told the same.
        self.gone, self.doubtful = refusal, True
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None
        message = encode(wire.Refused(refusal.refusal, refusal.message, None, self.match.id))
        for listener in dict.fromkeys(listener for listener, _ in self.listeners):
            listener.send(message)
        self.listeners.clear()
        self._wake()

    async def next_event(self, seconds: float) -> None:
        """Wait for the next event, but not for ever."""
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiters.append(waiter)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await waiter

    @property
    def is_idle(self) -> bool:
        """Whether nothing is lost by forgetting it: it can be read from the store again."""
        return not (self.listeners or self.waiters or self.lock.held or self.deadline or self.thinking)
