"""The tables about puzzles and those who solve them, as the newest migration leaves them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, String, Table

from tafelrunde.store.schema import METADATA

# An attempt has the name that its device gave it: however often it arrives, it counts once.
PUZZLE_RESULTS = Table(
    "puzzle_results",
    METADATA,
    Column("account", String, primary_key=True),
    Column("id", String, primary_key=True),
    Column("puzzle", String, nullable=False),
    Column("moves", String, nullable=False),
    Column("shown", Boolean, nullable=False),
    Column("solved", Boolean, nullable=False),
    # Only the first attempt at a puzzle is rated.
    Column("rated", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("puzzle_results_puzzle", "account", "puzzle"),
    sqlite_with_rowid=False,
)

PUZZLE_SOLVERS = Table(
    "puzzle_solvers",
    METADATA,
    Column("account", String, primary_key=True),
    Column("rating", Float(53), nullable=False),
    Column("deviation", Float(53), nullable=False),
    Column("volatility", Float(53), nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

PUZZLE_RATINGS = Table(
    "puzzle_ratings",
    METADATA,
    Column("puzzle", String, primary_key=True),
    Column("rating", Float(53), nullable=False),
    Column("deviation", Float(53), nullable=False),
    Column("volatility", Float(53), nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    sqlite_with_rowid=False,
)

PUZZLES = (PUZZLE_RESULTS, PUZZLE_SOLVERS, PUZZLE_RATINGS)
