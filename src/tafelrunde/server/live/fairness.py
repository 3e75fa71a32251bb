"""No help in a match that one is playing.

Whoever asks says which seats are theirs, and what they send is compared with what those very seats can see. So the
answer depends on nothing that the asker does not know: a record of somebody else's match, or a guess at hidden cards,
is answered like any other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from tafelrunde.games.core import Position
from tafelrunde.records.replay import Replay
from tafelrunde.server.live.host import Host
from tafelrunde.server.match.parts import holder_of
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.match.state import Match
from tafelrunde.server.tokens import token_hash
from tafelrunde.store.people.owners import owned_by

_LOOKED_AT = 20
"""So many of one's newest running matches are compared."""


async def check_fair(host: Host, tokens: Sequence[str], played: Replay, account: str = "") -> None:
    """Raise Refusal if a record is, as far as the asker's own seats can tell, of a match they are playing in.

    Their seats are those that some tokens open, and those of their account.
    """
    found = await host.store.find_by_tokens([token_hash(token) for token in tokens])
    running = [(kept.match, seat, hashed) for hashed, seat, kept in found if kept.status == "running"][:_LOOKED_AT]
    if account:
        owned = await host.store.ask(lambda: owned_by(account, "running", None, _LOOKED_AT))
        running += [(each.owner.match, each.owner.seat, holder_of(account, "")) for each in owned]
    for name, seat, holder in running:
        # Each comparison takes a moment, and somebody may ask for a thousand.
        await asyncio.sleep(0)
        try:
            match = (await host.find_fresh(name)).match
        except Refusal as refusal:
            if refusal.refusal not in ("damaged", "no-such-match"):
                raise
            # Nobody plays in it, and one such match must not keep its players from all others.
            continue
        if match.is_held(seat, holder) and match.finished is None and _looks_alike(match, seat, played):
            raise Refusal("not-over", "that is a match you are playing: look into it when it is over")


def _looks_alike(match: Match, seat: int, played: Replay) -> bool:
    """Return whether a record shows a seat what its own match shows it, at the start and on the way, or in the end."""
    start, final, now = played.start, played.final, match.position
    if match.game is not played.game or match.options != played.options or match.start is None or now is None:
        return False
    if not isinstance(start, Position) or not isinstance(final, Position):
        return False
    if final.view(seat) == now.view(seat):
        return True
    if start.view(seat) != match.start.view(seat):
        return False
    own = match.game.redact(match.options, match.deal, match.moves, seat)[1]
    theirs = played.game.redact(played.options, played.deal, played.moves, seat)[1]
    return all(str(one) == str(other) for one, other in zip(own, theirs, strict=False))
