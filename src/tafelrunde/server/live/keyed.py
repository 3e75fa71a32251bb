"""Matches that are made with a key: making one again gets the same one, and one that nobody wants can be withdrawn.

The key is a secret of whoever makes the match. Its name and the tokens of its seats follow from the key, so that a
client whose answer was lost gets the same by asking once more, and nothing has to be remembered for that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tafelrunde.server.live.seating import given_again
from tafelrunde.server.match.decide import Events, close
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.match.state import Match
from tafelrunde.server.tokens import keyed_match_id, keyed_token
from tafelrunde.server.wire import rest

if TYPE_CHECKING:
    from tafelrunde.server.live.host import Host


def shown(match: Match, key: str) -> rest.CreatedShown:
    """Return what whoever made a match with a key is told of it."""
    return rest.CreatedShown(match.id, given_again(match.created, key), match.deal_hash)


async def made(host: Host, key: str) -> rest.CreatedShown | None:
    """Return the match that was made with a key; None if there is none. Raise Refusal."""
    match = await _find(host, key)
    return None if match is None else shown(match, key)


async def withdraw(host: Host, key: str) -> bool:
    """End the match that was made with a key without a winner, and say whether there is one; raise Refusal.

    Whoever made it goes on with it elsewhere. The key has to open all seats where somebody sits: nobody else sat down
    to it, and no seat was taken from whoever has the key.
    """
    match = await _find(host, key)
    if match is None:
        return False

    def end(match: Match) -> Events:
        if match.finished is not None:
            return ()
        if match.created.rated:
            raise Refusal("not-allowed", "the result of this match counts")
        for seat, state in enumerate(match.seats):
            if state.taken and state.kind != "computer":
                host.seat_of(match, keyed_token(key, seat))
        return close(match)

    await host.change(await host.find_fresh(match.id), end)
    return True


async def _find(host: Host, key: str) -> Match | None:
    try:
        return await host.look_at(keyed_match_id(key))
    except Refusal as refusal:
        if refusal.refusal != "no-such-match":
            raise
        return None
