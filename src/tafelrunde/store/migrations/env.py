"""How Alembic meets the database: on the connection it is handed."""

from __future__ import annotations

from alembic import context

from tafelrunde.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transactional_ddl=True,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
