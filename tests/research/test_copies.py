"""Copies of environments, in memory and through pickle, go on as the environments themselves would."""

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest

import tafelrunde.research.envs  # noqa: F401  # its ids
from tafelrunde.research.envs.aec import env
from tafelrunde.research.envs.registration import environment_ids
from tafelrunde.research.envs.vector import MatchesEnv, Turns, self_play, vector_env
from tafelrunde.research.envs.vector.rivals import PlayerRival, RivalsEnv
from tests.research.matches import every_kind

Copier = Callable[[Any], Any]

by_every_copier = pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))], ids=["deepcopy", "pickle"]
)


def assert_same(first: Any, second: Any) -> None:
    """Compare what steps give: numbers, arrays, and whatever holds them."""
    if isinstance(first, dict):
        assert first.keys() == second.keys()
        for name in first:
            assert_same(first[name], second[name])
    elif isinstance(first, tuple | list) or (isinstance(first, np.ndarray) and first.dtype.kind == "O"):
        for one, other in zip(first, second, strict=True):
            assert_same(one, other)
    else:
        assert np.array_equal(first, second)


@every_kind
@by_every_copier
def test_a_copy_of_a_batch_goes_on_beyond_the_end_of_its_matches(game: str, options: str, copied: Copier) -> None:
    first = vector_env(game, options, matches=3, threads=1)
    first.reset(seed=4)
    for _ in range(9):
        first.step_randomly()
    second: MatchesEnv = copied(first)
    ended = 0
    for _ in range(150):
        mine, other = first.step_randomly(), second.step_randomly()
        assert_same(mine, other)
        ended += int(mine[2].sum())
    assert ended


@pytest.mark.parametrize("turns", ["whole", "parts"])
def test_a_copy_goes_its_own_way(turns: Turns) -> None:
    first = vector_env("schoko", matches=2, threads=1, turns=turns)
    first.reset(seed=1)
    first.step_randomly()
    second = copy.deepcopy(first)
    before = [first.view(match) for match in range(2)]
    for _ in range(6):
        second.step_randomly()
    assert [first.view(match) for match in range(2)] == before
    assert second.view(0) != before[0]


@pytest.mark.parametrize("game", ["tokan", "schoko"])
@by_every_copier
def test_copies_of_what_is_made_of_batches_go_on(game: str, copied: Copier) -> None:
    for first in (self_play(3, game=game), RivalsEnv(vector_env(game, matches=3, turns="parts"), PlayerRival(1))):
        first.reset(seed=2)
        for _ in range(5):
            first.step(np.asarray(first.action_masks()).argmax(axis=1))
        second = copied(first)
        for _ in range(12):
            actions = np.asarray(first.action_masks()).argmax(axis=1)
            assert_same(first.step(actions), second.step(actions))


@pytest.mark.parametrize("name", environment_ids())
@by_every_copier
def test_a_copy_of_an_agents_environment_meets_the_same_match(name: str, copied: Copier) -> None:
    first = gymnasium.make(name, opponent=2, nodes=50)
    _, info = first.reset(seed=3)
    chance = Random(1)
    for _ in range(3):
        info = first.step(chance.choice(np.flatnonzero(info["action_mask"]).tolist()))[4]
    second = copied(first)
    while info["action_mask"].any():
        action = chance.choice(np.flatnonzero(info["action_mask"]).tolist())
        mine = first.step(action)
        assert_same(mine, second.step(action))
        info = mine[4]


@every_kind
@by_every_copier
def test_a_copy_of_a_table_of_agents_goes_on_in_the_middle_of_a_turn(game: str, options: str, copied: Copier) -> None:
    first, chance = env(game, options), Random(2)
    first.reset(seed=5)
    for _ in range(40):
        second = copied(first)
        seen, _, terminated, truncated, _ = first.last()
        assert_same(first.last(), second.last())
        if terminated or truncated:
            break
        assert isinstance(seen, dict)
        action = chance.choice(np.flatnonzero(seen["action_mask"]).tolist())
        first.step(action)
        second.step(action)
        assert_same(first.last(), second.last())
