"""The results that are rated: who sat where in a finished match, and in which order its sides finished."""

from __future__ import annotations

import msgspec

from tafelrunde.server.match import events as ev
from tafelrunde.server.match.pool import pool_of
from tafelrunde.server.match.state import Match
from tafelrunde.store.base import Result


class SeatRated(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat: an account's, or a computer's by its level."""

    side: int
    account: str = ""
    level: int = 0
    bot: bool = False
    """Whether the account is a bot's."""


RULE = 2
"""By which results are rated from now on. By the first one all matches of two people counted alike."""


class Body(msgspec.Struct, frozen=True):
    """A result as it is kept, for years: a field is never renamed, a new one has a default."""

    seats: list[SeatRated]
    places: list[int]
    """By side, 0 for the best; equal places are a draw."""
    first: int
    """The side that moved first."""
    rule: int = 1
    """By which rule it is rated: it stays the same, so that ratings can be computed again."""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Body)


def read_body(body: bytes) -> Body:
    """Read what the store kept."""
    return _decoder.decode(body)


def write_body(body: Body) -> bytes:
    """Return what the store keeps."""
    return _encoder.encode(body)


def result_of(before: Match, after: Match) -> Result | None:
    """Return what is to be rated once a match is over; None where nothing is, or it was over before.

    Whose the seats are is asked of the match before its last entry, in which somebody may leave for good.
    """
    finished, start = after.finished, after.start
    if not after.created.rated or before.finished is not None or finished is None or start is None:
        return None
    if finished.reason == "closed":
        return None
    side = after.game.side
    seats = [
        SeatRated(
            side(after.options, index),
            seat.owner,
            seat.level if seat.kind == "computer" else 0,
            bot=seat.account == "bot",
        )
        for index, seat in enumerate(before.seats)
    ]
    body = Body(seats, places(finished, after), side(after.options, start.seat), RULE)
    pool = pool_of(after.game, after.options, after.created.clock)
    return Result(after.id, after.changed_at, pool, write_body(body))


def places(finished: ev.Finished, match: Match) -> list[int]:
    """Return in which order the sides finished: the winner, then by points; whoever dropped out comes last.

    Where all agreed on a draw nobody comes before anybody else.
    """
    points = finished.points
    if finished.reason == "agreed":
        return [0] * len(points)
    out = None if finished.seat is None else match.game.side(match.options, finished.seat)
    worth = [(side != out, side == finished.winner, points[side]) for side in range(len(points))]
    return [sum(other > own for other in worth) for own in worth]
