"""Exports keep everything, restore nothing that is damaged, and a check finds what is wrong."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tafelrunde.games.errors import BadSetup
from tafelrunde.records.record import read_records
from tafelrunde.records.replay import replay
from tafelrunde.server.administration import admin, exports
from tafelrunde.server.administration.admin import opened
from tafelrunde.server.administration.exports import VERSION, BadExport
from tafelrunde.server.administration.verify import verify
from tafelrunde.store import Act, Store
from tests.databases import Postgres
from tests.server.administering import CHARGE, execute, fill, run_there, running

pytestmark = [pytest.mark.anyio, pytest.mark.long]


@pytest.fixture
async def filled(tmp_path: Path) -> Path:
    await fill(tmp_path / "m.db")
    return tmp_path / "m.db"


async def exported(database: str | Path) -> bytes:
    output = io.BytesIO()
    async with opened(str(database)) as store:
        assert await exports.export(store, output) == 3
    return output.getvalue()


async def restore(database: str | Path, data: bytes) -> exports.Restored:
    async with opened(str(database)) as store:
        return await exports.restore(store, CHARGE, io.BytesIO(data))


async def everything(store: Store) -> object:
    return [found async for found in store.dump()], await store.bans(), await store.all_meta()


async def test_an_export_is_restored_with_bans_and_the_log_into_either_kind_of_database(
    filled: Path, postgres: Postgres
) -> None:
    data = await exported(filled)
    address = postgres.new_database()
    done = await restore(address, data)
    assert (done.new, done.known, done.bans, done.acts, done.problems) == (3, 0, 1, 2, [])
    again = await restore(address, data)
    assert (again.new, again.known, again.bans, again.acts) == (0, 3, 0, 0)
    async with opened(address) as there, opened(str(filled)) as here:
        assert await everything(there) == await everything(here)
        log = [line for _, line in await there.acts()]
        assert log[:-1] == [line for _, line in await here.acts()]
        assert log[-1] == Act(7, "ann", "restore", "", "3 matches, 1 bans", "moving house")
    assert await verify(address) == (3, [])
    assert await verify(f"sqlite:{filled}") == (3, [])


async def test_an_export_of_the_first_version_is_read(filled: Path, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in (await exported(filled)).splitlines()]
    old = [[line[k] for k in ("match", "entries", "summary", "tokens")] for line in lines if line["type"] == "match"]
    data = b"".join(json.dumps(line).encode() + b"\n" for line in old)
    done = await restore(tmp_path / "new.db", data)
    assert (done.new, done.bans) == (3, 0)
    assert await verify(f"sqlite:{tmp_path / 'new.db'}") == (3, [])


async def test_a_match_that_was_played_on_keeps_what_it_has(filled: Path) -> None:
    data = await exported(filled)
    async with opened(str(filled)) as store:
        (match, *_) = [name async for name, *_ in store.dump() if name in str(await store.waking())]
        await admin.close_match(store, CHARGE, match)
        before = await everything(store)
    done = await restore(filled, data)
    assert (done.new, done.known) == (0, 3)
    async with opened(str(filled)) as store:
        assert await everything(store) == before


def edited(data: bytes, change: Callable[[list[Any]], object]) -> bytes:
    """Return an export with its lines changed as parsed values; texts stay what they are."""
    lines: list[Any] = [json.loads(line) for line in data.splitlines()]
    change(lines)
    return b"".join((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in lines)


def first_match(lines: list[Any]) -> tuple[int, Any]:
    return next((n, line) for n, line in enumerate(lines, 1) if line["type"] == "match" and len(line["entries"]) > 3)


def _without_entry(line: Any) -> None:
    del line["entries"][1]


def _wrong_body(line: Any) -> None:
    line["entries"][1][3] = "bm8gSlNPTg=="


def _wrong_status(line: Any) -> None:
    line["summary"][2] = "finished"


def _foreign_token(line: Any) -> None:
    line["tokens"][0][0] = "0" * 64


def _no_entries(line: Any) -> None:
    line["entries"] = []


def _wrong_type(line: Any) -> None:
    line["entries"][0][0] = "one"


DAMAGES = [_without_entry, _wrong_body, _wrong_status, _foreign_token, _no_entries, _wrong_type]


@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_damaged_match_is_named_and_left_out_and_the_others_are_restored(
    damage: Callable[[Any], None], filled: Path, tmp_path: Path
) -> None:
    number = 0

    def change(lines: list[Any]) -> None:
        nonlocal number
        number, line = first_match(lines)
        damage(line)

    data = edited(await exported(filled), change)
    with pytest.raises(BadExport, match=rf"^line {number}: ") as caught:
        await restore(tmp_path / "new.db", data)
    assert (caught.value.restored.new, len(caught.value.restored.problems)) == (2, 1)
    assert await verify(f"sqlite:{tmp_path / 'new.db'}") == (2, [])
    async with opened(str(tmp_path / "new.db")) as store:
        assert await store.strays() == []


async def test_a_line_that_cannot_be_read_is_named(filled: Path, tmp_path: Path) -> None:
    data = await exported(filled)
    broken = edited(data, lambda lines: lines.insert(1, b'{"type":"ban","hash":\xff}'))
    with pytest.raises(BadExport, match=r"^line 2: this does not read"):
        await restore(tmp_path / "new.db", broken)


@pytest.mark.parametrize("cut", [1, 2, 40])
async def test_an_export_that_ends_too_early_is_noticed(cut: int, filled: Path, tmp_path: Path) -> None:
    data = await exported(filled)
    short = data[:-cut] if cut == 40 else b"".join(data.splitlines(keepends=True)[:-cut])
    with pytest.raises(BadExport) as caught:
        await restore(tmp_path / "new.db", short)
    assert "ends too early" in caught.value.restored.problems[-1]


async def test_an_export_of_a_later_version_changes_nothing(filled: Path, tmp_path: Path) -> None:
    data = edited(await exported(filled), lambda lines: lines[0].update(version=VERSION + 1))
    with pytest.raises(BadExport, match="newer"):
        await restore(tmp_path / "new.db", data)
    assert await verify(f"sqlite:{tmp_path / 'new.db'}") == (0, [])


async def test_an_export_does_not_go_where_other_things_happened(filled: Path) -> None:
    data = await exported(filled)

    def change(lines: list[Any]) -> None:
        _, line = first_match(lines)
        line["entries"][-1][1] += 1
        lines[1]["value"] = "another"

    with pytest.raises(BadExport) as caught:
        await restore(filled, edited(data, change))
    one, other = caught.value.restored.problems
    assert "another key" in one
    assert "with other events" in other


async def test_a_backup_is_a_whole_database_and_never_replaces_a_file(filled: Path, tmp_path: Path) -> None:
    async with opened(str(filled)) as store:
        exports.backup(str(filled), tmp_path / "copy.db")
        for target, reason in ((tmp_path / "copy.db", "exists"), (tmp_path / "no" / "copy.db", "cannot be written")):
            with pytest.raises(BadSetup, match=reason):
                exports.backup(str(filled), target)
        text = io.StringIO()
        assert await exports.records(store, text) == (1, [])
    (record,) = read_records(text.getvalue())
    replay(record)
    assert await verify(str(tmp_path / "copy.db")) == (3, [])
    # Nobody else on the machine may read the secrets of deals.
    assert (tmp_path / "copy.db").stat().st_mode & 0o077 == 0


# The commands


async def test_the_commands_say_what_they_did(filled: Path, tmp_path: Path) -> None:
    database = ["--database", f"sqlite:{filled}"]
    match = running(filled)
    why = [*database, "--who", "Ann", "--why", "a reason"]
    assert (await run_there("admin", "ban", "x" * 32, *why)).status == 0
    assert "already" in (await run_there("admin", "ban", "-", *why, given="x" * 32 + "\n")).err
    assert len((await run_there("admin", "bans", *database)).out.splitlines()) == 2
    assert (await run_there("admin", "unban", "x" * 32, *why)).status == 0
    assert "is not banned" in (await run_there("admin", "unban", "x" * 32, *why)).err
    assert (await run_there("admin", "unmute", match, "2", *why)).status == 0
    assert (await run_there("admin", "mute", match, "1", *why)).status == 0
    assert (await run_there("admin", "remove-line", match, "3", *why)).status == 0
    assert (await run_there("admin", "close", match, *why)).status == 0
    assert "1 matches closed" in (await run_there("admin", "expire", "--days", "1", *why)).err
    assert (await run_there("admin", "delete", match, *why)).status == 0
    log = (await run_there("admin", "audit", *database)).out.splitlines()
    assert [line.split()[2] for line in log[2:]] == (
        ["ban", "unban", "unmute", "mute", "remove-line", "close", "expire", "delete"]
    )
    assert all("Ann" in line and line.endswith("(a reason)") for line in log[2:])
    data = await run_there("admin", "export", *database)
    assert "2 matches" in data.err
    await asyncio.to_thread((tmp_path / "all").write_text, data.out)
    other = f"sqlite:{tmp_path / 'other.db'}"
    assert "2 matches restored" in (await run_there("admin", "restore", tmp_path / "all", "--database", other)).err
    assert await run_there("admin", "verify", other) == (0, "2 matches, 0 problems\n", "")
    assert await run_there("admin", "verify", "--database", other) == (0, "2 matches, 0 problems\n", "")
    assert (await run_there("admin", "backup", tmp_path / "copy.db", "--database", other)).status == 0
    execute(tmp_path / "copy.db", "DELETE FROM tokens")
    answer = await run_there("admin", "verify", tmp_path / "copy.db")
    assert (answer.status, answer.out) == (1, "2 matches, 1 problems\n")
    assert "tokens" in answer.err


async def test_a_mistyped_database_is_not_created(tmp_path: Path) -> None:
    file = tmp_path / "none.db"
    answer = await run_there("admin", "bans", "--database", f"sqlite:{file}")
    assert answer.status != 0
    assert "there is no file" in answer.err
    assert "--database" in answer.err
    assert not await asyncio.to_thread(file.exists)


async def test_who_is_in_charge_is_who_is_logged_in_unless_told_otherwise(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = ["--database", f"sqlite:{filled}"]
    monkeypatch.setenv("LOGNAME", "carol")
    assert (await run_there("admin", "ban", "token", *database)).status == 0
    assert " carol ban " in (await run_there("admin", "audit", *database)).out


async def test_a_damaged_export_is_told_and_leaves_with_status_1(filled: Path, tmp_path: Path) -> None:
    data = (await run_there("admin", "export", "--database", f"sqlite:{filled}")).out.encode()
    broken = edited(data, lambda lines: _wrong_body(first_match(lines)[1]))
    await asyncio.to_thread((tmp_path / "all").write_bytes, broken)
    answer = await run_there("admin", "restore", tmp_path / "all", "--database", f"sqlite:{tmp_path / 'new.db'}")
    assert answer.status == 1
    assert "2 matches restored" in answer.err
    assert "is damaged at entry 2" in answer.err


async def test_lines_of_an_export_are_json(filled: Path) -> None:
    lines = (await run_there("admin", "export", "--database", f"sqlite:{filled}")).out.splitlines()
    kinds = [msgspec.json.decode(line)["type"] for line in lines]
    assert kinds == ["export", "meta", "ban", "act", "act", "match", "match", "match", "end"]
