"""The fourth game among computers: the plain search plays it better than chance does, in arenas and data sets."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from tafelrunde.games.core import Game, Position
from tafelrunde.players import engine
from tafelrunde.players.arena import Plan, run
from tafelrunde.players.base import Budget
from tafelrunde.players.registry import find_player
from tafelrunde.records.record import read_records
from tafelrunde.records.replay import new_record, replay
from tests.players.test_arena import Here


def start(game: Game, rows: str) -> Position:
    return game.start(game.options_type.parse("small"), rows)


@pytest.mark.parametrize(("name", "nodes"), [("uct", 60), ("5", 60), ("8", 60)])
def test_the_search_finds_the_move_that_wins_at_once(domineering: Game, name: str, nodes: int) -> None:
    # Upright may still lay on a1, b1 or d3; only the first two take flat's last places.
    position = start(domineering, "..##/..##/vv#./vv#. v")
    winning = [move for move in position.turns() if position.play(move).is_over]
    assert 0 < len(winning) < len(position.turns())
    choice = find_player(name).choose(position.view(0), Budget(nodes=nodes), Random(1))
    assert choice.move in winning
    assert choice.nodes == nodes


def test_the_same_seed_gives_the_same_answer(domineering: Game) -> None:
    view = start(domineering, "..../.#../..../.... v").view(0)
    one, other = (find_player("uct").choose(view, Budget(nodes=40), Random(7)) for _ in range(2))
    assert one == other


def test_search_beats_chance_in_the_arena(tmp_path: Path) -> None:
    file = tmp_path / "records.txt"
    plan = Plan("domineering", "size=4", "uct", "random", 20, "1", (Budget(nodes=60), Budget()))
    standing = run(plan, file, 1, pool=Here())
    assert standing.wins + standing.draws + standing.losses == 20
    assert standing.wins >= 15
    records = list(read_records(file.read_text()))
    assert len(records) == 20
    assert all(replay(record).final.is_over for record in records)


def test_the_engine_protocol_answers_for_it(domineering: Game) -> None:
    options = domineering.options_type.parse("small")
    record = new_record(domineering, options, "..../.#../..../.... h")
    question = json.dumps({"record": str(record), "seat": 2, "level": 4, "nodes": 20, "seed": 1})
    answer = engine.answer(question)
    assert answer["move"] in map(str, start(domineering, "..../.#../..../.... h").turns())
    assert answer["nodes"] == 20


def test_data_sets_hold_it(tmp_path: Path) -> None:
    from tafelrunde.research.dataset.load import read
    from tafelrunde.research.dataset.selfplay import SelfPlay
    from tafelrunde.research.dataset.selfplay import run as run_plan

    run_plan(SelfPlay("domineering", "size=4", ("random", "4"), 2, nodes=10), tmp_path, Here(), 1)
    matches = read(tmp_path, "matches").to_pylist()
    assert len(matches) == 2
    moves = sum(len(replay(record).moves) for match in matches for record in read_records(match["record"]))
    assert len(read(tmp_path).to_pylist()) == moves


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_it_is_a_pettingzoo_environment() -> None:
    from tafelrunde.research.envs.aec import env
    from tests.research.zoo import api_test

    api_test(env("domineering", "size=4"), num_cycles=60)


def test_it_is_an_openspiel_game() -> None:
    import pyspiel

    from tafelrunde.research import spiel

    spiel.register()
    state = pyspiel.load_game("tafelrunde_domineering(size=4)").new_initial_state()
    rng = Random(1)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    assert sorted(state.returns()) == [-1, 1]
