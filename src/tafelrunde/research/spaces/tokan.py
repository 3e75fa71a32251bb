"""TOKAN for learners: one action a move, sixteen numbers a cell.

Actions are those of `tafelrunde.native.tokan`: `(carried * 4 + direction) * 30 + cell` for a move, below 360, and
`360 + animal * 50 + (row - 1) * 10 + column + 4` for a placing of a draft, below 510. An observation is
uint8 [row, column, feature], row 1 and column a first, 5 x 6 x 16:

- 0 to 2: 1 for an own mouse, jackal or lion on top of its tower;
- 3 to 5: the reach of the tile directly below the top, below that, and below that, if it is an own one;
- 6: the height of the tower;
- 7: 1 on the cells of the field; while it is laid, on all cells that may still become a part of it;
- 8 to 13: like 0 to 5, of the opponent's tiles;
- 14: 1 if the cell is taboo;
- 15: 1 everywhere while the field is laid.

With a draft there are ten columns (5 x 10 x 16): the strip while the field is laid, later the field in the first six.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from tafelrunde.games.core import Game, Move, Options, Table, View
from tafelrunde.games.errors import IllegalMove
from tafelrunde.games.tokan import Placing, Step, TokanOptions, TokanTable
from tafelrunde.games.tokan.board import CELLS, COLUMNS, RAYS, REACH, ROWS, SIDE
from tafelrunde.games.tokan.draft import FIRST, WIDTH, Draft
from tafelrunde.native.tokan import ACTIONS, FEATURES, MOVE_ACTIONS, action_of
from tafelrunde.research.spaces.base import Box, Observation, Space

HALF = 8
HEIGHT, HERE, TABOO, DRAFTING = 6, 7, 14, 15
DEPTHS = 4
TALLEST = 30
ANIMALS = "MJL"


class TokanSpace(Space):
    """The space of TOKAN with or without a draft."""

    def __init__(self, options: Options) -> None:
        assert isinstance(options, TokanOptions)
        drafted = options.setup == "draft"
        self.size = ACTIONS if drafted else MOVE_ACTIONS
        self.columns = WIDTH if drafted else COLUMNS

    @property
    def boxes(self) -> Mapping[str, Box]:
        """One array, the features of all cells: uint8 [5, 6, 16], with a draft [5, 10, 16]."""
        return {"observation": Box((ROWS, self.columns, FEATURES), np.uint8, 0, TALLEST)}

    def encode(self, table: Table, move: Move) -> tuple[int, ...]:
        """Return the one action of a move."""
        assert isinstance(move, Step | Placing)
        return (action_of(move),)

    def legal(self, table: Table) -> list[int]:
        """List the legal actions in ascending order."""
        return sorted(self.encode(table, move)[0] for move in table.turns())

    def decode(self, table: Table, actions: Sequence[int]) -> Move:
        """Return the move of an action; raise IllegalMove."""
        assert isinstance(table, TokanTable)
        if len(actions) != 1 or not 0 <= actions[0] < self.size:
            raise IllegalMove(tuple(actions), f"an action is one number below {self.size}")
        move = self._placing(table, actions[0]) if actions[0] >= MOVE_ACTIONS else self._step(table, actions[0])
        table.check(move)
        return move

    @staticmethod
    def _step(table: TokanTable, action: int) -> Step:
        layer, cell = divmod(action, CELLS)
        carried, direction = divmod(layer, 4)
        tower = table.towers[cell]
        ray = RAYS[cell][direction]
        reach = REACH[tower[-1]] if tower else len(ray) + 1
        if reach > len(ray):
            raise IllegalMove(action, "no animal runs there")
        return Step(cell, ray[reach - 1], carried)

    @staticmethod
    def _placing(table: TokanTable, action: int) -> Placing:
        animal, index = divmod(action - MOVE_ACTIONS, WIDTH * ROWS)
        tile = ANIMALS[animal]
        return Placing(tile.lower() if table.side else tile, index % WIDTH + FIRST, index // WIDTH + 1)

    def observe(self, view: View, pending: Sequence[int] = ()) -> Observation:
        """Return the features of all cells, uint8 [row, column, feature], as a new array.

        The observer's tiles come first; a spectator sees red's.
        """
        assert isinstance(view, TokanTable)
        seen = np.zeros((ROWS, self.columns, FEATURES), np.uint8)
        own = max(view.observer, 0)
        if view.draft is not None:
            _draw_draft(seen, view.draft, own)
        else:
            for cell, tower in enumerate(view.towers):
                _draw_tower(seen[cell // COLUMNS, cell % COLUMNS], tower, own)
            if view.taboo >= 0:
                seen[view.taboo // COLUMNS, view.taboo % COLUMNS, TABOO] = 1
        return {"observation": seen}


def tokan_space(_game: Game, options: Options, _window: int) -> TokanSpace:
    """Return the space of TOKAN; its field has one size, so there is no window over it."""
    return TokanSpace(options)


def _draw_tower(features: np.ndarray[tuple[int], np.dtype[np.uint8]], tower: str, own: int) -> None:
    features[HERE] = 1
    features[HEIGHT] = len(tower)
    for depth, tile in enumerate(reversed(tower[-DEPTHS:])):
        half = 0 if SIDE[tile] == own else HALF
        reach = REACH[tile]
        if depth == 0:
            features[half + reach - 1] = 1
        else:
            features[half + 2 + depth] = reach


def _draw_draft(seen: np.ndarray[tuple[int, int, int], np.dtype[np.uint8]], draft: Draft, own: int) -> None:
    left, right = draft.span
    for index, tile in enumerate(draft.cells):
        features = seen[index // WIDTH, index % WIDTH]
        _draw_tower(features, tile, own)
        features[HERE] = right - COLUMNS < index % WIDTH < left + COLUMNS
        features[DRAFTING] = 1
