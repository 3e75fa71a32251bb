"""The pictures of TOKAN show every tile."""

from __future__ import annotations

import pytest
from hypothesis import given

from tafelrunde.games.errors import InvalidNotation
from tafelrunde.games.tokan import animals
from tafelrunde.games.tokan import svg as tokan_svg
from tafelrunde.games.tokan.board import CELL_OF, NAMES
from tafelrunde.games.tokan.draft import FIRST, WIDTH
from tafelrunde.games.tokan.moves import Placing, Step
from tafelrunde.games.tokan.position import TokanTable
from tests.games.drawn import SVG, check_document, drawn, marked, parsed, transform, used
from tests.strategies import TOKAN, PlayedMatch, matches, variant


def tokan(text: str, options: str = "") -> TokanTable:
    of = variant("tokan", options)
    position = of.game.start(of.options, text)
    assert isinstance(position, TokanTable)
    return position


@given(matches(TOKAN))
def test_every_tile_is_in_the_picture(match: PlayedMatch) -> None:
    table = match.final
    assert isinstance(table, TokanTable)
    root = parsed(table.svg())
    if table.draft is None:
        towers = {name: table.towers[cell] for cell, name in enumerate(NAMES)}
        groups = marked(root, "cell")
        assert {name: group.get("data-tower", "") for name, group in groups.items()} | dict.fromkeys(
            marked(root, "gap"), ""
        ) == towers
        for name, group in groups.items():
            edges = [part.removeprefix("edge") for part in used(group) if part.startswith("edge")]
            assert "".join(edges) == towers[name]
            assert f"tile{towers[name][-1]}" in used(group)
            badge = group.find(f".//{SVG}text")
            assert (badge.text if badge is not None else "1") == str(len(towers[name]))
        assert list(marked(root, "taboo")) == [NAMES[table.taboo]] * (table.taboo >= 0)
    else:
        laid = {
            f"{tile}@{index % WIDTH + FIRST},{index // WIDTH + 1}"
            for index, tile in enumerate(table.draft.cells)
            if tile
        }
        assert set(marked(root, "tile")) == laid
        assert set(marked(root, "space")) == {f"{column},{row}" for column, row in table.draft.spaces()}
        for side, name in enumerate(("red", "black")):
            tiles = [part[4:] for part in used(marked(root, "reserve")[name]) if part.startswith("tile")]
            assert "".join(tiles) == table.draft.reserve(side)


@given(matches(TOKAN, limit=200))
def test_towers_never_reach_the_row_above(match: PlayedMatch) -> None:
    table = match.final
    assert isinstance(table, TokanTable)
    for tower in filter(None, table.towers):
        assert animals.TILE + animals.thickness(len(tower)) * len(tower) < 132


def test_the_last_step_is_marked_at_both_ends() -> None:
    table = tokan("J,j,j,l,j,j/J,J,j,L,l,L/J,m,M,l,J,M/l,J,m,L,l,m/J,M,j,j,L,L r -")
    step = table.parse("a4a2")
    assert isinstance(step, Step)
    after = table.play(step)
    root = check_document(tokan_svg.draw(after, last=step, legal=after.movable()))
    assert list(marked(root, "last")) == list(marked(root, "from")) == ["a4a2"]
    assert marked(marked(root, "cell")["a2"], "last")
    assert marked(marked(root, "cell")["a4"], "from"), "the tower behind closed the gap"
    assert {CELL_OF[name] for name in marked(root, "legal")} == set(after.movable())
    assert not marked(parsed(after.svg()), "last")


def test_the_last_placing_is_marked_while_the_field_is_laid() -> None:
    table = tokan("L,J/m,L/M,j/J,l/j,j b -", "setup=draft")
    placing = table.parse("j@2,4")
    assert isinstance(placing, Placing)
    after = table.play(placing)
    assert list(marked(check_document(tokan_svg.draw(after, last=placing)), "last")) == ["j@2,4"]
    assert not marked(parsed(tokan_svg.draw(table, last=Placing("j", 5, 4))), "last"), "not in this picture"


def test_a_tower_is_taken_apart_from_bottom_to_top() -> None:
    root = check_document(tokan_svg.draw_tower("LmJ"))
    assert [part[4:] for part in drawn(root) if part.startswith("tile")] == ["L", "m", "J"]
    assert root.findtext(f"{SVG}desc") == "From bottom to top: red lion, black mouse, red jackal"
    xs, ys = zip(*(transform(group) for group in root.findall(f"{SVG}g")), strict=True)
    assert list(xs) == sorted(xs)
    assert list(ys) == sorted(ys, reverse=True)
    assert drawn(check_document(tokan_svg.draw_tower(""))) == ["gap"]
    with pytest.raises(InvalidNotation):
        tokan_svg.draw_tower("LX")
