"""Attempts at puzzles, on both databases: each counts once, whatever the order in which they arrive again."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from tafelrunde.store import Store
from tafelrunde.store.people import accounts
from tafelrunde.store.people.farewell import remove_account
from tafelrunde.store.people.puzzles import Attempt, attempts_of, count_attempt, ratings_after, solver_of

pytestmark = pytest.mark.anyio


def attempt(name: str, puzzle: str = "aaaaaaaa", *, solved: bool = True, account: str = "ann") -> Attempt:
    return Attempt(account, name, puzzle, "a1a2 b1b2", False, solved, True, 5)


async def enrol(store: Store, name: str) -> None:
    account = accounts.Account(name, name, name, "person", "", "active", 1, b"{}")
    assert await store.transact(lambda: accounts.add_account(account))


async def count(store: Store, one: Attempt) -> Attempt | None:
    return await store.transact(lambda: count_attempt(one, 1500))


async def test_an_attempt_counts_once_and_moves_solver_and_puzzle_apart(store: Store) -> None:
    await enrol(store, "ann")
    first = await count(store, attempt("one"))
    assert first is not None
    assert first.rated
    once = await store.ask(lambda: solver_of("ann"))
    assert (once.tried, once.solved) == (1, 1)
    assert once.strength.rating > 1200
    ((name, puzzle),) = await store.ask(lambda: ratings_after(""))
    assert name == "aaaaaaaa"
    assert puzzle.strength.rating < 1500
    # Told again, also with another result: what was stored first counts.
    assert await count(store, attempt("one", solved=False)) == first
    assert await store.ask(lambda: solver_of("ann")) == once
    # The answer is known by now: tried again it is stored, but not rated.
    again = await count(store, attempt("two", solved=False))
    assert again is not None
    assert not again.rated
    assert await store.ask(lambda: solver_of("ann")) == once
    assert [one.id for one in await store.ask(lambda: attempts_of("ann"))] == ["one", "two"]


async def test_results_that_arrive_at_once_are_all_counted(store: Store) -> None:
    for name in ("ann", "bo"):
        await enrol(store, name)
    told = [attempt(f"try-{n}", f"puzzle{n}a", account=name) for name in ("ann", "bo") for n in range(8)]
    await asyncio.gather(*(count(store, one) for one in told * 2))
    for name in ("ann", "bo"):
        assert (await store.ask(partial(solver_of, name))).tried == 8
    assert [standing.tried for _, standing in await store.ask(lambda: ratings_after(""))] == [2] * 8


async def test_nothing_of_an_account_is_left_when_it_goes(store: Store) -> None:
    await enrol(store, "ann")
    await count(store, attempt("one"))
    assert await store.transact(lambda: remove_account("ann", 9))
    assert await store.ask(lambda: attempts_of("ann")) == []
    assert (await store.ask(lambda: solver_of("ann"))).tried == 0
    # What arrives late is not counted for somebody who is gone.
    assert await count(store, attempt("late")) is None
    assert await store.ask(lambda: attempts_of("ann")) == []
