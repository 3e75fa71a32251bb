"""What the batches of all games share: matches are taken out and put back, each with its stream of random numbers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

At = TypeVar("At")
"""A position of the core."""

Kept = list[tuple[int, At, Any]]
"""Matches with their positions, and the states of their streams."""


class Restarting(ABC, Generic[At]):
    """A batch of which some matches can be started over while the others stay as they are."""

    _core: Any

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def position(self, match: int) -> At:
        """Return the position of a match."""

    @abstractmethod
    def set_position(self, match: int, position: At) -> None:
        """Continue a match from a position."""

    def reset_each(self, seeds: NDArray[np.uint64]) -> None:
        """Start all matches over, each from its own seed: uint64 [match]."""
        self._core.reset_each(np.ascontiguousarray(seeds, np.uint64))

    def reset_some(self, matches: NDArray[np.intp], seeds: NDArray[np.uint64]) -> None:
        """Start some matches over, each from its own seed, and leave the others as they are."""
        given = np.zeros(len(self), np.uint64)
        given[matches] = seeds
        kept = self._taken_out(set(range(len(self))).difference(matches.tolist()))
        self.reset_each(given)
        self._put_back(kept)

    def _taken_out(self, matches: Iterable[int]) -> Kept[At]:
        return [(match, self.position(match), self._core.stream(match)) for match in matches]

    def _put_back(self, kept: Kept[At]) -> None:
        for match, position, stream in kept:
            self.set_position(match, position)
            self._core.set_stream(match, stream)
