"""Many matches at once for learners: Gymnasium's vector environment on the native batches.

Every match is played by all its seats in turn: an observation is that of the seat that decides next, and a reward that
of the seat that acted. A match that ends is dealt anew within the same step.

TOKAN takes one action a match, a number below 360 (510 with a draft). A turn of the chocolate games is three numbers,
[what, smartie, colour]: what is the first step of `tafelrunde.research.spaces.chocolate`, smartie 0 for none, 1 for the
card itself, 2 + k for the k-th card that can be secured, colour 0 to 2 where one is announced and 3 else. The parts are
independent, but second-tier cards, passes and swap actions take smartie 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tafelrunde.games.chocolate.game import ChocolateGame
from tafelrunde.games.errors import BadSetup
from tafelrunde.games.registry import find_game
from tafelrunde.games.tokan import TokanOptions
from tafelrunde.native import chocolate, tokan
from tafelrunde.research.envs.spaces import box
from tafelrunde.research.spaces import Box, Observation, TokanSpace
from tafelrunde.research.spaces.chocolate import SCALARS, SMARTIES, Scalar

Stepped = tuple[Observation, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class _Matches(VectorEnv[Any, Any, Any]):
    """What both kinds of batches share."""

    def __init__(self, matches: int) -> None:
        self.num_envs = matches
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self._everyone = np.arange(matches)

    def _seed(self, seed: int | list[int | None] | None) -> int:
        if isinstance(seed, list):
            raise BadSetup("a batch has one seed")
        super().reset(seed=seed)
        return int(self.np_random.integers(1 << 62))


class TokanVectorEnv(_Matches):
    """Matches of TOKAN side by side; the arrays belong to the batch and are written anew by every step."""

    def __init__(self, options: str = "", matches: int = 1024, threads: int = 0) -> None:
        super().__init__(matches)
        chosen = TokanOptions.parse(options)
        self._batch = tokan.Batch(matches, 0, chosen, threads)
        space = TokanSpace(chosen)
        self.single_action_space = spaces.Discrete(space.size)
        self.single_observation_space = spaces.Dict({name: box(shape) for name, shape in space.boxes.items()})
        self.action_space = batch_space(self.single_action_space, matches)
        self.observation_space = batch_space(self.single_observation_space, matches)
        self._never = np.zeros(matches, np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal every match anew."""
        self._batch.reset(self._seed(seed))
        return self._seen(), self._info()

    def step(self, actions: NDArray[np.int32]) -> Stepped:
        """Play one action in every match; raise IllegalMove and play none if one is illegal."""
        acting = self._batch.sides.copy()
        self._batch.step(actions)
        return self._after(acting)

    def step_randomly(self) -> Stepped:
        """Play a legal action in every match, all equally likely."""
        acting = self._batch.sides.copy()
        self._batch.step_randomly()
        return self._after(acting)

    def _after(self, acting: NDArray[np.uint8]) -> Stepped:
        rewards = self._batch.rewards[self._everyone, acting]
        return self._seen(), rewards, self._batch.done, self._never, self._info()

    def _seen(self) -> Observation:
        return {"observation": self._batch.observations}

    def _info(self) -> dict[str, Any]:
        """Return who decides, what is legal, and every seat's reward."""
        batch = self._batch
        return {"seat": batch.sides, "action_mask": batch.masks, "rewards": batch.rewards}


class ChocolateVectorEnv(_Matches):
    """Matches of Scho K.O. or Schokoly side by side; arrays that belong to the batch are written anew by every step.

    Planes come as bits, [match, plane, row, word] with bit x of a row for its cell x, unless `unpacked` asks for zeros
    and ones, [match, plane, row, column]. Legal actions (`masks()`) are written on request.
    """

    def __init__(
        self,
        game: str = "schokoly",
        options: str = "",
        matches: int = 1024,
        threads: int = 0,
        *,
        window: int = 32,
        unpacked: bool = False,
    ) -> None:
        super().__init__(matches)
        rules = find_game(game)
        self._batch = chocolate.Batch(
            game, rules.options_type.parse(options), matches, 0, window=window, threads=threads
        )
        self._unpacked = unpacked
        shape = self._batch.planes.shape[1:]
        planes = Box((*shape[:2], window), np.uint8, 0, 1) if unpacked else Box(shape, np.uint32, 0, 2**32 - 1)
        self.single_action_space = spaces.MultiDiscrete([self._batch.actions, SMARTIES, chocolate.NO_COLOUR + 1])
        self.single_observation_space = spaces.Dict(
            {"observation": box(planes), "scalars": box(Box((SCALARS,), np.int8, -128, 127))}
        )
        self.action_space = batch_space(self.single_action_space, matches)
        self.observation_space = batch_space(self.single_observation_space, matches)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal every match anew."""
        self._batch.reset(self._seed(seed))
        return self._seen(), self._info()

    def step(self, actions: NDArray[np.int32]) -> Stepped:
        """Play one turn in every match; raise IllegalMove and play none if one is illegal."""
        acting = self._seats().copy()
        self._batch.step(actions)
        return self._after(acting)

    def step_randomly(self) -> Stepped:
        """Play a legal turn in every match, all equally likely; a swap under way is refused."""
        acting = self._seats().copy()
        self._batch.step_randomly()
        return self._after(acting)

    def sample(self) -> NDArray[np.int32]:
        """Draw a legal turn for every match, all equally likely."""
        return self._batch.sample()

    def masks(self) -> chocolate.Masks:
        """Return the legal actions of every match, in bits."""
        return self._batch.masks()

    def _seats(self) -> NDArray[np.int8]:
        return self._batch.scalars[:, Scalar.OBSERVER]

    def _after(self, acting: NDArray[np.int8]) -> Stepped:
        batch = self._batch
        rewards = batch.rewards[self._everyone, acting]
        ended = batch.ended
        return self._seen(), rewards, ended == chocolate.FINISHED, ended == chocolate.TRUNCATED, self._info()

    def _seen(self) -> Observation:
        planes = self._batch.cells() if self._unpacked else self._batch.planes
        return {"observation": planes, "scalars": self._batch.scalars}

    def _info(self) -> dict[str, Any]:
        """Return who decides, and every seat's reward and points of a match that ended."""
        return {"seat": self._seats(), "rewards": self._batch.rewards, "points": self._batch.points}


def vector_env(game: str = "tokan", options: str = "", matches: int = 1024, threads: int = 0) -> _Matches:
    """Return the vector environment of a game; raise UnknownGame, BadOptions or NativeMissing."""
    if isinstance(find_game(game), ChocolateGame):
        return ChocolateVectorEnv(game, options, matches, threads)
    return TokanVectorEnv(options, matches, threads)
