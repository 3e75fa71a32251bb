"""Many matches of any game, one after the other: the same interface as the native batches, at the speed of Python."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tafelrunde.games.core import Move, View
from tafelrunde.games.errors import IllegalMove
from tafelrunde.research.envs.episode import new_episode
from tafelrunde.research.envs.spaces import observation_space
from tafelrunde.research.envs.vector.base import NO_ACTION, MatchesEnv, Stepped
from tafelrunde.research.spaces import Observation


class GeneralVectorEnv(MatchesEnv):
    """Matches of any game side by side; every array is new.

    Observations are those of the game's space, with a first axis for the match. The info has `seat` int8 [match],
    `action_mask` int8 [match, action] and `rewards` float32 [match, seat].
    """

    def __init__(self, game: str, options: str = "", matches: int = 1024) -> None:
        super().__init__(matches)
        self._matches = [new_episode(game, options) for _ in range(matches)]
        first = self._matches[0]
        self._chances = [Random() for _ in range(matches)]  # seeded by reset
        """What is drawn in each match after its first deal."""
        self._rewards = np.zeros((matches, first.seats), np.float32)
        self._ends: dict[int, Observation] = {}
        self.single_action_space = spaces.Discrete(first.space.size)
        self.single_observation_space = observation_space(first.space, mask=False)
        self.action_space = batch_space(self.single_action_space, matches)
        self.observation_space = batch_space(self.single_observation_space, matches)

    def _deal(self, seed: int) -> None:
        chance = Random(seed)
        seeds = np.array([chance.getrandbits(63) for _ in self._matches], np.uint64)
        self._deal_each(np.arange(self.num_envs), seeds)

    def _deal_each(self, which: NDArray[np.intp], seeds: NDArray[np.uint64]) -> None:
        for match, seed in zip(which.tolist(), seeds.tolist(), strict=True):
            self._matches[match].reset(seed)
            self._chances[match] = Random(seed)
        self._rewards = np.zeros_like(self._rewards)

    def step(self, actions: NDArray[np.int32]) -> Stepped:
        """Play one action in every match, integers [match].

        Raise IllegalMove and play none if one is illegal, BadSetup for what are no such actions.
        """
        actions = self._numbers(actions)
        for number, (match, action) in enumerate(zip(self._matches, actions, strict=True)):
            if action != NO_ACTION and (not 0 <= action < match.space.size or not match.mask()[action]):
                raise IllegalMove(int(action), f"not legal in match {number} of the batch")
        actors = np.array([match.seat for match in self._matches], np.int8)
        over, truncated = np.zeros((2, self.num_envs), np.bool_)
        self._rewards = np.zeros_like(self._rewards)
        for number, (match, action) in enumerate(zip(self._matches, actions, strict=True)):
            if action == NO_ACTION:
                continue
            match.step(int(action))
            if match.over:
                (truncated if match.truncated else over)[number] = True
                self._rewards[number] = match.rewards
                self._ends[number] = match.observe(match.seat)
                match.reset(self._chances[number].getrandbits(63))
        return self._told(actors, over, truncated)

    def step_randomly(self) -> Stepped:
        """Play a legal action in every match, all equally likely."""
        legal = [np.flatnonzero(match.mask()).tolist() for match in self._matches]
        drawn = [chance.choice(actions) for chance, actions in zip(self._chances, legal, strict=True)]
        return self.step(np.array(drawn, np.int32))

    def action_masks(self) -> NDArray[np.int8]:
        """Return which actions are legal: int8 [match, action]."""
        return np.stack([match.mask() for match in self._matches])

    def view(self, match: int) -> View:
        """Return what the seat that decides next in a match may know."""
        return self._matches[match].position.view(self._matches[match].seat)

    def encode(self, match: int, move: Move) -> NDArray[np.int32]:
        """Return a move as its one action: int32 [1]."""
        return np.array(self._matches[match].space.encode(self.view(match), move), np.int32)

    def _seen(self) -> Observation:
        return _stacked([match.observe(match.seat) for match in self._matches])

    def _finals(self, ended: NDArray[np.intp]) -> Observation:
        return _stacked([self._ends[match] for match in ended.tolist()])

    def _info(self) -> dict[str, Any]:
        seats = np.array([match.seat for match in self._matches], np.int8)
        return {"seat": seats, "action_mask": self.action_masks(), "rewards": self._rewards}


def _stacked(seen: list[Observation]) -> Observation:
    return {name: np.stack([one[name] for one in seen]) for name in seen[0]}
