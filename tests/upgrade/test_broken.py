"""Databases that are damaged, and upgrades that are cut short."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command

from tafelrunde.store.migrate import migrate_sqlite

RELEASE = Path(__file__).parent / "0.1.0.db"
PAGE = 4096


def cut(data: bytearray) -> bytes:
    return bytes(data[: len(data) // 3])


def scratched(data: bytearray) -> bytes:
    for start in range(3 * PAGE, len(data), 2 * PAGE):
        data[start : start + 200] = b"\xff" * 200
    return bytes(data)


def foreign(data: bytearray) -> bytes:
    return b"Not a database, but a letter.\n" * 1000


@pytest.mark.parametrize("damage", [cut, scratched, foreign])
def test_a_damaged_database_is_said_in_a_line(damage: Callable[[bytearray], bytes], tmp_path: Path) -> None:
    file = tmp_path / "matches.db"
    file.write_bytes(damage(bytearray(RELEASE.read_bytes())))
    options = ["--port", "1024", "--database", f"sqlite:{file}", "--log-level", "warning"]
    done = subprocess.run(
        [sys.executable, "-m", "tafelrunde", "serve", *options], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("the store does not answer: ")
    assert done.stderr.count("\n") == 1


def tables(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as database:
        return [name for (name,) in database.execute("SELECT name FROM sqlite_master ORDER BY name")]


@pytest.mark.parametrize("begun", ["nothing", "a release"])
def test_an_upgrade_that_is_cut_short_changes_nothing_and_can_be_done_again(
    begun: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "matches.db"
    if begun == "a release":
        shutil.copy(RELEASE, file)
    else:
        file.touch()
    before = tables(file)
    real = command.upgrade

    def killed(*arguments: Any) -> None:
        real(*arguments)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(command, "upgrade", killed)
        with pytest.raises(KeyboardInterrupt):
            migrate_sqlite(file)
    assert tables(file) == before
    migrate_sqlite(file)
    assert "matches" in tables(file)
