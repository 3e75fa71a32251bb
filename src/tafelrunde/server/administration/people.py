"""What a person in charge may do to accounts, each act in one transaction with its line in the audit log."""

from __future__ import annotations

from tafelrunde.server.administration.admin import Charge
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.people.names import fold
from tafelrunde.store import Ask, Lock, Script, Store, sql
from tafelrunde.store.people.accounts import find_by_name, set_status
from tafelrunde.store.people.sessions import end_everything


async def suspend(store: Store, charge: Charge, name: str, on: bool = True) -> bool:
    """Shut an account out, or let it in again; False if that was so before. Raise Refusal if nobody has the name.

    Whoever is shut out is signed out everywhere, and cannot sign in.
    """

    def change() -> Script[bool]:
        account = yield from find_by_name(fold(name))
        if account is None:
            raise Refusal("not-found", "nobody has this name")
        if (account.status == "banned") == on:
            return False
        yield from set_status(account.id, "banned" if on else "active")
        if on:
            yield from end_everything(account.id, charge.at)
        # Lines of the log appear in the order of their numbers.
        yield Lock("audit")
        yield Ask(sql.NOTE, charge.act("suspend" if on else "unsuspend", target=account.name))
        return True

    return await store.transact(change)
