"""Who left rated matches before their end: counted once each."""

from __future__ import annotations

from tafelrunde.store.people.farewell import is_there
from tafelrunde.store.script import Ask, Script

_LEFT = "left"


def note_left(account: str, match: str, at: int) -> Script[None]:
    """Note that somebody left a rated match; of an account that was deleted meanwhile nothing is kept."""
    if not (yield from is_there(account)):
        return
    yield Ask(
        "INSERT INTO relations (account, kind, other, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (account, _LEFT, match, at),
    )


def times_left(account: str, since: int) -> Script[int]:
    """Return how many rated matches somebody has left since a moment."""
    rows = yield Ask(
        "SELECT count(*) FROM relations WHERE account = ? AND kind = ? AND at >= ?", (account, _LEFT, since)
    )
    return sum(int(count) for (count,) in rows)


def matches_left(account: str) -> Script[list[tuple[str, int]]]:
    """Return the rated matches that somebody has left, and when."""
    rows = yield Ask("SELECT other, at FROM relations WHERE account = ? AND kind = ? ORDER BY at", (account, _LEFT))
    return [(str(match), int(at)) for match, at in rows]
