"""Studies: what opens them, what happened in them, and who is there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_TABLES = ("studies", "study_entries", "study_people")


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "studies",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("owner", sa.String, nullable=False),
        sa.Column("title", sa.String, nullable=False),
        sa.Column("reads", sa.String, nullable=False),
        sa.Column("writes", sa.String, nullable=False),
        sa.Column("keeps", sa.String, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("studies_owner", "studies", ["owner", "changed"])
    op.create_table(
        "study_entries",
        sa.Column("study", sa.String, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("key", sa.String, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("study_entries_key", "study_entries", ["study", "key"], unique=True)
    op.create_table(
        "study_people",
        sa.Column("study", sa.String, primary_key=True),
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("writes", sa.Boolean, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Drop the tables."""
    for table in reversed(_TABLES):
        op.drop_table(table)
