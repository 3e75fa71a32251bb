"""Notifies devices with a closed page that it is their owner's turn: rarely, never at night, with no details of games.

Only matches by days count. A device hears of them at most every six hours, and of the same ones at most once a day.
What is sent is a number and a language; its length is always the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Protocol

import msgspec
import structlog

from tafelrunde.extras import MissingExtra, needs
from tafelrunde.games.errors import BadSetup, TafelrundeError
from tafelrunde.server.live.host import Host
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.people.callers import Caller
from tafelrunde.server.push.addresses import Sent, Target, checked
from tafelrunde.server.push.quiet import quiet_from, quiet_until, zone_of
from tafelrunde.server.rounds import every
from tafelrunde.server.wire.push import PushAsked, PushShown
from tafelrunde.server.wire.state import summary
from tafelrunde.store import StoreUnavailable, sqlite_file
from tafelrunde.store.people import push as kept
from tafelrunde.store.people.owners import owned_by

if TYPE_CHECKING:
    from tafelrunde.server.settings import Settings

log = structlog.get_logger()

_MINUTE_MS, _HOUR_MS, _DAY_MS = 60_000, 3_600_000, 86_400_000
_ROUND_SECONDS = 60.0
_AGAIN_MS = 15 * _MINUTE_MS
"""How long until it is checked again whether a move is awaited."""
_SETTLED_MS = 10 * _MINUTE_MS
"""For this long nobody is told of a turn: they may be at the table."""
_PAUSE_MS = 6 * _HOUR_MS
_KEPT_MS = 12 * _HOUR_MS
"""How long at most a push service keeps a message for a device that is off."""
_AT_ONCE = 50
_MATCHES = 50
_MOST_FAILURES = 8
_PAYLOAD = 64
_NIGHT = (22, 8)


class Sending(Protocol):
    """Somebody who talks to push services."""

    @property
    def public(self) -> str:
        """The public half of the server's key."""

    def check(self, target: Target) -> None:
        """Raise Refusal unless something can be encrypted for a browser's keys."""

    async def send(self, target: Target, site: str, payload: bytes, seconds: int, kept: int) -> Sent:
        """Send a message at a moment, which is kept for some seconds for a device that is off."""

    async def close(self) -> None:
        """Let go of the connections."""


class Wish(msgspec.Struct, frozen=True):
    """What is kept of a subscription."""

    target: Target
    site: str
    """The name of the server at which it was made."""
    zone: str
    language: str
    quiet_from: int
    quiet_to: int


_wishes = msgspec.json.Decoder(Wish)


def open_sender(settings: Settings) -> Sending | None:
    """Return who sends messages; None where the extra is not installed, or no file is named for its key."""
    file = settings.push_key
    if file is None:
        database = sqlite_file(settings.database)
        file = None if database is None else database.with_name(f"{database.name}.push.pem")
    if file is None:
        return None
    try:
        with needs("push"):
            from tafelrunde.server.push.keys import open_key
            from tafelrunde.server.push.sending import Sender
        return Sender(open_key(file))
    except MissingExtra:
        return None
    except BadSetup as error:
        log.error("no-push", reason=str(error))
        return None


def _read(wish: kept.Subscribed) -> Wish | None:
    """Return what a device has chosen; None where that cannot be read, so that it can be chosen again."""
    try:
        return _wishes.decode(wish.body)
    except (msgspec.MsgspecError, UnicodeError):
        return None


class Push:
    """What can be done about messages to one's devices."""

    def __init__(self, host: Host, sender: Callable[[], Sending | None]) -> None:
        self._host = host
        self._store = host.store
        self._make_sender = sender
        self._is_open = False

    @cached_property
    def _sender(self) -> Sending | None:
        """Who sends messages. What that needs is large, and read when somebody first asks for it."""
        self._is_open = True
        return self._make_sender()

    async def shown(self, caller: Caller) -> PushShown:
        """Return what a device has chosen."""
        wish = await self._store.ask(partial(kept.subscription_of, caller.session))
        chosen = None if wish is None else _read(wish)
        hours = _NIGHT if chosen is None else (chosen.quiet_from, chosen.quiet_to)
        return PushShown("" if self._sender is None else self._sender.public, wish is not None, *hours)

    async def subscribe(self, asked: PushAsked, site: str, caller: Caller) -> PushShown:
        """Send messages to a device from now on; raise Refusal."""
        if self._sender is None:
            raise Refusal("not-allowed", "this server sends no messages")
        target = Target(checked(asked.endpoint), asked.p256dh, asked.auth)
        self._sender.check(target)
        zone_of(asked.zone)
        before = await self.shown(caller)
        begin = before.quiet_from if asked.quiet_from is None else asked.quiet_from
        end = before.quiet_to if asked.quiet_to is None else asked.quiet_to
        body = msgspec.json.encode(Wish(target, site, asked.zone, asked.language, begin, end))
        wish = kept.Subscribed(caller.session, caller.account.id, body, 0, self._host.now() + _MINUTE_MS, 0)
        if not await self._store.transact(lambda: kept.subscribe(wish)):
            raise Refusal("signed-out", "sign in first")
        return await self.shown(caller)

    async def end(self, caller: Caller) -> PushShown:
        """Send nothing more to a device."""
        await self._store.transact(lambda: kept.unsubscribe(caller.session))
        return await self.shown(caller)

    async def run(self) -> None:
        """Check every minute who is to be told, until the server stops."""
        await every(_ROUND_SECONDS, self._look_at_all)

    async def _look_at_all(self) -> None:
        while await self.look() == _AT_ONCE:
            pass

    async def look(self) -> int:
        """Look at the devices whose time has come; return how many."""
        now = self._host.now()
        due = await self._store.transact(lambda: kept.take_due(now, now + _AGAIN_MS, _AT_ONCE))
        if (sender := self._sender) is not None:
            # At once, because a push service that does not answer must keep nobody else waiting.
            await asyncio.gather(*(self._look_at_guarded(wish, now, sender) for wish in due))
        return len(due)

    async def _look_at_guarded(self, wish: kept.Subscribed, now: int, sender: Sending) -> None:
        """Look at a device; whatever goes wrong with it counts as a failure, and concerns no other."""
        try:
            await self._look_at(wish, now, sender)
        except StoreUnavailable:
            raise
        except Exception as error:  # noqa: BLE001  (told in the log, and counted)
            # Its text may have the address in it, which is a secret of the device.
            log.error("bug", where="push", reason=type(error).__name__)
            await self._failed(wish, now)

    async def _look_at(self, wish: kept.Subscribed, now: int, sender: Sending) -> None:
        chosen = _wishes.decode(wish.body)
        hours = zone_of(chosen.zone), chosen.quiet_from, chosen.quiet_to
        morning, evening = quiet_until(now, *hours), quiet_from(now, *hours)
        if morning is not None:
            await self._store.transact(lambda: kept.note_push(wish, wish.sent, morning, wish.failures))
            return
        since = await self._waited_for(wish.account, now - _SETTLED_MS)
        if not since or (max(since) <= wish.sent and now - wish.sent < _DAY_MS):
            return
        told = {"turns": len(since), "language": chosen.language}
        payload = msgspec.json.encode(told).ljust(_PAYLOAD)
        # A device that is switched on at night is not to hear what was sent in the evening.
        kept_ms = _KEPT_MS if evening is None else min(_KEPT_MS, evening - now)
        outcome = await sender.send(chosen.target, chosen.site, payload, now // 1000, kept_ms // 1000)
        if outcome == "gone":
            await self._store.transact(lambda: kept.unsubscribe(wish.session))
        elif outcome == "sent":
            await self._store.transact(lambda: kept.note_push(wish, now, now + _PAUSE_MS, 0))
        else:
            await self._failed(wish, now)

    async def _failed(self, wish: kept.Subscribed, now: int) -> None:
        """Try again ever later, and in the end no more."""
        failures = wish.failures + 1
        if failures >= _MOST_FAILURES:
            await self._store.transact(lambda: kept.unsubscribe(wish.session))
        else:
            later = now + _AGAIN_MS * 2**failures
            await self._store.transact(lambda: kept.note_push(wish, wish.sent, later, failures))

    async def _waited_for(self, account: str, before: int) -> list[int]:
        """Return since when somebody is waited for, in each match by days in which they are."""
        owned = await self._store.ask(partial(owned_by, account, "running", None, _MATCHES))
        since = []
        for owner in (each.owner for each in owned if each.owner.pool.endswith(" days")):
            try:
                match = await self._host.look_at(owner.match)
            except (Refusal, TafelrundeError, msgspec.MsgspecError):
                continue
            if summary(match).turn == owner.seat and match.changed_at <= before:
                since.append(match.changed_at)
        return since

    async def close(self) -> None:
        """Let go of the connections to push services."""
        if self._is_open and self._sender is not None:
            await self._sender.close()
