"""The atlas of TOKAN: starts that are solved, kept as a table beside this module (`atlas.csv.gz`).

A row is a start of a seed: its number (the deal of `(seed << 32) + number`), the house rules, the field with the side
to move, what the player who moves first gets with best play of both (`unknown` where the search was given up), the
margin and the winning first moves as far as they are known, and what it took: positions, seconds, threads, bytes of the
table and the version of the program. `native/tools/tokan_atlas.cpp` finds the answers, `scripts/make_atlas.py` collects
them here and writes docs/layouts.md.
"""

from __future__ import annotations

import csv
import gzip
import io
from collections.abc import Iterable
from dataclasses import dataclass, fields
from importlib import resources
from typing import Any, Self

from tafelrunde.games.errors import BadSetup

__all__ = ["Start", "read", "unpack", "write"]

RESULTS = ("win", "draw", "loss", "unknown")
FILE = "atlas.csv.gz"


@dataclass(frozen=True)
class Start:
    """A start and what is known of it, seen by the player who moves first."""

    seed: int
    number: int
    scoring: str
    gaps: str
    start: str
    result: str
    margin: int | None
    """The points the first player leads by with best play on both sides."""
    moves: int
    """How many first moves there are."""
    winning: str
    """The first moves known to keep the result, with blanks between them."""
    winning_all: bool
    """Whether these are all."""
    positions: int
    seconds: float
    threads: int
    memory: int
    version: str

    @property
    def only_move(self) -> bool:
        """Whether exactly one first move wins."""
        return self.result == "win" and self.winning_all and len(self.winning.split()) == 1

    @property
    def balanced(self) -> bool:
        """Whether neither player wins, or the first only with one certain move."""
        return self.result == "draw" or self.only_move

    @classmethod
    def of(cls, row: dict[str, str]) -> Self:
        """Read a row; raise BadSetup."""
        try:
            words: dict[str, Any] = {field.name: row[field.name] for field in fields(cls)}
            for name in ("seed", "number", "moves", "positions", "threads", "memory"):
                words[name] = int(words[name])
            words["margin"] = int(words["margin"]) if words["margin"] else None
            words["seconds"] = float(words["seconds"])
            words["winning_all"] = words["winning_all"] == "True"
        except (KeyError, ValueError, TypeError) as error:
            raise BadSetup(f"a row of the atlas is broken: {error}") from None
        if words["result"] not in RESULTS:
            raise BadSetup("a row of the atlas has no result")
        return cls(**words)


def unpack(data: bytes) -> list[Start]:
    """Read a file of starts; raise BadSetup."""
    try:
        text = gzip.decompress(data).decode()
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise BadSetup(f"the atlas cannot be read: {error}") from None
    return [Start.of(row) for row in csv.DictReader(io.StringIO(text))]


def write(starts: Iterable[Start]) -> bytes:
    """Put starts into a file: the same starts give the same bytes."""
    text = io.StringIO()
    names = [field.name for field in fields(Start)]
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(names)
    for start in starts:
        rows.writerow("" if (value := getattr(start, name)) is None else value for name in names)
    return gzip.compress(text.getvalue().encode(), mtime=0)


def read() -> list[Start]:
    """Return the starts that come with the package."""
    return unpack(resources.files("tafelrunde.research.tokan").joinpath(FILE).read_bytes())
