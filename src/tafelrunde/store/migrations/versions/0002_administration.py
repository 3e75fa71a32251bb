"""What a person in charge did, which nobody can change afterwards, and names with values about the whole database."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_SQLITE = [
    f"CREATE TRIGGER audit_no_{act} BEFORE {act} ON audit BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END"
    for act in ("update", "delete")
]
_POSTGRES = [
    """CREATE FUNCTION audit_only_grows() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'the audit log only grows'; END $$""",
    """CREATE TRIGGER audit_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION audit_only_grows()""",
]


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("who", sa.String, nullable=False),
        sa.Column("what", sa.String, nullable=False),
        sa.Column("match", sa.String, nullable=False),
        sa.Column("target", sa.String, nullable=False),
        sa.Column("why", sa.String, nullable=False),
    )
    op.create_table(
        "meta", sa.Column("name", sa.String, primary_key=True), sa.Column("value", sa.String, nullable=False)
    )
    for statement in _SQLITE if op.get_bind().dialect.name == "sqlite" else _POSTGRES:
        op.execute(statement)


def downgrade() -> None:
    """Drop the tables."""
    op.drop_table("meta")
    op.drop_table("audit")
    if op.get_bind().dialect.name != "sqlite":
        op.execute("DROP FUNCTION audit_only_grows")
