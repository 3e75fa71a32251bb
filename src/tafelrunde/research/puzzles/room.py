"""What puzzles know of a game: its room, one value per game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple, Protocol

from tafelrunde.games.core import Move, Position, View
from tafelrunde.records.record import Record
from tafelrunde.research.puzzles.plain import try_everything
from tafelrunde.research.puzzles.puzzle import Puzzle


class Moment(NamedTuple):
    """A position of a match, and the record that led to it."""

    position: Position
    record: Record


class Finder(Protocol):
    """Looks for puzzles in a match."""

    def __call__(self, moments: Sequence[Moment], rng: Random, dropped: Counter[str], hard: bool) -> Iterator[Puzzle]:
        """Yield the puzzles of a match; count in `dropped` what was thrown away, by the rule that did it.

        If they are to be `hard`, others are thrown away as well, and proofs may take longer.
        """


def as_chosen(position: Position, move: Move, rng: Random) -> Move:  # noqa: ARG001
    """Leave a move as it is."""
    return move


@dataclass(frozen=True)
class Room:
    """How puzzles of a game are found."""

    presets: tuple[str, ...]
    """Options of the matches to look at, taken in turn."""
    levels: tuple[int, ...]
    """Levels that play these matches."""
    hard_levels: tuple[int, ...]
    """Levels that play where hard puzzles alone are looked for."""
    find: Finder
    vary: Callable[[Position, Move, Random], Move] = as_chosen
    """Changes a move that a level chose, so that matches end where puzzles are."""
    least_moves: int = 1
    """Own moves of a proved solution at least."""
    doubt: Callable[[Puzzle, View], str | None] | None = None
    """Judges once more, in other deals, what rests on chance; says what is wrong."""
    keeping: Callable[[Position], tuple[int, list[str]]] = try_everything
    """Proves a position by another way than the one it was found by: what it is worth, and the turns that keep it."""
