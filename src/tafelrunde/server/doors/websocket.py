"""One client's WebSocket: what it may ask, and what it is sent."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from secrets import randbelow
from typing import Any, NamedTuple

import msgspec
import structlog

from tafelrunde import __version__
from tafelrunde.games.core import SPECTATOR
from tafelrunde.games.errors import TafelrundeError
from tafelrunde.server import metrics
from tafelrunde.server.doors.framing import DirectProtocol
from tafelrunde.server.limits.token_bucket import Bucket
from tafelrunde.server.live.host import Host
from tafelrunde.server.live.live_match import Actor, LiveMatch, Subscription
from tafelrunde.server.match import actions as act
from tafelrunde.server.match.refusal import Code, Refusal
from tafelrunde.server.tokens import token_hash
from tafelrunde.server.wire import messages as wire
from tafelrunde.server.wire.show import show
from tafelrunde.server.wire.state import encode, happened, snapshot
from tafelrunde.store import StoreUnavailable

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]

log = structlog.get_logger()

_decoder = msgspec.json.Decoder(wire.ClientMessage)

_RETRY_MS = 1_000
_SPREAD_MS = (500, 5_000)
"""Clients come back within so much time after that, the more of them there are: about a thousand a second."""
_REFUSALS_ALLOWED = 1_000
"""A client that sends nothing but nonsense is cut off after so many refusals."""

_WAITING_MESSAGES = 64
"""When so many messages of a client wait for those before them, no more are read."""

NORMAL, GOING_AWAY, POLICY, MISTAKE, TRY_AGAIN = 1000, 1001, 1008, 1011, 1013


class Backlog:
    """Counts what waits for all readers of a process, and cuts off the slowest of them when it is too much."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: dict[Connection, int] = {}
        self.total = 0

    def note(self, connection: Connection, size: int) -> None:
        """Note how many bytes wait for a connection."""
        self.total += size - (self._waiting.pop(connection, 0))
        if size:
            self._waiting[connection] = size
        while self.total > self._most:
            max(self._waiting, key=self._waiting.__getitem__).cut_off()


class Connection:
    """A WebSocket with the matches it follows."""

    def __init__(self, wire: DirectProtocol, host: Host, backlog: Backlog) -> None:
        self._wire = wire
        self._backlog = backlog
        self._host = host
        self._limits = host.settings.limits
        self._bucket = Bucket(self._limits.messages_per_second, self._limits.messages_burst, time.monotonic())
        self._followed: dict[tuple[str, int], _Followed] = {}
        self._incoming: deque[bytes] = deque()
        self._outgoing: deque[bytes] = deque()
        self._outgoing_bytes = 0
        self._busy = False
        """Whether the last message is still being carried out; those after it wait."""
        self._working = False
        self._task: asyncio.Task[None] | None = None
        self._refusals = 0
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.heard = time.monotonic()

    # Sending

    def send(self, message: bytes) -> None:
        """Send the client a message; one who lets too many wait is cut off and can resume later."""
        if self.ended.done():
            return
        if not self._outgoing and self._wire.is_writable:
            self._wire.write_text(message)
        else:
            self._outgoing.append(message)
            self._outgoing_bytes += len(message)
        if not self._wire.is_writable:
            self._count()

    def _count(self) -> None:
        """See how much waits, and whether it is too much."""
        waiting = self._outgoing_bytes + self._wire.unread
        if waiting > self._limits.backlog_bytes:
            self.cut_off()
        else:
            self._backlog.note(self, waiting)

    def cut_off(self) -> None:
        """End the connection of a client that does not read."""
        metrics.SLOW_READERS.inc()
        self._forget()
        self.end(POLICY)
        # A farewell would wait behind everything else that is not read.
        self._wire.transport.abort()

    def _forget(self) -> None:
        self._outgoing.clear()
        self._outgoing_bytes = 0
        self._backlog.note(self, 0)

    def drained(self) -> None:
        """Send what waits, as fast as the client reads, and then carry out what it asked for meanwhile."""
        while self._outgoing and self._wire.is_writable:
            message = self._outgoing.popleft()
            self._outgoing_bytes -= len(message)
            self._wire.write_text(message)
        self._backlog.note(self, 0 if self._wire.is_writable else self._outgoing_bytes + self._wire.unread)
        if not self._busy:
            self._work()

    def end(self, code: int) -> None:
        """Close the connection."""
        if not self.ended.done():
            self.ended.set_result(code)

    def say_goodbye(self, leaving: int = 1) -> None:
        """Tell the client, one of so many, that the server stops, and close once that is sent."""
        least, most = _SPREAD_MS
        retry = _RETRY_MS + randbelow(max(least, min(most, leaving)))
        self.send(encode(wire.Goodbye("restart", retry)))
        asyncio.get_running_loop().call_later(0.2, self.end, TRY_AGAIN)

    # Receiving

    async def run(self, receive: Receive, send: Send) -> None:
        """Serve the client until one of both sides ends it."""
        await receive()
        await send({"type": "websocket.accept"})
        self._wire.endpoint = self
        now = self._host.now()
        welcome = wire.Welcome(wire.PROTOCOL, f"tafelrunde/{__version__}", self._host.settings.heartbeat, now)
        self.send(encode(welcome))
        leaving = asyncio.create_task(self._watch(receive))
        try:
            everything: list[asyncio.Future[Any]] = [leaving, self.ended]
            await asyncio.wait(everything, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.end(NORMAL)
            leaving.cancel()
            if self._task is not None:
                self._task.cancel()
            await asyncio.gather(leaving, *([] if self._task is None else [self._task]), return_exceptions=True)
            for match, seat in list(self._followed):
                self._unfollow(match, seat)
            with contextlib.suppress(Exception, asyncio.CancelledError):
                # Whether the client still listens does not matter any more.
                await asyncio.wait_for(send({"type": "websocket.close", "code": self.ended.result()}), 1.0)
            self._forget()
            self._wire.let_go()

    async def _watch(self, receive: Receive) -> None:
        """Wait for the client to leave."""
        while (await receive())["type"] != "websocket.disconnect":
            # Sent before the connection was accepted, which no client may do.
            self.end(POLICY)

    def take(self, message: bytes) -> None:
        """Receive a message; it is carried out at once, or after those before it."""
        self.heard = time.monotonic()
        self._incoming.append(message)
        if not self._busy:
            self._work()
        elif len(self._incoming) > _WAITING_MESSAGES:
            self._wire.hold_reading(True)

    def _work(self) -> None:
        """Carry out messages until one of them takes longer."""
        if self._working:
            return
        self._working = True
        try:
            while self._incoming and not self._busy and self._wire.is_writable and not self.ended.done():
                self._receive(self._incoming.popleft())
            if not self._incoming:
                self._wire.hold_reading(False)
        except Exception:
            log.exception("bug")
            self.end(MISTAKE)
        finally:
            self._working = False

    def _receive(self, data: bytes) -> None:
        metrics.MESSAGES.inc()
        if not self._bucket.take(self.heard):
            self._refuse(Refusal("too-fast", "too many messages; slow down"), _read_id(data))
        elif len(data) > self._limits.message_bytes:
            self._refuse(Refusal("too-large", f"a message has at most {self._limits.message_bytes} bytes"), None)
        else:
            try:
                message = _decoder.decode(data)
            except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
                self._refuse(Refusal("bad-message", str(error)[:200]), _read_id(data))
                return
            try:
                self._carry_out(message)
            except Refusal as refusal:
                self._refuse(refusal, getattr(message, "id", None), getattr(message, "match", None))

    def _carry_out(self, message: wire.ClientMessage) -> None:
        match message:
            case wire.Act():
                self._act(message)
            case wire.Ping():
                self.send(encode(wire.Pong(self._host.now())))
            case wire.Subscribe():
                self._begin(partial(self._follow, message), message)
            case wire.Unsubscribe():
                self._following(message.match, message.seat)
                self._unfollow(message.match, message.seat)
            case wire.Try():
                self._try(message)

    def _act(self, message: wire.Act) -> None:
        began = time.perf_counter()
        live, actor = self._following(message.match, message.seat)

        def done(number: int | None) -> None:
            if number is None:
                self._begin(partial(self._act_later, live, actor, message, began), message)
                return
            self._busy = False
            self._acknowledge(message, number, began)
            self._work()

        if isinstance(message.action, act.Move):
            self._busy = self._host.move_soon(live, actor, message.id, message.action, done)
        if not self._busy:
            self._begin(partial(self._act_later, live, actor, message, began), message)

    async def _act_later(self, live: LiveMatch, actor: Actor, message: wire.Act, began: float) -> None:
        number = await self._host.act(live, actor, message.id, message.action)
        self._acknowledge(message, number, began)

    def _acknowledge(self, message: wire.Act, number: int, began: float) -> None:
        self.send(encode(wire.Ack(message.id, number)))
        metrics.ACT_SECONDS.observe(time.perf_counter() - began)

    def _begin(self, work: Callable[[], Awaitable[None]], message: wire.Act | wire.Subscribe) -> None:
        """Carry out what may have to wait; the messages after it wait too."""
        self._busy = True
        self._task = asyncio.create_task(self._finish(work, message))

    async def _finish(self, work: Callable[[], Awaitable[None]], message: wire.Act | wire.Subscribe) -> None:
        try:
            await work()
        except Refusal as refusal:
            self._refuse(refusal, getattr(message, "id", None), message.match)
        except StoreUnavailable:
            silent = Refusal("unavailable", "the database does not answer; try again later")
            self._refuse(silent, getattr(message, "id", None), message.match)
        except Exception:
            log.exception("bug")
            self.end(MISTAKE)
        self._busy = False
        self._work()

    def _following(self, match: str, seat: int) -> _Followed:
        followed = self._followed.get((match, seat))
        if followed is None:
            raise Refusal("not-subscribed", "this connection does not follow that seat")
        return followed

    async def _follow(self, message: wire.Subscribe) -> None:
        if len(self._followed) >= self._limits.subscriptions:
            raise Refusal("too-many", f"one connection follows at most {self._limits.subscriptions} seats")
        live = await self._host.find_fresh(message.match)
        seat = self._host.seat_of(live.match, message.token)
        holder = None if message.token is None else token_hash(message.token)
        self._followed[message.match, seat] = _Followed(live, Actor(seat, holder))
        live.listeners[self, seat] = Subscription(holder, message.tables)
        if message.since is not None:
            for told in live.match.told[message.since :]:
                self.send(encode(happened(live.match, told, seat)))
        self.send(encode(snapshot(live.match, seat, message.tables)))
        self._host.presence.changed(live)

    def _unfollow(self, match: str, seat: int) -> None:
        live, _ = self._followed.pop((match, seat))
        live.listeners.pop((self, seat), None)
        live.used = asyncio.get_running_loop().time()
        self._host.presence.changed(live)

    def dismiss(self, match: str, observer: int, reason: Code) -> None:
        """Hear that a match is no longer followed from a seat, and tell the client."""
        if self._followed.pop((match, observer), None) is not None:
            self.send(encode(wire.Unsubscribed(match, observer, reason)))

    def _try(self, message: wire.Try) -> None:
        """Answer what a move would do, from what the seat knows alone."""
        live, actor = self._following(message.match, message.seat)
        if message.seat != SPECTATOR:
            self._host.authorise(live.match, actor)
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
            why = wire.show_why(getattr(error, "why", None))
            self.send(encode(wire.Tried(message.id, legal=False, reason=reason, why=why, table=None)))
        else:
            self.send(encode(wire.Tried(message.id, legal=True, reason=None, why=None, table=table)))

    def _refuse(self, refusal: Refusal, name: str | None, match: str | None = None) -> None:
        metrics.REFUSALS.labels(refusal.refusal).inc()
        self.send(encode(wire.Refused(refusal.refusal, refusal.message, name, match, wire.show_why(refusal.why))))
        self._refusals += 1
        if self._refusals > _REFUSALS_ALLOWED:
            self.end(POLICY)


class _Followed(NamedTuple):
    """A match that a connection follows, and as whom."""

    live: LiveMatch
    actor: Actor


class _OnlyId(msgspec.Struct):
    id: wire.ActId | None = None


_id_decoder = msgspec.json.Decoder(_OnlyId)


def _read_id(data: bytes) -> str | None:
    """Return the id of a message that is refused unread, so that its author knows which."""
    try:
        return _id_decoder.decode(data).id
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return None
