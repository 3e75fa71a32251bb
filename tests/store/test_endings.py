"""Hundreds of matches of the same few people end at once, in two processes, while results are counted."""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import partial
from itertools import combinations
from random import Random

import pytest

from tafelrunde.server.ratings.counting import count_waiting, rebuild
from tafelrunde.server.ratings.results import RULE, Body, SeatRated, write_body
from tafelrunde.store import Append, Ask, Owner, Result, Script, Store, Summary, open_store
from tafelrunde.store.people import profiles
from tafelrunde.store.people.farewell import disown_unread
from tafelrunde.store.people.ratings import results_after

pytestmark = pytest.mark.anyio

PEOPLE = ("ann", "bob", "cy", "di", "ed")
POOL = "schoko standard live"
MATCHES = 200


def entry(match: str, number: int, pair: tuple[str, str]) -> Append:
    """Return the first entry of a match, or its last one, in which the first of two wins."""
    status = "running" if number == 1 else "finished"
    outcomes = ("", "") if number == 1 else ("won", "lost")
    owners = tuple(
        Owner(who, match, seat, POOL, status, number, outcomes[seat], pair[1 - seat]) for seat, who in enumerate(pair)
    )
    body = Body([SeatRated(seat, who) for seat, who in enumerate(pair)], [0, 1], 0, RULE)
    result = None if number == 1 else Result(match, number, POOL, write_body(body))
    summary = Summary(match, "schoko", status, True, False, 1, number, b"")
    return Append(match, number, number, None, b"x", summary, owners=owners, result=result)


def deadlocks() -> Script[int]:
    rows = yield Ask("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
    return int(rows[0][0])


async def test_matches_that_end_at_once_never_wait_for_each_other_for_ever(address: str) -> None:
    rng = Random(1)
    pairs = [rng.choice([pair, pair[::-1]]) for pair in rng.choices(list(combinations(PEOPLE, 2)), k=MATCHES)]
    stores: list[Store] = [await open_store(address)]
    # A file has one process.
    stores += [await open_store(address)] if address.startswith("postgresql") else []
    first = [entry(f"m{number:03}", 1, pair) for number, pair in enumerate(pairs)]
    gone = [entry(f"s{number:03}", 2, rng.choice(pairs))._replace(number=1) for number in range(20)]
    assert all(await asyncio.gather(*(stores[0].append(each) for each in (*first, *gone))))
    last = [entry(f"m{number:03}", 2, pair) for number, pair in enumerate(pairs)]

    async def end(store: Store, some: list[Append]) -> None:
        rng.shuffle(some)
        while some:
            # A few at a time, so that there are many transactions and not one.
            now, some = some[:3], some[3:]
            assert all(await asyncio.gather(*(store.append(each) for each in now)))

    async def forget(store: Store) -> None:
        for each in gone:
            await store.transact(partial(disown_unread, rng.choice(PEOPLE), each.match))
            assert await store.delete(each.match)

    parts = 4 * len(stores)
    await asyncio.gather(
        *(end(stores[part % len(stores)], last[part::parts]) for part in range(parts)),
        *(count_waiting(store) for store in stores),
        forget(stores[-1]),
    )
    await asyncio.gather(*(count_waiting(store) for store in stores))
    results = await stores[0].ask(lambda: results_after(0, 1000))
    assert [counted.number for counted in results] == list(range(1, len(results) + 1))
    assert {counted.result.match for counted in results} >= {each.match for each in last}
    won = Counter(pair[0] for pair in pairs)
    lost = Counter(pair[1] for pair in pairs)
    for who in PEOPLE:
        (tally,) = await stores[0].ask(partial(profiles.tallies, who))
        assert (tally.won, tally.lost, tally.drawn) == (won[who], lost[who], 0)
    assert await stores[0].transact(rebuild) == (len(results), False)
    for store in stores:
        await store.close()
    if address.startswith("postgresql"):
        again = await open_store(address)
        assert await again.ask(deadlocks) == 0
        await again.close()
