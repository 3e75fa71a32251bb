"""Hints for people who play against computers: a strong move, told once per turn and counted.

Thinking of one costs about a second, so that it is done once for a position, however often it is asked for.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tafelrunde.server.match import events as ev
from tafelrunde.server.match.budget import EVERYBODY
from tafelrunde.server.match.decide import Events, check_hint
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.wire import rest

if TYPE_CHECKING:
    from tafelrunde.server.live.host import Host
    from tafelrunde.server.live.live_match import Actor, LiveMatch
    from tafelrunde.server.match.state import Match


async def hint(host: Host, live: LiveMatch, actor: Actor) -> rest.HintShown:
    """Return a strong move for a seat that plays against computers, and count it; raise Refusal."""
    match, seat = live.match, actor.seat
    host.authorise(match, actor)
    ply = check_hint(match, seat)
    answer = await _advice(host, live, seat)

    def happen(now: Match) -> Events:
        host.authorise(now, actor)
        if check_hint(now, seat) != ply:
            raise Refusal("stale", "another move was made meanwhile")
        return (ev.Hinted(seat),)

    # Asking again for the same turn costs nothing; after a take-back it is another turn. No client's id has a space,
    # so that none can stand in for this.
    await host.change(live, happen, lambda now: now.key_of(seat, f"hint {ply} {_taken_back(now)}"))
    return rest.HintShown(answer, match.hints[seat])


def _taken_back(match: Match) -> int:
    """Return how often something was taken back so far."""
    return match.spent["takeback", EVERYBODY]


async def _advice(host: Host, live: LiveMatch, seat: int) -> str:
    """Return what a strong player would do; those who ask at the same time wait for the same answer."""
    position = live.match.position
    assert position is not None
    if live.advice is None or live.advice[0] is not position or live.advice[1].cancelled():
        live.advice = position, asyncio.ensure_future(host.automation.advise(live.match, position, seat))
    return await asyncio.shield(live.advice[1])
