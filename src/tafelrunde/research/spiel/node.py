"""What a state of OpenSpiel stands on: a value that is never changed, so that copies of a state share it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar

from tafelrunde.games.core import Options, Outcome, View
from tafelrunde.games.errors import TafelrundeError
from tafelrunde.research.spaces import Observation

CHANCE, TERMINAL = -1, -4
"""Players in OpenSpiel's numbering."""


class NoTable(TafelrundeError):
    """Something was asked that can only be answered once the cards are dealt."""

    code: ClassVar[str] = "no-table"


class Node(ABC):
    """A moment of a match: a decision, a chance event, or the end."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Node:
        return self

    @property
    @abstractmethod
    def options(self) -> Options:
        """The options it is played with."""

    @property
    @abstractmethod
    def player(self) -> int:
        """Who decides: a seat, CHANCE or TERMINAL."""

    @abstractmethod
    def actions(self) -> list[int]:
        """List the legal actions of the seat that decides, in ascending order."""

    @abstractmethod
    def chances(self) -> list[tuple[int, float]]:
        """List what chance may bring, with probabilities."""

    @abstractmethod
    def after(self, action: int) -> Node:
        """Return the moment after an action or an outcome of chance."""

    @abstractmethod
    def text(self, action: int) -> str:
        """Return an action, or an outcome of chance, in words."""

    @abstractmethod
    def outcome(self) -> Outcome:
        """Return the score at the end."""

    @abstractmethod
    def view(self, seat: int) -> View | None:
        """Return what a seat may know, as the rules' value; None before everything is dealt."""

    @abstractmethod
    def observe(self, seat: int) -> Observation | None:
        """Return what a seat sees; None before everything is dealt."""

    @abstractmethod
    def known(self, seat: int) -> str:
        """Return all that a seat has learned since the beginning, in order: its information state."""

    @abstractmethod
    def resampled(self, seat: int, random: Callable[[], float]) -> Node:
        """Return a moment that the seat cannot tell from this one, everything hidden drawn anew."""
