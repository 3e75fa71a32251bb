"""People: accounts with their passkeys and sessions, who owns which seat, ratings, seeks, reports."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_TABLES = (
    "accounts",
    "passkeys",
    "recovery_codes",
    "sessions",
    "revocations",
    "api_tokens",
    "ceremonies",
    "owners",
    "relations",
    "results",
    "ratings",
    "rating_history",
    "seeks",
    "challenges",
    "push_subscriptions",
    "reports",
)


def upgrade() -> None:
    """Create the tables."""
    _create_accounts()
    _create_seats()
    _create_ratings()
    _create_meetings()


def _create_accounts() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("folded", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("role", sa.String, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("settings", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("accounts_folded", "accounts", ["folded"], unique=True)
    op.create_table(
        "passkeys",
        sa.Column("credential", sa.String, primary_key=True),
        sa.Column("account", sa.String, nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("label", sa.String, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("passkeys_account", "passkeys", ["account"])
    op.create_table(
        "recovery_codes",
        sa.Column("hash", sa.String, primary_key=True),
        sa.Column("account", sa.String, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("recovery_codes_account", "recovery_codes", ["account"])
    op.create_table(
        "sessions",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("account", sa.String, nullable=False),
        sa.Column("hash", sa.String, nullable=False),
        sa.Column("previous", sa.String, nullable=False),
        sa.Column("rotated", sa.BigInteger, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("label", sa.String, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("sessions_account", "sessions", ["account"])
    op.create_index("sessions_seen", "sessions", ["seen"])
    op.create_table(
        "revocations",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("key", sa.String, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "api_tokens",
        sa.Column("hash", sa.String, primary_key=True),
        sa.Column("id", sa.String, nullable=False),
        sa.Column("account", sa.String, nullable=False),
        sa.Column("label", sa.String, nullable=False),
        sa.Column("scopes", sa.String, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("api_tokens_account", "api_tokens", ["account"])
    op.create_table(
        "ceremonies",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("purpose", sa.String, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ceremonies_expires", "ceremonies", ["expires"])


def _create_seats() -> None:
    op.create_table(
        "owners",
        sa.Column("account", sa.String, primary_key=True),
        sa.Column("match", sa.String, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("pool", sa.String, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("outcome", sa.String, nullable=False),
        sa.Column("opponent", sa.String, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("owners_history", "owners", ["account", "status", "changed", "match", "seat"])
    op.create_index("owners_match", "owners", ["match"])
    op.create_table(
        "relations",
        sa.Column("account", sa.String, primary_key=True),
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("other", sa.String, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("relations_other", "relations", ["other", "kind"])


def _create_ratings() -> None:
    op.create_table(
        "results",
        sa.Column("match", sa.String, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("pool", sa.String, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("number", sa.Integer),
        sqlite_with_rowid=False,
    )
    op.create_index("results_number", "results", ["number"], unique=True)
    op.create_index(
        "results_waiting",
        "results",
        ["at", "match"],
        sqlite_where=sa.text("number IS NULL"),
        postgresql_where=sa.text("number IS NULL"),
    )
    op.create_table(
        "ratings",
        sa.Column("account", sa.String, primary_key=True),
        sa.Column("pool", sa.String, primary_key=True),
        sa.Column("rating", sa.Float(53), nullable=False),
        sa.Column("deviation", sa.Float(53), nullable=False),
        sa.Column("volatility", sa.Float(53), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("certain", sa.Boolean, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ratings_board", "ratings", ["pool", "certain", "rating", "account"])
    op.create_table(
        "rating_history",
        sa.Column("account", sa.String, primary_key=True),
        sa.Column("pool", sa.String, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("rating", sa.Float(53), nullable=False),
        sa.Column("deviation", sa.Float(53), nullable=False),
        sa.Column("match", sa.String, nullable=False),
        sqlite_with_rowid=False,
    )


def _create_meetings() -> None:
    op.create_table(
        "seeks",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("account", sa.String, nullable=False),
        sa.Column("pool", sa.String, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("rating", sa.Float(53), nullable=False),
        sa.Column("range", sa.Integer, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("match", sa.String, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("seeks_account", "seeks", ["account"])
    op.create_index("seeks_pool", "seeks", ["pool", "since"])
    op.create_table(
        "challenges",
        sa.Column("match", sa.String, primary_key=True),
        sa.Column("challenger", sa.String, nullable=False),
        sa.Column("challenged", sa.String, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("challenges_challenged", "challenges", ["challenged", "at"])
    op.create_index("challenges_challenger", "challenges", ["challenger"])
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
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("reporter", sa.String, nullable=False),
        sa.Column("reported", sa.String, nullable=False),
        sa.Column("match", sa.String, nullable=False),
        sa.Column("text", sa.String, nullable=False),
        sa.Column("state", sa.String, nullable=False),
    )
    op.create_index("reports_queue", "reports", ["state", "id"])
    op.create_index("reports_reporter", "reports", ["reporter"])
    op.create_index("reports_reported", "reports", ["reported"])


def downgrade() -> None:
    """Drop the tables."""
    for table in reversed(_TABLES):
        op.drop_table(table)
