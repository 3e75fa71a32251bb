"""Databases of earlier releases open, go on, and can be backed up and restored; those of later ones are refused."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from tafelrunde.games.errors import BadSetup
from tafelrunde.store import open_store
from tafelrunde.store.migrate import MIGRATIONS
from tests.cli.running import run
from tests.databases import running_postgres
from tests.server.client import choose
from tests.server.inside import Inside, inside
from tests.upgrade.write import KINDS, STATES, kept

pytestmark = pytest.mark.anyio

HERE = Path(__file__).parent
RELEASES = sorted(file.stem for file in HERE.glob("*.db"))


@pytest.fixture(params=RELEASES)
def release(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, list[dict[str, Any]]]:
    """A copy of a release's database, and what was in it."""
    file = Path(shutil.copy(HERE / f"{request.param}.db", tmp_path))
    return file, json.loads((HERE / f"{request.param}.json").read_text(encoding="utf-8"))


@pytest.fixture(params=["sqlite", "postgres"])
async def opened(
    request: pytest.FixtureRequest, release: tuple[Path, list[dict[str, Any]]]
) -> AsyncIterator[tuple[str, list[dict[str, Any]]]]:
    """The address of a database as a release left it, of either kind, and what was in it."""
    file, matches = release
    if request.param == "sqlite":
        yield f"sqlite:{file}", matches
        return
    with running_postgres() as server:
        url = server.new_database()
        await lay(file, url)
        yield url, matches


async def lay(file: Path, url: str) -> None:
    """Lay the rows of a release into PostgreSQL, in the tables that the release had."""
    from sqlalchemy.ext.asyncio import create_async_engine

    source = sa.create_engine(f"sqlite:///{file}")
    target = create_async_engine(url.replace("postgresql://", "postgresql+asyncpg://", 1))

    def fill(connection: sa.Connection) -> None:
        with source.connect() as reading:
            config = Config()
            config.set_main_option("script_location", str(MIGRATIONS))
            config.attributes["connection"] = connection
            command.upgrade(config, reading.execute(sa.text("SELECT version_num FROM alembic_version")).scalar_one())
            tables = sa.MetaData()
            tables.reflect(connection)
            for table in tables.sorted_tables:
                if table.name == "alembic_version":
                    continue
                # Read by the types of the target: what is true there is a number in a file of SQLite.
                rows = [dict(row) for row in reading.execute(sa.select(*table.columns)).mappings()]
                if rows:
                    connection.execute(table.insert(), rows)

    try:
        async with target.begin() as connection:
            await connection.run_sync(fill)
    finally:
        source.dispose()
        await target.dispose()


def holds(found: Any, wanted: Any) -> bool:
    """Tell whether everything wanted is there; more may be."""
    if isinstance(wanted, dict):
        return all(name in found and holds(found[name], value) for name, value in wanted.items())
    if isinstance(wanted, list):
        return len(found) == len(wanted) and all(map(holds, found, wanted))
    return bool(found == wanted)


async def act(server: Inside, match: str, token: str, **action: Any) -> None:
    answer = await server.post(f"/api/matches/{match}/acts", {"id": f"new-{token[:8]}", "action": action}, token)
    assert answer.status_code == 200, answer.text


async def go_on(server: Inside, made: dict[str, Any]) -> None:
    """Do what somebody would do next in a match."""
    match, tokens, state = made["match"], made["tokens"], made["state"]
    if state == "open":
        assert (await server.post(f"/api/matches/{match}/seats", {"name": "Late"})).status_code == 201
    elif state == "proposed":
        for token in tokens[1:]:
            await act(server, match, token, type="agree")
        assert (await server.get(f"/api/matches/{match}", tokens[0])).json()["moves"] == []
    elif state == "paused":
        await act(server, match, tokens[0], type="resume")
    elif state == "left":
        await act(server, match, tokens[-1], type="return")
    elif state in ("fresh", "running", "live clock", "days"):
        shot = (await server.get(f"/api/matches/{match}", tokens[made["seen"][0]["turn"]])).json()
        await act(server, match, tokens[shot["state"]["turn"]], type="move", move=choose(shot["table"], Random(1)))
    else:
        assert (await server.get(f"/api/matches/{match}/record")).status_code == 200


async def test_every_match_looks_as_before_and_goes_on(opened: tuple[str, list[dict[str, Any]]]) -> None:
    database, matches = opened
    assert {made["state"] for made in matches} == set(STATES)
    assert {made["kind"] for made in matches} == set(KINDS)
    async with inside(database) as server:
        for made in matches:
            for token, seen in zip(made["tokens"], made["seen"], strict=True):
                shot = (await server.get(f"/api/matches/{made['match']}", token)).json()
                found = kept(shot)
                if made["state"] in ("live clock", "days"):
                    # A running clock may be given back the time in which no server ran: one event more.
                    assert found.pop("number") - seen.pop("number") in (0, 1)
                assert holds(found, seen), (made["kind"], made["state"])
        for made in matches:
            await go_on(server, made)
    checked = await asyncio.to_thread(run, "admin", "verify", "--database", database)
    assert checked.status == 0, checked.err


def test_it_is_backed_up_and_restored(release: tuple[Path, list[dict[str, Any]]], tmp_path: Path) -> None:
    file, matches = release
    copy = tmp_path / "copy.db"
    assert run("admin", "backup", copy, "--database", f"sqlite:{file}").status == 0
    exported = run("admin", "export", "--database", f"sqlite:{copy}")
    assert exported.status == 0
    again = tmp_path / "again.db"
    assert run("admin", "restore", "-", "--database", f"sqlite:{again}", given=exported.out).status == 0
    with closing(sqlite3.connect(again)) as database:
        (count,) = database.execute("SELECT count(*) FROM matches").fetchone()
    assert count >= len(matches)


def test_until_a_server_opens_it_the_way_back_stays_open(
    release: tuple[Path, list[dict[str, Any]]], tmp_path: Path
) -> None:
    file, _ = release
    before = file.read_bytes()
    copy = tmp_path / "copy.db"
    assert run("admin", "backup", copy, "--database", f"sqlite:{file}").status == 0
    for looked_at in (file, copy):
        answer = run("admin", "verify", looked_at)
        assert answer.status == 0
        assert answer.out.endswith(" matches, 0 problems\n")
    assert file.read_bytes() == before
    with closing(sqlite3.connect(file)) as old, closing(sqlite3.connect(copy)) as new:
        assert list(new.iterdump()) == list(old.iterdump())


def test_a_database_of_a_later_release_is_refused_in_a_line(release: tuple[Path, list[dict[str, Any]]]) -> None:
    file, _ = release
    with closing(sqlite3.connect(file)) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    before = file.read_bytes()
    command = [sys.executable, "-m", "tafelrunde", "serve", "--port", "1", "--database", f"sqlite:{file}"]
    done = subprocess.run([*command, "--log-level", "error"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "made by a newer version" in done.stderr
    assert done.stderr.count("\n") == 1
    assert file.read_bytes() == before


async def test_postgres_of_a_later_release_is_refused_and_left_as_it_is() -> None:
    from sqlalchemy.ext.asyncio import create_async_engine

    with running_postgres() as server:
        url = server.new_database()
        engine = create_async_engine(url.replace("postgresql://", "postgresql+asyncpg://", 1))
        async with engine.begin() as connection:
            await connection.execute(sa.text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"))
            await connection.execute(sa.text("INSERT INTO alembic_version VALUES ('9999')"))
        with pytest.raises(BadSetup, match="made by a newer version"):
            await open_store(url)
        async with engine.begin() as connection:
            tables = await connection.run_sync(lambda inside: sa.inspect(inside).get_table_names())
            assert tables == ["alembic_version"]
            assert (await connection.execute(sa.text("SELECT * FROM alembic_version"))).scalars().all() == ["9999"]
        await engine.dispose()
