"""The door to the native chocolate games: what crosses over, what is refused, and chance from seeds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tafelrunde.games.chocolate.field import Field
from tafelrunde.games.chocolate.negotiation import Swap
from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.errors import BadSetup, IllegalMove, InvalidNotation
from tafelrunde.native import AVAILABLE
from tafelrunde.native.chocolate import NativePosition, NativeView, playouts
from tests.strategies import CHOCOLATE, SWAPPING, Variant, play, variant

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not compiled")

SCHOKO = variant("schoko")
SCHOKOLY = variant("schokoly", "players=2")


def position_of(of: Variant, length: int, seed: int = 1) -> ChocolatePosition:
    position = play(of, Random(seed), length).final
    assert isinstance(position, ChocolatePosition)
    return position


def test_a_position_is_frozen() -> None:
    position = NativePosition(position_of(SCHOKOLY, 6))
    key, parts = position.key, position.to_python()
    after = [position.play(turn) for turn in position.turns()]
    assert len({next_position.key for next_position in after}) == len(after)
    assert position.key == key == hash(position)
    assert position.to_python() == parts
    assert position == NativePosition(parts)
    assert position != after[0]
    assert position != parts


@pytest.mark.parametrize("of", CHOCOLATE, ids=str)
def test_random_turns_are_uniform(of: Variant) -> None:
    """Every legal turn is drawn about as often as every other; the numbers are the same on every machine."""
    native = NativePosition(position_of(of, 5))
    turns = native.turns()
    draws = 40 * len(turns)
    found = Counter(native.random_turn(seed) for seed in range(draws))
    assert set(found) <= set(turns)
    # The sum over all turns of (count - 40)^2 / 40 is close to the number of turns if all are equally likely.
    chi = sum((found[turn] - 40) ** 2 / 40 for turn in turns)
    assert abs(chi - len(turns)) < 5 * (2 * len(turns)) ** 0.5


def test_random_turns_at_the_edges() -> None:
    offered = position_of(SWAPPING, 8)
    assert offered.rules.swap
    native = NativePosition(replace(offered, swap=None, swap_used=False))
    native = native.play(native.swap_actions()[0])
    assert native.random_turn(1) == "decline"
    assert native.play(native.swap_actions()[1]).random_turn(1) == "reject"
    over = NativePosition(position_of(SCHOKO, 100))
    assert over.random_turn(1) is None
    assert over.turns() == []
    assert over.perft(1) == 0


@pytest.mark.parametrize("of", CHOCOLATE, ids=str)
def test_playouts_depend_on_the_seed_alone(of: Variant) -> None:
    totals = playouts(of.game.name, of.options, 300, seed=5)
    assert totals == playouts(of.game.name, of.options, 300, seed=5, threads=3)
    assert totals != playouts(of.game.name, of.options, 300, seed=6)
    assert totals.games == 300 == totals.draws + sum(totals.wins)
    position = position_of(of, 10)
    native = NativePosition(position)
    left = len(position.stack) + sum(map(len, position.hands))
    some = native.playouts(200, seed=1)
    assert some == native.playouts(200, seed=1, threads=2)
    assert some.turns >= 200 * left
    assert len(some.points) == position.rules.sides


def test_playouts_end_where_the_game_ends() -> None:
    over = NativePosition(position_of(SCHOKO, 100))
    totals = over.playouts(3, seed=1)
    assert totals.turns == 0
    assert totals.points == tuple(3 * points for points in over.outcome().points)


def test_moves_of_cards_that_no_deck_has() -> None:
    native = NativePosition(position_of(SCHOKOLY, 4))
    for text in ("DMDM@0,2", "DDDWs@0,2", "DDDD@2,0"):
        with pytest.raises(IllegalMove, match="not in the hand"):
            native.play(text)
    with pytest.raises(InvalidNotation):
        native.play("DDDD")


def broken(**changes: Any) -> ChocolatePosition:
    return replace(position_of(SCHOKOLY, 8), **changes)


def fields() -> list[Field]:
    """Fields that no play leads to."""
    one = Field().put("DDMM", 0, 0, 1, False)
    pair = one.put("DDWW", 2, 0, 1, False)
    return [
        one.put("DDMM", 1, 1, 1, False),
        one.put("DDMM", 0, 0, 2, True),
        one.put("DDMM", 1, 0, 2, True),
        pair.put("DDMM", 1, 0, 2, False),
        pair.secure((0, 0)).put("DDMM", 1, 0, 2, True).put("DDMM", 0, 0, 2, True),
        one.put("DDMM", 40, 0, 1, False),
        Field().put("DDMM", 7, 0, 1, False),
        Field().put("DMDM", 0, 0, 1, False),
        Field().put("DDDWs", 0, 0, 1, True),
        one.put("DDMM", 0, 2, 3, False),
    ]


@pytest.mark.parametrize("field", fields(), ids=str)
def test_fields_that_cannot_be(field: Field) -> None:
    empty: dict[str, Any] = {"hands": ((), ()), "stack": ()}
    with pytest.raises(BadSetup):
        NativePosition(broken(field=field, **empty))


@pytest.mark.parametrize(
    "changes",
    [
        {"hands": (("DDDM",) * 5, ())},
        {"hands": (("DDDM",) * 4,)},
        {"hands": (("DDDM",) * 4, ("DDDM",) * 4)},
        {"hands": (("MDDD",), ())},
        {"hands": (("?",), ())},
        {"stack": ("DDDW",) * 60},
        {"colours": ("D", "D")},
        {"colours": ("D",)},
        {"colours": ("D", "X")},
        {"smarties": (7, 0)},
        {"smarties": (-1, 0)},
        {"smarties": (1,)},
        {"to_move": 2},
        {"to_move": -1},
        {"passes": 3},
        {"swap": Swap(1, "DDDM")},
        {"swap_used": True},
        {"facts": ((), ())},
    ],
    ids=str,
)
def test_positions_that_cannot_be(changes: dict[str, Any]) -> None:
    with pytest.raises(BadSetup):
        NativePosition(broken(**changes))


def test_swaps_that_cannot_be() -> None:
    position = position_of(SWAPPING, 9)
    position = replace(position, swap=None, swap_used=False)
    mine, yours = position.hands[position.to_move][0], position.hands[(position.to_move + 1) % 3][0]
    to = (position.to_move + 1) % 3
    absent = next(card for card in position.rules.kinds if card not in position.hands[position.to_move])
    assert NativePosition(replace(position, swap=Swap(to, mine, yours), swap_used=True)).seat == position.to_move
    for swap in (Swap(position.to_move, mine), Swap(3, mine), Swap(to, absent), Swap(to, mine, "DDDX"), Swap(to, "?2")):
        with pytest.raises(BadSetup):
            NativePosition(replace(position, swap=swap, swap_used=True))


def test_views_that_cannot_be() -> None:
    view = position_of(SCHOKOLY, 8).view(0)
    assert NativeView(view).observer == 0
    with pytest.raises(BadSetup):
        NativeView(replace(view, observer=5))
    with pytest.raises(ValueError, match="observer"):
        NativePosition(position_of(SCHOKOLY, 8)).view(2)


def test_questions_that_cannot_be() -> None:
    native = NativePosition(position_of(SCHOKOLY, 8))
    with pytest.raises(ValueError, match="depth"):
        native.perft(-1)
    with pytest.raises(ValueError, match="colour"):
        native.groups("X")
