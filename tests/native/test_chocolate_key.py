"""The key of a native chocolate position, recomputed from its published formula (native/src/chocolate/keys.hpp)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.native import AVAILABLE
from tafelrunde.native.chocolate import NativePosition
from tests.strategies import CHOCOLATE, Variant, play, swapper

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not compiled")

WORD = 2**64
RULES, LYING, SECURED, HELD, STACKED, COLOUR, SMARTIES, TURN, SWAP, SWAP_USED = range(1, 11)


def mix64(x: int) -> int:
    x %= WORD
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 % WORD
    x = (x ^ x >> 27) * 0x94D049BB133111EB % WORD
    return x ^ x >> 31


def face(card: str | None) -> int:
    if card is None:
        return 255
    weights = (1, 3, 9, 27)
    pieces = sum(weight * "DMW".index(colour) for weight, colour in zip(weights, card, strict=False))
    return pieces + 81 * card.endswith("s")


def features(position: ChocolatePosition) -> Iterator[tuple[int, int]]:
    rules = position.rules
    schokoly = rules.game == "schokoly"
    ties = schokoly and rules.second_group_breaks_ties
    yield RULES, ties * 2**8 + schokoly * 16 + rules.seats * 2 + rules.swap
    for card in position.field.cards:
        yield LYING, (card.x + 128) * 2**24 + (card.y + 128) * 2**16 + card.tier * 2**8 + face(card.card)
        if card.tier == 1 and card.smartie and not card.card.endswith("s"):
            yield SECURED, (card.x + 128) * 2**8 + card.y + 128
    for seat, hand in enumerate(position.hands):
        for number, held in enumerate(hand):
            yield HELD, seat * 2**16 + face(held) * 2**8 + hand[:number].count(held)
    for depth, stacked in enumerate(reversed(position.stack)):
        yield STACKED, depth * 2**8 + face(stacked)
    for side, colour in enumerate(position.colours):
        if colour is not None:
            yield COLOUR, side * 2**8 + "DMW".index(colour)
    if rules.game == "schokoly":
        for seat, number in enumerate(position.smarties):
            yield SMARTIES, seat * 2**8 + number
    yield TURN, position.to_move * 2**8 + position.passes
    if swap := position.swap:
        phase = 1 if swap.countered is None else 2
        yield SWAP, phase * 2**24 + swap.to * 2**16 + face(swap.offered) * 2**8 + face(swap.countered)
    if position.swap_used:
        yield SWAP_USED, 0


def key(position: ChocolatePosition) -> int:
    result = 0
    for kind, payload in features(position):
        result ^= mix64(kind * 2**48 + payload)
    return result


@pytest.mark.parametrize("variant", CHOCOLATE, ids=str)
def test_the_key_follows_its_formula(variant: Variant) -> None:
    seen: dict[int, ChocolatePosition] = {}
    for seed in range(8):
        match = play(variant, Random(seed), policy=swapper)
        assert isinstance(match.positions[0], ChocolatePosition)
        native = NativePosition(match.positions[0])
        for number, python in enumerate(match.positions):
            assert isinstance(python, ChocolatePosition)
            assert native.key == key(python)
            assert seen.setdefault(native.key, python) == python
            if number < len(match.moves):
                native = native.play(str(match.moves[number]))
