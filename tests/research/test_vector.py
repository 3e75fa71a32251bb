"""Many matches at once: the same as one by one, redealt when they end."""

from random import Random

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import FlattenObservation

from tafelrunde.games.errors import BadOptions, BadSetup, IllegalMove
from tafelrunde.games.schokoly.options import SchokolyOptions
from tafelrunde.native import chocolate
from tafelrunde.research.envs.episode import new_episode
from tafelrunde.research.envs.spaces import observation_space
from tafelrunde.research.envs.vector import ChocolateVectorEnv, TokanVectorEnv, Turns, self_play, vector_env
from tafelrunde.research.envs.vector.base import NO_ACTION, MatchesEnv
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
    assert env.action_masks().others.shape == (8,)


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
    with pytest.raises(BadSetup, match="2 matches and 3 seeds"):
        env.reset(seed=[1, 2, 3])
    with pytest.raises(BadSetup, match="from 0"):
        env.reset(seed=[1, -1])


@every_kind
@pytest.mark.parametrize("turns", ["whole", "parts"])
def test_what_are_no_actions_is_refused_and_changes_nothing(game: str, options: str, turns: Turns) -> None:
    env = vector_env(game, options, matches=2, threads=1, turns=turns)
    env.reset(seed=1)
    shape = env.action_space.shape
    assert shape is not None
    before = env.view(0)
    for wrong in (None, "north", [0], np.zeros((*shape, 1), np.int32), np.zeros(shape), np.full(shape, np.nan)):
        with pytest.raises(BadSetup, match=r"integers of shape \(2,"):
            env.step(wrong)
    for large in (np.int64(1) << 32, np.uint64(1) << np.uint64(63), np.int64(-1) << 40):
        # Cut to 32 bits, the first of these is the legal action it was made of.
        legal = np.array([env.encode(match, env.view(match).legal_moves()[0])[0] for match in range(2)])
        actions = legal.astype(np.asarray(large).dtype) + large
        with pytest.raises(IllegalMove):
            env.step(actions)
    assert env.view(0) == before


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int64, np.uint16, np.uint64])
def test_actions_may_be_integers_of_any_size(dtype: type[np.integer]) -> None:
    first, second = (vector_env("tokan", matches=2, threads=1) for _ in range(2))
    first.reset(seed=1), second.reset(seed=1)
    masks = first.action_masks()
    masks = masks & (np.arange(360) < 127)
    assert masks.any(axis=1).all()
    actions = masks.argmax(axis=1)
    assert np.array_equal(
        first.step(actions.astype(dtype))[0]["observation"], second.step(actions.astype(np.int32))[0]["observation"]
    )


@pytest.mark.parametrize(("game", "turns"), [("tokan", "whole"), ("schoko", "whole"), ("schokoly", "parts")])
def test_numbers_of_matches_and_threads_that_cannot_be_are_refused(game: str, turns: Turns) -> None:
    for matches in (0, -1, 2**20 + 1, 1.5, "a"):
        with pytest.raises(BadSetup, match="matches is a number from 1 to 1,048,576"):
            vector_env(game, matches=matches, turns=turns)  # type: ignore[arg-type]
    for threads in (-1, 1025, 1.5, None):
        with pytest.raises(BadSetup, match="threads is a number from 0 to 1,024"):
            vector_env(game, matches=1, threads=threads, turns=turns)  # type: ignore[arg-type]


@every_kind
def test_matches_with_seeds_of_their_own_are_those_of_one_match_alone(game: str, options: str) -> None:
    # A policy carries over: the same seed and actions give the same observations, masks, rewards and end everywhere.
    seeds: list[int | None] = [3, 99, 2**63 + 5]
    env = vector_env(game, options, matches=len(seeds), threads=1, turns="parts")
    seen, info = env.reset(seed=seeds)
    alone = [new_episode(game, options) for _ in seeds]
    for match, seed in zip(alone, seeds, strict=True):
        match.reset(seed or 0)
    assert env.single_action_space == gymnasium.spaces.Discrete(alone[0].space.size)
    assert env.single_observation_space == observation_space(alone[0].space, mask=False)
    chance = Random(7)
    running = set(range(len(seeds)))
    while running:
        masks = env.action_masks()
        actions = np.array([chance.choice(np.flatnonzero(mask).tolist()) for mask in masks], np.int32)
        for number in running:
            match = alone[number]
            assert np.array_equal(masks[number] != 0, match.mask() != 0)
            assert info["seat"][number] == match.seat
            for name, array in match.observe(match.seat).items():
                assert np.array_equal(seen[name][number], array), (name, number)
        seen, rewards, over, truncated, info = env.step(actions)
        for number in sorted(running):
            match, acting = alone[number], alone[number].seat
            match.step(int(actions[number]))
            assert (over[number], truncated[number]) == (match.over and not match.truncated, match.truncated)
            assert rewards[number] == match.rewards[acting]
            if match.over:
                assert info["_final_obs"][number]
                for name, array in match.observe(match.seat).items():
                    assert np.array_equal(info["final_obs"][number][name], array), name
                running.remove(number)


@pytest.mark.parametrize("along", ["columns", "rows"])
def test_a_card_that_reaches_beyond_the_window_is_shown_as_in_a_match_alone(along: str) -> None:
    env = vector_env("schokoly", matches=1, threads=1, turns="parts")
    assert any(edges_of(env, along, seed) for seed in range(30))


def edges_of(env: MatchesEnv, along: str, seed: int) -> int:
    """Play a match beside one alone until it outgrows the window; return how often its last row or column was legal."""
    match = new_episode("schokoly")
    seen, _ = env.reset(seed=[seed])
    match.reset(seed)
    edges, turn, chance = 0, 0, Random(seed)
    while not match.over:
        for name, array in match.observe(match.seat).items():
            assert np.array_equal(seen[name][0], array), name
        legal = np.flatnonzero(match.mask())
        chosen = int(legal[0])
        if chosen < 32768:
            # After a few cards anywhere the field grows in one direction, by two cells or, to get an odd width, by one.
            turn += 1
            reached = legal % 32 if along == "columns" else legal % 1024 // 32
            filled = np.flatnonzero(np.any(seen["observation"][0, :3], axis=(0, 1 if along == "columns" else 2)))
            wanted = reached == filled.max(initial=0) if filled.size % 2 == 0 else reached == reached.max()
            fitting = legal[wanted] if turn > 8 and wanted.any() else legal[reached == reached.max()]
            chosen = chance.choice((legal if turn <= 8 else fitting).tolist())
            edges += bool(reached.max() == 31)
        match.step(chosen)
        seen, *_ = env.step(np.array([chosen], np.int32))
    return edges


@every_kind
def test_only_matches_that_ended_have_a_final_observation(game: str, options: str) -> None:
    env = vector_env(game, options, matches=6, threads=1)
    env.reset(seed=8)
    for _ in range(150):
        *_, over, truncated, info = env.step_randomly()
        ended = over | truncated
        assert ("final_obs" in info) == ended.any()
        if ended.any():
            assert np.array_equal(info["_final_obs"], ended)
            assert [seen is not None for seen in info["final_obs"]] == ended.tolist()
            assert all(env.single_observation_space.contains(seen) for seen in info["final_obs"][ended])


@pytest.mark.parametrize("game", ["tokan", "schoko", "schokoly"])
def test_gymnasium_makes_and_flattens_matches_that_are_redealt_one_step_later(game: str) -> None:
    env = gymnasium.make_vec(f"tafelrunde/{game.capitalize()}SelfPlay-v1", num_envs=5, threads=1)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    flat = FlattenObservation(env)
    env.reset(seed=[4, 3, 2, 1, 0])  # type: ignore[arg-type]  # which Gymnasium's wrappers pass on, but do not say
    seen, _ = flat.reset(seed=1)
    chance = Random(3)
    ended = np.zeros(5, np.bool_)
    ends = 0
    while ends < 8:
        masks = env.action_masks()  # type: ignore[attr-defined]
        assert np.array_equal(masks.any(axis=1), ~ended)
        actions = [chance.choice(np.flatnonzero(mask).tolist()) if mask.any() else 0 for mask in masks]
        before = seen.copy()
        seen, rewards, over, truncated, info = flat.step(np.array(actions, np.int32))
        assert "final_obs" not in info
        # Where a match had ended nothing is played: it begins.
        assert not rewards[ended].any()
        assert not (over | truncated)[ended].any()
        assert not (seen == before)[ended].all(axis=1).any()
        ended = over | truncated
        ends += int(ended.sum())


def test_what_is_no_way_of_playing_many_matches_is_refused() -> None:
    with pytest.raises(BadOptions, match="turns"):
        vector_env(turns="half")  # type: ignore[arg-type]
    with pytest.raises(BadOptions, match="autoreset_mode"):
        self_play(2, autoreset_mode="sometimes")
    assert self_play(2, autoreset_mode="SameStep").metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


@pytest.mark.parametrize("game", ["schoko", "schokoly"])
def test_parts_that_are_not_due_are_refused_and_change_nothing(game: str) -> None:
    env = vector_env(game, matches=2, threads=1, turns="parts")
    env.reset(seed=4)
    seen, *_ = env.step_randomly()
    masks = env.action_masks()
    legal = masks.argmax(axis=1)
    for wrong in (-1, masks.shape[1], int(np.flatnonzero(masks[1] == 0)[0]), int(np.flatnonzero(masks[1] == 0)[-1])):
        with pytest.raises(IllegalMove, match="match 1 of"):
            env.step(np.array([legal[0], wrong], np.int32))
    assert np.array_equal(env.action_masks(), masks)
    with pytest.raises(BadSetup, match="shape"):
        env.step(np.array([legal[0]], np.int32))
    after, *_ = env.step(np.array([NO_ACTION, NO_ACTION], np.int32))
    assert all(np.array_equal(seen[name], after[name]) for name in seen)
