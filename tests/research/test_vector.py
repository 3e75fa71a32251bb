"""Many matches at once: the same as one by one, dealt anew when they end."""

import numpy as np
import pytest

from tafelrunde.games.errors import BadSetup, IllegalMove
from tafelrunde.games.schokoly.options import SchokolyOptions
from tafelrunde.native import chocolate
from tafelrunde.research.envs.vector import ChocolateVectorEnv, TokanVectorEnv, vector_env
from tafelrunde.research.spaces import space_of
from tafelrunde.research.spaces.chocolate import PLANES
from tests.research.matches import every_kind


@every_kind
def test_observations_fit_their_spaces_and_matches_end(game: str, options: str) -> None:
    env = vector_env(game, options, matches=4, threads=1)
    observations, _ = env.reset(seed=1)
    ended = 0
    for _ in range(140):
        assert env.observation_space.contains(observations)
        observations, rewards, terminations, truncations, info = env.step_randomly()
        ended += int(terminations.sum())
        running = ~(terminations | truncations)
        assert not rewards[running].any()
        assert not info["rewards"][running].any()
        assert np.all(np.abs(info["rewards"].sum(axis=1)) < 1e-6)
    assert ended >= 4


@pytest.mark.parametrize(
    ("game", "options", "shapes"),
    [
        ("tokan", "", {"observation": (5, 6, 16)}),
        ("tokan", "setup=draft", {"observation": (5, 10, 16)}),
        ("schoko", "", {"observation": (6, 32, 1), "scalars": (64,)}),
        ("schokoly", "players=3", {"observation": (6, 32, 1), "scalars": (64,)}),
    ],
)
def test_observations_have_the_documented_shapes(game: str, options: str, shapes: dict[str, tuple[int, ...]]) -> None:
    env = vector_env(game, options, matches=3, threads=1)
    observations, _ = env.reset(seed=5)
    assert {name: array.shape for name, array in observations.items()} == {
        name: (3, *shape) for name, shape in shapes.items()
    }
    assert env.single_observation_space.contains({name: array[0] for name, array in observations.items()})


@pytest.mark.parametrize("window", [32, 128])
def test_planes_come_in_bits_unless_bytes_are_asked_for(window: int) -> None:
    bits, cells = (
        ChocolateVectorEnv("schokoly", matches=2, threads=1, window=window, unpacked=unpacked)
        for unpacked in (False, True)
    )
    packed, spread = (env.reset(seed=6)[0]["observation"] for env in (bits, cells))
    for _ in range(5):
        packed, spread = (env.step_randomly()[0]["observation"] for env in (bits, cells))
    assert packed.dtype == np.uint32
    assert packed.shape == (2, 6, window, window // 32)
    assert spread.dtype == np.uint8
    assert spread.shape == (2, 6, window, window)
    assert np.array_equal(packed[..., 0] >> np.uint32(16) & 1, spread[..., 16])
    # The space has one plane more, for a turn that is not complete.
    space = space_of("schokoly", SchokolyOptions(), window)
    assert space.boxes["observation"].shape == (7, window, window)
    assert (*chocolate.PLANES, "pending") == PLANES


def test_a_vector_environment_is_one_of_1024_matches_of_tokan_unless_told_otherwise() -> None:
    env = vector_env()
    assert isinstance(env, TokanVectorEnv)
    assert env.reset(seed=7)[0]["observation"].shape == (1024, 5, 6, 16)


def test_actions_are_played() -> None:
    env = TokanVectorEnv(matches=8, threads=1)
    _, info = env.reset(seed=2)
    actions = info["action_mask"].argmax(axis=1)
    seats = info["seat"].copy()
    _, _, terminations, _, info = env.step(actions)
    assert np.array_equal(info["seat"] != seats, ~terminations)


def test_drawn_turns_are_legal() -> None:
    env = ChocolateVectorEnv("schokoly", "players=3", matches=8, threads=1, unpacked=True)
    observations, _ = env.reset(seed=3)
    for _ in range(20):
        observations, *_ = env.step(env.sample())
    assert observations["observation"].shape == (8, 6, 32, 32)
    assert env.observation_space.contains(observations)
    assert env.masks().others.shape == (8,)


@every_kind
def test_the_same_seed_gives_the_same_matches_on_any_number_of_threads(game: str, options: str) -> None:
    one, two = (vector_env(game, options, matches=64, threads=threads) for threads in (1, 2))
    one.reset(seed=4), two.reset(seed=4)
    for _ in range(30):
        first, second = (env.step_randomly() for env in (one, two))
        assert all(np.array_equal(first[0][name], second[0][name]) for name in first[0])
        assert np.array_equal(first[1], second[1])


def test_wrong_actions_and_seeds_are_refused() -> None:
    env = TokanVectorEnv(matches=2, threads=1)
    env.reset(seed=1)
    with pytest.raises(IllegalMove):
        env.step(np.array([400, 0], np.int32))
    with pytest.raises(BadSetup):
        env.reset(seed=[1, 2])
