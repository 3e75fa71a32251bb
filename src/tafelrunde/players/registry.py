"""The computer players by level: 1 plays anything, each higher one plays better or as well."""

from __future__ import annotations

from tafelrunde.games.core import Game
from tafelrunde.games.errors import BadOptions
from tafelrunde.players.base import Player
from tafelrunde.players.simple import GreedyPlayer, RandomPlayer

LEVELS = (1, 2, 3, 4, 5, 6, 7, 8)


def find_player(game: Game, level: int) -> Player:
    """Return the player of a level for a game; raise BadOptions."""
    if level not in LEVELS:
        raise BadOptions("level", f"a level is a number from {LEVELS[0]} to {LEVELS[-1]}")
    return RandomPlayer() if level == 1 else GreedyPlayer()
