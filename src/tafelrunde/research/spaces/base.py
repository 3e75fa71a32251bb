"""The interface of all spaces.

In the words of the field: a `Space` is an action space, `Discrete(size)`, together with an observation space, a
dictionary of boxes. Which actions are legal at a table is its action mask; the environments write it. What a seat sees
is made from its view, so that it is a function of its information set: tables that the seat cannot tell apart look the
same.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelrunde.games.core import Move, Table, View

Observation = dict[str, NDArray[Any]]
"""Arrays by name; `Space.boxes` says the shape and the dtype of each."""


class Box(NamedTuple):
    """The shape, the dtype and the limits of one array of an observation."""

    shape: tuple[int, ...]
    dtype: type[np.integer[Any]]
    low: int
    high: int


class Space(ABC):
    """The numbers that encode moves, and the arrays that encode tables."""

    size: int
    """All actions are below it."""

    @property
    @abstractmethod
    def boxes(self) -> Mapping[str, Box]:
        """The arrays of an observation by name; the first is the one called `observation`."""

    @abstractmethod
    def encode(self, table: Table, move: Move) -> tuple[int, ...]:
        """Return a legal move as actions, in the order in which they are chosen.

        Raise BadSetup if the space cannot express it: outside the window, or not among the moves the game lists.
        """

    @abstractmethod
    def legal(self, table: Table) -> list[int]:
        """List the actions with which a legal move can begin, in ascending order; none at the end.

        Raise BadSetup where the space cannot say one of them.
        """

    @abstractmethod
    def decode(self, table: Table, actions: Sequence[int]) -> Move:
        """Return the move that actions stand for at a table; raise IllegalMove where it is none or not legal."""

    @abstractmethod
    def observe(self, view: View, pending: Sequence[int] = ()) -> Observation:
        """Return what the observer of a view sees, as new arrays of the shapes and dtypes of `boxes`.

        `pending` are the actions chosen so far of a move that is not complete. Raise BadSetup where the table has
        outgrown the space.
        """
