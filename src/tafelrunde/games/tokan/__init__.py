"""TOKAN: thirty animals climb on each other until nobody can move."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from tafelrunde.games.core import Ability, Chance, Game, Options, shuffled
from tafelrunde.games.tokan.board import COLUMNS, SIDE_LETTERS, TILES_OF, print_grid
from tafelrunde.games.tokan.draft import START_COLUMNS, START_PER_SIDE
from tafelrunde.games.tokan.moves import Placing, Step, TokanMove, parse_move
from tafelrunde.games.tokan.options import TokanOptions
from tafelrunde.games.tokan.position import TokanPosition, TokanTable, TokanView, parse_position

__all__ = ["Placing", "Step", "Tokan", "TokanMove", "TokanOptions", "TokanPosition", "TokanTable", "TokanView"]


class Tokan(Game):
    """The rules of TOKAN."""

    name: ClassVar[str] = "tokan"
    title: ClassVar[str] = "TOKAN"
    deal_tag: ClassVar[str] = "Start"
    options_type: ClassVar[type[Options]] = TokanOptions
    abilities: ClassVar[frozenset[Ability]] = frozenset({"draft", "edit", "revanche"})

    def seats(self, options: Options) -> int:
        """Return 2: red and black."""
        return 2

    def side(self, options: Options, seat: int) -> int:
        """Return the seat: everybody plays alone."""
        return seat

    def deal(self, options: Options, chance: Chance) -> str:
        """Draw a layout, or the two columns of a draft, and the side that begins."""
        assert isinstance(options, TokanOptions)
        red, black = (shuffled(tiles, chance) for tiles in TILES_OF)
        if options.setup == "draft":
            tiles = shuffled(red[:START_PER_SIDE] + black[:START_PER_SIDE], chance)
            grid = print_grid(tiles, START_COLUMNS)
        else:
            grid = print_grid(shuffled(red + black, chance), COLUMNS)
        return f"{grid} {SIDE_LETTERS[chance.randrange(2)]} -"

    def start(self, options: Options, deal: str) -> TokanPosition:
        """Set up a layout."""
        assert isinstance(options, TokanOptions)
        return parse_position(options, deal)

    def lay(self, options: Options, laid: str) -> TokanPosition:
        """Set up the field as it lies, in the notation of positions."""
        assert isinstance(options, TokanOptions)
        return parse_position(replace(options, setup="random"), laid)

    def parse_move(self, text: str) -> TokanMove:
        """Read a step or a placing."""
        return parse_move(text)
