"""A game that nobody foresaw works in every tool through the general room, hidden hands included."""

import pickle
from collections.abc import Iterator
from pathlib import Path
from random import Random

import gymnasium
import numpy as np
import pettingzoo
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts
from open_spiel.python.observation import make_observation

from tafelrunde.games import registry
from tafelrunde.games.errors import BadSetup, IllegalMove
from tafelrunde.games.registry import GAMES, find_game
from tafelrunde.records.record import read_record
from tafelrunde.records.replay import new_record, replay, view_of
from tafelrunde.research import envs, spiel
from tafelrunde.research.dataset.load import load_numpy, read
from tafelrunde.research.dataset.selfplay import SelfPlay, run
from tafelrunde.research.envs.aec import env
from tafelrunde.research.envs.episode import new_episode
from tafelrunde.research.envs.solo import SoloEnv
from tafelrunde.research.envs.vector import GeneralVectorEnv, vector_env
from tafelrunde.research.reward import rewards
from tafelrunde.research.spaces import GeneralSpace, space_of
from tests.research.matches import positions
from tests.research.standins import Number, Pebbles, Tricks, Unlisted, registered
from tests.research.test_tournament import Here
from tests.research.zoo import api_test, seed_test

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

each_game = pytest.mark.parametrize("game", ["pebbles", "tricks"])


@pytest.fixture(scope="module", autouse=True)
def games() -> Iterator[None]:
    with registered(Pebbles(), Tricks(), Unlisted()):
        envs.register()
        spiel.register()
        yield
    # Gymnasium and PettingZoo let go of what they were told; OpenSpiel keeps a name for good.
    for name in ("Pebbles", "Tricks", "Unlisted"):
        del pettingzoo.aec_registry[f"tafelrunde/{name}-v1"]
        del gymnasium.registry[f"tafelrunde/{name}-v1"]
        del gymnasium.registry[f"tafelrunde/{name}SelfPlay-v1"]


# Spaces


@each_game
def test_actions_are_the_listed_moves(game: str) -> None:
    for position in positions(game, "", 1):
        space = space_of(game, position.options)
        assert isinstance(space, GeneralSpace)
        for move in () if position.is_over else position.legal_moves():
            (action,) = space.encode(position, move)
            assert 0 <= action < space.size
            assert space.decode(position, (action,)) == move


def test_what_is_not_listed_or_not_legal_is_refused() -> None:
    position = find_game("pebbles").start(Pebbles.options_type(), "2")
    space = space_of("pebbles", position.options)
    with pytest.raises(BadSetup, match="does not list its move 9"):
        space.encode(position, Number(9))
    for actions in ((), (-1,), (3,), (0, 0), (2,)):
        with pytest.raises(IllegalMove):
            space.decode(position, actions)


def test_a_game_that_lists_no_moves_says_so_and_is_not_taken_for_another() -> None:
    for make in (lambda: env("unlisted"), lambda: vector_env("unlisted"), lambda: SoloEnv("unlisted")):
        with pytest.raises(BadSetup, match="all_moves"):
            make()
    with pytest.raises(BadSetup, match="all_moves"):
        pyspiel.load_game("tafelrunde_unlisted")


def test_an_observation_is_the_drawing_and_the_score() -> None:
    view = find_game("pebbles").start(Pebbles.options_type(), "3").view(1)
    seen = space_of("pebbles", view.options).observe(view)
    assert seen["observation"].dtype == np.uint32
    assert seen["observation"].shape == (32, 80)
    assert [chr(code) for code in seen["observation"][0, :4]] == ["●", "●", "●", "\0"]
    assert seen["scalars"].tolist() == [1, 0, 0, 0]


@each_game
def test_an_observation_does_not_depend_on_what_the_seat_cannot_know(game: str) -> None:
    for position in positions(game, "", 2):
        space = space_of(game, position.options)
        for seat in range(position.game.seats(position.options)):
            mine = space.observe(position.view(seat))
            same = space.observe(position.view(seat).resample(Random(3)).view(seat))
            assert all(np.array_equal(mine[name], same[name]) for name in mine)


def test_a_drawing_that_is_too_large_is_refused() -> None:
    view = find_game("pebbles").start(Pebbles.options_type(), "81").view(0)
    with pytest.raises(BadSetup, match="80 characters"):
        space_of("pebbles", view.options).observe(view)


# Environments


@each_game
def test_pettingzoo_accepts_it(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(game), num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out
    seed_test(lambda: env(game), num_cycles=30)
    assert pettingzoo.make("aec", f"tafelrunde/{game.capitalize()}-v1").match.game is GAMES[game]


@each_game
def test_gymnasium_accepts_it(game: str) -> None:
    check_env(SoloEnv(game, opponent="greedy"))
    assert gymnasium.spec(f"tafelrunde/{game.capitalize()}-v1").kwargs == {"game": game}


@each_game
def test_a_match_ends_as_the_rules_say(game: str) -> None:
    for seed in range(20):
        match, chance = new_episode(game), Random(seed)
        match.reset(seed)
        while not match.over:
            assert match.rewards == [0.0] * match.seats
            legal = {match.space.encode(match.position, move)[0] for move in match.position.legal_moves()}
            assert set(np.flatnonzero(match.mask()).tolist()) == legal
            match.step(chance.choice(sorted(legal)))
        assert not match.mask().any()
        assert match.rewards == rewards(match.game, match.options, match.position.outcome().winner)
        with pytest.raises(IllegalMove):
            match.step(0)


@each_game
def test_many_matches_at_once(game: str) -> None:
    many, twin = (vector_env(game, matches=5) for _ in range(2))
    assert isinstance(many, GeneralVectorEnv)
    observations, info = many.reset(seed=1)
    twin.reset(seed=1)
    ended = 0
    for _ in range(40):
        assert many.observation_space.contains(observations)
        acting = info["seat"]
        observations, reward, over, truncated, info = many.step_randomly()
        assert all(np.array_equal(observations[name], array) for name, array in twin.step_randomly()[0].items())
        assert np.array_equal(reward, info["rewards"][np.arange(5), acting])
        assert not info["rewards"][~over].any()
        assert not truncated.any()
        ended += int(over.sum())
    assert ended > 5
    before = many.step_randomly()[4]["action_mask"]
    with pytest.raises(IllegalMove):
        many.step(np.full(5, 100, np.int32))
    with pytest.raises(BadSetup):
        many.step(np.zeros(4, np.int32))
    assert np.array_equal(many._info()["action_mask"], before)


# OpenSpiel


def played(game: str, seed: int, actions: int) -> pyspiel.State:
    """Return a state after so many moves of the players."""
    chance = Random(seed)
    state = pyspiel.load_game(f"tafelrunde_{game}").new_initial_state()
    while not state.is_terminal() and (state.is_chance_node() or actions > 0):
        actions -= not state.is_chance_node()
        outcomes = [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else None
        state.apply_action(chance.choice(outcomes or state.legal_actions()))
    return state


@each_game
def test_openspiel_accepts_it(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(f"tafelrunde_{game}"), num_sims=10, serialize=True, verbose=False)


@each_game
def test_openspiel_is_told_what_kind_of_game_it_is(game: str) -> None:
    kind = pyspiel.load_game(f"tafelrunde_{game}").get_type()
    hidden = kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert hidden == (game == "tricks")
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC


def test_a_game_without_chance_begins_at_once() -> None:
    game = pyspiel.load_game("tafelrunde_pebbles(heap=seven)")
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert game.max_chance_outcomes() == 0
    assert game.new_initial_state().current_player() == 0
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


def test_every_deal_has_its_probability() -> None:
    deals: dict[str, float] = {}

    def deal(state: pyspiel.State, probability: float) -> None:
        if not state.is_chance_node():
            heap = str(state).splitlines()[0]
            deals[heap] = deals.get(heap, 0) + probability
            return
        for outcome, share in state.chance_outcomes():
            deal(state.child(outcome), probability * share)

    deal(pyspiel.load_game("tafelrunde_pebbles").new_initial_state(), 1.0)
    assert deals == pytest.approx({str(heap): 1 / 6 for heap in range(5, 11)})


@each_game
def test_states_agree_with_the_rules_and_survive_a_copy(game: str) -> None:
    state = played(game, 2, 3)
    table = state.node.view(state.current_player())
    texts = {state.action_to_string(state.current_player(), action) for action in state.legal_actions()}
    assert texts == {str(move) for move in table.legal_moves()}
    assert str(pickle.loads(pickle.dumps(state.node))) == str(state)
    observation = make_observation(state.get_game())
    observation.set_from(state, 0)
    assert all(np.array_equal(observation.dict[name], array) for name, array in state.node.observe(0).items())


@each_game
def test_returns_are_the_rewards(game: str) -> None:
    for seed in range(10):
        state = played(game, seed, 100)
        assert state.returns() == rewards(find_game(game), find_game(game).options_type(), state.node.outcome().winner)
        assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.parametrize("actions", [0, 2, 4])
def test_resampled_states_look_the_same_to_the_player_and_only_to_the_player(actions: int) -> None:
    state, chance = played("tricks", 1, actions), np.random.RandomState(1)
    for player in range(3):
        others = set()
        for _ in range(12):
            other = state.resample_from_infostate(player, chance.uniform)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            others.add(str(other))
            action = other.legal_actions()[0]
            other.apply_action(action)
            assert len(other.information_state_string(player)) > len(state.information_state_string(player))
        assert len(others) > 1


def test_nothing_is_known_of_a_deal_that_is_not_over() -> None:
    for draws in range(6):
        state = pyspiel.load_game("tafelrunde_tricks").new_initial_state()
        for _ in range(draws):
            state.apply_action(state.chance_outcomes()[-1][0])
        assert state.is_chance_node()
        for player in range(3):
            assert state.information_state_string(player) == ""
            assert state.resample_from_infostate(player, np.random.RandomState(2).uniform).is_chance_node()


def test_searches_and_solvers_of_openspiel_run() -> None:
    chance = np.random.RandomState(1)
    rollout = mcts.RandomRolloutEvaluator(1, chance)
    state = played("pebbles", 3, 1)
    assert mcts.MCTSBot(state.get_game(), 1.4, 20, rollout, random_state=chance).step(state) in state.legal_actions()
    state = played("tricks", 3, 1)
    assert (
        ismcts.ISMCTSBot(state.get_game(), rollout, 1.4, 20, random_state=chance).step(state) in state.legal_actions()
    )
    solver = cfr.CFRSolver(pyspiel.load_game("tafelrunde_pebbles"))
    game = pyspiel.load_game("tafelrunde_pebbles")
    before = exploitability.exploitability(game, solver.average_policy())
    for _ in range(10):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) < before / 2


@each_game
def test_a_game_goes_on_from_a_record(game: str) -> None:
    rules = find_game(game)
    deal = rules.deal(rules.options_type(), Random(1))
    record = new_record(rules, rules.options_type(), deal)
    first = replay(record).start.legal_moves()[0]
    state = pyspiel.load_game(f"tafelrunde_{game}", {"record": str(record.with_move(first))}).new_initial_state()
    assert state.current_player() == 1
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(BadSetup, match=f"a record of {rules.title}"):
        pyspiel.load_game("tafelrunde_tokan", {"record": str(record)})


# Data sets


@each_game
def test_data_sets_hold_what_was_played(game: str, tmp_path: Path) -> None:
    run(SelfPlay(game, "", ("random", "greedy"), matches=3), tmp_path, Here(), 1)
    rows, loaded = read(tmp_path).to_pylist(), load_numpy(tmp_path)
    space = space_of(game, find_game(game).options_type())
    for number, row in enumerate(rows):
        view = view_of(read_record(row["view"]), row["seat"])
        assert str(space.decode(view, row["actions"])) == row["move"]
        seen = space.observe(view)
        assert all(np.array_equal(loaded[name][number], seen[name]) for name in seen)
        assert all(loaded[name].dtype == seen[name].dtype for name in seen)


# Installed packages


def test_libraries_find_the_games_of_installed_packages(installed: list[str]) -> None:
    assert "tafelrunde/Domineering-v1" not in envs.registration.environment_ids()
    installed.append("tests.fourth:DOMINEERING")
    registry._discover.cache_clear()
    try:
        envs.register()
        assert gymnasium.make("tafelrunde/Domineering-v1", disable_env_checker=True) is not None
        assert pettingzoo.make("aec", "tafelrunde/Domineering-v1").match.game is GAMES["domineering"]
        spiel.register()
        assert pyspiel.load_game("tafelrunde_domineering").num_players() == 2
    finally:
        pettingzoo.aec_registry.pop("tafelrunde/Domineering-v1", None)
        for name in ("tafelrunde/Domineering-v1", "tafelrunde/DomineeringSelfPlay-v1"):
            gymnasium.registry.pop(name, None)
