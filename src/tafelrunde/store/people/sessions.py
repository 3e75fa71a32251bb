"""Sessions and API tokens of accounts, and how all processes learn that one has ended."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tafelrunde.store.script import Ask, Lock, Script

_SESSION = "id, account, hash, previous, rotated, created, seen, label"
_API_TOKEN = "id, hash, account, label, scopes, created, used"  # noqa: S105

UNSEEN_MS = 180 * 86_400_000
"""How long a session lasts that nobody uses."""
SEEN = "~"
"""Before the hash of a former secret whose successor has been seen."""


class Session(NamedTuple):
    """A device that is signed in. Only hashes of its secret are kept."""

    id: str
    account: str
    hash: str
    previous: str
    """The hash of the secret before the last rotation, behind `SEEN` once the new one has been seen; or empty."""
    rotated: int
    created: int
    """When its owner last proved who they are."""
    seen: int
    label: str


class ApiToken(NamedTuple):
    """A token for scripts, with what it may do."""

    id: str
    hash: str
    account: str
    label: str
    scopes: str
    """Words with a space between."""
    created: int
    used: int


def add_session(session: Session) -> Script[None]:
    """Write a new session."""
    yield Ask(f"INSERT INTO sessions ({_SESSION}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", tuple(session))  # noqa: S608


def find_session(name: str) -> Script[Session | None]:
    """Return a session by its name."""
    rows = yield Ask(f"SELECT {_SESSION} FROM sessions WHERE id = ?", (name,))  # noqa: S608
    return Session(*rows[0]) if rows else None


def sessions_of(account: str) -> Script[list[Session]]:
    """Return the sessions of an account, the newest first."""
    rows = yield Ask(f"SELECT {_SESSION} FROM sessions WHERE account = ? ORDER BY seen DESC, id", (account,))  # noqa: S608
    return [Session(*row) for row in rows]


def change_session(old: Session, new: Session) -> Script[bool]:
    """Write a session's new state; False, with nothing written, if it is not as it was any more."""
    rows = yield Ask(
        "UPDATE sessions SET hash = ?, previous = ?, rotated = ?, created = ?, seen = ?, label = ? "
        "WHERE id = ? AND hash = ? AND previous = ? RETURNING id",
        (new.hash, new.previous, new.rotated, new.created, new.seen, new.label, old.id, old.hash, old.previous),
    )
    return bool(rows)


def end_sessions(names: Iterable[str], at: int) -> Script[None]:
    """End sessions; all processes hear of it."""
    for name in names:
        yield Ask("DELETE FROM sessions WHERE id = ?", (name,))
        yield Ask("DELETE FROM push_subscriptions WHERE session = ?", (name,))
        yield from revoke(name, at)


def end_unseen(before: int, at: int, limit: int = 100) -> Script[int]:
    """End sessions that nobody has used since a moment, a few at a time; return how many."""
    rows = yield Ask("SELECT id FROM sessions WHERE seen < ? ORDER BY seen LIMIT ?", (before, limit))
    yield from end_sessions([name for (name,) in rows], at)
    return len(rows)


def end_everything(account: str, at: int) -> Script[None]:
    """End all sessions and API tokens of an account."""
    yield from end_sessions([session.id for session in (yield from sessions_of(account))], at)
    for token in (yield from api_tokens_of(account)):
        yield from end_api_token(account, token.id, at)


def add_api_token(token: ApiToken) -> Script[None]:
    """Write a new API token."""
    yield Ask(f"INSERT INTO api_tokens ({_API_TOKEN}) VALUES (?, ?, ?, ?, ?, ?, ?)", tuple(token))  # noqa: S608


def find_api_token(hashed: str) -> Script[ApiToken | None]:
    """Return an API token by its hash."""
    rows = yield Ask(f"SELECT {_API_TOKEN} FROM api_tokens WHERE hash = ?", (hashed,))  # noqa: S608
    return ApiToken(*rows[0]) if rows else None


def api_tokens_of(account: str) -> Script[list[ApiToken]]:
    """Return the API tokens of an account, the newest first."""
    rows = yield Ask(
        f"SELECT {_API_TOKEN} FROM api_tokens WHERE account = ? ORDER BY created DESC, id",  # noqa: S608
        (account,),
    )
    return [ApiToken(*row) for row in rows]


def use_api_token(hashed: str, at: int) -> Script[None]:
    """Note that an API token was used."""
    yield Ask("UPDATE api_tokens SET used = ? WHERE hash = ?", (at, hashed))


def end_api_token(account: str, name: str, at: int) -> Script[bool]:
    """End an account's API token; False if it has none of that name."""
    rows = yield Ask("DELETE FROM api_tokens WHERE account = ? AND id = ? RETURNING id", (account, name))
    if rows:
        yield from revoke(name, at)
    return bool(rows)


def revoke(name: str, at: int) -> Script[None]:
    """Let all processes hear that a session or an API token has ended."""
    # One after the other, so that no number appears behind one that was read.
    yield Lock("revocations")
    yield Ask("INSERT INTO revocations (key, at) VALUES (?, ?)", (name, at))


def revocations_after(number: int) -> Script[list[tuple[int, str]]]:
    """Return what has ended since a number, each with its own, in their order."""
    rows = yield Ask("SELECT id, key FROM revocations WHERE id > ? ORDER BY id", (number,))
    return [(row[0], row[1]) for row in rows]
