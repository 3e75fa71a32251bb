"""Matches that are redealt by the step after their end, or only when somebody asks, as Gymnasium's own environments."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium.vector import AutoresetMode, VectorWrapper
from numpy.typing import NDArray

from tafelrunde.research.envs.vector.base import NO_ACTION, MatchesEnv, Seeds, Stepped, chosen_matches
from tafelrunde.research.spaces import Observation


class NextStepEnv(VectorWrapper):
    """Shows the end of a match in the step that ends it, and deals the next one in the step after.

    What is chosen for a match that has ended is not looked at, and its action mask is empty: in that step it is dealt
    anew, for a reward of 0. Drawn is the new match.
    """

    MODE: ClassVar[AutoresetMode] = AutoresetMode.NEXT_STEP

    def __init__(self, env: MatchesEnv) -> None:
        super().__init__(env)
        self._matches = env
        self.metadata = {**env.metadata, "autoreset_mode": self.MODE}
        self._over, self._truncated = np.zeros((2, env.num_envs), np.bool_)
        self._ends: Observation = {}
        """What was seen at the end of every match that has ended."""

    @property
    def _ended(self) -> NDArray[np.bool_]:
        return self._over | self._truncated

    def reset(self, *, seed: Seeds = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Redeal every match, or those of the option `reset_mask`; see `MatchesEnv.reset`."""
        chosen = chosen_matches(options, self.num_envs)
        # Within, a match that has ended is dealt anew already.
        waiting = chosen & ~self._ended if seed is None else chosen
        if chosen.all():
            seen, info = self._matches.reset(seed=seed, options=options)
        elif waiting.any():
            seen, info = self._matches.reset(seed=seed, options={**(options or {}), "reset_mask": waiting})
        else:
            seen, _, _, _, info = self._matches.step(np.full(self.action_space.shape or (), NO_ACTION, np.int32))
        self._over, self._truncated = self._over & ~chosen, self._truncated & ~chosen
        return self._shown(seen), self._told(info)

    def step(self, actions: NDArray[np.int32]) -> Stepped:
        """Play one action in every match that runs, and redeal those that are to be by this step."""
        chosen = np.array(actions)
        chosen[self._ended] = NO_ACTION
        seen, rewards, over, truncated, info = self._matches.step(chosen)
        finals = info.pop("final_obs", None)
        info.pop("_final_obs", None)
        (which,) = (over | truncated).nonzero()
        if which.size:
            for name, array in seen.items():
                ends = self._ends.setdefault(name, np.zeros_like(array))
                ends[which] = np.stack([finals[match][name] for match in which])
        self._over, self._truncated = self._following(over, truncated)
        return self._shown(seen), rewards, self._over.copy(), self._truncated.copy(), self._told(info)

    def _following(
        self, over: NDArray[np.bool_], truncated: NDArray[np.bool_]
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return which matches show their end from now on, by what ended in this step."""
        return over.copy(), truncated.copy()

    def action_masks(self) -> NDArray[np.generic]:
        """Return which actions are legal, [match, action]; none where a match has ended."""
        return self._without_ended(self._matches.action_masks())

    def _shown(self, seen: Observation) -> Observation:
        (which,) = self._ended.nonzero()
        if not which.size:
            return seen
        shown = {name: array.copy() for name, array in seen.items()}
        for name, array in shown.items():
            array[which] = self._ends[name][which]
        return shown

    def _told(self, info: dict[str, Any]) -> dict[str, Any]:
        if "action_mask" in info and self._ended.any():
            info["action_mask"] = self._without_ended(info["action_mask"])
        return info

    def _without_ended(self, masks: NDArray[np.generic]) -> NDArray[np.generic]:
        masks = masks.copy()
        masks[self._ended] = 0
        return masks


class ManualResetEnv(NextStepEnv):
    """Shows the end of a match until it is redealt by `reset`, with the option `reset_mask` for some alone.

    What is chosen for a match that has ended is not looked at; it stays as it is, over, for a reward of 0.
    """

    MODE = AutoresetMode.DISABLED

    def _following(
        self, over: NDArray[np.bool_], truncated: NDArray[np.bool_]
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        return self._over | over, self._truncated | truncated
