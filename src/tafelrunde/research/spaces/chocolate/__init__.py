"""Scho K.O. and Schokoly for learners: a turn is chosen part by part, the field is seen through a window.

The window is a square of 32 or 128 cells over the middle of the field, so that every legal place lies inside; with 32 a
field that grows beyond 29 cells ends a match early (about one random game of Schokoly in 700, none of Scho K.O.).

What the actions are is said in `actions`. An observation has two arrays. `observation` is uint8 [plane, row, column],
zeros and ones: visible D, M, W, second tier, guarded by a smartie (first tier), places (first tier), and the card of a
turn that is not complete; 7 x 32 x 32, or 7 x 128 x 128. `scalars` is int8 [64], see `Scalar`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tafelrunde.games.chocolate.game import ChocolateGame
from tafelrunde.games.chocolate.rules import Rules
from tafelrunde.games.chocolate.table import ChocolateTable
from tafelrunde.games.core import Game, Move, Options, Table, View
from tafelrunde.research.spaces.base import Box, Observation, Space
from tafelrunde.research.spaces.chocolate.actions import PartialTurn, TableFrame, layout_of
from tafelrunde.research.spaces.chocolate.observation import (
    PLANES,
    SCALARS_BOX,
    TYPES,
    Scalar,
    count_scalars,
    draw_planes,
    planes_box,
    show_pending,
)

__all__ = ["PLANES", "TYPES", "ChocolateSpace", "Scalar", "chocolate_space"]


class ChocolateSpace(Space):
    """The space of a chocolate game, seen through a window."""

    def __init__(self, rules: Rules, window: int = 32) -> None:
        self.rules = rules
        self.window = window
        self.layout = layout_of(window)
        self.size = self.layout.size
        self._boxes = {"observation": planes_box(window), "scalars": SCALARS_BOX}

    @property
    def boxes(self) -> Mapping[str, Box]:
        """The planes, uint8 [7, window, window], and the scalars, int8 [64]."""
        return self._boxes

    def encode(self, table: Table, move: Move) -> tuple[int, ...]:
        """Return the parts of a legal move; raise BadSetup for a field that is too large."""
        assert isinstance(table, ChocolateTable)
        return TableFrame(self.layout, table).encode(move)

    def legal(self, table: Table) -> list[int]:
        """List the legal first parts of a move in ascending order; raise BadSetup for a field that is too large."""
        assert isinstance(table, ChocolateTable)
        return [] if table.is_over else TableFrame(self.layout, table).first_actions()

    def decode(self, table: Table, actions: Sequence[int]) -> Move:
        """Return the move of its parts; raise IllegalMove."""
        assert isinstance(table, ChocolateTable)
        frame = TableFrame(self.layout, table)
        move = frame.move(frame.read(actions))
        table.check(move)
        return move

    def observe(self, view: View, pending: Sequence[int] = ()) -> Observation:
        """Return the planes, uint8 [7, row, column], and scalars, int8 [64], of an observer, as new arrays.

        `pending` are the parts chosen so far of a turn that is not complete. Raise BadSetup for a field that is too
        large.
        """
        assert isinstance(view, ChocolateTable)
        corner = self.layout.corner(view.field.extent())
        planes, scalars = draw_planes(view, corner, self.window), count_scalars(view, corner)
        show_pending(planes, scalars, PartialTurn.of(self.layout, pending))
        return {"observation": planes, "scalars": scalars}


def chocolate_space(game: Game, options: Options, window: int) -> ChocolateSpace:
    """Return the space of a chocolate game; raise BadSetup for a window that is none."""
    assert isinstance(game, ChocolateGame)
    return ChocolateSpace(game.rules(options), window)
