"""Accounts as a whole, out of a database and into another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tafelrunde.store.base import Owner, Result
from tafelrunde.store.people import accounts as kept
from tafelrunde.store.people.puzzles import Attempt, Standing, attempts_of, restore_attempts, solver_of
from tafelrunde.store.people.ratings import Counted, give_number, last_number, lock_ratings
from tafelrunde.store.people.sessions import ApiToken, add_api_token, api_tokens_of, revoke
from tafelrunde.store.script import Ask, Script, blob
from tafelrunde.store.sql import FORGET_OWNERS, SAVE_OWNER


class Person(NamedTuple):
    """An account with what opens it. Sessions stay behind: devices sign in again."""

    account: kept.Account
    passkeys: list[kept.Passkey]
    codes: list[str]
    """Hashes."""
    tokens: list[ApiToken]
    attempts: tuple[Attempt, ...] = ()
    """Puzzles that were tried."""
    solver: Standing | None = None


def people_after(name: str) -> Script[list[Person]]:
    """Return accounts with what opens them, a page in the order of their ids, after one of them."""
    found: list[Person] = []
    for account in (yield from kept.accounts_after(name)):
        passkeys = [key._replace(public_key=blob(key.public_key)) for key in (yield from kept.passkeys_of(account.id))]
        codes = yield from kept.codes_of(account.id)
        tokens = yield from api_tokens_of(account.id)
        attempts = tuple((yield from _attempts(account.id)))
        found.append(Person(account, passkeys, codes, tokens, attempts, (yield from solver_of(account.id))))
    return found


def _attempts(account: str) -> Script[list[Attempt]]:
    found: list[Attempt] = []
    while page := (yield from attempts_of(account, found[-1].id if found else "")):
        found += page
    return found


def restore_person(person: Person) -> Script[bool | None]:
    """Write an account; False if it is there already, None if somebody else has its name."""
    if not (yield from kept.add_account(person.account)):
        return None if (yield from kept.find_account(person.account.id)) is None else False
    for passkey in person.passkeys:
        yield from kept.add_passkey(passkey)
    yield from kept.replace_codes(person.account.id, person.codes)
    for token in person.tokens:
        yield from add_api_token(token)
    if person.solver is not None:
        yield from restore_attempts(person.attempts, person.solver)
    return True


def all_revoked() -> Script[list[tuple[str, int]]]:
    """Return which sessions and API tokens have ended, and when."""
    rows = yield Ask("SELECT key, at FROM revocations ORDER BY id")
    return [(row[0], row[1]) for row in rows]


def restore_revoked(revoked: Iterable[tuple[str, int]]) -> Script[None]:
    """Write which sessions and API tokens have ended, where that is not known."""
    known = {key for key, _ in (yield from all_revoked())}
    for key, at in revoked:
        if key not in known:
            yield from revoke(key, at)


class Related(NamedTuple):
    """What an account is to another."""

    account: str
    kind: str
    other: str
    at: int


def relations_after(account: str, kind: str, other: str, limit: int = 1000) -> Script[list[Related]]:
    """Return what accounts are to each other, in the order of the table, after one line of it."""
    rows = yield Ask(
        "SELECT account, kind, other, at FROM relations WHERE (account, kind, other) > (?, ?, ?) "
        "ORDER BY account, kind, other LIMIT ?",
        (account, kind, other, limit),
    )
    return [Related(*row) for row in rows]


def restore_relation(related: Related) -> Script[None]:
    """Write what an account is to another, unless that is known."""
    yield Ask(
        "INSERT INTO relations (account, kind, other, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", tuple(related)
    )


def waiting_results() -> Script[list[Counted]]:
    """Return the results that are still to be counted."""
    rows = yield Ask("SELECT match, at, pool, body FROM results WHERE number IS NULL ORDER BY at, match")
    return [Counted(Result(row[0], row[1], row[2], blob(row[3])), None) for row in rows]


def restore_results(results: Sequence[Counted]) -> Script[int]:
    """Write results after those that are there, in their order; return how many were not known."""
    yield from lock_ratings()
    number, new = (yield from last_number()), 0
    for result, counted in results:
        rows = yield Ask(
            "INSERT INTO results (match, at, pool, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING match",
            tuple(result),
        )
        new += len(rows)
        if rows and counted is not None:
            number += 1
            yield from give_number(result.match, number)
    return new


def restore_owners(match: str, owners: Sequence[Owner]) -> Script[None]:
    """Write whose the seats of a match are."""
    yield Ask(FORGET_OWNERS, (match,))
    for owner in owners:
        yield Ask(SAVE_OWNER, tuple(owner))
