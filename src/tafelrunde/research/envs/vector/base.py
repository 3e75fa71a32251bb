"""The interface of vector environments."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from tafelrunde.games.errors import BadSetup
from tafelrunde.research.spaces import Observation

Stepped = tuple[Observation, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]
"""Observations, rewards float32 [match], terminations bool [match], truncations bool [match], and the info."""


class MatchesEnv(VectorEnv[Any, Any, Any]):
    """Matches side by side, dealt anew when they end; the arrays of an observation have a first axis for the match.

    The info of every step has `seat` [match], who decides next, and `rewards` float32 [match, seat].
    """

    def __init__(self, matches: int) -> None:
        self.num_envs = matches
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self._everyone = np.arange(matches)

    @abstractmethod
    def step_randomly(self) -> Stepped:
        """Play a legal move in every match, all equally likely."""

    def _seed(self, seed: int | list[int | None] | None) -> int:
        if isinstance(seed, list):
            raise BadSetup("a batch has one seed")
        super().reset(seed=seed)
        return int(self.np_random.integers(1 << 62))
