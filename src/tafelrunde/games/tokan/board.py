"""The field of TOKAN: cells, tiles, towers, and the lines along which animals run.

A tower is a string of tiles from bottom to top, a gap the empty string. Red tiles are capital letters, black ones
small. Cell 0 is a1, cell 5 is f1, cell 29 is f5.
"""

from __future__ import annotations

from tafelrunde.games.errors import BadSetup, InvalidNotation

COLUMNS = 6
ROWS = 5
CELLS = COLUMNS * ROWS
RED, BLACK = 0, 1
NO_CELL = -1

REACH = {"M": 1, "J": 2, "L": 3, "m": 1, "j": 2, "l": 3}
SIDE = {tile: RED if tile.isupper() else BLACK for tile in REACH}
TILES_OF = ("M" * 3 + "J" * 7 + "L" * 5, "m" * 3 + "j" * 7 + "l" * 5)
FULL_SET = {tile: (TILES_OF[RED] + TILES_OF[BLACK]).count(tile) for tile in REACH}
SIDE_LETTERS = "rb"

Towers = tuple[str, ...]

NAMES = tuple(f"{'abcdef'[cell % COLUMNS]}{cell // COLUMNS + 1}" for cell in range(CELLS))
CELL_OF = {name: cell for cell, name in enumerate(NAMES)}


def _ray(cell: int, dx: int, dy: int) -> tuple[int, ...]:
    """Return the cells from a cell to the edge, nearest first."""
    column, row = cell % COLUMNS + dx, cell // COLUMNS + dy
    ray = []
    while 0 <= column < COLUMNS and 0 <= row < ROWS:
        ray.append(row * COLUMNS + column)
        column, row = column + dx, row + dy
    return tuple(ray)


DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1))
RAYS = tuple(tuple(_ray(cell, dx, dy) for dx, dy in DIRECTIONS) for cell in range(CELLS))


DIRECTION_OF = {
    (cell, target): direction for cell in range(CELLS) for direction, ray in enumerate(RAYS[cell]) for target in ray[:3]
}
BACKWARD = (1, 0, 3, 2)
"""The opposite of each direction."""


def parse_grid(text: str, columns: int) -> list[str]:
    """Read five rows of towers, row 5 first, into cells from the bottom left; raise InvalidNotation."""
    rows = text.split("/")
    if len(rows) != ROWS:
        raise InvalidNotation(text, f"a position has {ROWS} rows separated by '/'")
    cells: list[str] = []
    for row in reversed(rows):
        towers = row.split(",")
        if len(towers) != columns:
            raise InvalidNotation(row, f"a row has {columns} cells separated by ','")
        for tower in towers:
            if tower != "-" and (not tower or any(tile not in REACH for tile in tower)):
                raise InvalidNotation(tower, "a cell is a tower of the tiles M J L m j l, or '-'")
            cells.append("" if tower == "-" else tower)
    return cells


def print_grid(cells: tuple[str, ...] | list[str], columns: int) -> str:
    """Write cells from the bottom left as five rows, row 5 first."""
    rows = (cells[start : start + columns] for start in range((ROWS - 1) * columns, -1, -columns))
    return "/".join(",".join(tower or "-" for tower in row) for row in rows)


def check_full_set(cells: list[str]) -> None:
    """Raise BadSetup unless the towers use every tile of both players exactly once."""
    tiles = "".join(cells)
    for tile, number in FULL_SET.items():
        if tiles.count(tile) != number:
            raise BadSetup(f"a position has {number} tiles {tile}, not {tiles.count(tile)}")
