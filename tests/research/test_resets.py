"""Vector environments are reset and drawn as Gymnasium's own are: some matches alone, by the step, or by hand."""

from itertools import count
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import tafelrunde.research.envs  # noqa: F401  # its ids
from tafelrunde.games.errors import BadOptions, BadSetup
from tafelrunde.research.envs.episode import new_episode
from tafelrunde.research.envs.registration import environment_ids
from tafelrunde.research.envs.vector import MatchesEnv, self_play, vector_env
from tafelrunde.research.envs.vector.base import NO_ACTION
from tafelrunde.research.envs.vector.rivals import PlayerRival, RivalsEnv
from tests.research.matches import every_kind

every_game = pytest.mark.parametrize("game", environment_ids().values())


def drawn(masks: Any, chance: Random) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """Choose a legal action in every match, 0 where there is none."""
    legal = [np.flatnonzero(mask).tolist() for mask in masks]
    return np.array([chance.choice(actions) if actions else 0 for actions in legal], np.int32)


def rows(env: MatchesEnv) -> list[str]:
    """Return what the seats that decide may know, as texts."""
    return [repr(env.view(match)) for match in range(env.num_envs)]


@every_kind
def test_some_matches_are_dealt_anew_and_the_others_go_on(game: str, options: str) -> None:
    env, other = (vector_env(game, options, matches=3, threads=1, turns="parts") for _ in range(2))
    chance = Random(1)
    for it in (env, other):
        it.reset(seed=[5, 6, 7])
        chance.seed(1)
        for _ in range(7):
            it.step(drawn(it.action_masks(), chance))
    before, masks = rows(env), np.array(env.action_masks())
    seen, _ = env.reset(seed=[8, 9, 10], options={"reset_mask": np.array([False, True, False])})
    after = rows(env)
    assert (after[0], after[2]) == (before[0], before[2])
    assert after[1] != before[1]
    alone = new_episode(game, options)
    alone.reset(9)
    assert all(np.array_equal(seen[name][1], array) for name, array in alone.observe(alone.seat).items())
    assert np.array_equal(np.array(env.action_masks())[[0, 2]], masks[[0, 2]])
    # Also beyond their ends, whatever is dealt then, and in the middle of a turn.
    for _ in range(150):
        actions = drawn(other.action_masks(), chance)
        actions[1] = drawn(env.action_masks(), Random(0))[1]
        theirs = actions.copy()
        theirs[1] = drawn(other.action_masks(), Random(0))[1]
        mine, expected = env.step(actions), other.step(theirs)
        for name in mine[0]:
            assert np.array_equal(mine[0][name][[0, 2]], expected[0][name][[0, 2]])


@every_game
def test_without_a_seed_others_are_dealt_than_before(game: str) -> None:
    env = vector_env(game, matches=2, threads=1)
    env.reset(seed=1)
    before, mask = rows(env), np.array([True, False])
    env.reset(options={"reset_mask": mask})
    assert rows(env)[1] == before[1]
    assert rows(env)[0] != before[0]
    assert mask.tolist() == [True, False]


@pytest.mark.parametrize(
    "wrong", [[True, False], np.zeros(2, np.bool_), np.ones(3, np.bool_), np.ones(2, np.int8), "all", 1]
)
def test_what_chooses_no_matches_is_refused(wrong: Any) -> None:
    for env in (vector_env("tokan", matches=2, threads=1), self_play(2), self_play(2, autoreset_mode="Disabled")):
        env.reset(seed=1)
        with pytest.raises(BadSetup, match="reset_mask is an array of 2 truth values"):
            env.reset(options={"reset_mask": wrong})


@every_game
def test_seeds_may_be_in_any_sequence_and_are_whole_numbers(game: str) -> None:
    env = vector_env(game, matches=2, threads=1)
    env.reset(seed=[1, 2])
    expected = rows(env)
    for same in ((1, 2), np.array([1, 2]), [np.int64(1), np.uint8(2)]):
        env.reset(seed=same)  # type: ignore[arg-type]  # NumPy's integers are integers too
        assert rows(env) == expected
    for wrong in ([1, 2.5], [1, "a"], "ab", [1, [2]], np.array([1.0, 2.0])):
        with pytest.raises(BadSetup, match="whole number from 0"):
            env.reset(seed=wrong)  # type: ignore[arg-type]
    assert rows(env) == expected


@every_kind
def test_seeds_for_all_decide_all_that_is_drawn_later(game: str, options: str) -> None:
    def played() -> list[str]:
        env = vector_env(game, options, matches=2, threads=1, turns="parts")
        env.reset(seed=[1, 2])
        told = []
        for _ in range(80):
            env.step_randomly()
            told += rows(env)
        return told

    assert played() == played()
    seats = []
    for _ in range(2):
        env = RivalsEnv(vector_env(game, options, matches=8, threads=1, turns="parts"), PlayerRival("random"))
        seats.append(env.reset(seed=list(range(8)))[1]["seat"].tolist())
    assert seats[0] == seats[1]
    assert len(set(seats[0])) > 1


def test_a_learner_takes_another_seat_only_where_a_match_is_dealt_anew() -> None:
    env = RivalsEnv(vector_env("tokan", matches=64, threads=1), PlayerRival("random"))
    before = env.reset(seed=1)[1]["seat"]
    mask = np.arange(64) < 32
    after = env.reset(options={"reset_mask": mask})[1]["seat"]
    assert np.array_equal(before[~mask], after[~mask])
    assert not np.array_equal(before[mask], after[mask])


@every_game
def test_matches_wait_to_be_dealt_anew_where_nothing_does_it_by_itself(game: str) -> None:
    env: Any = gymnasium.make_vec(
        f"tafelrunde/{game.capitalize()}SelfPlay-v1", num_envs=4, threads=1, autoreset_mode=AutoresetMode.DISABLED
    )
    assert env.metadata["autoreset_mode"] is AutoresetMode.DISABLED
    chance = Random(5)
    seen, _ = env.reset(seed=[4, 3, 2, 1])
    over = np.zeros(4, np.bool_)
    while over.sum() < 2:
        seen, rewards, over, truncated, info = env.step(drawn(env.action_masks(), chance))
        assert not truncated.any()
        assert "final_obs" not in info
    ended = over.copy()
    ends = {name: array[ended].copy() for name, array in seen.items()}
    for _ in range(3):
        # Where a match is over nothing is legal, and nothing happens.
        assert np.array_equal(env.action_masks().any(axis=1), ~over)
        seen, rewards, over, *_ = env.step(drawn(env.action_masks(), chance))
        assert not rewards[ended].any()
        assert over[ended].all()
        assert all(np.array_equal(seen[name][ended], ends[name]) for name in ends)
    ended = over.copy()
    first = np.arange(4) == np.flatnonzero(ended)[0]
    running = {name: array[~first].copy() for name, array in seen.items()}
    seen, info = env.reset(options={"reset_mask": first})
    assert all(np.array_equal(seen[name][~first], running[name]) for name in running)
    assert env.action_masks()[first].any()
    *_, over, _, _ = env.step(drawn(env.action_masks(), chance))
    assert not over[first].any()
    assert over[ended & ~first].all()
    env.reset(seed=[1, 2, 3, 4])
    assert env.action_masks().any(axis=1).all()
    assert not env.step(drawn(env.action_masks(), chance))[2].any()


@every_game
def test_ends_that_are_shown_stay_when_others_are_dealt_anew(game: str) -> None:
    env = self_play(3, game=game, threads=1)
    seen, _ = env.reset(seed=[2, 3, 4])
    chance, over = Random(1), np.zeros(3, np.bool_)
    for number in count():
        actions = drawn(env.action_masks(), chance)
        # Matches of one length end in the same step, unless some begin later.
        if number < 3:
            actions[1:] = NO_ACTION
        seen, _, over, *_ = env.step(actions)
        if over.any():
            break
    assert not over.all()
    ends = {name: array[over].copy() for name, array in seen.items()}
    seen, info = env.reset(options={"reset_mask": ~over})
    assert all(np.array_equal(seen[name][over], ends[name]) for name in ends)
    assert np.array_equal(np.asarray(env.action_masks()).any(axis=1), ~over)
    if "action_mask" in info:
        assert np.array_equal(info["action_mask"].any(axis=1), ~over)
    _, rewards, again, *_ = env.step(drawn(env.action_masks(), chance))
    assert not again[over].any()
    assert not rewards[over].any()


@every_game
def test_all_matches_are_drawn(game: str) -> None:
    name = f"tafelrunde/{game.capitalize()}SelfPlay-v1"
    for mode, number in zip((None, "ansi", "rgb_array"), count(), strict=False):
        env: Any = gymnasium.make_vec(name, num_envs=2, threads=1, render_mode=mode)
        env.reset(seed=[3, number])
        frames = env.render()
        assert env.render_mode == mode
        assert mode is None or mode in env.metadata["render_modes"]
        if mode is None:
            assert frames is None
        elif mode == "ansi":
            assert frames == tuple(env.unwrapped.view(match).diagram() for match in range(2))
        else:
            assert [frame.dtype for frame in frames] == [np.uint8] * 2
            assert len(np.unique(frames[0].reshape(-1, 3), axis=0)) > 4
    for wrong in ("human", "video"):
        with pytest.raises(BadOptions, match="render_mode"):
            gymnasium.make_vec(name, num_envs=2, render_mode=wrong)
