"""Transactions that are written once for both databases.

A script is a generator: it yields what is to be asked of the database and is sent the rows. The store runs it from
beginning to end in one transaction; an error that comes out of it takes everything back. On PostgreSQL a connection
may break at the commit, so that a script is run again: it must find out by itself that its work is done.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")

Row = tuple[Any, ...]


class Ask(NamedTuple):
    """A statement, with `?` where a value goes, and its values."""

    statement: str
    values: tuple[object, ...] = ()


class Lock(NamedTuple):
    """From here to the end of the transaction nobody else is at the same place of a script."""

    name: str


Step = Ask | Lock
Script = Generator[Step, list[Row], T]
Make = Callable[[], Script[T]]
"""Restarts a script."""


def drive(script: Script[T], answer: Callable[[Step], list[Row]]) -> T:
    """Run a script to its end, with every step answered at once, and return its result."""
    try:
        step = next(script)
        while True:
            step = script.send(answer(step))
    except StopIteration as stop:
        result: T = stop.value
        return result


def blob(value: object) -> bytes:
    """Return the bytes that a column holds; nothing, which nobody can read, where it holds something else."""
    return bytes(value) if isinstance(value, bytes | bytearray | memoryview) else b""
