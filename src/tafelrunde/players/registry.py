"""The players by name."""

from __future__ import annotations

from random import Random

from tafelrunde.games.core import Game, View
from tafelrunde.games.errors import TafelrundeError, quoted
from tafelrunde.players.base import NEVER, Budget, Choice, History, Player, Stop
from tafelrunde.players.external import ExternalPlayer
from tafelrunde.players.rooms import room_of
from tafelrunde.players.simple import GreedyPlayer, RandomPlayer
from tafelrunde.players.uct import UctPlayer

COMMAND = "cmd:"
HIGHEST = 8
"""The highest level."""
PERFECT = HIGHEST + 1
"""The number that stands for `perfect` where a level is asked for."""


class UnknownPlayer(TafelrundeError):
    """No player has that name."""

    code = "unknown-player"

    def __init__(self, name: str) -> None:
        super().__init__(f"{quoted(name)} is no player here; there are {', '.join(PLAYERS)}, {COMMAND}…")
        self.name = name


class LevelPlayer(Player):
    """Plays every game at one level, from 1 to 8."""

    def __init__(self, level: int) -> None:
        self.name = str(level)
        self._level = level

    def choose(
        self, view: View, budget: Budget, rng: Random, *, stop: Stop = NEVER, history: History | None = None
    ) -> Choice:
        """Let the player of the view's game choose."""
        player = room_of(view.game).level(self._level)
        return player.choose(view, budget, rng, stop=stop, history=history)


class LinearPlayer(Player):
    """Plays like the strongest level without neural nets: the baseline that nets are measured against."""

    name = "linear"

    def choose(
        self, view: View, budget: Budget, rng: Random, *, stop: Stop = NEVER, history: History | None = None
    ) -> Choice:
        """Let the game's strongest player without a net choose; where none has one, the strongest."""
        room = room_of(view.game)
        player = room.linear or room.level(HIGHEST)
        return player.choose(view, budget, rng, stop=stop, history=history)


class PerfectPlayer(Player):
    """Thinks until it knows the answer if the game can be solved, and plays the highest level otherwise."""

    name = "perfect"

    def choose(
        self, view: View, budget: Budget, rng: Random, *, stop: Stop = NEVER, history: History | None = None
    ) -> Choice:
        """Let the player of the view's game choose."""
        room = room_of(view.game)
        player = room.perfect or room.level(HIGHEST)
        return player.choose(view, budget, rng, stop=stop, history=history)


PLAYERS: dict[str, Player] = {
    player.name: player for player in (RandomPlayer(), GreedyPlayer(), UctPlayer(), LinearPlayer(), PerfectPlayer())
}
PLAYERS |= {str(level): LevelPlayer(level) for level in range(1, HIGHEST + 1)}


def has_perfect(game: Game) -> bool:
    """Return whether a game has a perfect player."""
    return room_of(game).perfect is not None


def player_of_level(level: int) -> Player:
    """Return the player of a level from 1 to 8, or the perfect one."""
    return PLAYERS["perfect" if level == PERFECT else str(level)]


def find_player(name: str) -> Player:
    """Return the player of that name, or an external engine for `cmd:` and its command line.

    Raise UnknownPlayer, or EngineFailed for an invalid command line.
    """
    if name not in PLAYERS and name.startswith(COMMAND):
        PLAYERS[name] = ExternalPlayer(name.removeprefix(COMMAND))
    try:
        return PLAYERS[name]
    except KeyError:
        raise UnknownPlayer(name) from None
