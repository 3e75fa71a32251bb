"""The levels of TOKAN: reproducible, varied, ever stronger, and faithful to what they have solved."""

from __future__ import annotations

import threading
import time
from random import Random

import pytest

from tafelrunde.games.registry import find_game
from tafelrunde.games.tokan import TokanOptions, TokanPosition
from tafelrunde.native import AVAILABLE
from tafelrunde.native.tokan_solver import LEAST_MEMORY, Limits, Solver
from tafelrunde.players.arena import Plan, score_of
from tafelrunde.players.base import Budget, Player
from tafelrunde.players.match import Seating, play_match
from tafelrunde.players.registry import find_player
from tafelrunde.players.simple import RandomPlayer
from tafelrunde.players.tokan.exact import SLICE

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not there")

HOUSES = ["standard", "scoring=heads", "gaps=line", "scoring=heads gaps=line", "setup=draft"]
LEVELS = [str(level) for level in range(1, 9)]
RESULTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}


def start(options: str, seed: int, moves: int = 0) -> TokanPosition:
    """A position of a random game."""
    game = find_game("tokan")
    chosen = TokanOptions.parse(options)
    rng = Random(seed)
    position = game.start(chosen, game.deal(chosen, rng))
    assert isinstance(position, TokanPosition)
    for _ in range(moves):
        if position.is_over:
            break
        position = position.apply(rng.choice(position.turns()))
    return position


def opening(player: Player, position: TokanPosition, seed: int) -> TokanPosition:
    """Where a player gets to alone in a few moves."""
    rng = Random(seed)
    for _ in range(3):
        position = position.play(player.choose(position.view(position.seat), Budget(nodes=60_000), rng).move)
    return position


@pytest.mark.parametrize("options", HOUSES)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_every_house_to_the_end_and_again(level: str, options: str) -> None:
    game = find_game("tokan")
    chosen = TokanOptions.parse(options)
    seating = Seating(game, chosen, game.deal(chosen, Random(1)), [find_player(level)] * 2, [Budget(nodes=400)] * 2)
    record, final = play_match(seating, "a")
    assert final.is_over
    assert play_match(seating, "a")[0] == record


@pytest.mark.parametrize("level", LEVELS)
def test_openings_differ(level: str) -> None:
    starts = [start("standard", number) for number in range(3)]
    assert len({opening(find_player(level), position, seed) for position in starts for seed in range(3)}) > len(starts)


def play_on(position: TokanPosition, first: Player, second: Player, seed: int, budget: Budget) -> float:
    """Let two players finish a game, the first one being on turn and the budget for it alone; return its result."""
    seat = position.seat
    rng = Random(seed)
    while not position.is_over:
        mine = position.seat == seat
        player = first if mine else second
        choice = player.choose(position.view(position.seat), budget if mine else Budget(nodes=200_000), rng)
        position = position.play(choice.move)
    winner = position.outcome().winner
    return 0.5 if winner is None else float(winner == seat)


@pytest.mark.parametrize("options", HOUSES[:4])
def test_what_was_solved_is_kept(options: str) -> None:
    solver = Solver(LEAST_MEMORY, 1)
    best = find_player("8")
    kept = 0
    for seed in range(12):
        position = start(options, seed, 9)
        if position.is_over:
            continue
        choice = best.choose(position.view(position.seat), Budget(nodes=200_000), Random(seed))
        truth = solver.solve(position, Limits(positions=3_000_000)).result
        if choice.exact:
            assert choice.value == truth
        for opponent in (RandomPlayer(), find_player("5")):
            if choice.value in ("win", "draw"):
                kept += 1
                assert play_on(position, best, opponent, seed, Budget(nodes=200_000)) >= RESULTS[str(choice.value)]
    assert kept > 8


def test_what_was_solved_is_kept_with_hardly_any_time_left() -> None:
    best = find_player("8")
    kept = 0
    for seed in range(6):
        position = start("standard", seed, 4)
        choice = best.choose(position.view(position.seat), Budget(seconds=2), Random(seed))
        if choice.value in ("win", "draw"):
            kept += 1
            hurried = play_on(position, best, find_player("6"), seed, Budget(seconds=0.0001))
            assert hurried >= RESULTS[str(choice.value)]
    assert kept


def test_what_takes_a_moment_to_prove_is_proved_however_short_the_time() -> None:
    known = 0
    for seed in range(12):
        position = start("standard", seed, 10)
        if position.is_over:
            continue
        view = position.view(position.seat)
        solution = Solver(1 << 20, 1).solve(view, Limits(positions=SLICE // 4))
        if solution.result == "win":
            known += 1
            choice = find_player("8").choose(view, Budget(seconds=1e-9), Random(seed))
            assert choice.value == "win", f"seed {seed}"
    assert known > 3


def test_higher_levels_win() -> None:
    for strong, weak in (("3", "1"), ("6", "3")):
        plan = Plan("tokan", "standard", strong, weak, 12, "2")
        game, options = plan.rules()
        scores = []
        for number in range(plan.rounds):
            deal = game.deal(options, Random(number))
            for match, seats in enumerate(plan.seatings()):
                players = [find_player(strong if mine else weak) for mine in seats]
                _, final = play_match(Seating(game, options, deal, players, [Budget()] * 2), f"{number}/{match}")
                scores.append(score_of(plan, match, final.outcome()))
        assert sum(scores) > 0.6 * len(scores)


def test_a_stop_and_a_short_time_are_answered() -> None:
    stop = threading.Event()
    stop.set()
    for options in ("standard", "setup=draft"):
        position = start(options, 3)
        view = position.view(position.seat)
        assert position.is_legal(find_player("8").choose(view, Budget(), Random(1), stop=stop).move)
        assert position.is_legal(find_player("8").choose(view, Budget(seconds=0.02), Random(1)).move)


def test_values_are_words_or_chances_and_lines_are_legal() -> None:
    position = start("standard", 3, 4)
    choice = find_player("7").choose(position.view(position.seat), Budget(nodes=5_000), Random(1))
    assert isinstance(choice.value, str) or 0 <= float(choice.value or 0) <= 1
    assert choice.line[0] == choice.move
    for move in choice.line:
        position = position.play(move)


def test_whoever_thinks_until_it_knows_does_not_ponder_over_a_draft() -> None:
    laid = start("setup=draft", 3)
    began = time.monotonic()
    choice = find_player("perfect").choose(laid.view(laid.seat), Budget(), Random(1))
    assert time.monotonic() - began < 10  # and not the minute that a move may take
    assert laid.is_legal(choice.move)
