"""How well the levels solve the puzzles of each band of difficulty."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from functools import partial
from math import sqrt
from random import Random
from typing import NamedTuple

from tafelrunde.games.core import Position
from tafelrunde.records.record import read_record
from tafelrunde.records.replay import replay
from tafelrunde.research.puzzles.corpus import BANDS, band_of
from tafelrunde.research.puzzles.grading import LEVELS, Task, solves
from tafelrunde.research.puzzles.puzzle import PROVED, Puzzle
from tafelrunde.research.spread import spread

_NINETY_FIVE = 1.96
STRONG_NODES = 200_000
"""Nodes for the strongest level: more than for grading, and fewer than it searches in its second."""


class Share(NamedTuple):
    """How many of some puzzles a level solved."""

    band: int
    level: int
    solved: int
    tried: int

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 per cent interval (Wilson) of the share."""
        n, z = self.tried, _NINETY_FIVE
        share = self.solved / n
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return max(0.0, middle - half), min(1.0, middle + half)


def levels_solving(seed: str, puzzle: Puzzle) -> list[bool]:
    """Tell for every level whether it finds the whole solution, with a different seed than for grading."""
    table = replay(read_record(puzzle.record)).final
    positions: list[Position] = []
    for index, move in enumerate(puzzle.solution):
        assert isinstance(table, Position)
        if index % 2 == 0:
            positions.append(table)
        table = table.play(move)
    task = Task(positions, [(move,) for move in puzzle.own])
    return [solves(task, level, f"{seed}/{puzzle.id}/{level}", STRONG_NODES) for level in LEVELS]


def measure(
    pool: Executor, workers: int, puzzles: Iterable[Puzzle], each: int, seed: str = "measure"
) -> Iterator[Share]:
    """Let all levels solve this many proved puzzles of each band, drawn at random."""
    there = sorted((puzzle for puzzle in puzzles if puzzle.kind in PROVED), key=lambda one: one.id)
    for band in range(1, len(BANDS) + 1):
        own = [puzzle for puzzle in there if band_of(puzzle.rating) == band]
        drawn = Random(seed).sample(own, min(each, len(own)))
        found = [solved for _, solved in spread(pool, workers, partial(levels_solving, seed), drawn)]
        for level, results in zip(LEVELS, zip(*found, strict=True), strict=False):
            yield Share(band, level, sum(results), len(results))
