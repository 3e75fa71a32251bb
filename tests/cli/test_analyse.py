"""`tafelrunde analyse`: a table for people, JSON for programs, clear errors."""

import json

import pytest

from tafelrunde.native import AVAILABLE
from tests.cli.running import run, vectors

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not there")

TOKAN = vectors("tokan-towers")[0]["record"]
SCHOKO = vectors("schoko")[0]["record"]


def test_a_table_for_each_record() -> None:
    status, out, err = run("analyse", "-", "--nodes", "1000", given=f"{TOKAN}\n{TOKAN}")
    first, second = out.split("\n\n")
    assert (status, err, first + "\n") == (0, "", second)
    assert first.splitlines()[-1].split()[:3] == ["15", "1", "b4d4"]


def test_one_json_object_a_record() -> None:
    status, out, _ = run("analyse", "-", "--json", "--nodes", "60", given=f"{TOKAN}\n{SCHOKO}")
    games = [json.loads(line) for line in out.splitlines()]
    assert (status, [game["game"] for game in games]) == (0, ["tokan", "schoko"])
    alone = run("analyse", "-", "--json", "--nodes", "60", "--record", "1", given=f"{TOKAN}\n{SCHOKO}").out
    assert json.loads(alone) == games[0]


def test_the_moves_of_one_position() -> None:
    _, out, _ = run("analyse", "-", "--move", "12", "--json", "--nodes", "5000", given=TOKAN)
    judged = json.loads(out)
    moves = run("moves", "-", given=TOKAN.rsplit(" ", 3)[0]).out.split()
    assert sorted(move["move"] for move in judged["moves"]) == moves
    assert judged["seat"] == 0


def test_errors_name_the_reason() -> None:
    assert run("analyse", "-", "--move", "16", given=TOKAN).err == "record 1: there is no move 16: the last one is 15\n"
    assert run("analyse", "-", "--record", "2", given=TOKAN).err == "record 2: there is no such record in the file\n"
    assert run("analyse", "-", "--nodes", "1", "--seconds", "1", given=TOKAN).status == 2
    hidden = run("view", "-", "--seat", "1", given=SCHOKO).out
    assert run("analyse", "-", given=hidden)[:2] == (2, "")
