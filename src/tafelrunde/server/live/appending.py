"""An entry of a match as the store takes it, with what it changes in the lobby."""

from __future__ import annotations

from tafelrunde.server.match import events as ev
from tafelrunde.server.match.decide import Events
from tafelrunde.server.match.pool import pool_of
from tafelrunde.server.match.state import Match
from tafelrunde.server.ratings.results import result_of
from tafelrunde.server.wire.state import encode
from tafelrunde.server.wire.state import summary as show_summary
from tafelrunde.store import Append, Owner, Summary

_SUMMARISED = frozenset(
    (
        ev.Created,
        ev.Joined,
        ev.Claimed,
        ev.Disowned,
        ev.Rotated,
        ev.Started,
        ev.Left,
        ev.Returned,
        ev.TakenOver,
        ev.Finished,
        ev.Paused,
        ev.Resumed,
    )
)


def append_of(match: Match, number: int, at: int, key: str | None, events: Events) -> Append:
    """Return an entry with what it changes in the lobby and in who opens a seat."""
    body = ev.write_events(events)
    if _SUMMARISED.isdisjoint(map(type, events)):
        return Append(match.id, number, at, key, body)
    after = match.copy()
    after.fold(number, at, key, events)
    opening, opened = _tokens(match), _tokens(after)
    new = tuple(token for token in opened if token not in opening)
    still = {hash_ for hash_, _ in opened}
    revoked = tuple(hash_ for hash_, _ in opening if hash_ not in still)
    is_owned = any(seat.owner for one in (match, after) for seat in one.seats)
    owners = owners_of(after) if is_owned else None
    result = result_of(match, after)
    return Append(match.id, number, at, key, body, _summary_of(after), new, revoked, owners=owners, result=result)


def owners_of(match: Match) -> tuple[Owner, ...]:
    """Return the seats that belong to accounts."""
    pool = pool_of(match.game, match.options, match.created.clock)
    return tuple(
        Owner(
            seat.owner,
            match.id,
            index,
            pool,
            _status(match),
            match.changed_at,
            outcome_of(match, index),
            _opponent(match, index),
        )
        for index, seat in enumerate(match.seats)
        if seat.owner
    )


def outcome_of(match: Match, seat: int) -> str:
    """Return how a match ended for a seat; empty while it goes on, and where nobody won or lost it."""
    finished = match.finished
    if finished is None or finished.reason == "closed" or match.start is None:
        return ""
    if finished.winner is None:
        return "drawn"
    return "won" if match.game.side(match.options, seat) == finished.winner else "lost"


def _opponent(match: Match, seat: int) -> str:
    """Return the other one of two: an account, or a computer by its level; else nothing."""
    others = [other for index, other in enumerate(match.seats) if index != seat]
    if len(others) != 1:
        return ""
    if others[0].kind == "computer":
        return f"computer:{others[0].level}"
    return others[0].owner if others[0].account else ""


def _status(match: Match) -> str:
    return "running" if match.status == "paused" else match.status


def _tokens(match: Match) -> list[tuple[str, int]]:
    """Return the hashes of the tokens that open a seat, each with its seat."""
    return [(seat.token, index) for index, seat in enumerate(match.seats) if seat.token]


def _summary_of(match: Match) -> Summary:
    waking = match.clock is not None or any(seat.computer for seat in match.seats)
    body = encode(show_summary(match))
    listed, game = match.created.listed, match.game.name
    return Summary(match.id, game, _status(match), listed, waking, match.created_at, match.changed_at, body)
