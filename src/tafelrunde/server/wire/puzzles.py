"""The messages of puzzles."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tafelrunde.research.puzzles.puzzle import Kind, Puzzle
from tafelrunde.server.match.refusal import Code
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


class AttemptTold(Struct, frozen=True):
    """A try at a puzzle: own moves up to the first wrong one, and whether the solution was shown on the way.

    The id is made on the device, once: however often an attempt is told, it counts once.
    """

    id: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{8,64}$")]
    puzzle: Annotated[str, Meta(pattern="^[a-z2-7]{8}$")]
    moves: Annotated[list[Annotated[str, Meta(min_length=1, max_length=64)]], Meta(max_length=20)]
    shown: bool
    at: Annotated[int, Meta(ge=0, le=1 << 52)]
    """When it was made, in milliseconds since 1970."""


class AttemptsTold(Struct, frozen=True):
    """Attempts in the order in which they were made."""

    attempts: Annotated[list[AttemptTold], Meta(max_length=50)]


class StandingShown(Struct, frozen=True):
    """How strong somebody is at puzzles (Glicko-2), and how many attempts that is based on."""

    rating: float
    deviation: float
    volatility: float
    tried: int
    solved: int


class AttemptShown(Struct, frozen=True):
    """What came of an attempt, or why it cannot be counted; in both cases it need not be told again.

    Only the first attempt at a puzzle is rated.
    """

    id: str
    solved: bool = False
    rated: bool = False
    refusal: Code | None = None


class TrainingShown(Struct, frozen=True):
    """How strong somebody is, and what came of the attempts that were told."""

    standing: StandingShown
    attempts: list[AttemptShown]


class PuzzleRatings(Struct, frozen=True):
    """Ratings of the puzzles that people with names have tried, by their ids; all others have their first one."""

    ratings: dict[str, int]


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
