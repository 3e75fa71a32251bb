"""The first tables: entries, the lobby, tokens, bans and the servers' beats."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "entries",
        sa.Column("match", sa.String, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("key", sa.String),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("entries_key", "entries", ["match", "key"], unique=True)
    op.create_table(
        "matches",
        sa.Column("match", sa.String, primary_key=True),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("waking", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("matches_lobby", "matches", ["status", "listed", "changed", "match"])
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String, primary_key=True),
        sa.Column("match", sa.String, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
    op.create_index("tokens_match", "tokens", ["match"])
    op.create_table(
        "beats", sa.Column("id", sa.Integer, primary_key=True), sa.Column("at", sa.BigInteger, nullable=False)
    )
    op.create_table(
        "bans", sa.Column("hash", sa.String, primary_key=True), sa.Column("at", sa.BigInteger, nullable=False)
    )


def downgrade() -> None:
    """Drop the tables."""
    for table in ("bans", "beats", "tokens", "matches", "entries"):
        op.drop_table(table)
