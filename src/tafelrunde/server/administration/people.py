"""What an administrator may do to accounts, each action in one transaction with its line in the audit log."""

from __future__ import annotations

from functools import partial

from tafelrunde.server.administration.admin import Charge, change_match
from tafelrunde.server.administration.verify import Damaged
from tafelrunde.server.match import events as ev
from tafelrunde.server.match.decide import Events
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.match.state import Match
from tafelrunde.server.people.names import checked, fold
from tafelrunde.store import Ask, Lock, Script, Store, sql
from tafelrunde.store.people.accounts import Account, find_by_name, set_status
from tafelrunde.store.people.owners import matches_of
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


async def set_role(store: Store, charge: Charge, name: str, role: str) -> None:
    """Give somebody a role, or take it away with an empty one. Raise Refusal if nobody has the name."""

    def change() -> Script[None]:
        account = yield from find_by_name(fold(name))
        if account is None:
            raise Refusal("not-found", "nobody has this name")
        yield Ask("UPDATE accounts SET role = ? WHERE id = ?", (role, account.id))
        yield Lock("audit")
        yield Ask(sql.NOTE, charge.act("role", target=f"{account.name}: {role or 'none'}"))

    await store.transact(change)


async def rename(store: Store, charge: Charge, name: str, new: str) -> list[str]:
    """Give somebody another name, in their matches as well; return what is wrong with those that could not be changed.

    Raise Refusal where that cannot be.
    """
    shown = checked(new)

    def change() -> Script[Account]:
        account = yield from find_by_name(fold(name))
        if account is None:
            raise Refusal("not-found", "nobody has this name")
        other = yield from find_by_name(fold(shown))
        if other is not None and other.id != account.id:
            raise Refusal("name-taken", "somebody has this name, or one that looks like it")
        yield Ask("UPDATE accounts SET name = ?, folded = ? WHERE id = ?", (shown, fold(shown), account.id))
        yield Lock("audit")
        yield Ask(sql.NOTE, charge.act("rename", target=f"{account.name}: {shown}"))
        return account

    account = await store.transact(change)
    problems, last = list[str](), ""
    while page := await store.ask(partial(matches_of, account.id, last)):
        for match in page:
            try:
                await change_match(store, match, charge.act("rename", match), partial(_renamed, account.id, shown))
            except Damaged as damage:
                problems.append(str(damage))
            except Refusal as refusal:
                problems.append(f"match {match}: {refusal}")
        last = page[-1]
    return problems


def _renamed(account: str, name: str, match: Match) -> Events:
    seats = enumerate(match.seats)
    return tuple(
        ev.Claimed(index, name, seat.owner, seat.session, seat.account)
        for index, seat in seats
        if seat.owner == account and seat.account
    )
