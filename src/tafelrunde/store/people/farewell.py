"""What goes with an account: everything but its matches, which have forgotten it before."""

from __future__ import annotations

from collections.abc import Callable

from tafelrunde.store.people.relations import end_forgetting, forget_relations, to_forget
from tafelrunde.store.people.sessions import end_everything
from tafelrunde.store.script import Ask, Lock, Script, blob
from tafelrunde.store.studies import remove_studies_of

_OF_ACCOUNT = (
    "DELETE FROM passkeys WHERE account = ?",
    "DELETE FROM recovery_codes WHERE account = ?",
    "DELETE FROM seeks WHERE account = ?",
    "DELETE FROM push_subscriptions WHERE account = ?",
    "DELETE FROM luck WHERE account = ?",
    "DELETE FROM challenges WHERE challenger = ?",
    "UPDATE challenges SET challenged = '' WHERE challenged = ?",
    "UPDATE reports SET reporter = '' WHERE reporter = ?",
    "DELETE FROM reports WHERE reported = ?",
    "DELETE FROM puzzle_results WHERE account = ?",
    "DELETE FROM puzzle_solvers WHERE account = ?",
    "DELETE FROM accounts WHERE id = ?",
)


def rewrite(match: str, change: Callable[[bytes], bytes]) -> Script[None]:
    """Change the bodies of a match's entries; what follows from them may not change but in names and texts."""
    rows = yield Ask("SELECT number, body FROM entries WHERE match = ? ORDER BY number", (match,))
    for number, body in rows:
        changed = change(blob(body))
        if changed != blob(body):
            yield Ask("UPDATE entries SET body = ? WHERE match = ? AND number = ?", (changed, match, number))


def disown_unread(account: str, match: str) -> Script[None]:
    """Forget that an account has seats in a match that cannot be read."""
    yield Ask("DELETE FROM owners WHERE account = ? AND match = ?", (account, match))
    yield from end_forgetting(account, match)


def is_there(account: str) -> Script[bool]:
    """Return whether an account has not been removed; checked after writing, so that nothing is left behind."""
    yield Lock("leaving")
    return bool((yield Ask("SELECT 1 FROM accounts WHERE id = ?", (account,))))


def remove_account(account: str, at: int) -> Script[bool]:
    """Remove an account and everything that opens it.

    False, with nothing removed, while it has a seat somewhere, or stands in the entries of a match.
    """
    # In the order in which those lock who put people together: nobody is given a seat while they go.
    yield Lock("seeks")
    yield Lock("leaving")
    rows = yield Ask("SELECT 1 FROM owners WHERE account = ? LIMIT 1", (account,))
    if rows or (yield from to_forget(account)):
        return False
    yield from end_everything(account, at)
    yield from forget_relations(account)
    yield from remove_studies_of(account)
    for statement in _OF_ACCOUNT:
        yield Ask(statement, (account,))
    return True
