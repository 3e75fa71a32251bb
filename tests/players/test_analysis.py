"""One analysis for all games: the same outer form, in time, and reproducible."""

from __future__ import annotations

import json
import threading
from random import Random

import pytest

from tafelrunde.games.registry import GAMES
from tafelrunde.native import AVAILABLE
from tafelrunde.players.analysis import analyse, analyse_position
from tafelrunde.players.base import Budget
from tafelrunde.players.match import Seating, play_match
from tafelrunde.players.pace import Pace
from tafelrunde.players.rooms import room_of
from tafelrunde.players.simple import RandomPlayer
from tafelrunde.records.record import Record, RecordError

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not there")

NODES = {"tokan": 3_000, "schoko": 30, "schokoly": 30}
TURN = {"number", "seat", "move", "chance", "best", "best_chance", "loss", "exact"}


@pytest.fixture(params=GAMES)
def record(request: pytest.FixtureRequest) -> Record:
    game = GAMES[request.param]
    options = game.options_type.parse("standard")
    deal = game.deal(options, Random(3))
    players = [RandomPlayer()] * game.seats(options)
    record, _ = play_match(Seating(game, options, deal, players, [Budget()] * len(players)), "x")
    return record


def test_every_game_has_an_analyst() -> None:
    assert all(room_of(game).analyst is not None for game in GAMES.values())


def test_turns_and_sides_have_one_form(record: Record) -> None:
    name = record.tags["Game"]
    seen: list[tuple[int, int]] = []
    analysis = analyse(record, budget=Budget(nodes=NODES[name]), show=lambda *step: seen.append(step))
    total = len(record.moves)
    assert seen == [(done, total) for done in range(1, total + 1)]
    plain = json.loads(json.dumps(analysis.to_json()))
    assert (plain["game"], plain["complete"], len(plain["sides"])) == (name, True, 2)
    assert [turn["move"] for turn in plain["turns"]] == list(record.moves)
    for number, turn in enumerate(plain["turns"], start=1):
        assert set(turn) >= TURN
        assert turn["number"] == number
        assert 0 <= turn["chance"] <= 1
        assert turn["loss"] == pytest.approx(max(0, turn["best_chance"] - turn["chance"]), abs=2e-4)
    assert sum(side["result"] for side in plain["sides"]) == 1
    assert analysis.table().count("\n") == total + 2
    assert analyse(record, budget=Budget(nodes=NODES[name])).to_json() == analysis.to_json()


def test_a_position_lists_its_moves_the_best_first(record: Record) -> None:
    budget = Budget(nodes=NODES[record.tags["Game"]])
    judged = analyse_position(record, 4, budget=budget)
    chances = [move.chance for move in judged.moves]
    assert chances == sorted(chances, reverse=True)
    assert any(chances)
    assert judged.line[0] == judged.moves[0].move
    assert json.loads(json.dumps(judged.to_json()))["moves"][0]["move"] == judged.moves[0].move
    assert judged.moves[0].move in judged.table()
    after = analyse_position(record, budget=budget)
    assert (after.moves, after.line, after.exact) == ((), (), True)
    with pytest.raises(RecordError):
        analyse_position(record, len(record.moves) + 1)


def test_a_stop_leaves_turns_out(record: Record) -> None:
    stop = threading.Event()

    def show(done: int, _: int) -> None:
        if done == 2:
            stop.set()

    analysis = analyse(record, budget=Budget(nodes=NODES[record.tags["Game"]]), stop=stop, show=show)
    assert (len(analysis.turns), analysis.complete, analysis.sides) == (2, False, ())


def test_a_time_is_shared_out_over_the_turns() -> None:
    now = [10.0]
    stop = threading.Event()
    pace = Pace(8.0, 4, stop, lambda: now[0])
    now[0] = 11.9
    assert not pace.is_set()
    now[0] = 12.0
    assert pace.is_set()
    now[0] = 20.0
    assert pace.next_turn() == 0
    assert [pace.is_set(), pace.is_set()] == [False, True]
    now[0] = 14.5
    assert pace.next_turn() == pytest.approx(3.5 / 2)
    assert not pace.is_set()
    stop.set()
    assert pace.is_set()


def test_seconds_are_enough_for_a_whole_record(record: Record) -> None:
    assert analyse(record, budget=Budget(seconds=0.2)).complete
