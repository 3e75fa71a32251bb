"""The solver of TOKAN beside a plain search without any pruning, and against its own claims.

A sample; `python -m tests.solving` compares thousands of positions.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from tafelrunde.cli.solve import solve as solve_command
from tafelrunde.games.errors import BadOptions, BadSetup
from tafelrunde.games.tokan import TokanOptions, TokanPosition
from tafelrunde.games.tokan.position import parse_position
from tafelrunde.native import AVAILABLE
from tafelrunde.native.tokan import NativePosition
from tafelrunde.native.tokan_solver import LEAST_MEMORY, Limits, Solution, Solver, Value, default_memory
from tests.strategies import play, variant

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not compiled")

MIB = 1 << 20
LATE_EACH = 60
EARLY_EACH = 8
EARLY_PLIES = 10
HOUSES = [
    TokanOptions.read({"scoring": scoring, "gaps": gaps})
    for scoring in ("towers", "heads")
    for gaps in ("contiguous", "line")
]


@pytest.mark.parametrize(
    ("pages", "memory"), [(1 << 18, 256 * MIB), (1 << 20, 1024 * MIB), (1 << 30, 1024 * MIB), (4, LEAST_MEMORY)]
)
def test_a_solver_takes_a_quarter_of_the_memory_and_no_more_than_a_gibibyte(
    monkeypatch: pytest.MonkeyPatch, pages: int, memory: int
) -> None:
    monkeypatch.setattr(
        "tafelrunde.native.tokan_solver.os.sysconf", {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": pages}.__getitem__
    )
    assert default_memory() == memory


def test_whoever_asks_only_who_wins_is_not_told_by_how_much() -> None:
    solver = Solver(memory=16 * MIB)
    played = [play(variant("tokan"), Random(seed)).positions[-8] for seed in range(8)]
    positions = [position for position in played if isinstance(position, TokanPosition)]
    plain = [solver.solve(position) for position in positions]
    full = [solver.solve(position, margin=True, line=True) for position in positions]
    assert [one.result for one in plain] == [one.result for one in full]
    assert [one.line for one in plain] == [()] * len(played)
    assert None in {one.value.margin for one in plain}
    assert None not in {one.value.margin for one in full}
    assert () not in {one.line for one in full}


def test_a_machine_that_does_not_say_how_much_memory_it_has_is_asked_for_little(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unknown(_: str) -> int:
        raise ValueError

    monkeypatch.setattr("tafelrunde.native.tokan_solver.os.sysconf", unknown)
    assert default_memory() == 256 * MIB


def worth_at_end(position: TokanPosition) -> int:
    """Twice the margin of the side to move, or 1 and -1 for equal points decided by towers."""
    outcome = position.outcome()
    red, black = outcome.points
    worth = 2 * (red - black)
    if worth == 0 and outcome.winner is not None:
        worth = 1 if outcome.winner == 0 else -1
    return worth if position.seat == 0 else -worth


def plain(position: TokanPosition) -> int:
    """The worth by trying everything."""
    if position.is_over:
        return worth_at_end(position)
    return max(-plain(position.apply(move)) for move in position.turns())


def game(options: TokanOptions, seed: int) -> list[TokanPosition]:
    """The positions of a random game."""
    random = Random(seed)
    positions = [NativePosition.deal(seed, options).to_python()]
    while not positions[-1].is_over:
        positions.append(positions[-1].apply(random.choice(positions[-1].turns())))
    return positions


def is_small(position: TokanPosition, most: int) -> bool:
    """Whether at most so many move sequences follow."""
    total = 0
    for depth in range(1, 64):
        sequences = NativePosition(position).perft(depth)
        total += sequences
        if total > most or not sequences:
            break
    return total <= most


def late(options: TokanOptions, seed: int, most: int = 1000) -> TokanPosition:
    """The earliest position of a random game's end from which everything can be tried."""
    latest, *earlier = reversed(game(options, seed))
    for position in earlier:
        if not is_small(position, most):
            break
        latest = position
    return latest


def early(options: TokanOptions, seed: int) -> TokanPosition:
    """A position of a random game some moves after the start, or its end if that comes first."""
    positions = game(options, seed)
    return positions[min(EARLY_PLIES, len(positions) - 1)]


def check_line(position: TokanPosition, solution: Solution) -> None:
    """Replay the line through the rules: it is legal, ends the game, and ends with what was claimed."""
    end = position
    for move in solution.line:
        end = end.play(end.parse(move))
    assert end.is_over, str(position)
    worth = worth_at_end(end) if end.seat == position.seat else -worth_at_end(end)
    assert solution.value.low <= worth <= solution.value.high, str(position)


def check_late(options: TokanOptions, seed: int, solver: Solver) -> None:
    """Compare the solver with trying everything in plain Python."""
    position = late(options, seed)
    worth = plain(position)
    solution = solver.solve(position, margin=True, line=True)
    assert solution.value == Value(worth, worth), str(position)
    assert solver.solve(position).result == solution.result, str(position)
    check_line(position, solution)


def check_early(options: TokanOptions, seed: int, solver: Solver, tableless: Solver) -> bool:
    """Compare the solver with itself without a table; tell whether that came to an end."""
    position = early(options, seed)
    solution = solver.solve(position)
    assert solution.exact, str(position)
    slow = tableless.solve(position, Limits(positions=20 * solution.positions + 1_000_000))
    assert slow.result in {solution.result, "unknown"}, str(position)
    return slow.exact


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(64 * MIB, threads=1)


@pytest.mark.parametrize("options", HOUSES, ids=str)
def test_it_agrees_with_trying_everything(options: TokanOptions, solver: Solver) -> None:
    for seed in range(LATE_EACH):
        check_late(options, seed, solver)


@pytest.mark.parametrize("options", HOUSES, ids=str)
def test_it_agrees_with_itself_without_a_table(options: TokanOptions, solver: Solver) -> None:
    tableless = Solver(0, threads=1)
    ended = sum(check_early(options, seed, solver, tableless) for seed in range(EARLY_EACH))
    assert ended > EARLY_EACH // 2
    position = late(options, 0)
    worth = plain(position)
    assert tableless.solve(position, margin=True).value == Value(worth, worth)


@pytest.mark.parametrize("options", HOUSES, ids=str)
def test_every_move_is_worth_what_trying_everything_says(options: TokanOptions, solver: Solver) -> None:
    for seed in range(LATE_EACH // 5):
        position = late(options, seed, most=300)
        expected = {str(move): -plain(position.apply(move)) for move in position.turns()}
        values = solver.values(position, margin=True)
        assert values == {move: Value(worth, worth) for move, worth in expected.items()}


@pytest.mark.parametrize("options", HOUSES, ids=str)
def test_a_table_that_forgets_almost_everything_changes_no_answer(options: TokanOptions, solver: Solver) -> None:
    tiny = Solver(LEAST_MEMORY, threads=1)
    for seed in range(20):
        position = late(options, seed, most=100_000)
        assert tiny.forget().solve(position).result == solver.solve(position).result


@pytest.mark.parametrize("options", HOUSES, ids=str)
@pytest.mark.parametrize("threads", [1, 2])
def test_the_line_and_the_best_move_keep_what_they_claim(options: TokanOptions, threads: int) -> None:
    team = Solver(64 * MIB, threads)
    for seed in range(25):
        position = late(options, seed, most=100_000)
        solution = team.solve(position, margin=True, line=True)
        assert (solution.best is None) == position.is_over
        end = position
        for move in solution.line:
            end = end.apply(end.game.parse_move(move))
            end_value = team.solve(end, margin=True).value
            sign = 1 if end.seat == position.seat else -1
            assert end_value.low * sign == solution.value.low
        assert end.is_over
        if solution.best is not None:
            after = position.apply(position.game.parse_move(solution.best))
            assert -team.solve(after, margin=True).value == solution.value


def test_both_colours_see_the_same_game(solver: Solver) -> None:
    """Exchanging the colours of all tiles and the side to move changes nothing for the side to move."""
    options = TokanOptions()
    for seed in range(10):
        position = late(options, seed, most=100_000)
        field, side, taboo = str(position).split()
        swapped = parse_position(options, f"{field.swapcase()} {'b' if side == 'r' else 'r'} {taboo}")
        assert solver.solve(position, margin=True).value == solver.solve(swapped, margin=True).value


def test_a_search_that_may_not_look_claims_nothing() -> None:
    start = NativePosition.deal(3).to_python()
    fresh = Solver(LEAST_MEMORY, threads=1)
    solution = fresh.solve(start, Limits(positions=100))
    assert (solution.result, solution.exact, solution.margin, solution.line) == ("unknown", False, None, ())
    assert solution.best in [str(turn) for turn in start.turns()]
    assert fresh.solve(start, Limits(seconds=0)).result == "unknown"
    assert fresh.solve(start, Limits(tick=lambda positions: False)).result == "unknown"


def test_limits_go_down_to_nothing_and_no_further() -> None:
    Limits().check()
    Limits(seconds=0, positions=0).check()
    for wrong in (Limits(seconds=-0.001), Limits(seconds=float("nan")), Limits(positions=-1)):
        with pytest.raises(BadOptions):
            wrong.check()


def test_an_error_while_it_searches_reaches_the_caller() -> None:
    def tick(positions: int) -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Solver(LEAST_MEMORY, threads=2).solve(NativePosition.deal(3).to_python(), Limits(tick=tick))


def test_what_it_cannot_do_it_refuses() -> None:
    with pytest.raises(BadOptions):
        Solver(memory=1000)
    with pytest.raises(BadOptions):
        Solver(threads=-1)
    solver = Solver(LEAST_MEMORY, threads=1)
    with pytest.raises(BadOptions):
        solver.solve(NativePosition.deal(1).to_python(), Limits(seconds=-1))
    with pytest.raises(BadOptions):
        solver.solve(NativePosition.deal(1).to_python(), Limits(positions=-1))
    draft = NativePosition.deal(1, TokanOptions.read({"setup": "draft"})).to_python()
    with pytest.raises(BadSetup):
        solver.solve(draft)


def record_of(position: TokanPosition) -> str:
    words = position.options.words()
    return f'[Game "tokan"]\n[Scoring "{words["scoring"]}"]\n[Gaps "{words["gaps"]}"]\n[Start "{position}"]\n\n'


def test_the_command_answers_by_the_notation(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played = [late(HOUSES[0], seed) for seed in range(3)]
    over = game(HOUSES[0], 1)[-1]
    start = NativePosition.deal(5).to_python()
    file = tmp_path / "records.txt"
    file.write_text("".join(record_of(position) for position in (*played, over)))
    solve_command(str(file), memory=1, threads=1, margin=True)
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    words = {1: "win", 0: "draw", -1: "loss"}
    for position, answer in zip((*played, over), answers, strict=True):
        worth = plain(position)
        assert list(answer) == ["value", "margin", "best", "nodes", "seconds"]
        assert answer["value"] == words[(worth > 0) - (worth < 0)]
        assert answer["margin"] == worth // 2
        assert (answer["best"] is None) == position.is_over
    file.write_text(record_of(start))
    solve_command(str(file), seconds=0, memory=1, threads=1)
    answer = json.loads(capsys.readouterr().out)
    assert (answer["value"], answer["margin"]) == ("unknown", None)


@pytest.mark.parametrize("budget", [20_000, 500_000])
def test_a_search_short_of_memory_ends_with_its_budget(budget: int) -> None:
    start = NativePosition.deal(0, TokanOptions()).to_python()
    solution = Solver(LEAST_MEMORY, 1).solve(start, Limits(positions=budget))
    assert solution.result == "unknown"
    assert budget <= solution.positions < budget + 50_000
