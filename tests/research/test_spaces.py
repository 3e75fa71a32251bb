"""Actions and observations: nothing lost on the way, nothing leaked, the same as the native batches write."""

from random import Random

import numpy as np
import pytest

from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.core import Position
from tafelrunde.games.errors import BadSetup, IllegalMove
from tafelrunde.games.registry import find_game
from tafelrunde.games.tokan import TokanOptions, TokanPosition
from tafelrunde.native import chocolate, tokan
from tafelrunde.research.spaces import ChocolateSpace, space_of
from tests.research.matches import every_kind, positions


@every_kind
def test_every_move_is_written_as_actions_and_read_back(game: str, options: str) -> None:
    chance = Random(1)
    for position in positions(game, options, 1, every=3):
        space = space_of(game, position.options)
        moves = list(position.legal_moves())
        for move in chance.sample(moves, min(len(moves), 40)):
            actions = space.encode(position, move)
            assert all(0 <= action < space.size for action in actions)
            assert space.decode(position, actions) == move


@every_kind
def test_different_moves_have_different_actions(game: str, options: str) -> None:
    position = list(positions(game, options, 2))[6]
    space = space_of(game, position.options)
    moves = list(position.legal_moves())
    assert len({space.encode(position, move) for move in moves}) == len(moves)


@every_kind
def test_observations_are_those_of_the_native_batches(game: str, options: str) -> None:
    for position in positions(game, options, 3, every=2):
        if not position.is_over:
            seen = space_of(game, position.options).observe(position.view(position.seat))
            if isinstance(position, TokanPosition):
                assert isinstance(position.options, TokanOptions)
                batch = tokan.Batch(1, 0, position.options, threads=1)
                batch.set_position(0, tokan.NativePosition(position))
                assert np.array_equal(batch.observations[0], seen["observation"])
            else:
                assert isinstance(position, ChocolatePosition)
                cells, scalars = native_arrays(position)
                assert np.array_equal(cells, seen["observation"][:6])
                assert np.array_equal(scalars, seen["scalars"])


def native_arrays(position: ChocolatePosition) -> tuple[np.ndarray, np.ndarray]:
    batch = chocolate.Batch(position.game.name, position.options, 1, 0, threads=1)
    batch.set_position(0, chocolate.NativePosition(position))
    return batch.cells()[0], batch.scalars[0]


@every_kind
def test_first_actions_are_those_of_the_native_batches(game: str, options: str) -> None:
    chance = Random(4)
    for position in positions(game, options, 4, every=4):
        if isinstance(position, ChocolatePosition) and not position.is_over:
            batch = chocolate.Batch(game, position.options, 1, 0, threads=1)
            batch.set_position(0, chocolate.NativePosition(position))
            space = space_of(game, position.options)
            for move in chance.sample(position.legal_moves(), min(5, len(position.legal_moves()))):
                assert batch.text_action(0, str(move))[0] == space.encode(position, move)[0]


@every_kind
def test_an_observation_does_not_depend_on_what_the_seat_cannot_know(game: str, options: str) -> None:
    chance = Random(5)
    for position in positions(game, options, 5, every=7):
        for seat in range(position.game.seats(position.options)):
            if not position.is_over:
                other: Position = position.view(seat).resample(chance)
                space = space_of(game, position.options)
                mine, same = space.observe(position.view(seat)), space.observe(other.view(seat))
                assert all(np.array_equal(mine[name], same[name]) for name in mine)


@every_kind
def test_both_windows_write_the_same_field(game: str, options: str) -> None:
    position = list(positions(game, options, 6))[12]
    narrow, wide = (space_of(game, position.options, window) for window in (32, 128))
    move = position.legal_moves()[0]
    assert wide.decode(position, wide.encode(position, move)) == move
    if isinstance(narrow, ChocolateSpace):
        small, large = (space.observe(position.view(0))["observation"] for space in (narrow, wide))
        assert [plane.sum() for plane in small] == [plane.sum() for plane in large]


@every_kind
@pytest.mark.parametrize("actions", [(), (-1,), (10**9,), (0, 0, 0, 0)])
def test_actions_that_stand_for_nothing_are_refused(game: str, options: str, actions: tuple[int, ...]) -> None:
    position = next(positions(game, options, 7))
    with pytest.raises(IllegalMove):
        space_of(game, position.options).decode(position, actions)


def test_a_window_has_one_of_two_sizes() -> None:
    game = find_game("schoko")
    with pytest.raises(BadSetup):
        space_of("schoko", game.options_type.parse(""), window=64)


@pytest.mark.parametrize("window", [32, 128])
def test_the_parts_of_a_turn_have_the_numbers_that_the_page_on_spaces_gives(window: int) -> None:
    """The tables of docs/spaces.md."""
    game = find_game("schokoly")
    options = game.options_type.parse("players=3")
    space = space_of("schokoly", options, window=window)
    placings = 32 * window**2
    assert space.size == placings + 16 + 50 + 3
    assert window != 32 or space.size == 32_837
    position = game.start(options, game.deal(options, Random(1)))
    parts = [space.encode(position, turn) for turn in position.turns()]
    assert {len(each) for each in parts} == {3}
    first, second, third = (set(numbers) for numbers in zip(*parts, strict=True))
    assert max(first) < placings
    assert second == {placings + 16, placings + 17}
    assert third == {placings + 66, placings + 67, placings + 68}
