"""What the cards gave: nothing in the mean, whoever plays, and nothing by cards that never came."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.registry import find_game
from tafelrunde.native import AVAILABLE
from tafelrunde.players.chocolate import luck
from tafelrunde.players.rooms import room_of

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not there")
FORMS = [("schoko", "standard"), ("schokoly", "players=3")]


def played(name: str, options: str, seed: int, most: int) -> tuple[ChocolatePosition, list[Any], ChocolatePosition]:
    """Play some moves at random; return the start, the moves, and where they led."""
    game, rng = find_game(name), Random(seed)
    chosen = game.options_type.parse(options)
    start = game.start(chosen, game.deal(chosen, rng))
    assert isinstance(start, ChocolatePosition)
    position, moves = start, list[Any]()
    while not position.is_over and len(moves) < most:
        moves.append(rng.choice(position.turns()))
        position = position.apply(moves[-1])
    return start, moves, position


@pytest.mark.parametrize(("name", "options"), FORMS)
@pytest.mark.parametrize("most", [3, 12])
def test_over_all_cards_that_could_come_they_give_nothing(name: str, options: str, most: int) -> None:
    _, _, position = played(name, options, 5, most)
    move = position.turns()[0]
    cards = Counter(position.stack)
    mean = [0.0] * position.rules.sides
    gave = []
    for card, number in cards.items():
        rest = list(position.stack)
        rest.remove(card)
        came = replace(position, stack=(card, *rest))
        given = luck._drawn(came, move, Random(1))
        assert sum(given) == pytest.approx(0, abs=1e-9)
        gave.append(given[0])
        mean = [sum_ + number / len(position.stack) * part for sum_, part in zip(mean, given, strict=True)]
    assert mean == pytest.approx([0.0] * len(mean), abs=1e-9)
    # But each gives something else.
    assert max(gave) > min(gave)


@pytest.mark.parametrize(("name", "options"), FORMS)
def test_it_is_the_same_every_time_and_cards_that_never_came_do_not_count(name: str, options: str) -> None:
    start, moves, _ = played(name, options, 6, 8)
    given = luck.luck_of(start, moves)
    assert given == luck.luck_of(start, moves)
    assert sum(given) == pytest.approx(0, abs=1e-9)
    assert any(given)
    came = sum(1 for _ in moves)
    later = replace(start, stack=(*start.stack[:came], *reversed(start.stack[came:])))
    assert luck.luck_of(later, moves) == given


def test_whoever_says_stop_is_heard_and_games_without_cards_have_none() -> None:
    start, moves, _ = played("schoko", "standard", 7, 8)

    class Now:
        def is_set(self) -> bool:
            return True

    assert luck.luck_of(start, moves, stop=Now()) == luck.luck_of(start, [])
    assert room_of(find_game("tokan")).luck is None
    assert room_of(find_game("schokoly")).luck is not None
