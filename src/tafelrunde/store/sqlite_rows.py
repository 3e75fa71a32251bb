"""What a SQLite store writes and reads inside a transaction: entries with what changes with them, whole matches."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import cache

from tafelrunde.store import sql
from tafelrunde.store.base import Act, Append, Dumped, Entry, Summary


@cache
def insertion(rows: int) -> str:
    """Return the statement that inserts this many entries, leaving out those that do not fit."""
    values = ", ".join(["(?, ?, ?, ?, ?)"] * rows)
    return (
        "INSERT OR IGNORE INTO entries (match, number, at, key, body) "  # noqa: S608
        f"SELECT * FROM (VALUES {values}) AS new WHERE new.column2 = 1 "
        "OR EXISTS (SELECT 1 FROM entries AS e WHERE e.match = new.column1 AND e.number = new.column2 - 1)"
    )


def insert(db: sqlite3.Connection, append: Append) -> bool:
    """Write one entry with what changes with it; False if it does not fit."""
    values = (append.match, append.number, append.at, append.key, append.body)
    if not db.execute(insertion(1), values).rowcount:
        return False
    save_rest(db, append)
    return True


def save_rest(db: sqlite3.Connection, append: Append) -> None:
    """Write what changes with an entry."""
    if append.summary is not None:
        db.execute(sql.SAVE_SUMMARY, append.summary)
    if append.revoked:
        db.executemany(sql.REVOKE_TOKEN, [(append.match, hash_) for hash_ in append.revoked])
    if append.tokens:
        db.executemany(sql.SAVE_TOKEN, [(hash_, append.match, seat) for hash_, seat in append.tokens])
    if append.owners is not None:
        db.execute(sql.FORGET_OWNERS, (append.match,))
        db.executemany(sql.SAVE_OWNER, append.owners)
    if append.result is not None:
        db.execute(sql.SAVE_RESULT, append.result)
    if append.act is not None:
        db.execute(sql.NOTE, append.act)
    if append.following is not None:
        insert(db, append.following)


def change(db: sqlite3.Connection, statement: str, values: tuple[object, ...], act: Act | None) -> bool:
    """Change something and note the act that asks for it; False, with nothing noted, if nothing had to change."""
    if not db.execute(statement, values).fetchall():
        return False
    if act is not None:
        db.execute(sql.NOTE, act)
    return True


def restore(db: sqlite3.Connection, dumped: Dumped, after: int) -> bool:
    """Write what a store lacks of a match."""
    match = dumped.match
    if db.execute(sql.LAST_NUMBER, (match,)).fetchone()[0] != after:
        return False
    db.executemany(sql.PUT_ENTRY, [(match, *entry) for entry in dumped.entries[after:]])
    db.execute(sql.SAVE_SUMMARY, dumped.summary)
    db.execute(sql.FORGET_TOKENS, (match,))
    db.executemany(sql.SAVE_TOKEN, [(hash_, match, seat) for hash_, seat in dumped.tokens])
    return True


def page(db: sqlite3.Connection, after: str) -> list[str]:
    """Return the names of the next matches in their order."""
    return [name for (name,) in db.execute(sql.MATCHES_AFTER, (after,))]


def dumped(db: sqlite3.Connection, match: str) -> Dumped | None:
    """Return a match as it is at one moment; None if it has been deleted."""
    db.execute("BEGIN")
    try:
        row = db.execute(sql.SUMMARY_OF, (match,)).fetchone()
        entries = [Entry(*entry) for entry in db.execute(sql.ENTRIES, (match, 0))]
        tokens = db.execute(sql.TOKENS_OF, (match,)).fetchall()
    finally:
        db.execute("ROLLBACK")
    return None if row is None else Dumped(match, entries, summary(row), tokens)


def summary(row: Sequence[object]) -> Summary:
    """Return a row as a summary."""
    match, game, status, listed, waking, created, changed, body = row
    return Summary(match, game, status, bool(listed), bool(waking), created, changed, body)  # type: ignore[arg-type]
