"""Which games have puzzles."""

from __future__ import annotations

from tafelrunde.games.core import Game
from tafelrunde.research.puzzles.chocolate.finder import ROOM as CHOCOLATE
from tafelrunde.research.puzzles.room import Room
from tafelrunde.research.puzzles.tokan.finder import ROOM as TOKAN

ROOMS: dict[str, Room] = {"tokan": TOKAN, "schoko": CHOCOLATE, "schokoly": CHOCOLATE}
"""By the name of the game; nobody looks for puzzles of one that is not listed."""


def room_of(game: Game) -> Room | None:
    """Return what puzzles know of a game."""
    return ROOMS.get(game.name)
