from __future__ import annotations

import json
import threading
from random import Random

import pytest

from tafelrunde.games.registry import find_game
from tafelrunde.native import AVAILABLE
from tafelrunde.players.base import Budget
from tafelrunde.players.chocolate.analysis import NotOpen, analyse, judge_turn
from tafelrunde.players.match import Seating, play_match
from tafelrunde.players.registry import find_player
from tafelrunde.records.record import Record
from tafelrunde.records.replay import redact, replay

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not there")


def match(name: str, options: str, *players: str) -> Record:
    game = find_game(name)
    chosen = game.options_type.parse(options)
    seats = [find_player(player) for player in players]
    deal = game.deal(chosen, Random(7))
    record, _ = play_match(Seating(game, chosen, deal, seats, [Budget(nodes=900)] * len(seats)), "c")
    return record


def first_moves(record: Record, number: int) -> Record:
    start = Record(record.without_tags("Result").tags)
    for move in replay(record).moves[:number]:
        start = start.with_move(move)
    return start


def test_a_result_is_quality_and_luck() -> None:
    record = match("schoko", "standard", "8", "random")
    analysis = analyse(record, nodes=400)
    assert len(analysis.turns) == len(record.moves)
    strong, weak = analysis.sides
    assert strong.quality > 0 > weak.quality
    assert strong.quality == pytest.approx(-weak.quality)
    for side in analysis.sides:
        assert side.quality + side.luck == pytest.approx(side.result - 0.5)
    for turn in analysis.turns:
        for verdict in (turn.known, turn.truth):
            assert 0 <= verdict.chance <= verdict.best_chance <= 1
            assert verdict.loss >= 0
    assert json.loads(json.dumps(analysis.to_json()))["sides"][0]["points"] == strong.points
    assert analysis.table().count("\n") == len(record.moves) + 2


def test_the_last_turn_is_judged_by_its_result() -> None:
    record = match("schoko", "standard", "4", "4")
    last = analyse(record, nodes=300).turns[-1]
    assert last.known.chance in {0, 0.5, 1}
    assert last.known.lead == last.truth.lead


def test_swaps_are_judged_too() -> None:
    record = match("schokoly", "three", "8", "8", "8")
    offers = [number for number, move in enumerate(record.moves) if move.startswith("offer")]
    assert offers
    analysis = analyse(first_moves(record, offers[0] + 2), nodes=300)
    assert analysis.turns[-2].move.startswith("offer")
    assert not analysis.sides


def test_what_is_hidden_cannot_be_judged_and_a_stop_ends_it() -> None:
    record = match("schoko", "standard", "1", "1")
    with pytest.raises(NotOpen):
        analyse(redact(first_moves(record, 6), 0))
    stop = threading.Event()
    seen: list[tuple[int, int]] = []

    def show(done: int, total: int) -> None:
        seen.append((done, total))
        if done == 3:
            stop.set()

    assert len(analyse(record, nodes=200, stop=stop, show=show).turns) == 3
    assert seen[0] == (1, len(record.moves))


def test_the_same_question_has_the_same_answer() -> None:
    game = find_game("schokoly")
    options = game.options_type.parse("teams")
    position = game.start(options, game.deal(options, Random(1)))
    turn = str(position.turns()[0])
    assert judge_turn(position, turn, nodes=200) == judge_turn(position, turn, nodes=200)  # type: ignore[arg-type]
