"""A match of any game by its rules alone."""

from __future__ import annotations

from random import Random

import numpy as np

from tafelrunde.games.core import Game, Options, Position
from tafelrunde.games.errors import IllegalMove
from tafelrunde.research.envs.episode.base import Episode, Mask
from tafelrunde.research.reward import rewards
from tafelrunde.research.spaces import GeneralSpace, Observation
from tafelrunde.research.spaces.general import general_space


class GeneralEpisode(Episode):
    """A match of a game that lists its moves; raise BadSetup for one that does not."""

    def __init__(self, game: Game, options: Options, window: int) -> None:
        super().__init__(game, options)
        self._space = general_space(game, options)
        self.reset(0)

    @property
    def space(self) -> GeneralSpace:
        """The actions and observations."""
        return self._space

    @property
    def position(self) -> Position:
        """Where the match stands, hidden cards and all."""
        return self._position

    def reset(self, seed: int) -> None:
        """Deal a new match."""
        self._go_to(self.game.start(self.options, self.game.deal(self.options, Random(seed))))

    def _go_to(self, position: Position) -> None:
        self._position = position
        self._legal = self._space.legal(position)
        self.seat = position.seat
        self.over = position.is_over
        self.rewards = rewards(self.game, self.options, position.outcome().winner if self.over else None)

    def mask(self) -> Mask:
        """Return the action mask: int8 [action], one for each of the moves that the game lists."""
        mask = np.zeros(self._space.size, np.int8)
        mask[self._legal] = 1
        return mask

    def step(self, action: int) -> None:
        """Play a move."""
        if action not in self._legal:
            raise IllegalMove(action, "not a legal action here")
        self._go_to(self._position.apply(self._space.moves[action]))

    def observe(self, seat: int) -> Observation:
        """Return the drawing, uint32 [32, 80], and the scalars, int32 [2 + sides], of a seat's view."""
        return self._observe_slowly(seat)
