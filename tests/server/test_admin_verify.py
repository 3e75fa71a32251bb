"""A check of a database finds what is wrong with its matches, and changes nothing."""

from __future__ import annotations

import asyncio
import io
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tafelrunde.games.errors import BadSetup
from tafelrunde.records.record import read_records
from tafelrunde.server.administration import exports
from tafelrunde.server.administration.admin import opened
from tafelrunde.server.administration.verify import verify
from tafelrunde.server.match.events import Chatted, Finished, Moved, write_events
from tests.server.administering import act, execute, fill, run_there, running
from tests.server.inside import inside

pytestmark = [pytest.mark.anyio, pytest.mark.long]


@pytest.fixture
async def filled(tmp_path: Path) -> Path:
    await fill(tmp_path / "m.db")
    return tmp_path / "m.db"


WRONG = {
    "an entry that says nothing": ("UPDATE entries SET body = x'00' WHERE match = ? AND number = 2", "entry 2"),
    "an entry that is gone": ("DELETE FROM entries WHERE match = ? AND number = 2", "entry 2"),
    "a first entry that is gone": ("DELETE FROM entries WHERE match = ? AND number = 1", "entry 1"),
    "all entries gone": ("DELETE FROM entries WHERE match = ?", "no entries"),
    "time that goes back": ("UPDATE entries SET at = 1 WHERE match = ? AND number = 2", "entry 2"),
    "a wrong status": ("UPDATE matches SET status = 'open' WHERE match = ?", "summary"),
    "a text of nothing": ("UPDATE matches SET body = x'00' WHERE match = ?", "summary"),
    "a summary that is gone": ("DELETE FROM matches WHERE match = ?", "no summary"),
    "a token that is gone": ("DELETE FROM tokens WHERE match = ?", "tokens"),
    "a foreign token": ("INSERT INTO tokens (hash, seat, match) VALUES ('h', 0, ?)", "tokens"),
}


@pytest.mark.parametrize("name", WRONG)
async def test_what_is_wrong_with_a_match_is_found(name: str, filled: Path) -> None:
    statement, problem = WRONG[name]
    match = running(filled)
    execute(filled, statement, match)
    report = await verify(str(filled))
    assert len(report.problems) == 1
    assert match in report.problems[0]
    assert problem in report.problems[0]


@pytest.mark.parametrize(
    "event",
    [Moved(1, "a1a2"), Moved(0, "nonsense"), Finished("played", 0, (3, 2)), Finished("closed", None, (99, 0))],
    ids=str,
)
async def test_what_breaks_the_rules_is_found(event: Any, filled: Path) -> None:
    match = running(filled)
    execute(filled, "UPDATE entries SET body = ? WHERE match = ? AND number = 3", write_events((event,)), match)
    (problem, *_) = (await verify(str(filled))).problems
    assert f"match {match} is damaged at entry 3" in problem


async def test_a_match_that_cannot_be_read_keeps_no_other_from_its_record(tmp_path: Path) -> None:
    file, names = tmp_path / "m.db", []
    async with inside(file) as server:
        for _ in range(3):
            match, tokens = await server.create(game="schoko")
            await act(server, match, tokens[0], "1", type="resign")
            names.append(match)
    # The newest is written first.
    execute(file, "UPDATE entries SET body = ? WHERE match = ? AND number = 1", b"{", names[-1])
    async with opened(str(file)) as store:
        text = io.StringIO()
        count, problems = await exports.records(store, text)
    assert count == len(list(read_records(text.getvalue()))) == 2
    (problem,) = problems
    assert problem.startswith(f"match {names[-1]} is damaged at entry 1")
    told = await run_there("admin", "records", "--database", f"sqlite:{file}")
    assert told.status == 1
    assert told.out == text.getvalue()
    assert problem in told.err
    assert "2 records" in told.err


async def test_a_changed_word_of_chat_is_no_damage(filled: Path) -> None:
    body = write_events((Chatted(1, "other words"),))
    execute(filled, "UPDATE entries SET body = ? WHERE match = ? AND number = 3", body, running(filled))
    assert await verify(str(filled)) == (3, [])


def spoil(file: Path) -> bytes:
    """Overwrite the beginning of every page but the first ones; return what is in the file then."""
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(file.read_bytes())
    for page in range(2, len(data) // 4096):
        data[page * 4096 : page * 4096 + 200] = bytes(200)
    file.write_bytes(data)
    return bytes(data)


async def test_a_damaged_file_is_found_and_left_alone(filled: Path) -> None:
    data = await asyncio.to_thread(spoil, filled)
    report = await verify(str(filled))
    assert report.problems
    assert all("damaged" in problem for problem in report.problems)
    assert await asyncio.to_thread(filled.read_bytes) == data


async def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    file = tmp_path / "none.db"
    with pytest.raises(BadSetup, match="no file"):
        await verify(str(file))
    assert not await asyncio.to_thread(file.exists)
