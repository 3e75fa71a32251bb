"""The search of TOKAN: alpha-beta where a position cannot be solved, and UCT for laying a draft.

A node is one position that the search looks at, or one draft or random game played to its end. The same position,
settings, seed and number of nodes give the same answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from tafelrunde.games.errors import BadSetup
from tafelrunde.games.tokan import TokanTable
from tafelrunde.native import require
from tafelrunde.native.tokan import NativePosition

__all__ = [
    "CERTAIN",
    "Findings",
    "Limits",
    "RankedMove",
    "Settings",
    "Sight",
    "StopSign",
    "VisitedMove",
    "Visits",
    "fitted_weights",
    "plain_uct",
    "search",
    "search_draft",
    "traits",
]


class StopSign(Protocol):
    """Somebody who may say that it is time to answer."""

    def is_set(self) -> bool:
        """Return whether it is."""


class Sight(IntEnum):
    """How much the evaluation sees."""

    POINTS = 0
    THREATS = 1
    """Points, and what can be taken next."""
    ALL = 2


class Settings(NamedTuple):
    """How deep a search goes and what its evaluation sees."""

    depth: int = 64
    """Moves ahead."""
    near: int = 0
    """Moves that fall behind the best by no more than these hundredths of log odds get scores of their own."""
    sight: Sight = Sight.ALL


class Limits(NamedTuple):
    """When a search ends: after so many nodes or seconds (0 for no limit), or when somebody says stop."""

    nodes: int = 0
    seconds: float = 0.0
    stop: StopSign | None = None


class RankedMove(NamedTuple):
    """A move and what it promises to the player who makes it."""

    move: str
    score: int
    """Hundredths of log odds; from `CERTAIN` on it is the result."""
    chance: float
    """The result to expect, from 0 to 1."""


class Findings(NamedTuple):
    """What a search found out: all moves, the best first, and the best line."""

    moves: list[RankedMove]
    line: list[str]
    depth: int
    nodes: int

    def near(self, distance: int) -> list[RankedMove]:
        """List the moves that are no further from the best than that; certain ones have no neighbours but equals."""
        best = self.moves[0].score
        if abs(best) >= CERTAIN:
            distance = 0
        return [move for move in self.moves if move.score >= best - distance]


CERTAIN = 20_000
"""Scores from here on are results; what lies beyond is the margin."""


class VisitedMove(NamedTuple):
    """A move, what came of it, and how often it was tried."""

    move: str
    chance: float
    visits: int


class Visits(NamedTuple):
    """What a growing tree found out, the move tried most first."""

    moves: list[VisitedMove]
    nodes: int


def search(
    table: TokanTable, settings: Settings, limits: Limits, *, weights: Sequence[float] | None = None
) -> Findings:
    """Rank the moves of the side to move; raise BadSetup for a draft or a game that is over."""
    try:
        parts = require().tokan_search.search(
            NativePosition(table).unwrap(), **settings._asdict(), weights=weights, **limits._asdict()
        )
    except ValueError as error:
        raise BadSetup(str(error)) from None
    moves, line, depth, nodes = parts
    return Findings([RankedMove(*move) for move in moves], line, depth, nodes)


def search_draft(
    table: TokanTable, sight: Sight, seed: int, limits: Limits, *, weights: Sequence[float] | None = None
) -> Visits:
    """Rank the placings of a draft by how fields that follow look; raise BadSetup. Nodes or seconds must be limited."""
    return _visits(table, "draft", sight=int(sight), weights=weights, seed=seed, **limits._asdict())


def plain_uct(table: TokanTable, seed: int, limits: Limits) -> Visits:
    """Rank moves by UCT with random games: a yardstick; raise BadSetup. Nodes or seconds must be limited."""
    return _visits(table, "uct", seed=seed, **limits._asdict())


def _visits(table: TokanTable, name: str, **arguments: object) -> Visits:
    try:
        moves, nodes = getattr(require().tokan_search, name)(NativePosition(table).unwrap(), **arguments)
    except ValueError as error:
        raise BadSetup(str(error)) from None
    return Visits([VisitedMove(*move) for move in moves], nodes)


def traits(table: TokanTable) -> NDArray[np.float32]:
    """Return what the evaluation sees, in the order of the weights; raise BadSetup for a draft."""
    try:
        return np.asarray(require().tokan_search.traits(NativePosition(table).unwrap()), dtype=np.float32)
    except ValueError as error:
        raise BadSetup(str(error)) from None


def fitted_weights(scoring: str) -> list[float]:
    """Return the weights for a scoring."""
    return list(require().tokan_search.weights(scoring == "heads"))
