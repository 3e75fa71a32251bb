"""What a player may want to be told about a table; the games have guides of their own, this one knows the interface."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from typing import Generic, TypeVar

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


@singledispatch
def guide_for(table: Table) -> Guide[Table]:
    """Return the guide of a table's game."""
    return Guide(table)
