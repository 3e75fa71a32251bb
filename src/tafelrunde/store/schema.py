"""The tables, as the newest migration leaves them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, LargeBinary, MetaData, String, Table

METADATA = MetaData()

ENTRIES = Table(
    "entries",
    METADATA,
    Column("match", String, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("key", String),
    Column("body", LargeBinary, nullable=False),
    Index("entries_key", "match", "key", unique=True),
    # Entries are read match by match: keeping them in that order saves a second lookup.
    sqlite_with_rowid=False,
)

MATCHES = Table(
    "matches",
    METADATA,
    Column("match", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("status", String, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("waking", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Index("matches_lobby", "status", "listed", "changed", "match"),
    sqlite_with_rowid=False,
)

TOKENS = Table(
    "tokens",
    METADATA,
    Column("hash", String, primary_key=True),
    Column("match", String, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Index("tokens_match", "match"),
    sqlite_with_rowid=False,
)

BEATS = Table("beats", METADATA, Column("id", Integer, primary_key=True), Column("at", BigInteger, nullable=False))

# When nothing went on: clocks that ran then are given the time back.
STALLS = Table(
    "stalls",
    METADATA,
    Column("begun", BigInteger, primary_key=True, autoincrement=False),
    Column("ended", BigInteger, nullable=False),
)

BANS = Table("bans", METADATA, Column("hash", String, primary_key=True), Column("at", BigInteger, nullable=False))

# A trigger refuses to change or delete a line of it.
AUDIT = Table(
    "audit",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("who", String, nullable=False),
    Column("what", String, nullable=False),
    Column("match", String, nullable=False),
    Column("target", String, nullable=False),
    Column("why", String, nullable=False),
)

META = Table("meta", METADATA, Column("name", String, primary_key=True), Column("value", String, nullable=False))
