"""What a player may want to be told about a table; the games have guides of their own, this one knows the interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from tafelrunde.games.core import Table

T_co = TypeVar("T_co", bound=Table, covariant=True)


class Guide(Generic[T_co]):
    """Explains a table of any game by listing its moves and points."""

    def __init__(self, table: T_co) -> None:
        self._table = table

    def moves(self) -> list[str]:
        """Return the legal moves in short."""
        return [" ".join(sorted(map(str, self._table.legal_moves())))]

    def about(self, text: str) -> list[str] | None:
        """Tell about the thing a text names, such as a card or a cell; None where it names nothing."""
        return None

    def hints(self, names: Sequence[str]) -> list[str]:
        """Return what the seat that decides should know before it does."""
        return []

    def score(self, sides: Sequence[str]) -> list[str]:
        """Explain the points."""
        points = self._table.outcome().points
        return [f"{side}: {number}" for side, number in zip(sides, points, strict=True)]


@dataclass(frozen=True)
class Room:
    """How the terminal game speaks of a game."""

    guide: type[Guide[Any]] = Guide
    line: str = ""
    """The game in the menu; where it is empty the game's title."""
    roles: tuple[str, ...] = ()
    """What the seats are called; seats without a role are numbered."""
    presets: Mapping[str, str] = field(default_factory=dict)
    """What presets, options and their choices are called; those without a name have their words."""
    options: Mapping[str, str] = field(default_factory=dict)
    choices: Mapping[str, str] = field(default_factory=dict)
