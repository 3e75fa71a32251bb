"""Where matches are kept: append-only entries, in SQLite by default and in PostgreSQL by address."""

from tafelrunde.store.base import Act, Append, Dumped, Entry, Query, Store, StoreUnavailable, Summary
from tafelrunde.store.opening import open_store, sqlite_file

__all__ = [
    "Act",
    "Append",
    "Dumped",
    "Entry",
    "Query",
    "Store",
    "StoreUnavailable",
    "Summary",
    "open_store",
    "sqlite_file",
]
