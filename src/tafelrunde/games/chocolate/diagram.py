"""The chocolate games drawn with characters: for terminals, tests and people who listen.

Each card is a box around its four letters, with double lines in the second tier and `()` for a smartie. A hidden card
is `?`, one of which only a number was announced `?3`.
"""

from __future__ import annotations

from tafelrunde.games.chocolate.cards import is_hidden
from tafelrunde.games.chocolate.field import Cell, Placed
from tafelrunde.games.chocolate.negotiation import Swap, announced_number
from tafelrunde.games.chocolate.palette import CHOCOLATES, SMARTIE
from tafelrunde.games.chocolate.scoring import neutral_colour
from tafelrunde.games.chocolate.table import ChocolateTable
from tafelrunde.games.drawing.ansi import Pen
from tafelrunde.games.drawing.palette import CREAM, GOLD

WIDEST = 36
"""A field of more columns gets one character a piece instead of three."""

# For each corner of a card, in the order of its text: what stands left and right of its letter, by tier.
_BOXES = {1: ("┌─", "─┐", "─┘", "└─"), 2: ("╔═", "═╗", "═╝", "╚═")}


def draw(table: ChocolateTable, colour: bool = False) -> str:
    """Draw a table; with colour or without, the characters are the same."""
    pen = Pen(colour)
    lines = [_heading(table), *_seats(table, pen)]
    if table.swap is not None:
        lines.append(_swap(table, table.swap, pen))
    lines += ["", *(_field(table, pen) if table.field.cards else ["no card lies yet"])]
    return "\n".join(line.rstrip() for line in lines) + "\n"


# Around the field


def _heading(table: ChocolateTable) -> str:
    facts = [table.game.title, f"{len(table.stack)} in the stack"]
    neutral = neutral_colour(table.rules, table.colours)
    if neutral is not None:
        facts.append(f"{CHOCOLATES[neutral].name} is neutral")
    return ", ".join(facts)


def _seats(table: ChocolateTable, pen: Pen) -> list[str]:
    """Write a line for each seat: colour, points of its side, smarties left, hand."""
    outcome = table.outcome()
    lines = []
    for seat, hand in enumerate(table.hands):
        side = table.rules.side(seat)
        colour = table.colours[side]
        arrow = pen.paint(">", GOLD, bold=True) if seat == table.seat and not outcome.over else " "
        name = pen.paint(f"{CHOCOLATES[colour].name:<5}", *_inks(colour)) if colour else "-    "
        smarties = pen.paint("()" * table.smarties[seat], CREAM, SMARTIE)
        smarties += "  " * (table.rules.smarties - table.smarties[seat] + (table.rules.smarties > 0))
        rest = ["wins"] if outcome.winner == side else []
        rest += [_card(card, pen) for card in hand]
        lines.append(f"{arrow} seat {seat + 1}  {name}  {outcome.points[side]:>2} points  {smarties}{' '.join(rest)}")
    return [*lines, "  a draw"] if outcome.over and outcome.winner is None else lines


def _inks(colour: str) -> tuple[str, str]:
    chocolate = CHOCOLATES[colour]
    return chocolate.ink, chocolate.face


def _card(card: str, pen: Pen) -> str:
    if is_hidden(card):
        return card
    return "".join(pen.paint(kind, *_inks(kind)) for kind in card[:4]) + pen.paint(card[4:], SMARTIE, bold=True)


def _swap(table: ChocolateTable, swap: Swap, pen: Pen) -> str:
    """Say who offers what to whom, and what is given in return."""
    text = f"  seat {table.to_move + 1} offers seat {swap.to + 1} {_swap_card(table, swap.offered, swap.to, pen)}"
    if swap.countered is None:
        return f"{text}, seat {swap.to + 1} chooses"
    return f"{text} for {_swap_card(table, swap.countered, table.to_move, pen)}, seat {table.to_move + 1} decides"


def _swap_card(table: ChocolateTable, card: str, to: int, pen: Pen) -> str:
    colour = table.colours[table.rules.side(to)]
    assert colour is not None
    return f"{_card(card, pen)} ({announced_number(table, card, to)} {CHOCOLATES[colour].name})"


# The field


def _field(table: ChocolateTable, pen: Pen) -> list[str]:
    """Draw the field with coordinates at its upper and left edge, and say what the signs mean."""
    field = table.field
    left, top, right, bottom = field.extent()
    is_narrow = right - left + 1 > WIDEST
    cells: dict[Cell, str] = {}
    # The second tier comes last and hides what it covers.
    hidden = {cell for card in field.cards if card.tier == 2 for cell, _ in card.pieces()}
    for card in field.cards:
        covered = hidden if card.tier == 1 else set()
        cells |= _letters(card, pen) if is_narrow else _box(card, covered, pen)
    width, step = (1, 5) if is_narrow else (3, 2)
    heads = (f"{x:^3}".ljust(width * step) for x in range(left, right + 1) if x % step == 0)
    lines = [f"{' ' * (5 + width * (-left % step) - is_narrow)}{''.join(heads)}"]
    for y in range(top, bottom + 1):
        row = "".join(cells.get((x, y), " " * width) for x in range(left, right + 1))
        lines += [f"{y:>4} {row}"]
    letters = (f"{colour} {CHOCOLATES[colour].name}" for colour in table.rules.colours)
    signs = ["small letters second tier"] if is_narrow else ["() smartie", "double lines second tier"]
    lines += ["", ", ".join((*letters, *signs))]
    if is_narrow:
        lines.append(" ".join(("smarties on", *(f"{card.x},{card.y}" for card in field.cards if card.smartie))))
    return lines


def _letters(card: Placed, pen: Pen) -> dict[Cell, str]:
    """Draw a card with one letter a piece, small ones in the second tier."""
    return {
        cell: pen.paint(kind if card.tier == 1 else kind.lower(), *_inks(kind), bold=card.tier == 2)
        for cell, kind in card.pieces()
    }


def _box(card: Placed, covered: set[Cell], pen: Pen) -> dict[Cell, str]:
    """Draw a card as a box, three characters a piece."""
    candy = _candy(card, covered) if card.smartie else {}
    drawn = {}
    for (cell, kind), sides in zip(card.pieces(), _BOXES[card.tier], strict=True):
        chocolate = CHOCOLATES[kind]
        line = chocolate.mark if card.tier == 1 or kind == "W" else GOLD
        ends = [
            pen.paint(candy[cell, end], CREAM, SMARTIE, bold=True)
            if (cell, end) in candy
            else pen.paint(side, line, chocolate.face, bold=card.tier == 2)
            for end, side in enumerate(sides)
        ]
        drawn[cell] = ends[0] + pen.paint(kind, chocolate.ink, chocolate.face, bold=True) + ends[1]
    return drawn


def _candy(card: Placed, covered: set[Cell]) -> dict[tuple[Cell, int], str]:
    """Return what the smartie puts left (0) and right (1) of the letters of a card.

    It lies between two letters of a row, or around the one that is left where the second tier covers the others.
    """
    seen = [cell for cell, _ in card.pieces() if cell not in covered]
    for y in (card.y, card.y + 1):
        pair = (card.x, y), (card.x + 1, y)
        if set(pair) <= set(seen):
            return {(pair[0], 1): "(", (pair[1], 0): ")"}
    return {(seen[0], 0): "(", (seen[0], 1): ")"}
