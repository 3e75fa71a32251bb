"""What the cards gave in rated matches, as far as somebody has looked at it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tafelrunde.store.base import Result
from tafelrunde.store.people.accounts import find_account
from tafelrunde.store.script import Ask, Script, blob


class Given(NamedTuple):
    """What came of a match for an account, and what of it the cards gave, as parts of a win."""

    account: str
    pool: str
    match: str
    result: float
    luck: float


class Net(NamedTuple):
    """Somebody's matches in a pool: how many, and the sums of results, of results without luck, and of its squares."""

    pool: str
    games: int
    results: float
    nets: float
    squares: float


def take_waiting(now: int, until: int) -> Script[Result | None]:
    """Return the result of a match in which nobody has looked yet, and keep others from doing so until a moment."""
    rows = yield Ask("SELECT match, due FROM luck_waiting WHERE due <= ? ORDER BY due LIMIT 1", (now,))
    if not rows:
        return None
    match, due = rows[0]
    taken = yield Ask(
        "UPDATE luck_waiting SET due = ? WHERE match = ? AND due = ? RETURNING match", (until, match, due)
    )
    found = yield Ask("SELECT match, at, pool, body FROM results WHERE match = ?", (match,))
    if not found:
        yield Ask("DELETE FROM luck_waiting WHERE match = ?", (match,))
    if not (taken and found):
        return None
    name, at, pool, body = found[0]
    return Result(name, at, pool, blob(body))


def save_luck(match: str, given: Iterable[Given]) -> Script[None]:
    """Write what the cards gave in a match, so that it no longer waits; accounts that are gone are left out."""
    yield Ask("DELETE FROM luck_waiting WHERE match = ?", (match,))
    for one in given:
        if (yield from find_account(one.account)) is not None:
            yield Ask(
                "INSERT INTO luck (account, pool, match, result, luck) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                tuple(one),
            )


def luck_of(account: str, pool: str = "", match: str = "", limit: int = 500) -> Script[list[Given]]:
    """Return what the cards gave somebody, by pool and match, after one of them."""
    rows = yield Ask(
        "SELECT account, pool, match, result, luck FROM luck WHERE account = ? AND (pool, match) > (?, ?) "
        "ORDER BY pool, match LIMIT ?",
        (account, pool, match, limit),
    )
    return [Given(*row) for row in rows]


def nets_of(account: str) -> Script[list[Net]]:
    """Return somebody's results and what is left of them without luck, by pool."""
    rows = yield Ask(
        "SELECT pool, count(*), sum(result), sum(result - luck), sum((result - luck) * (result - luck)) "
        "FROM luck WHERE account = ? GROUP BY pool ORDER BY pool",
        (account,),
    )
    return [Net(*row) for row in rows]
