"""What an observer may know of a match, computed while it is played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tafelrunde.games.core import Game, Move, Options, Table


class Redactor(ABC):
    """Redacts a match while it is played: fed every move, it returns what an observer may know so far."""

    @abstractmethod
    def add(self, before: Table, move: Move, after: Table) -> None:
        """Take in a legal move, with the table it is made at and the table after it."""

    @abstractmethod
    def known(self, observer: int) -> tuple[str, Sequence[Move]]:
        """Return the deal and the moves so far as an observer may know them: what `Game.redact` says of them."""


class WholeRedactor(Redactor):
    """Asks the game for the whole match every time."""

    def __init__(self, game: Game, options: Options, deal: str) -> None:
        self._game = game
        self._options = options
        self._deal = deal
        self._moves: list[Move] = []

    def add(self, before: Table, move: Move, after: Table) -> None:
        """Take in a move."""
        self._moves.append(move)

    def known(self, observer: int) -> tuple[str, Sequence[Move]]:
        """Redact what was played."""
        return self._game.redact(self._options, self._deal, tuple(self._moves), observer)
