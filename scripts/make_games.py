"""Write what the page knows of all games without a server: what `/api/games` tells, engines left out.

Run from the root of the repository: `python scripts/make_games.py`.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from tafelrunde.games.registry import GAMES
from tafelrunde.players.engine import LEVELS
from tafelrunde.server.wire.rest import GamesShown
from tafelrunde.server.wire.state import show_game

PATH = Path(__file__).parents[1] / "web" / "src" / "engine" / "games.json"


def games() -> str:
    """Return the file's text."""
    shown = GamesShown([show_game(game) for game in GAMES.values()], list(LEVELS), [])
    return msgspec.json.format(msgspec.json.encode(shown)).decode() + "\n"


if __name__ == "__main__":
    PATH.write_text(games())
