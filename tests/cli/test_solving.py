"""The solver and the study of layouts at a terminal: a line that tells how it goes, and Ctrl-C."""

from __future__ import annotations

from pathlib import Path

import pytest

from tafelrunde.games.tokan import TokanOptions
from tafelrunde.native import AVAILABLE
from tafelrunde.native.tokan import NativePosition
from tests.cli.running import run
from tests.cli.terminal import Terminal

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not compiled")

WIPED = "\r\x1b[K"


@pytest.fixture
def start(tmp_path: Path) -> Path:
    file = tmp_path / "start.txt"
    file.write_text(f'[Game "tokan"]\n[Start "{NativePosition.deal(7)}"]\n')
    return file


def test_a_search_tells_how_it_goes_and_can_be_stopped(start: Path) -> None:
    with Terminal(["solve", str(start), "--memory", "16", "--threads", "1"], {}) as terminal:
        assert "record 1:" in terminal.wait_for("M positions")
        terminal.interrupt()
        status, shown = terminal.finish()
    assert status == 130
    assert WIPED in shown
    assert "value" not in shown
    assert "Traceback" not in shown


def test_a_study_tells_how_it_goes_and_can_be_stopped(tmp_path: Path) -> None:
    file = tmp_path / "study.jsonl"
    arguments = ["layouts", "5", "--seconds", "1000", "--memory", "16", "--threads", "1", "--out", str(file)]
    with Terminal(arguments, {}) as terminal:
        assert "0/5 layouts" in terminal.wait_for("at work")
        terminal.interrupt()
        status, shown = terminal.finish()
    assert status == 130
    assert WIPED in shown
    assert "Traceback" not in shown
    assert file.read_text().count("\n") == 1


def test_a_draft_has_no_value_yet() -> None:
    draft = NativePosition.deal(1, TokanOptions.read({"setup": "draft"}))
    answer = run("solve", "-", given=f'[Game "tokan"]\n[Setup "draft"]\n[Start "{draft}"]\n')
    expected = '{"value": "unknown", "margin": null, "best": null, "nodes": 0, "seconds": 0.0}'
    assert (answer.status, answer.out.strip()) == (0, expected)
