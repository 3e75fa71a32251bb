"""The diagrams show what lies on the table, in colour and without, and nothing is told by a colour alone."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from tafelrunde.games.chocolate.field import Cell, Field, bit_of
from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.chocolate.table import ChocolateTable
from tafelrunde.games.tokan.position import TokanTable
from tests.golden import diagrams
from tests.strategies import ALL, CHOCOLATE, TOKAN, PlayedMatch, matches, play, variant

ANSI = re.compile(r"\x1b\[[0-9;]*m")


def chocolate(of: str, moves: int, seed: int = 5) -> ChocolatePosition:
    position = play(variant("schokoly", of), Random(seed), moves).final
    assert isinstance(position, ChocolatePosition)
    return position


@pytest.mark.parametrize("name", diagrams.NAMES)
def test_a_golden_diagram_is_drawn_as_ever(name: str) -> None:
    """`python -m tests.golden.diagrams` writes these files anew."""
    assert diagrams.table(name).diagram() == diagrams.drawn(name)


def test_every_game_has_a_golden_diagram() -> None:
    assert {diagrams.table(name).game.name for name in diagrams.NAMES} == {of.game.name for of in ALL}


@given(matches())
def test_colour_changes_no_character(match: PlayedMatch) -> None:
    for observer in match.variant.observers:
        view = match.final.view(observer)
        painted = view.diagram(colour=True)
        assert painted != view.diagram()
        assert ANSI.sub("", painted) == view.diagram()


@given(matches())
def test_a_diagram_fits_a_terminal(match: PlayedMatch) -> None:
    lines = match.final.diagram().splitlines()
    assert max(map(len, lines)) <= 120
    assert lines == [line.rstrip() for line in lines]


@given(matches(TOKAN))
def test_a_tokan_diagram_shows_every_tower_from_bottom_to_top(match: PlayedMatch) -> None:
    table = match.final
    assert isinstance(table, TokanTable)
    rows = [line.split() for line in table.diagram().splitlines() if line[:1] in "12345" and line[:1]]
    shown = {row[0]: row[1:-1] for row in rows}
    if table.draft is None:
        for row in range(5):
            towers = [tower or "·" for tower in table.towers[row * 6 : row * 6 + 6]]
            assert [cell.lstrip("×") for cell in shown[str(row + 1)]] == towers  # noqa: RUF001
        crossed = [cell for cells in shown.values() for cell in cells if cell.startswith("×")]  # noqa: RUF001
        assert len(crossed) == (table.taboo >= 0)
    else:
        tiles = "".join(cell for cells in shown.values() for cell in cells if cell not in "·+")
        assert Counter(tiles) == Counter("".join(table.draft.cells))
        assert sum(cells.count("+") for cells in shown.values()) == len(table.draft.spaces())
        for side in (0, 1):
            assert table.draft.reserve(side) in table.diagram()


def cells_of_diagram(text: str) -> dict[Cell, str]:
    """The three characters of each cell of a chocolate diagram."""
    lines = text.splitlines()
    start = lines.index("") + 1
    end = lines.index("", start)
    labels = [int(label) for label in lines[start].split()]
    # The middle of the first label stands over the letter of its column.
    first = lines[start].index(str(labels[0])) + (len(str(labels[0])) == 3)
    cells = {}
    for line in lines[start + 1 : end]:
        y = int(line[:4])
        for at in range(5, len(line), 3):
            if piece := line[at : at + 3].strip():
                cells[labels[0] + (at + 1 - first) // 3, y] = line[at : at + 3]
                assert len(piece) == 3
    return cells


@given(matches(CHOCOLATE))
def test_a_chocolate_diagram_shows_every_visible_piece_and_smartie(match: PlayedMatch) -> None:
    table = match.final
    assert isinstance(table, ChocolateTable)
    if not table.field.cards:
        assert "no card lies yet" in table.diagram()
        return
    cells = cells_of_diagram(table.diagram())
    seen = {cell: colour for card in table.field.cards for cell, colour in card.pieces()}
    assert {cell: piece[1] for cell, piece in cells.items()} == seen
    for card in table.field.cards:
        visible = [piece for piece, _ in card.pieces() if card.tier == 2 or not table.field.upper >> bit_of(*piece) & 1]
        text = "".join(cells[cell] for cell in visible)
        assert text.count("(") == text.count(")") == card.smartie
        assert not set(text) & set("┌─┐┘└" if card.tier == 2 else "╔═╗╝╚")


def test_printing_a_table_of_the_card_games_draws_it() -> None:
    position = chocolate("players=3", 7)
    for table in (position, position.view(0)):
        assert f"{table}\n" == table.diagram()


def test_a_hand_that_is_hidden_is_written_with_question_marks() -> None:
    position = chocolate("players=3 swap=off", 7)
    lines = position.view(1).diagram().splitlines()[1:4]
    assert [line.rstrip().endswith("? ? ? ?") for line in lines] == [True, False, True]
    assert lines[1].endswith(" ".join(position.hands[1]))


def long_field() -> Field:
    field = Field()
    for index in range(22):
        field = field.put("DDMW", 2 * index - 20, 0, 1, smartie=index == 3)
    return field.put("WMDD", 1, 0, 2, smartie=True)


def test_a_wide_field_has_one_letter_a_piece() -> None:
    table = replace(chocolate("players=2", 3), field=long_field())
    lines = table.diagram().splitlines()
    top = next(line for line in lines if line.startswith("   0 "))
    bottom = next(line for line in lines if line.startswith("   1 "))
    assert max(map(len, lines)) <= 120
    assert top == "   0 " + "D" * 21 + "wm" + "D" * 21
    assert bottom == "   1 " + "WM" * 10 + "Wdd" + "M" + "WM" * 10
    assert lines[-1] == "smarties on -14,0 1,0"
    axis = lines[lines.index(top) - 1]
    for label in (-20, -5, 0, 15):
        assert abs(axis.index(f" {label} ") + 1 + len(str(label)) // 2 - (5 + label + 20)) <= 1
    assert ANSI.sub("", table.diagram(colour=True)) == table.diagram()


def test_a_game_that_nobody_won_is_called_a_draw() -> None:
    assert "  a draw\n" in replace(chocolate("players=2", 0), passes=2).diagram()
    assert "  a draw\n" not in chocolate("players=2", 0).diagram()


@pytest.mark.parametrize(
    ("covers", "smartie"),
    [
        pytest.param([], {(0, 0): "┌D(", (1, 0): ")D┐"}, id="nothing covered"),
        pytest.param([(0, 1)], {(0, 0): "┌D(", (1, 0): ")D┐"}, id="the lower half covered"),
        pytest.param([(-1, -1)], {(0, 1): "└M(", (1, 1): ")M┘"}, id="a corner covered"),
        pytest.param([(1, 0)], {(0, 0): "(D)", (0, 1): "└M─"}, id="the right half covered"),
        pytest.param([(-1, -1), (1, 1)], {(1, 0): "(D)", (0, 1): "└M─"}, id="two opposite corners covered"),
    ],
)
def test_a_smartie_lies_on_visible_pieces(covers: list[Cell], smartie: dict[Cell, str]) -> None:
    field = Field().put("DDMM", 0, 0, 1, smartie=True)
    for x, y in covers:
        field = field.put("WWWD", x, y, 2, smartie=True)
    cells = cells_of_diagram(replace(chocolate("players=2", 2), field=field).diagram())
    assert {cell: cells[cell] for cell in smartie} == smartie
