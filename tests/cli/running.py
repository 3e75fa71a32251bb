"""Running commands in tests: inside the test for speed, or as a program of their own for the truth."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from typer.testing import CliRunner

from tafelrunde.cli.app import app

VECTORS = Path(__file__).parent.parent / "vectors"


class Answer(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str


def run(*arguments: str | Path, given: str | bytes = "", environ: Mapping[str, str] | None = None) -> Answer:
    """Run a command; an exception that is no exit fails the test."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=given, env=environ)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Answer(result.exit_code, result.stdout, result.stderr)


def run_program(*arguments: str | Path, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run the program itself, with every warning on."""
    command = [sys.executable, "-X", "dev", "-m", "tafelrunde", *map(str, arguments)]
    return subprocess.run(command, input=given, capture_output=True, check=False)


def vectors(name: str) -> list[dict[str, Any]]:
    """Return the records with right answers of one kind of game."""
    found: list[dict[str, Any]] = json.loads((VECTORS / f"{name}.json").read_text())
    return found


VECTOR_NAMES = sorted(file.stem for file in VECTORS.glob("*.json"))

TRIO = """\
[Game "schokoly"]
[Players "3"]
[Deck "MWWW MMMW DDMM MMWW DMWW DWWW MMWW DMMM MMMW DDMW DWMM DDMW DMMW DWWW MMMW DDMM DWMM DMMM MMMW DDWM DDWW DDDW \
DDMM DMWW DDDW DMMM DWWW DDMM MWWW MWWW DDDW DMMW DDDW MWWW DMMM MMWW DDWW DWWM DWWW DDDM DDDM DDDM DWWM DDWW DDDM \
MMWW DDWW DDWM"]
[Note "a tag nobody knows"]

1. W:WWMW@0,0 2. M:WMMW@2,0 {the third colour is left} WMMM@0,2
"""
"""A match of three after its first round: everybody has a colour, seat 1 may offer a swap."""
