"""Devices that wish to hear when it is their owner's turn: one subscription a session, which ends with it."""

from __future__ import annotations

from typing import NamedTuple

from tafelrunde.store.script import Ask, Row, Script, blob

_SUBSCRIBED = "session, account, body, sent, due, failures"


class Subscribed(NamedTuple):
    """A device's wish, with when something was last sent and when to look again."""

    session: str
    account: str
    body: bytes
    sent: int
    due: int
    failures: int


def subscribe(wish: Subscribed) -> Script[bool]:
    """Write a device's wish in the place of an earlier one; False, with nothing written, if its session has ended."""
    if not (yield Ask("SELECT 1 FROM sessions WHERE id = ?", (wish.session,))):
        return False
    yield Ask(
        f"INSERT INTO push_subscriptions ({_SUBSCRIBED}) VALUES (?, ?, ?, ?, ?, ?) "  # noqa: S608
        "ON CONFLICT (session) DO UPDATE SET body = excluded.body, due = excluded.due, failures = excluded.failures",
        tuple(wish),
    )
    return True


def unsubscribe(session: str) -> Script[None]:
    """Forget a device's wish."""
    yield Ask("DELETE FROM push_subscriptions WHERE session = ?", (session,))


def subscription_of(session: str) -> Script[Subscribed | None]:
    """Return a device's wish."""
    rows = yield Ask(f"SELECT {_SUBSCRIBED} FROM push_subscriptions WHERE session = ?", (session,))  # noqa: S608
    return _read(rows[0]) if rows else None


def subscriptions_of(account: str) -> Script[list[Subscribed]]:
    """Return the wishes of all devices of an account."""
    rows = yield Ask(
        f"SELECT {_SUBSCRIBED} FROM push_subscriptions WHERE account = ? ORDER BY session",  # noqa: S608
        (account,),
    )
    return [_read(row) for row in rows]


def take_due(now: int, until: int, limit: int) -> Script[list[Subscribed]]:
    """Return the devices that are to be looked at, and keep others from doing so until a moment."""
    rows = yield Ask(
        f"SELECT {_SUBSCRIBED} FROM push_subscriptions WHERE due <= ? ORDER BY due LIMIT ?",  # noqa: S608
        (now, limit),
    )
    found = []
    for wish in map(_read, rows):
        taken = yield Ask(
            "UPDATE push_subscriptions SET due = ? WHERE session = ? AND due = ? RETURNING session",
            (until, wish.session, wish.due),
        )
        if taken:
            found.append(wish)
    return found


def note_push(wish: Subscribed, sent: int, due: int, failures: int) -> Script[None]:
    """Write what came of looking at a device; one that made another wish meanwhile is left alone."""
    yield Ask(
        "UPDATE push_subscriptions SET sent = ?, due = ?, failures = ? WHERE session = ? AND body = ?",
        (sent, due, failures, wish.session, wish.body),
    )


def _read(row: Row) -> Subscribed:
    return Subscribed(row[0], row[1], blob(row[2]), *row[3:])
