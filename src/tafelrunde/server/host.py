"""The one place where matches change: checked by the rules, written to the store, and only then told."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine
from secrets import token_bytes

import msgspec
import structlog

from tafelrunde.games.core import SPECTATOR, shuffled
from tafelrunde.games.errors import TafelrundeError
from tafelrunde.records.deals import DealStream
from tafelrunde.server import metrics, upkeep
from tafelrunde.server.appending import append_of
from tafelrunde.server.attendant import Attendant
from tafelrunde.server.bus import Bus
from tafelrunde.server.computers import Computers
from tafelrunde.server.live import Live
from tafelrunde.server.match import actions, setup
from tafelrunde.server.match import events as ev
from tafelrunde.server.match.decide import Happening, clean, close, decide, decide_move
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.match.rematch import next_match
from tafelrunde.server.match.state import Match
from tafelrunde.server.presence import Presence
from tafelrunde.server.settings import Settings
from tafelrunde.server.tokens import Entropy, new_match_id, new_token, token_hash
from tafelrunde.server.wire import messages as wire
from tafelrunde.store import Store, StoreUnavailable

log = structlog.get_logger()

Done = Callable[[int | None], None]
"""Is told the number of what was asked for, or None."""

_RETRIES = 20
_OUTAGE_MS = 3_000
"""A gap between beats that is no gap: less time than this is not given back."""


def milliseconds() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Host:
    """All matches of one server process."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        computers: Computers,
        bus: Bus,
        *,
        now: Callable[[], int] = milliseconds,
        entropy: Entropy = token_bytes,
    ) -> None:
        self.store = store
        self.settings = settings
        self.computers = computers
        self.bus = bus
        self.now = now
        self.entropy = entropy
        self.lives: dict[str, Live] = {}
        self.banned: frozenset[str] = frozenset()
        self.beaten: float | None = None
        """When the last sign of life was written, in the loop's time; None while that fails."""
        self.stopping = False
        self.attendant = Attendant(self)
        self.presence = Presence(bus, self.lives)
        self._loading: dict[str, asyncio.Future[Live]] = {}
        self._chores: set[asyncio.Task[None]] = set()

    # Starting and stopping

    async def start(self) -> None:
        """Take up every match that has a clock or a computer, with the time of an outage given back."""
        began = time.perf_counter()
        seen = await upkeep.see(self.store)
        self.banned = await self.store.banned()
        last_beat, now = await self.store.last_beat(), self.now()
        outage = now - last_beat if last_beat is not None else 0
        names = await self.store.waking()
        for name in names:
            try:
                live = await self.find(name)
            except (TafelrundeError, msgspec.MsgspecError) as error:
                # One match that cannot be read must not keep all others away.
                log.error("unreadable", match=name, reason=str(error)[:200])
                continue
            if outage > _OUTAGE_MS and live.match.clock is not None and live.match.clock.running is not None:
                await self.change(live, f"outage:{last_beat}", lambda _: (ev.Credited(outage),))
        await self.store.beat(now)
        self.beaten = asyncio.get_running_loop().time()
        # Only now, with all clocks set right, may they ring.
        self.attendant.awake = True
        for live in self.lives.values():
            self.attendant.attend(live)
        await self.bus.start(self._hear, self.presence.hear)
        self._upkeep = [self.chore(work) for work in (upkeep.beat(self), upkeep.watch(self, seen), upkeep.sweep(self))]
        log.info("resumed", matches=len(names), outage_ms=outage, seconds=round(time.perf_counter() - began, 3))

    async def stop(self) -> None:
        """Finish what has begun and let go of everything."""
        self.stopping = True
        for chore in list(self._chores):
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        for live in self.lives.values():
            # A lock that can be had is one under which nothing is being written any more.
            async with live.lock:
                if live.deadline is not None:
                    live.deadline.cancel()
        await self.bus.stop()
        await self.computers.stop()
        with contextlib.suppress(StoreUnavailable):
            await self.store.beat(self.now())
        await self.store.close()

    def chore(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Run something beside; it is ended when the server stops."""
        task = asyncio.create_task(work)
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)
        return task

    # Finding

    async def find(self, name: str) -> Live:
        """Return a match, read from the store if need be; raise Refusal."""
        live = self.lives.get(name)
        if live is None:
            live = await self._load_once(name)
        live.used = asyncio.get_running_loop().time()
        return live

    async def find_fresh(self, name: str) -> Live:
        """Return a match with everything the store has of it, whoever wrote it; raise Refusal.

        Somebody who comes from another process may know more of a match than this one has heard so far.
        """
        is_known = name in self.lives
        live = await self.find(name)
        if live.doubtful or (is_known and self.bus.is_shared):
            await self.refresh(live)
        return live

    async def _load_once(self, name: str) -> Live:
        """Read a match; those who want it at the same time wait for the same reading."""
        loading = self._loading.get(name)
        if loading is not None:
            return await asyncio.shield(loading)
        future = self._loading[name] = asyncio.ensure_future(self._load(name))
        try:
            return await asyncio.shield(future)
        finally:
            self._loading.pop(name, None)

    async def _load(self, name: str) -> Live:
        entries = await self.store.entries(name)
        if not entries:
            raise Refusal("no-such-match", "there is no such match")
        match = Match(name)
        for entry in entries:
            match.fold(entry.number, entry.at, entry.key, ev.read_events(entry.body))
        live = self.lives[name] = Live(match)
        self.attendant.attend(live)
        return live

    def seat_of(self, match: Match, token: str | None) -> int:
        """Return the seat a token opens, SPECTATOR without one; raise Refusal."""
        if token is None:
            return SPECTATOR
        hashed = token_hash(token)
        if hashed in self.banned:
            raise Refusal("banned", "this token has been shut out")
        seat = match.seat_of(hashed)
        if seat is None:
            raise Refusal("forbidden", "the token opens no seat of this match")
        return seat

    # Changing

    async def create(self, asked: wire.Create) -> wire.CreatedShown:
        """Set up a match; raise Refusal."""
        self._refuse_when_stopping()
        tokens = [new_token(self.entropy) if plan.kind in ("local", "invited") else "" for plan in asked.seats]
        plans = [self._plan(plan, token) for plan, token in zip(asked.seats, tokens, strict=True)]
        order = list(range(len(plans)))
        if asked.draw_seats:
            order = shuffled(order, DealStream(self.entropy(32)))
        clock = asked.clock
        created = ev.Created(
            game=asked.game,
            options=asked.options,
            seats=tuple(plans[index] for index in order),
            clock=None if clock is None else ev.ClockPlan(clock.kind, clock.seconds, clock.increment),
            listed=asked.listed,
            friendly=asked.friendly,
            secret=self.entropy(32).hex(),
        )
        events = setup.creation(created)
        live = await self._begin(new_match_id(self.entropy), events)
        given = [wire.SeatGiven(seat, tokens[index]) for seat, index in enumerate(order) if tokens[index]]
        published = live.match.deal_hash
        assert published is not None
        return wire.CreatedShown(live.match.id, given, published)

    def _plan(self, asked: wire.SeatAsked, token: str) -> ev.SeatPlan:
        if asked.kind == "computer":
            engine = asked.engine or ""
            if engine and engine not in self.settings.engines:
                raise Refusal("bad-setup", "there is no such engine here")
            level = asked.level or 1
            return ev.SeatPlan("computer", engine or f"Computer {level}", level, engine, word="computer")
        if asked.level is not None or asked.engine is not None:
            raise Refusal("bad-setup", "only a computer has a level")
        word = self._word(asked.word) if asked.kind == "local" else ""
        return ev.SeatPlan(asked.kind, "" if asked.name is None else clean(asked.name), token=_hashed(token), word=word)

    def _word(self, word: str | None) -> str:
        return self.entropy(8).hex() if word is None else word

    async def _begin(self, name: str, events: Happening) -> Live:
        """Write the first entry of a match, or find it written already."""
        match = Match(name)
        at = self.now()
        if not await self.store.append(append_of(match, 1, at, None, events)):
            return await self.find(name)
        match.fold(1, at, None, events)
        metrics.ENTRIES.inc()
        live = self.lives[name] = Live(match)
        live.used = asyncio.get_running_loop().time()
        self.attendant.attend(live)
        return live

    async def join(self, live: Live, asked: wire.Join) -> wire.SeatGiven:
        """Take a seat; raise Refusal."""
        token = new_token(self.entropy) if asked.token is None else asked.token
        hashed = token_hash(token)
        if hashed in self.banned:
            raise Refusal("banned", "this token has been shut out")
        name, word = clean(asked.name), self._word(asked.word)
        taken = -1

        def happen(match: Match) -> Happening:
            nonlocal taken
            taken = _free_seat(match, asked.seat, hashed if asked.token is not None else None)
            return setup.join(match, ev.Joined(taken, name, hashed, word))

        await self.change(live, None, happen)
        return wire.SeatGiven(taken, token)

    async def act(self, live: Live, seat: int, name: str, action: actions.AnyAction) -> int:
        """Carry out an action once and return its number; raise Refusal."""
        return await self.change(live, f"{seat}:{name}", lambda match: decide(match, seat, action, self.now()))

    async def close(self, live: Live) -> None:
        """End a match without a winner; raise Refusal."""
        await self.change(live, None, close)

    async def change(self, live: Live, key: str | None, happen: Callable[[Match], Happening]) -> int:
        """Write what follows from the present state, tell it, and return its number.

        A key that was used before returns the number it had then. Raise Refusal where the rules say so, or when the
        store does not answer: then it is not known whether the change was written, and the same key will tell.
        """
        self._refuse_when_stopping()
        match = live.match
        async with live.lock:
            try:
                for _ in range(_RETRIES):
                    if live.doubtful:
                        await self._catch_up(live)
                    if key is not None and key in match.keys:
                        return match.keys[key]
                    events = happen(match)
                    if not events:
                        return match.number
                    if match.number >= self.settings.limits.entries_per_match:
                        raise Refusal("too-many", "this match has too many events")
                    if await self._write(live, key, events):
                        return match.number
            except StoreUnavailable as error:
                raise Refusal("unavailable", "the database does not answer; send the same again later") from error
        raise Refusal("unavailable", "too many act at once; send the same again")

    async def _write(self, live: Live, key: str | None, events: Happening) -> bool:
        match = live.match
        number, at = match.number + 1, max(self.now(), match.changed_at)
        for event in events:
            if isinstance(event, ev.Rematched):
                # It exists before anybody hears of it; should this entry fail, the next try finds it there.
                created = next_match(match, event.match, self.entropy(32))
                await self._begin(event.match, setup.creation(created))
        append = append_of(match, number, at, key, events)
        # From here until it is folded in, an error or a cancellation leaves open what the store holds.
        live.doubtful = True
        if not await self.store.append(append):
            return False
        self._take_in(live, number, at, key, events)
        return True

    def _take_in(self, live: Live, number: int, at: int, key: str | None, events: Happening) -> None:
        """Fold in and tell what the store has."""
        told = live.match.fold(number, at, key, events)
        live.doubtful = False
        metrics.ENTRIES.inc()
        live.publish(told)
        self.attendant.attend(live)
        self.bus.publish(live.match.id, number)

    def move_soon(self, live: Live, seat: int, name: str, move: actions.Move, done: Done) -> bool:
        """Begin to carry out a move in the shortest way there is: without a task and without waiting.

        Return True if that is possible; `done` is then called with the move's number once it is written and told, or
        with None if `act` must decide what became of it. Return False, with nothing begun, where somebody else is
        acting in the match or anything else is out of the ordinary: then `act` is the way. Raise Refusal.
        """
        match, key = live.match, f"{seat}:{name}"
        unusual = self.stopping or live.doubtful or live.lock.held or key in match.keys
        if unusual or seat == SPECTATOR or match.number >= self.settings.limits.entries_per_match:
            return False
        now = self.now()
        events = decide_move(match, seat, move.move, move.ply, now)
        number, at = match.number + 1, max(now, match.changed_at)
        append = append_of(match, number, at, key, events)
        live.lock.take()
        live.doubtful = True

        def written(future: asyncio.Future[bool]) -> None:
            is_there = not future.cancelled() and future.exception() is None and future.result()
            try:
                if is_there:
                    self._take_in(live, number, at, key, events)
            finally:
                live.lock.release()
                done(number if is_there else None)

        self.store.append(append).add_done_callback(written)
        return True

    async def refresh(self, live: Live) -> None:
        """Take in and tell what others have written."""
        async with live.lock:
            await self._catch_up(live)

    async def _catch_up(self, live: Live) -> None:
        if live.gone is not None:
            raise live.gone
        # The last known entry is read again: where it is not there any more, the match was deleted.
        entries = await self.store.entries(live.match.id, live.match.number - 1)
        if not entries:
            raise self._let_go(live, Refusal("no-such-match", "the match has been deleted"))
        for entry in entries[1:]:
            try:
                live.publish(live.match.fold(entry.number, entry.at, entry.key, ev.read_events(entry.body)))
            except Exception as error:
                log.exception("unreadable", match=live.match.id, number=entry.number)
                raise self._let_go(live, Refusal("unavailable", "this match is damaged and stands still")) from error
        live.doubtful = False
        self.attendant.attend(live)

    def _let_go(self, live: Live, refusal: Refusal) -> Refusal:
        """Forget a match that cannot go on, tell everybody who follows it, and return why."""
        if self.lives.get(live.match.id) is live:
            del self.lives[live.match.id]
        live.let_go(refusal)
        return refusal

    async def _hear(self, name: str, number: int) -> None:
        """Take in what another process says it has written."""
        live = self.lives.get(name)
        if live is not None and live.match.number < number:
            with contextlib.suppress(StoreUnavailable, Refusal):
                await self.refresh(live)

    def _refuse_when_stopping(self) -> None:
        if self.stopping:
            raise Refusal("shutting-down", "the server restarts; send the same again in a moment")


def _free_seat(match: Match, wanted: int | None, hashed: str | None) -> int:
    """Return the seat somebody may take; raise Refusal."""
    if hashed is not None:
        seat = match.seat_of(hashed)
        if seat is None:
            raise Refusal("forbidden", "the token opens no seat of this match")
        return seat
    if wanted is not None:
        return wanted
    free = [index for index, seat in enumerate(match.seats) if seat.kind == "open" and not seat.taken]
    if not free:
        raise Refusal("seat-taken", "no seat is free")
    return free[0]


def _hashed(token: str) -> str:
    return token_hash(token) if token else ""
