"""Stable-Baselines3 and sb3-contrib learn in our environments as they are, masks and all."""

from typing import Any

import gymnasium
import numpy as np
import pytest

from tafelrunde.research.envs.vector import vector_env
from tests.research.needs import need

torch = need("torch")
stable = need("stable_baselines3")
contrib = need("sb3_contrib")

from stable_baselines3.common.callbacks import BaseCallback  # noqa: E402
from stable_baselines3.common.env_checker import check_env  # noqa: E402

from tafelrunde.research.envs.stable import StableVecEnv  # noqa: E402

GAMES = ("Tokan", "Schoko", "Schokoly")

every_game = pytest.mark.parametrize("game", GAMES)
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")
"""Others' warnings of what they find unusual, such as small spaces of uint8 that are no pictures."""


class Watching(BaseCallback):  # type: ignore[misc]  # without it installed there are no types
    """Counts the actions that were taken, all of which have to be legal."""

    legal = 0

    def _on_rollout_end(self) -> None:
        buffer = self.locals["rollout_buffer"]
        chosen = np.take_along_axis(buffer.action_masks, buffer.actions.astype(np.int64), axis=2)
        assert chosen.all()
        assert not buffer.action_masks.all()
        self.legal += chosen.size

    def _on_step(self) -> bool:
        return True


def learner(env: Any, **settings: Any) -> Any:
    """Return MaskablePPO with a small network."""
    policy = "MultiInputPolicy" if isinstance(env.observation_space, gymnasium.spaces.Dict) else "MlpPolicy"
    return contrib.MaskablePPO(policy, env, n_epochs=1, policy_kwargs={"net_arch": [8]}, device="cpu", **settings)


@every_game
def test_stable_baselines_accepts_the_environment(game: str) -> None:
    check_env(gymnasium.make(f"tafelrunde/{game}-v1", opponent="random").unwrapped)


@every_game
def test_an_agent_with_masks_learns_without_glue(game: str) -> None:
    env = gymnasium.make(f"tafelrunde/{game}-v1", opponent="random")
    watching = Watching()
    model = learner(env, n_steps=16, batch_size=16)
    model.learn(32, callback=watching)
    assert watching.legal == 32
    seen, info = env.reset(seed=1)
    action, _ = model.predict(seen, action_masks=info["action_mask"])
    assert info["action_mask"][action]


@every_game
def test_the_native_batch_is_a_vector_environment_of_stable_baselines(game: str) -> None:
    inside = vector_env(game.lower(), matches=4, threads=1, turns="parts")
    env = StableVecEnv(inside)
    watching = Watching()
    learner(env, n_steps=8, batch_size=16, gamma=-1.0).learn(64, callback=watching)
    assert watching.legal == 64


def test_observations_stay_as_they_were_when_matches_go_on() -> None:
    env = StableVecEnv(vector_env("tokan", matches=3, threads=1))
    env.seed(5)
    before = env.reset()
    kept = before.copy()
    masks = np.stack(env.env_method("action_masks"))
    after, rewards, ended, told = env.step(masks.argmax(axis=1))
    assert np.array_equal(before, kept)
    assert not np.array_equal(before, after)
    assert rewards.shape == ended.shape == (3,)
    assert told == [{}, {}, {}]
    env.seed(5)
    assert np.array_equal(env.reset(), kept)


def test_the_end_of_a_match_is_told_as_stable_baselines_expects() -> None:
    env = StableVecEnv(vector_env("tokan", matches=6, threads=1))
    env.seed(2)
    env.reset()
    ends = 0
    while ends < 6:
        masks = np.stack(env.env_method("action_masks"))
        seen, rewards, ended, told = env.step(masks.argmax(axis=1))
        for match in range(6):
            assert ended[match] == ("terminal_observation" in told[match])
            assert ended[match] or rewards[match] == 0
            if ended[match]:
                assert told[match]["TimeLimit.truncated"] is False
                assert told[match]["terminal_observation"].shape == seen[match].shape
                assert not np.array_equal(told[match]["terminal_observation"], seen[match])
        ends += int(ended.sum())


def test_attributes_and_methods_are_those_of_the_environment_within() -> None:
    env = StableVecEnv(vector_env("tokan", matches=3, threads=1))
    assert env.get_attr("num_envs", indices=[0, 2]) == [3, 3]
    assert env.has_attr("action_masks")
    assert not env.has_attr("nonsense")
    assert len(env.env_method("action_masks", indices=1)) == 1
    assert env.env_is_wrapped(gymnasium.Wrapper) == [False] * 3
    env.set_attr("note", "said")
    assert env.env.note == "said"  # type: ignore[attr-defined]
