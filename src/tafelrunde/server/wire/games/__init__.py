"""The tables of all games as clients see them, with everything that is legal, so that a client needs to know no rules.

Seats and sides count from 0. A game has a line in `ROOMS`; one without is shown by the general table.
"""

from __future__ import annotations

from tafelrunde.games.core import Game
from tafelrunde.server.wire.games.base import Room
from tafelrunde.server.wire.games.chocolate import ChocolateRoom, ChocolateTableShown
from tafelrunde.server.wire.games.general import GeneralRoom, GeneralTableShown
from tafelrunde.server.wire.games.tokan import TokanRoom, TokanTableShown

__all__ = ["GENERAL", "ROOMS", "TableShown", "room_of"]

GENERAL = GeneralRoom()
_CHOCOLATE = ChocolateRoom()
ROOMS: dict[str, Room] = {"tokan": TokanRoom(), "schoko": _CHOCOLATE, "schokoly": _CHOCOLATE}
"""Who shows a game, by its name."""

TableShown = TokanTableShown | ChocolateTableShown | GeneralTableShown


def room_of(game: Game) -> Room:
    """Return who shows a game."""
    return ROOMS.get(game.name, GENERAL)
