"""Batches of native chocolate matches: the arrays say what the positions are, and no more than a seat may know."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from tafelrunde.games.chocolate.cards import upright
from tafelrunde.games.chocolate.field import cells_of
from tafelrunde.games.chocolate.moves import Placement
from tafelrunde.games.chocolate.negotiation import announced_number
from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.errors import BadOptions, BadSetup, IllegalMove, UnknownGame
from tafelrunde.games.tokan import TokanOptions
from tafelrunde.native import AVAILABLE
from tafelrunde.native.chocolate import FINISHED, NO_COLOUR, PLANES, RANDOM, RUNNING, TRUNCATED, Batch, NativePosition
from tests.strategies import CHOCOLATE, SWAPPING, Variant, play, swapper, variant

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not compiled")

MATCHES = 5
KINDS = sorted({card for of in CHOCOLATE for card in of.deal(Random(1)).split()})
SCHOKOLY = variant("schokoly", "players=2")


def batch_of(of: Variant, matches: int = MATCHES, seed: int = 1, **options: int) -> Batch:
    return Batch(of.game.name, of.options, matches, seed, **options)


def corner(position: ChocolatePosition, window: int) -> tuple[int, int]:
    """The first cell of the window over the middle of the field."""
    left, top, right, bottom = position.field.extent()
    return tuple(low - 2 - (window - 3 - (high - low + 1)) // 2 for low, high in ((left, right), (top, bottom)))  # type: ignore[return-value]


def check_planes(position: ChocolatePosition, batch: Batch, match: int) -> None:
    x, y = corner(position, batch.window)
    field = position.field
    first = [card for card in field.cards if card.tier == 1]
    expected = [set(cells_of(mask)) for mask in field.seen]
    expected.append({cell for card in field.cards if card.tier == 2 for cell, _ in card.pieces()})
    expected.append({cell for card in first if card.smartie for cell, _ in card.pieces()})
    expected.append({card.place for card in first})
    cells = batch.cells()[match]
    assert len(expected) == len(cells) == len(PLANES)
    for plane, wanted in zip(cells, expected, strict=True):
        assert {(int(column) + x, int(row) + y) for row, column in np.argwhere(plane)} == wanted


def check_scalars(position: ChocolatePosition, batch: Batch, match: int) -> None:
    seats, seat, swap = position.rules.seats, position.seat, position.swap
    scalars = batch.scalars[match].tolist()

    def padded(numbers: list[int], size: int, fill: int = 0) -> list[int]:
        return numbers + [fill] * (size - len(numbers))

    assert scalars[0:2] == [seat, position.to_move]
    assert scalars[2:5] == padded([3 if c is None else "DMW".index(c) for c in position.colours], 3, 3)
    assert scalars[5:9] == padded(list(position.smarties), 4)
    assert scalars[9:13] == padded([len(hand) for hand in position.hands], 4)
    assert scalars[13:15] == [len(position.stack), position.passes]
    assert scalars[15] == (0 if swap is None else 1 if swap.countered is None else 2)
    if swap is not None:
        assert scalars[16:18] == [swap.to, announced_number(position, swap.offered, swap.to)]
        if swap.countered is not None:
            assert scalars[18] == announced_number(position, swap.countered, position.to_move)
            assert scalars[58] == KINDS.index(swap.offered)
    assert scalars[19] == position.swap_used
    assert tuple(scalars[20:22]) == corner(position, batch.window)
    assert scalars[22:40] == [position.hands[seat].count(card) for card in KINDS]
    deck = list(position.rules.deck)
    for card in (*position.hands[seat], *(upright(card.card) for card in position.field.cards)):
        deck.remove(card)
    assert scalars[40:58] == [deck.count(card) for card in KINDS]
    assert seats <= 4


def legal_actions(batch: Batch, match: int) -> set[tuple[int, int, int]]:
    """What the masks of a match allow, as actions."""
    masks = batch.masks()
    bits = np.unpackbits(masks.placings[match].view(np.uint8), bitorder="little")
    colours = [k for k in range(4) if int(masks.colours[match]) >> k & 1]
    smarties = [k for k in range(50) if int(masks.smarties[match]) >> k & 1]
    actions = set()
    for what in map(int, np.flatnonzero(bits)):
        second_tier = what // batch.window**2 % 2
        actions |= {(what, smartie, c) for smartie in ([0] if second_tier else smarties) for c in colours}
    others = int(masks.others[match])
    return actions | {(batch.placings + k, 0, NO_COLOUR) for k in range(16) if others >> k & 1}


@pytest.mark.parametrize("window", [32, 128])
@pytest.mark.parametrize("of", CHOCOLATE, ids=str)
def test_the_arrays_tell_the_truth(of: Variant, window: int) -> None:
    batch = batch_of(of, window=window, threads=2)
    rng = Random(1)
    for step in range(40):
        actions = batch.sample()
        for match in range(MATCHES):
            native = batch.position(match)
            python = native.to_python()
            check_planes(python, batch, match)
            check_scalars(python, batch, match)
            if step % 8 == match:
                legal = legal_actions(batch, match)
                texts = sorted(str(batch.action_text(match, action)) for action in legal)
                assert texts == sorted([*native.turns(), *native.swap_actions()])
                assert {batch.text_action(match, text) for text in texts} == legal
                actions[match] = rng.choice(sorted(legal))
        batch.step(actions)


@pytest.mark.parametrize("of", CHOCOLATE, ids=str)
def test_steps_are_moves_and_ends_are_scored(of: Variant) -> None:
    batch = batch_of(of)
    finished = 0
    for _ in range(110):
        actions = batch.sample()
        before = [batch.position(match) for match in range(MATCHES)]
        texts = [batch.action_text(match, tuple(actions[match].tolist())) for match in range(MATCHES)]
        batch.step(actions)
        for match in range(MATCHES):
            after = before[match].play(str(texts[match]))
            if not after.is_over:
                assert batch.ended[match] == RUNNING
                assert batch.position(match) == after
                assert not batch.rewards[match].any()
                continue
            finished += 1
            outcome = after.outcome()
            assert batch.ended[match] == FINISHED
            assert tuple(batch.points[match]) == outcome.points
            seats = of.game.seats(of.options)
            lost = -0.5 if seats == 3 else -1
            sides = [of.game.side(of.options, seat) for seat in range(seats)]
            rewards = [0.0 if outcome.winner is None else 1 if side == outcome.winner else lost for side in sides]
            assert batch.rewards[match].tolist() == rewards
            assert batch.position(match).to_python().field.cards == ()
    assert finished >= 2 * MATCHES


def test_random_steps_are_reproducible_on_any_number_of_threads() -> None:
    runs = [batch_of(SCHOKOLY, 50, 7, threads=threads) for threads in (1, 2, 3)]
    drawn = batch_of(SCHOKOLY, 50, 7)
    for _ in range(60):
        for batch in runs:
            batch.step_randomly()
        drawn.step(np.full((50, 3), (RANDOM, 0, NO_COLOUR), np.int32))
    for batch in (*runs[1:], drawn):
        assert (batch.planes == runs[0].planes).all()
        assert (batch.scalars == runs[0].scalars).all()
    drawn.reset(7)
    fresh = batch_of(SCHOKOLY, 50, 7)
    assert (drawn.scalars == fresh.scalars).all()
    assert len(drawn) == 50


def test_an_observation_hides_what_the_seat_does_not_know() -> None:
    """Positions that look alike to the seat that decides have the same observation."""
    batch = batch_of(SWAPPING, 2)
    for length in range(3, 30, 3):
        python = play(SWAPPING, Random(length), length, swapper).final
        assert isinstance(python, ChocolatePosition)
        native = NativePosition(python)
        batch.set_position(0, native)
        batch.set_position(1, native.view(native.seat).resample(length))
        assert (batch.planes[0] == batch.planes[1]).all()
        assert (batch.scalars[0] == batch.scalars[1]).all()


def test_bad_actions_are_refused_and_nothing_is_played() -> None:
    batch = batch_of(SCHOKOLY)
    for bad in (
        (batch.actions, 0, 3), (-3, 0, 3), (0, 0, 0), (batch.placings, 0, 3), (batch.placings + 1, 0, 3),
        (batch.placings + 14, 0, 3), (batch.placings, 1, 3), (batch.placings, 0, 0),
    ):  # fmt: skip
        actions = batch.sample()
        keys = [batch.position(match).key for match in range(MATCHES)]
        actions[3] = bad
        with pytest.raises(IllegalMove, match="match 3"):
            batch.step(actions)
        assert [batch.position(match).key for match in range(MATCHES)] == keys
    good = batch.sample()
    for part, number in ((1, 2), (1, -1), (1, 50), (2, 3), (2, -1), (2, 4)):
        actions = good.copy()
        actions[1, part] = number
        with pytest.raises(IllegalMove, match="match 1"):
            batch.step(actions)
    with pytest.raises(BadSetup):
        batch.step(good[1:])
    with pytest.raises(IllegalMove):
        batch.text_action(0, "DDDD@0,0")
    assert batch.action_text(0, (batch.actions, 0, 3)) is None
    batch.step(good)


def test_a_match_that_outgrows_a_small_window_is_truncated() -> None:
    def furthest(moves: Any, rng: Random) -> Any:
        return max(moves, key=lambda move: (isinstance(move, Placement) and move.x, rng.random()))

    match = play(SCHOKOLY, Random(1), policy=furthest)
    small, large = batch_of(SCHOKOLY, 1), batch_of(SCHOKOLY, 1, window=128)
    positions = [NativePosition(python) for python in match.positions[:-1] if isinstance(python, ChocolatePosition)]
    ends = []
    for native, move in zip(positions, match.moves, strict=True):
        large.set_position(0, native)
        large.step(np.array([large.text_action(0, str(move))], np.int32))
        assert large.ended[0] == (FINISHED if move is match.moves[-1] else RUNNING)
        try:
            small.set_position(0, native)
        except BadSetup:
            break
        small.step(np.array([small.text_action(0, str(move))], np.int32))
        ends.append(int(small.ended[0]))
        assert not small.rewards.any()
    assert ends[-1] == TRUNCATED
    assert set(ends[:-1]) == {RUNNING}


def test_positions_that_no_match_can_take() -> None:
    batch = batch_of(SCHOKOLY)
    with pytest.raises(BadSetup):
        batch.set_position(0, NativePosition.deal("schoko", CHOCOLATE[0].options, 1))
    over = play(SCHOKOLY, Random(1)).final
    assert isinstance(over, ChocolatePosition)
    with pytest.raises(BadSetup):
        batch.set_position(0, NativePosition(over))
    with pytest.raises(IndexError):
        batch.position(MATCHES)


def test_batches_that_cannot_be() -> None:
    with pytest.raises(BadSetup):
        batch_of(SCHOKOLY, 0)
    with pytest.raises(BadSetup):
        batch_of(SCHOKOLY, window=64)
    with pytest.raises(UnknownGame):
        Batch("tokan", TokanOptions(), 1, 1)
    with pytest.raises(BadOptions):
        Batch("schoko", TokanOptions(), 1, 1)


def test_the_arrays_outlive_their_batch_and_cannot_be_written() -> None:
    planes = batch_of(SCHOKOLY).planes
    assert planes.shape == (MATCHES, len(PLANES), 32, 1)
    assert not planes.any()
    with pytest.raises(ValueError, match="read-only"):
        planes[0] = 1


@pytest.mark.parametrize("of", CHOCOLATE, ids=str)
def test_a_match_is_that_of_its_seed_wherever_it_stands(of: Variant) -> None:
    batch = batch_of(of)
    for _ in range(9):
        batch.step_randomly()
    seeds = np.arange(MATCHES, dtype=np.uint64) % 4
    batch.reset_each(seeds)
    found = [batch.position(match).to_python() for match in range(MATCHES)]
    assert found[0] == found[4]
    assert len(set(found)) == 4
    batch.reset_each(seeds[::-1])
    assert [batch.position(match).to_python() for match in range(MATCHES)] == found[::-1]
    for wrong in (seeds[:-1], np.arange(MATCHES + 1, dtype=np.uint64)):
        with pytest.raises(ValueError, match="one entry a match"):
            batch.reset_each(wrong)
    assert [batch.position(match).to_python() for match in range(MATCHES)] == found[::-1]
