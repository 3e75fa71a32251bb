"""OpenSpiel's own checks pass, its searches run, and nobody's information state tells what they cannot know."""

import json
import pickle
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import (
    cfr,
    exploitability,
    generate_playthrough,
    ismcts,
    mcts,
    minimax,
    outcome_sampling_mccfr,
    random_agent,
)
from open_spiel.python.observation import make_observation

import tafelrunde
import tafelrunde.research.spiel  # makes the games known
from tafelrunde.games.core import Position
from tafelrunde.games.errors import BadOptions, IllegalMove
from tafelrunde.games.registry import find_game
from tafelrunde.records.record import RecordError
from tafelrunde.records.replay import new_record
from tafelrunde.research.spaces import space_of
from tests.research.matches import positions
from tests.research.needs import need, thorough

GAMES = [
    "tafelrunde_tokan",
    "tafelrunde_tokan(setup=draft,scoring=heads)",
    "tafelrunde_schoko",
    "tafelrunde_schokoly",
    "tafelrunde_schokoly(players=3)",
    "tafelrunde_schokoly(players=4)",
]
HIDDEN = GAMES[2:]
ENDGAME = """[Game "tokan"]
[Start "-,-,jmL,MJ,J,-/-,-,lJjjm,LLJ,l,-/-,-,-,Mj,-,-/-,jJJlM,-,mj,j,-/LJ,L,-,-,l,l b b2"]
"""
LAST_CARDS = """[Game "schoko"]
[Deck "DDWW DDWW DDWW DWWW DWWW DDWWs DWWWs DWWW DDWW DDDW DDWW DDDW DWWWs DDWWs DDDWs DDWW DDWW DDDW DDDW DDDW \
DDDWs DDDWs DDWWs DWWWs DWWW DDDW DDWW DWWW DWWW DDWWs DDDW DWWW"]

W:WWDD@0,0 WDDWs@2,0 DWWD@0,-2 DDDW@0,2 WWDD@-2,0 WDWWs@-2,-2 DDWW@-2,-4 WWDDs@-4,-1 WWWDs^0,-1 DWDD@2,2 DDDWs@-4,-3
DDDW@2,-2 DDWD@2,4 DDWD@2,-4 DDWDs@4,-3 WWDD@0,4 WWDDs^1,4 DWWWs^0,1 WDWW@1,6 DWDD@-6,-2 DWWW@-1,6 WWWD@4,3 WWWD@4,0
WWWD@4,5 DWDD@-2,3 WDDDs@0,-4 DWWD@-1,8 WDDWs@-6,-4 WWDD@-1,-6 WWDW@3,7
"""
"""Two cards are left, one in each hand, and 6,162 ways to lay them."""

ROOT = Path(__file__).parents[2]
PLAYTHROUGHS = ROOT / "tests" / "golden" / "playthroughs"

every_game = pytest.mark.parametrize("name", GAMES)


def played(name: str, seed: int, actions: int) -> pyspiel.State:
    """Return a state after so many actions, or more until a player decides."""
    chance = np.random.RandomState(seed)
    state = pyspiel.load_game(name).new_initial_state()
    while not state.is_terminal() and (actions > 0 or state.is_chance_node()):
        if state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
            assert sum(probabilities) == pytest.approx(1)
            state.apply_action(int(chance.choice(outcomes, p=probabilities)))
        else:
            state.apply_action(int(chance.choice(state.legal_actions())))
        actions -= 1
    return state


def replay(file: Path) -> tuple[list[str], list[str]]:
    """Let OpenSpiel play a playthrough again; return the lines of both."""
    flags.FLAGS.mark_as_parsed()
    told, found = generate_playthrough.replay(file)
    return told.splitlines(), found.splitlines()


@every_game
def test_openspiel_accepts_the_game(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES[:2])
def test_a_playthrough_goes_as_it_went(name: str) -> None:
    # To write one anew: generate_playthrough.playthrough(name, action_sequence=[], seed=1)
    told, found = replay(PLAYTHROUGHS / f"{re.sub(r'[^a-z]+', '_', name).strip('_')}.txt")
    assert told == found


@thorough
@pytest.mark.parametrize("name", GAMES[2:])
def test_a_playthrough_with_hidden_cards_goes_as_it_went(name: str, tmp_path: Path) -> None:
    # The window of 128 cells makes these too long to be kept.
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(name, action_sequence=[], seed=1))
    told, found = replay(file)
    assert told == found


@every_game
def test_states_agree_with_the_rules(name: str) -> None:
    for actions in (35, 44, 53):
        state = played(name, actions, actions)
        if not state.is_terminal() and state.node.observe(0) is not None and not getattr(state.node, "pending", ()):
            table = state.node.view(state.current_player())
            space = space_of(table.game.name, table.options, 128)
            legal = {space.encode(table, move)[0] for move in table.legal_moves()}
            assert legal == set(state.legal_actions())
            for action in state.legal_actions()[:20]:
                text = state.action_to_string(state.current_player(), action)
                assert any(
                    str(move).partition(":")[2].startswith(text) or str(move).startswith(text)
                    for move in table.legal_moves()
                )


@every_game
def test_a_match_ends_with_the_returns_of_its_outcome(name: str) -> None:
    state = played(name, 1, 10_000)
    outcome = state.node.outcome()
    assert outcome.over
    assert sum(state.returns()) == pytest.approx(0)
    assert (max(state.returns()) == 1) == (outcome.winner is not None)


@every_game
def test_a_copy_goes_its_own_way(name: str) -> None:
    state = played(name, 2, 40)
    before = str(state)
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert str(state) == before
    assert str(pickle.loads(pickle.dumps(state.node))) == before


ANOTHER = """
import pickle, sys
game, state = pickle.load(sys.stdin.buffer)
copy = game.deserialize_state(state.serialize())
print(game, str(copy) == str(state), state.history())
"""


@pytest.mark.parametrize("name", [*GAMES, {"name": GAMES[0], "record": ENDGAME}], ids=str)
def test_games_and_states_are_sent_to_another_process(name: str | dict[str, str]) -> None:
    if isinstance(name, str):
        state = played(name, 2, 40)
    else:
        state = pyspiel.load_game(name["name"], {"record": name["record"]}).new_initial_state()
        state.apply_action(state.legal_actions()[0])
    game = state.get_game()
    again = pickle.loads(pickle.dumps(game))
    assert str(again) == str(game)
    assert again.get_parameters() == game.get_parameters()
    told, state_told = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert (str(told), str(state_told), state_told.history()) == (str(game), str(state), state.history())
    # There nobody has imported the package that makes the games known.
    sent = pickle.dumps((game, state))
    done = subprocess.run([sys.executable, "-c", ANOTHER], input=sent, capture_output=True, check=False)
    assert done.stdout.decode().strip() == f"{game} True {state.history()}", done.stderr[-500:]


@pytest.mark.parametrize("name", HIDDEN)
@pytest.mark.parametrize("actions", [10, 45])
def test_resampled_states_look_the_same_to_the_player_and_only_to_the_player(name: str, actions: int) -> None:
    state = played(name, actions, actions)
    chance = np.random.RandomState(3)
    for player in range(state.num_players()):
        others = set()
        for _ in range(6):
            other = state.resample_from_infostate(player, chance.uniform)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.current_player() == state.current_player()
            others.add(str(other))
        assert len(others) > 1


@pytest.mark.parametrize("name", HIDDEN)
def test_a_turn_that_waits_for_its_card_is_kept(name: str) -> None:
    state = played(name, 8, 30)
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    for player in range(state.num_players()):
        other = state.resample_from_infostate(player, np.random.RandomState(4).uniform)
        assert other.information_state_string(player) == state.information_state_string(player)
        other.apply_action(other.chance_outcomes()[0][0])
        assert not other.is_chance_node()


@pytest.mark.parametrize("name", HIDDEN)
def test_an_information_state_names_the_own_cards_alone(name: str) -> None:
    state = played(name, 5, 60)
    for player in range(state.num_players()):
        drawn = re.findall(r"\+(\w+)", state.information_state_string(player))
        hand = state.node.view(player).hands[player]
        assert set(hand) <= set(drawn)
        others = [other for other in range(state.num_players()) if other != player]
        assert all(state.information_state_string(other) != state.information_state_string(player) for other in others)


@every_game
def test_observers_never_show_half_of_what_a_seat_sees(name: str) -> None:
    game = pyspiel.load_game(name)
    public = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    assert (make_observation(game, public) is None) == (name in HIDDEN)
    everything = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    state = played(name, 6, 50)
    assert everything.string_from(state, 1) == state.information_state_string(1)
    assert everything.tensor is None


@every_game
def test_observers_show_what_the_table_shows(name: str) -> None:
    state = played(name, 6, 50)
    observation = make_observation(state.get_game())
    observation.set_from(state, 0)
    seen = state.node.observe(0)
    assert all(np.array_equal(observation.dict[part], seen[part]) for part in seen)


@every_game
def test_openspiels_search_plays(name: str) -> None:
    state, chance = played(name, 7, 45), np.random.RandomState(1)
    game, rollout = state.get_game(), mcts.RandomRolloutEvaluator(1, chance)
    assert mcts.MCTSBot(game, 1.4, 4, rollout, random_state=chance).step(state) in state.legal_actions()
    if name in HIDDEN:
        assert ismcts.ISMCTSBot(game, rollout, 1.4, 4, random_state=chance).step(state) in state.legal_actions()


def test_the_example_bot_answers_with_openspiels_search() -> None:
    *tables, _ = positions("tokan", "", 3)
    asked = {table: new_record(table.game, table.options, str(table)) for table in (tables[0], tables[-1])}
    questions = [
        json.dumps({"record": str(record), "seat": table.seat + 1, "seconds": 0.02, "seed": 2**32 - 1})
        for table, record in asked.items()
    ]
    bot = [sys.executable, str(ROOT / "examples" / "bots" / "spiel_bot.py")]
    done = subprocess.run(bot, input="\n".join(questions), capture_output=True, text=True, check=True)
    for table, line in zip(asked, done.stdout.splitlines(), strict=True):
        table.parse(json.loads(line)["move"])


def test_regret_is_minimised_in_an_endgame() -> None:
    game = pyspiel.load_game("tafelrunde_tokan", {"record": ENDGAME})
    solver = cfr.CFRSolver(game)
    before = exploitability.exploitability(game, solver.average_policy())
    for _ in range(8):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) < before


@thorough
def test_regret_is_minimised_over_the_last_two_cards() -> None:
    game = pyspiel.load_game("tafelrunde_schoko", {"record": LAST_CARDS})
    solver = cfr.CFRSolver(game)
    before = exploitability.exploitability(game, solver.average_policy())
    for _ in range(3):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) < before


@pytest.mark.parametrize("name", HIDDEN)
def test_regret_is_sampled_from_the_deal_on(name: str) -> None:
    outcome_sampling_mccfr.OutcomeSamplingSolver(pyspiel.load_game(name)).iteration()


def test_a_game_goes_on_from_a_record_with_hidden_cards() -> None:
    rules = find_game("schoko")
    options = rules.options_type.parse("")
    start = next(positions("schoko", "", 1))
    deck = " ".join([*(card for hand in start.hands for card in hand), *start.stack])  # type: ignore[attr-defined]
    game = pyspiel.load_game("tafelrunde_schoko", {"record": str(new_record(rules, options, deck))})
    state = game.new_initial_state()
    assert state.current_player() == 0
    while not state.is_terminal():
        assert not state.is_chance_node()
        state.apply_action(state.legal_actions()[0])


def test_a_record_leaves_nothing_to_chance_so_that_alpha_beta_solves_it() -> None:
    game = pyspiel.load_game("tafelrunde_tokan", {"record": ENDGAME})
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert pyspiel.load_game("tafelrunde_tokan").get_type().chance_mode != game.get_type().chance_mode
    value, _ = minimax.alpha_beta_search(game, maximum_depth=60)
    final = tafelrunde.read_record(ENDGAME).final
    assert isinstance(final, Position)
    solved = tafelrunde.solve(final)
    assert {"win": 1, "draw": 0, "loss": -1}[solved.result] == value


@every_game
def test_there_is_no_empty_tensor_of_information_states(name: str) -> None:
    game = pyspiel.load_game(name)
    state = played(name, 1, 3)
    assert not game.get_type().provides_information_state_tensor
    for ask in (
        game.information_state_tensor_shape,
        game.information_state_tensor_size,
        state.information_state_tensor,
        lambda: state.information_state_tensor(0),
    ):
        with pytest.raises(pyspiel.SpielError, match="observation_tensor"):
            ask()
    assert len(state.observation_tensor(0)) == game.observation_tensor_size() > 0


@every_game
def test_deep_regret_minimisation_is_refused_rather_than_fed_nothing(name: str) -> None:
    need("torch")
    deep_cfr = need("open_spiel.python.pytorch.deep_cfr")
    with pytest.raises(pyspiel.SpielError, match="observation_tensor"):
        deep_cfr.DeepCFRSolver(pyspiel.load_game(name))


@pytest.mark.parametrize("name", [*GAMES[:2], pytest.param(GAMES[2], marks=thorough)])
def test_openspiels_learners_get_time_steps(name: str) -> None:
    env = rl_environment.Environment(
        pyspiel.load_game(name), observation_type=rl_environment.ObservationType.OBSERVATION
    )
    env.seed(3)
    agents = [random_agent.RandomAgent(player, env.action_spec()["num_actions"]) for player in range(env.num_players)]
    step = env.reset()
    size = env.observation_spec()["info_state"]
    for _ in range(200):
        if step.last():
            break
        player = step.observations["current_player"]
        assert [len(step.observations["info_state"][player])] == list(size)
        step = env.step([agents[player].step(step).action])
    assert step.last()
    assert sum(step.rewards) == pytest.approx(0)


@every_game
def test_what_is_not_legal_is_refused_at_once_and_changes_nothing(name: str) -> None:
    # OpenSpiel itself does not look; what comes of it would be told much later, or never.
    state, chance = pyspiel.load_game(name).new_initial_state(), Random(4)
    for _ in range(60):
        if state.is_terminal():
            break
        drawn = state.is_chance_node()
        allowed = [outcome for outcome, _ in state.chance_outcomes()] if drawn else state.legal_actions()
        before = str(state), state.history(), allowed
        most = state.get_game().max_chance_outcomes() if drawn else state.get_game().num_distinct_actions()
        beyond = [action for action in range(min(most, 2000)) if action not in allowed]
        for wrong in (*beyond[:1], *beyond[-1:], most, 10**7):
            with pytest.raises(IllegalMove, match=r"no legal action|cannot be drawn"):
                state.apply_action(wrong)
        assert (str(state), state.history(), allowed) == before
        state.apply_action(chance.choice(allowed))


def test_wrong_parameters_are_refused() -> None:
    with pytest.raises(BadOptions):
        pyspiel.load_game("tafelrunde_schokoly(players=5)")
    with pytest.raises(RecordError):
        pyspiel.load_game("tafelrunde_tokan", {"record": "nonsense"})


def test_python_ends_in_peace() -> None:
    program = "import pyspiel, tafelrunde.research.spiel; pyspiel.load_game('tafelrunde_tokan').new_initial_state()"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
