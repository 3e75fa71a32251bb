"""The drill: a won position against a player that makes no mistake."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tafelrunde.games.tokan import TokanOptions, TokanPosition
from tafelrunde.native import AVAILABLE
from tafelrunde.native.tokan import NativePosition
from tafelrunde.native.tokan_solver import Solver
from tafelrunde.players.base import Budget
from tafelrunde.players.registry import find_player
from tests.cli.running import run

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not compiled")


def position(seed: int, plies: int = 12) -> TokanPosition:
    """A late position of a random game."""
    random = Random(seed)
    here = NativePosition.deal(seed, TokanOptions.read({})).to_python()
    for _ in range(plies):
        if here.is_over:
            break
        here = here.apply(random.choice(here.turns()))
    return here


def won() -> TokanPosition:
    """A position that can be won, and in which the win can be given away."""
    solver = Solver(16 << 20, 1)
    for seed in range(200):
        here = position(seed)
        if here.is_over:
            continue
        results = {value.result for value in solver.values(here).values()}
        if "win" in results and len(results) > 1:
            return here
    raise AssertionError("there are such positions")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "record.txt"
    file.write_text(f'[Game "tokan"]\n[Start "{won()}"]\n', encoding="utf-8")
    return file


def test_a_mistake_is_told_and_can_be_taken_back(record: Path) -> None:
    here = won()
    values = Solver(16 << 20, 1).values(here)
    bad = next(move for move, value in values.items() if value.result != "win")
    answer = run("drill", record, given=f"nonsense\n?\n{bad}\nquit\n")
    assert answer.status == 0
    assert f"{bad} gives the win away" in answer.out
    assert " ".join(map(str, here.turns())) in answer.out


def test_whoever_keeps_the_win_gets_it(record: Path) -> None:
    solver, perfect = Solver(16 << 20, 1), find_player("perfect")
    here = won()
    side, typed = here.side, ""
    while not here.is_over:
        if here.side == side:
            best = solver.solve(here).best
            typed += f"{best}\n"
        else:
            best = str(perfect.choose(here.view(here.side), Budget(seconds=0.5), Random(0)).move)
        here = here.play(here.parse(str(best)))
    answer = run("drill", record, "--seconds", "0.5", given=typed)
    assert answer.status == 0
    assert "gives the win away" not in answer.out
    assert "You have won" in answer.out or answer.out.rstrip().endswith(">")  # another reply was as good


def test_a_perfect_player_keeps_what_it_has() -> None:
    perfect, solver = find_player("perfect"), Solver(16 << 20, 1)
    seen = set()
    for seed in range(30):
        here = position(seed, plies=9)
        if here.is_over:
            continue
        value = solver.solve(here).value
        choice = perfect.choose(here.view(here.side), Budget(seconds=5), Random(seed))
        after = here.play(choice.move)
        assert (-solver.solve(after).value).result == value.result
        assert choice.exact
        assert choice.value == value.result
        seen.add(value.result)
    assert {"win", "loss"} <= seen


def test_there_is_no_drill_without_a_position(tmp_path: Path) -> None:
    draft = tmp_path / "draft.txt"
    draft.write_text('[Game "tokan"]\n[Options "setup=draft"]\n[Start "L,J/m,L/M,j/J,l/j,j b -"]\n', encoding="utf-8")
    assert run("drill", draft).status == 2
    empty = tmp_path / "empty.txt"
    empty.write_text("", encoding="utf-8")
    assert run("drill", empty).status == 2
