"""Any game for learners, without a line of code about it: the moves it lists, and its own drawing.

An action is the place of a move in `Game.all_moves`, the list of every move that can ever be legal. An observation has
two arrays. `observation` is uint32 [line, column], 32 x 80: the code points of the view's drawing in characters, zeros
where there is nothing. `scalars` is int32 [2 + sides]: the observer, the seat that decides, and the points of every
side as they stand. A game that wants learners to see more than its drawing, or to see it better, has a space of its
own: see `tafelrunde.research.spaces`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np

from tafelrunde.games.core import Game, Move, Options, Table, View
from tafelrunde.games.errors import BadSetup, IllegalMove
from tafelrunde.research.spaces.base import Box, Observation, Space

LINES, COLUMNS = 32, 80
LAST_CHARACTER = 0x10FFFF


class GeneralSpace(Space):
    """The space of a game that lists its moves; raise BadSetup for one that does not."""

    def __init__(self, game: Game, options: Options) -> None:
        self.moves = tuple(game.all_moves(options))
        if not self.moves:
            raise BadSetup(f"{game.title} does not list its moves (Game.all_moves), and has no space of its own")
        self._actions = {move: action for action, move in enumerate(self.moves)}
        if len(self._actions) < len(self.moves):
            raise BadSetup(f"{game.title} lists a move twice")
        self.size = len(self.moves)
        self._title = game.title
        self._sides = len({game.side(options, seat) for seat in range(game.seats(options))})

    @property
    def boxes(self) -> Mapping[str, Box]:
        """The drawing, uint32 [32, 80], and the scalars, int32 [2 + sides]."""
        limit = np.iinfo(np.int32)
        return {
            "observation": Box((LINES, COLUMNS), np.uint32, 0, LAST_CHARACTER),
            "scalars": Box((2 + self._sides,), np.int32, int(limit.min), int(limit.max)),
        }

    def encode(self, table: Table, move: Move) -> tuple[int, ...]:
        """Return the one action of a move; raise BadSetup for a move that the game does not list."""
        try:
            return (self._actions[move],)
        except KeyError:
            raise BadSetup(f"{self._title} does not list its move {move}") from None

    def decode(self, table: Table, actions: Sequence[int]) -> Move:
        """Return the move of an action; raise IllegalMove."""
        if len(actions) != 1 or not 0 <= actions[0] < self.size:
            raise IllegalMove(tuple(actions), f"an action is one number below {self.size}")
        move = self.moves[actions[0]]
        table.check(move)
        return move

    def legal(self, table: Table) -> list[int]:
        """List the legal actions in ascending order, none at the end; raise BadSetup for a move that is not listed."""
        return [] if table.is_over else sorted(self.encode(table, move)[0] for move in table.legal_moves())

    def observe(self, view: View, pending: Sequence[int] = ()) -> Observation:
        """Return the drawing, uint32 [32, 80], and the scalars, int32 [2 + sides], as new arrays.

        Raise BadSetup for a drawing that is larger.
        """
        drawn = np.zeros((LINES, COLUMNS), np.uint32)
        lines = view.diagram().splitlines()
        if len(lines) > LINES or max(map(len, lines), default=0) > COLUMNS:
            raise BadSetup(f"the drawing of {self._title} has more than {LINES} lines of {COLUMNS} characters")
        for row, line in enumerate(lines):
            drawn[row, : len(line)] = [ord(character) for character in line]
        points = view.outcome().points
        return {"observation": drawn, "scalars": np.array([view.observer, view.seat, *points], np.int32)}


@lru_cache(maxsize=32)
def _space(game: Game, options: Options) -> GeneralSpace:
    return GeneralSpace(game, options)


def general_space(game: Game, options: Options, _window: int = 0) -> GeneralSpace:
    """Return the space of any game, which is made once; a drawing has no window. Raise BadSetup."""
    return _space(game, options)
