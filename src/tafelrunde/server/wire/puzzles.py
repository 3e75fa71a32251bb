"""The messages of puzzles."""

from __future__ import annotations

from tafelrunde.research.puzzles.puzzle import Kind, Puzzle
from tafelrunde.server.wire.messages import Struct


class PuzzleShown(Struct, frozen=True):
    """A puzzle. The seat that decides next in the record solves it; `right` are the first moves that are right.

    After the first move the solution's own moves are the only right ones.
    """

    id: str
    game: str
    kind: Kind
    record: str
    solution: list[str]
    right: list[str]
    rating: int
    level: int
    themes: list[str]
    tempting: list[str]
    refutation: list[str]
    grades: str


class PuzzlePart(Struct, frozen=True):
    """A part of all puzzles, which has all difficulties of its game."""

    name: str
    game: str
    puzzles: int


class PuzzlesShown(Struct, frozen=True):
    """The parts, and for every game how many puzzles each theme has."""

    parts: list[PuzzlePart]
    themes: dict[str, dict[str, int]]


class DailyShown(Struct, frozen=True):
    """The puzzle of a day (year-month-day, UTC)."""

    date: str
    puzzle: PuzzleShown


def show_puzzle(puzzle: Puzzle) -> PuzzleShown:
    """Return a puzzle as clients get it."""
    return PuzzleShown(
        puzzle.id,
        puzzle.game,
        puzzle.kind,
        puzzle.record,
        list(puzzle.solution),
        list(puzzle.right),
        puzzle.rating,
        puzzle.level,
        list(puzzle.themes),
        list(puzzle.tempting),
        list(puzzle.refutation),
        puzzle.grades,
    )
