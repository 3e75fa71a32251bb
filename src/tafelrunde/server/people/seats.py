"""Seats that belong to accounts: claiming those that a device holds, and finding them from everywhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from tafelrunde.server.live.host import Host
from tafelrunde.server.live.live_match import Actor
from tafelrunde.server.live.seating import claimed
from tafelrunde.server.match.decide import Events
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.match.state import Match
from tafelrunde.server.people.callers import Caller
from tafelrunde.server.people.farewell import stay
from tafelrunde.server.tokens import token_hash
from tafelrunde.server.wire import people as wire


async def claim(host: Host, caller: Caller, tokens: Sequence[str]) -> wire.ClaimShown:
    """Make every seat that some tokens open the caller's own, in the middle of a match or after it.

    Nothing is interrupted: the tokens go on opening their seats. Seats of others are left alone.
    """
    mine = others = 0
    found = await host.store.find_by_tokens([token_hash(token) for token in tokens])
    opened: defaultdict[str, list[Actor]] = defaultdict(list)
    for hashed, seat, kept in found:
        opened[kept.match].append(Actor(seat, hashed))
    for hashed, seat, kept in found:
        actor = Actor(seat, hashed)

        def happen(match: Match, actor: Actor = actor) -> Events:
            host.authorise(match, actor)
            held = {each.seat for each in opened[match.id] if each.holder and match.is_held(each.seat, each.holder)}
            return claimed(match, actor.seat, caller.owner, held)

        try:
            await host.change(await host.find_fresh(kept.match), happen)
            mine += 1
        except Refusal as refusal:
            if refusal.refusal in ("unavailable", "shutting-down"):
                raise
            others += 1
    if mine:
        await stay(host, caller.account.id)
    return wire.ClaimShown(mine, others)
