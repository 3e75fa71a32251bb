"""Scripts on an SQLite connection."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from tafelrunde.store.base import StoreUnavailable
from tafelrunde.store.script import Lock, Make, Row, Step, drive

T = TypeVar("T")


class Raised(NamedTuple):
    """What came out of a script that was taken back."""

    error: Exception


def _step_of(db: sqlite3.Connection) -> Callable[[Step], list[Row]]:
    """Return what answers a script's steps. Whoever writes holds the only lock there is."""
    return lambda step: [] if isinstance(step, Lock) else db.execute(step.statement, step.values).fetchall()


def run(db: sqlite3.Connection, make: Make[Any]) -> Any:
    """Run a script inside the open transaction, which goes on without it if it fails: then return a Raised."""
    db.execute("SAVEPOINT script")
    try:
        result = drive(make(), _step_of(db))
    except Exception as error:  # noqa: BLE001  (whoever waits for the script is told, the others' work stays)
        db.execute("ROLLBACK TO script")
        db.execute("RELEASE script")
        return Raised(StoreUnavailable(str(error)) if isinstance(error, sqlite3.Error) else error)
    db.execute("RELEASE script")
    return result


def result_of(outcome: Any) -> Any:
    """Return the result of a script; raise what came out of it."""
    if isinstance(outcome, Raised):
        raise outcome.error
    return outcome


def ask(db: sqlite3.Connection, make: Make[T]) -> T:
    """Run a script that only reads on what is there at one moment."""
    db.execute("BEGIN")
    try:
        return drive(make(), _step_of(db))
    finally:
        db.execute("ROLLBACK")
