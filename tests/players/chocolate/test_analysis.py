from __future__ import annotations

import json
import threading
from functools import cache
from random import Random

import pytest

from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.registry import find_game
from tafelrunde.native import AVAILABLE
from tafelrunde.players.analysis import analyse as analysis_of
from tafelrunde.players.analysis import judge
from tafelrunde.players.base import Budget
from tafelrunde.players.chocolate.analysis import NotOpen, analyse, judge_turn
from tafelrunde.players.match import Seating, play_match
from tafelrunde.players.registry import find_player
from tafelrunde.records.record import Record
from tafelrunde.records.replay import redact, replay

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not there")


@cache
def match(name: str, options: str, *players: str, seed: int = 7) -> Record:
    game = find_game(name)
    chosen = game.options_type.parse(options)
    seats = [find_player(player) for player in players]
    deal = game.deal(chosen, Random(seed))
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


def test_what_is_told_is_what_was_found() -> None:
    record = match("schoko", "standard", "4", "4")
    found = analyse(record, nodes=400)
    told = analysis_of(record, budget=Budget(nodes=400))
    plain = json.loads(json.dumps(told.to_json()))
    assert (plain["game"], plain["complete"]) == ("schoko", True)
    assert [side["points"] for side in plain["sides"]] == [side.points for side in found.sides]
    for turn, one in zip(found.turns, plain["turns"], strict=True):
        assert (one["number"], one["seat"], one["move"]) == (turn.number, turn.seat, turn.move)
        assert one["loss"] == pytest.approx(one["best_chance"] - one["chance"], abs=2e-4)
        assert (one["best"], one["exact"]) == (one["known"]["best"], one["known"]["exact"])
        assert (one["known"]["chance"], one["truth"]["loss"]) == (turn.known.chance, turn.truth.loss)
    table = told.table()
    assert table.count("\n") == len(record.moves) + 2
    assert "exact" in table.splitlines()[len(record.moves)]
    assert "open cards" in table


@pytest.mark.parametrize("name", ["schoko", "schokoly"])
def test_the_last_turns_are_judged_exactly(name: str) -> None:
    record = match(name, "standard", "4", "4")
    analysis = analyse(record, nodes=2_000)
    last = analysis.turns[-1]
    assert last.known.exact
    assert last.known.chance in {0, 0.5, 1}
    assert last.known.lead == last.truth.lead
    # With nothing hidden any more both verdicts are the same.
    exact = [turn for turn in analysis.turns if turn.known.exact]
    assert all(turn.known.best_chance == turn.truth.best_chance for turn in exact if turn.truth.exact)
    assert not analysis.turns[0].known.exact


def test_three_sides_share_quality_and_luck() -> None:
    record = match("schokoly", "three", "6", "random", "random")
    analysis = analyse(record, nodes=200)
    assert sum(side.result for side in analysis.sides) == pytest.approx(1)
    assert sum(side.quality for side in analysis.sides) == pytest.approx(0)
    for side in analysis.sides:
        assert side.quality + side.luck == pytest.approx(side.result - 1 / 3)
    assert analysis.sides[0].quality == max(side.quality for side in analysis.sides)


def decided_by_the_last_card() -> tuple[ChocolatePosition, list[str], list[str]]:
    """Return the moment before the last turn of some match, the turns that win it and those that lose it."""
    for seed in range(100):
        record = match("schoko", "standard", "3", "3", seed=seed)
        position = replay(first_moves(record, len(record.moves) - 1)).final
        assert isinstance(position, ChocolatePosition)
        winners = {str(turn): position.play(turn).outcome().winner for turn in position.turns()}
        wins = [move for move, winner in winners.items() if winner == position.seat]
        losses = [move for move, winner in winners.items() if winner == 1 - position.seat]
        if wins and losses:
            return position, wins, losses
    pytest.fail("no match was open until its last card")


def test_a_game_thrown_away_with_the_last_card_is_found() -> None:
    position, wins, losses = decided_by_the_last_card()
    blunder, good = judge_turn(position, losses[0], nodes=500), judge_turn(position, wins[0], nodes=500)
    assert blunder.known.best in wins
    for verdict in (blunder.known, blunder.truth):
        assert (verdict.loss, verdict.exact) == (1, True)
    assert (good.known.loss, good.known.chance) == (0, 1)


def test_the_moves_of_a_solved_end_are_told_as_they_are() -> None:
    position, wins, losses = decided_by_the_last_card()
    judged = judge(position, budget=Budget(nodes=2_000))
    assert judged.exact
    assert judged.chance == 1
    assert {one.move for one in judged.moves} <= {*wins, *losses} | {str(turn) for turn in position.turns()}
    for one in judged.moves:
        assert one.exact
        if one.move in wins or one.move in losses:
            assert one.chance == (one.move in wins)


@pytest.mark.parametrize("name", ["schoko", "schokoly"])
def test_an_open_game_is_estimated_and_never_called_exact(name: str) -> None:
    position = replay(first_moves(match(name, "standard", "3", "3"), 4)).final
    judged = judge(position, budget=Budget(nodes=400))
    assert judged.moves
    assert not judged.exact
    assert not any(one.exact for one in judged.moves)


def test_a_turn_is_beside_the_best_turn_where_an_offer_comes_before_it() -> None:
    record = match("schokoly", "three", "8", "8", "8")
    for number in (number for number, move in enumerate(record.moves) if move.startswith("offer")):
        position = replay(first_moves(record, number)).final
        assert isinstance(position, ChocolatePosition)
        turns = [str(turn) for turn in position.turns()]
        verdict = judge_turn(position, turns[0], nodes=900).known
        assert verdict.best in turns
        if verdict.offer is not None:
            assert verdict.offer in {str(action) for action in position.swap_actions()}
            return
    pytest.fail("no offer was worth making")


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
