"""One client's WebSocket: what it may ask, and what it is sent."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from tafelrunde import __version__
from tafelrunde.games.core import SPECTATOR
from tafelrunde.games.errors import TafelrundeError
from tafelrunde.server import metrics
from tafelrunde.server.buckets import Bucket
from tafelrunde.server.host import Host
from tafelrunde.server.live import Live
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.wire import messages as wire
from tafelrunde.server.wire.show import show
from tafelrunde.server.wire.state import encode, happened, snapshot
from tafelrunde.store import StoreUnavailable

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]

_decoder = msgspec.json.Decoder(wire.ClientMessage)

_RETRY_MS = 1_000
_REFUSALS_ALLOWED = 1_000
"""A client that sends nothing but nonsense is cut off after so many refusals."""

NORMAL, GOING_AWAY, POLICY, TOO_BIG, TRY_AGAIN = 1000, 1001, 1008, 1009, 1013


class Connection:
    """A WebSocket with the matches it follows."""

    def __init__(self, receive: Receive, send: Send, host: Host) -> None:
        self._receive = receive
        self._send = send
        self._host = host
        self._limits = host.settings.limits
        self._bucket = Bucket(self._limits.messages_per_second, self._limits.messages_burst, time.monotonic())
        self._followed: dict[tuple[str, int], Live] = {}
        self._outgoing: deque[bytes] = deque()
        self._waiting: asyncio.Future[None] | None = None
        self._refusals = 0
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.heard = time.monotonic()

    # Sending

    def send(self, message: bytes) -> None:
        """Take a message for the client; one who lets too many wait is cut off and can resume later."""
        if self.ended.done():
            return
        self._outgoing.append(message)
        if len(self._outgoing) > self._limits.backlog_messages:
            metrics.SLOW_READERS.inc()
            self._outgoing.clear()
            self.end(POLICY)
        elif self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def _write(self) -> None:
        """Send what waits, as fast as the client reads."""
        loop = asyncio.get_running_loop()
        while True:
            while self._outgoing:
                message = self._outgoing.popleft()
                await self._send({"type": "websocket.send", "text": message.decode()})
            self._waiting = loop.create_future()
            await self._waiting

    def end(self, code: int) -> None:
        """Close the connection."""
        if not self.ended.done():
            self.ended.set_result(code)

    def say_goodbye(self) -> None:
        """Tell the client that the server stops, and close once that is sent."""
        self.send(encode(wire.Goodbye("restart", _RETRY_MS)))
        asyncio.get_running_loop().call_later(0.2, self.end, TRY_AGAIN)

    # Receiving

    async def run(self) -> None:
        """Serve the client until one of both sides ends it."""
        await self._receive()
        await self._send({"type": "websocket.accept"})
        now = self._host.now()
        welcome = wire.Welcome(wire.PROTOCOL, f"tafelrunde/{__version__}", self._host.settings.heartbeat, now)
        self.send(encode(welcome))
        reading = asyncio.create_task(self._read())
        writing = asyncio.create_task(self._write())
        try:
            everything: list[asyncio.Future[Any]] = [reading, writing, self.ended]
            await asyncio.wait(everything, return_when=asyncio.FIRST_COMPLETED)
        finally:
            code = self.ended.result() if self.ended.done() else NORMAL
            self.end(code)
            for task in (reading, writing):
                task.cancel()
            await asyncio.gather(reading, writing, return_exceptions=True)
            for match, seat in list(self._followed):
                self._unfollow(match, seat)
            with contextlib.suppress(Exception, asyncio.CancelledError):
                # Whether the client still listens does not matter any more.
                await asyncio.wait_for(self._send({"type": "websocket.close", "code": code}), 1.0)

    async def _read(self) -> None:
        while not self.ended.done():
            frame = await self._receive()
            if frame["type"] == "websocket.disconnect":
                return
            data = frame.get("text") or frame.get("bytes") or ""
            now = self.heard = time.monotonic()
            metrics.MESSAGES.inc()
            if not self._bucket.take(now):
                self._refuse(Refusal("too-fast", "too many messages; slow down"), _read_id(data))
            elif len(data) > self._limits.message_bytes:
                self._refuse(Refusal("too-large", f"a message has at most {self._limits.message_bytes} bytes"), None)
            else:
                await self._handle(data)

    async def _handle(self, data: str | bytes) -> None:
        try:
            message = _decoder.decode(data)
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            self._refuse(Refusal("bad-message", str(error)[:200]), _read_id(data))
            return
        name = getattr(message, "id", None)
        try:
            await self._carry_out(message)
        except Refusal as refusal:
            self._refuse(refusal, name, getattr(message, "match", None))
        except StoreUnavailable:
            silent = Refusal("unavailable", "the database does not answer; try again later")
            self._refuse(silent, name, getattr(message, "match", None))

    async def _carry_out(self, message: wire.ClientMessage) -> None:
        match message:
            case wire.Act():
                began = time.perf_counter()
                live = self._live(message.match, message.seat)
                number = await self._host.act(live, message.seat, message.id, message.action)
                self.send(encode(wire.Ack(message.id, number)))
                metrics.ACT_SECONDS.observe(time.perf_counter() - began)
            case wire.Ping():
                self.send(encode(wire.Pong(self._host.now())))
            case wire.Subscribe():
                await self._follow(message)
            case wire.Unsubscribe():
                self._live(message.match, message.seat)
                self._unfollow(message.match, message.seat)
            case wire.Try():
                self._try(self._live(message.match, message.seat), message)

    def _live(self, match: str, seat: int) -> Live:
        live = self._followed.get((match, seat))
        if live is None:
            raise Refusal("not-subscribed", "this connection does not follow that seat")
        return live

    async def _follow(self, message: wire.Subscribe) -> None:
        if len(self._followed) >= self._limits.subscriptions:
            raise Refusal("too-many", f"one connection follows at most {self._limits.subscriptions} seats")
        live = await self._host.find(message.match)
        seat = self._host.seat_of(live.match, message.token)
        if live.doubtful:
            await self._host.refresh(live)
        self._followed[message.match, seat] = live
        live.listeners[self, seat] = message.tables
        if message.since is not None:
            for told in live.match.told[message.since :]:
                self.send(encode(happened(live.match, told, seat)))
        self.send(encode(snapshot(live.match, seat, message.tables)))
        live.publish_presence()

    def _unfollow(self, match: str, seat: int) -> None:
        live = self._followed.pop((match, seat))
        live.listeners.pop((self, seat), None)
        live.used = asyncio.get_running_loop().time()
        live.publish_presence()

    def _try(self, live: Live, message: wire.Try) -> None:
        """Answer what a move would do, from what the seat knows alone."""
        position = live.match.position
        if position is None or message.seat == SPECTATOR:
            raise Refusal("not-started" if position is None else "not-seated", "there is nothing to try here")
        view = position.view(message.seat)
        if live.match.turn != message.seat:
            raise Refusal("not-your-turn", "another seat decides now")
        try:
            table = show(view.apply(view.parse(message.move)))
        except TafelrundeError as error:
            reason = str(getattr(error, "reason", error))
            self.send(encode(wire.Tried(message.id, legal=False, reason=reason, table=None)))
        else:
            self.send(encode(wire.Tried(message.id, legal=True, reason=None, table=table)))

    def _refuse(self, refusal: Refusal, name: str | None, match: str | None = None) -> None:
        metrics.REFUSALS.labels(refusal.refusal).inc()
        self.send(encode(wire.Refused(refusal.refusal, refusal.message, name, match)))
        self._refusals += 1
        if self._refusals > _REFUSALS_ALLOWED:
            self.end(POLICY)


class _OnlyId(msgspec.Struct):
    id: wire.ActId | None = None


_id_decoder = msgspec.json.Decoder(_OnlyId)


def _read_id(data: str | bytes) -> str | None:
    """Return the id of a message that is refused unread, so that its author knows which."""
    try:
        return _id_decoder.decode(data).id
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return None
