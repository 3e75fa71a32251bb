"""Exact answers, for games that have a solver: who wins from here with best play on both sides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tafelrunde.games.core import Table
from tafelrunde.games.errors import BadSetup
from tafelrunde.native.tokan_solver import Limits, Solution, Solver

SOLVERS: dict[str, Callable[[], Any]] = {"tokan": Solver}
"""Who solves a game, by its name; a game that is not listed cannot be solved."""


def solve(table: Table, limits: Limits, *, margin: bool = False) -> Solution:
    """Find out who wins, with the line that shows it; raise BadSetup where that cannot be asked, or NativeMissing."""
    maker = SOLVERS.get(table.game.name)
    if maker is None:
        raise BadSetup(f"{table.game.title} cannot be solved")
    solution: Solution = maker().solve(table, limits, margin=margin, line=True)
    return solution
