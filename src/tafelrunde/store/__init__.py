"""Where matches are kept: append-only entries, in SQLite by default and in PostgreSQL by address."""

from tafelrunde.store.base import Append, Entry, Query, Store, StoreUnavailable, Summary
from tafelrunde.store.opening import open_store

__all__ = ["Append", "Entry", "Query", "Store", "StoreUnavailable", "Summary", "open_store"]
