"""What a state of OpenSpiel is built on, and what OpenSpiel has to be told of a game.

In the words of the field: a `Node` is a node of the game tree, a decision, a chance event or the end. What a seat has
learned in it is its information state; `resampled` is a determinisation, a node drawn from the same information set.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar

from tafelrunde.games.core import Game, Options, Outcome, View
from tafelrunde.games.errors import IllegalMove, TafelrundeError
from tafelrunde.records.replay import Replay
from tafelrunde.research.spaces import Observation, Space, space_of

CHANCE, TERMINAL = -1, -4
"""Players in OpenSpiel's numbering."""


class NoTable(TafelrundeError):
    """Something was asked that can only be answered once the cards are dealt."""

    code: ClassVar[str] = "no-table"


class Node(ABC):
    """A moment of a match, as a value that is never changed, so that copies of a state share it."""

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

    @cached_property
    def legal(self) -> list[int]:
        """What `actions` lists, kept: whoever acts has most likely asked before."""
        return self.actions()

    @cached_property
    def possible(self) -> list[tuple[int, float]]:
        """What `chances` lists, kept."""
        return self.chances()

    def check(self, action: int) -> None:
        """Raise IllegalMove for what is no legal action, or cannot be drawn."""
        player = self.player
        if player == CHANCE:
            allowed = [outcome for outcome, _ in self.possible]
        else:
            allowed = [] if player == TERMINAL else self.legal
        if action not in allowed:
            raise IllegalMove(action, "cannot be drawn now" if player == CHANCE else "no legal action has this number")

    @abstractmethod
    def after(self, action: int) -> Node:
        """Return the moment after an action or an outcome of chance, which must be possible."""

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
        """Return what a seat sees, arrays of the shapes and dtypes of the space; None before everything is dealt."""

    @abstractmethod
    def known(self, seat: int) -> str:
        """Return all that a seat has learned since the beginning, in order: its information state."""

    @abstractmethod
    def resampled(self, seat: int, random: Callable[[], float]) -> Node:
        """Return a moment that the seat cannot tell from this one, with everything hidden resampled."""


class SpielRules(ABC):
    """What OpenSpiel has to be told of a game with its options, and where its tree begins."""

    window: ClassVar[int] = 32
    """Through which its space is seen, where there is a window."""
    has_chance: bool = True
    """Whether chance decides anything from the first node on: the deal, or what is drawn later."""
    has_secrets: bool = False
    """Whether there is anything that a seat may not know: imperfect information."""

    def __init__(self, game: Game, options: Options) -> None:
        self.game = game
        self.options = options

    @cached_property
    def space(self) -> Space:
        """The actions and observations."""
        return space_of(self.game.name, self.options, self.window)

    @property
    @abstractmethod
    def most_chances(self) -> int:
        """All outcomes of chance are below it."""

    @property
    @abstractmethod
    def longest(self) -> int:
        """A bound for the actions of a match."""

    @abstractmethod
    def first(self) -> Node:
        """Return the moment before anything is dealt."""

    @abstractmethod
    def resumed(self, told: Replay) -> Node:
        """Return the moment after the last move of an open record of a match that goes on."""
