"""What a puzzle is, and how a row of the table is read and written."""

from __future__ import annotations

import csv
import hashlib
import io
from base64 import b32encode
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal, Self

from tafelrunde.extras import needs
from tafelrunde.games.errors import BadSetup

Kind = Literal["win", "draw", "most", "chance"]
KINDS: tuple[Kind, ...] = ("win", "draw", "most", "chance")
PROVED: tuple[Kind, ...] = ("win", "draw")
"""Kinds whose answer is the only one that keeps the result of the game."""

_WORDS = ("solution", "right", "tempting", "refutation", "themes")
_NUMBERS = ("rating", "level", "nodes")


@dataclass(frozen=True)
class Puzzle:
    """A position and its answer; in the texts of moves the words of a swap are joined with hyphens."""

    id: str
    game: str
    kind: Kind
    """What is asked: the only way to win, or not to lose; the most points now; what is likeliest to win."""
    record: str
    """The match up to the position; the seat that decides next is the one who solves it."""
    solution: tuple[str, ...]
    """Own move, the most stubborn reply, own move, and so on; it ends with an own move."""
    right: tuple[str, ...]
    """First moves that are right. There are several only where nothing but the chance or the points are asked for."""
    rating: int
    level: int
    """The weakest level that finds the solution; 9 if none does."""
    nodes: int
    """The fewest nodes with which the strongest level finds it."""
    themes: tuple[str, ...]
    tempting: tuple[str, ...]
    """Wrong first moves that levels 3 to 6 choose."""
    refutation: tuple[str, ...]
    """The first of these and what follows from it."""
    grades: str = ""
    """For each candidate of a hidden hand `move=chance±error`, in hundredths, with blanks between them."""

    @classmethod
    def of(cls, row: dict[str, str]) -> Self:
        """Read a row; raise BadSetup."""
        try:
            values: dict[str, Any] = {field.name: row[field.name] for field in fields(cls)}
            values |= {name: tuple(values[name].split()) for name in _WORDS}
            values |= {name: int(values[name]) for name in _NUMBERS}
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise BadSetup(f"a row of the puzzles is broken: {error}") from None
        if values["kind"] not in KINDS or not values["solution"]:
            raise BadSetup(f"the puzzle {values['id']} asks nothing")
        return cls(**values)

    def row(self) -> dict[str, str | int]:
        """Return the puzzle as a row of plain values."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return values | {name: " ".join(values[name]) for name in _WORDS}

    @property
    def own(self) -> tuple[str, ...]:
        """The moves that are to be found."""
        return self.solution[::2]


COLUMNS: tuple[str, ...] = tuple(field.name for field in fields(Puzzle))


def name_of(key: str) -> str:
    """Return the id that belongs to what is the same in all twins of a puzzle."""
    return b32encode(hashlib.sha256(key.encode()).digest())[:8].decode().lower()


def read_csv(text: str) -> list[Puzzle]:
    """Read a table; raise BadSetup."""
    return [Puzzle.of(row) for row in csv.DictReader(io.StringIO(text, newline=""))]


def write_csv(puzzles: Iterable[Puzzle]) -> str:
    """Write a table: the same puzzles give the same text."""
    text = io.StringIO(newline="")
    rows = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    rows.writeheader()
    rows.writerows(puzzle.row() for puzzle in puzzles)
    return text.getvalue()


def write_parquet(puzzles: Iterable[Puzzle], file: Path) -> None:
    """Write a table as Parquet: moves and themes as lists; raise MissingExtra."""
    with needs("research"):
        import pyarrow as pa
        import pyarrow.parquet as pq
    rows = [{name: getattr(puzzle, name) for name in COLUMNS} for puzzle in puzzles]
    columns = {name: [list(row[name]) if name in _WORDS else row[name] for row in rows] for name in COLUMNS}
    pq.write_table(pa.table(columns), file, compression="zstd")
