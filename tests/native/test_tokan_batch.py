"""Batches of native TOKAN matches: what the arrays say is what the positions are."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from tafelrunde.games.errors import BadOptions, BadSetup, IllegalMove
from tafelrunde.games.tokan import TokanOptions, TokanPosition
from tafelrunde.games.tokan.board import REACH, SIDE
from tafelrunde.native import AVAILABLE
from tafelrunde.native.tokan import FEATURES, Batch, NativePosition
from tests.native.test_tokan_parity import options_of
from tests.strategies import TOKAN, Variant

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not compiled")

MATCHES = 7


def observation(position: TokanPosition) -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
    """The features of a position as native/src/tokan/features.hpp lists them."""
    columns = 10 if position.options.setup == "draft" else 6
    seen = np.zeros((5, columns, FEATURES), np.uint8)
    towers = position.towers
    width = 6
    if position.draft is not None:
        towers, width = position.draft.cells, 10
        left, right = position.draft.span
        seen[..., 15] = 1
        seen[:, right - 5 : left + 6, 7] = 1
    else:
        seen[:, :6, 7] = 1
        if position.taboo >= 0:
            seen[position.taboo // 6, position.taboo % 6, 14] = 1
    for cell, tower in enumerate(towers):
        features = seen[cell // width, cell % width]
        features[6] = len(tower)
        for depth, tile in enumerate(reversed(tower[-4:])):
            half = 0 if SIDE[tile] == position.side else 8
            if depth == 0:
                features[half + REACH[tile] - 1] = 1
            else:
                features[half + 2 + depth] = REACH[tile]
    return seen


def check(batch: Batch, match: int) -> None:
    position = batch.position(match)
    legal = np.zeros(batch.masks.shape[1], bool)
    legal[position.actions()] = True
    assert (batch.masks[match] == legal).all()
    assert (batch.observations[match] == observation(position.to_python())).all()
    assert batch.sides[match] == position.seat


@pytest.mark.parametrize("variant", TOKAN, ids=str)
def test_the_arrays_tell_the_truth(variant: Variant) -> None:
    options = options_of(variant)
    batch = Batch(MATCHES, seed=1, options=options, threads=2)
    rng = np.random.default_rng(1)
    ended = 0
    for step in range(120):
        before = [batch.position(match) for match in range(MATCHES)]
        for match in range(MATCHES):
            check(batch, match)
        if step % 3:
            actions = [int(rng.choice(np.flatnonzero(mask))) for mask in batch.masks]
            batch.step(actions)
        else:
            batch.step_randomly()
            actions = batch.actions.tolist()
        for match, (position, action) in enumerate(zip(before, actions, strict=True)):
            after = position.play(action)
            outcome = after.outcome()
            assert batch.done[match] == outcome.over
            red, black = outcome.points
            assert batch.margins[match] == (red - black if outcome.over else 0)
            rewards = {None: (0, 0), 0: (1, -1), 1: (-1, 1)}[outcome.winner]
            assert tuple(batch.rewards[match]) == rewards
            if outcome.over:
                ended += 1
                assert not batch.position(match).is_over
            else:
                assert batch.position(match) == after
    assert ended > MATCHES


def test_seeds_and_threads() -> None:
    batches = [Batch(50, seed=3, threads=threads) for threads in (1, 2, 3)]
    for _ in range(40):
        for batch in batches:
            batch.step_randomly()
        for other in batches[1:]:
            assert (other.observations == batches[0].observations).all()
            assert (other.rewards == batches[0].rewards).all()
    batches[0].reset(seed=4)
    fresh = Batch(50, seed=4)
    for _ in range(3):
        assert (batches[0].observations == fresh.observations).all()
        batches[0].step_randomly()
        fresh.step_randomly()
    assert not (batches[0].observations == Batch(50, seed=5).observations).all()


def test_masks_are_right_however_often_they_are_asked_for() -> None:
    batch = Batch(50, seed=3, threads=2)
    for steps in (1, 1, 2, 1, 3, 1, 1):
        for _ in range(steps):
            batch.step_randomly()
        for match in range(50):
            check(batch, match)
    batch.step_randomly()
    batch.set_position(7, NativePosition.deal(9))
    check(batch, 7)


def test_a_match_is_that_of_its_seed_wherever_it_stands() -> None:
    batch = Batch(MATCHES, seed=1)
    for _ in range(9):
        batch.step_randomly()
    assert batch.masks.any()  # what was legal is asked for, so that it is known to be stale
    seeds = np.arange(MATCHES, dtype=np.uint64) % 5
    batch.reset_each(seeds)
    found = [batch.position(match) for match in range(MATCHES)]
    for match in range(MATCHES):
        check(batch, match)
    assert found[:2] == found[5:]
    assert len(set(found)) == 5
    batch.reset_each(seeds[::-1])
    assert [batch.position(match) for match in range(MATCHES)] == found[::-1]
    for wrong in (seeds[:-1], np.arange(MATCHES + 1, dtype=np.uint64)):
        with pytest.raises(ValueError, match="one seed for each match"):
            batch.reset_each(wrong)
    assert [batch.position(match) for match in range(MATCHES)] == found[::-1]


def test_an_illegal_action_changes_nothing() -> None:
    batch = Batch(MATCHES, seed=1)
    actions = batch.masks.argmax(axis=1)
    before = batch.observations.copy()
    for bad in (-1, 360, 510, int(np.argmin(batch.masks[4]))):
        wrong = actions.copy()
        wrong[4] = bad
        with pytest.raises(IllegalMove, match="match 4"):
            batch.step(wrong)
        assert (batch.observations == before).all()
    with pytest.raises(ValueError, match="one action for each match"):
        batch.step(actions[:-1])
    batch.step(actions)
    assert not (batch.observations == before).all()


def test_the_arrays_are_read_only_views() -> None:
    batch = Batch(2, seed=1)
    assert not batch.observations.flags.writeable
    assert not batch.masks.flags.writeable
    first = batch.observations
    copy = first.copy()
    batch.step_randomly()
    assert (first == batch.observations).all()
    assert not (first == copy).all()
    del batch
    assert first.sum() > 0


def test_going_on_from_a_position() -> None:
    batch = Batch(3, seed=1)
    position = NativePosition.deal(9)
    batch.step_randomly()
    batch.set_position(1, position)
    assert batch.position(1) == position
    check(batch, 1)
    batch.step_randomly()
    for match in range(3):
        check(batch, match)
    over = position
    while not over.is_over:
        over = over.play(over.actions()[0])
    with pytest.raises(BadSetup):
        batch.set_position(1, over)
    with pytest.raises(BadOptions):
        batch.set_position(1, NativePosition.deal(9, TokanOptions(scoring="heads")))
    with pytest.raises(IndexError):
        batch.set_position(3, position)
    with pytest.raises(IndexError):
        batch.position(3)
    for matches in (0, 2**21):
        with pytest.raises(ValueError, match="matches"):
            Batch(matches, seed=1)


def test_threads_that_cannot_be_had_are_an_error_and_not_the_end_of_the_program() -> None:
    # Every thread wants room for its stack: with a limit on that, some are started and then no more.
    script = """
import resource, sys
from tafelrunde.native.tokan import Batch
with open("/proc/self/statm") as file:
    used = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (1 << 28), resource.RLIM_INFINITY))
try:
    Batch(2, 1, threads=1000)
except RuntimeError as error:
    print("refused:", error)
print(len(Batch(2, 1, threads=2)))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("refused:")
    assert done.stdout.endswith("\n2\n")
