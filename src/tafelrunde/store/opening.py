"""Opening a store by its address."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tafelrunde.extras import needs
from tafelrunde.games.errors import BadSetup, quoted
from tafelrunde.store.base import Store


def sqlite_file(url: str) -> Path | None:
    """Return the file of `sqlite:FILE` (or just a file's name), None for PostgreSQL; raise BadSetup for other kinds."""
    scheme, colon, rest = url.partition(":")
    if scheme in ("postgresql", "postgres") and colon:
        return None
    if scheme == "sqlite" and colon:
        return Path(rest.removeprefix("///") if rest.startswith("///") else rest)
    if "://" in url:
        raise BadSetup(f"a database is sqlite:FILE or postgresql://…, not {quoted(scheme)}")
    return Path(url)


def existing_file(url: str) -> Path | None:
    """Return the file of `sqlite:FILE`, None for PostgreSQL; raise BadSetup where there is none."""
    file = sqlite_file(url)
    if file is not None and not file.is_file():
        raise BadSetup(f"there is no file {file}; name the server's with --database")
    return file


async def open_store(url: str) -> Store:
    """Open `sqlite:FILE` (or just a file's name) or `postgresql://…`, its tables brought up to date.

    Raise BadSetup for another kind of address, StoreUnavailable where nobody answers, MissingExtra without the
    packages for PostgreSQL.
    """
    file = sqlite_file(url)
    if file is None:
        with needs("postgres"):
            from tafelrunde.store.postgres import PostgresStore

        return await PostgresStore.open(f"postgresql:{url.partition(':')[2]}")
    from tafelrunde.store.sqlite import SqliteStore

    return await asyncio.to_thread(SqliteStore.open, file)
