"""Bringing a database to the newest tables, with the migrations that travel inside the package."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.ext.asyncio import create_async_engine

from tafelrunde.games.errors import BadSetup

MIGRATIONS = Path(__file__).parent / "migrations"

_LOCK = 0x7AFE1
"""The advisory lock under which one of several starting servers migrates while the others wait."""


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise BadSetup(f"the database was made by a newer version of this program: {error}") from None


def migrate_sqlite(path: Path) -> None:
    """Create or upgrade the tables of a file."""
    engine = create_engine(f"sqlite:///{path}")
    try:
        with engine.begin() as connection:
            _upgrade(connection)
    finally:
        engine.dispose()


async def migrate_postgres(url: str) -> None:
    """Create or upgrade the tables of a PostgreSQL database."""
    engine = create_async_engine(url.replace("postgresql://", "postgresql+asyncpg://", 1))
    try:
        async with engine.begin() as connection:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            await connection.run_sync(_upgrade)
    finally:
        await engine.dispose()
