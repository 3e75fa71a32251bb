"""The host in the page beside the server: the same actions have the same consequences."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.node import WEB, missing, node

ROOT = Path(__file__).parents[2]


def test_every_history_goes_as_on_the_server(tmp_path: Path) -> None:
    if reason := missing():
        pytest.skip(reason)
    file = tmp_path / "histories.json"
    count = os.environ.get("HISTORIES_COUNT", "42")
    write = [sys.executable, str(ROOT / "scripts" / "make_histories.py"), str(file)]
    subprocess.run([*write, "--count", count], check=True)
    vitest = WEB / "node_modules" / "vitest" / "vitest.mjs"
    done = subprocess.run(
        [str(node()), str(vitest), "run", "tests/host/histories.test.ts"],
        cwd=WEB,
        env={**os.environ, "HISTORIES": str(file)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert f"{count} passed" in done.stdout
