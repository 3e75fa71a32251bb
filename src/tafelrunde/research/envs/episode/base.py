"""The interface of a match that is played by actions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from operator import index
from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from tafelrunde.games.core import Game, Move, Options, Position
from tafelrunde.games.errors import BadSetup
from tafelrunde.research.spaces import Observation, Space

Mask = NDArray[np.int8]
"""int8 [action]: 1 for a legal action, 0 for any other."""


class Episode(ABC):
    """A match that deals itself from a seed; once it has ended it waits for the next `reset`."""

    def __init__(self, game: Game, options: Options) -> None:
        self.game = game
        self.options = options
        self.seats = game.seats(options)
        self.seat = 0
        """The seat that decides next."""
        self.over = False
        self.truncated = False
        """Whether it ended because the table outgrew its space."""
        self.rewards: list[float] = [0.0] * self.seats
        """By seat, once it is over: 1 for winners, -1 (with three seats -0.5) for losers, 0 for a draw."""

    @property
    @abstractmethod
    def space(self) -> Space:
        """The actions and observations."""

    @property
    @abstractmethod
    def position(self) -> Position:
        """Where the match stands, hidden cards and all."""

    @abstractmethod
    def reset(self, seed: int) -> None:
        """Deal a new match."""

    @abstractmethod
    def mask(self) -> Mask:
        """Return the action mask of the seat that decides: int8 [action], as a new array; all zero at the end."""

    @abstractmethod
    def step(self, action: int) -> None:
        """Take one action; raise IllegalMove and change nothing where it is not legal."""

    @abstractmethod
    def observe(self, seat: int) -> Observation:
        """Return what a seat sees, as new arrays of the shapes and dtypes of `space.boxes`."""

    @staticmethod
    def number(action: SupportsIndex) -> int:
        """Return an action as a number; raise BadSetup for what is none."""
        try:
            return index(action)
        except TypeError:
            raise BadSetup(f"an action is a whole number, not {action!r}") from None

    def play(self, move: Move) -> None:
        """Play a whole move; raise IllegalMove."""
        for action in self.space.encode(self.position, move):
            self.step(action)

    @property
    def pending(self) -> Sequence[int]:
        """The actions of a move that is not complete yet."""
        return ()

    def _observe_slowly(self, seat: int) -> Observation:
        """Look at a view: for seats that are not to decide, and for the end."""
        return self.space.observe(self.position.view(seat), self.pending if seat == self.seat else ())
