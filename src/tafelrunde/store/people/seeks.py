"""Who looks for somebody to play with, and how they are put together: each at most once, whoever does it.

All processes of a server read the same rows, and any of them may pair. Putting people together is one transaction with
the first entry of their match: either everybody is at the table, or everybody goes on waiting.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tafelrunde.store import sql
from tafelrunde.store.base import Append
from tafelrunde.store.people.farewell import is_there
from tafelrunde.store.script import Ask, Lock, Row, Script, blob

_SEEK = "id, account, pool, rated, body, rating, range, since, seen, match"
_LOCK = Lock("seeks")
MOST_WAITING = 2_000
"""This many of one pool are read, those who wait longest first: far more than can wait from a few addresses."""
_LISTED = 60


class Seek(NamedTuple):
    """Somebody who looks for others."""

    id: str
    account: str
    """Empty for a guest."""
    pool: str
    rated: bool
    body: bytes
    """What exactly is wished for, by whom, and through which connection."""
    rating: float
    range: int
    """How far the others' rating may be away at first."""
    since: int
    seen: int
    """When a process last said that whoever looks is still there."""
    match: str
    """Where they sit now; empty while they wait."""


def add_seek(seek: Seek) -> Script[Seek | None]:
    """Write a seek and return it as it is: the same again, from another connection, goes on where it was.

    Somebody with a name looks once at a time; what they looked for before is over. None, with nothing written, for an
    account that has been deleted.
    """
    yield _LOCK
    if not (yield from _are_there([seek])):
        return None
    known = yield from find_seek(seek.id)
    if known is not None and (known.match or known.account != seek.account):
        return known
    if known is not None:
        # Whoever comes back has not lost the time they waited.
        seek = seek._replace(since=known.since if known.pool == seek.pool else seek.since)
        yield Ask("DELETE FROM seeks WHERE id = ?", (seek.id,))
    if seek.account:
        yield Ask("DELETE FROM seeks WHERE account = ? AND match = ''", (seek.account,))
    yield from _insert(seek)
    return seek


def _insert(seek: Seek) -> Script[None]:
    yield Ask(f"INSERT INTO seeks ({_SEEK}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", tuple(seek))  # noqa: S608


def find_seek(name: str) -> Script[Seek | None]:
    """Return a seek by its id."""
    rows = yield Ask(f"SELECT {_SEEK} FROM seeks WHERE id = ?", (name,))  # noqa: S608
    return _seek(rows[0]) if rows else None


def find_seeks(names: Sequence[str]) -> Script[list[Seek]]:
    """Return those of some seeks that are there."""
    if not names:
        return []
    rows = yield Ask(f"SELECT {_SEEK} FROM seeks WHERE id IN ({_marks(names)})", tuple(names))  # noqa: S608
    return [_seek(row) for row in rows]


def has_seek(account: str) -> Script[bool]:
    """Return whether somebody with a name looks for others."""
    return bool((yield Ask("SELECT 1 FROM seeks WHERE account = ? AND match = '' LIMIT 1", (account,))))


def remove_seek(seek: Seek) -> Script[bool]:
    """Take a seek back; False, with nothing changed, if it was paired or goes on through another connection."""
    yield _LOCK
    rows = yield Ask("DELETE FROM seeks WHERE id = ? AND body = ? AND match = '' RETURNING id", (seek.id, seek.body))
    return bool(rows)


def keep_alive(names: Sequence[str], at: int) -> Script[None]:
    """Note that those who look are still there."""
    if names:
        yield Ask(f"UPDATE seeks SET seen = ? WHERE id IN ({_marks(names)}) AND match = ''", (at, *names))  # noqa: S608


def remove_dead(silent: int, paired: int) -> Script[None]:
    """Forget seeks that nobody has spoken for since a moment, and those that were paired before another."""
    yield Ask("DELETE FROM seeks WHERE match = '' AND seen < ?", (silent,))
    yield Ask("DELETE FROM seeks WHERE match <> '' AND seen < ?", (paired,))


def waiting_in(pool: str, alive: int) -> Script[tuple[list[Seek], set[frozenset[str]]]]:
    """Return who waits in a pool, those who wait longest first, and who of them will not play with whom."""
    rows = yield Ask(
        f"SELECT {_SEEK} FROM seeks WHERE pool = ? AND match = '' AND seen >= ? ORDER BY since, id LIMIT ?",  # noqa: S608
        (pool, alive, MOST_WAITING),
    )
    seeks = [_seek(row) for row in rows]
    return seeks, (yield from blocks_among(seek.account for seek in seeks))


def all_waiting(alive: int) -> Script[list[Seek]]:
    """Return who waits, for the lobby: the newest first."""
    rows = yield Ask(
        f"SELECT {_SEEK} FROM seeks WHERE match = '' AND seen >= ? ORDER BY since DESC, id DESC LIMIT ?",  # noqa: S608
        (alive, _LISTED),
    )
    return [_seek(row) for row in rows]


def blocks_among(accounts: Iterable[str]) -> Script[set[frozenset[str]]]:
    """Return the pairs of accounts of which one blocks the other."""
    waiting = {account for account in accounts if account}
    if len(waiting) < 2:
        return set()
    named = sorted(waiting)
    rows = yield Ask(
        f"SELECT account, other FROM relations WHERE kind = 'block' AND account IN ({_marks(named)})",  # noqa: S608
        tuple(named),
    )
    return {frozenset((account, other)) for account, other in rows if other in waiting}


def claim(group: Sequence[Seek], alive: int, append: Append) -> Script[bool]:
    """Seat those who look at their match; False, with nothing written, unless all of them still wait and may.

    Run again after a commit that nobody heard of, it finds its work done.
    """
    yield _LOCK
    names = [seek.id for seek in group]
    known = {seek.id: seek for seek in (yield from find_seeks(names))}
    if len(known) == len(group) and all(seek.match == append.match for seek in known.values()):
        return True
    for seek in group:
        now = known.get(seek.id)
        if now is None or now.match or now.seen < alive or now.body != seek.body:
            return False
    if not (yield from _are_there(group)) or (yield from blocks_among(seek.account for seek in group)):
        return False
    yield Ask(f"UPDATE seeks SET match = ? WHERE id IN ({_marks(names)})", (append.match, *names))  # noqa: S608
    yield from _begin(append)
    return True


def sit_down(seek: Seek, wanted: Seek, alive: int, append: Append) -> Script[bool]:
    """Seat somebody with one who looks, whatever the difference between them; False if that one is gone or blocks."""
    yield _LOCK
    if (yield from find_seek(seek.id)) is None:
        if seek.account:
            yield Ask("DELETE FROM seeks WHERE account = ? AND match = ''", (seek.account,))
        yield from _insert(seek)
    if not (yield from claim((wanted, seek), alive, append)):
        yield Ask("DELETE FROM seeks WHERE id = ? AND match = ''", (seek.id,))
        return False
    return True


def _are_there(group: Sequence[Seek]) -> Script[bool]:
    """Return whether none of those who look with a name has deleted it meanwhile; guests always are."""
    for account in {seek.account for seek in group if seek.account}:
        if not (yield from is_there(account)):
            return False
    return True


def _begin(append: Append) -> Script[None]:
    """Write the first entry of a match, with what changes with it."""
    yield Ask(sql.PUT_ENTRY, (append.match, append.number, append.at, append.key, append.body))
    assert append.summary is not None
    yield Ask(sql.SAVE_SUMMARY, tuple(append.summary))
    for hashed, seat in append.tokens:
        yield Ask(sql.SAVE_TOKEN, (hashed, append.match, seat))
    for owner in append.owners or ():
        yield Ask(sql.SAVE_OWNER, tuple(owner))


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))


def _seek(row: Row) -> Seek:
    name, account, pool, rated, body, rating, range_, since, seen, match = row
    return Seek(name, account, pool, bool(rated), blob(body), rating, range_, since, seen, match)
