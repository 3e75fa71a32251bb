"""Positions of TOKAN that are the same but for a mirror or the colours."""

from __future__ import annotations

from itertools import product

from tafelrunde.games.tokan import TokanTable
from tafelrunde.games.tokan.board import CELL_OF, NAMES, NO_CELL, SIDE_LETTERS

_COLUMNS = dict(zip("abcdef", "fedcba", strict=True))
_ROWS = dict(zip("12345", "54321", strict=True))


def _mapping(columns: bool, rows: bool) -> tuple[int, ...]:
    """Return for each cell the one it is the mirror image of."""
    found = []
    for name in NAMES:
        column, row = name[0], name[1]
        found.append(CELL_OF[(_COLUMNS[column] if columns else column) + (_ROWS[row] if rows else row)])
    return tuple(found)


_MAPPINGS = tuple(_mapping(columns, rows) for columns, rows in product((False, True), repeat=2))


def twin_key(table: TokanTable) -> str:
    """Return a text that all twins of a position share, and no other position has."""
    images = []
    for mapping in _MAPPINGS:
        towers = [table.towers[cell] for cell in mapping]
        taboo = NAMES[mapping[table.taboo]] if table.taboo != NO_CELL else "-"
        for swapped in (False, True):
            seen = [tower.swapcase() for tower in towers] if swapped else towers
            side = SIDE_LETTERS[1 - table.side if swapped else table.side]
            images.append(f"{','.join(seen)} {side} {taboo}")
    return f"tokan {table.options} {min(images)}"
