"""Many matches at once for learners: Gymnasium's vector environment on the native batches.

Every match is played by all its seats in turn: an observation is that of the seat that decides next, and a reward that
of the seat that acted.

Actions and observations are those of the game's space, as in all other environments, so that a policy carries over. A
learner that would rather choose a whole turn of a chocolate game at once asks for `turns="whole"`: a turn is then three
numbers, [what, smartie, colour]: what is the first part of `tafelrunde.research.spaces.chocolate.actions`, smartie 0
for none, 1 for the card itself, 2 + k for the k-th card that can be secured, colour 0 to 2 where one is announced and 3
else. The parts are independent, but second-tier cards, passes and swap actions take smartie 0. It is the fastest way to
play these games.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from gymnasium.vector import AutoresetMode

from tafelrunde.games.errors import BadOptions
from tafelrunde.games.registry import FIRST, find_game
from tafelrunde.research.envs.vector.base import MODES, MatchesEnv, Stepped
from tafelrunde.research.envs.vector.chocolate import ChocolateVectorEnv
from tafelrunde.research.envs.vector.chocolate_parts import ChocolatePartsVectorEnv
from tafelrunde.research.envs.vector.general import GeneralVectorEnv
from tafelrunde.research.envs.vector.next_step import ManualResetEnv, NextStepEnv
from tafelrunde.research.envs.vector.tokan import TokanVectorEnv

__all__ = [
    "VECTORS",
    "ChocolatePartsVectorEnv",
    "ChocolateVectorEnv",
    "GeneralVectorEnv",
    "ManualResetEnv",
    "MatchesEnv",
    "NextStepEnv",
    "Stepped",
    "TokanVectorEnv",
    "Turns",
    "self_play",
    "vector_env",
]

Turns = Literal["whole", "parts"]
Maker = Callable[[str, str, int, int], MatchesEnv]


def _tokan(_: str, options: str, matches: int, threads: int) -> MatchesEnv:
    return TokanVectorEnv(options, matches, threads)


VECTORS: dict[str, dict[Turns, Maker]] = {
    "tokan": {"whole": _tokan, "parts": _tokan},
    "schoko": {"whole": ChocolateVectorEnv, "parts": ChocolatePartsVectorEnv},
    "schokoly": {"whole": ChocolateVectorEnv, "parts": ChocolatePartsVectorEnv},
}
"""The environments of games with a native batch by name, made from the name, the options, matches and threads."""


def vector_env(
    game: str = FIRST, options: str = "", matches: int = 1024, threads: int = 0, *, turns: Turns = "whole"
) -> MatchesEnv:
    """Return the vector environment of a game; raise UnknownGame, BadOptions, BadSetup or NativeMissing.

    A match that ends is redealt within the same step; `self_play` has the other convention. Without a native batch the
    matches are played by the rules, on one thread.
    """
    name = find_game(game).name
    if turns not in ("whole", "parts"):
        raise BadOptions("turns", "whole or parts")
    if name not in VECTORS:
        return GeneralVectorEnv(name, options, matches)
    return VECTORS[name][turns](name, options, matches, threads)


def self_play(
    num_envs: int = 1,
    *,
    game: str = FIRST,
    options: str = "",
    threads: int = 0,
    turns: Turns = "parts",
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    render_mode: str | None = None,
) -> MatchesEnv | NextStepEnv:
    """Return what `gymnasium.make_vec("tafelrunde/TokanSelfPlay-v1", num_envs=…)` makes: a vector environment.

    Matches are redealt in the step after their end, as Gymnasium's wrappers expect, in the same one, or by `reset`.
    Raise UnknownGame, BadOptions, BadSetup or NativeMissing.
    """
    try:
        mode = AutoresetMode(autoreset_mode)
    except ValueError:
        raise BadOptions("autoreset_mode", "NextStep, SameStep or Disabled") from None
    if render_mode is not None and render_mode not in MODES:
        raise BadOptions("render_mode", f"one of {', '.join(MODES)}")
    env = vector_env(game, options, num_envs, threads, turns=turns)
    env.render_mode = render_mode
    wrappers = {AutoresetMode.NEXT_STEP: NextStepEnv, AutoresetMode.DISABLED: ManualResetEnv}
    return wrappers[mode](env) if mode in wrappers else env
