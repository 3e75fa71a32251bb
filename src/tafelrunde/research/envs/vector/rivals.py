"""One seat of every match for a learner, the others for rivals, on the vector environments.

A rival chooses for many matches at once: a network in a single batch, `PlayerRival` with one of our players in one
match after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol, runtime_checkable

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from tafelrunde.research.envs.opponents import find_opponent
from tafelrunde.research.envs.vector.base import NO_ACTION, MatchesEnv, Seeds, Stepped, chosen_matches
from tafelrunde.research.spaces import Observation

Matches = NDArray[np.intp]
"""Which matches of a batch."""


class Rival(Protocol):
    """A player against the learner."""

    def choose(self, env: MatchesEnv, seen: Observation, matches: Matches) -> NDArray[Any]:
        """Return an action for each of some matches, integers [match] or [match, part] as `step` takes them.

        `seen` is what all matches of the environment show.
        """


@runtime_checkable
class DrawingRival(Rival, Protocol):
    """A rival that draws random numbers."""

    def reseed(self, seed: int) -> None:
        """Draw from now on as this seed of the environment and the rival's own say."""


class RandomRival:
    """Chooses among the legal actions, all equally likely, in environments whose masks are arrays [match, action]."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self.reseed(0)

    def reseed(self, seed: int) -> None:
        """Draw from now on as this seed and the rival's own say."""
        self._chance = np.random.default_rng([self._seed, seed])

    def choose(self, env: MatchesEnv, seen: Observation, matches: Matches) -> NDArray[Any]:
        """Return a legal action for each of the matches: int64 [match]."""
        masks = env.action_masks()[matches] != 0
        drawn = np.where(masks, self._chance.random(masks.shape), -1.0)
        chosen: NDArray[Any] = drawn.argmax(axis=1)
        return chosen


class PlayerRival:
    """Lets a player choose, given by name: a level, `random` or `greedy`; `nodes` is what it may think a move.

    Raise what `find_opponent` raises.
    """

    def __init__(self, name: str | int, seed: int = 0, nodes: int | None = None) -> None:
        self._player, self._budget = find_opponent(name, nodes)
        self._seed = seed
        self._chance = Random(seed)
        self._rest: dict[int, list[NDArray[Any]]] = {}
        """What is left of moves that are made part by part."""

    def reseed(self, seed: int) -> None:
        """Draw from now on as this seed and the rival's own say."""
        self._chance = Random(f"{self._seed}/{seed}")

    def choose(self, env: MatchesEnv, seen: Observation, matches: Matches) -> NDArray[Any]:
        """Return an action for each of the matches: int32 [match], or [match, part] where `encode` gives parts."""
        return np.stack([self._choose(env, match) for match in matches.tolist()])

    def _choose(self, env: MatchesEnv, match: int) -> NDArray[Any]:
        rest = self._rest.pop(match, [])
        if not rest:
            move = self._player.choose(env.view(match), self._budget, self._chance).move
            rest = list(env.encode(match, move))
        if rest[1:]:
            self._rest[match] = rest[1:]
        return rest[0]


class RivalsEnv(VectorEnv[Any, Any, Any]):
    """Matches in which the learner has one seat, and a rival has the others.

    The learner's seat is drawn for every match, unless `seats` says it: a number, or one for every match.
    Observations and actions are those of the environment within, but as new arrays, and always the learner's: every
    step goes on until the learner decides in every match again. The reward comes at the end of a match, which is
    redealt in the same step. The info has `seat` [match], the learner's, and `final_obs` as Gymnasium wants it. The
    rival may be exchanged at any time; a reset with a seed decides what a `DrawingRival` draws too.
    """

    def __init__(self, env: MatchesEnv, rival: Rival, seats: int | Sequence[int] | None = None) -> None:
        self.env = env
        self.rival = rival
        self.num_envs = env.num_envs
        self._wanted = None if seats is None else np.broadcast_to(np.asarray(seats, np.int64), self.num_envs)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_action_space, self.action_space = env.single_action_space, env.action_space
        self.single_observation_space, self.observation_space = env.single_observation_space, env.observation_space
        self.seats = np.zeros(self.num_envs, np.int64)
        """The learner's seat in every match."""
        self._rewards = np.zeros(self.num_envs, np.float32)
        self._over, self._truncated = np.zeros((2, self.num_envs), np.bool_)
        self._finals = np.full(self.num_envs, None, object)

    def reset(self, *, seed: Seeds = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Redeal every match and let the rival play until the learner decides; see `MatchesEnv.reset`."""
        seen, info = self.env.reset(seed=seed, options=options)
        if not isinstance(seed, Sequence | np.ndarray):
            super().reset(seed=seed)
        else:
            self._np_random = np.random.default_rng(self.env.np_random.integers(1 << 62))
        self._draw_seats(np.flatnonzero(chosen_matches(options, self.num_envs)), info["rewards"].shape[1])
        if seed is not None and isinstance(self.rival, DrawingRival):
            self.rival.reseed(int(self.np_random.integers(1 << 62)))
        self._begin()
        return self._copied(self._let_rival_play(seen, info)), {"seat": self.seats.copy()}

    def step(self, actions: NDArray[Any]) -> Stepped:
        """Play the learner's actions, then the rival's; raise IllegalMove and play none if one is illegal."""
        self._begin()
        seen = self._let_rival_play(*self._play(np.asarray(actions)))
        ended = self._over | self._truncated
        info: dict[str, Any] = {"seat": self.seats.copy()}
        if ended.any():
            info |= {"final_obs": self._finals, "_final_obs": ended}
        return self._copied(seen), self._rewards, self._over, self._truncated, info

    def action_masks(self) -> Any:
        """Return which actions are legal, for every match, as the environment within says it."""
        return self.env.action_masks()

    def _begin(self) -> None:
        """Forget what the step before gave."""
        self._rewards = np.zeros(self.num_envs, np.float32)
        self._over, self._truncated = np.zeros((2, self.num_envs), np.bool_)
        self._finals = np.full(self.num_envs, None, object)

    def _play(self, actions: NDArray[Any]) -> tuple[Observation, dict[str, Any]]:
        seen, _, over, truncated, info = self.env.step(actions)
        ended = np.flatnonzero(over | truncated)
        if ended.size:
            self._rewards[ended] = info["rewards"][ended, self.seats[ended]]
            self._over |= over
            self._truncated |= truncated
            self._finals[ended] = info["final_obs"][ended]
            self._draw_seats(ended, info["rewards"].shape[1])
        return seen, info

    def _let_rival_play(self, seen: Observation, info: dict[str, Any]) -> Observation:
        while (waiting := np.flatnonzero(info["seat"] != self.seats)).size:
            actions = np.full(self.action_space.shape or (), NO_ACTION, np.int32)
            actions[waiting] = self.rival.choose(self.env, seen, waiting)
            seen, info = self._play(actions)
        return seen

    def _draw_seats(self, matches: Matches, seats: int) -> None:
        drawn = self.np_random.integers(seats, size=matches.size)
        self.seats[matches] = drawn if self._wanted is None else self._wanted[matches]

    @staticmethod
    def _copied(seen: Observation) -> Observation:
        return {name: array.copy() for name, array in seen.items()}
