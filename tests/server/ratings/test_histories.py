"""Ratings are a fold of the results in their order, whatever happened between them.

They are counted by several at once, by fits and starts, and with people who leave for good in the middle.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from functools import partial
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from tafelrunde.server.people.farewell import _begin, _rename, gone
from tafelrunde.server.ratings.counting import count_next, count_waiting, rebuild
from tafelrunde.server.ratings.model import Held, opponents, rate
from tafelrunde.server.ratings.pairs import ENOUGH, Met, Pair
from tafelrunde.server.ratings.results import RULE, Body, SeatRated, read_body, write_body
from tafelrunde.store import Ask, Script, Store, open_store, sql
from tafelrunde.store.people.farewell import remove_account
from tafelrunde.store.people.ratings import lock_ratings, ratings_after, results_after, rewrite_result, steps_after
from tests.databases import Postgres

pytestmark = pytest.mark.anyio

TWO = ("tokan standard live", "schoko standard days")
THREE, TEAMS = "schokoly 3,swap=on live", "schokoly 4 live"
DAY_MS = 86_400_000


@pytest.fixture(params=["sqlite", "postgres"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    if request.param == "sqlite":
        address = f"sqlite:{tmp_path / 'histories.db'}"
    else:
        server: Postgres = request.getfixturevalue("postgres")
        address = server.new_database()
    opened = await open_store(address)
    yield opened
    await opened.close()


def some_result(rng: Random, people: list[str]) -> tuple[str, Body]:
    """Return a pool and what came of a match there."""
    count = rng.choice((2, 2, 3, 4))
    seats = [
        SeatRated(seat % 2 if count == 4 else seat, who, bot=who == "person8")
        for seat, who in enumerate(rng.sample(people, count))
    ]
    if count == 2 and rng.random() < 0.2:
        seats[1] = SeatRated(1, level=rng.randint(1, 8))
    sides = 2 if count == 4 else count
    places = [rng.randrange(sides) for _ in range(sides)]
    pool = rng.choice(TWO) if count == 2 else THREE if count == 3 else TEAMS
    return pool, Body(
        seats, [sum(other < own for other in places) for own in places], rng.randrange(sides), rng.choice((1, RULE))
    )


def finish(match: str, at: int, pool: str, body: Body) -> Script[None]:
    yield Ask(sql.SAVE_RESULT, (match, at, pool, write_body(body)))


def forget(account: str, match: str) -> Script[None]:
    yield from lock_ratings()
    yield from rewrite_result(match, partial(_rename, account))


async def kept(store: Store) -> tuple[list[object], list[object]]:
    """Return all ratings and all points of curves."""
    ratings = await store.ask(lambda: ratings_after("", "", 10_000))
    return [*ratings], [*await store.ask(lambda: steps_after("", "", 0, 10_000))]


async def folded(store: Store, left: set[str]) -> dict[tuple[str, str], Held]:
    """Return the ratings that follow from the results in the order of their numbers, and from nothing else."""
    found: dict[tuple[str, str], Held] = {}
    pairs: dict[tuple[str, frozenset[str]], Pair] = {}
    others: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for counted in await store.ask(lambda: results_after(0, 10_000)):
        pool, body = counted.result.pool, read_body(counted.result.body)
        names = {seat.account: gone(seat.account) if seat.account in left else seat.account for seat in body.seats}
        held = {account: found[name, pool] for account, name in names.items() if (name, pool) in found}
        times, bots = {}, {seat.account: seat.bot for seat in body.seats}
        for pair in opponents(body):
            key = pool, frozenset(names[account] for account in pair)
            known = pairs.get(key, Pair())
            times[pair], pairs[key] = known.now(counted.result.at), known.met(counted.result.at)
            for one, other in permutations(pair):
                if bots[one] or not bots[other]:
                    others[pool, names[one]].add(names[other])
        few = {account for account, name in names.items() if len(others[pool, name]) < ENOUGH}
        for account, new in rate(pool, body, counted.result.at, held, Met(times, few)).items():
            found[names[account], pool] = new
    return found


@pytest.mark.parametrize("seed", range(3))
async def test_ratings_follow_from_the_results_in_their_order_and_from_nothing_else(store: Store, seed: int) -> None:
    rng = Random(seed)
    people, left, matches = [f"person{number}" for number in range(9)], set[str](), list[str]()
    now = 10**12
    for number in range(120):
        what = rng.random()
        if what < 0.75:
            pool, body = some_result(rng, people)
            now += rng.choice((0, 1, 60_000, DAY_MS, 40 * DAY_MS))
            # Processes do not agree about the time to the moment.
            await store.transact(partial(finish, f"m{number}", now - rng.randrange(99), pool, body))
            matches.append(f"m{number}")
        elif what < 0.9:
            await asyncio.gather(*(store.transact(count_next) for _ in range(rng.randrange(3))))
        elif what < 0.95 and len(people) > 5:
            account = people.pop(rng.randrange(len(people)))
            await store.transact(partial(_begin, account, now))
            left.add(account)
        elif left:
            # Some of the results of somebody who left have forgotten them, some are about to.
            account = rng.choice(sorted(left))
            for match in rng.sample(matches, len(matches) // 2):
                await store.transact(partial(forget, account, match))
    await asyncio.gather(*(count_waiting(store) for _ in range(3)))
    results = await store.ask(lambda: results_after(0, 10_000))
    assert [counted.number for counted in results] == list(range(1, len(matches) + 1))
    ratings, steps = await kept(store)
    assert {
        (rated.account, rated.pool): (rated.rating, rated.deviation, rated.volatility, rated.games, rated.at)
        for rated in await store.ask(lambda: ratings_after("", "", 10_000))
    } == {key: (*held.rating, held.games, held.at) for key, held in (await folded(store, left)).items()}
    assert await store.transact(rebuild) == (len(matches), False)
    for account in sorted(left):
        for match in matches:
            await store.transact(partial(forget, account, match))
        assert await store.transact(partial(remove_account, account, now))
    # Nobody's rating changes where somebody is gone for good, and nobody comes back.
    assert await store.transact(rebuild) == (len(matches), False)
    assert await kept(store) == (ratings, steps)
    assert not {rated.account for rated in await store.ask(lambda: ratings_after("", ""))} & left
