"""SVG pictures of TOKAN: the field with its towers, the draft with both reserves, a tower taken apart."""

from __future__ import annotations

from collections.abc import Collection

from tafelrunde.games.core import Move
from tafelrunde.games.drawing.palette import CREAM, LEGAL_DEEP
from tafelrunde.games.drawing.panel import (
    INNER,
    MARGIN,
    PAPER,
    WIDTH,
    definitions,
    ground,
    headline,
    plate,
    points,
)
from tafelrunde.games.drawing.svg import SERIF, Picture, at, box, disc, line, named, tag, use, words
from tafelrunde.games.errors import InvalidNotation
from tafelrunde.games.tokan import animals
from tafelrunde.games.tokan.animals import TILE
from tafelrunde.games.tokan.board import COLUMNS, NAMES, NO_CELL, REACH, ROWS
from tafelrunde.games.tokan.draft import FIRST, Draft
from tafelrunde.games.tokan.draft import WIDTH as DRAFT_WIDTH
from tafelrunde.games.tokan.moves import Placing, Step
from tafelrunde.games.tokan.palette import BADGE, LAST, MAPLE_EDGE, TABOO, WELL
from tafelrunde.games.tokan.position import ANIMALS, TokanTable

SIDES = ("Red", "Black")
_SPACE = {"fill": WELL, "fill_opacity": 0.06, "stroke": WELL, "stroke_opacity": 0.45, "stroke_width": 2.2}
_LEGAL = {"fill": "none", "stroke": LEGAL_DEEP, "stroke_width": 4, "stroke_dasharray": "11 7"}
_UPPER_CORNERS = "M-48-26V-36Q-48-48-36-48H-26M26-48H36Q48-48 48-36V-26"
_LOWER_CORNERS = "M48 26V36Q48 48 36 48H26M-26 48H-36Q-48 48-48 36V26"
_CROSS = "M-33-33L33 33M33-33L-33 33"
_DEFINITIONS = {
    **definitions(PAPER),
    **animals.DEFINITIONS,
    "gap": box(-38, -38, 76, 76, 13, id=named("gap"), stroke_dasharray="6 6", **_SPACE),
    "legal": box(-46, -46, 92, 92, 17, id=named("legal"), **_LEGAL),
    "corners": line(_UPPER_CORNERS + _LOWER_CORNERS, LAST, 6, id=named("corners")),
    "cross": tag("g", line(_CROSS, CREAM, 9), line(_CROSS, TABOO, 5), id=named("cross")),
}
_PITCH = 104
_ROW = 132
_TOP = 186
_AXIS = 40


def draw(table: TokanTable, *, last: Move | None = None, legal: Collection[int] = ()) -> str:
    """Draw a table as an SVG document.

    The last move gets golden corners, paler ones where it began, legal cells a dashed green outline.
    """
    return str(picture(table, last=last, legal=legal))


def draw_tower(tower: str) -> str:
    """Draw the tiles of a tower as an SVG document: side by side like stairs, the lowest on the left.

    No tiles are a gap. Raise InvalidNotation for anything that is not a tile.
    """
    if any(tile not in REACH for tile in tower):
        raise InvalidNotation(tower, "a tower is made of the tiles M J L m j l")
    stride, rise, edge = 70, 10, 12
    steps = max(0, len(tower) - 1)
    width, height = TILE + stride * steps + 2 * edge, TILE + rise * steps + 2 * edge + animals.THICKEST
    x, y = edge + TILE / 2, height - edge - animals.THICKEST - TILE / 2
    parts = [at(x + stride * level, y - rise * level, animals.tower(tile)) for level, tile in enumerate(tower)]
    spoken = ", ".join(map(_spoken, tower)) or "a gap"
    body = "".join(parts) or use("gap", x, y)
    return str(Picture(width, height, f"Tower of {len(tower)}", f"From bottom to top: {spoken}", body, _DEFINITIONS))


def picture(table: TokanTable, *, last: Move | None = None, legal: Collection[int] = ()) -> Picture:
    """Draw a table as a picture that can become part of another."""
    if table.draft is None:
        field, bottom = _field(table, last, legal)
    else:
        field, bottom = _draft(table.draft, last)
    height = bottom + 24
    body = ground(PAPER, height) + headline(PAPER, "TOKAN") + _subtitle(table) + _plates(table) + field
    return Picture(WIDTH, height, _title(table), _description(table), body, _DEFINITIONS)


def _subtitle(table: TokanTable) -> str:
    """Write what counts, and the taboo."""
    facts = ["every head counts" if table.options.scoring == "heads" else "towers count"]
    if table.draft is not None:
        left, right = table.draft.span
        facts = ["draft", f"{right - left + 1} of {COLUMNS} columns"]
    elif table.taboo != NO_CELL:
        facts.append(f"taboo {NAMES[table.taboo]}")
    return words(WIDTH - MARGIN - 8, 58, " · ".join(facts), 22, "end", fill=PAPER.ink, opacity=0.8)


def _plates(table: TokanTable) -> str:
    outcome = table.outcome()
    width = (INNER - 12) / 2
    parts = []
    for side, tile in enumerate("Ll"):
        total = len(table.draft.reserve(side)) if table.draft is not None else outcome.points[side]
        content = [
            at(42, 38, use(f"tile{tile}"), scale=0.62),
            words(82, 48, SIDES[side], 27, fill=PAPER.ink, font_weight=600),
            points(PAPER, width - 20, 53, total),
        ]
        if table.draft is not None:
            content.append(words(width - 78, 48, "to lay", 22, "end", fill=PAPER.ink, opacity=0.8))
        won = outcome.winner == side
        is_next = table.side == side and not outcome.over
        parts.append(plate(PAPER, MARGIN + side * (width + 12), 84, width, 76, *content, is_next=is_next, won=won))
    return "".join(parts)


# The field


def _tray(top: float, height: float) -> str:
    style = {"fill": WELL, "fill_opacity": 0.1, "stroke": MAPLE_EDGE, "stroke_opacity": 0.28, "stroke_width": 1.5}
    return box(MARGIN, top, INNER, height, 22, **style)


def _label(x: float, y: float, text: str) -> str:
    return words(x, y, text, 22, "middle", font_family=SERIF, fill=PAPER.ink, opacity=0.75)


def _spot(cell: int) -> tuple[float, float]:
    """Return the middle of a cell on the ground."""
    column, row = cell % COLUMNS, ROWS - 1 - cell // COLUMNS
    return MARGIN + _AXIS + (column + 0.5) * _PITCH, _TOP + 80 + row * _ROW


def _field(table: TokanTable, last: Move | None, legal: Collection[int]) -> tuple[str, float]:
    """Draw the towers, row by row from the far side, so that nearer ones stand in front."""
    height = ROWS * _ROW + 46
    parts = [_tray(_TOP, height)]
    parts += [_label(_spot(column)[0], _TOP + height - 14, "abcdef"[column]) for column in range(COLUMNS)]
    parts += [_label(MARGIN + 22, _spot(row * COLUMNS)[1] + 7, str(row + 1)) for row in range(ROWS)]
    step = last if isinstance(last, Step) else None
    order = (row * COLUMNS + column for row in reversed(range(ROWS)) for column in range(COLUMNS))
    parts += [_cell(table, cell, step) for cell in order]
    parts += [at(*_top_of(table, cell), use("legal"), data_legal=NAMES[cell]) for cell in legal]
    return "".join(parts), _TOP + height


def _top_of(table: TokanTable, cell: int) -> tuple[float, float]:
    """Return the middle of a tower's top tile."""
    x, y = _spot(cell)
    height = len(table.towers[cell])
    return x, y - (height - 1) * animals.thickness(height) if height else y


def _cell(table: TokanTable, cell: int, last: Step | None) -> str:
    """Draw a tower, or a gap, with what is to be said about it."""
    x, y = _spot(cell)
    tower = table.towers[cell]
    rise = _top_of(table, cell)[1] - y
    marks = []
    if cell == table.taboo:
        # The animal stands out from the cross.
        marks += [use("cross", 0, rise, data_taboo=NAMES[cell]), use(f"animal{tower[-1]}", 0, rise)]
    if last is not None and cell == last.target:
        marks.append(use("corners", 0, rise, data_last=str(last)))
    if last is not None and cell == last.source:
        marks.append(use("corners", 0, rise, opacity=0.55, data_from=str(last)))
    if not tower:
        return at(x, y, use("gap"), *marks, data_gap=NAMES[cell])
    if len(tower) > 1:
        badge = disc(0, 0, 18, fill=BADGE, stroke=CREAM, stroke_width=2.4)
        height = words(0, 7.5, str(len(tower)), 22, "middle", fill=CREAM, font_weight=700)
        marks.append(at(36, rise - 35, badge, height))
    return at(x, y, animals.tower(tower), *marks, data_cell=NAMES[cell], data_tower=tower)


# The draft


def _draft(draft: Draft, last: Move | None) -> tuple[str, float]:
    """Draw the columns that hold a tile or may get one now, and both reserves."""
    spaces = draft.spaces()
    columns = sorted({column for column, _ in spaces} | {column + FIRST for column in draft.span})
    count = columns[-1] - columns[0] + 1
    pitch = min(_PITCH, (INNER - _AXIS - 8) / count)
    height = ROWS * pitch + 70
    xs = {columns[0] + index: (WIDTH + _AXIS + (2 * index - count + 1) * pitch) / 2 for index in range(count)}
    ys = {row: _TOP + 16 + (ROWS - row + 0.5) * pitch for row in range(1, ROWS + 1)}
    parts = [_tray(_TOP, height)]
    parts += [_label(x, _TOP + height - 14, str(column).replace("-", "\N{MINUS SIGN}")) for column, x in xs.items()]
    parts += [_label(MARGIN + 22, y + 7, str(row)) for row, y in ys.items()]
    for row, y in reversed(ys.items()):
        for column, x in xs.items():
            place = f"{column},{row}"
            if tile := draft.cells[(row - 1) * DRAFT_WIDTH + column - FIRST]:
                parts.append(at(x, y, animals.tower(tile), scale=pitch / _PITCH, data_tile=f"{tile}@{place}"))
            elif (column, row) in spaces:
                parts.append(at(x, y, use("gap"), scale=pitch / _PITCH, data_space=place))
    if isinstance(last, Placing) and last.column in xs:
        corners = use("corners", data_last=str(last))
        parts.append(at(xs[last.column], ys[last.row], corners, scale=pitch / _PITCH))
    y = _TOP + height + 12
    parts += [_reserve(side, draft.reserve(side), y + side * 82) for side in (0, 1)]
    return "".join(parts), y + 2 * 82


def _reserve(side: int, tiles: str, y: float) -> str:
    """Draw the tiles a side has still to lay."""
    pitch = 64
    left = (WIDTH - (len(tiles) - 1) * pitch) / 2
    spots = (at(left + index * pitch, y + 40, animals.tower(tile), scale=0.68) for index, tile in enumerate(tiles))
    return tag("g", *spots, data_reserve=SIDES[side].lower())


# In words


def _spoken(tile: str) -> str:
    return f"{'red' if tile.isupper() else 'black'} {ANIMALS[tile]}"


def _title(table: TokanTable) -> str:
    outcome = table.outcome()
    if not outcome.over:
        return f"TOKAN: {SIDES[table.side].lower()} to move"
    return "TOKAN: a draw" if outcome.winner is None else f"TOKAN: {SIDES[outcome.winner].lower()} wins"


def _description(table: TokanTable) -> str:
    red, black = table.outcome().points
    if table.draft is not None:
        return f"The field is being laid. Row by row from the top, red in capital letters: {table.draft}"
    towers = (f"{NAMES[cell]} {tower}" for cell, tower in enumerate(table.towers) if tower)
    taboo = f"{NAMES[table.taboo]} is taboo. " if table.taboo != NO_CELL else ""
    scores = f"Red has {red} points, black has {black}. {taboo}"
    return f"{scores}Towers from bottom to top, red in capital letters: {', '.join(towers)}"
