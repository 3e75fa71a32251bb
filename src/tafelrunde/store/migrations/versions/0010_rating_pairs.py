"""How often two accounts have met in rated matches of late: of those who meet again and again each match says less.

What was rated before is left as it is, and does not count for this: a result says itself by which rule it is rated.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "rating_pairs",
        sa.Column("account", sa.String, primary_key=True),
        sa.Column("pool", sa.String, primary_key=True),
        sa.Column("other", sa.String, primary_key=True),
        sa.Column("times", sa.Float(53), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("bot", sa.Boolean, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("rating_pairs_other", "rating_pairs", ["other"])


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("rating_pairs")
