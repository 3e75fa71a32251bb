"""How the terminal game speaks of which game."""

from __future__ import annotations

from typing import Any

from tafelrunde.cli.play import messages
from tafelrunde.cli.play.chocolate.guide import SCHOKO, SCHOKOLY
from tafelrunde.cli.play.guide import Guide, Room
from tafelrunde.cli.play.tokan.guide import TOKAN
from tafelrunde.games.core import Game, Table

GENERAL = Room()
ROOMS: dict[str, Room] = {"tokan": TOKAN, "schoko": SCHOKO, "schokoly": SCHOKOLY}
"""By the name of the game; one that is not listed is explained by its moves and points."""


def room_of(game: Game) -> Room:
    """Return how to speak of a game."""
    return ROOMS.get(game.name, GENERAL)


def guide_for(table: Table) -> Guide[Any]:
    """Return the guide to a table."""
    return room_of(table.game).guide(table)


def line_of(game: Game) -> str:
    """Return a game as the menu names it."""
    return room_of(game).line or game.title


def role_of(game: Game, seat: int) -> str:
    """Return what a seat is called in a game."""
    roles = room_of(game).roles
    return roles[seat] if seat < len(roles) else messages.DEFAULT_ROLE.format(number=seat + 1)
