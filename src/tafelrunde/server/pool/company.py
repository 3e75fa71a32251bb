"""What a process does to find opponents for its connections: the pool, and a lobby that updates itself."""

from __future__ import annotations

import asyncio
import contextlib

import structlog

from tafelrunde.server.limits.token_bucket import Shared
from tafelrunde.server.live.host import Host
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.pool import wishes
from tafelrunde.server.pool.challenges import Challenges
from tafelrunde.server.pool.pool import ALIVE_MS, TICK_SECONDS, Pool, Seeker
from tafelrunde.server.rounds import every
from tafelrunde.server.wire import pool as wire
from tafelrunde.server.wire.state import encode
from tafelrunde.server.wire.summaries import read_summaries
from tafelrunde.store import Query, StoreUnavailable
from tafelrunde.store.people.seeks import all_waiting

log = structlog.get_logger()

_TABLES = 30
_EXPIRY_SECONDS = 60.0


class Company:
    """Who looks for whom, and who wants to hear of it."""

    def __init__(self, host: Host, shared: Shared | None = None) -> None:
        self._host = host
        self.pool = Pool(host, shared)
        self.challenges = Challenges(host, shared)
        self._watchers: dict[Seeker, None] = {}
        self._new: set[Seeker] = set()
        """Those who watch and have been told nothing so far."""
        self._told = b""
        """What the watchers were told last, encoded once for all."""
        self._looked = -TICK_SECONDS
        """When it was looked at last, in the loop's time."""
        self._first: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to work beside everything else, until the host stops."""
        self._working = [self._host.chore(work) for work in (self.pool.run(), self._run(), self._expire())]

    async def carry_out(self, seeker: Seeker, holder: str | None, message: wire.Seek | wire.CancelSeek) -> None:
        """Do what a client asks for; raise Refusal."""
        if isinstance(message, wire.CancelSeek):
            await self.pool.cancel(seeker, message.id)
        else:
            await self.pool.seek(seeker, holder, message)

    def gone(self, seeker: Seeker) -> None:
        """Hear that somebody is not connected any more."""
        self.watch(seeker, False)
        if self.pool.has(seeker) and not self._host.stopping:
            self._leaving = self._host.chore(self._gone(seeker))

    async def _gone(self, seeker: Seeker) -> None:
        try:
            await self.pool.gone(seeker)
        except StoreUnavailable:
            # Nobody speaks for it any more: it is not paired, and forgotten after a minute.
            log.warning("seek-left-behind")

    # The lobby

    def watch(self, seeker: Seeker, on: bool) -> None:
        """Begin to tell somebody about the lobby, or end it."""
        if not on:
            self._watchers.pop(seeker, None)
            self._new.discard(seeker)
            return
        if seeker in self._watchers:
            raise Refusal("pending", "you are told already")
        self._watchers[seeker] = None
        if asyncio.get_running_loop().time() - self._looked < TICK_SECONDS:
            seeker.send(self._told)
            return
        self._new.add(seeker)
        # Looking costs more than asking: one look answers all who ask meanwhile.
        if self._first is None or self._first.done():
            self._first = self._host.chore(self.look())

    async def _run(self) -> None:
        await every(TICK_SECONDS, self._look_if_watched)

    async def _look_if_watched(self) -> None:
        if self._watchers:
            await self.look()

    async def _expire(self) -> None:
        async def expire() -> None:
            with contextlib.suppress(Refusal):
                await self.challenges.expire()

        await every(_EXPIRY_SECONDS, expire)

    async def look(self) -> None:
        """Tell those who watch how it stands, if that has changed."""
        alive = self._host.now() - ALIVE_MS
        try:
            seeks = await self._host.store.ask(lambda: all_waiting(alive))
            tables = await self._host.store.find(Query("open", limit=_TABLES))
        except StoreUnavailable:
            return
        told = encode(wire.LobbyShown([wishes.shown(seek) for seek in wishes.readable(seeks)], read_summaries(tables)))
        hear = list(self._watchers if told != self._told else self._new)
        self._told, self._looked = told, asyncio.get_running_loop().time()
        self._new.clear()
        for seeker in hear:
            seeker.send(told)
