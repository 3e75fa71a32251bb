"""One client's WebSocket: its requests and what it is sent."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine
from functools import partial
from secrets import randbelow
from typing import Any, NamedTuple

import structlog

from tafelrunde import __version__
from tafelrunde.games.core import SPECTATOR
from tafelrunde.games.errors import TafelrundeError
from tafelrunde.server import metrics
from tafelrunde.server.doors.backlog import Backlog
from tafelrunde.server.doors.framing import PARTS, Wire
from tafelrunde.server.doors.middleware import PAUSE_SECONDS, Middleware
from tafelrunde.server.doors.reading import ClientMessage, Unreadable, read_id, read_message
from tafelrunde.server.doors.speaking import MISTAKE, NORMAL, POLICY, TRY_AGAIN, Speaking
from tafelrunde.server.limits.token_bucket import Bucket
from tafelrunde.server.limits.work import measured
from tafelrunde.server.live.host import Host
from tafelrunde.server.live.live_match import Actor, LiveMatch, Subscription
from tafelrunde.server.match import actions as act
from tafelrunde.server.match.refusal import Code, Refusal
from tafelrunde.server.match.state import Match
from tafelrunde.server.pool.company import Company
from tafelrunde.server.studies.library import Library
from tafelrunde.server.wire import messages as wire
from tafelrunde.server.wire import pool, studies
from tafelrunde.server.wire.show import show
from tafelrunde.server.wire.state import encode, happened, snapshot
from tafelrunde.store import PAYER, StoreUnavailable

log = structlog.get_logger()

_RETRY_MS = 1_000
_SPREAD_MS = (500, 5_000)
"""Clients come back within this much time after that, longer the more there are: about a thousand per second."""
_REFUSALS_ALLOWED = 1_000
"""A client that sends nothing but nonsense is cut off after this many refusals."""

_WAITING_MESSAGES = 64
"""When this many messages of a client wait for those before them, no more are read."""

_EVENTS_A_MESSAGE = 20
"""So many events that are sent again count as one message of the client that asked for them."""

_SERVER = f"tafelrunde/{__version__}"


_Moving = tuple[LiveMatch, Actor, wire.Act, float]
"""A move that is being written, by whom it was asked for, and when."""


class Around(NamedTuple):
    """What all connections of a process share."""

    host: Host
    gate: Middleware
    backlog: Backlog
    company: Company
    library: Library
    on_end: Callable[[Connection], None]


class Connection(Speaking):
    """A WebSocket with the matches it follows."""

    __slots__ = (
        "_around",
        "_bucket",
        "_busy",
        "_followed",
        "_frames",
        "_holder",
        "_host",
        "_incoming",
        "_limits",
        "_moving",
        "_refusals",
        "_share",
        "_task",
        "_working",
        "address",
        "heard",
    )

    def __init__(self, wire: Wire, around: Around, address: str, holder: str | None = None) -> None:
        super().__init__(wire, around.backlog, around.host.settings.limits.backlog_bytes)
        self.address = address
        """By which it is counted."""
        self._holder = holder
        """Whose account and session it came with; None for a guest."""
        self._around = around
        self._host = around.host
        self._limits = self._host.settings.limits
        self._bucket = Bucket(self._limits.messages_per_second, self._limits.messages_burst, time.monotonic())
        self._frames = Bucket(self._limits.messages_per_second, self._limits.messages_burst + PARTS, time.monotonic())
        """For parts of messages, pings and pongs: nobody may send more of them than messages."""
        self._share = around.gate.desk.share(address)
        """What its address has left of the server's time."""
        self._followed: dict[tuple[str, int], _Followed] = {}
        self._incoming: deque[bytes] | None = None
        self._busy = False
        """Whether the last message is still being carried out; those after it wait."""
        self._working = False
        self._task: asyncio.Task[None] | None = None
        self._moving: _Moving | None = None
        self._refusals = 0
        self.heard = time.monotonic()

    @property
    def held(self) -> dict[str, int]:
        """The matches it follows, with the number of their entries."""
        return {match: followed.live.match.number for (match, _), followed in self._followed.items()}

    # Ending

    def _finish(self) -> None:
        """Let go of everything, and say the last word if the client still listens."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        self._incoming = None
        for match, seat in list(self._followed):
            self._unfollow(match, seat)
        self._forget()
        self._around.company.gone(self)
        self._around.library.followers.gone(self)
        assert self.ended is not None
        self._wire.close(self.ended)
        self._around.on_end(self)

    def lost(self) -> None:
        """Hear that the client has left."""
        self.end(NORMAL)

    def say_goodbye(self, leaving: int = 1) -> None:
        """Tell the client, one of so many, that the server stops, and close once that is sent."""
        least, most = _SPREAD_MS
        retry = _RETRY_MS + randbelow(max(least, min(most, leaving)))
        self.tell(wire.Goodbye("restart", retry))
        asyncio.get_running_loop().call_later(0.2, self.end, TRY_AGAIN)

    # Receiving

    def welcome(self) -> None:
        """Tell the client that it is heard."""
        now = self._host.now()
        self.tell(wire.Welcome(wire.PROTOCOL, _SERVER, self._host.settings.heartbeat, now))

    def take(self, message: bytes) -> None:
        """Receive a message; it is carried out at once, or after those before it."""
        if self.ended is not None:
            return
        self.heard = now = time.monotonic()
        if self._incoming is None and not self._working and self._is_able:
            # Nearly always nothing is before it.
            self._carry_out_guarded(message, now)
            return
        if self._incoming is None:
            self._incoming = deque()
        self._incoming.append(message)
        if not self._busy:
            self._go_on()
        elif len(self._incoming) > _WAITING_MESSAGES:
            self._wire.hold_reading(True)

    def may_go_on(self, seconds: float) -> bool:
        """Count a frame that is no message by itself."""
        now = time.monotonic()
        self._share.spend(seconds)
        if not self._share.is_left(now):
            self._wire.rest(PAUSE_SECONDS)
        return self._frames.take(now)

    def _go_on(self) -> None:
        """Carry out messages that wait until one of them takes longer."""
        if self._working or self._busy:
            return
        while self._incoming and self._is_able:
            self._carry_out_guarded(self._incoming.popleft(), time.monotonic())
        if not self._incoming:
            self._incoming = None
            self._wire.hold_reading(False)

    @property
    def _is_able(self) -> bool:
        """Whether nothing keeps the next message from being carried out."""
        return not self._busy and self._wire.is_writable and self.ended is None

    def _carry_out_guarded(self, message: bytes, now: float) -> None:
        """Carry out a message, and take the time it needs out of its address's share; never fail."""
        self._working = True
        try:
            self._receive(message, now)
        except Exception:
            log.exception("bug")
            self.end(MISTAKE)
        finally:
            self._working = False
        if not self._busy:
            # What takes longer is counted where it is done, and moves are not: the rules bound them.
            self._share.spend(time.monotonic() - now)

    def _receive(self, data: bytes, now: float) -> None:
        metrics.HOT.messages += 1
        if not (self._bucket.take(self.heard) and self._share.is_left(self.heard)):
            # To refuse must cost less than to send what is refused.
            self._wire.rest(PAUSE_SECONDS)
            self._refuse(Refusal("too-fast", "too many messages; slow down"), read_id(data))
        elif len(data) > self._limits.message_bytes:
            self._refuse(Refusal("too-large", f"a message has at most {self._limits.message_bytes} bytes"), None)
        else:
            try:
                message = read_message(data)
            except Unreadable as error:
                self._refuse(Refusal("bad-message", str(error)[:200]), read_id(data))
                return
            try:
                self._carry_out(message, now)
            except Refusal as refusal:
                self._refuse(refusal, getattr(message, "id", None), getattr(message, "match", None))

    def _carry_out(self, message: ClientMessage, now: float) -> None:
        match message:
            case wire.Act():
                self._act(message, now)
            case wire.Ping():
                self.tell(wire.Pong(self._host.now()))
            case wire.Subscribe():
                self._begin(partial(self._follow, message), message)
            case wire.Unsubscribe():
                self._following(message.match, message.seat)
                self._unfollow(message.match, message.seat)
            case wire.Try():
                self._try(message)
            case pool.WatchLobby():
                self._around.company.watch(self, message.on)
            case pool.Seek() | pool.CancelSeek():
                self._begin(partial(self._around.company.carry_out, self, self._holder, message), message)
            case studies.FollowStudy():
                self._begin(partial(self._around.library.follow, self, self._holder, message), message)
            case studies.UnfollowStudy():
                self._around.library.followers.remove(self, message.study)

    def _act(self, message: wire.Act, began: float) -> None:
        live, actor = self._following(message.match, message.seat)
        action = message.action
        if isinstance(action, act.Move) and self._host.move_soon(live, actor, message.id, action, self):
            self._busy, self._moving = True, (live, actor, message, began)
        else:
            self._begin(partial(self._act_later, live, actor, message, began), message)

    def done(self, number: int | None) -> None:
        """Hear what became of a move: acknowledge it and continue, or go the longer way."""
        assert self._moving is not None
        live, actor, message, began = self._moving
        self._moving = None
        if number is None:
            self._begin(partial(self._act_later, live, actor, message, began), message)
            return
        self._busy = False
        self._acknowledge(message, number, began)
        if self._incoming:
            self._go_on()

    async def _act_later(self, live: LiveMatch, actor: Actor, message: wire.Act, began: float) -> None:
        await self._around.gate.check_act(self.address, live.match, actor.seat, message.action)
        number = await self._host.act(live, actor, message.id, message.action)
        self._acknowledge(message, number, began)

    def _acknowledge(self, message: wire.Act, number: int, began: float) -> None:
        self.send(encode(wire.Ack(message.id, number)))
        metrics.HOT.act_seconds.observe(time.monotonic() - began)

    def _begin(self, work: Callable[[], Coroutine[Any, Any, None]], message: ClientMessage) -> None:
        """Carry out what may have to wait; the messages after it wait too."""
        self._busy = True
        self._task = asyncio.create_task(self._later(work, message))

    async def _later(self, work: Callable[[], Coroutine[Any, Any, None]], message: ClientMessage) -> None:
        name, match = getattr(message, "id", None), getattr(message, "match", None)
        PAYER.set(self._share.spend)
        try:
            await measured(work(), self._share)
        except Refusal as refusal:
            self._refuse(refusal, name, match)
        except StoreUnavailable:
            self._refuse(Refusal("unavailable", "the database does not answer; try again later"), name, match)
        except Exception:
            log.exception("bug")
            self.end(MISTAKE)
        self._task = None
        self._busy = False
        self._go_on()

    def _following(self, match: str, seat: int) -> _Followed:
        followed = self._followed.get((match, seat))
        if followed is None:
            raise Refusal("not-subscribed", "this connection does not follow that seat")
        return followed

    async def _follow(self, message: wire.Subscribe) -> None:
        if len(self._followed) >= self._limits.subscriptions:
            raise Refusal("too-many", f"one connection follows at most {self._limits.subscriptions} seats")
        live = await self._host.find_fresh(message.match)
        actor = self._actor(live.match, message)
        seat = actor.seat
        self._followed[message.match, seat] = _Followed(live, actor)
        live.listeners[self, seat] = Subscription(actor.holder, message.tables)
        if message.since is not None:
            missed = live.match.told[message.since :]
            self._bucket.spend(len(missed) / _EVENTS_A_MESSAGE)
            for told in missed:
                self.tell(happened(live.match, told, seat))
        self.tell(snapshot(live.match, seat, message.tables))
        self._host.presence.changed(live)

    def _actor(self, match: Match, message: wire.Subscribe) -> Actor:
        """Return as whom a match is to be followed; raise Refusal."""
        if message.token is not None or message.seat is None:
            return self._host.seat_of(match, message.token)
        if self._holder is None:
            raise Refusal("signed-out", "this connection is not signed in")
        return self._host.own_seat(match, self._holder, message.seat)

    def _unfollow(self, match: str, seat: int) -> None:
        live, _ = self._followed.pop((match, seat))
        live.listeners.pop((self, seat), None)
        live.used = asyncio.get_running_loop().time()
        self._host.presence.changed(live)

    def dismiss(self, match: str, observer: int, reason: Code) -> None:
        """Hear that a match is no longer followed from a seat, and tell the client."""
        if self._followed.pop((match, observer), None) is not None:
            self.tell(wire.Unsubscribed(match, observer, reason))

    def _try(self, message: wire.Try) -> None:
        """Answer what a move would do, only from what the seat knows."""
        live, actor = self._following(message.match, message.seat)
        if message.seat != SPECTATOR:
            self._host.authorise(live.match, actor)
        position = live.match.position
        if position is None or message.seat == SPECTATOR:
            raise Refusal("not-started" if position is None else "not-seated", "there is nothing to try here")
        view = position.view(message.seat)
        if live.match.deciding != message.seat:
            raise Refusal("not-your-turn", "another seat decides now")
        try:
            table = show(view.apply(view.parse(message.move)))
        except TafelrundeError as error:
            reason = str(getattr(error, "reason", error))
            why = wire.show_why(getattr(error, "why", None))
            self.tell(wire.Tried(message.id, legal=False, reason=reason, why=why, table=None))
        else:
            self.tell(wire.Tried(message.id, legal=True, reason=None, why=None, table=table))

    def _refuse(self, refusal: Refusal, name: str | None, match: str | None = None) -> None:
        metrics.REFUSALS.labels(refusal.refusal).inc()
        self.tell(wire.Refused(refusal.refusal, refusal.message, name, match, wire.show_why(refusal.why)))
        self._refusals += 1
        if self._refusals > _REFUSALS_ALLOWED:
            self.end(POLICY)


class _Followed(NamedTuple):
    """A match that a connection follows, and as whom."""

    live: LiveMatch
    actor: Actor
