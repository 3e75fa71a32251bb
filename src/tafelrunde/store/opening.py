"""Opening a store by its address."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tafelrunde.games.errors import BadSetup, quoted
from tafelrunde.store.base import Store


async def open_store(url: str) -> Store:
    """Open `sqlite:FILE` (or just a file's name) or `postgresql://…`, its tables brought up to date.

    Raise BadSetup for another kind of address, StoreUnavailable where nobody answers.
    """
    scheme, colon, rest = url.partition(":")
    if scheme in ("postgresql", "postgres") and colon:
        from tafelrunde.store.postgres import PostgresStore

        return await PostgresStore.open(f"postgresql:{rest}")
    if scheme == "sqlite" and colon:
        name = rest.removeprefix("///") if rest.startswith("///") else rest
    elif "://" in url:
        raise BadSetup(f"a database is sqlite:FILE or postgresql://…, not {quoted(scheme)}")
    else:
        name = url
    from tafelrunde.store.sqlite import SqliteStore

    return await asyncio.to_thread(SqliteStore.open, Path(name))
