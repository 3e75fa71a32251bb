"""Bringing a database to the newest tables, with the migrations that travel inside the package."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import URL, Connection, create_engine, event, text

from tafelrunde.games.errors import BadSetup

MIGRATIONS = Path(__file__).parent / "migrations"

_LOCK = 0x7AFE1
"""The advisory lock under which one of several starting servers migrates while the others wait."""


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise BadSetup(f"the database was made by a newer version of this program: {error}") from None


def migrate_sqlite(path: Path) -> None:
    """Create or upgrade the tables of a file, all or nothing: whoever is interrupted can begin again."""
    # Not as a text: a path may have signs that mean something in an address.
    engine = create_engine(URL.create("sqlite", database=str(path)))
    event.listen(engine, "connect", _leave_transactions_alone)
    # Before another process does, unless there can be nothing to change.
    begin = "BEGIN IMMEDIATE" if os.access(path, os.W_OK) else "BEGIN"
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    try:
        with engine.begin() as connection:
            _upgrade(connection)
    finally:
        engine.dispose()


def is_current(path: Path) -> bool:
    """Return whether a file has the newest tables already."""
    newest = ScriptDirectory(str(MIGRATIONS)).get_current_head()
    with closing(sqlite3.connect(path)) as database:
        try:
            return database.execute("SELECT version_num FROM alembic_version").fetchall() == [(newest,)]
        except sqlite3.OperationalError:
            return False


def _leave_transactions_alone(connection: sqlite3.Connection, _: object) -> None:
    """Keep Python from committing changes of tables one by one."""
    connection.isolation_level = None


async def migrate_postgres(url: str) -> None:
    """Create or upgrade the tables of a PostgreSQL database."""
    from sqlalchemy.ext.asyncio import create_async_engine

    engine = create_async_engine(url.replace("postgresql://", "postgresql+asyncpg://", 1))
    try:
        async with engine.begin() as connection:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            await connection.run_sync(_upgrade)
    finally:
        await engine.dispose()
