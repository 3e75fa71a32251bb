"""TOKAN drawn with characters: for terminals, tests and people who listen.

Towers read from bottom to top; red tiles are capital letters, black ones small. `·` is a gap, a cross stands before
the taboo tower, `+` in a draft is a space where a tile may be laid.
"""

from __future__ import annotations

from collections.abc import Sequence

from tafelrunde.games.drawing.ansi import Pen
from tafelrunde.games.drawing.palette import GOLD, LEGAL
from tafelrunde.games.tokan.board import COLUMNS, NAMES, NO_CELL, ROWS
from tafelrunde.games.tokan.draft import FIRST, WIDTH, Draft
from tafelrunde.games.tokan.palette import BLACK_INK, MAPLE, RED_INK
from tafelrunde.games.tokan.position import TokanTable

GAP = "·"
TABOO = "\N{MULTIPLICATION SIGN}"
OPEN = "+"
_SIDES = ("red", "black")


def draw(table: TokanTable, colour: bool = False) -> str:
    """Draw a table; with colour or without, the characters are the same."""
    pen = Pen(colour)
    if table.draft is None:
        counting = "every head counts" if table.options.scoring == "heads" else "towers count"
        taboo = [] if table.taboo == NO_CELL else [f"taboo {NAMES[table.taboo]}"]
        facts, field = [counting, *taboo], _field(table, pen)
    else:
        left, right = table.draft.span
        facts, field = ["draft", f"{right - left + 1} of {COLUMNS} columns"], _draft(table.draft, pen)
    lines = [", ".join(("TOKAN", *facts)), *_seats(table, pen), "", *field]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _seats(table: TokanTable, pen: Pen) -> list[str]:
    """Write who is to move, and the points or the tiles still to lay."""
    outcome = table.outcome()
    lines = []
    for side, name in enumerate(_SIDES):
        arrow = pen.paint(">", GOLD, bold=True) if side == table.side and not outcome.over else " "
        worth = _tiles(table.draft.reserve(side), pen) if table.draft is not None else f"{outcome.points[side]:>3}"
        won = "  wins" if outcome.winner == side else ""
        lines.append(f"{arrow} {name:<5}  {worth}{won}")
    return [*lines, "  a draw"] if outcome.over and outcome.winner is None else lines


def _tiles(tiles: str, pen: Pen) -> str:
    return "".join(pen.paint(tile, RED_INK if tile.isupper() else BLACK_INK, MAPLE, bold=True) for tile in tiles)


def _grid(heads: Sequence[str], rows: Sequence[Sequence[tuple[str, str]]]) -> list[str]:
    """Set cells, each given plainly and painted, in columns of equal width under their heads, row 5 on top."""
    widths = [max(len(plain) for plain, _ in column) for column in zip(*rows, strict=True)]
    widths = [max(width, len(head) + 1) for width, head in zip(widths, heads, strict=True)]
    axis = "   " + "  ".join(f" {head}".ljust(width) for head, width in zip(heads, widths, strict=True))
    lines = [axis]
    for row in reversed(range(len(rows))):
        cells = (
            painted + " " * (width - len(plain)) for (plain, painted), width in zip(rows[row], widths, strict=True)
        )
        lines.append(f"{row + 1}  {'  '.join(cells)}  {row + 1}")
    return [*lines, axis]


def _field(table: TokanTable, pen: Pen) -> list[str]:
    cells = []
    for cell, tower in enumerate(table.towers):
        mark = TABOO if cell == table.taboo else " "
        painted = pen.paint(mark, GOLD, bold=True) if cell == table.taboo else mark
        cells.append((mark + (tower or GAP), painted + (_tiles(tower, pen) or GAP)))
    return _grid("abcdef", [cells[row * COLUMNS : (row + 1) * COLUMNS] for row in range(ROWS)])


def _draft(draft: Draft, pen: Pen) -> list[str]:
    """Draw the columns that hold a tile or may get one now."""
    spaces = draft.spaces()
    columns = sorted({column for column, _ in spaces} | {column + FIRST for column in draft.span})
    rows = []
    for row in range(ROWS):
        cells = []
        for column in range(columns[0], columns[-1] + 1):
            tile = draft.cells[row * WIDTH + column - FIRST]
            free = OPEN if (column, row + 1) in spaces else GAP
            painted = _tiles(tile, pen) or (pen.paint(free, LEGAL, bold=True) if free == OPEN else free)
            cells.append((f" {tile or free}", f" {painted}"))
        rows.append(cells)
    return _grid([str(column) for column in range(columns[0], columns[-1] + 1)], rows)
