"""Where matches are kept: append-only entries, in SQLite by default and in PostgreSQL by address."""

from tafelrunde.store.base import (
    PAYER,
    Act,
    Append,
    Dumped,
    Entry,
    Owner,
    Query,
    Result,
    Store,
    StoreUnavailable,
    Summary,
)
from tafelrunde.store.opening import existing_file, open_store, sqlite_file
from tafelrunde.store.script import Ask, Lock, Make, Row, Script

__all__ = [
    "PAYER",
    "Act",
    "Append",
    "Ask",
    "Dumped",
    "Entry",
    "Lock",
    "Make",
    "Owner",
    "Query",
    "Result",
    "Row",
    "Script",
    "Store",
    "StoreUnavailable",
    "Summary",
    "existing_file",
    "open_store",
    "sqlite_file",
]
