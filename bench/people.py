"""How long the database takes to answer about people when there are very many of them.

    python -m bench.people [--accounts N] [--matches N] [--asks N]

Makes an SQLite database with so many accounts and matches (100,000 and a million), each match rated and with two
owners, and asks what the pages and the pool ask: histories, profiles, leaderboards, the lobby, seeks, challenges,
reports. Some people play far more than others: the busiest has tens of thousands of matches. Times are those of the
store's own methods, the way to its thread included; on a machine that is busy otherwise the time of the processor says
more. Run from the root of the source tree.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from tafelrunde.store import Make, Owner, Query, Store, Summary, open_store
from tafelrunde.store.people import challenges, luck, owners, profiles, push, ratings, relations, reports, seeks
from tafelrunde.store.people.accounts import find_by_name
from tafelrunde.store.people.sessions import find_session
from tafelrunde.store.people.standing import times_left
from tafelrunde.store.script import Script
from tafelrunde.store.sql import SAVE_OWNER, SAVE_SUMMARY

_PAGE = 50
_BODY = b"x" * 500
_STATUSES = ("finished",) * 97 + ("running", "running", "open")
_POOLS = ("tokan standard live", "schoko standard live", "schokoly standard days")
_NOW = 10**12
_SEEKS, _REPORTS, _CHALLENGES = 5_000, 50_000, 50_000


def _account(number: int) -> str:
    return f"a{number:09}"


def _named(number: int) -> str:
    return f"m{number:021}"


class _World:
    """Rows of all tables; some people play far more than others."""

    def __init__(self, accounts: int, matches: int) -> None:
        self._rng = Random(1)
        self._accounts = accounts
        self._matches = [self._match() for _ in range(matches)]
        self._sides = sorted((who, n, seat) for n, one in enumerate(self._matches) for seat, who in enumerate(one[0]))
        self.names = [_account(number) for number in range(accounts)]

    def _somebody(self) -> int:
        return int(self._accounts * self._rng.random() ** 3)

    def _match(self) -> tuple[tuple[int, int], str, str]:
        one, other = self._somebody(), self._somebody()
        two = (one, other if other != one else (one + 1) % self._accounts)
        return two, self._rng.choice(_POOLS), self._rng.choice(_STATUSES)

    def summaries(self) -> Iterator[Summary]:
        """Iterate over matches."""
        for number, (_, _, status) in enumerate(self._matches):
            at = _NOW + number * 1000
            yield Summary(_named(number), "tokan", status, True, False, at, at, _BODY)

    def seats(self) -> Iterator[Owner]:
        """Iterate over who sat where."""
        for who, number, seat in self._sides:
            two, pool, status = self._matches[number]
            outcome = "" if status != "finished" else "won" if seat else "lost"
            at, other = _NOW + number * 1000, _account(two[1 - seat])
            yield Owner(_account(who), _named(number), seat, pool, status, at, outcome, other)

    def steps(self) -> Iterator[tuple[Any, ...]]:
        """Iterate over the points of all curves."""
        for who, number, _ in self._sides:
            _, pool, status = self._matches[number]
            if status == "finished":
                at, rating = _NOW + number * 1000, 1500.0 + who % 700
                yield _account(who), pool, number, at, rating, 60.0, _named(number)

    def luck(self) -> Iterator[tuple[Any, ...]]:
        """Iterate over what cards gave."""
        return ((account, pool, match, 1.0, 0.1) for account, pool, *_, match in self.steps() if pool == _POOLS[1])

    def people(self) -> Iterator[tuple[Any, ...]]:
        """Iterate over accounts."""
        for number, name in enumerate(self.names):
            yield name, f"ann{number:09}", f"ann{number:09}", "person", "", "active", 1, b"{}"

    def rated(self) -> Iterator[tuple[Any, ...]]:
        """Iterate over ratings."""
        for number, name in enumerate(self.names):
            for pool in _POOLS:
                yield name, pool, self._rng.gauss(1500, 300), 60.0, 0.06, 50, _NOW, number % 3 > 0

    def seeks(self) -> Iterator[tuple[Any, ...]]:
        """Iterate over those who look for somebody, and those who have found one."""
        for number in range(_SEEKS):
            pool, match = _POOLS[number % len(_POOLS)], "" if number % 2 else "m"
            yield f"s{number}", _account(number), pool, True, b"{}", 1500.0, 150, _NOW + number, _NOW, match

    def reports(self) -> Iterator[tuple[Any, ...]]:
        """Iterate over reports, most of which somebody has looked at."""
        for number in range(1, _REPORTS + 1):
            state = "open" if number % 500 == 0 else "resolved"
            reported = _account(self._somebody())
            yield number, _NOW, _account(number), reported, _named(number), "abuse", state, 0, None

    def challenges(self) -> Iterator[tuple[Any, ...]]:
        """Iterate over challenges."""
        for number in range(_CHALLENGES):
            yield _named(number), _account(self._somebody()), _account(self._somebody()), _NOW

    def blocks(self) -> Iterator[tuple[Any, ...]]:
        """Iterate over who blocks whom."""
        return ((name, "block", _account(self._somebody()), 1) for name in self.names)


def _fill(path: Path, accounts: int, matches: int) -> None:
    """Write everything."""
    world = _World(accounts, matches)
    rows: list[tuple[str, Iterable[Any]]] = [
        ("INSERT INTO accounts VALUES (?, ?, ?, ?, ?, ?, ?, ?)", world.people()),
        ("INSERT INTO sessions VALUES (?, ?, 'h', '', 1, 1, 1, '')", ((f"s{name}", name) for name in world.names)),
        (SAVE_SUMMARY, world.summaries()),
        (SAVE_OWNER, world.seats()),
        ("INSERT INTO rating_history VALUES (?, ?, ?, ?, ?, ?, ?)", world.steps()),
        ("INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?, ?)", world.rated()),
        ("INSERT INTO luck VALUES (?, ?, ?, ?, ?)", world.luck()),
        ("INSERT INTO luck_waiting VALUES (?, ?)", ((_named(number), _NOW) for number in range(10_000))),
        ("INSERT INTO seeks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", world.seeks()),
        ("INSERT INTO reports VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", world.reports()),
        ("INSERT INTO challenges VALUES (?, ?, ?, ?)", world.challenges()),
        ("INSERT INTO relations VALUES (?, ?, ?, ?)", world.blocks()),
        (
            "INSERT INTO push_subscriptions VALUES (?, ?, ?, ?, ?, ?)",
            ((f"s{name}", name, b"{}", 0, _NOW + 1, 0) for name in world.names),
        ),
    ]
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("PRAGMA synchronous = OFF")
        db.execute("PRAGMA cache_size = -1000000")
        for statement, values in rows:
            db.executemany(statement, values)
        db.execute("ANALYZE")


async def _measure(name: str, asks: int, ask: Callable[[], Awaitable[object]]) -> None:
    times, spent = [], time.process_time()
    for _ in range(asks):
        began = time.perf_counter()
        await ask()
        times.append((time.perf_counter() - began) * 1000)
    cpu = (time.process_time() - spent) * 1000 / asks
    times.sort()
    middle, late = statistics.median(times), times[int(0.99 * (asks - 1))]
    print(f"{name:32} median {middle:7.2f} ms   99% {late:7.2f} ms   processor, mean {cpu:6.2f} ms", flush=True)


def _profile(name: str) -> Script[None]:
    """Ask what a page of somebody is made of."""
    account = yield from find_by_name(name)
    assert account is not None
    yield from ratings.ratings_of(account.id)
    yield from profiles.tallies(account.id)
    yield from luck.nets_of(account.id)
    yield from relations.relation_to(account.id, _account(1))


async def _ask(store: Store, accounts: int, matches: int, asks: int) -> None:
    rng = Random(2)

    def anybody() -> int:
        return int(accounts * rng.random() ** 3)

    async def history(status: str, deep: bool) -> None:
        before = (_NOW + rng.randrange(matches) * 1000, "m", 0) if deep else None
        await store.ask(partial(owners.owned_by, _account(anybody()), status, before, _PAGE))

    async def lobby(status: str, deep: bool) -> None:
        before = (_NOW + rng.randrange(matches) * 1000, "m") if deep else None
        await store.find(Query(status, None, before, _PAGE))

    async def measure(name: str, make: Callable[[], Make[Any]], times: int = asks) -> None:
        await _measure(name, times, lambda: store.ask(make()))

    def pool() -> str:
        return rng.choice(_POOLS)

    await _measure("history, first page", asks, lambda: history("finished", False))
    await _measure("history, deep inside", asks, lambda: history("finished", True))
    await _measure("own running matches", asks, lambda: history("running", False))
    await _measure("lobby, open", asks, lambda: lobby("open", False))
    await _measure("lobby, finished, deep inside", asks, lambda: lobby("finished", True))
    await measure("a name", lambda: partial(find_by_name, f"ann{anybody():09}"))
    await measure("a session", lambda: partial(find_session, f"sa{anybody():09}"))
    await measure("a profile", lambda: partial(_profile, f"ann{anybody():09}"))
    await measure("the profile of the busiest", lambda: partial(_profile, f"ann{0:09}"), max(10, asks // 20))
    await measure("a curve", lambda: partial(ratings.curve, _account(anybody()), pool(), None, 500))
    await measure("rated matches", lambda: partial(profiles.rated_matches, _account(anybody()), pool(), 2**31, _PAGE))
    await measure(
        "rated matches, deep inside",
        lambda: partial(profiles.rated_matches, _account(anybody()), pool(), rng.randrange(matches), _PAGE),
    )
    await measure("a leaderboard", lambda: partial(ratings.board, pool(), 400))
    await measure("who waits in a pool", lambda: partial(seeks.waiting_in, pool(), _NOW))
    await measure("who waits, for the lobby", lambda: partial(seeks.all_waiting, _NOW))
    await measure("challenges", lambda: partial(challenges.challenges_to, _account(anybody())))
    await measure("reports", lambda: reports.open_reports)
    await measure("how often somebody left", lambda: partial(times_left, _account(anybody()), 1))
    await measure("devices to be told", lambda: partial(push.take_due, _NOW, _NOW, _PAGE))


async def _main(accounts: int, matches: int, asks: int) -> None:
    with tempfile.TemporaryDirectory(prefix="tafelrunde-people-") as folder:
        path = Path(folder) / "people.db"
        await (await open_store(str(path))).close()
        began = time.perf_counter()
        await asyncio.to_thread(_fill, path, accounts, matches)
        print(
            f"{accounts:,} accounts and {matches:,} matches, {path.stat().st_size >> 20} MB, "
            f"made in {time.perf_counter() - began:.0f} s",
            flush=True,
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
