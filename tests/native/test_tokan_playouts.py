"""Random games of the native TOKAN: fair, reproducible, and what they say about themselves is true."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from tafelrunde.games.tokan import TokanOptions
from tafelrunde.native import AVAILABLE
from tafelrunde.native.tokan import Batch, NativePosition, Tally, random_game, random_games
from tests.native.test_tokan_parity import options_of
from tests.strategies import TOKAN, Variant

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not compiled")


def unlikely(seen: Counter[str], outcomes: int) -> bool:
    """Whether counts are further from uniform than all but one in a million uniform samples (chi-square, roughly)."""
    expected = seen.total() / outcomes
    distance = sum((seen[key] - expected) ** 2 / expected for key in seen) + (outcomes - len(seen)) * expected
    freedom = outcomes - 1
    # Wilson and Hilferty: the cube root of chi-square over its degrees of freedom is nearly normal.
    spread = math.sqrt(2 / (9 * freedom))
    deviations: float = (math.cbrt(distance / freedom) - (1 - 2 / (9 * freedom))) / spread
    return deviations > 4.9


@pytest.mark.parametrize("setup", ["random", "draft"])
def test_every_legal_move_is_equally_likely(setup: str) -> None:
    """Positions of all phases, thousands of matches each: the random step of a batch must not prefer any move."""
    options = TokanOptions.read({"setup": setup})
    _, moves = random_game(seed=5, game=0, options=options)
    position = NativePosition.from_text(random_game(5, 0, options).start, options)
    batch = Batch(4096, seed=1, options=options)
    for number, move in enumerate(moves[:-1]):
        if number % 3 == 0 and position.count_turns() > 1:
            seen: Counter[str] = Counter()
            for match in range(len(batch)):
                batch.set_position(match, position)
            batch.step_randomly()
            seen.update(position.print(int(action)) for action in batch.actions)
            assert set(seen) <= set(position.turns())
            assert not unlikely(seen, position.count_turns())
        position = position.play(move)


@pytest.mark.parametrize("variant", TOKAN, ids=str)
def test_the_tally_is_that_of_its_games(variant: Variant) -> None:
    options = options_of(variant)
    number = 60
    outcomes = []
    moves = 0
    for game in range(number):
        played = random_game(seed=6, game=game, options=options)
        position = NativePosition.from_text(played.start, options)
        for move in played.moves:
            position = position.play(move)
        assert position.is_over
        outcomes.append(position.outcome())
        moves += len(played.moves)
    expected = Tally(
        games=number,
        red=sum(outcome.winner == 0 for outcome in outcomes),
        black=sum(outcome.winner == 1 for outcome in outcomes),
        draws=sum(outcome.winner is None for outcome in outcomes),
        moves=moves,
        margin=sum(outcome.points[0] - outcome.points[1] for outcome in outcomes),
    )
    assert random_games(number, seed=6, options=options) == expected


def test_threads_change_nothing() -> None:
    assert random_games(5000, seed=1, threads=1) == random_games(5000, seed=1, threads=3) != random_games(5000, seed=2)
    position = NativePosition.deal(1)
    assert position.playouts(5000, seed=1, threads=1) == position.playouts(5000, seed=1, threads=3)
    assert position.perft(4, threads=1) == position.perft(4, threads=3)


def test_playouts_of_a_finished_game() -> None:
    played = random_game(seed=1, game=0)
    position = NativePosition.from_text(played.start)
    for move in played.moves:
        position = position.play(move)
    red, black = position.outcome().points
    tally = position.playouts(10, seed=1)
    assert tally.moves == 0
    assert tally.margin == 10 * (red - black)
    assert position.perft(1) == 0
    assert position.playouts(0, seed=1) == Tally(0, 0, 0, 0, 0, 0)
