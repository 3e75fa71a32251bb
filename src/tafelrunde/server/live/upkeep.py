"""What a host does all the time: show that it is alive, forget what nobody needs, look for what others did.

Each of these goes on until the server stops, whatever happens to a single match or to the store.
"""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import structlog

from tafelrunde.server.administration import admin
from tafelrunde.server.live.resting import look_after
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.ratings.counting import count_waiting
from tafelrunde.server.rounds import attempt, every
from tafelrunde.store import Store, StoreUnavailable
from tafelrunde.store.people.sessions import UNSEEN_MS, end_unseen

if TYPE_CHECKING:
    from tafelrunde.server.live.host import Host

log = structlog.get_logger()

_BEAT_SECONDS = 1.0
_SWEEP_SECONDS = 10.0
_IDLE_SECONDS, _CROWDED_SECONDS = 120.0, 10.0
_CROWD, _CROWD_ENTRIES = 2_000, 400_000
"""With so many idle matches in memory, or so many entries of them, half a kilobyte each, they are forgotten sooner."""
_EXPIRED_AT_ONCE = 20
_DAY_MS = 86_400_000


class Seen(NamedTuple):
    """How much is known of what others did to the store."""

    changes: int
    act: int


async def see(store: Store) -> Seen:
    """Return how things stand now."""
    return Seen(await store.changes(), await store.last_act())


async def beat(host: Host) -> None:
    """Note every second that the server is alive, and whether that could be written."""
    while True:
        await asyncio.sleep(_BEAT_SECONDS)
        try:
            await host.beat()
            host.presence.show_life()
        except StoreUnavailable as error:
            if host.beaten is not None:
                log.warning("no-beat", reason=error.reason[:200])
            host.beaten = None
        except Exception:
            host.beaten = None
            log.exception("bug")


async def watch(host: Host, seen: Seen) -> None:
    """Look every second for what others did: a person in charge, or whoever else changed the database."""

    async def look_again() -> None:
        nonlocal seen
        seen = await look(host, seen)

    await every(_BEAT_SECONDS, look_again)


async def look(host: Host, seen: Seen) -> Seen:
    """Take in what others did since, and return how much is known then."""
    await host.end_revoked()
    changes, acts = await host.store.changes(), await host.store.acts(seen.act)
    if changes == seen.changes and not acts:
        return seen
    host.ban(await host.store.banned())
    # Where the database itself cannot say that it was changed, the log of acts says which matches were.
    touched = {act.match for _, act in acts} if changes == seen.changes else set(host.lives)
    await _refresh(host, touched)
    return Seen(changes, acts[-1][0] if acts else seen.act)


async def _refresh(host: Host, names: set[str]) -> None:
    """Take in what was written to some matches; one that was deleted or damaged is let go of and told so."""
    for name in names:
        live = host.lives.get(name)
        if live is not None:
            with contextlib.suppress(Refusal):
                await host.refresh(live)


async def sweep(host: Host) -> None:
    """Do every ten seconds what is not urgent."""
    unreadable: set[str] = set()
    await every(_SWEEP_SECONDS, partial(tidy, host, unreadable))


async def take_up(host: Host) -> None:
    """Go on with matches that were left, after a restart; those that were made last are the likeliest to be played."""
    try:
        waking = await host.store.waking()
        await look_after(host, [name for name, _ in reversed(waking)], set())
    except StoreUnavailable:
        # Whoever opens one of them takes it up.
        log.warning("not-taken-up")
    else:
        log.info("taken-up", matches=len(waking), kept=len(host.lives))


async def rate(host: Host) -> None:
    """Count the results of rated matches as they end, and now and then those that others left behind."""
    while True:
        host.results.clear()
        try:
            await count_waiting(host.store)
        except StoreUnavailable:
            log.warning("not-rated")
        except Exception:
            log.exception("bug")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_SWEEP_SECONDS):
                await host.results.wait()


async def tidy(host: Host, unreadable: set[str]) -> None:
    """Forget idle matches, take up those that others left behind, close open ones that nobody completes.

    Whatever goes wrong with one of these, the others are done. Matches that cannot be read are logged once, and added.
    """
    idle = [live for live in host.lives.values() if host.resting.may_rest(live)]
    is_crowded = len(idle) > _CROWD or sum(live.match.number for live in idle) > _CROWD_ENTRIES
    oldest = asyncio.get_running_loop().time() - (_CROWDED_SECONDS if is_crowded else _IDLE_SECONDS)
    for live in idle:
        if live.used < oldest:
            host.resting.let_go(live)
    host.presence.repeat()
    # Made one after the other: who is stopped in between has begun nothing that is left lying.
    works = (partial(_look_around, host, unreadable), partial(_expire, host, unreadable), partial(_end_unseen, host))
    for work in works:
        await attempt(work)


async def _look_around(host: Host, unreadable: set[str]) -> None:
    host.ban(await host.store.banned())
    if not host.bus.is_shared or host.is_taking_up:
        return
    waking = await host.store.waking()
    host.resting.keep_only({name for name, _ in waking})
    new = [name for name, number in waking if name not in host.lives and not host.resting.rests(name, number)]
    await look_after(host, new, unreadable)
    await _refresh(host, {name for name, live in host.lives.items() if not live.is_idle})


async def _end_unseen(host: Host) -> None:
    """End sessions of people that nobody came with for very long."""
    now = host.now()
    if await host.store.transact(lambda: end_unseen(now - UNSEEN_MS, now)):
        await host.end_revoked()


async def _expire(host: Host, skipped: set[str]) -> None:
    """Close open matches that nobody completed, a few at a time; everybody hears of it by the log of acts."""
    days = host.settings.open_days
    if days:
        now = host.now()
        charge = admin.Charge("server", f"open for {days} days", now)
        await admin.expire(host.store, charge, now - days * _DAY_MS, _EXPIRED_AT_ONCE, skipped)
