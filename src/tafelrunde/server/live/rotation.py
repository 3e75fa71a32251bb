"""A new token for a seat: it replaces the old one wherever that opens a seat, so a copy of that opens nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tafelrunde.server.live import seating
from tafelrunde.server.live.live_match import Actor, LiveMatch
from tafelrunde.server.match.refusal import Refusal

if TYPE_CHECKING:
    from tafelrunde.server.live.host import Host
    from tafelrunde.server.match.decide import Events
    from tafelrunde.server.match.state import Match


async def rotate(host: Host, live: LiveMatch, actor: Actor, token: str) -> None:
    """Give a seat's owner a new token; all connections that came with the old one lose the seat. Raise Refusal.

    A token lives on in rematches, and it came from the matches before. This match is the last to change, so that
    whoever was refused, or cut off, can ask again with the old token. Then it is looked once more for a rematch that
    was made meanwhile.
    """
    host.authorise(live.match, actor)
    # An account opens the seat besides its token: what changes is the token, whoever asks.
    old = live.match.seats[actor.seat].token
    await _rotate_elsewhere(host, live, old, token)
    await _rotate(host, live, actor, token)
    await _rotate_elsewhere(host, live, old, token)


async def _rotate_elsewhere(host: Host, live: LiveMatch, old: str, token: str) -> None:
    done = {live.match.id}
    while found := [
        (seat, kept.match) for _, seat, kept in await host.store.find_by_tokens([old]) if kept.match not in done
    ]:
        for seat, name in found:
            done.add(name)
            try:
                await _rotate(host, await host.find_fresh(name), Actor(seat, old), token)
            except Refusal as refusal:
                # One that was deleted or set aside has nobody on its seats; a seat that changed hands is done, and one
                # whose device was signed out is closed to every token.
                if refusal.refusal not in ("no-such-match", "damaged", "forbidden", "signed-out"):
                    raise


async def _rotate(host: Host, live: LiveMatch, actor: Actor, token: str) -> None:
    def happen(match: Match) -> Events:
        host.authorise(match, actor)
        return seating.rotated(match, actor, token)

    await host.change(live, happen)
