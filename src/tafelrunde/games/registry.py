"""The games this library knows, by name."""

from __future__ import annotations

from tafelrunde.games.core import Game
from tafelrunde.games.errors import UnknownGame
from tafelrunde.games.schoko import Schoko
from tafelrunde.games.schokoly import Schokoly
from tafelrunde.games.tokan import Tokan

GAMES: dict[str, Game] = {game.name: game for game in (Tokan(), Schoko(), Schokoly())}


def find_game(name: str) -> Game:
    """Return the game of that name; raise UnknownGame."""
    try:
        return GAMES[name]
    except KeyError:
        raise UnknownGame(name, tuple(GAMES)) from None
