"""Many matches of any game, one after the other: the same interface as the native batches, at the speed of Python."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tafelrunde.games.errors import BadSetup, IllegalMove
from tafelrunde.research.envs.match import new_match
from tafelrunde.research.envs.spaces import observation_space
from tafelrunde.research.envs.vector.base import MatchesEnv, Stepped
from tafelrunde.research.spaces import Observation


class GeneralVectorEnv(MatchesEnv):
    """Matches of any game side by side; every array is new.

    Observations are those of the game's space, with a first axis for the match. The info has `seat` int8 [match],
    `action_mask` int8 [match, action] and `rewards` float32 [match, seat].
    """

    def __init__(self, game: str, options: str = "", matches: int = 1024) -> None:
        super().__init__(matches)
        self._matches = [new_match(game, options) for _ in range(matches)]
        first = self._matches[0]
        self._chance = Random()  # seeded by reset
        self._rewards = np.zeros((matches, first.seats), np.float32)
        self.single_action_space = spaces.Discrete(first.space.size)
        self.single_observation_space = observation_space(first.space, mask=False)
        self.action_space = batch_space(self.single_action_space, matches)
        self.observation_space = batch_space(self.single_observation_space, matches)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal every match anew."""
        self._chance = Random(self._seed(seed))
        for match in self._matches:
            match.reset(self._chance.getrandbits(63))
        self._rewards = np.zeros_like(self._rewards)
        return self._seen(), self._info()

    def step(self, actions: NDArray[np.int32]) -> Stepped:
        """Play one action in every match, int32 [match]; raise IllegalMove and play none if one is illegal."""
        if actions.shape != (self.num_envs,):
            raise BadSetup(f"actions have the shape ({self.num_envs},), not {actions.shape}")
        for number, (match, action) in enumerate(zip(self._matches, actions, strict=True)):
            if not 0 <= action < match.space.size or not match.mask()[action]:
                raise IllegalMove(int(action), f"not legal in match {number} of the batch")
        acting = [match.seat for match in self._matches]
        over, truncated = np.zeros((2, self.num_envs), np.bool_)
        self._rewards = np.zeros_like(self._rewards)
        for number, (match, action) in enumerate(zip(self._matches, actions, strict=True)):
            match.step(int(action))
            if match.over:
                (truncated if match.truncated else over)[number] = True
                self._rewards[number] = match.rewards
                match.reset(self._chance.getrandbits(63))
        return self._seen(), self._rewards[self._everyone, acting], over, truncated, self._info()

    def step_randomly(self) -> Stepped:
        """Play a legal action in every match, all equally likely."""
        legal = [np.flatnonzero(match.mask()).tolist() for match in self._matches]
        return self.step(np.array([self._chance.choice(actions) for actions in legal], np.int32))

    def _seen(self) -> Observation:
        seen = [match.observe(match.seat) for match in self._matches]
        return {name: np.stack([one[name] for one in seen]) for name in seen[0]}

    def _info(self) -> dict[str, Any]:
        seats = np.array([match.seat for match in self._matches], np.int8)
        masks = np.stack([match.mask() for match in self._matches])
        return {"seat": seats, "action_mask": masks, "rewards": self._rewards}
