"""An entry of a match as the store takes it, with what it changes in the lobby."""

from __future__ import annotations

from tafelrunde.server.match import events as ev
from tafelrunde.server.match.decide import Events
from tafelrunde.server.match.state import Match
from tafelrunde.server.wire.state import encode
from tafelrunde.server.wire.state import summary as show_summary
from tafelrunde.store import Append, Summary

_SUMMARISED = (
    ev.Created,
    ev.Joined,
    ev.Rotated,
    ev.Started,
    ev.Left,
    ev.Returned,
    ev.TakenOver,
    ev.Finished,
    ev.Paused,
    ev.Resumed,
)


def append_of(match: Match, number: int, at: int, key: str | None, events: Events) -> Append:
    """Return an entry with what it changes in the lobby and in who opens a seat."""
    body = ev.write_events(events)
    if not any(isinstance(event, _SUMMARISED) for event in events):
        return Append(match.id, number, at, key, body)
    after = match.copy()
    after.fold(number, at, key, events)
    opening, opened = _tokens(match), _tokens(after)
    new = tuple(token for token in opened if token not in opening)
    still = {hash_ for hash_, _ in opened}
    revoked = tuple(hash_ for hash_, _ in opening if hash_ not in still)
    return Append(match.id, number, at, key, body, _summary_of(after), new, revoked)


def _tokens(match: Match) -> list[tuple[str, int]]:
    """Return the hashes of the tokens that open a seat, each with its seat."""
    return [(seat.token, index) for index, seat in enumerate(match.seats) if seat.token]


def _summary_of(match: Match) -> Summary:
    waking = match.clock is not None or any(seat.computer for seat in match.seats)
    status = "running" if match.status == "paused" else match.status
    body = encode(show_summary(match))
    listed, game = match.created.listed, match.game.name
    return Summary(match.id, game, status, listed, waking, match.created_at, match.changed_at, body)
