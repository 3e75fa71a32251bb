"""The one place where matches change: checked by the rules, written to the store, and only then told."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from secrets import token_bytes

import structlog

from tafelrunde.games.core import SPECTATOR
from tafelrunde.records.replay import Replay
from tafelrunde.server import metrics
from tafelrunde.server.cluster.bus import Bus
from tafelrunde.server.live import keyed, resting, seating, upkeep
from tafelrunde.server.live.appending import append_of
from tafelrunde.server.live.archive import Archive
from tafelrunde.server.live.authority import Authority
from tafelrunde.server.live.automation import Automation
from tafelrunde.server.live.live_match import Actor, LiveMatch, Mover
from tafelrunde.server.live.presence import Presence
from tafelrunde.server.live.stalls import Lost, Stalls, boot_seconds, milliseconds
from tafelrunde.server.match import actions, setup
from tafelrunde.server.match import events as ev
from tafelrunde.server.match.decide import Events, close, decide, decide_move, said
from tafelrunde.server.match.parts import Told
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.match.rematch import next_match
from tafelrunde.server.match.state import Match
from tafelrunde.server.settings import Settings
from tafelrunde.server.thinking.computers import Computers
from tafelrunde.server.tokens import Entropy, keyed_match_id, new_match_id
from tafelrunde.server.wire import rest
from tafelrunde.store import Append, Store, StoreUnavailable
from tafelrunde.store.people.leavers import note_left

log = structlog.get_logger()


_RETRIES = 20


class Host(Authority):
    """All matches of one server process."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        computers: Computers,
        bus: Bus,
        *,
        now: Callable[[], int] = milliseconds,
        seconds: Callable[[], float] = boot_seconds,
        entropy: Entropy = token_bytes,
    ) -> None:
        super().__init__(store)
        self.settings = settings
        self.computers = computers
        self.bus = bus
        self.now = now
        self.entropy = entropy
        self.beaten: float | None = None
        """When the last sign of life was written, in the loop's time; None while that fails."""
        self.stopping = False
        self.stalls = Stalls(self._owe, seconds)
        self.results = asyncio.Event()
        """Set when a rated match is over."""
        self.automation = Automation(self)
        self._lost = Lost(store)
        self._archive = Archive(store, self._loaded, self.automation.dismiss)
        self.presence = Presence(bus, self.lives)
        self.resting = resting.Resting(self)
        """The matches that nobody needs in memory, but for their clocks."""
        self.elsewhere: Callable[[str], Awaitable[None]] | None = None
        """Hears of what another process wrote that is no match in memory here."""
        self._chores: set[asyncio.Task[None]] = set()

    @property
    def lives(self) -> dict[str, LiveMatch]:
        """The matches in memory, by their names."""
        return self._archive.lives

    # Starting and stopping

    async def start(self) -> None:
        """Begin to serve: what an outage took is given back to clocks that run, whenever somebody looks at them.

        Nobody waits until all matches are read that somebody has left.
        """
        began = time.perf_counter()
        seen = await upkeep.see(self.store)
        self.barred.tokens = await self.store.banned()
        await self.end_revoked()
        outage = await self._lost.look_back(self.now())
        await self.beat()
        await self.bus.start(self._hear, self.presence.hear)
        works = (upkeep.beat(self), upkeep.watch(self, seen), upkeep.sweep(self), upkeep.rate(self))
        self._upkeep = [self.chore(work) for work in works]
        self._taking_up = self.chore(upkeep.take_up(self))
        self.stalls.start()
        seconds = round(time.perf_counter() - began, 3)
        log.info("resumed", outage_ms=outage, seconds=seconds)

    @property
    def is_taking_up(self) -> bool:
        """Whether matches that were left before the start are still being looked at."""
        return not self._taking_up.done()

    async def beat(self) -> None:
        """Note that the server is alive; raise StoreUnavailable."""
        self.stalls.store_asked()
        await self.store.beat(self.now())
        self.stalls.store_answered()
        self.beaten = asyncio.get_running_loop().time()

    def _owe(self, ms: int) -> None:
        """Give the time of a stall back to all clocks that run: with their next entry, or soon in one of its own."""
        log.warning("stalled", ms=ms)
        now = self.now()
        self._lost.note(now - ms, now)
        owing = [live for live in self.lives.values() if live.match.clock and live.match.clock.running is not None]
        for live in owing:
            live.match.owed += ms
            self.automation.attend(live)
        if not self.stopping:
            self._noting = self.chore(self._lost.write(now - ms, now))
            self._pay_soon(owing)

    def _loaded(self, live: LiveMatch) -> None:
        """Look after a match that was read from the store or made just now."""
        self.resting.end(live.match.id)
        live.match.owed = self._lost.owed_to(live.match)
        self.automation.attend(live)
        if live.match.owed and not self.stopping:
            self._pay_soon([live])

    def _pay_soon(self, owing: Sequence[LiveMatch]) -> None:
        if owing:
            self._paying = self.chore(self._pay(owing))

    async def _pay(self, owing: Sequence[LiveMatch]) -> None:
        for live in owing:
            with contextlib.suppress(Refusal):
                # Nothing happens but that what is owed is given back.
                await self.change(live, lambda _: ())

    async def stop(self) -> None:
        """Finish what has begun and let go of everything."""
        self.stopping = True
        self.stalls.stop()
        self.resting.keep_only(frozenset())
        for chore in list(self._chores):
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        for live in self.lives.values():
            # A lock that can be had is one under which nothing is being written any more.
            async with live.lock:
                if live.deadline is not None:
                    live.deadline.cancel()
        self.presence.show_life(False)
        await self.bus.stop()
        await self.computers.stop()
        with contextlib.suppress(StoreUnavailable):
            await self.beat()
        await self.store.close()

    def chore(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Run something beside; it is ended when the server stops."""
        task = asyncio.create_task(work)
        self._chores.add(task)
        task.add_done_callback(self._chore_done)
        return task

    def _chore_done(self, task: asyncio.Task[None]) -> None:
        self._chores.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("bug", exc_info=error)

    # Finding

    async def find(self, name: str) -> LiveMatch:
        """Return a match, read from the store if need be; raise Refusal."""
        return await self._archive.find(name)

    async def find_fresh(self, name: str) -> LiveMatch:
        """Return a match with everything the store has of it, whoever wrote it; raise Refusal.

        Somebody who comes from another process may know more of a match than this one has heard so far.
        """
        is_known = name in self.lives
        live = await self.find(name)
        if live.doubtful or (is_known and self.bus.is_shared):
            await self.refresh(live)
        return live

    async def look_at(self, name: str) -> Match:
        """Return a match to be looked at and nothing more; raise Refusal.

        One that nobody needed so far is not kept in memory: somebody may look at all they ever played.
        """
        if name in self.lives:
            return (await self.find_fresh(name)).match
        return await self._archive.read(name)

    # Changing

    async def create(
        self, asked: rest.Create, played: Replay | None = None, owner: seating.Owner | None = None
    ) -> rest.CreatedShown:
        """Set up a match, or one that goes on where a record ends, by a guest or for an account; raise Refusal."""
        self._refuse_when_stopping()
        created, given = seating.created(asked, self.settings.engines, self.entropy, owner)
        if played is not None:
            created = seating.continued(created, played)
        if asked.key is None:
            live = await self._begin(new_match_id(self.entropy, self.now()), setup.creation(created))
            return rest.CreatedShown(live.match.id, given, live.match.deal_hash)
        # The same may have been sent twice and arrive at once: both hear of the one that was written.
        live = await self._begin(keyed_match_id(asked.key), setup.creation(created))
        return keyed.shown(live.match, asked.key)

    async def _begin(self, name: str, events: Events) -> LiveMatch:
        """Write the first entry of a match, or find it written already."""
        match = Match(name)
        at = self.now()
        if not await self.store.append(append_of(match, 1, at, None, events)):
            return await self.find(name)
        match.fold(1, at, None, events)
        metrics.HOT.entries += 1
        return self._archive.put(match)

    async def join(self, live: LiveMatch, asked: rest.Join, owner: seating.Owner | None = None) -> rest.SeatGiven:
        """Take a seat, as a guest or for an account; raise Refusal."""
        joining = seating.Joining(asked, self.entropy, owner, self.barred.ended)
        self.refuse_banned(*joining.hashes)
        await self.change(live, joining)
        return rest.SeatGiven(joining.seat, joining.token)

    async def act(self, live: LiveMatch, actor: Actor, name: str, action: actions.AnyAction) -> int:
        """Carry out an action once and return its number; raise Refusal."""
        self.stalls.notice()
        arrived = self.now()

        def key(match: Match) -> str:
            if actor.seat == SPECTATOR:
                # Ids are a person's own, and whoever watches is nobody: two of them may have the same id.
                return match.key_of(SPECTATOR, f"{name} {said(action)}")
            self.authorise(match, actor)
            return match.key_of(actor.seat, name)

        number = await self.change(live, lambda match: decide(match, actor.seat, action, arrived), key, arrived)
        if isinstance(action, actions.Leave) and live.match.created.rated and live.match.start is not None:
            account = live.match.seats[actor.seat].owner
            await self.store.transact(lambda: note_left(account, live.match.id, arrived))
        return number

    async def close(self, live: LiveMatch) -> None:
        """End a match without a winner; raise Refusal."""
        await self.change(live, close)

    async def change(
        self,
        live: LiveMatch,
        happen: Callable[[Match], Events],
        key: Callable[[Match], str | None] = lambda _: None,
        arrived: int = 0,
    ) -> int:
        """Write what follows from the present state, tell it, and return its number.

        Both questions are asked of the state that the entry is written after, whoever wrote it. A key that was used
        before returns the number it had then. Raise Refusal where the rules say so, or when the store does not answer:
        then it is not known whether the change was written, and the same key will tell.
        """
        self._refuse_when_stopping()
        try:
            if live.gone is None and self.lives.get(live.match.id) is not live:
                # It was let go of while whoever asks waited for something else; others may follow what it is by now.
                live = await self.find(live.match.id)
            match = live.match
            async with live.lock:
                for _ in range(_RETRIES):
                    if live.doubtful:
                        await self._catch_up(live)
                    name = key(match)
                    if name is not None and name in match.keys:
                        return match.keys[name]
                    events = match.with_credit(happen(match))
                    if not events:
                        return match.number
                    if await self._write(live, name, events, arrived):
                        return match.number
        except StoreUnavailable as error:
            raise Refusal("unavailable", "the database does not answer; send the same again later") from error
        raise Refusal("unavailable", "too many act at once; send the same again")

    async def _write(self, live: LiveMatch, key: str | None, events: Events, arrived: int) -> bool:
        match = live.match
        # What had to wait for others, or for the disk, happened when it arrived.
        number, at = match.number + 1, max(arrived or self.now(), match.changed_at)
        following = self._following(match, number, at, key, events)
        append = append_of(match, number, at, key, events)._replace(following=following)
        # From here until it is folded in, an error or a cancellation leaves open what the store holds.
        live.doubtful = True
        if not await self.store.append(append):
            return False
        self._take_in(live, number, at, key, events)
        return True

    def _following(self, match: Match, number: int, at: int, key: str | None, events: Events) -> Append | None:
        """Return the first entry of the match that an entry tells of: there is none that nobody was told of."""
        for index, event in enumerate(events):
            if isinstance(event, ev.Rematched):
                after = match.copy()
                after.fold(number, at, key, events[:index])
                created = next_match(after, event.match, self.entropy)
                return append_of(Match(event.match), 1, self.now(), None, setup.creation(created))
        return None

    def _take_in(self, live: LiveMatch, number: int, at: int, key: str | None, events: Events) -> None:
        """Fold in and tell what the store has."""
        told = live.match.fold(number, at, key, events)
        live.doubtful = False
        metrics.HOT.entries += 1
        self._tell(live, told)
        self.automation.attend(live)
        self.bus.publish(live.match.id, number)
        if live.match.finished is not None and live.match.created.rated:
            self.results.set()

    def _tell(self, live: LiveMatch, told: Told) -> None:
        """Tell what happened; a match that follows begins for whoever is to look after it."""
        live.publish(told, self.barred)
        name = live.match.next_match
        if name and any(isinstance(event, ev.Rematched) for event in told.events):
            self.resting.wake(name)

    def move_soon(self, live: LiveMatch, actor: Actor, name: str, move: actions.Move, mover: Mover) -> bool:
        """Begin to carry out a move in the shortest way there is: without a task and without waiting.

        Return True if that is possible; the mover then hears what became of it. Return False, with nothing begun, where
        somebody else is acting in the match or anything else is out of the ordinary: then `act` is the way. Raise
        Refusal.
        """
        match = live.match
        self.authorise(match, actor)
        key = match.key_of(actor.seat, name)
        if self.stopping or live.doubtful or live.lock.held or key in match.keys:
            return False
        self.stalls.notice()
        now = self.now()
        events = match.with_credit(decide_move(match, actor.seat, move.move, move.ply, now))
        number, at = match.number + 1, max(now, match.changed_at)
        append = append_of(match, number, at, key, events)
        live.lock.take()
        live.doubtful = True
        self.store.append_soon(append, partial(self._moved, live, append, events, mover))
        return True

    def _moved(self, live: LiveMatch, append: Append, events: Events, mover: Mover, is_there: bool) -> None:
        """Hear whether a move is written, and tell it."""
        try:
            if is_there:
                self._take_in(live, append.number, append.at, append.key, events)
        finally:
            live.lock.release()
            mover.done(append.number if is_there else None)

    async def refresh(self, live: LiveMatch) -> None:
        """Take in and tell what others have written."""
        async with live.lock:
            await self._catch_up(live)

    async def _catch_up(self, live: LiveMatch) -> None:
        if live.gone is not None:
            raise live.gone
        # The last known entry is read again: where it is not there any more, the match was deleted.
        entries = await self.store.entries(live.match.id, live.match.number - 1)
        if not entries:
            raise self._archive.drop(live.match.id, Refusal("no-such-match", "the match has been deleted"))
        for entry in entries[1:]:
            self._tell(live, self._archive.fold(live.match, entry))
        live.doubtful = False
        self.automation.attend(live)

    async def _hear(self, name: str, number: int) -> None:
        """Take in what another process says it has written."""
        live = self.lives.get(name)
        if live is None and self.elsewhere is not None:
            await self.elsewhere(name)
        elif live is not None and live.match.number < number:
            with contextlib.suppress(StoreUnavailable, Refusal):
                await self.refresh(live)

    def _refuse_when_stopping(self) -> None:
        if self.stopping:
            raise Refusal("shutting-down", "the server restarts; send the same again in a moment")
