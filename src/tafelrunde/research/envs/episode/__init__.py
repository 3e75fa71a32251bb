"""One match, played by actions at the speed of the machine: what all environments are built on.

A game with a native batch has a line in `EPISODES`; every other game is played by its rules.
"""

from __future__ import annotations

from collections.abc import Callable

from tafelrunde.games.core import Game, Options
from tafelrunde.games.registry import find_game
from tafelrunde.research.envs.episode.base import Episode, Mask
from tafelrunde.research.envs.episode.chocolate import ChocolateEpisode
from tafelrunde.research.envs.episode.general import GeneralEpisode
from tafelrunde.research.envs.episode.tokan import TokanEpisode

__all__ = ["EPISODES", "Episode", "Mask", "new_episode"]

EPISODES: dict[str, Callable[[Game, Options, int], Episode]] = {
    "tokan": TokanEpisode,
    "schoko": ChocolateEpisode,
    "schokoly": ChocolateEpisode,
}
"""What plays a game, by its name, made from the rules, the options and the window."""


def new_episode(game: str, options: str = "", window: int = 32) -> Episode:
    """Return a match of a game; raise UnknownGame, BadOptions, BadSetup or NativeMissing."""
    rules = find_game(game)
    return EPISODES.get(game, GeneralEpisode)(rules, rules.options_type.parse(options), window)
