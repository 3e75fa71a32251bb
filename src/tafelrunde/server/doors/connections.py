"""The doors: how many connections are open, how long a request's head may be, and how long it may take to arrive.

A connection that asks for nothing, sends half a request or does not read its answer costs memory and a file handle. It
is given some time, and less when there is no room: then the one that has waited longest makes room for a newcomer.
"""

from __future__ import annotations

import asyncio
import resource
import time
from collections import Counter, deque
from collections.abc import Callable
from typing import Any, Literal

import httptools
import structlog
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from tafelrunde.server import metrics
from tafelrunde.server.doors.framing import DirectProtocol
from tafelrunde.server.limits.addresses import Proxies, counted_as
from tafelrunde.server.match.refusal import Code
from tafelrunde.server.settings import Settings
from tafelrunde.server.wire import messages as wire
from tafelrunde.server.wire.state import encode

log = structlog.get_logger()

_LINE_BYTES = 8_000
"""The longest address and the longest header, as in other servers."""
_HEADERS = 100
_PIPELINED = 8
"""Requests that may wait for the answers to those before them. Browsers send none ahead."""
_BODY_SLACK = 4
"""How much more of a body than is allowed is read and thrown away, so that the client hears that it is too large."""
_SPARE_HANDLES = 64
_SPARE_PART = 8
"""Of the file handles a part is left for databases, engines and connections that are just being refused."""
_QUIET_SECONDS = 10.0
_NEWCOMERS = 16
"""WebSockets that are opened in one round of the event loop: when thousands come at once those who play go on."""


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

    def __init__(self, settings: Settings, seconds: Callable[[], float] = time.monotonic) -> None:
        self.limits = settings.limits
        self.seconds = seconds
        self.most = settings.limits.sockets
        """How many connections may be open."""
        self.seldom = Seldom(seconds)
        self._proxies = Proxies(settings.trusted_proxies)
        self._open: Counter[str] = Counter()
        self._deadlines: dict[HttpProtocol, float] = {}
        """Those that keep the server waiting and until when they may, by how long they have."""
        self._waiting: dict[str, dict[HttpProtocol, None]] = {}
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
        if self.open >= self.most and not self._make_room(self._deadlines):
            self.seldom.warn("connections-refused", open=self.open, reason="all together")
            return False
        many = self._open[address] >= self.limits.sockets_per_address and peer not in self._proxies
        if many and not self._make_room(self._waiting.get(address, {})):
            self.seldom.warn("connections-refused", address=address, reason="one address")
            return False
        self._open[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Count a connection that ended."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def _make_room(self, waiting: dict[HttpProtocol, Any]) -> bool:
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

    def expect(self, protocol: HttpProtocol, deadline: float | None) -> None:
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


class _Unacceptable(Exception):
    """Stops the parser."""


class HttpProtocol(HttpToolsProtocol):
    """One connection of a client, until it becomes a WebSocket."""

    def __init__(self, doors: Doors, **options: Any) -> None:
        super().__init__(**options)
        self._doors = doors
        self.address = "local"
        self._entered = False
        self._ended = False
        """Whether nothing more is to be read."""
        self._part: Literal["head", "body"] | None = None
        """The part of a request that is still arriving."""
        self._since = 0.0
        self._arrived = 0
        """How much of that part has come, at least."""
        self._length = 0
        """How long the headers are that have ended."""
        self._heads = 0
        self._stalled: float | None = None
        self._why: tuple[int, Code, str] | None = None

    # Coming and going

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or turn it away."""
        super().connection_made(transport)
        peer = self.client[0] if self.client else "local"
        self.address = counted_as(peer)
        self._entered = self._doors.enter(self.address, peer)
        if self._entered:
            self._since = self._doors.seconds()
            self._doors.expect(self, self._since + self._doors.limits.head_seconds)
        else:
            self._refuse(503, "too-many", "too many connections; try again in a moment")

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        self._ended = True
        self._doors.expect(self, None)
        if self._entered:
            self._entered = False
            self._doors.leave(self.address)

    def cut(self) -> None:
        """End the connection at once."""
        self._leave()
        self.transport.abort()

    def time_out(self) -> None:
        """End a connection whose time is over, with a word if the client may be listening."""
        if self._stalled is not None:
            self._doors.seldom.warn("unfinished-closed", address=self.address, reason="an answer that is not read")
            self.cut()
        elif self._part is None:
            # Nothing was asked for: browsers connect ahead and keep what they may need again.
            self._leave()
            self.transport.close()
        else:
            self._doors.seldom.warn("unfinished-closed", address=self.address, reason="half a request")
            self._refuse(408, "bad-message", "the request took too long to arrive")

    @property
    def _is_answering(self) -> bool:
        """Whether an answer has begun and not ended, into which no other may be written."""
        cycle = self._last_cycle
        return cycle is not None and cycle.response_started and not cycle.response_complete

    @property
    def _last_cycle(self) -> RequestResponseCycle | None:
        """The last request and its answer; None before the first."""
        return self.cycle

    def _refuse(self, status: int, code: Code, message: str) -> None:
        """Say why, and end the connection."""
        metrics.REFUSALS.labels(code).inc()
        if self._is_answering:
            self.cut()
            return
        body = encode(wire.ErrorShown(code, message))
        head = [STATUS_LINE[status], b"content-type: application/json\r\ncache-control: no-store\r\n"]
        head.append(b"content-length: %d\r\nconnection: close\r\n\r\n" % len(body))
        self.transport.write(b"".join((*head, body)))
        self._leave()
        self.transport.close()

    # Receiving

    def data_received(self, data: bytes) -> None:
        """Read requests, as far as they keep within the limits."""
        if self._ended:
            return
        self._unset_keepalive_if_required()
        heads = self._heads if self._part == "head" else None
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                # A client that may not speak before it is answered need not be listened to.
                self.flow.pause_reading()
                self._doors.expect(self, None)
                self._doors.admit(self._upgrade)
            return
        except httptools.HttpParserError:
            self._refuse(*(self._why or (400, "bad-message", "this is no HTTP request that can be read")))
            return
        if self._part == "body":
            self._arrived += len(data)
            if self._arrived > _BODY_SLACK * self._doors.limits.body_bytes:
                self.cut()
        elif self._part == "head" and self._heads in (heads, 1):
            # A header that has not ended is not handed on: it is counted as it comes.
            self._arrived += len(data)
            if self._arrived > self._doors.limits.head_bytes:
                self._refuse(431, "too-large", "the headers are too long")

    def on_message_begin(self) -> None:
        """Begin a request."""
        super().on_message_begin()
        if self._last_cycle is not None:
            # The time of the first one began with the connection.
            self._since = self._doors.seconds()
        self._part, self._arrived, self._length = "head", 0, 0
        self._heads += 1
        self._expect()

    def on_url(self, url: bytes) -> None:
        """Take a piece of the address."""
        super().on_url(url)
        if len(self.url) > _LINE_BYTES:
            self._stop(414, "too-large", "the address is too long")

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header."""
        super().on_header(name, value)
        size = len(name) + len(value)
        self._length += size
        if size > _LINE_BYTES or len(self.headers) > _HEADERS or self._length > self._doors.limits.head_bytes:
            self._stop(431, "too-large", "the headers are too long")

    def _stop(self, status: int, code: Code, message: str) -> None:
        self._why = status, code, message
        raise _Unacceptable

    def on_headers_complete(self) -> None:
        """Begin to answer, or to wait until those before are answered."""
        if len(self.pipeline) >= _PIPELINED:
            self._stop(400, "too-many", "too many requests ahead of their answers")
        super().on_headers_complete()
        self._part, self._arrived, self._since = "body", 0, self._doors.seconds()
        self._expect()

    def on_message_complete(self) -> None:
        """Have the whole request."""
        super().on_message_complete()
        self._part = None
        self._expect()

    def _upgrade(self) -> None:
        """Become a WebSocket, which keeps this connection's place."""
        if self._ended or self.transport.is_closing():
            return
        self.flow.resume_reading()
        cycle = self._last_cycle
        if cycle is not None and not cycle.response_complete:
            self._refuse(400, "bad-message", "a request before this one is not answered yet")
            return
        try:
            self.handle_websocket_upgrade()
        except (ValueError, AssertionError):
            # Bytes that no header and no address may have.
            self._refuse(400, "bad-message", "this is no WebSocket handshake that can be read")
            return
        protocol: Any = self.transport.get_protocol()
        assert isinstance(protocol, DirectProtocol)
        if not protocol.handshake_initiated:
            self._refuse(400, "bad-message", "this is no WebSocket handshake that can be read")
            return
        self._doors.expect(self, None)
        protocol.on_lost = self._leave

    def _unsupported_upgrade_warning(self) -> None:
        """Say nothing of upgrades to protocols that are not spoken here: anybody may ask for them."""

    # Answering

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._expect()

    def pause_writing(self) -> None:
        """Note that the client does not read."""
        super().pause_writing()
        self._stalled = self._doors.seconds()
        self._expect()

    def resume_writing(self) -> None:
        """Note that the client reads again."""
        super().resume_writing()
        self._stalled = None
        self._expect()

    def _expect(self) -> None:
        """Note how long this connection may keep the server waiting."""
        if self._ended:
            return
        limits = self._doors.limits
        if self._stalled is not None:
            self._doors.expect(self, self._stalled + limits.stalled_seconds)
        elif self._part is not None:
            seconds = limits.head_seconds if self._part == "head" else limits.body_seconds
            self._doors.expect(self, self._since + seconds)
        elif (cycle := self._last_cycle) is None or cycle.response_complete:
            self._doors.expect(self, self._doors.seconds() + limits.head_seconds)
        else:
            self._doors.expect(self, None)


def room_for(sockets: int) -> int:
    """Raise the number of file handles to what so many connections need; return for how many they are enough."""
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
