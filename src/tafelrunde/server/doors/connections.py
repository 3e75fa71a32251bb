"""One HTTP connection: limits on the size of a request's head and on the time a request may take to arrive."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import Any, Literal

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from tafelrunde.server import metrics
from tafelrunde.server.doors.handshake import Handshake
from tafelrunde.server.doors.places import Doors
from tafelrunde.server.limits.addresses import counted_as
from tafelrunde.server.limits.token_bucket import Bucket
from tafelrunde.server.match.refusal import Code
from tafelrunde.server.wire import rest
from tafelrunde.server.wire.state import encode

_LINE_BYTES = 8_000
"""The longest address and the longest header, as in other servers."""
_HEADERS = 100
_PIPELINED = 8
"""Requests that may wait for the answers to those before them. Browsers send none ahead."""
_PIECES = 1_024
"""Into how many pieces a body may be cut: each costs more than a byte does."""
_BODY_SLACK = 4
"""How much more of a body than is allowed is read and thrown away, so that the client hears that it is too large."""


class _Unacceptable(Exception):
    """Stops the parser."""


class HttpProtocol(HttpToolsProtocol):
    """One connection of a client, until it becomes a WebSocket."""

    def __init__(self, doors: Doors, **options: Any) -> None:
        super().__init__(**options)
        self._doors = doors
        self.address = "local"
        self._share: Bucket | None = None
        """What its address has left of the server's time."""
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
        self._pieces = 0
        """In how many pieces the body has come so far."""
        self._stalled: float | None = None
        self._running: RequestResponseCycle | None = None
        """The request that is being answered."""
        self._why: tuple[int, Code, str] | None = None

    # Coming and going

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or turn it away."""
        super().connection_made(transport)
        peer = self.client[0] if self.client else "local"
        self.address = counted_as(peer)
        self._entered = self._doors.enter(self.address, peer)
        self._share = self._doors.share(self.address, peer)
        if self._entered:
            self._since = self._doors.seconds()
            self._doors.expect(self, self._since + self._doors.limits.head_seconds)
        else:
            self._refuse(503, "too-many", "too many connections; try again in a moment")

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._leave()
        super().connection_lost(exc)
        # A request and its connection hold each other: with all that had come they would wait for the collector.
        self._running = self.cycle = None  # type: ignore[assignment]
        self.pipeline.clear()

    def cut_off(self) -> None:
        """End the connection of a client that does not read, because too much waits for all of them."""
        metrics.SLOW_READERS.inc()
        self._doors.seldom.warn("unfinished-closed", address=self.address, reason="too much that is not read")
        self.cut()

    def _leave(self) -> None:
        self._ended = True
        for cycle in (self._running, self._last_cycle):
            # Nobody hears what is answered from now on.
            if cycle is not None and not cycle.response_complete:
                cycle.disconnected = True
                cycle.message_event.set()
        self._doors.backlog.note(self, 0)
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
        body = encode(rest.ErrorShown(code, message))
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
        began = time.monotonic()
        self._read(data)
        if self._share is not None:
            self._share.spend(time.monotonic() - began)

    def _read(self, data: bytes) -> None:
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
        self._part, self._arrived, self._pieces, self._since = "body", 0, 0, self._doors.seconds()
        self._expect()

    def on_body(self, body: bytes) -> None:
        """Take a piece of the body."""
        self._pieces += 1
        if self._pieces > _PIECES:
            self._stop(400, "bad-message", "the body comes in too many pieces")
        super().on_body(body)

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
        assert isinstance(protocol, Handshake)
        if not protocol.handshake_initiated:
            self._refuse(400, "bad-message", "this is no WebSocket handshake that can be read")
            return
        # The place is the WebSocket's from here on, and nothing of this protocol is needed any more.
        self._doors.expect(self, None)
        self._ended, self._entered = True, False
        protocol.on_lost = partial(self._doors.leave, self.address)
        self._unset_keepalive_if_required()
        del self.parser

    def _unsupported_upgrade_warning(self) -> None:
        """Say nothing of upgrades to protocols that are not spoken here: anybody may ask for them."""

    # Answering

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._expect()

    def pause_writing(self) -> None:
        """Note that the client does not read."""
        super().pause_writing()
        self._stalled = self._doors.seconds()
        self._expect()
        # The whole answer waits in memory until it is read.
        self._doors.backlog.note(self, self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """Note that the client reads again."""
        super().resume_writing()
        self._stalled = None
        self._doors.backlog.note(self, 0)
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
