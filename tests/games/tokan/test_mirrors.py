"""The eight images of a position: whatever can be done in one can be done in all."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tafelrunde.games.core import Table
from tafelrunde.games.tokan import TokanOptions, TokanPosition
from tafelrunde.games.tokan.mirrors import images
from tafelrunde.games.tokan.position import parse_position
from tests.strategies import TOKAN, play

STANDARD = next(variant for variant in TOKAN if variant.options == TokanOptions())


def canonical(table: Table) -> str:
    """Return the name that all images of a position share."""
    assert isinstance(table, TokanPosition)
    return min(map(str, images(table)))


def children(table: TokanPosition) -> Counter[str]:
    return Counter(canonical(table.play(move)) for move in table.legal_moves())


@pytest.mark.parametrize("seed", range(6))
def test_all_images_lead_to_images_of_one_another(seed: int) -> None:
    match = play(STANDARD, Random(seed))
    for position in match.positions[::7]:
        assert isinstance(position, TokanPosition)
        found = images(position)
        assert len(found) == 8
        assert str(found[0]) == str(position)
        for image in found:
            mirrored = parse_position(TokanOptions(), str(image))
            assert isinstance(mirrored, TokanPosition)
            assert canonical(mirrored) == canonical(position)
            assert children(mirrored) == children(position)


def test_images_with_the_colours_exchanged_have_the_other_side_to_move() -> None:
    position = play(STANDARD, Random(1)).positions[3]
    assert isinstance(position, TokanPosition)
    plain, exchanged = images(position)[:2]
    assert exchanged.towers == tuple(tower.swapcase() for tower in plain.towers) != plain.towers
    assert {plain.side, exchanged.side} == {"b", "r"}
    # What was moved to just now stays taboo in every image, at its own place.
    assert plain.taboo == exchanged.taboo != "-"
    assert len({image.taboo for image in images(position)}) > 1
