"""Which puzzle comes: the one of the day, and the next one for somebody of some strength."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date
from random import Random

from tafelrunde.research.puzzles.corpus import by_id, corpus, part, parts
from tafelrunde.research.puzzles.puzzle import PROVED, Puzzle

STRIDE = 97
"""The step in the list from one day's puzzle to the next; since it is prime, it reaches all of them."""
NEAR = 12
"""The next puzzle is one of this many whose ratings are nearest."""


def games() -> list[str]:
    """Return the games that have puzzles, in their order."""
    return list(dict.fromkeys(parts().values()))


def daily(day: date, game: str | None = None) -> Puzzle:
    """Return the puzzle of a day, the same for everybody.

    The games take turns, and the puzzle is one of the first part of its game: a device needs no more than that to find
    it by itself. Raise BadOptions for a game without puzzles.
    """
    number = day.toordinal()
    turn = games()
    name = turn[number % len(turn)] if game is None else corpus(game)[0].game
    there = sorted((puzzle for puzzle in part(f"{name}-0") if puzzle.kind in PROVED), key=lambda puzzle: puzzle.id)
    return there[number // len(turn) * STRIDE % len(there)]


def following(game: str, rating: int, theme: str | None, seen: Collection[str], seed: str) -> Puzzle | None:
    """Return a puzzle near a rating that was not seen yet; None if there is none. Raise BadOptions for the game."""
    there = [
        puzzle
        for puzzle in corpus(game)
        if puzzle.kind in PROVED and puzzle.id not in seen and (theme is None or theme in puzzle.themes)
    ]
    there.sort(key=lambda puzzle: (abs(puzzle.rating - rating), puzzle.id))
    return Random(seed).choice(there[:NEAR]) if there else None


def chosen(ids: Sequence[str]) -> list[Puzzle]:
    """Return puzzles by their ids, in that order; unknown ids are left out."""
    return [puzzle for name in ids if (puzzle := by_id().get(name)) is not None]
