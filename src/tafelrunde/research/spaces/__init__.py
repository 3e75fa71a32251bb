"""What learners see and do: fixed action spaces and observation spaces for every game.

A move is written as one or more numbers below a fixed size, in the order in which a learner chooses them, and read
back without loss. An observation is a dictionary of arrays with fixed shapes, made from the view of a seat, so that
nothing the seat may not know can get in. The native batches write the same layouts at the speed of the machine.

A game whose moves and tables deserve numbers of their own has a line in `SPACES`; every other game that lists its moves
has the general space.
"""

from __future__ import annotations

from collections.abc import Callable

from tafelrunde.games.core import Game, Options
from tafelrunde.games.registry import find_game
from tafelrunde.research.spaces.base import Box, Observation, Space
from tafelrunde.research.spaces.chocolate import ChocolateSpace, chocolate_space
from tafelrunde.research.spaces.general import GeneralSpace, general_space
from tafelrunde.research.spaces.tokan import TokanSpace, tokan_space

__all__ = ["SPACES", "Box", "ChocolateSpace", "GeneralSpace", "Observation", "Space", "TokanSpace", "space_of"]

SPACES: dict[str, Callable[[Game, Options, int], Space]] = {
    "tokan": tokan_space,
    "schoko": chocolate_space,
    "schokoly": chocolate_space,
}
"""The spaces of games by name, made from the rules, the options and the window."""


def space_of(game: str, options: Options, window: int = 32) -> Space:
    """Return the space of a game; raise UnknownGame, or BadSetup for a game that does not list its moves.

    The window is how much of a field without bounds is seen (32 or 128 cells); games with a board need none.
    """
    return SPACES.get(game, general_space)(find_game(game), options, window)
