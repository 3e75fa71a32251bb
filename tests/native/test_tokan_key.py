"""The key of a native TOKAN position, recomputed from its published formula (native/src/tokan/hash.hpp)."""

from __future__ import annotations

import pytest

from tafelrunde.games.tokan import TokanPosition
from tafelrunde.native import AVAILABLE
from tafelrunde.native.tokan import NativePosition, random_game
from tests.native.test_tokan_parity import options_of
from tests.strategies import TOKAN, Variant

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not compiled")

WORD = 2**64
TILE, PLACE, STATE, DRAFT = (0x74656B616E300000 + number * 0x10000 for number in (1, 2, 3, 4))
KINDS = {tile: number for number, tile in enumerate("MJL?mjl")}


def mix64(x: int) -> int:
    x %= WORD
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 % WORD
    x = (x ^ x >> 27) * 0x94D049BB133111EB % WORD
    return x ^ x >> 31


def tile_key(level: int, tile: str) -> int:
    return mix64(TILE + level * 8 + KINDS[tile])


def place_key(place: int) -> int:
    return mix64(PLACE + place) * 256 + place * 2 + 1


def key(position: TokanPosition) -> int:
    if position.draft is not None:
        laid = ((cell, tile) for cell, tile in enumerate(position.draft.cells) if tile)
        return mix64(
            mix64(DRAFT + position.side) + sum(tile_key(0, tile) * place_key(32 + cell) for cell, tile in laid)
        )
    state = mix64(STATE + position.side * 32 + (31 if position.taboo < 0 else position.taboo))
    towers = (
        place_key(cell) * sum(tile_key(level, tile) for level, tile in enumerate(tower))
        for cell, tower in enumerate(position.towers)
    )
    return mix64(state + sum(towers))


@pytest.mark.parametrize("variant", TOKAN, ids=str)
def test_the_key_follows_its_formula(variant: Variant) -> None:
    seen: dict[int, str] = {}
    for number in range(10):
        start, moves = random_game(seed=4, game=number, options=options_of(variant))
        position = NativePosition.from_text(start, options_of(variant))
        for move in moves:
            assert position.key == key(position.to_python())
            assert seen.setdefault(position.key, str(position)) == str(position)
            position = position.play(move)
        assert position.key == key(position.to_python())


def test_the_way_to_a_position_does_not_matter() -> None:
    """All positions three moves after a start: equal texts have equal keys, different texts different ones."""
    positions = [NativePosition.deal(1)]
    for _ in range(3):
        positions = [position.play(action) for position in positions for action in position.actions()[:20]]
    texts = {position.key: str(position) for position in positions}
    assert len(texts) == len(set(texts.values())) == len({str(position) for position in positions})
    assert len(texts) < len(positions)
