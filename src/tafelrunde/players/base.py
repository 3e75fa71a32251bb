"""The interface of every player, ours or external."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from tafelrunde.games.core import Move, View
from tafelrunde.records.record import Record

History = Callable[[], Record]
"""Returns the record of the match as the seat may know it."""


class Stop(Protocol):
    """Something that can ask a player to answer at once: `threading.Event` is one."""

    def is_set(self) -> bool:
        """Return whether it is time to answer."""


class Never:
    """The stop that never comes."""

    def is_set(self) -> bool:
        """Return False."""
        return False


NEVER = Never()


LONGEST = 60.0
"""The maximum number of seconds a player thinks about a move if no limit is given."""


@dataclass(frozen=True)
class Budget:
    """How long a player may think: seconds, or nodes for a reproducible answer; by default its level's own budget."""

    seconds: float | None = None
    nodes: int | None = None


@dataclass(frozen=True)
class Choice:
    """A move and what the player found out about it."""

    move: Move
    value: float | str | None = None
    """How good the position is for the seat that moves: a word if exact, otherwise an estimate."""
    line: tuple[Move, ...] = field(default=())
    exact: bool = False
    nodes: int = 0
    candidates: tuple[tuple[str, float], ...] = field(default=())
    """The moves it compared, as texts, each with the chance it gave them, from 0 to 1; best first."""


class Player(ABC):
    """A computer player of one or more games."""

    name: str

    @abstractmethod
    def choose(
        self, view: View, budget: Budget, rng: Random, *, stop: Stop = NEVER, history: History | None = None
    ) -> Choice:
        """Choose a legal move for the seat that decides next, which is the view's observer.

        The same view, nodes and seed give the same answer. Once `stop` is set, the best move so far is returned.
        """
