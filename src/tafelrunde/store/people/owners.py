"""Who owns which seat: an account's history, the newest first, page by page."""

from __future__ import annotations

from typing import NamedTuple

from tafelrunde.store.base import Owner, Summary
from tafelrunde.store.script import Ask, Row, Script, blob

OWNER_COLUMNS = "o.account, o.match, o.seat, o.pool, o.status, o.changed, o.outcome, o.opponent"
SUMMARY_COLUMNS = "m.match, m.game, m.status, m.listed, m.waking, m.created, m.changed, m.body"

Place = tuple[int, str, int]
"""Where a page ends: the moment, the match and the seat of its last line."""


class Owned(NamedTuple):
    """A seat of an account, and what the lobby shows of its match."""

    owner: Owner
    summary: Summary


def owned_by(account: str, status: str, before: Place | None, limit: int) -> Script[list[Owned]]:
    """Return an account's seats in matches of a status, the newest first, before a place."""
    statement = (
        f"SELECT {OWNER_COLUMNS}, {SUMMARY_COLUMNS} FROM owners o JOIN matches m ON m.match = o.match "  # noqa: S608
        "WHERE o.account = ? AND o.status = ?"
    )
    values: tuple[object, ...] = (account, status)
    if before is not None:
        statement += " AND (o.changed, o.match, o.seat) < (?, ?, ?)"
        values += before
    statement += " ORDER BY o.changed DESC, o.match DESC, o.seat DESC LIMIT ?"
    rows = yield Ask(statement, (*values, limit))
    return [Owned(Owner(*row[:8]), summary_of(row[8:])) for row in rows]


def matches_of(account: str, after: str = "", limit: int = 100) -> Script[list[str]]:
    """Return the matches an account has a seat in, in the order of their names, after one of them."""
    rows = yield Ask(
        "SELECT DISTINCT match FROM owners WHERE account = ? AND match > ? ORDER BY match LIMIT ?",
        (account, after, limit),
    )
    return [row[0] for row in rows]


def summary_of(row: Row) -> Summary:
    """Return a row as a summary."""
    match, game, status, listed, waking, created, changed, body = row
    return Summary(match, game, status, bool(listed), bool(waking), created, changed, blob(body))
