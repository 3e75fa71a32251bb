"""Accounts with their passkeys, recovery codes, and the questions that passkeys are asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tafelrunde.store.script import Ask, Script, blob

ACCOUNT_COLUMNS = "id, name, folded, kind, role, status, created, settings"
_PASSKEY = "credential, account, public_key, sign_count, label, created, used"


class Account(NamedTuple):
    """Somebody with a name."""

    id: str
    name: str
    folded: str
    """The name in the form by which names are compared."""
    kind: str
    """`person` or `bot`, for ever."""
    role: str
    status: str
    """`active`, `banned` or `deleted`."""
    created: int
    settings: bytes


class Passkey(NamedTuple):
    """A credential of WebAuthn."""

    credential: str
    account: str
    public_key: bytes
    sign_count: int
    label: str
    created: int
    used: int


class Ceremony(NamedTuple):
    """A question that a passkey is asked once, until a moment."""

    id: str
    purpose: str
    body: bytes
    expires: int


def add_account(account: Account) -> Script[bool]:
    """Write a new account; False, with nothing written, if the name is taken."""
    rows = yield Ask(
        f"INSERT INTO accounts ({ACCOUNT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?) "  # noqa: S608
        "ON CONFLICT DO NOTHING RETURNING id",
        tuple(account),
    )
    return bool(rows)


def find_account(name: str) -> Script[Account | None]:
    """Return an account by its id."""
    rows = yield Ask(f"SELECT {ACCOUNT_COLUMNS} FROM accounts WHERE id = ?", (name,))  # noqa: S608
    return Account(*rows[0]) if rows else None


def accounts_after(name: str, limit: int = 100) -> Script[list[Account]]:
    """Return accounts in the order of their ids, after one of them."""
    rows = yield Ask(f"SELECT {ACCOUNT_COLUMNS} FROM accounts WHERE id > ? ORDER BY id LIMIT ?", (name, limit))  # noqa: S608
    return [Account(*row)._replace(settings=blob(row[7])) for row in rows]


def set_status(account: str, status: str) -> Script[None]:
    """Set whether an account is `active` or `banned`."""
    yield Ask("UPDATE accounts SET status = ? WHERE id = ?", (status, account))


def codes_of(account: str) -> Script[list[str]]:
    """Return the hashes of the recovery codes that an account has left."""
    rows = yield Ask("SELECT hash FROM recovery_codes WHERE account = ? ORDER BY hash", (account,))
    return [row[0] for row in rows]


def find_by_name(folded: str) -> Script[Account | None]:
    """Return an account by its folded name."""
    rows = yield Ask(f"SELECT {ACCOUNT_COLUMNS} FROM accounts WHERE folded = ?", (folded,))  # noqa: S608
    return Account(*rows[0]) if rows else None


def add_passkey(passkey: Passkey) -> Script[bool]:
    """Write a new passkey; False, with nothing written, if it is known already."""
    rows = yield Ask(
        f"INSERT INTO passkeys ({_PASSKEY}) VALUES (?, ?, ?, ?, ?, ?, ?) "  # noqa: S608
        "ON CONFLICT DO NOTHING RETURNING credential",
        tuple(passkey),
    )
    return bool(rows)


def find_passkey(credential: str) -> Script[Passkey | None]:
    """Return a passkey by the id that its device gave it."""
    rows = yield Ask(f"SELECT {_PASSKEY} FROM passkeys WHERE credential = ?", (credential,))  # noqa: S608
    return Passkey(*rows[0]) if rows else None


def passkeys_of(account: str) -> Script[list[Passkey]]:
    """Return the passkeys of an account, the oldest first."""
    rows = yield Ask(f"SELECT {_PASSKEY} FROM passkeys WHERE account = ? ORDER BY created, credential", (account,))  # noqa: S608
    return [Passkey(*row) for row in rows]


def use_passkey(passkey: Passkey, sign_count: int, at: int) -> Script[bool]:
    """Note that a passkey was used; False, with nothing written, if it was used or removed meanwhile."""
    rows = yield Ask(
        "UPDATE passkeys SET sign_count = ?, used = ? WHERE credential = ? AND sign_count = ? RETURNING credential",
        (sign_count, at, passkey.credential, passkey.sign_count),
    )
    return bool(rows)


def remove_passkey(account: str, credential: str) -> Script[bool]:
    """Remove an account's passkey; False if it has none of that name."""
    rows = yield Ask(
        "DELETE FROM passkeys WHERE account = ? AND credential = ? RETURNING credential", (account, credential)
    )
    return bool(rows)


def replace_codes(account: str, hashes: Sequence[str]) -> Script[None]:
    """Give an account new recovery codes; the old ones are void."""
    yield Ask("DELETE FROM recovery_codes WHERE account = ?", (account,))
    for hashed in hashes:
        yield Ask("INSERT INTO recovery_codes (hash, account) VALUES (?, ?)", (hashed, account))


def spend_code(hashed: str) -> Script[str | None]:
    """Use a recovery code up and return its account; None if there is no such code."""
    rows = yield Ask("DELETE FROM recovery_codes WHERE hash = ? RETURNING account", (hashed,))
    return str(rows[0][0]) if rows else None


def save_settings(account: str, settings: bytes) -> Script[None]:
    """Write what an account has set."""
    yield Ask("UPDATE accounts SET settings = ? WHERE id = ?", (settings, account))


def begin_ceremony(ceremony: Ceremony, now: int) -> Script[None]:
    """Write a question for a passkey, and forget those whose time is up."""
    yield Ask("DELETE FROM ceremonies WHERE expires < ?", (now,))
    yield Ask("INSERT INTO ceremonies (id, purpose, body, expires) VALUES (?, ?, ?, ?)", tuple(ceremony))


def end_ceremony(name: str, purpose: str, now: int) -> Script[bytes | None]:
    """Take a question away, whatever comes of the answer; None if there is none of that name and purpose any more."""
    rows = yield Ask("DELETE FROM ceremonies WHERE id = ? AND purpose = ? RETURNING body, expires", (name, purpose))
    return blob(rows[0][0]) if rows and rows[0][1] >= now else None
