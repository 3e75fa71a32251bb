"""What people are to each other: whom they follow, whom they do not want to meet; and who is about to be forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from tafelrunde.store.people.accounts import ACCOUNT_COLUMNS, Account
from tafelrunde.store.script import Ask, Script

Kind = Literal["follow", "block"]
_LEAVING = "leaving"
_FORGETTING = "forgetting"


class Relation(NamedTuple):
    """Somebody whom an account follows or blocks, since when."""

    kind: str
    at: int
    other: Account


def relate(account: str, kind: Kind, other: str, at: int, most: int) -> Script[bool]:
    """Follow or block somebody, which ends the opposite; False, with nothing written, beyond the number allowed."""
    rows = yield Ask("SELECT count(*) FROM relations WHERE account = ? AND kind = ?", (account, kind))
    if rows[0][0] >= most:
        return False
    yield from unrelate(account, other)
    yield Ask(
        "INSERT INTO relations (account, kind, other, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (account, kind, other, at),
    )
    if kind == "block":
        # Whoever is blocked does not go on following.
        yield Ask("DELETE FROM relations WHERE account = ? AND kind = ? AND other = ?", (other, "follow", account))
    return True


def unrelate(account: str, other: str) -> Script[None]:
    """Neither follow nor block somebody."""
    for kind in ("follow", "block"):
        yield Ask("DELETE FROM relations WHERE account = ? AND kind = ? AND other = ?", (account, kind, other))


def relations_of(account: str, kind: Kind) -> Script[list[Relation]]:
    """Return whom an account follows or blocks, the newest first; a few hundred at most."""
    whose = ", ".join(f"a.{name}" for name in ACCOUNT_COLUMNS.split(", "))
    rows = yield Ask(
        f"SELECT r.kind, r.at, {whose} FROM relations r JOIN accounts a ON a.id = r.other "  # noqa: S608
        "WHERE r.account = ? AND r.kind = ? ORDER BY r.at DESC, r.other",
        (account, kind),
    )
    return [Relation(row[0], row[1], Account(*row[2:])) for row in rows]


def relation_to(account: str, other: str) -> Script[str]:
    """Return what somebody is to an account: `follow`, `block` or nothing."""
    for kind in ("follow", "block"):
        rows = yield Ask("SELECT 1 FROM relations WHERE account = ? AND kind = ? AND other = ?", (account, kind, other))
        if rows:
            return kind
    return ""


def is_blocked(account: str, others: Sequence[str]) -> Script[bool]:
    """Return whether an account and one of some others do not want to meet, whichever of them says so."""
    for other in others:
        for one, two in ((account, other), (other, account)):
            if (yield from relation_to(one, two)) == "block":
                return True
    return False


def begin_leaving(account: str, name: str, at: int) -> Script[None]:
    """Note that an account is being deleted, and under which name its results go on; forget whom it follows."""
    for kind in ("follow", "block"):
        yield Ask("DELETE FROM relations WHERE account = ? AND kind = ?", (account, kind))
        yield Ask("DELETE FROM relations WHERE other = ? AND kind = ?", (account, kind))
    yield Ask(
        "INSERT INTO relations (account, kind, other, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (account, _LEAVING, name, at),
    )


def forget_relations(account: str) -> Script[None]:
    """Forget everything about whom an account follows, and who follows it."""
    yield Ask("DELETE FROM relations WHERE account = ?", (account,))
    for kind in ("follow", "block"):
        yield Ask("DELETE FROM relations WHERE other = ? AND kind = ?", (account, kind))


def gone_as(account: str) -> Script[str]:
    """Return the name under which an account's results are counted: its own, unless it is being deleted."""
    rows = yield Ask("SELECT other FROM relations WHERE account = ? AND kind = ?", (account, _LEAVING))
    return str(rows[0][0]) if rows else account


def note_forgetting(account: str, match: str, seats: Sequence[int]) -> Script[None]:
    """Note that the entries of a match are to forget an account's seats: whoever breaks off there finds it again."""
    yield Ask(
        "INSERT INTO relations (account, kind, other, at) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (account, kind, other) DO UPDATE SET at = excluded.at",
        (account, _FORGETTING, match, sum(1 << seat for seat in seats)),
    )


def end_forgetting(account: str, match: str) -> Script[None]:
    """Note that the entries of a match have forgotten an account."""
    yield Ask("DELETE FROM relations WHERE account = ? AND kind = ? AND other = ?", (account, _FORGETTING, match))


def to_forget(account: str) -> Script[dict[str, set[int]]]:
    """Return the matches whose entries are still to forget an account, and its seats there."""
    rows = yield Ask("SELECT other, at FROM relations WHERE account = ? AND kind = ?", (account, _FORGETTING))
    return {match: {seat for seat in range(seats.bit_length()) if seats >> seat & 1} for match, seats in rows}
