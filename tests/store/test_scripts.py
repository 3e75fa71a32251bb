"""Transactions that are written once for both databases, the tables of people, and how databases come to have them."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine
from sqlalchemy.ext.asyncio import create_async_engine

from tafelrunde.games.errors import BadSetup
from tafelrunde.store import Append, Ask, Lock, Owner, Result, Script, Store, StoreUnavailable, open_store, sql
from tafelrunde.store.migrate import MIGRATIONS
from tafelrunde.store.people_schema import PEOPLE
from tafelrunde.store.puzzle_schema import PUZZLES
from tafelrunde.store.study_schema import SHARED_STUDIES
from tests.databases import Postgres
from tests.store.test_contract import entry, summary

pytestmark = pytest.mark.anyio


def put(name: str, value: str) -> Script[None]:
    yield Ask("INSERT INTO meta (name, value) VALUES (?, ?)", (name, value))


def count() -> Script[int]:
    rows = yield Ask("SELECT count(*) FROM meta")
    return int(rows[0][0])


async def test_a_script_is_written_as_a_whole(store: Store) -> None:
    def both() -> Script[str]:
        yield from put("a", "1")
        yield from put("b", "2")
        return "done"

    assert await store.transact(both) == "done"
    assert await store.ask(count) == 2


async def test_a_script_that_fails_leaves_nothing_and_the_others_alone(store: Store) -> None:
    def failing(error: bool) -> Script[None]:
        yield from put("a", "1")
        if error:
            raise BadSetup("no")
        # The same name again: the database itself objects.
        yield from put("a", "1")

    answers = await asyncio.gather(
        store.transact(lambda: failing(True)),
        store.transact(lambda: put("c", "3")),
        store.append(entry(1)),
        store.transact(lambda: failing(False)),
        return_exceptions=True,
    )
    assert isinstance(answers[0], BadSetup)
    assert list(answers[1:3]) == [None, True]
    assert isinstance(answers[3], StoreUnavailable)
    assert await store.all_meta() == {"c": "3"}


async def test_what_is_locked_is_done_one_after_the_other(store: Store, address: str) -> None:
    other = await open_store(address)

    def raised() -> Script[int]:
        yield Lock("counter")
        rows = yield Ask("SELECT value FROM meta WHERE name = 'counter'")
        number = int(rows[0][0]) + 1 if rows else 1
        yield Ask(sql.SET_META, ("counter", str(number)))
        return number

    try:
        numbers = await asyncio.gather(*(place.transact(raised) for place in (store, other) * 20))
    finally:
        await other.close()
    assert sorted(numbers) == list(range(1, 41))


OWNER = Owner("ann", "m", 0, "tokan live", "running", 7, "", "bob")


async def test_owners_and_results_are_written_with_their_entry(store: Store) -> None:
    def owners() -> Script[list[Any]]:
        return (yield Ask("SELECT * FROM owners ORDER BY account"))

    def results() -> Script[list[Any]]:
        return (yield Ask("SELECT match, at, pool, body, number FROM results"))

    first = Append("m", 1, 5, None, b"x", summary("m", 5), owners=(OWNER,))
    assert await store.append(first)
    assert not await store.append(first)
    assert await store.ask(owners) == [tuple(OWNER)]
    ended = OWNER._replace(status="finished", outcome="won")
    result = Result("m", 9, "tokan live", b"body")
    assert await store.append(Append("m", 2, 9, None, b"x", summary("m", 9), owners=(ended,), result=result))
    assert await store.ask(owners) == [tuple(ended)]
    assert await store.ask(results) == [(*result, None)]
    assert await store.delete("m")
    assert await store.ask(owners) == []
    assert len(await store.ask(results)) == 1


# Databases of yesterday


def _upgrade(connection: Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _differences(connection: Connection) -> list[Any]:
    assert {table.metadata for table in (*PEOPLE, *PUZZLES, *SHARED_STUDIES)} == {PEOPLE[0].metadata}
    return list(compare_metadata(MigrationContext.configure(connection), PEOPLE[0].metadata))


async def make_old(address: str, revision: str) -> None:
    """Make a database of an earlier version."""
    if address.startswith("sqlite:"):
        engine = create_engine(f"sqlite:///{address.removeprefix('sqlite:')}")
        with engine.begin() as connection:
            _upgrade(connection, revision)
        engine.dispose()
        return
    running = create_async_engine(address.replace("postgresql://", "postgresql+asyncpg://", 1))
    async with running.begin() as opened:
        await opened.run_sync(_upgrade, revision)
    await running.dispose()


async def test_the_migrations_lead_to_the_tables_of_the_schema(address: str) -> None:
    await (await open_store(address)).close()
    if address.startswith("sqlite:"):
        engine = create_engine(f"sqlite:///{address.removeprefix('sqlite:')}")
        with engine.connect() as connection:
            differences = _differences(connection)
        engine.dispose()
    else:
        running = create_async_engine(address.replace("postgresql://", "postgresql+asyncpg://", 1))
        async with running.connect() as opened:
            differences = await opened.run_sync(_differences)
        await running.dispose()
    # The version itself is no table of ours.
    assert [each for each in differences if "alembic_version" not in str(each)] == []


async def test_a_database_without_people_is_upgraded_with_everything_in_it(tmp_path: Path, postgres: Postgres) -> None:
    for address in (f"sqlite:{tmp_path / 'old.db'}", postgres.new_database()):
        await make_old(address, "0002")
        store = await open_store(address)
        try:
            assert await store.append(Append("m", 1, 5, "k", b"x", summary("m", 5), (("h", 0),), owners=(OWNER,)))
            assert [seat for _, seat, _ in await store.find_by_tokens(["h"])] == [0]
        finally:
            await store.close()


BEFORE = [
    Owner("me", "m1", 0, "a", "finished", 1, "won", "you"),
    Owner("you", "m1", 1, "a", "finished", 1, "lost", "me"),
    Owner("me", "m2", 0, "a", "finished", 1, "lost", "computer:3"),
    Owner("me", "m3", 0, "b", "finished", 1, "drawn", ""),
    Owner("me", "m4", 0, "b", "running", 1, "", "you"),
    Owner("me", "m5", 0, "b", "finished", 1, "won", "me"),
    Owner("me", "m6", 0, "b", "finished", 1, "", "you"),
]


async def test_what_was_played_before_is_added_up_and_goes_on_being_so(address: str) -> None:
    await make_old(address, "0008")
    statement = f"INSERT INTO owners ({', '.join(Owner._fields)}) VALUES ({', '.join('?' * len(Owner._fields))})"
    if address.startswith("sqlite:"):
        with contextlib.closing(sqlite3.connect(address.removeprefix("sqlite:"))) as db, db:
            db.executemany(statement, BEFORE)
    else:
        connection = await asyncpg.connect(address)
        await connection.executemany(sql.numbered(statement), BEFORE)
        await connection.close()

    def read() -> Script[list[list[tuple[Any, ...]]]]:
        tallies = yield Ask("SELECT account, against, pool, won, drawn, lost FROM tallies ORDER BY 1, 2, 3")
        met = yield Ask("SELECT account, other, times, won, drawn, lost FROM met ORDER BY 1, 2")
        return [tallies, met]

    def forget() -> Script[None]:
        yield Ask(sql.FORGET_OWNERS, ("m1",))

    store = await open_store(address)
    try:
        assert await store.ask(read) == [
            [
                ("me", "", "a", 1, 0, 0),
                ("me", "", "b", 0, 1, 0),
                ("me", "computer:3", "a", 0, 0, 1),
                ("you", "", "a", 0, 0, 1),
            ],
            [("me", "you", 1, 1, 0, 0), ("you", "me", 1, 0, 0, 1)],
        ]
        await store.transact(forget)
        assert await store.ask(read) == [[("me", "", "b", 0, 1, 0), ("me", "computer:3", "a", 0, 0, 1)], []]
    finally:
        await store.close()
