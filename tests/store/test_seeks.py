"""Those who look for somebody are seated once, and nobody whose account goes meanwhile."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from tafelrunde.store import Append, Ask, Owner, Script, Store, Summary
from tafelrunde.store.people.accounts import Account, add_account
from tafelrunde.store.people.farewell import remove_account
from tafelrunde.store.people.seeks import Seek, add_seek, claim, find_seek, sit_down

pytestmark = pytest.mark.anyio


def look(name: str, account: str = "") -> Seek:
    return Seek(name, account, "p", False, name.encode(), 1500.0, 100, 1, 1, "")


def named(account: str) -> Script[bool]:
    return (yield from add_account(Account(account, account, account, "person", "", "active", 1, b"{}")))


def table(match: str, account: str) -> Append:
    owner = Owner(account, match, 0, "p", "running", 1, "", "")
    return Append(match, 1, 1, None, b"x", Summary(match, "tokan", "running", True, False, 1, 1, b"x"), owners=(owner,))


def left_of(account: str, match: str) -> Script[tuple[bool, bool, bool]]:
    """Return whether there is an account, a seat of it, and a match."""
    return (
        bool((yield Ask("SELECT 1 FROM accounts WHERE id = ?", (account,)))),
        bool((yield Ask("SELECT 1 FROM owners WHERE account = ?", (account,)))),
        bool((yield Ask("SELECT 1 FROM entries WHERE match = ?", (match,)))),
    )


def delete(account: str) -> Script[None]:
    yield Ask("DELETE FROM accounts WHERE id = ?", (account,))


async def test_whoever_has_no_account_any_more_is_seated_with_nobody(store: Store) -> None:
    own, guest = look("one", "ann"), look("two")
    await store.transact(partial(named, "ann"))
    assert await store.transact(partial(add_seek, own)) == own
    assert await store.transact(partial(add_seek, guest)) == guest
    await store.transact(partial(delete, "ann"))
    assert not await store.transact(partial(claim, [own, guest], 0, table("m", "ann")))
    assert not await store.transact(partial(sit_down, look("three"), own, 0, table("m", "ann")))
    assert await store.transact(partial(add_seek, look("four", "ann"))) is None
    assert await store.ask(partial(left_of, "ann", "m")) == (False, False, False)
    # Whoever waits with them goes on waiting.
    assert await store.ask(partial(find_seek, "two")) == guest
    await store.transact(partial(named, "ann"))
    assert await store.transact(partial(claim, [own, guest], 0, table("m", "ann")))
    assert await store.ask(partial(left_of, "ann", "m")) == (True, True, True)


async def test_an_account_that_goes_while_it_is_seated_keeps_its_seat_or_never_had_one(store: Store) -> None:
    for number in range(12):
        account, match = f"a{number}", f"m{number}"
        group = [look(f"one{number}", account), look(f"two{number}")]
        await store.transact(partial(named, account))
        for each in group:
            await store.transact(partial(add_seek, each))
        work = [partial(claim, group, 0, table(match, account)), partial(remove_account, account, 1)]
        first, second = work if number % 2 else work[::-1]
        done = await asyncio.gather(store.transact(first), store.transact(second))
        seated, gone = done if number % 2 else done[::-1]
        # Whoever deletes it sees the seat and takes it out of the match first.
        assert seated != gone
        assert await store.ask(partial(left_of, account, match)) == (seated, seated, seated)
