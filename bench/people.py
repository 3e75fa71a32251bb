"""How long the database takes to answer about people when there are very many of them.

    python -m bench.people [--accounts N] [--matches N] [--asks N]

Makes an SQLite database with so many accounts and matches (100,000 and a million), each match with two owners, and asks
what the pages ask: a history from its first page and from deep inside, the lobby, a name, a session. Times are those of
the store's own methods, the way to its thread included. Run from the root of the source tree.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random

from tafelrunde.store import Owner, Query, Store, Summary, open_store
from tafelrunde.store.people.accounts import find_by_name
from tafelrunde.store.people.owners import owned_by
from tafelrunde.store.people.sessions import find_session
from tafelrunde.store.sql import SAVE_OWNER, SAVE_SUMMARY

_PAGE = 50
_BODY = b"x" * 500
_STATUSES = ("finished",) * 97 + ("running", "running", "open")


def _fill(path: Path, accounts: int, matches: int) -> None:
    """Write accounts, sessions and matches; some people play far more than others."""
    rng = Random(1)

    def somebody() -> str:
        return f"a{int(accounts * rng.random() ** 3):09}"

    def played() -> Iterator[tuple[Summary, Owner, Owner]]:
        for number in range(matches):
            name, status, at = f"m{number:021}", rng.choice(_STATUSES), 10**12 + number * 1000
            one, other = somebody(), somebody()
            pool = "tokan standard live"
            yield (
                Summary(name, "tokan", status, True, False, at, at, _BODY),
                Owner(one, name, 0, pool, status, at, "won", other),
                Owner(other, name, 1, pool, status, at, "lost", one),
            )

    people = (f"a{number:09}" for number in range(accounts))
    with closing(sqlite3.connect(path)) as db, db:
        for name in people:
            folded = name.replace("a", "ann")
            db.execute(
                "INSERT INTO accounts VALUES (?, ?, ?, 'person', '', 'active', 1, ?)", (name, folded, folded, b"{}")
            )
            db.execute("INSERT INTO sessions VALUES (?, ?, 'h', '', 1, 1, 1, '')", (f"s{name}", name))
        for summary, one, other in played():
            db.execute(SAVE_SUMMARY, summary)
            db.execute(SAVE_OWNER, one)
            db.execute(SAVE_OWNER, other)
        db.execute("ANALYZE")


async def _measure(name: str, asks: int, ask: Callable[[], Awaitable[object]]) -> None:
    times = []
    for _ in range(asks):
        began = time.perf_counter()
        await ask()
        times.append((time.perf_counter() - began) * 1000)
    times.sort()
    print(f"{name:32} median {statistics.median(times):7.2f} ms   99% {times[int(0.99 * (asks - 1))]:7.2f} ms")


async def _ask(store: Store, accounts: int, matches: int, asks: int) -> None:
    rng = Random(2)

    def anybody() -> int:
        return int(accounts * rng.random() ** 3)

    async def history(status: str, deep: bool) -> None:
        before = (10**12 + rng.randrange(matches) * 1000, "m", 0) if deep else None
        await store.ask(partial(owned_by, f"a{anybody():09}", status, before, _PAGE))

    async def lobby(status: str, deep: bool) -> None:
        before = (10**12 + rng.randrange(matches) * 1000, "m") if deep else None
        await store.find(Query(status, None, before, _PAGE))

    await _measure("history, first page", asks, lambda: history("finished", False))
    await _measure("history, deep inside", asks, lambda: history("finished", True))
    await _measure("own running matches", asks, lambda: history("running", False))
    await _measure("lobby, open", asks, lambda: lobby("open", False))
    await _measure("lobby, finished, deep inside", asks, lambda: lobby("finished", True))
    await _measure("a name", asks, lambda: store.ask(lambda: find_by_name(f"ann{anybody():09}")))
    await _measure("a session", asks, lambda: store.ask(lambda: find_session(f"sa{anybody():09}")))


async def _main(accounts: int, matches: int, asks: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "people.db"
        await (await open_store(str(path))).close()
        began = time.perf_counter()
        await asyncio.to_thread(_fill, path, accounts, matches)
        print(
            f"{accounts:,} accounts and {matches:,} matches, {path.stat().st_size >> 20} MB, "
            f"made in {time.perf_counter() - began:.0f} s"
        )
        store = await open_store(str(path))
        try:
            await _ask(store, accounts, matches, asks)
        finally:
            await store.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--accounts", type=int, default=100_000)
    parser.add_argument("--matches", type=int, default=1_000_000)
    parser.add_argument("--asks", type=int, default=1000)
    wishes = parser.parse_args()
    asyncio.run(_main(wishes.accounts, wishes.matches, wishes.asks))
