"""When nothing went on: outages, and times in which a process or the database stood still.

Clocks that ran are given the time back when their match is read again, which may be weeks and many restarts later.
"""

from __future__ import annotations

from tafelrunde.store.script import Ask, Script

REMEMBERED = 1_000
"""So many of the last ones are kept."""


def note_stall(begun: int, ended: int) -> Script[None]:
    """Note that nothing went on between two moments; of those that began at the same one the longest is kept."""
    yield Ask(
        "INSERT INTO stalls (begun, ended) VALUES (?, ?) "
        "ON CONFLICT (begun) DO UPDATE SET ended = excluded.ended WHERE excluded.ended > stalls.ended",
        (begun, ended),
    )
    yield Ask(
        "DELETE FROM stalls WHERE begun <= (SELECT begun FROM stalls ORDER BY begun DESC LIMIT 1 OFFSET ?)",
        (REMEMBERED,),
    )


def stalls() -> Script[list[tuple[int, int]]]:
    """Return when nothing went on, in order: the beginning and the end of each time that can be read."""
    rows = yield Ask("SELECT begun, ended FROM stalls ORDER BY begun")
    return [(begun, ended) for begun, ended in rows if isinstance(begun, int) and isinstance(ended, int)]


def forget_beat() -> Script[None]:
    """Forget when a server was alive last: what cannot be read is in the way of the next sign of life."""
    yield Ask("DELETE FROM beats")
