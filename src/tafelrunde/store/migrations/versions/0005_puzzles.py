"""Puzzles: what came of attempts, and how strong solvers and puzzles are."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_TABLES = ("puzzle_results", "puzzle_solvers", "puzzle_ratings")


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "puzzle_results",
        sa.Column("account", sa.String, primary_key=True),
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("puzzle", sa.String, nullable=False),
        sa.Column("moves", sa.String, nullable=False),
        sa.Column("shown", sa.Boolean, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("puzzle_results_puzzle", "puzzle_results", ["account", "puzzle"])
    op.create_table(
        "puzzle_solvers",
        sa.Column("account", sa.String, primary_key=True),
        *_strength(),
        sa.Column("at", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "puzzle_ratings", sa.Column("puzzle", sa.String, primary_key=True), *_strength(), sqlite_with_rowid=False
    )


def _strength() -> list[sa.Column[float]]:
    return [
        sa.Column("rating", sa.Float(53), nullable=False),
        sa.Column("deviation", sa.Float(53), nullable=False),
        sa.Column("volatility", sa.Float(53), nullable=False),
        sa.Column("tried", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
    ]


def downgrade() -> None:
    """Drop the tables."""
    for table in reversed(_TABLES):
        op.drop_table(table)
