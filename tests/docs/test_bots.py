"""The page of the bot protocol is true: its exchange is held with the real engine, its tables name every member."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

from tafelrunde.players import engine

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
EXCHANGE = re.findall(r"^> (.*)\n< (.*)$", PAGE.partition("```exchange\n")[2].partition("```")[0], re.MULTILINE)
FREE = {"move", "line", "nodes", "seconds"}
"""What depends on how far a search came."""


def test_the_exchange_on_the_page_happens_as_it_is_written() -> None:
    asked = "".join(f"{question}\n" for question, _ in EXCHANGE)
    command = [sys.executable, "-m", "tafelrunde", "engine"]
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    written = [json.loads(answer) for _, answer in EXCHANGE]
    assert len(answers) == len(written) > 4
    for answer, expected in zip(answers, written, strict=True):
        assert answer.keys() == expected.keys()
        shown = {name: value for name, value in expected.items() if name not in FREE}
        assert {name: answer[name] for name in shown} == shown


def test_every_member_of_a_question_is_explained() -> None:
    section = PAGE.partition("## The question")[2].partition("##")[0]
    assert set(re.findall(r"^\| `(\w+)` ", section, re.MULTILINE)) == engine.FIELDS


def test_the_limits_on_the_page_are_those_of_the_engine() -> None:
    assert f"{engine.MAX_LINE:,} characters" in " ".join(PAGE.split())
    assert f"at most {engine.MOST_SECONDS:,}" in PAGE
    assert f"This is protocol {engine.PROTOCOL}." in PAGE
