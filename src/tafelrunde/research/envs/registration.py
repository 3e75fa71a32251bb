"""The names by which libraries find our environments."""

from __future__ import annotations

from typing import Any

import gymnasium
from pettingzoo import AECEnv, aec_registry
from pettingzoo import register as register_aec

from tafelrunde.games.registry import all_games

_HERE = "tafelrunde.research.envs"


def environment_ids() -> dict[str, str]:
    """Return all games by the id that libraries know their environments by, `tafelrunde/Tokan-v1`."""
    return {f"tafelrunde/{game.capitalize()}-v1": game for game in all_games()}


def register() -> None:
    """Make the environments of all games known; what is known already stays.

    `gymnasium.make("tafelrunde/Tokan-v1")` is one agent against computers, `gymnasium.make_vec` several of them,
    `gymnasium.make_vec("tafelrunde/TokanSelfPlay-v1", num_envs=…)` many matches on the native batch, and
    `pettingzoo.make("aec", "tafelrunde/Tokan-v1")` a match in which every seat is an agent.
    """
    for env_id, game in environment_ids().items():
        self_play_id = env_id.replace("-v", "SelfPlay-v")
        if env_id not in gymnasium.registry:
            gymnasium.register(
                env_id,
                entry_point=f"{_HERE}.solo:SoloEnv",
                vector_entry_point=f"{_HERE}.solo:solo_vector",
                kwargs={"game": game},
            )
        if self_play_id not in gymnasium.registry:
            gymnasium.register(self_play_id, vector_entry_point=f"{_HERE}.vector:self_play", kwargs={"game": game})
        if env_id not in aec_registry:
            register_aec("aec", env_id, _aec, kwargs={"game": game})


def _aec(**arguments: Any) -> AECEnv:
    """Make PettingZoo's environment, whose module is loaded when one is."""
    from tafelrunde.research.envs.aec import env

    return env(**arguments)
