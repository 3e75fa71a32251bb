"""Statistics of an account: an index that answers them alone."""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the index."""
    op.create_index("owners_statistics", "owners", ["account", "opponent", "pool", "status", "outcome"])


def downgrade() -> None:
    """Drop it."""
    op.drop_index("owners_statistics", "owners")
