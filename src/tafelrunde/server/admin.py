"""What a person in charge may do to the matches of a store, whether a server runs or not."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import IO

import msgspec

from tafelrunde.games.core import SPECTATOR
from tafelrunde.games.errors import BadSetup
from tafelrunde.server.bus import NoBus
from tafelrunde.server.computers import LocalComputers
from tafelrunde.server.host import Host, milliseconds
from tafelrunde.server.match.events import read_events
from tafelrunde.server.match.record import record_for
from tafelrunde.server.match.state import Match
from tafelrunde.server.settings import Settings
from tafelrunde.server.tokens import token_hash
from tafelrunde.store import Append, Entry, Query, Store, Summary, open_store

_HASH_LENGTH = 64


class Line(msgspec.Struct, array_like=True, frozen=True):
    """A match in an export: one JSON list on a line."""

    match: str
    entries: list[Entry]
    summary: Summary
    tokens: list[tuple[str, int]]


@contextlib.asynccontextmanager
async def opened(database: str) -> AsyncIterator[Store]:
    """Open a store and close it again."""
    store = await open_store(database)
    try:
        yield store
    finally:
        await store.close()


async def close_match(database: str, match: str) -> None:
    """End a match without a winner; raise Refusal."""
    async with opened(database) as store:
        host = Host(store, Settings(), LocalComputers({}), NoBus())
        await host.close(await host.find(match))


async def ban(database: str, token: str) -> None:
    """Shut a token out; it may be given as its hash."""
    hashed = token if len(token) == _HASH_LENGTH else token_hash(token)
    async with opened(database) as store:
        await store.ban(hashed, milliseconds())


async def export(database: str, output: IO[bytes]) -> int:
    """Write every match to a file, one a line; return how many."""
    count = 0
    async with opened(database) as store:
        async for dumped in store.dump():
            output.write(msgspec.json.encode(Line(*dumped)) + b"\n")
            count += 1
    return count


async def restore(database: str, source: IO[bytes]) -> tuple[int, int]:
    """Write exported matches into a store; return how many were new and how many were there already.

    A match that is there with other entries raises BadSetup and ends the work.
    """
    new = known = 0
    decoder = msgspec.json.Decoder(Line)
    async with opened(database) as store:
        for line in source:
            exported = decoder.decode(line)
            present = await store.entries(exported.match)
            if present != exported.entries[: len(present)]:
                raise BadSetup(f"match {exported.match} is in the store with other events")
            for entry in exported.entries[len(present) :]:
                last = entry is exported.entries[-1]
                tokens = tuple(exported.tokens) if last else ()
                append = Append(exported.match, *entry, exported.summary if last else None, tokens)
                if not await store.append(append):
                    raise BadSetup(f"match {exported.match} is being played on")
            known += len(present) == len(exported.entries)
            new += len(present) < len(exported.entries)
    return new, known


async def backup(database: str, target: Path) -> None:
    """Copy an SQLite database as it stands at one moment, while the server runs; raise BadSetup for another kind."""
    from tafelrunde.store.sqlite import SqliteStore

    async with opened(database) as store:
        if not isinstance(store, SqliteStore):
            raise BadSetup("a PostgreSQL database is backed up with pg_dump, or exported")
        try:
            await store.backup(target)
        except FileExistsError:
            raise BadSetup(f"{target} exists already") from None


async def records(database: str, output: IO[str]) -> int:
    """Write the records of all finished matches; return how many."""
    count = 0
    async with opened(database) as store:
        before: tuple[int, str] | None = None
        while page := await store.find(Query("finished", before=before, listed=False)):
            for summary in page:
                match = Match(summary.match)
                for entry in await store.entries(summary.match):
                    match.fold(entry.number, entry.at, entry.key, read_events(entry.body))
                if match.start is not None:
                    output.write(f"{record_for(match, SPECTATOR)}\n")
                    count += 1
            before = (page[-1].changed, page[-1].match)
    return count
