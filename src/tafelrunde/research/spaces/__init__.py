"""What learners see and do: fixed action spaces and observation layouts for every game.

A move is written as one or more numbers below a fixed size, in the order in which a learner decides on them, and read
back without loss. An observation is a dictionary of arrays with fixed shapes, made from the view of a seat, so that
nothing the seat may not know can get in. The native batches write the same layouts at the speed of the machine.
"""

from __future__ import annotations

from tafelrunde.games.chocolate.game import ChocolateGame
from tafelrunde.games.core import Options
from tafelrunde.games.registry import find_game
from tafelrunde.research.spaces.base import Box, Observation, Space
from tafelrunde.research.spaces.chocolate import ChocolateSpace
from tafelrunde.research.spaces.tokan import TokanSpace

__all__ = ["Box", "ChocolateSpace", "Observation", "Space", "TokanSpace", "space_of"]


def space_of(game: str, options: Options, window: int = 32) -> Space:
    """Return the space of a game; raise UnknownGame.

    The window is that of the chocolate games (32 or 128 cells); TOKAN has none.
    """
    rules = find_game(game)
    if isinstance(rules, ChocolateGame):
        return ChocolateSpace(rules.rules(options), window)
    return TokanSpace(options)
