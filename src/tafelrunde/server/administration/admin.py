"""What an administrator may do to the matches of a store, whether a server runs or not.

Each act is written together with its line in the audit log, by which running servers learn of it within a second.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from time import time_ns

from tafelrunde.games.errors import BadOptions
from tafelrunde.server.administration.verify import Damaged, read_match
from tafelrunde.server.live.appending import append_of
from tafelrunde.server.match import decide
from tafelrunde.server.match.decide import Events
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.match.state import Match
from tafelrunde.server.tokens import token_hash
from tafelrunde.store import Act, Store, open_store

_HASH_LENGTH = 64
_RETRIES = 20
_EXPIRED_AT_ONCE = 100
_LONGEST = 500


def _now() -> int:
    return time_ns() // 1_000_000


@dataclass(frozen=True)
class Charge:
    """On whose word something is done, why and when; texts that do not print or are very long raise BadOptions."""

    who: str
    why: str = ""
    at: int = field(default_factory=_now)

    def __post_init__(self) -> None:
        for name, text in (("who", self.who), ("why", self.why)):
            if not text.isprintable() or len(text) > _LONGEST:
                raise BadOptions(name, f"write one line of at most {_LONGEST} characters")

    def act(self, what: str, match: str = "", target: str = "") -> Act:
        """Return the line of the audit log."""
        return Act(self.at, self.who, what, match, target, self.why)


@contextlib.asynccontextmanager
async def opened(database: str) -> AsyncIterator[Store]:
    """Open a store and close it again."""
    store = await open_store(database)
    try:
        yield store
    finally:
        await store.close()


def hash_of(token: str) -> str:
    """Return the hash of a token, which may be given as its hash already."""
    is_hash = len(token) == _HASH_LENGTH and not set(token) - set("0123456789abcdef")
    return token if is_hash else token_hash(token)


async def ban(store: Store, charge: Charge, token: str) -> bool:
    """Shut a token out; False if it was shut out before."""
    hashed = hash_of(token)
    return await store.ban(hashed, charge.at, charge.act("ban", target=hashed))


async def unban(store: Store, charge: Charge, token: str) -> bool:
    """Let a token in again; False if it was not shut out."""
    hashed = hash_of(token)
    return await store.unban(hashed, charge.act("unban", target=hashed))


async def close_match(store: Store, charge: Charge, name: str) -> None:
    """End a match without a winner; raise Refusal."""
    await change_match(store, name, charge.act("close", name), decide.close)


async def mute(store: Store, charge: Charge, name: str, seat: int, on: bool = True) -> None:
    """Take the right to speak from a seat, or from all who watch, or give it back; raise Refusal."""
    act = charge.act("mute" if on else "unmute", name, f"seat {seat + 1}" if seat >= 0 else "who watches")
    await change_match(store, name, act, lambda match: decide.silence(match, seat, on))


async def remove_line(store: Store, charge: Charge, name: str, number: int) -> None:
    """Take away what was said in an entry; raise Refusal."""
    act = charge.act("remove-line", name, f"entry {number}")
    await change_match(store, name, act, lambda match: decide.remove_line(match, number))


async def delete(store: Store, charge: Charge, name: str) -> None:
    """Delete a match with everything that belongs to it; raise Refusal."""
    if not await store.delete(name, charge.act("delete", name)):
        raise Refusal("no-such-match", "there is no such match")


async def expire(store: Store, charge: Charge, moment: int, limit: int, skipped: set[str]) -> int:
    """Close open matches in which nobody came or went since a moment, at most this many; return how many.

    Those that cannot be closed, because they are damaged or have just begun, are added to the skipped ones, which are
    left as they are.
    """
    count = 0
    for name in await store.open_before(moment, limit + len(skipped)):
        if name in skipped:
            continue
        try:
            await change_match(store, name, charge.act("expire", name), _close_open)
        except (Refusal, Damaged):
            skipped.add(name)
        else:
            count += 1
    return count


async def expire_all(store: Store, charge: Charge, moment: int) -> int:
    """Close all of them; return how many."""
    count, skipped = 0, set[str]()
    while closed := await expire(store, charge, moment, _EXPIRED_AT_ONCE, skipped):
        count += closed
    return count


def _close_open(match: Match) -> Events:
    if match.status != "open":
        raise Refusal("match-over", "the match has begun")
    return decide.close(match)


async def change_match(store: Store, name: str, act: Act, happen: Callable[[Match], Events]) -> None:
    """Write what an act does to a match as its next entry; raise Refusal.

    This does not go through a host: a match that is full can be changed by a person in charge all the same.
    """
    for _ in range(_RETRIES):
        match = await read_match(store, name)
        events = happen(match)
        if not events:
            return
        append = append_of(match, match.number + 1, max(act.at, match.changed_at), None, events)
        if await store.append(append._replace(act=act)):
            return
    raise Refusal("unavailable", "too many act at once; try again")
