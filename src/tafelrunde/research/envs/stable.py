"""A vector environment as Stable-Baselines3 wants it, with the masks of sb3-contrib's MaskablePPO.

Stable-Baselines3 is in none of our extras, since it brings PyTorch along: `pip install sb3-contrib`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import VectorEnv
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from tafelrunde.research.spaces import Observation


class StableVecEnv(VecEnv):  # type: ignore[misc]  # without it installed there are no types
    """A vector environment that redeals within the step, and has `action_masks()`, for Stable-Baselines3.

    An observation of one array is given as that array, one of several as a dictionary.
    """

    def __init__(self, env: VectorEnv[Any, Any, Any]) -> None:
        self.env = env
        space = env.single_observation_space
        assert isinstance(space, spaces.Dict)
        self._only = next(iter(space)) if len(space) == 1 else None
        self._seeds: int | None = None
        self._actions: NDArray[Any] | None = None
        super().__init__(env.num_envs, space[self._only] if self._only else space, env.single_action_space)

    def reset(self) -> Any:
        """Deal every match; a seed given before is used once."""
        seen, _ = self.env.reset(seed=self._seeds)
        self._seeds = None
        return self._shown(seen)

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Note the seed of the next `reset`."""
        self._seeds = seed
        return [seed] * self.num_envs

    def step_async(self, actions: NDArray[Any]) -> None:
        """Note what to play."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Play it; what was seen at the end of a match is in its info, as `terminal_observation`."""
        seen, rewards, over, truncated, info = self.env.step(self._actions)
        ended = over | truncated
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for match in np.flatnonzero(ended).tolist():
            final = info["final_obs"][match]
            told[match]["terminal_observation"] = final[self._only] if self._only else final
            told[match]["TimeLimit.truncated"] = bool(truncated[match])
        return self._shown(seen), rewards, ended, told

    def _shown(self, seen: Observation) -> Any:
        """Return an observation to keep: Stable-Baselines3 looks at it after the next step, which rewrites ours."""
        kept = {name: array.copy() for name, array in seen.items()}
        return kept[self._only] if self._only else kept

    def close(self) -> None:
        """Close the environment within."""
        self.env.close()

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        """Return an attribute of the environment within, for each of the matches; raise AttributeError."""
        return [getattr(self.env, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        """Set an attribute of the environment within, which all matches share."""
        setattr(self.env, attr_name, value)

    def env_method(
        self, method_name: str, *args: Any, indices: int | Iterable[int] | None = None, **kwargs: Any
    ) -> list[Any]:
        """Call a method that answers for all matches, such as `action_masks`, and return the answers by match."""
        answers = getattr(self.env, method_name)(*args, **kwargs)
        return [answers[match] for match in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: int | Iterable[int] | None = None) -> list[bool]:
        """Return for each of the matches that it is not wrapped: all are one environment."""
        return [False for _ in self._get_indices(indices)]
