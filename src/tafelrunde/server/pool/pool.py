"""The pool: the clients of this process that are looking for opponents.

The store is what all processes agree by. A process speaks for those who are connected to it: it says every few seconds
that they are still there (a heartbeat), takes their seeks back when they leave, and tells them what became of them,
whoever put them together.
"""

from __future__ import annotations

import time
from collections import Counter
from functools import partial
from typing import NamedTuple, Protocol

import msgspec
import structlog

from tafelrunde.server.limits.at_once import AtOnce
from tafelrunde.server.limits.token_bucket import Allowance, Seconds, Shared
from tafelrunde.server.live.host import Host
from tafelrunde.server.match import setup
from tafelrunde.server.match.decide import clean
from tafelrunde.server.match.parts import owner_of, session_of
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.pool import pairing, wishes
from tafelrunde.server.ratings.model import nearest_level
from tafelrunde.server.rounds import every
from tafelrunde.server.tokens import new_match_id, new_name, token_hash
from tafelrunde.server.wire import pool as wire
from tafelrunde.server.wire import rest
from tafelrunde.store import StoreUnavailable
from tafelrunde.store.people import seeks as kept
from tafelrunde.store.people.accounts import Account, find_account
from tafelrunde.store.people.leavers import times_left
from tafelrunde.store.people.ratings import rating_of
from tafelrunde.store.people.seeks import Seek

log = structlog.get_logger()

TICK_SECONDS = 1.0
SPEAK_MS = 4_000
"""How often a process says that those who look are still there."""
ALIVE_MS = 15_000
"""How long after the last sign of them somebody can still be paired."""
_FORGOTTEN_MS = 60_000
_PAIRED_MS = 3_600_000
"""How long somebody who missed the answer can ask what became of their seek."""
LONGEST_MS = 30 * 60_000
OFFER_MS = 15_000
"""How long somebody waits before a computer is offered."""
_FORGIVEN, _REMEMBERED_MS = 2, 30 * 86_400_000
"""Whoever leaves more rated matches than this in a month waits a little longer for the next."""
_WAIT_MS, _LONGEST_WAIT_MS = 10_000, 60_000
_ROUNDS = 5
_LEVEL = 4
"""Where nobody knows how strong the levels are."""


class Seeker(Protocol):
    """Somebody who is connected to this process."""

    address: str

    def tell(self, message: wire.ServerMessage) -> None:
        """Send a message."""

    def send(self, message: bytes) -> None:
        """Send a message that is encoded already."""


class _Tended(NamedTuple):
    """A seek that this process speaks for."""

    seeker: Seeker
    id: str
    """What the client calls it."""
    seek: Seek


class Pool:
    """Pairs the people who look for each other."""

    def __init__(self, host: Host, shared: Shared | None = None, seconds: Seconds = time.monotonic) -> None:
        limits = host.settings.limits
        self._host = host
        self._store = host.store
        self._allowed = Allowance("seek", limits.seeks_per_hour, limits.seeks_burst, seconds, shared)
        self._most = limits.seeks_per_address
        self._tended: dict[str, _Tended] = {}
        """By the name of the seek."""
        self._offered: set[str] = set()
        self._by_address: Counter[str] = Counter()
        self._coming = AtOnce()
        """Seeks that are being written: of those that come together no more than there are places are let in."""
        self._spoken = 0

    @property
    def tended(self) -> int:
        """How many seeks this process speaks for."""
        return len(self._tended)

    # What clients ask

    async def seek(self, seeker: Seeker, holder: str | None, asked: wire.Seek) -> None:
        """Look for somebody, or sit down with one who looks; raise Refusal."""
        address, name = seeker.address, wishes.seek_name(asked.token)
        if name not in self._tended and self._by_address[address] + self._coming[address] >= self._most:
            raise Refusal("too-many", "too many look for somebody from your address")
        with self._coming.one(address):
            await self._begin(seeker, holder, asked)

    async def _begin(self, seeker: Seeker, holder: str | None, asked: wire.Seek) -> None:
        await self._check_limits(seeker, holder, asked)
        account = await self._account(holder)
        name = clean(asked.name) if account is None else account.name
        if asked.answer is not None:
            wanted = await self._store.ask(partial(kept.find_seek, asked.answer))
            if wanted is None or not wishes.readable([wanted]) or self._is_barred(wanted):
                raise _too_late()
            wish = wishes.wish_of(wanted)
            terms = rest.Terms(wish.game, wish.options, rated=wish.rated)
            seek = await self._seek(asked, terms, account, holder, name)
            # The clock is taken over as it is: it was read before.
            body = msgspec.json.encode(msgspec.structs.replace(wishes.wish_of(seek), clock=wish.clock))
            seek = seek._replace(body=body, pool=wanted.pool)
        elif asked.terms is None:
            raise Refusal("bad-message", "say what you want to play, or whom you answer")
        else:
            wanted = None
            seek = await self._seek(asked, asked.terms, account, holder, name)
        if wanted is not None and wishes.wish_of(wanted).seats == 2:
            await self._sit_down(seeker, asked.id, seek, wanted)
            return
        written = await self._store.transact(lambda: kept.add_seek(seek))
        if written is None:
            raise _signed_out()
        if written.account != seek.account:
            raise Refusal("not-allowed", "a new token is another one")
        self._keep(_Tended(seeker, asked.id, written))
        if written.match:
            await self._tell_paired(written)
            return
        seeker.tell(wire.Seeking(asked.id, wishes.shown(written)))
        await self._pair(written.pool)

    async def cancel(self, seeker: Seeker, name: str) -> None:
        """Look no more; raise Refusal if nobody is looked for."""
        tended = next((each for each in self._of(seeker) if each.id == name), None)
        if tended is None:
            raise Refusal("not-found", "there is no such seek")
        if await self._store.transact(lambda: kept.remove_seek(tended.seek)):
            self._end(tended, "cancelled")
        else:
            # It was too late: somebody sits at the table and waits.
            await self._look_after([tended])

    async def gone(self, seeker: Seeker) -> None:
        """Withdraw the seek of somebody who is no longer connected."""
        for tended in self._of(seeker):
            self._drop(tended)
            await self._store.transact(partial(kept.remove_seek, tended.seek))

    def has(self, seeker: Seeker) -> bool:
        """Return whether somebody looks for others."""
        return any(tended.seeker is seeker for tended in self._tended.values())

    async def _check_limits(self, seeker: Seeker, holder: str | None, asked: wire.Seek) -> None:
        name = wishes.seek_name(asked.token)
        if any(tended.seek.id != name for tended in self._of(seeker)):
            raise Refusal("pending", "you look for somebody already")
        person = owner_of(holder or "")
        if not await self._allowed.take(seeker.address) or (person and not await self._allowed.take(person)):
            raise Refusal("too-many", "too many seeks; try again later")
        if token_hash(asked.token) in self._host.banned:
            raise Refusal("banned", "this token has been shut out")
        if self._host.stopping:
            raise Refusal("shutting-down", "the server restarts; send the same again in a moment")

    async def _account(self, holder: str | None) -> Account | None:
        """Return whose account somebody came with; None for guests. Raise Refusal for one that is closed to them."""
        if holder is None:
            return None
        if session_of(holder) in self._host.barred.ended:
            raise _signed_out()
        account = await self._store.ask(lambda: find_account(owner_of(holder)))
        if account is None or account.status != "active":
            raise _signed_out()
        if account.kind == "bot":
            raise Refusal("not-allowed", "a bot is challenged by name, or sits down at an open table")
        return account

    async def _seek(
        self, asked: wire.Seek, terms: rest.Terms, account: Account | None, holder: str | None, name: str
    ) -> Seek:
        if terms.rated and account is None:
            raise setup.nameless()
        game, options, clock = wishes.read_terms(terms)
        pool, now = wishes.pool_for(terms), self._host.now()
        rating = None if account is None else await self._store.ask(lambda: rating_of(account.id, pool))
        wish = wishes.Wish(
            game=game.name,
            options=options.words(),
            clock=clock,
            rated=terms.rated,
            seats=game.seats(options),
            name=name,
            token=token_hash(asked.token),
            session=session_of(holder or ""),
            kind=None if account is None else "person",
            known=rating is not None,
            through=new_name(self._host.entropy),
        )
        owner = "" if account is None else account.id
        strength = wishes.START if rating is None else rating.rating
        body = msgspec.json.encode(wish)
        seek_id = wishes.seek_name(asked.token)
        since = now
        if terms.rated:
            left = await self._store.ask(lambda: times_left(owner, now - _REMEMBERED_MS))
            since += min(_LONGEST_WAIT_MS, _WAIT_MS * max(0, left - _FORGIVEN))
        seek = Seek(seek_id, owner, pool, terms.rated, body, strength, asked.range, since, now, "")
        if asked.answer is None:
            # What cannot be played is refused now, and not when somebody has come.
            setup.check_created(wishes.created_of([seek] * wish.seats, self._host.entropy))
        return seek

    async def _sit_down(self, seeker: Seeker, name: str, seek: Seek, wanted: Seek) -> None:
        """Sit down with somebody who looks; raise Refusal if somebody else was faster."""
        if wanted.id == seek.id or (wanted.account and wanted.account == seek.account):
            raise Refusal("not-allowed", "this is your own seek")
        now = self._host.now()
        append = wishes.match_of([wanted, seek], new_match_id(self._host.entropy, now), now, self._host.entropy)
        alive = now - ALIVE_MS
        if wanted.match or not await self._store.transact(lambda: kept.sit_down(seek, wanted, alive, append)):
            raise _too_late()
        seek = seek._replace(match=append.match)
        self._keep(_Tended(seeker, name, seek))
        await self._tell_paired(seek)
        await self._look_after([each for each in self._tended.values() if each.seek.id == wanted.id])

    # Pairing

    async def run(self) -> None:
        """Look every second who can be put together, and what became of those who look; until the server stops."""
        await every(TICK_SECONDS, self.tick)

    async def tick(self) -> None:
        """Do once what is done every second."""
        if not self._tended:
            return
        now = self._host.now()
        if now - self._spoken >= SPEAK_MS:
            self._spoken = now
            names = list(self._tended)
            await self._store.transact(lambda: kept.keep_alive(names, now))
            await self._store.transact(lambda: kept.remove_dead(now - _FORGOTTEN_MS, now - _PAIRED_MS))
        for tended in list(self._tended.values()):
            await self._review(tended, now)
        for pool in sorted({tended.seek.pool for tended in self._tended.values()}):
            try:
                await self._pair(pool)
            except (Refusal, StoreUnavailable):
                raise
            except Exception:
                # Whatever is wrong in one pool, the others go on.
                log.exception("bug")
        await self._look_after(list(self._tended.values()))

    async def _review(self, tended: _Tended, now: int) -> None:
        """End a seek whose time is up; offer a computer where nobody came so far."""
        seek = tended.seek
        reason: wire.EndReason | None = None
        if self._is_barred(seek):
            reason = "signed-out"
        elif now - seek.since > LONGEST_MS:
            reason = "expired"
        if reason is not None:
            if await self._store.transact(partial(kept.remove_seek, seek)):
                self._end(tended, reason)
        elif now - seek.since >= OFFER_MS and seek.id not in self._offered:
            self._offered.add(seek.id)
            tended.seeker.tell(wire.ComputerOffered(tended.id, nearest_level(seek.pool, seek.rating) or _LEVEL))

    def _is_barred(self, seek: Seek) -> bool:
        """Return whether somebody may not play any more: asked whenever anybody is put together with them."""
        wish, barred = wishes.wish_of(seek), self._host.barred
        return wish.token in barred.tokens or wish.session in barred.ended

    async def _pair(self, pool: str) -> None:
        """Put those of a pool together who may; whoever was faster in another process is looked at again."""
        for _ in range(_ROUNDS):
            now = self._host.now()
            alive = now - ALIVE_MS
            found, blocked = await self._store.ask(partial(kept.waiting_in, pool, alive))
            waiting = [seek for seek in wishes.readable(found) if not self._is_barred(seek)]
            by_id = {seek.id: seek for seek in waiting}
            tables = pairing.groups([wishes.waiting_of(seek) for seek in waiting], now, blocked)
            is_clear = True
            for table in tables:
                group = [by_id[one.id] for one in table]
                # Somebody else's guests are their business, unless one of ours sits with them.
                if not any(seek.id in self._tended for seek in group):
                    continue
                try:
                    append = wishes.match_of(group, new_match_id(self._host.entropy, now), now, self._host.entropy)
                except Refusal as refusal:
                    # What was wished for once is not played here any more: the others of this pool go on.
                    log.warning("not-paired", pool=pool, code=refusal.refusal)
                    continue
                if await self._store.transact(partial(kept.claim, group, alive, append)):
                    await self._look_after([self._tended[s.id] for s in group if s.id in self._tended])
                else:
                    is_clear = False
            if is_clear:
                return

    async def _look_after(self, seeks: list[_Tended]) -> None:
        """Tell those who look what became of it: they sit at a table, or nobody knows of them any more."""
        names = [tended.seek.id for tended in seeks]
        found = {seek.id: seek for seek in await self._store.ask(lambda: kept.find_seeks(names))}
        for tended in seeks:
            if self._tended.get(tended.seek.id) is not tended:
                continue
            seek = found.get(tended.seek.id)
            if seek is None:
                account = tended.seek.account
                is_replaced = bool(account) and await self._store.ask(partial(kept.has_seek, account))
                self._end(tended, "replaced" if is_replaced else "lost")
            elif seek.match:
                await self._tell_paired(seek)
            elif seek.body != tended.seek.body:
                # It goes on through another connection.
                self._end(tended, "replaced")

    async def _tell_paired(self, seek: Seek) -> None:
        tended = self._tended.get(seek.id)
        if tended is None:
            return
        seat = await self._seat(tended, seek.match)
        if self._tended.get(seek.id) is not tended:
            # Somebody else has told them meanwhile.
            return
        self._drop(tended)
        if seat is None:
            self._tell_end(tended, "lost")
        else:
            tended.seeker.tell(wire.Paired(tended.id, seek.match, seat))

    async def _seat(self, tended: _Tended, match: str) -> int | None:
        """Return where somebody sits in the match they were put into; None in one that is gone or set aside."""
        try:
            live = await self._host.find_fresh(match)
        except Refusal as refusal:
            if refusal.refusal not in ("no-such-match", "damaged"):
                raise
            return None
        return live.match.seat_of(wishes.wish_of(tended.seek).token)

    # Whom this process speaks for

    def _of(self, seeker: Seeker) -> list[_Tended]:
        return [tended for tended in self._tended.values() if tended.seeker is seeker]

    def _keep(self, tended: _Tended) -> None:
        known = self._tended.get(tended.seek.id)
        if known is not None:
            self._drop(known)
            if known.seeker is not tended.seeker:
                self._tell_end(known, "replaced")
        self._tended[tended.seek.id] = tended
        self._by_address[tended.seeker.address] += 1

    def _drop(self, tended: _Tended) -> None:
        if self._tended.get(tended.seek.id) is tended:
            del self._tended[tended.seek.id]
            self._offered.discard(tended.seek.id)
            self._by_address[tended.seeker.address] -= 1
            if not self._by_address[tended.seeker.address]:
                del self._by_address[tended.seeker.address]

    def _end(self, tended: _Tended, reason: wire.EndReason) -> None:
        self._drop(tended)
        self._tell_end(tended, reason)

    def _tell_end(self, tended: _Tended, reason: wire.EndReason) -> None:
        tended.seeker.tell(wire.SeekEnded(tended.id, reason))


def _too_late() -> Refusal:
    return Refusal("not-found", "somebody else was faster, or they look no more")


def _signed_out() -> Refusal:
    return Refusal("signed-out", "you were signed out")
