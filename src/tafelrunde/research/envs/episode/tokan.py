"""A match of TOKAN on the native batch."""

from __future__ import annotations

import numpy as np

from tafelrunde.games.core import Game, Options, Position
from tafelrunde.games.errors import IllegalMove
from tafelrunde.games.tokan import TokanOptions
from tafelrunde.native import tokan
from tafelrunde.research.envs.episode.base import Episode, Mask
from tafelrunde.research.spaces import Observation, TokanSpace


class TokanEpisode(Episode):
    """A match of TOKAN."""

    def __init__(self, game: Game, options: Options, window: int) -> None:
        assert isinstance(options, TokanOptions)
        super().__init__(game, options)
        self._space = TokanSpace(options)
        self._batch = tokan.Batch(1, 0, options, threads=1)
        self._final: tokan.NativePosition | None = None
        self._action = np.zeros(1, np.int32)
        self.reset(0)

    @property
    def space(self) -> TokanSpace:
        """The actions and observations."""
        return self._space

    @property
    def position(self) -> Position:
        """Where the match stands."""
        return (self._final or self._batch.position(0)).to_python()

    def reset(self, seed: int) -> None:
        """Deal a new match."""
        self._batch.reset(seed)
        self._final = None
        self.over = False
        self.rewards = [0.0, 0.0]
        self.seat = int(self._batch.sides[0])

    def mask(self) -> Mask:
        """Return the action mask: int8 [360], with a draft [510]."""
        if self.over:
            return np.zeros(self.space.size, np.int8)
        mask: Mask = self._batch.masks[0].astype(np.int8)
        return mask

    def step(self, action: int) -> None:
        """Play a move."""
        if self.over or not 0 <= action < self.space.size or not self._batch.masks[0, action]:
            raise IllegalMove(action, "not a legal action here")
        before = self._batch.position(0)
        self._action[0] = action
        self._batch.step(self._action)
        if self._batch.done[0]:
            self._final = before.play(action)
            self.over = True
            self.rewards = self._batch.rewards[0].tolist()
            self.seat = 1 - self.seat
        else:
            self.seat = int(self._batch.sides[0])

    def observe(self, seat: int) -> Observation:
        """Return the features of all cells: uint8 [5, 6, 16], with a draft [5, 10, 16]."""
        if self.over or seat != self.seat:
            return self._observe_slowly(seat)
        return {"observation": self._batch.observations[0].copy()}
