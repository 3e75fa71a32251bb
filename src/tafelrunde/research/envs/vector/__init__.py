"""Many matches at once for learners: Gymnasium's vector environment on the native batches.

Every match is played by all its seats in turn: an observation is that of the seat that decides next, and a reward that
of the seat that acted. A match that ends is dealt anew within the same step.

TOKAN takes one action a match, a number below 360 (510 with a draft). A turn of the chocolate games is three numbers,
[what, smartie, colour]: what is the first part of `tafelrunde.research.spaces.chocolate.actions`, smartie 0 for none, 1
for the card itself, 2 + k for the k-th card that can be secured, colour 0 to 2 where one is announced and 3 else. The
parts are independent, but second-tier cards, passes and swap actions take smartie 0. A game without a native batch
takes one action a match, as its space numbers them.
"""

from __future__ import annotations

from collections.abc import Callable

from tafelrunde.games.registry import find_game
from tafelrunde.research.envs.vector.base import MatchesEnv, Stepped
from tafelrunde.research.envs.vector.chocolate import ChocolateVectorEnv
from tafelrunde.research.envs.vector.general import GeneralVectorEnv
from tafelrunde.research.envs.vector.tokan import TokanVectorEnv

__all__ = ["VECTORS", "ChocolateVectorEnv", "GeneralVectorEnv", "MatchesEnv", "Stepped", "TokanVectorEnv", "vector_env"]

VECTORS: dict[str, Callable[[str, str, int, int], MatchesEnv]] = {
    "tokan": lambda _, options, matches, threads: TokanVectorEnv(options, matches, threads),
    "schoko": ChocolateVectorEnv,
    "schokoly": ChocolateVectorEnv,
}
"""The environments of games with a native batch by name, made from the name, the options, matches and threads."""


def vector_env(game: str = "tokan", options: str = "", matches: int = 1024, threads: int = 0) -> MatchesEnv:
    """Return the vector environment of a game; raise UnknownGame, BadOptions, BadSetup or NativeMissing.

    Without a native batch the matches are played by the rules, on one thread.
    """
    name = find_game(game).name
    if name not in VECTORS:
        return GeneralVectorEnv(name, options, matches)
    return VECTORS[name](name, options, matches, threads)
