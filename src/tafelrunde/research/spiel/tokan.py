"""TOKAN for OpenSpiel: chance deals tile after tile, then nothing is hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from tafelrunde.games.core import Game, Options, Outcome, View
from tafelrunde.games.tokan import TokanOptions, TokanPosition
from tafelrunde.games.tokan.board import COLUMNS, ROWS, TILES_OF, print_grid
from tafelrunde.games.tokan.draft import START_COLUMNS, START_PER_SIDE
from tafelrunde.native.tokan import NativePosition
from tafelrunde.records.replay import Replay
from tafelrunde.research.spaces import Observation, TokanSpace
from tafelrunde.research.spiel.node import CHANCE, TERMINAL, Node, NoTable, SpielRules

TILES = "MJLmjl"
SIDES = "rb"
FIRST_SIDE = len(TILES)
"""The outcomes of chance: a tile for the next cell, or the colour that begins."""
OUTCOMES = FIRST_SIDE + len(SIDES)
LONGEST = 20 + 435
"""Placings, and moves: each lifts tiles by at least a level, and thirty tiles are at most 465 levels high, from 30."""


class TokanSpiel(SpielRules):
    """TOKAN for OpenSpiel."""

    def __init__(self, game: Game, options: Options) -> None:
        assert isinstance(options, TokanOptions)
        super().__init__(game, options)
        self._options = options

    @property
    def most_chances(self) -> int:
        """The kinds of tiles, and the two colours."""
        return OUTCOMES

    @property
    def longest(self) -> int:
        """All placings and all moves."""
        return LONGEST

    def first(self) -> TokanNode:
        """Return the moment before a tile is dealt."""
        return TokanNode(self._options)

    def resumed(self, told: Replay) -> TokanNode:
        """Return the moment after a record."""
        final = told.final
        assert isinstance(final, TokanPosition)
        return TokanNode(self._options, position=NativePosition(final), log=(str(final),))


@dataclass(frozen=True, eq=False)
class TokanNode(Node):
    """A match of TOKAN, or the tiles dealt so far."""

    rules: TokanOptions
    dealt: str = ""
    position: NativePosition | None = None
    log: tuple[str, ...] = ()

    @property
    def options(self) -> TokanOptions:
        """The options it is played with."""
        return self.rules

    @property
    def _cells(self) -> int:
        return (START_COLUMNS if self.rules.setup == "draft" else COLUMNS) * ROWS

    @property
    def player(self) -> int:
        """Who decides."""
        if self.position is None:
            return CHANCE
        return TERMINAL if self.position.is_over else self.position.seat

    def _table(self) -> NativePosition:
        if self.position is None:
            raise NoTable("the field is still being dealt")
        return self.position

    def actions(self) -> list[int]:
        """List the legal actions."""
        return sorted(self._table().actions())

    def chances(self) -> list[tuple[int, float]]:
        """List the tiles that may come next, or the colours."""
        if len(self.dealt) == self._cells:
            return [(FIRST_SIDE, 0.5), (FIRST_SIDE + 1, 0.5)]
        laid = Counter(self.dealt)
        chances = []
        for tiles in TILES_OF:
            # Either colour has so many places left, and so many tiles of which each is equally likely.
            share = START_PER_SIDE if self.rules.setup == "draft" else len(tiles)
            own = sum(laid[tile] for tile in set(tiles))
            colour = (share - own) / (self._cells - len(self.dealt))
            for tile in dict.fromkeys(tiles):
                left = tiles.count(tile) - laid[tile]
                if left and own < share:
                    chances.append((TILES.index(tile), colour * left / (len(tiles) - own)))
        return chances

    def after(self, action: int) -> TokanNode:
        """Lay the next tile, begin, or play a move."""
        if self.position is None:
            if action < FIRST_SIDE:
                return replace(self, dealt=self.dealt + TILES[action])
            columns = self._cells // ROWS
            start = f"{print_grid(list(self.dealt), columns)} {SIDES[action - FIRST_SIDE]} -"
            return replace(self, position=NativePosition.from_text(start, self.rules), log=(start,))
        return replace(self, position=self.position.play(action), log=(*self.log, self.position.print(action)))

    def text(self, action: int) -> str:
        """Return an action in words."""
        if self.position is None:
            return TILES[action] if action < FIRST_SIDE else SIDES[action - FIRST_SIDE]
        return self.position.print(action)

    def outcome(self) -> Outcome:
        """Return the score."""
        return self._table().outcome()

    def view(self, seat: int) -> View | None:
        """Return the position as a view."""
        return None if self.position is None else self.position.to_python().view(seat)

    def observe(self, seat: int) -> Observation | None:
        """Return what a seat sees: uint8 [5, 6, 16], with a draft [5, 10, 16]."""
        view = self.view(seat)
        return None if view is None else TokanSpace(self.rules).observe(view)

    def known(self, seat: int) -> str:
        """Return the start and all moves."""
        return " ".join(self.log or (self.dealt,))

    def resampled(self, seat: int, random: Callable[[], float]) -> TokanNode:
        """Return the same: nothing is hidden."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        table = None if self.position is None else self.position.to_python()
        return _rebuilt, (self.rules, self.dealt, table, self.log)

    def __str__(self) -> str:
        return self.dealt if self.position is None else str(self.position)


def _rebuilt(rules: TokanOptions, dealt: str, table: TokanPosition | None, log: tuple[str, ...]) -> TokanNode:
    """Return a node that was written to a file or sent to another process."""
    return TokanNode(rules, dealt, None if table is None else NativePosition(table), log)
