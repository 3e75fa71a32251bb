"""The draft of TOKAN ("less chance"): the players lay the field themselves around two dealt columns.

The columns that may ever be used run from -4 to 5, counted from the left starting column; laid tiles never span more
than six of them. The cells of a draft are numbered like those of the field, ten to a row.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tafelrunde.games.errors import BadSetup, IllegalMove
from tafelrunde.games.tokan import objections
from tafelrunde.games.tokan.board import CELLS, COLUMNS, REACH, ROWS, SIDE, TILES_OF, parse_grid, print_grid
from tafelrunde.games.tokan.moves import Placing

FIRST = -4
WIDTH = 10
START_COLUMNS = 2
START_PER_SIDE = 5

_NEIGHBOURS = tuple(
    tuple(
        (row + dy) * WIDTH + column + dx
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
        if 0 <= column + dx < WIDTH and 0 <= row + dy < ROWS
    )
    for row in range(ROWS)
    for column in range(WIDTH)
)

_PLACINGS = {
    tile: tuple(Placing(tile, index % WIDTH + FIRST, index // WIDTH + 1) for index in range(WIDTH * ROWS))
    for tile in REACH
}


@dataclass(frozen=True)
class Draft:
    """The tiles laid so far."""

    cells: tuple[str, ...]

    @classmethod
    def parse(cls, grid: str) -> Draft:
        """Read two starting columns; raise InvalidNotation or BadSetup."""
        start = parse_grid(grid, START_COLUMNS)
        if any(len(tower) != 1 for tower in start):
            raise BadSetup("a draft starts with one tile on each of its ten spaces")
        for tiles in TILES_OF:
            laid = [tile for tile in start if tile in tiles]
            if len(laid) != START_PER_SIDE:
                raise BadSetup(f"a draft starts with {START_PER_SIDE} tiles of each colour")
            for tile in set(laid):
                if laid.count(tile) > tiles.count(tile):
                    raise BadSetup(f"there are only {tiles.count(tile)} tiles {tile}")
        cells = [""] * (WIDTH * ROWS)
        for index, tile in enumerate(start):
            cells[index // START_COLUMNS * WIDTH + index % START_COLUMNS - FIRST] = tile
        return cls(tuple(cells))

    @cached_property
    def span(self) -> tuple[int, int]:
        """The leftmost and the rightmost column that holds a tile, counted from the left end of the draft."""
        used = [column for column in range(WIDTH) if any(self.cells[column::WIDTH])]
        return used[0], used[-1]

    @cached_property
    def field(self) -> tuple[str, ...]:
        """The cells of the spanned columns."""
        left, right = self.span
        return tuple(cell for row in range(ROWS) for cell in self.cells[row * WIDTH + left : row * WIDTH + right + 1])

    @property
    def is_complete(self) -> bool:
        """Whether all thirty tiles lie."""
        return sum(map(bool, self.cells)) == CELLS

    def __str__(self) -> str:
        left, right = self.span
        return print_grid(self.field, right - left + 1)

    def reserve(self, side: int) -> str:
        """Return the tiles a side has still to lay."""
        laid = "".join(self.cells)
        return "".join(kind * (TILES_OF[side].count(kind) - laid.count(kind)) for kind in dict.fromkeys(TILES_OF[side]))

    @cached_property
    def _open(self) -> tuple[int, ...]:
        """The free cells on which a tile may be laid now."""
        left, right = self.span
        columns = range(max(0, right - COLUMNS + 1), min(WIDTH, left + COLUMNS))
        cells = self.cells
        return tuple(
            index
            for index in (row + column for row in range(0, len(cells), WIDTH) for column in columns)
            if not cells[index] and any(cells[neighbour] for neighbour in _NEIGHBOURS[index])
        )

    def spaces(self) -> list[tuple[int, int]]:
        """List the free spaces, as column and row, on which a tile may be laid now."""
        return [(index % WIDTH + FIRST, index // WIDTH + 1) for index in self._open]

    def placings(self, side: int) -> list[Placing]:
        """List what a side may lay now."""
        return [_PLACINGS[kind][index] for kind in dict.fromkeys(self.reserve(side)) for index in self._open]

    def check(self, placing: Placing, side: int) -> None:
        """Raise IllegalMove, with the reason, unless the side may lay this tile there."""
        if SIDE[placing.tile] != side:
            raise IllegalMove(placing, objections.NOT_YOUR_TILE())
        if placing.tile not in self.reserve(side):
            raise IllegalMove(placing, objections.NO_SUCH_TILE())
        index = (placing.row - 1) * WIDTH + placing.column - FIRST
        if self.cells[index]:
            raise IllegalMove(placing, objections.TILE_THERE())
        if index not in self._open:
            if any(self.cells[neighbour] for neighbour in _NEIGHBOURS[index]):
                raise IllegalMove(placing, objections.TOO_WIDE(n=COLUMNS))
            raise IllegalMove(placing, objections.TOUCHES_NO_TILE())

    def lay(self, placing: Placing) -> Draft:
        """Return the draft with one tile more."""
        index = (placing.row - 1) * WIDTH + placing.column - FIRST
        return Draft((*self.cells[:index], placing.tile, *self.cells[index + 1 :]))
