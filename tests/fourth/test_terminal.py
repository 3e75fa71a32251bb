"""The fourth game at the command line: dealt, drawn, asked about, checked, and played at one keyboard."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tafelrunde.cli.dealing import fresh_record
from tafelrunde.cli.play.guide import Guide
from tafelrunde.cli.play.session import Request
from tafelrunde.games.core import Game, Table
from tafelrunde.records.record import read_record
from tafelrunde.records.replay import SECRET_TAG, replay
from tests.cli.play.scripted import Played
from tests.cli.running import run

ROOT = Path(__file__).parents[2]


PAIR = ("Anna", "Ben")


def first_table(game: Game) -> Table:
    """Return the start of the match that the request below begins."""
    return replay(fresh_record(game, game.options_type(), "x", (), PAIR)).final


def played(table: Table) -> list[str]:
    """Return the moves of a random match."""
    rng, moves = Random(1), []
    while not table.is_over:
        move = rng.choice(table.turns())
        moves.append(str(move))
        table = table.play(move)
    return moves


def test_two_people_play_it_at_one_keyboard(domineering: Game, tmp_path: Path) -> None:
    first = first_table(domineering)
    moves = played(first)
    request = Request(domineering, domineering.options_type(), PAIR, seed="x")
    illegal = next(text for text in ("a1v", "a1h", "e5v") if text not in map(str, first.turns()))
    shown = Played(tmp_path, request, ["?", "score", "nonsense", illegal, *moves, "n"])
    assert " ".join(sorted(map(str, first.turns()))) in shown.shown
    assert "Anna: 0\nBen: 0" in shown.shown
    assert "I do not understand 'nonsense': a domino reads like b2v or c3h." in shown.shown
    assert f"'{illegal}' is not legal: " in shown.shown
    assert "Hand the keyboard" not in shown.shown
    assert "Return match?" in shown.shown
    (file,) = tmp_path.glob("*-domineering.txt")
    told = replay(read_record(file.read_text()))
    assert [str(move) for move in told.moves] == moves
    assert told.final.is_over
    winner = told.final.outcome().winner
    assert winner is not None
    assert shown.farewell[0].startswith(f"{PAIR[winner]} wins, ")


def test_the_menu_offers_it_with_its_options(tmp_path: Path) -> None:
    shown = Played(tmp_path, Request(), ["4", "2", "Anna", "Ben", "quit"])
    assert "  4  Domineering" in shown.shown
    (file,) = tmp_path.glob("*.txt")
    assert read_record(file.read_text()).tags["Size"] == "4"


def test_every_command_about_records_answers(domineering: Game) -> None:
    record = run("new", "domineering", "--preset", "small", "--seed", "y").out
    table = replay(read_record(record)).final
    assert run("moves", "-", given=record).out.split() == sorted(map(str, table.turns()))
    assert run("perft", "-", "2", given=record).out.strip() == str(domineering.perft(table, 2))
    assert run("score", "-", given=record).out == '{"over": false, "points": [0, 0], "winner": null}\n'
    assert run("position", "-", given=record).out.strip() == read_record(record).tags["Start"]
    assert read_record(run("view", "-", "--seat", "1", given=record).out) == read_record(record).without_tags(
        SECRET_TAG
    )
    assert run("verify", "-", given=record).status == 0
    assert table.diagram().strip() in run("show", "-", "--all", "--colour", "never", given=record).out
    assert run("svg", "-", given=record).out.startswith("<svg")
    for command, reason in (("solve", "cannot be solved"), ("analyse", "there is no analysis of Domineering")):
        answer = run(command, "-", given=record)
        assert (answer.status, answer.out) == (2, "")
        assert reason in answer.err


def test_what_the_general_guide_says(domineering: Game) -> None:
    from tafelrunde.cli.play.rooms import guide_for, line_of, role_of

    start = domineering.start(domineering.options_type(), domineering.deal(domineering.options_type(), Random(1)))
    assert type(guide_for(start)) is Guide
    assert (line_of(domineering), role_of(domineering, 1)) == ("Domineering", "seat 2")


def test_an_installed_package_brings_it_by_an_entry_point(tmp_path: Path) -> None:
    """A program of its own finds the game among the installed packages, without a line in the library."""
    about = tmp_path / "fourth-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: fourth\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[tafelrunde.games]\ndomineering = tests.fourth:Domineering\n")
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    command = [sys.executable, "-m", "tafelrunde", "new", "domineering", "--seed", "x"]
    with_it = subprocess.run(command, capture_output=True, text=True, check=False, env=environ)
    assert (with_it.returncode, with_it.stdout) == (0, run("new", "domineering", "--seed", "x").out)
    (about / "entry_points.txt").write_text("[tafelrunde.games]\ndomineering = tests.fifth:Nothing\n")
    broken = subprocess.run(command, capture_output=True, text=True, check=False, env=environ)
    assert (broken.returncode, broken.stdout) == (2, "")
    assert broken.stderr.startswith("the game 'tests.fifth:Nothing' of an installed package cannot be used: ")
    del environ["PYTHONPATH"]
    without = subprocess.run(command, capture_output=True, text=True, check=False, env=environ, cwd=ROOT)
    assert without.returncode == 2
    assert "'domineering' is no game here" in without.stderr


def test_no_shared_code_knows_of_it() -> None:
    sources = [*ROOT.glob("src/**/*.py"), *ROOT.glob("native/**/*.[ch]pp"), *ROOT.glob("web/src/**/*.ts")]
    sources += ROOT.glob("web/src/**/*.svelte")
    assert len(sources) > 100
    for file in sources:
        if "omineering" in file.read_text("utf-8"):
            pytest.fail(f"{file} knows the fourth game")
