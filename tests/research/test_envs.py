"""The environments pass the checks of their own libraries, end as the rules say and keep hidden cards hidden."""

import subprocess
import sys
from itertools import count
from random import Random
from types import SimpleNamespace

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import SyncVectorEnv

from tafelrunde.games.errors import BadOptions, BadSetup, IllegalMove, UnknownGame
from tafelrunde.research.envs.aec import MatchEnv, env, raw_env
from tafelrunde.research.envs.episode import new_episode
from tafelrunde.research.envs.registration import environment_ids
from tafelrunde.research.envs.solo import SoloEnv
from tafelrunde.research.envs.vector.rivals import PlayerRival
from tests.research.matches import every_kind
from tests.research.zoo import api_test, performance_benchmark, seed_test

IDS = environment_ids()

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
"""The checks warn of what they merely find unusual, such as dictionaries."""


def choose(environment: MatchEnv, chance: Random) -> int | None:
    observation, _, terminated, truncated, _ = environment.last()
    if terminated or truncated:
        return None
    return chance.choice(np.flatnonzero(observation["action_mask"]).tolist())


@every_kind
def test_pettingzoo_accepts_the_environment(game: str, options: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(game, options), num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out
    seed_test(lambda: env(game, options), num_cycles=30)


@every_kind
def test_pettingzoo_measures_the_environment(
    game: str, options: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Its five seconds are over after two hundred looks at this clock, whole matches later.
    clock = count(0, 0.025)
    measuring = sys.modules["pettingzoo.test.performance_benchmark"]
    monkeypatch.setattr(measuring, "time", SimpleNamespace(time=lambda: next(clock)))
    performance_benchmark(env(game, options))
    assert "Finished performance benchmark" in capsys.readouterr().out


@every_kind
def test_a_match_ends_as_the_rules_say(game: str, options: str) -> None:
    environment, chance = env(game, options), Random(1)
    environment.reset(seed=1)
    total = dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        total[agent] += environment.last(observe=False)[1]
        environment.step(choose(environment, chance))
    final = environment.match.position
    outcome = final.outcome()
    assert outcome.over
    for seat, agent in enumerate(environment.possible_agents):
        won = final.game.side(final.options, seat) == outcome.winner
        assert (total[agent] > 0) == won
        assert (total[agent] == 0) == (outcome.winner is None)


@every_kind
def test_masks_are_the_legal_moves(game: str, options: str) -> None:
    match, chance = new_episode(game, options), Random(2)
    match.reset(2)
    while not match.over:
        actions = np.flatnonzero(match.mask()).tolist()
        if not match.pending:
            position = match.position
            legal = {match.space.encode(position, move)[0] for move in position.legal_moves()}
            assert set(actions) == legal
        match.step(chance.choice(actions))
    assert not match.mask().any()


@every_kind
def test_moves_of_the_notation_can_be_played(game: str, options: str) -> None:
    match, chance = new_episode(game, options), Random(3)
    match.reset(3)
    for _ in range(12):
        position = match.position
        move = chance.choice(list(position.legal_moves()))
        match.play(move)
        assert str(match.position.outcome()) == str(position.apply(move).outcome())


@every_kind
def test_an_illegal_action_loses(game: str, options: str) -> None:
    environment = env(game, options)
    environment.reset(seed=1)
    agent = environment.agent_selection
    environment.step(int(np.flatnonzero(environment.observe(agent)["action_mask"] == 0)[0]))
    assert environment.rewards == {other: -float(other == agent) for other in environment.possible_agents}
    assert all(environment.terminations.values())


@pytest.mark.parametrize("moves", [0, 1, 2])
def test_among_three_the_seat_after_the_last_one_goes_out_first(moves: int) -> None:
    environment, chance = env("schokoly", "players=3 swap=off"), Random(6)
    environment.reset(seed=6)
    while environment.match.seat != moves:
        environment.step(choose(environment, chance))
    assert environment.agent_selection == f"player_{moves}"
    environment.step(environment.match.space.size)  # which no action reaches: the match is lost
    order = []
    for agent in environment.agent_iter():
        order.append(agent)
        assert environment.last(observe=False)[1:4] == (-1.0 if agent == f"player_{moves}" else 0.0, True, False)
        environment.step(None)
    following = f"player_{(moves + 1) % 3}"
    # PettingZoo itself then takes the others by their seats.
    assert order == [following, *(agent for agent in environment.possible_agents if agent != following)]
    assert environment.agents == []


def test_a_match_refuses_an_illegal_action_and_stays_as_it_was() -> None:
    match = new_episode("schokoly", "players=3")
    before = match.position
    with pytest.raises(IllegalMove):
        match.step(match.space.size)
    assert match.position == before


@every_kind
def test_what_an_agent_sees_holds_in_every_deal_it_cannot_exclude(game: str, options: str) -> None:
    environment, chance = env(game, options), Random(4)
    environment.reset(seed=4)
    for _ in range(9):
        for seat, agent in enumerate(environment.possible_agents):
            seen = environment.observe(agent)
            other = environment.match.position.view(seat).resample(chance)
            pending = environment.match.pending if seat == environment.match.seat else ()
            expected = environment.match.space.observe(other.view(seat), pending)
            assert all(np.array_equal(seen[name], expected[name]) for name in expected)
        environment.step(choose(environment, chance))


@pytest.mark.parametrize("name", IDS)
def test_environments_are_found_by_name(name: str) -> None:
    assert pettingzoo.make("aec", name).match.game.name == IDS[name]
    assert gymnasium.spec(name).kwargs == {"game": IDS[name]}


@every_kind
def test_gymnasium_accepts_the_environment(game: str, options: str) -> None:
    check_env(SoloEnv(game, options))


@pytest.mark.parametrize("name", IDS)
def test_gymnasium_accepts_what_it_makes_by_name(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    check_env(gymnasium.make(name, render_mode="rgb_array").unwrapped)


@pytest.mark.parametrize("opponent", ["random", 2])
def test_the_agent_meets_its_opponent(opponent: str | int) -> None:
    environment, chance = SoloEnv("schokoly", "players=3", opponent, seat=1), Random(5)
    _, info = environment.reset(seed=5)
    while True:
        _, reward, terminated, truncated, info = environment.step(
            chance.choice(np.flatnonzero(info["action_mask"]).tolist())
        )
        if terminated or truncated:
            break
        assert reward == 0
        assert environment.match.seat == 1
    assert reward in (1.0, 0.0, -0.5)


def test_the_same_seed_gives_the_same_match() -> None:
    first, second = SoloEnv("schoko", opponent=3), SoloEnv("schoko", opponent=3)
    assert np.array_equal(first.reset(seed=9)[0]["observation"], second.reset(seed=9)[0]["observation"])
    assert first.view == second.view


@pytest.mark.parametrize(("game", "options"), [("tokan", ""), ("schokoly", "players=3")])
def test_tables_are_drawn(game: str, options: str) -> None:
    drawn = env(game, options, render_mode="ansi")
    drawn.reset(seed=1)
    assert drawn.render() == drawn.match.position.view(drawn.match.seat).diagram()
    painted = env(game, options, render_mode="rgb_array")
    painted.reset(seed=1)
    frame = painted.render()
    assert isinstance(frame, np.ndarray)
    assert frame.ndim == 3
    assert len(np.unique(frame.reshape(-1, 3), axis=0)) > 4


def test_a_window_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    import pygame

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    shown = env("tokan", render_mode="human")
    shown.reset(seed=1)
    shown.step(int(np.flatnonzero(shown.observe(shown.agent_selection)["action_mask"])[0]))
    surface = pygame.display.get_surface()
    assert surface is not None
    assert surface.get_width() == 400
    shown.close()
    assert not pygame.display.get_init()


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(UnknownGame):
        env("chess")
    with pytest.raises(BadOptions):
        env("schokoly", "players=5")
    with pytest.raises(BadOptions):
        env("tokan", render_mode="video")
    with pytest.raises(BadOptions):
        SoloEnv("tokan", seat=2)
    for player in (SoloEnv, lambda _, **settings: PlayerRival(settings["opponent"], nodes=settings.get("nodes"))):
        with pytest.raises(BadOptions, match="other programs"):
            player("tokan", opponent="cmd:true")
        for nodes in (0, -1, 1.5, "many"):
            with pytest.raises(BadOptions, match="nodes"):
                player("tokan", opponent=2, nodes=nodes)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", IDS.values())
def test_what_is_no_number_is_refused_and_loses_nothing(game: str) -> None:
    table, solo = env(game), SoloEnv(game, opponent="random")
    table.reset(seed=1)
    solo.reset(seed=1)
    for wrong in (2.5, "north", np.array([1, 2]), np.float32(0)):
        with pytest.raises(BadSetup, match="whole number"):
            table.step(wrong)
        with pytest.raises(BadSetup, match="whole number"):
            solo.step(wrong)  # type: ignore[arg-type]
    assert not any(table.terminations.values())
    assert solo.action_masks().any()
    table.step(np.int64(np.flatnonzero(table.last()[0]["action_mask"])[0]))
    assert not any(table.terminations.values())


@pytest.mark.parametrize("game", IDS.values())
def test_what_is_called_in_the_wrong_order_is_refused(game: str) -> None:
    # PettingZoo says so and goes on, unless warnings are errors.
    with pytest.raises(AttributeError, match="before reset"):
        _ = env(game).agent_selection
    with pytest.raises(Exception, match="reset"):
        env(game).step(0)
    for environment in (env(game), raw_env(game)):
        environment.reset(seed=1)
        before = environment.observe(environment.agent_selection)
        with pytest.raises(IllegalMove, match="None is for agents that are out"):
            environment.step(None)
        after = environment.observe(environment.agent_selection)
        assert not any(environment.terminations.values())
        assert all(np.array_equal(before[name], after[name]) for name in before)


@pytest.mark.parametrize("env_id", IDS)
def test_gymnasium_finds_environments_by_the_name_of_their_module(env_id: str) -> None:
    made = f"gymnasium.make('tafelrunde.research.envs:{env_id}', opponent=1)"
    code = f"import gymnasium; print({made}.reset(seed=1)[1]['seat'])"
    told = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() in ("0", "1", "2", "3")


@pytest.mark.parametrize("env_id", IDS)
def test_several_agents_play_alone_side_by_side(env_id: str) -> None:
    agents = gymnasium.make_vec(env_id, num_envs=3, opponent="random")
    assert isinstance(agents, SyncVectorEnv)
    seen, info = agents.reset(seed=5)
    alone = [SoloEnv(IDS[env_id], opponent="random") for _ in range(3)]
    for number, one in enumerate(alone):
        expected, told = one.reset(seed=5 + number)
        assert all(np.array_equal(seen[name][number], expected[name]) for name in expected)
        assert np.array_equal(info["action_mask"][number], told["action_mask"])


@every_kind
def test_learners_with_masks_find_the_legal_actions(game: str, options: str) -> None:
    environment, chance = SoloEnv(game, options, opponent="random"), Random(2)
    _, info = environment.reset(seed=2)
    for _ in range(12):
        masks = environment.action_masks()
        assert masks.dtype == np.bool_
        assert np.array_equal(masks, info["action_mask"] == 1)
        assert masks.any()
        _, _, over, truncated, info = environment.step(chance.choice(np.flatnonzero(masks).tolist()))
        if over or truncated:
            assert not environment.action_masks().any()
            break
