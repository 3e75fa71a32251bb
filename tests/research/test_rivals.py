"""One seat for a learner, the others for a rival: who plays where, and what the learner gets for it."""

from random import Random
from typing import get_args

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from tafelrunde.games.errors import IllegalMove
from tafelrunde.players.registry import UnknownPlayer
from tafelrunde.research.envs.vector import MatchesEnv, Turns, vector_env
from tafelrunde.research.envs.vector.rivals import Matches, PlayerRival, RandomRival, RivalsEnv
from tafelrunde.research.spaces import Observation
from tests.research.matches import every_kind


def some(env: RivalsEnv, chance: Random) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """Choose a legal action in every match."""
    return np.array([chance.choice(np.flatnonzero(mask).tolist()) for mask in env.action_masks()], np.int32)


class Noting(RandomRival):
    """Plays at random and notes which seats it was asked for."""

    def __init__(self) -> None:
        super().__init__(3)
        self.asked: list[tuple[int, int]] = []

    def choose(self, env: MatchesEnv, seen: Observation, matches: Matches) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
        """Note and choose."""
        self.asked += [(match, env.view(match).observer) for match in matches.tolist()]
        chosen: np.ndarray[tuple[int], np.dtype[np.intp]] = super().choose(env, seen, matches)
        return chosen


@every_kind
def test_the_learner_decides_in_its_seat_and_the_rival_in_the_others(game: str, options: str) -> None:
    rival, chance = Noting(), Random(1)
    env = RivalsEnv(vector_env(game, options, matches=3, threads=1, turns="parts"), rival)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, info = env.reset(seed=4)
    seats = info["seat"].copy()
    ended = 0
    for _ in range(60):
        assert env.observation_space.contains(seen)
        assert [env.env.view(match).observer for match in range(3)] == seats.tolist()
        rival.asked.clear()
        seen, rewards, over, truncated, info = env.step(some(env, chance))
        done = over | truncated
        assert ("final_obs" in info) == done.any()
        assert not rewards[~done].any()
        assert all(seat != seats[match] for match, seat in rival.asked if not done[match])
        assert np.array_equal(info["seat"][~done], seats[~done])
        seats = info["seat"].copy()
        ended += int(done.sum())
    assert ended


@pytest.mark.parametrize("turns", ["whole", "parts"])
@pytest.mark.parametrize(("game", "options"), [("tokan", ""), ("schoko", ""), ("schokoly", "players=3")])
def test_levels_are_rivals_everywhere_and_beat_random_play(game: str, options: str, turns: Turns) -> None:
    inside = vector_env(game, options, matches=4, threads=1, turns=turns)
    env = RivalsEnv(inside, PlayerRival(2, seed=1), seats=[0, 1, 0, 1])
    learner = PlayerRival("random", seed=2)
    seen, _ = env.reset(seed=3)
    rewards_of_all: list[float] = []
    while len(rewards_of_all) < 12:
        assert env.seats.tolist() == [0, 1, 0, 1]
        actions = learner.choose(inside, seen, np.arange(4))
        seen, rewards, over, truncated, _ = env.step(actions)
        rewards_of_all += rewards[over | truncated].tolist()
    assert sum(rewards_of_all) < 0


@every_kind
def test_moves_become_actions_that_play_them(game: str, options: str) -> None:
    chance = Random(2)
    envs = [vector_env(game, options, matches=2, threads=1, turns=turns) for turns in get_args(Turns)]
    for env in envs:
        env.reset(seed=[7, 8])
    for _ in range(8):
        moves = [chance.choice(list(envs[0].view(match).legal_moves())) for match in range(2)]
        for env in envs:
            for match, move in enumerate(moves):
                for action in env.encode(match, move):
                    actions = np.full(env.action_space.shape or (), -2, np.int32)
                    actions[match] = action
                    env.step(actions)
        assert [str(envs[0].view(match)) for match in range(2)] == [str(envs[1].view(match)) for match in range(2)]


def test_an_illegal_action_of_the_learner_changes_nothing() -> None:
    env = RivalsEnv(vector_env("tokan", matches=2, threads=1), RandomRival(1))
    env.reset(seed=1)
    before = [env.env.view(match) for match in range(2)]
    with pytest.raises(IllegalMove):
        env.step(np.array([400, 0], np.int32))
    assert [env.env.view(match) for match in range(2)] == before


def test_the_same_seeds_give_the_same_matches() -> None:
    envs = [RivalsEnv(vector_env("tokan", matches=3, threads=1), RandomRival(1)) for _ in range(2)]
    chances = [Random(1), Random(1)]
    for env in envs:
        env.reset(seed=6)
    for _ in range(30):
        one, two = (env.step(some(env, chance)) for env, chance in zip(envs, chances, strict=True))
        assert np.array_equal(one[0]["observation"], two[0]["observation"])
        assert np.array_equal(one[1], two[1])


def test_a_rival_that_is_none_is_refused() -> None:
    with pytest.raises(UnknownPlayer):
        PlayerRival("nobody")


@pytest.mark.parametrize("name", [None, "random", "2"])
def test_a_seed_decides_what_a_rival_draws(name: str | None) -> None:
    def played(env: RivalsEnv, seed: int | list[int | None] | None) -> list[bytes]:
        chance = Random(1)
        seen, _ = env.reset(seed=seed)
        told = [seen["observation"].tobytes()]
        for _ in range(25):
            seen, rewards, *_ = env.step(some(env, chance))
            told += [seen["observation"].tobytes(), rewards.tobytes()]
        return told

    env, other = (
        RivalsEnv(vector_env("tokan", matches=3, threads=1), PlayerRival(name, own) if name else RandomRival(own))
        for own in (1, 2)
    )
    seeds: list[int | list[int | None]] = [5, [5, 6, 7]]
    for seed in seeds:
        first = played(env, seed)
        assert played(env, seed) == first
        assert played(other, seed) != first
    assert played(env, 6) != played(env, 5)
    assert played(env, None) != played(env, None)
