"""Connection limits: how many connections are open, and which of them keep the server waiting.

A connection that asks for nothing, sends half a request or does not read its answer costs memory and a file handle. It
is given some time, and less when there is no room: then the one that has waited longest makes room for a newcomer.
"""

from __future__ import annotations

import asyncio
import resource
import time
from collections import Counter, deque
from collections.abc import Callable
from typing import Any, Protocol

import structlog

from tafelrunde.server.doors.backlog import Backlog
from tafelrunde.server.limits.addresses import Proxies
from tafelrunde.server.limits.token_bucket import Bucket, Buckets
from tafelrunde.server.settings import Settings

log = structlog.get_logger()

_SPARE_HANDLES = 64
_SPARE_PART = 8
"""Of the file handles a part is left for databases, engines and connections that are just being refused."""
_OWED_SECONDS = 1.0
"""Whoever owes so much of the server's time is not let in: even to refuse what they ask for costs some more."""
_QUIET_SECONDS = 10.0
_NEWCOMERS = 16
"""WebSockets that are opened in one round of the event loop: when thousands come at once, those who play can go on."""


class Visitor(Protocol):
    """A connection that may keep the server waiting."""

    address: str
    """By which it is counted."""

    def cut(self) -> None:
        """End it at once."""

    def time_out(self) -> None:
        """End it because its time is over."""


class Seldom:
    """Logs the first of many alike events at once, and the rest as a number from time to time."""

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._last: dict[str, float] = {}
        self._untold: Counter[str] = Counter()

    def warn(self, event: str, **words: Any) -> None:
        """Log an event, unless one of its name was logged a moment ago."""
        now = self._seconds()
        if now - self._last.get(event, -_QUIET_SECONDS) < _QUIET_SECONDS:
            self._untold[event] += 1
            return
        self._last[event] = now
        log.warning(event, untold=self._untold.pop(event, 0), **words)


class Doors:
    """Counts the connections of a process and ends those that take too long."""

    def __init__(
        self, settings: Settings, shares: Buckets | None = None, seconds: Callable[[], float] = time.monotonic
    ) -> None:
        self.limits = settings.limits
        self.seconds = seconds
        self._shares = shares
        self.most = settings.limits.sockets
        """How many connections may be open."""
        self.seldom = Seldom(seconds)
        self.backlog = Backlog(settings.limits.backlog_total_bytes)
        """What waits for readers, over WebSockets and in answers."""
        self._proxies = Proxies(settings.trusted_proxies)
        self._open: Counter[str] = Counter()
        self._deadlines: dict[Visitor, float] = {}
        """Those that keep the server waiting and until when they may, by how long they have."""
        self._waiting: dict[str, dict[Visitor, None]] = {}
        """The same by address."""
        self._coming: deque[Callable[[], None]] = deque()

    @property
    def open(self) -> int:
        """How many connections are open."""
        return self._open.total()

    def enter(self, address: str, peer: str) -> bool:
        """Count a connection, at the cost of another that keeps the server waiting if need be; False without room.

        The address is what the peer's is counted as.
        """
        share = self.share(address, peer)
        if share is not None and share.owed(self.seconds()) > _OWED_SECONDS:
            self.seldom.warn("connections-refused", address=address, reason="too much work")
            return False
        if self.open >= self.most and not self._make_room(self._deadlines):
            self.seldom.warn("connections-refused", open=self.open, reason="all together")
            return False
        many = self._open[address] >= self.limits.sockets_per_address and peer not in self._proxies
        if many and not self._make_room(self._waiting.get(address, {})):
            self.seldom.warn("connections-refused", address=address, reason="one address")
            return False
        self._open[address] += 1
        return True

    def share(self, address: str, peer: str) -> Bucket | None:
        """Return what an address has left of the server's time; None for a proxy, behind which there are many."""
        return None if self._shares is None or peer in self._proxies else self._shares.of(address)

    def leave(self, address: str) -> None:
        """Count a connection that ended."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def _make_room(self, waiting: dict[Visitor, Any]) -> bool:
        oldest = next(iter(waiting), None)
        if oldest is None:
            return False
        self.seldom.warn("unfinished-closed", address=oldest.address, reason="no room", open=self.open)
        oldest.cut()
        return True

    def admit(self, come_in: Callable[[], None]) -> None:
        """Let somebody come in when it is their turn, soon."""
        self._coming.append(come_in)
        if len(self._coming) == 1:
            asyncio.get_running_loop().call_soon(self._admit)

    def _admit(self) -> None:
        try:
            for _ in range(min(_NEWCOMERS, len(self._coming))):
                self._coming[0]()
                self._coming.popleft()
        except BaseException:
            self._coming.popleft()
            raise
        finally:
            if self._coming:
                asyncio.get_running_loop().call_soon(self._admit)

    def expect(self, protocol: Visitor, deadline: float | None) -> None:
        """Wait for a connection until a time; None when it is the server that is waited for."""
        waiting = self._waiting.get(protocol.address)
        if deadline is not None:
            self._deadlines[protocol] = deadline
            if waiting is None:
                waiting = self._waiting[protocol.address] = {}
            waiting[protocol] = None
        elif self._deadlines.pop(protocol, None) is not None and waiting is not None:
            waiting.pop(protocol, None)
            if not waiting:
                del self._waiting[protocol.address]

    async def watch(self) -> None:
        """End connections whose time is over, for ever."""
        limits = self.limits
        pause = min(1.0, limits.head_seconds / 4, limits.body_seconds / 4, limits.stalled_seconds / 4)
        while True:
            await asyncio.sleep(pause)
            now = self.seconds()
            for protocol in [each for each, deadline in self._deadlines.items() if deadline < now]:
                protocol.time_out()


def room_for(sockets: int) -> int:
    """Raise the number of file handles to what this many connections need; return how many they suffice for."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = sockets + max(_SPARE_HANDLES, sockets // _SPARE_PART)
    if soft == resource.RLIM_INFINITY:
        return sockets
    if soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft >= needed:
        return sockets
    room = max(1, soft - max(_SPARE_HANDLES, soft // _SPARE_PART))
    log.warning("few-file-handles", handles=soft, needed=needed, connections=room)
    return room
