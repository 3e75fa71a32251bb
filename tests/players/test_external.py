"""Players of other makes by their command."""

from __future__ import annotations

import json
import sys
import threading
from pathlib import Path
from random import Random
from textwrap import dedent

import pytest

from tafelrunde.games.core import View
from tafelrunde.games.registry import find_game
from tafelrunde.players import external
from tafelrunde.players.base import Budget
from tafelrunde.players.external import EngineFailed, ExternalPlayer
from tafelrunde.players.registry import find_player
from tafelrunde.records.record import Record
from tafelrunde.records.replay import new_record

BOT = """
    import json, os, sys

    asked = open({log!r}, "a")
    for line in sys.stdin:
        print(os.getpid(), line.strip(), file=asked, flush=True)
        question = json.loads(line)
        {answer}
"""


def tokan() -> tuple[View, Record]:
    game = find_game("tokan")
    options = game.options_type.parse("")
    deal = game.deal(options, Random(1))
    return game.start(options, deal).view(0), new_record(game, options, deal)


class Bot:
    """A program of a few lines and what it was asked."""

    def __init__(self, folder: Path, answer: str) -> None:
        self._log = folder / "asked"
        program = folder / "bot.py"
        program.write_text(dedent(BOT).format(log=str(self._log), answer=answer))
        self.player = ExternalPlayer(f"{sys.executable} {program}", level=3)

    def ask(self, budget: Budget, *, stop: threading.Event | None = None) -> str:
        view, record = tokan()
        return str(
            self.player.choose(view, budget, Random(1), stop=stop or threading.Event(), history=lambda: record).move
        )

    @property
    def asked(self) -> list[dict[str, object]]:
        return [json.loads(line.split(" ", 1)[1]) for line in self._log.read_text().splitlines()]

    @property
    def processes(self) -> list[str]:
        return [line.split(" ", 1)[0] for line in self._log.read_text().splitlines()]


def first_move() -> str:
    return str(tokan()[0].turns()[0])


@pytest.mark.parametrize(
    "name",
    ["cmd:", "cmd:  ", 'cmd:python "bot.py', "cmd:no-such-program --fast"],
    ids=["none", "blanks", "open quotation", "no program"],
)
def test_what_is_no_command_line_is_refused_at_once(name: str) -> None:
    with pytest.raises(EngineFailed):
        find_player(name)


def test_a_command_is_asked_in_one_process_and_told_its_budget(tmp_path: Path) -> None:
    bot = Bot(tmp_path, f"print(json.dumps({{'move': {first_move()!r}}}), flush=True)")
    assert bot.ask(Budget(nodes=5)) == bot.ask(Budget(seconds=30.0)) == bot.ask(Budget()) == first_move()
    bot.player.close()
    by_nodes, by_seconds, unlimited = bot.asked
    assert by_nodes["seat"] == 1
    assert by_nodes["level"] == 3
    assert by_nodes["nodes"] == 5
    assert "seconds" not in by_nodes
    assert by_seconds["seconds"] == 30.0
    assert "nodes" not in by_seconds
    assert not {"seconds", "nodes"} & set(unlimited)
    assert by_nodes["record"] == str(tokan()[1])
    assert len(set(bot.processes)) == 1


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("sys.exit()", "no move in the answer"),
        ("print('{}', flush=True)", "no move in the answer"),
        ("print('[1]', flush=True)", "no move in the answer"),
        ("print(json.dumps({'move': 7}), flush=True)", "no move in the answer"),
        ("print(json.dumps({'move': 'a1a1'}), flush=True)", "a1a1"),
    ],
    ids=["it ends", "no move", "no object", "a number", "an illegal move"],
)
def test_a_command_that_fails_is_started_again(tmp_path: Path, answer: str, reason: str) -> None:
    bot = Bot(tmp_path, answer)
    for _ in range(2):
        with pytest.raises(EngineFailed, match=reason):
            bot.ask(Budget(nodes=1))
    assert len(set(bot.processes)) == 2


def test_a_silent_command_is_given_up_after_its_time_or_when_told_to_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = Bot(tmp_path, "pass")
    monkeypatch.setattr(external, "GRACE", 0.1)
    with pytest.raises(EngineFailed, match="no answer in time"):
        bot.ask(Budget(seconds=0.1))
    stop = threading.Event()
    stop.set()
    with pytest.raises(EngineFailed, match="no answer in time"):
        bot.ask(Budget(nodes=1), stop=stop)


def test_without_the_record_or_the_program_nothing_is_asked() -> None:
    view, record = tokan()
    with pytest.raises(EngineFailed, match="needs the record"):
        ExternalPlayer(sys.executable).choose(view, Budget(), Random(1))
    with pytest.raises(EngineFailed, match="is no program on this machine"):
        ExternalPlayer("/no/such/program").choose(view, Budget(), Random(1), history=lambda: record)
