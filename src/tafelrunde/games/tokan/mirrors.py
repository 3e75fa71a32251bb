"""The eight images of a field of TOKAN: mirrored along and across, or not, with the colours exchanged, or not."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from tafelrunde.games.tokan.board import CELL_OF, COLUMNS, NAMES, NO_CELL, SIDE_LETTERS, print_grid
from tafelrunde.games.tokan.position import TokanTable

_COLUMNS = dict(zip("abcdef", "fedcba", strict=True))
_ROWS = dict(zip("12345", "54321", strict=True))


class Image(NamedTuple):
    """A field with the side to move and what is taboo, as plain texts."""

    towers: tuple[str, ...]
    side: str
    taboo: str

    def __str__(self) -> str:
        return f"{print_grid(self.towers, COLUMNS)} {self.side} {self.taboo}"


def _mapping(columns: bool, rows: bool) -> tuple[int, ...]:
    """Return for each cell the one it is the mirror image of."""
    found = []
    for name in NAMES:
        column, row = name[0], name[1]
        found.append(CELL_OF[(_COLUMNS[column] if columns else column) + (_ROWS[row] if rows else row)])
    return tuple(found)


_MAPPINGS = tuple(_mapping(columns, rows) for columns, rows in product((False, True), repeat=2))


def images(table: TokanTable) -> list[Image]:
    """Return all images of a position, itself first; what happens in one happens in all."""
    found = []
    for mapping in _MAPPINGS:
        towers = tuple(table.towers[cell] for cell in mapping)
        taboo = NAMES[mapping[table.taboo]] if table.taboo != NO_CELL else "-"
        found.append(Image(towers, SIDE_LETTERS[table.side], taboo))
        swapped = tuple(tower.swapcase() for tower in towers)
        found.append(Image(swapped, SIDE_LETTERS[1 - table.side], taboo))
    return found
