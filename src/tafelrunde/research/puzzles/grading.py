"""How hard a puzzle is at first: the weakest level and the fewest nodes that find its solution."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log2
from random import Random
from typing import NamedTuple

from tafelrunde.games.core import Position
from tafelrunde.players.base import Budget
from tafelrunde.players.registry import HIGHEST, find_player

TRIES = 3
"""How often a level tries; it finds a solution if it does so more often than not."""
LEVELS = tuple(range(1, HIGHEST + 1))
NOBODY = HIGHEST + 1
STRONG_NODES = 40_000
"""What the strongest level may look at: a clock would grade differently on every machine."""
TEMPTED = (3, 4, 5, 6)
"""The levels whose wrong choices count as tempting."""

FEWEST, MOST = 8, 1 << 17
LOWEST, A_LEVEL, A_DOUBLING = 300, 150, 30
"""A rating is 300, and 150 for every level and 30 for every doubling of the nodes."""


class Task(NamedTuple):
    """The positions at which something is to be found, and the moves that do it."""

    positions: Sequence[Position]
    right: Sequence[Sequence[str]]


class Grade(NamedTuple):
    """How hard something is to find."""

    rating: int
    level: int
    nodes: int


def choice(position: Position, level: int, seed: str, nodes: int = STRONG_NODES) -> str:
    """Return the move that a level chooses by what its seat knows, the strongest with this many nodes."""
    budget = Budget(nodes=nodes) if level == HIGHEST else Budget()
    return str(find_player(str(level)).choose(position.view(position.seat), budget, Random(seed)).move)


def solves(task: Task, level: int, seed: str, nodes: int = STRONG_NODES) -> bool:
    """Return whether a level finds every move of a task, the strongest with this many nodes per move."""
    return all(
        choice(position, level, f"{seed}/{step}", nodes) in right
        for step, (position, right) in enumerate(zip(task.positions, task.right, strict=True))
    )


def tempting(position: Position, right: Sequence[str], seed: str) -> tuple[str, ...]:
    """Return the wrong moves that levels 3 to 6 choose, each once."""
    chosen = (choice(position, level, f"{seed}/{level}") for level in TEMPTED)
    return tuple(dict.fromkeys(move for move in chosen if move not in right))


def weakest(task: Task, seed: str) -> int:
    """Return the weakest level that finds the moves of a task more often than not."""
    for level in LEVELS:
        if 2 * sum(solves(task, level, f"{seed}/{level}/{i}") for i in range(TRIES)) > TRIES:
            return level
    return NOBODY


def grade(task: Task, seed: str, look: Callable[[Position, int], str], most: int = MOST) -> Grade:
    """Grade a task; `look` tells what a search with this many nodes chooses, and is asked with `most` at the end."""
    level = weakest(task, seed)
    nodes = FEWEST
    while nodes < most and not all(
        look(position, nodes) in right for position, right in zip(task.positions, task.right, strict=True)
    ):
        nodes *= 2
    return Grade(rating_of(level, nodes), level, nodes)


def rating_of(level: int, nodes: int) -> int:
    """Return the rating that a puzzle begins with."""
    return LOWEST + A_LEVEL * level + round(A_DOUBLING * log2(nodes))
