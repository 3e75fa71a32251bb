"""Messages to devices that are not open, what the cards gave in rated matches, and indexes that were missing."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_INDEXES = (
    ("seeks_seen", "seeks", ["seen"]),
    ("seeks_waiting", "seeks", ["match", "since", "id"]),
    ("challenges_at", "challenges", ["at"]),
)
"""Without which what is asked every few seconds would look at every row."""


def upgrade() -> None:
    """Make the table of subscriptions anew, in which nothing was written so far, and those of luck."""
    op.drop_table("push_subscriptions")
    op.create_table(
        "push_subscriptions",
        sa.Column("session", sa.String, primary_key=True),
        sa.Column("account", sa.String, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("sent", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("push_subscriptions_account", "push_subscriptions", ["account"])
    op.create_index("push_subscriptions_due", "push_subscriptions", ["due"])
    op.create_table(
        "luck",
        sa.Column("account", sa.String, primary_key=True),
        sa.Column("pool", sa.String, primary_key=True),
        sa.Column("match", sa.String, primary_key=True),
        sa.Column("result", sa.Float(53), nullable=False),
        sa.Column("luck", sa.Float(53), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "luck_waiting",
        sa.Column("match", sa.String, primary_key=True),
        sa.Column("due", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("luck_waiting_due", "luck_waiting", ["due"])
    # Which seat and which line a report is about, so that it need not be read out of its text.
    for column in ("seat", "line"):
        op.add_column("reports", sa.Column(column, sa.Integer))
    for name, table, columns in _INDEXES:
        op.create_index(name, table, columns)
    # What was played before is looked at as well.
    op.execute("INSERT INTO luck_waiting (match, due) SELECT match, at FROM results WHERE number IS NOT NULL")


def downgrade() -> None:
    """Drop the tables, and leave that of subscriptions as it was."""
    for name, table, _ in _INDEXES:
        op.drop_index(name, table)
    for column in ("line", "seat"):
        op.drop_column("reports", column)
    op.drop_table("luck_waiting")
    op.drop_table("luck")
    op.drop_table("push_subscriptions")
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("account", sa.String, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("sent", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("push_subscriptions_account", "push_subscriptions", ["account"])
    op.create_index("push_subscriptions_sent", "push_subscriptions", ["sent"])
