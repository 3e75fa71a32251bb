"""Results of rated matches in their order, and the ratings that follow from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tafelrunde.store.base import Result
from tafelrunde.store.people.accounts import ACCOUNT_COLUMNS, Account
from tafelrunde.store.script import Ask, Lock, Row, Script, blob

_HIGHEST = 2**31 - 1
_RATED = "account, pool, rating, deviation, volatility, games, at, certain"
_PAIR = "account, pool, other, times, at, bot"
_STEP = "account, pool, number, at, rating, deviation, match"


class Rated(NamedTuple):
    """Somebody's rating in a pool."""

    account: str
    pool: str
    rating: float
    deviation: float
    volatility: float
    games: int
    at: int
    certain: bool


class Step(NamedTuple):
    """A rating after a match: a point of somebody's curve."""

    account: str
    pool: str
    number: int
    at: int
    rating: float
    deviation: float
    match: str


class Paired(NamedTuple):
    """How often somebody has met another in a pool, with what is long ago counted for less, and when they met last."""

    account: str
    pool: str
    other: str
    times: float
    at: int
    bot: bool
    """Whether the other is a bot."""


class Counted(NamedTuple):
    """A result with its number; None while it waits."""

    result: Result
    number: int | None


def lock_ratings() -> Script[None]:
    """Keep everybody else from counting results until the end of the transaction."""
    yield Lock("ratings")


def rating_of(account: str, pool: str) -> Script[Rated | None]:
    """Return somebody's rating in a pool; None for whoever was never rated there."""
    rows = yield Ask(f"SELECT {_RATED} FROM ratings WHERE account = ? AND pool = ?", (account, pool))  # noqa: S608
    return _rated(rows[0]) if rows else None


def ratings_of(account: str) -> Script[list[Rated]]:
    """Return all ratings of an account."""
    rows = yield Ask(f"SELECT {_RATED} FROM ratings WHERE account = ? ORDER BY pool", (account,))  # noqa: S608
    return [_rated(row) for row in rows]


def first_waiting() -> Script[Result | None]:
    """Return the result that is to be counted next; None if none waits."""
    rows = yield Ask("SELECT match, at, pool, body FROM results WHERE number IS NULL ORDER BY at, match LIMIT 1")
    return _result(rows[0]) if rows else None


def last_number() -> Script[int]:
    """Return the number of the last result that was counted; 0 if none was."""
    rows = yield Ask("SELECT number FROM results WHERE number <= ? ORDER BY number DESC LIMIT 1", (_HIGHEST,))
    # What is no number any more comes after all that are; their places stay taken.
    damaged = yield Ask("SELECT count(*) FROM results WHERE number > ?", (_HIGHEST,))
    return sum(int(number) for (number,) in (*rows, *damaged))


def give_number(match: str, number: int) -> Script[None]:
    """Give a result its place in the order; what the cards gave in its match is looked at later."""
    yield Ask("UPDATE results SET number = ? WHERE match = ? AND number IS NULL", (number, match))
    yield Ask(
        "INSERT INTO luck_waiting (match, due) SELECT match, at FROM results WHERE match = ? ON CONFLICT DO NOTHING",
        (match,),
    )


def results_after(number: int, limit: int = 500) -> Script[list[Counted]]:
    """Return results that were counted, in their order, after a number."""
    rows = yield Ask(
        "SELECT match, at, pool, body, number FROM results WHERE number > ? ORDER BY number LIMIT ?", (number, limit)
    )
    return [Counted(_result(row[:4]), row[4]) for row in rows]


def save_rating(rated: Rated) -> Script[None]:
    """Write somebody's rating in a pool."""
    yield Ask(
        f"INSERT INTO ratings ({_RATED}) VALUES (?, ?, ?, ?, ?, ?, ?, ?) "  # noqa: S608
        "ON CONFLICT (account, pool) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, "
        "volatility = excluded.volatility, games = excluded.games, at = excluded.at, certain = excluded.certain",
        tuple(rated),
    )


def add_step(step: Step) -> Script[None]:
    """Write a point of somebody's curve."""
    yield Ask(
        "INSERT INTO rating_history (account, pool, number, at, rating, deviation, match) VALUES (?, ?, ?, ?, ?, ?, ?)",
        tuple(step),
    )


def pair_of(account: str, pool: str, other: str) -> Script[Paired | None]:
    """Return how often two have met in a pool; None for those who never have."""
    rows = yield Ask(
        f"SELECT {_PAIR} FROM rating_pairs WHERE account = ? AND pool = ? AND other = ?",  # noqa: S608
        (account, pool, other),
    )
    return _paired(rows[0]) if rows else None


def save_pair(pair: Paired) -> Script[None]:
    """Write how often somebody has met another in a pool."""
    yield Ask(
        f"INSERT INTO rating_pairs ({_PAIR}) VALUES (?, ?, ?, ?, ?, ?) "  # noqa: S608
        "ON CONFLICT (account, pool, other) DO UPDATE SET times = excluded.times, at = excluded.at",
        tuple(pair),
    )


def count_met(account: str, pool: str, most: int, *, with_bots: bool) -> Script[int]:
    """Return how many others somebody has met in a pool, up to a number; bots among them only where that is asked."""
    rows = yield Ask(
        "SELECT 1 FROM rating_pairs WHERE account = ? AND pool = ? AND (bot = ? OR bot = ?) LIMIT ?",
        (account, pool, False, with_bots, most),
    )
    return len(rows)


def forget_ratings() -> Script[None]:
    """Forget all ratings and curves, and who has met; the results stay."""
    yield Ask("DELETE FROM rating_pairs")
    yield Ask("DELETE FROM ratings")
    yield Ask("DELETE FROM rating_history")


def ratings_after(account: str, pool: str, limit: int = 1000) -> Script[list[Rated]]:
    """Return ratings in the order of accounts and pools, after one of them."""
    rows = yield Ask(
        f"SELECT {_RATED} FROM ratings WHERE (account, pool) > (?, ?) ORDER BY account, pool LIMIT ?",  # noqa: S608
        (account, pool, limit),
    )
    return [_rated(row) for row in rows]


def steps_after(account: str, pool: str, number: int, limit: int = 1000) -> Script[list[Step]]:
    """Return points of curves in the order of accounts, pools and numbers, after one of them."""
    rows = yield Ask(
        f"SELECT {_STEP} FROM rating_history WHERE (account, pool, number) > (?, ?, ?) "  # noqa: S608
        "ORDER BY account, pool, number LIMIT ?",
        (account, pool, number, limit),
    )
    return [Step(*row) for row in rows]


def curve(account: str, pool: str, before: int | None, limit: int) -> Script[list[Step]]:
    """Return the newest points of somebody's curve in a pool, the newest first, before a number."""
    rows = yield Ask(
        f"SELECT {_STEP} FROM rating_history WHERE account = ? AND pool = ? AND number < ? "  # noqa: S608
        "ORDER BY number DESC LIMIT ?",
        (account, pool, _HIGHEST if before is None else before, limit),
    )
    return [Step(*row) for row in rows]


def pairs_after(account: str, pool: str, other: str, limit: int = 1000) -> Script[list[Paired]]:
    """Return how often people have met, in the order of accounts, pools and opponents, after one of them."""
    rows = yield Ask(
        f"SELECT {_PAIR} FROM rating_pairs WHERE (account, pool, other) > (?, ?, ?) "  # noqa: S608
        "ORDER BY account, pool, other LIMIT ?",
        (account, pool, other, limit),
    )
    return [_paired(row) for row in rows]


Place = tuple[float, str]
"""Where a page of a leaderboard ends: the rating and the account of its last line."""


def board(pool: str, since: int, before: Place | None, limit: int) -> Script[list[tuple[Rated, Account]]]:
    """Return the best certain ratings of a pool with whose they are, the best first, before a place.

    Without those who have not played since a moment, and those of deleted accounts.
    """
    rated = ", ".join(f"r.{name}" for name in _RATED.split(", "))
    whose = ", ".join(f"a.{name}" for name in ACCOUNT_COLUMNS.split(", "))
    statement = (
        f"SELECT {rated}, {whose} FROM ratings r JOIN accounts a ON a.id = r.account "  # noqa: S608
        "WHERE r.pool = ? AND r.certain = ? AND r.at >= ?"
    )
    values: tuple[object, ...] = (pool, True, since)
    if before is not None:
        statement += " AND (r.rating, r.account) < (?, ?)"
        values += before
    rows = yield Ask(f"{statement} ORDER BY r.rating DESC, r.account DESC LIMIT ?", (*values, limit))
    return [(_rated(row[:8]), Account(*row[8:])) for row in rows]


def rename_ratings(account: str, name: str) -> Script[None]:
    """Keep somebody's ratings and curves under another name; what others won from them does not change by it."""
    yield Ask("UPDATE ratings SET account = ? WHERE account = ?", (name, account))
    yield Ask("UPDATE rating_history SET account = ? WHERE account = ?", (name, account))
    yield Ask("UPDATE rating_pairs SET account = ? WHERE account = ?", (name, account))
    yield Ask("UPDATE rating_pairs SET other = ? WHERE other = ?", (name, account))


def rewrite_result(match: str, change: Callable[[bytes], bytes]) -> Script[None]:
    """Change whom the result of a match speaks of."""
    rows = yield Ask("SELECT body FROM results WHERE match = ?", (match,))
    for (body,) in rows:
        yield Ask("UPDATE results SET body = ? WHERE match = ?", (change(blob(body)), match))


def _rated(row: Row) -> Rated:
    return Rated._make((*row[:7], bool(row[7])))


def _paired(row: Row) -> Paired:
    return Paired._make((*row[:5], bool(row[5])))


def _result(row: Row) -> Result:
    return Result(row[0], row[1], row[2], blob(row[3]))
