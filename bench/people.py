"""How long the database takes to answer about people when there are very many of them.

    python -m bench.people [sqlite | postgres] [--accounts N] [--matches N] [--asks N]

Makes a database with so many accounts and matches (100,000 and a million), each match rated and with two owners, and
asks what the pages and the pool ask: histories, profiles, leaderboards, the lobby, seeks, challenges, reports, devices
to be told, luck, studies, puzzles. Some people play far more than others: the busiest has tens of thousands of matches.
Times are those of the store's own methods, the way to its thread or to the database included; on a machine that is busy
otherwise the least time and that of our own processor say more. Run from the root of the source tree.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import asyncpg  # type: ignore[import-untyped]

from tafelrunde.server.ratings.counting import count_next
from tafelrunde.server.ratings.results import RULE, Body, SeatRated, write_body
from tafelrunde.store import Ask, Make, Owner, Query, Store, Summary, open_store, sql, studies
from tafelrunde.store.people import (
    challenges,
    luck,
    owners,
    profiles,
    push,
    puzzles,
    ratings,
    relations,
    reports,
    seeks,
)
from tafelrunde.store.people.accounts import find_account, find_by_name
from tafelrunde.store.people.leavers import times_left
from tafelrunde.store.people.sessions import find_session
from tafelrunde.store.people_schema import PEOPLE
from tafelrunde.store.puzzle_schema import PUZZLES
from tafelrunde.store.script import Script
from tafelrunde.store.study_schema import SHARED_STUDIES
from tests.databases import running_postgres

_PAGE = 50
_BODY = b"x" * 500
_STATUSES = ("finished",) * 97 + ("running", "running", "open")
_POOLS = ("tokan standard live", "schoko standard live", "schokoly standard days")
_NOW = 10**12
_SEEKS, _REPORTS, _CHALLENGES = 5_000, 50_000, 50_000
_PUZZLES = 4_480


def _account(number: int) -> str:
    return f"a{number:09}"


def _named(number: int) -> str:
    return f"m{number:021}"


class _World:
    """Rows of all tables; some people play far more than others."""

    def __init__(self, accounts: int, matches: int, by_account: bool) -> None:
        self._rng = Random(1)
        self._accounts = accounts
        self._matches = [self._match() for _ in range(matches)]
        self._sides = [(who, n, seat) for n, one in enumerate(self._matches) for seat, who in enumerate(one[0])]
        if by_account:
            # SQLite keeps them in that order anyway; in PostgreSQL they lie as they were written.
            self._sides.sort()
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

    def met(self) -> Iterator[tuple[Any, ...]]:
        """Iterate over who has met whom in rated matches."""
        for one, pool, other in {
            (who, self._matches[n][1], self._matches[n][0][1 - seat]) for who, n, seat in self._sides
        }:
            yield _account(one), pool, _account(other), 2.0, _NOW, False

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

    def results(self) -> Iterator[tuple[Any, ...]]:
        """Iterate over results, all of which are counted."""
        for number, (_, pool, status) in enumerate(self._matches):
            if status == "finished":
                yield _named(number), _NOW + number * 1000, pool, b"{}", number + 1

    def attempts(self) -> Iterator[tuple[Any, ...]]:
        """Iterate over puzzles that were tried, five by everybody."""
        for name in self.names:
            for number in range(5):
                yield name, f"try{number}", f"p{self._rng.randrange(_PUZZLES)}", "a1a2", False, True, True, _NOW

    def tables(self) -> list[tuple[str, tuple[str, ...], Iterable[Any]]]:
        """Return tables with the columns and the rows that are written to them."""
        solvers = ((name, 1500.0, 60.0, 0.06, 5, 3, _NOW) for name in self.names)
        hard = ((f"p{number}", 1500.0, 60.0, 0.06, 50, 25) for number in range(_PUZZLES))
        subscribed = ((f"s{name}", name, b"{}", 0, _NOW + 1, 0) for name in self.names)
        shared = ((f"t{name}", name, "A title", "r", "w", "", 3, 99, _NOW, _NOW) for name in self.names)
        written = ((f"t{name}", number, _NOW, f"k{number}", _BODY) for name in self.names for number in (1, 2, 3))
        sessions = ((f"s{name}", name, "h", "", 1, 1, 1, "") for name in self.names)
        rows: dict[str, Iterable[Any]] = {
            "accounts": self.people(),
            "sessions": sessions,
            "matches": self.summaries(),
            "owners": self.seats(),
            "results": self.results(),
            "rating_history": self.steps(),
            "rating_pairs": self.met(),
            "ratings": self.rated(),
            "luck": self.luck(),
            "luck_waiting": ((_named(number), _NOW) for number in range(10_000)),
            "seeks": self.seeks(),
            "reports": self.reports(),
            "challenges": self.challenges(),
            "relations": self.blocks(),
            "push_subscriptions": subscribed,
            "puzzle_results": self.attempts(),
            "puzzle_solvers": solvers,
            "puzzle_ratings": hard,
            "studies": shared,
            "study_entries": written,
        }
        # What is added up follows from the owners, by the database itself.
        columns = {table.name: tuple(table.columns.keys()) for table in (*PEOPLE, *PUZZLES, *SHARED_STUDIES)}
        columns.update(matches=Summary._fields, owners=Owner._fields)
        return [(name, columns[name], values) for name, values in rows.items()]


def _fill_sqlite(path: str, world: _World) -> None:
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        db.execute("PRAGMA synchronous = OFF")
        db.execute("PRAGMA cache_size = -1000000")
        for name, columns, values in world.tables():
            marks = ", ".join("?" * len(columns))
            db.executemany(f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({marks})", values)
        db.execute("ANALYZE")


async def _fill_postgres(address: str, world: _World) -> None:
    db = await asyncpg.connect(address)
    for name, columns, values in world.tables():
        await db.copy_records_to_table(name, records=values, columns=columns)
    await db.execute("VACUUM ANALYZE")
    await db.close()


async def _measure(name: str, asks: int, ask: Callable[[], Awaitable[object]]) -> None:
    times, spent = [], time.process_time()
    for _ in range(asks):
        began = time.perf_counter()
        await ask()
        times.append((time.perf_counter() - began) * 1000)
    cpu = (time.process_time() - spent) * 1000 / asks
    times.sort()
    middle, late = statistics.median(times), times[int(0.99 * (asks - 1))]
    print(
        f"{name:32} least {times[0]:6.2f} median {middle:7.2f} 99% {late:7.2f} ms   processor, mean {cpu:6.2f} ms",
        flush=True,
    )


def _profile(name: str) -> Script[None]:
    """Ask what a page of somebody is made of."""
    account = yield from find_by_name(name)
    assert account is not None
    yield from ratings.ratings_of(account.id)
    yield from profiles.tallies(account.id)
    yield from luck.nets_of(account.id)
    yield from relations.relation_to(account.id, _account(1))


def _own_profile(number: int) -> Script[None]:
    """Ask what somebody's own page is made of: also whom they met most often."""
    yield from _profile(f"ann{number:09}")
    for met in (yield from profiles.met_most(_account(number), 20)):
        yield from find_account(met.opponent)


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

    async def measure(name: str, make: Callable[[], Make[Any]], times: int = asks, writes: bool = False) -> None:
        await _measure(name, times, lambda: store.transact(make()) if writes else store.ask(make()))

    def pool() -> str:
        return rng.choice(_POOLS)

    await _measure("history, first page", asks, lambda: history("finished", False))
    await _measure("history, deep inside", asks, lambda: history("finished", True))
    await _measure("own running matches", asks, lambda: history("running", False))
    await _measure("lobby, open", asks, lambda: lobby("open", False))
    await _measure("lobby, finished, deep inside", asks, lambda: lobby("finished", True))
    await measure("a name", lambda: partial(find_by_name, f"ann{anybody():09}"))
    await measure("a session", lambda: partial(find_session, f"sa{anybody():09}"))
    await measure("one's own page", lambda: partial(_own_profile, anybody()))
    await measure("a profile", lambda: partial(_profile, f"ann{anybody():09}"))
    await measure("the profile of the busiest", lambda: partial(_profile, f"ann{0:09}"))
    await measure("the own page of the busiest", lambda: partial(_own_profile, 0))
    await measure("a curve", lambda: partial(ratings.curve, _account(anybody()), pool(), None, 500))
    await measure(
        "rated matches", lambda: partial(profiles.rated_matches, _account(anybody()), pool(), profiles.NEWEST, _PAGE)
    )
    await measure(
        "rated matches, deep inside",
        lambda: partial(profiles.rated_matches, _account(anybody()), pool(), rng.randrange(matches), _PAGE),
    )
    await measure("a leaderboard", lambda: partial(ratings.board, pool(), _NOW, None, 400))
    await measure("who waits in a pool", lambda: partial(seeks.waiting_in, pool(), _NOW))
    await measure("who waits, for the lobby", lambda: partial(seeks.all_waiting, _NOW))
    await measure("challenges", lambda: partial(challenges.challenges_to, _account(anybody())))
    await measure("reports", lambda: reports.open_reports)
    await measure("how often somebody left", lambda: partial(times_left, _account(anybody()), 1))
    await measure("devices to be told", lambda: partial(push.take_due, _NOW, _NOW, _PAGE), writes=True)
    await measure("own reports", lambda: partial(reports.reports_by, _account(anybody())))
    await measure("a match to look for luck in", lambda: partial(luck.take_waiting, _NOW, _NOW + 1), writes=True)
    await measure("studies of an account", lambda: partial(studies.studies_of, _account(anybody())))
    await measure("a study", lambda: partial(studies.read_study, f"t{_account(anybody())}"))
    await measure("puzzles somebody tried", lambda: partial(puzzles.attempts_of, _account(anybody())))
    await measure("how hard puzzles are", lambda: partial(puzzles.ratings_after, f"p{rng.randrange(_PUZZLES)}"))

    def attempt() -> puzzles.Attempt:
        return puzzles.Attempt(
            _account(anybody()), f"new{rng.random()}", f"p{rng.randrange(_PUZZLES)}", "a1", False, True, True, _NOW
        )

    def count() -> Script[None]:
        body = Body([SeatRated(side, _account(anybody())) for side in (0, 1)], [0, 1], 0, RULE)
        yield Ask(sql.SAVE_RESULT, (f"new{rng.random()}", _NOW, pool(), write_body(body)))
        yield from count_next()

    await measure("a rated match is counted", lambda: count, writes=True)
    await measure("a puzzle is counted", lambda: partial(puzzles.count_attempt, attempt(), 1500.0), writes=True)


@contextlib.contextmanager
def _database(kind: str) -> Iterator[str]:
    if kind == "postgres":
        with running_postgres() as server:
            yield server.new_database()
        return
    with tempfile.TemporaryDirectory(prefix="tafelrunde-people-") as folder:
        yield f"sqlite:{Path(folder) / 'people.db'}"


async def _main(kind: str, accounts: int, matches: int, asks: int) -> None:
    with _database(kind) as address:
        await (await open_store(address)).close()
        began = time.perf_counter()
        world = _World(accounts, matches, by_account=kind == "sqlite")
        if kind == "postgres":
            await _fill_postgres(address, world)
        else:
            await asyncio.to_thread(_fill_sqlite, address.removeprefix("sqlite:"), world)
        del world
        print(
            f"{kind}: {accounts:,} accounts and {matches:,} matches, made in {time.perf_counter() - began:.0f} s",
            flush=True,
        )
        store = await open_store(address)
        try:
            await _ask(store, accounts, matches, asks)
        finally:
            await store.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", nargs="?", default="sqlite", choices=["sqlite", "postgres"])
    parser.add_argument("--accounts", type=int, default=100_000)
    parser.add_argument("--matches", type=int, default=1_000_000)
    parser.add_argument("--asks", type=int, default=1000)
    wishes = parser.parse_args()
    asyncio.run(_main(wishes.kind, wishes.accounts, wishes.matches, wishes.asks))
