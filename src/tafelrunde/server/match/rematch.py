"""Rematches: the same people in other seats."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Callable

from msgspec.structs import replace

from tafelrunde.games.core import SPECTATOR
from tafelrunde.records.replay import SECRET_TAG, revanche
from tafelrunde.server.match import actions as act
from tafelrunde.server.match import events as ev
from tafelrunde.server.match.parts import SeatState
from tafelrunde.server.match.record import record_for
from tafelrunde.server.match.state import Match

Entropy = Callable[[int], bytes]

_WORD_BYTES = 8
_ANOTHER: tuple[ev.Proposal, ...] = ("rematch", "revanche")


def next_id(match: Match, what: str) -> str:
    """Return the name of the following match: always the same, and known to nobody before."""
    secret = match.created.secret.encode() or match.deal.encode()
    digest = hmac.digest(secret, f"{what} {match.id}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest).decode().lstrip("-_")[:22]


def asks_for_match(match: Match, action: act.AnyAction) -> bool:
    """Return whether an action proposes another match, or agrees to one."""
    if isinstance(action, act.Propose):
        return action.what in _ANOTHER
    return isinstance(action, act.Agree) and match.proposal is not None and match.proposal.what in _ANOTHER


def next_match(match: Match, name: str, entropy: Entropy) -> ev.Created:
    """Return how the match of that name begins: everybody moves one seat on, and in a Revanche the deal stays.

    The hash of a rematch's secret was published when the match before it was made, so a word that a seat said while
    it agreed follows the hash. For seats that said none a word is drawn.
    """
    again = name == next_id(match, "revanche")
    said = match.next_words if match.created.next_secret else {}
    seats = [_plan(seat, said.get(index), entropy(_WORD_BYTES).hex()) for index, seat in enumerate(match.seats)]
    tags: dict[str, str] = {}
    if again:
        # The first match is over, so that the secret of their common deal is open.
        tags = {**revanche(record_for(match, SPECTATOR)).without_tags("Seat1", "Seat2").tags}
        if match.created.secret:
            tags[SECRET_TAG] = match.created.secret
    wins = _wins(match)
    return replace(
        match.created,
        seats=(seats[-1], *seats[:-1]),
        wins=(wins[-1], *wins[:-1]),
        played=match.created.played + 1,
        secret="" if again else match.created.next_secret or entropy(32).hex(),
        next_secret=entropy(32).hex(),
        tags=tags,
        moves=(),
        previous=match.id,
        listed=False,
    )


def _wins(match: Match) -> list[int]:
    """Return by seat the matches of the series won so far, this one among them."""
    before = match.created.wins or (0,) * len(match.seats)
    winner = None if match.finished is None else match.finished.winner
    return [
        wins + (winner is not None and match.game.side(match.options, seat) == winner)
        for seat, wins in enumerate(before)
    ]


def _plan(seat: SeatState, said: str | None, drawn: str) -> ev.SeatPlan:
    kind: ev.SeatKind = "open" if seat.kind == "invited" else seat.kind
    word = "computer" if kind == "computer" else said or drawn
    return ev.SeatPlan(
        kind,
        seat.name,
        seat.level,
        seat.engine,
        seat.token,
        word,
        word_follows=said is not None,
        owner=seat.owner,
        session=seat.session,
        account=seat.account,
    )
