"""Who plays, judges and solves which game."""

from __future__ import annotations

from tafelrunde.games.core import Game
from tafelrunde.players.chocolate.room import CHOCOLATE
from tafelrunde.players.general import GENERAL
from tafelrunde.players.room import Room
from tafelrunde.players.tokan.room import TOKAN

__all__ = ["GENERAL", "ROOMS", "room_of"]

ROOMS: dict[str, Room] = {"tokan": TOKAN, "schoko": CHOCOLATE, "schokoly": CHOCOLATE}
"""By the name of the game; one that is not listed is played by what needs to know nothing of it."""


def room_of(game: Game) -> Room:
    """Return what computers know of a game."""
    return ROOMS.get(game.name, GENERAL)
