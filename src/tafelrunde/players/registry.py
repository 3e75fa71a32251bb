"""The players by name."""

from __future__ import annotations

from tafelrunde.games.errors import TafelrundeError, quoted
from tafelrunde.players.base import Player
from tafelrunde.players.external import ExternalPlayer
from tafelrunde.players.simple import GreedyPlayer, RandomPlayer

COMMAND = "cmd:"


class UnknownPlayer(TafelrundeError):
    """A name stands for none of the players."""

    code = "unknown-player"

    def __init__(self, name: str) -> None:
        super().__init__(f"{quoted(name)} is no player here; there are {', '.join(PLAYERS)}, {COMMAND}…")
        self.name = name


PLAYERS: dict[str, Player] = {player.name: player for player in (RandomPlayer(), GreedyPlayer())}
PLAYERS |= {str(level): PLAYERS["random" if level == 1 else "greedy"] for level in range(1, 9)}


def find_player(name: str) -> Player:
    """Return the player of that name, or a foreign engine for `cmd:` and its command line; raise UnknownPlayer."""
    if name not in PLAYERS and name.startswith(COMMAND):
        PLAYERS[name] = ExternalPlayer(name.removeprefix(COMMAND))
    try:
        return PLAYERS[name]
    except KeyError:
        raise UnknownPlayer(name) from None
