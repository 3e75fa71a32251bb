"""Matches that are redealt by the step after their end, as Gymnasium's own vector environments do it."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorWrapper
from numpy.typing import NDArray

from tafelrunde.research.envs.vector.base import NO_ACTION, MatchesEnv, Stepped
from tafelrunde.research.spaces import Observation


class NextStepEnv(VectorWrapper):
    """Shows the end of a match in the step that ends it, and deals the next one in the step after.

    What is chosen for a match that has ended is not looked at, and its action mask is empty: in that step it is dealt
    anew, for a reward of 0.
    """

    def __init__(self, env: MatchesEnv) -> None:
        super().__init__(env)
        self._matches = env
        self.metadata = {**env.metadata, "autoreset_mode": AutoresetMode.NEXT_STEP}
        self._ended = np.zeros(env.num_envs, np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Redeal every match; see `MatchesEnv.reset`."""
        self._ended[:] = False
        return self._matches.reset(seed=seed, options=options)

    def step(self, actions: NDArray[np.int32]) -> Stepped:
        """Play one action in every match that runs, and redeal those that ended in the step before."""
        chosen = np.array(actions)
        chosen[self._ended] = NO_ACTION
        seen, rewards, over, truncated, info = self._matches.step(chosen)
        self._ended = over | truncated
        finals = info.pop("final_obs", None)
        info.pop("_final_obs", None)
        if finals is not None:
            which = np.flatnonzero(self._ended)
            seen = {name: array.copy() for name, array in seen.items()}
            for name, array in seen.items():
                array[which] = np.stack([finals[match][name] for match in which])
            if "action_mask" in info:
                info["action_mask"] = self._without_ended(info["action_mask"])
        return seen, rewards, over, truncated, info

    def action_masks(self) -> NDArray[np.generic]:
        """Return which actions are legal, [match, action]; none where a match has ended."""
        return self._without_ended(self._matches.action_masks())

    def _without_ended(self, masks: NDArray[np.generic]) -> NDArray[np.generic]:
        masks = masks.copy()
        masks[self._ended] = 0
        return masks
