"""Matches in memory, read from the store when somebody needs them.

A match is the fold of its entries (event sourcing). One whose entries cannot be read is set aside: its players
are told, the log says why, and all others go on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import structlog

from tafelrunde.server.live.live_match import LiveMatch
from tafelrunde.server.match import events as ev
from tafelrunde.server.match.parts import Told
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.match.state import Match
from tafelrunde.store import Entry, Store

log = structlog.get_logger()

_DAMAGED_SECONDS = 60.0
"""For so long nobody tries again to read a match that was set aside."""


class Archive:
    """The matches of a process."""

    def __init__(self, store: Store, loaded: Callable[[LiveMatch], None], dropped: Callable[[LiveMatch], None]) -> None:
        self._store = store
        self._loaded = loaded
        self._dropped = dropped
        self.lives: dict[str, LiveMatch] = {}
        self.damaged: dict[str, float] = {}
        """Matches that were set aside, and until when."""
        self._loading: dict[str, asyncio.Task[LiveMatch]] = {}

    async def find(self, name: str) -> LiveMatch:
        """Return a match, read from the store if need be; raise Refusal."""
        live = self.lives.get(name)
        if live is None:
            live = await self._load_once(name)
        live.used = asyncio.get_running_loop().time()
        return live

    def put(self, match: Match) -> LiveMatch:
        """Take in a match that was made or read just now.

        One that is in memory by now stays what it is: somebody may follow it already, and would hear nothing any more.
        """
        live = self.lives.get(match.id)
        if live is None:
            live = self.lives[match.id] = LiveMatch(match)
            self._loaded(live)
        elif live.match.number < match.number:
            # Whoever acts or comes next has the rest read.
            live.doubtful = True
        live.used = asyncio.get_running_loop().time()
        return live

    async def _load_once(self, name: str) -> LiveMatch:
        """Read a match; those who want it at the same time wait for the same reading, whoever of them leaves."""
        loading = self._loading.get(name)
        if loading is None:
            loading = self._loading[name] = asyncio.create_task(self._load(name))
            loading.add_done_callback(partial(self._end_loading, name))
        return await asyncio.shield(loading)

    def _end_loading(self, name: str, loading: asyncio.Task[LiveMatch]) -> None:
        del self._loading[name]
        if not loading.cancelled():
            # What went wrong is told to those who wait; perhaps nobody does any more.
            loading.exception()

    async def _load(self, name: str) -> LiveMatch:
        return self.put(await self.read(name))

    async def read(self, name: str) -> Match:
        """Return a match as the store has it, only to be looked at: it is not kept in memory. Raise Refusal."""
        if self.damaged.get(name, 0.0) > asyncio.get_running_loop().time():
            raise _set_aside()
        entries = await self._store.entries(name)
        if not entries:
            raise Refusal("no-such-match", "there is no such match")
        match = Match(name)
        for entry in entries:
            self.fold(match, entry)
        return match

    def fold(self, match: Match, entry: Entry) -> Told:
        """Take an entry of the store into a match; one that cannot be read sets the match aside. Raise Refusal."""
        try:
            return match.fold(entry.number, entry.at, entry.key, ev.read_events(entry.body))
        except Exception as error:
            log.exception("damaged", match=match.id, number=entry.number)
            self.damaged[match.id] = asyncio.get_running_loop().time() + _DAMAGED_SECONDS
            raise self.drop(match.id, _set_aside()) from error

    def drop(self, name: str, refusal: Refusal) -> Refusal:
        """Forget a match that cannot go on, send those away who follow it, and return why."""
        live = self.lives.pop(name, None)
        if live is not None:
            self._dropped(live)
            live.let_go(refusal)
        return refusal


def _set_aside() -> Refusal:
    return Refusal("damaged", "this match cannot be read and was set aside; whoever runs the server has been told")
