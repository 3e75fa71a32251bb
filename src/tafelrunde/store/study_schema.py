"""The tables about studies, as the newest migration leaves them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, LargeBinary, String, Table

from tafelrunde.store.schema import METADATA

STUDIES = Table(
    "studies",
    METADATA,
    Column("id", String, primary_key=True),
    # An account; empty for a guest's.
    Column("owner", String, nullable=False),
    Column("title", String, nullable=False),
    # Hashes of what opens it; of the last one only where it has no owner.
    Column("reads", String, nullable=False),
    Column("writes", String, nullable=False),
    Column("keeps", String, nullable=False),
    Column("number", Integer, nullable=False),
    Column("size", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Index("studies_owner", "owner", "changed"),
    sqlite_with_rowid=False,
)

STUDY_ENTRIES = Table(
    "study_entries",
    METADATA,
    Column("study", String, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("key", String, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Index("study_entries_key", "study", "key", unique=True),
    sqlite_with_rowid=False,
)

# Who is there now, whichever process they are connected to.
STUDY_PEOPLE = Table(
    "study_people",
    METADATA,
    Column("study", String, primary_key=True),
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("writes", Boolean, nullable=False),
    Column("seen", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

SHARED_STUDIES = (STUDIES, STUDY_ENTRIES, STUDY_PEOPLE)
