"""Deleting an account.

Matches belong to all who played them, so they stay, under a name that says nothing. Everything else goes: what
opens the account, its name wherever it was written, and what its owner said.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import AsyncIterator
from functools import partial

import msgspec
import structlog
from msgspec.structs import replace

from tafelrunde.server.live.host import Host
from tafelrunde.server.match import events as ev
from tafelrunde.server.match.decide import Events, without
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.match.state import Match
from tafelrunde.server.people.callers import Caller
from tafelrunde.server.ratings.results import read_body, write_body
from tafelrunde.store.people.farewell import disown_unread, is_there, remove_account, rewrite
from tafelrunde.store.people.owners import matches_of
from tafelrunde.store.people.ratings import lock_ratings, rename_ratings, rewrite_result
from tafelrunde.store.people.relations import begin_leaving, end_forgetting, note_forgetting, to_forget
from tafelrunde.store.script import Script

log = structlog.get_logger()

_ROUNDS = 20


async def leave(host: Host, caller: Caller) -> None:
    """Delete an account; after an interruption it can be asked for again. Raise Refusal."""
    await _go(host, caller.account.id)
    log.info("account-deleted")


async def stay(host: Host, account: str) -> None:
    """Let somebody have the seats they have just taken.

    Raise Refusal where their account was deleted meanwhile: the seats then forget them as all others did.
    """
    if not await host.store.transact(lambda: is_there(account)):
        await _go(host, account)
        raise Refusal("signed-out", "you were signed out")


async def _go(host: Host, account: str) -> None:
    await host.store.transact(lambda: _begin(account, host.now()))
    for _ in range(_ROUNDS):
        for match in await host.store.ask(lambda: to_forget(account)):
            await _disown(host, account, match)
        async for match in matches_with(host, account):
            await _disown(host, account, match)
        if await host.store.transact(lambda: remove_account(account, host.now())):
            await host.end_revoked()
            return
    raise Refusal("unavailable", "you sit down faster than you leave; try again")


def gone(account: str) -> str:
    """Return the name under which results are kept without an account: always the same, and it identifies nobody."""
    return "~" + base64.urlsafe_b64encode(hashlib.sha256(f"gone {account}".encode()).digest())[:21].decode()


def _pseudonym(account: str) -> str:
    """Return the name that goes on in matches: the same for whoever was cut off, and it leads to nobody."""
    return f"Anonymous {hashlib.sha256(f'name {account}'.encode()).hexdigest()[:6]}"


def _begin(account: str, now: int) -> Script[None]:
    """Let the ratings of others stand on their own: from here on every result counts for somebody without a name."""
    yield from lock_ratings()
    yield from begin_leaving(account, gone(account), now)
    yield from rename_ratings(account, gone(account))


async def matches_with(host: Host, account: str) -> AsyncIterator[str]:
    """Iterate over the matches in which an account has a seat."""
    after = ""
    while page := await host.store.ask(partial(matches_of, account, after)):
        for match in page:
            yield match
        after = page[-1]


async def _disown(host: Host, account: str, name: str) -> None:
    """Take an account out of a match; whoever is cut off in between finds in the notes what was still to be done."""
    pseudonym = _pseudonym(account)

    def happen(match: Match) -> Events:
        own = _seats_of(match, account)
        if not seats.issuperset(own):
            # Somebody sat down meanwhile: noted first, in the next round.
            return ()
        events: list[ev.Stored] = []
        for seat in own:
            if match.created.rated and match.finished is None and match.start is not None:
                # Whoever plays for something is not left waiting.
                events += [ev.Resigned(seat), without(match, seat, "resigned"), ev.Disowned(seat, pseudonym)]
                continue
            events.append(ev.Disowned(seat, pseudonym))
            if match.finished is None and not match.seats[seat].left:
                events.append(ev.Left(seat))
        return tuple(events)

    try:
        live = await host.find_fresh(name)
        seats = await host.store.transact(lambda: _note(account, name, _seats_of(live.match, account)))
        await host.change(live, happen)
    except Refusal as refusal:
        if refusal.refusal not in ("damaged", "no-such-match"):
            raise
        log.warning("not-disowned", match=name, code=refusal.refusal)
        await host.store.transact(lambda: disown_unread(account, name))
        return
    if _seats_of((await host.find_fresh(name)).match, account):
        return
    # What was written before is read again for years.
    await host.store.transact(lambda: _rewrite(name, account, seats, pseudonym))


def _seats_of(match: Match, account: str) -> set[int]:
    return {index for index, seat in enumerate(match.seats) if seat.owner == account}


def _note(account: str, match: str, seats: set[int]) -> Script[set[int]]:
    """Note which seats of a match are to be forgotten, beside those that were noted before; return all of them."""
    all_seats = seats | (yield from to_forget(account)).get(match, set())
    yield from note_forgetting(account, match, sorted(all_seats))
    return all_seats


def _rewrite(match: str, account: str, seats: set[int], pseudonym: str) -> Script[None]:
    yield from forget_seats(match, seats, pseudonym)
    yield from lock_ratings()
    yield from rewrite_result(match, partial(_rename, account))
    yield from end_forgetting(account, match)


def _rename(account: str, body: bytes) -> bytes:
    """Return a result without an account; one that cannot be read counts for nobody, and stays as it is."""
    try:
        result = read_body(body)
    except (msgspec.MsgspecError, UnicodeError):
        return body
    seats = [replace(seat, account=gone(account)) if seat.account == account else seat for seat in result.seats]
    return write_body(replace(result, seats=seats))


def forget_seats(match: str, seats: set[int], pseudonym: str) -> Script[None]:
    """Write the entries of a match without the names of some seats and what was said from them."""
    yield from rewrite(match, partial(_forget, seats, pseudonym))


def _forget(seats: set[int], pseudonym: str, body: bytes) -> bytes:
    """Return an entry without an account's name and without what was said from its seats.

    One that cannot be read stays as it is: nobody is shown it, and the others are rewritten all the same.
    """
    try:
        events = ev.read_events(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return body
    return ev.write_events(tuple(_without(event, seats, pseudonym) for event in events))


def _without(event: ev.Stored, seats: set[int], pseudonym: str) -> ev.Stored:
    if isinstance(event, ev.Created):
        plans = enumerate(event.seats)
        return replace(event, seats=tuple(_plan(plan, pseudonym) if index in seats else plan for index, plan in plans))
    if isinstance(event, ev.Joined) and event.seat in seats:
        return replace(event, name=pseudonym, owner="", session="", account=None)
    if isinstance(event, ev.Claimed) and event.seat in seats:
        return replace(event, name=pseudonym, owner="", session="", account=None)
    if isinstance(event, ev.Chatted) and event.seat in seats:
        return replace(event, text="")
    return event


def _plan(plan: ev.SeatPlan, pseudonym: str) -> ev.SeatPlan:
    return replace(plan, name=pseudonym if plan.name else "", owner="", session="", account=None)
