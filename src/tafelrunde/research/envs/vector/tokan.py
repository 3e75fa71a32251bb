"""Many matches of TOKAN on the native batch."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tafelrunde.games.core import Move, View
from tafelrunde.games.tokan import TokanOptions
from tafelrunde.native import tokan
from tafelrunde.research.envs.spaces import observation_space
from tafelrunde.research.envs.vector.base import MatchesEnv, Stepped
from tafelrunde.research.spaces import Observation, TokanSpace


class TokanVectorEnv(MatchesEnv):
    """Matches of TOKAN side by side; the arrays belong to the batch and are rewritten by every step.

    `observation` is uint8 [match, 5, 6, 16], with a draft [match, 5, 10, 16]. The info has `seat` uint8 [match],
    `action_mask` [match, action], non-zero where an action is legal, and `rewards` float32 [match, 2].
    """

    def __init__(self, options: str = "", matches: int = 1024, threads: int = 0) -> None:
        super().__init__(matches, threads)
        chosen = TokanOptions.parse(options)
        self._batch = tokan.Batch(matches, 0, chosen, threads)
        self._space = space = TokanSpace(chosen)
        self.single_action_space = spaces.Discrete(space.size)
        self.single_observation_space = observation_space(space, mask=False)
        self.action_space = batch_space(self.single_action_space, matches)
        self.observation_space = batch_space(self.single_observation_space, matches)
        self._never = np.zeros(matches, np.bool_)

    def step(self, actions: NDArray[np.int32]) -> Stepped:
        """Play one action in every match, integers [match].

        Raise IllegalMove and play none if one is illegal, BadSetup for what are no such actions.
        """
        acting = self._batch.sides.copy()
        self._batch.step(self._numbers(actions))
        return self._after(acting)

    def step_randomly(self) -> Stepped:
        """Play a legal action in every match, all equally likely."""
        acting = self._batch.sides.copy()
        self._batch.step_randomly()
        return self._after(acting)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal: bool [match, action]."""
        return self._batch.masks

    def view(self, match: int) -> View:
        """Return what the side to move in a match sees."""
        position = self._batch.position(match).to_python()
        return position.view(position.seat)

    def encode(self, match: int, move: Move) -> NDArray[np.int32]:
        """Return a move as its one action: int32 [1]."""
        return np.array(self._space.encode(self.view(match), move), np.int32)

    def _after(self, acting: NDArray[np.uint8]) -> Stepped:
        return self._told(acting, self._batch.done, self._never)

    def _deal(self, seed: int) -> None:
        self._batch.reset(seed)

    def _deal_each(self, which: NDArray[np.intp], seeds: NDArray[np.uint64]) -> None:
        self._batch.reset_some(which, seeds)

    def _seen(self) -> Observation:
        return {"observation": self._batch.observations}

    def _finals(self, ended: NDArray[np.intp]) -> Observation:
        return {"observation": self._batch.finals.take(ended, 0)}

    def _info(self) -> dict[str, Any]:
        """Return who decides, what is legal, and every seat's reward."""
        batch = self._batch
        return {"seat": batch.sides, "action_mask": batch.masks, "rewards": batch.rewards}
