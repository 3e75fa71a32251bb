"""One match, played by actions at the speed of the machine: what all environments stand on.

A game with a native batch has a line in `MATCHES`; every other game is played by its rules.
"""

from __future__ import annotations

from collections.abc import Callable

from tafelrunde.games.core import Game, Options
from tafelrunde.games.registry import find_game
from tafelrunde.research.envs.match.base import Mask, Match
from tafelrunde.research.envs.match.chocolate import ChocolateMatch
from tafelrunde.research.envs.match.general import GeneralMatch
from tafelrunde.research.envs.match.tokan import TokanMatch

__all__ = ["MATCHES", "Mask", "Match", "new_match"]

MATCHES: dict[str, Callable[[Game, Options, int], Match]] = {
    "tokan": TokanMatch,
    "schoko": ChocolateMatch,
    "schokoly": ChocolateMatch,
}
"""What plays a game, by its name, made from the rules, the options and the window."""


def new_match(game: str, options: str = "", window: int = 32) -> Match:
    """Return a match of a game; raise UnknownGame, BadOptions, BadSetup or NativeMissing."""
    rules = find_game(game)
    return MATCHES.get(game, GeneralMatch)(rules, rules.options_type.parse(options), window)
