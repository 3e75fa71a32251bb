"""A match in memory with everybody who follows it."""

from __future__ import annotations

import asyncio
import contextlib
from typing import NamedTuple, Protocol

from tafelrunde.games.core import Position
from tafelrunde.server.live.barred import Barred
from tafelrunde.server.live.try_lock import TryLock
from tafelrunde.server.match.parts import Told
from tafelrunde.server.match.refusal import Code, Refusal
from tafelrunde.server.match.state import Match
from tafelrunde.server.wire.broadcast import Broadcast
from tafelrunde.server.wire.state import Shape


class Listener(Protocol):
    """Somebody who is sent messages."""

    def send(self, message: bytes) -> None:
        """Take a message; never wait, never fail."""

    def dismiss(self, match: str, observer: int, reason: Code) -> None:
        """Hear that a match is no longer followed from a seat, and why."""


class Mover(Protocol):
    """Who asked for a move."""

    def done(self, number: int | None) -> None:
        """Hear the number of the move once it is told; None if `Host.act` must decide what became of it."""


class Actor(NamedTuple):
    """Somebody at a seat: asked at every act whether they still hold it."""

    seat: int
    holder: str | None
    """Who it is: the hash of the token that opened the seat, or `holder_of` an account; None for a spectator."""


class Subscription(NamedTuple):
    """How a match is followed: by whom, as in Actor, and whether tables are wanted."""

    holder: str | None
    tables: bool


class LiveMatch:
    """A match, its listeners, and the timers that act for it."""

    __slots__ = (
        "advice",
        "deadline",
        "doubtful",
        "gone",
        "listeners",
        "lock",
        "match",
        "pondered",
        "ringing",
        "shape",
        "thinking",
        "used",
        "waiters",
    )

    def __init__(self, match: Match) -> None:
        self.match = match
        self.lock = TryLock()
        self.listeners: dict[tuple[Listener, int], Subscription] = {}
        """By listener and observer. A seat may change hands: `dismiss_strangers` comes before everything sent."""
        self.waiters: list[asyncio.Future[None]] = []
        """Those who wait for the next event and then ask for it."""
        self.shape = Shape()
        self.deadline: asyncio.TimerHandle | None = None
        self.thinking: asyncio.Task[None] | None = None
        self.pondered: tuple[int, int] | None = None
        """The seat, and the moves made before, that a computer of ours thinks about."""
        self.ringing: asyncio.Task[None] | None = None
        self.advice: tuple[Position, asyncio.Task[str]] | None = None
        """The last hint, and the position it is for."""
        self.doubtful = False
        """Whether the store may hold entries that are not folded in yet."""
        self.gone: Refusal | None = None
        """Why the match cannot go on here, once it was let go of."""
        self.used = 0.0
        """When it was needed last, in the loop's time."""

    def dismiss_strangers(self, barred: Barred) -> None:
        """Send those away who follow a seat that is not theirs any more."""
        match, against = self.match, barred.against
        strangers: list[tuple[Listener, int, Code]] = []
        for (listener, observer), (holder, _) in self.listeners.items():
            if holder is not None and (reason := against(match, observer, holder)) is not None:
                strangers.append((listener, observer, reason))
        for listener, observer, reason in strangers:
            self._dismiss(listener, observer, reason)

    def let_go(self, refusal: Refusal) -> None:
        """Send everybody away, because the match cannot go on."""
        # Whoever still holds it asks the store before the next change, and is then told the same.
        self.gone, self.doubtful = refusal, True
        for listener, observer in list(self.listeners):
            self._dismiss(listener, observer, refusal.refusal)
        self._wake()

    def _dismiss(self, listener: Listener, observer: int, reason: Code) -> None:
        del self.listeners[listener, observer]
        listener.dismiss(self.match.id, observer, reason)

    def _wake(self) -> None:
        for waiter in self.waiters:
            if not waiter.done():
                waiter.set_result(None)
        self.waiters.clear()

    def publish(self, told: Told, barred: Barred) -> None:
        """Send an event to everybody, each what they may know; equal messages are made once."""
        if self.waiters:
            self._wake()
        self.dismiss_strangers(barred)
        shown = Broadcast(self.match, told, self.shape)
        for (listener, observer), (_, tables) in self.listeners.items():
            listener.send(shown.event(observer, tables))

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
