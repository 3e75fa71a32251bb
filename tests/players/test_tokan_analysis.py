"""The analysis of TOKAN beside a search without any pruning, and the moves that changed a result."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from tafelrunde.games.registry import find_game
from tafelrunde.games.tokan import TokanOptions, TokanPosition
from tafelrunde.native import AVAILABLE
from tafelrunde.native.tokan import NativePosition
from tafelrunde.players.analysis import analyse, judge
from tafelrunde.players.base import Budget
from tafelrunde.records.record import Record
from tafelrunde.records.replay import new_record

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not there")

HOUSES = ["standard", "scoring=heads", "gaps=line", "scoring=heads gaps=line"]


def random_record(options: str, seed: int) -> tuple[Record, list[TokanPosition]]:
    """A random game and its positions."""
    game = find_game("tokan")
    chosen = TokanOptions.parse(options)
    rng = Random(seed)
    deal = game.deal(chosen, rng)
    position = game.start(chosen, deal)
    assert isinstance(position, TokanPosition)
    record = new_record(game, chosen, deal)
    positions = [position]
    while not position.is_over:
        move = rng.choice(position.turns())
        record = record.with_move(move)
        position = position.apply(move)
        positions.append(position)
    return record, positions


@cache
def result(position: TokanPosition) -> float:
    """The result for the side to move, by trying everything."""
    if position.is_over:
        winner = position.outcome().winner
        return 0.5 if winner is None else float(winner == position.seat)
    return max(1 - result(position.apply(move)) for move in position.turns())


def is_small(position: TokanPosition) -> bool:
    """Whether few enough games follow to try them all."""
    games = 0
    for depth in range(1, 64):
        sequences = NativePosition(position).perft(depth)
        games += sequences
        if games > 3000 or not sequences:
            break
    return games <= 3000


def test_each_side_is_told_what_its_own_turns_lost() -> None:
    for seed in range(3):
        record, positions = random_record("standard", seed)
        found = analyse(record, budget=Budget(nodes=2_000))
        points = positions[-1].outcome().points
        assert [side["points"] for side in found.sides] == list(points)
        for side, told in enumerate(found.sides):
            own = [turn for turn in found.turns if positions[turn.number - 1].seat == side]
            assert told["loss"] == pytest.approx(sum(turn.loss for turn in own), abs=1e-3)
            assert told["mistakes"] == sum(turn.details["changed"] is True for turn in own)
        assert found.sides[0]["loss"] != found.sides[1]["loss"]


@pytest.mark.parametrize("options", HOUSES)
def test_late_turns_are_judged_exactly(options: str) -> None:
    for seed in range(3):
        record, positions = random_record(options, seed)
        judged = analyse(record, budget=Budget(nodes=50_000))
        small = [turn for turn in judged.turns if is_small(positions[turn.number - 1])]
        assert small
        for turn in small:
            before, after = positions[turn.number - 1], positions[turn.number]
            assert turn.exact
            assert (turn.best_chance, turn.chance) == (result(before), 1 - result(after))
            assert turn.details["changed"] == (turn.loss > 0)
            assert 1 - result(before.play(before.parse(turn.best))) == turn.best_chance
            for move in turn.details["moves"]:
                assert move["chance"] == 1 - result(before.play(before.parse(move["move"])))


def test_the_line_leads_to_the_result_and_the_margin() -> None:
    _, positions = random_record("standard", 5)
    position = positions[-6]
    judged = judge(position, budget=Budget(nodes=100_000))
    assert judged.exact
    end = position
    for move in judged.line:
        end = end.play(end.parse(move))
    assert end.is_over
    own, other = end.outcome().points[position.seat], end.outcome().points[1 - position.seat]
    assert (own > other, own == other) == (judged.chance == 1, judged.chance == 0.5)
    assert judged.moves[0].details["margin"] is not None


def test_an_estimate_never_contradicts_what_is_known() -> None:
    record, _ = random_record("standard", 6)
    for turn in analyse(record, budget=Budget(nodes=20_000)).turns:
        for move in turn.details["moves"]:
            assert move["exact"] == (move["result"] != "unknown")
            if move["exact"]:
                assert move["chance"] == {"win": 1, "draw": 0.5, "loss": 0}[move["result"]]


def test_a_position_is_exact_where_it_is_solved_and_only_there() -> None:
    seen = set()
    for seed, nodes in ((3, 5_000), (4, 20_000), (22, 1_000)):
        _, positions = random_record("standard", seed)
        for position in positions[-14:-3]:
            judged = judge(position, budget=Budget(nodes=nodes))
            best, open_moves = judged.moves[0], [move for move in judged.moves if not move.exact]
            if not best.exact:
                kind, solved = "the best move is a guess", False
            elif best.chance == 1:
                kind, solved = "a win is enough" if open_moves else "all is known", True
            else:
                kind, solved = "something better may be left" if open_moves else "all is known", not open_moves
            seen.add(kind)
            assert judged.exact is solved, kind
            assert judged.details["result"] == (best.details["result"] if solved else "unknown")
    assert seen == {"the best move is a guess", "a win is enough", "something better may be left", "all is known"}


def test_a_turn_is_exact_where_its_position_and_its_move_are_and_only_there() -> None:
    seen = set()
    for seed, nodes in ((1, 2_000), (4, 20_000)):
        record, _ = random_record("standard", seed)
        for turn in analyse(record, budget=Budget(nodes=nodes)).turns:
            solved = turn.details["best_result"] != "unknown"
            (played,) = (move for move in turn.details["moves"] if move["move"] == turn.move)
            seen.add((solved, played["exact"]))
            assert turn.exact is (solved and played["exact"])
            assert (turn.details["changed"] is None) is not turn.exact
            if not turn.exact:
                assert turn.note == ""
    assert seen == {(True, True), (True, False), (False, True), (False, False)}


def test_placings_of_a_draft_are_estimated() -> None:
    record, _ = random_record("setup=draft", 1)
    judged = analyse(Record(record.tags, record.body[:3]), budget=Budget(nodes=200))
    assert len(judged.turns) == 3
    assert not any(turn.exact for turn in judged.turns)
    assert judged.sides == ()
