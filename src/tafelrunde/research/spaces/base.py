"""The interface of all spaces."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelrunde.games.core import Move, Table, View

Observation = dict[str, NDArray[Any]]


class Box(NamedTuple):
    """The shape and the limits of one array of an observation."""

    shape: tuple[int, ...]
    dtype: type[np.integer[Any]]
    low: int
    high: int


class Space(ABC):
    """The numbers that moves are written with, and the arrays that tables are seen through."""

    size: int
    """All actions are below it."""

    @property
    @abstractmethod
    def boxes(self) -> Mapping[str, Box]:
        """The arrays of an observation by name; the first is the one called `observation`."""

    @abstractmethod
    def encode(self, table: Table, move: Move) -> tuple[int, ...]:
        """Return a legal move as actions, in the order in which they are decided; raise BadSetup outside the window."""

    @abstractmethod
    def decode(self, table: Table, actions: Sequence[int]) -> Move:
        """Return the move that actions stand for at a table; raise IllegalMove where it is none or not legal."""

    @abstractmethod
    def observe(self, view: View, pending: Sequence[int] = ()) -> Observation:
        """Return what the observer of a view sees, with the actions decided so far of a move that is not complete."""
