"""A match as a record: everything once it is over, before that what one observer may know."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from tafelrunde.records import deals
from tafelrunde.records.record import DATE_TAG, Record, date_text, move_token
from tafelrunde.records.replay import SECRET_TAG, new_record
from tafelrunde.server.match import events as ev
from tafelrunde.server.match.parts import SeatState
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.match.state import Match

_RESULTS = {"played": "", "resigned": " by resignation", "agreed": " by agreement", "time": " on time", "closed": ""}


def full_record(match: Match) -> Record:
    """Return the record with everything but the secret of the deal; only for the server itself before the end."""
    _needs_start(match)
    return _record(match, match.deal, match.moves)


def record_for(match: Match, observer: int) -> Record:
    """Return the record as an observer may have it; raise Refusal before the start."""
    if match.finished is not None:
        record, secret = full_record(match), match.created.secret
        return record.with_tags(**{SECRET_TAG: secret}) if secret else record
    _needs_start(match)
    deal, moves = match.game.redact(match.options, match.deal, match.moves, observer)
    return _record(match, deal, moves)


def _needs_start(match: Match) -> None:
    if match.start is None:
        raise Refusal("not-started", "the match has not begun: there is no record yet")


def _record(match: Match, deal: str, moves: Sequence[object]) -> Record:
    created = match.created
    tags = dict(created.tags)
    tags |= new_record(match.game, match.options, deal).tags
    tags[DATE_TAG] = date_text(datetime.fromtimestamp(match.created_at / 1000, UTC))
    for number, seat in enumerate(match.seats, start=1):
        tags[f"Seat{number}"] = _sitter(seat)
    if created.secret:
        tags[deals.SCHEME_TAG] = deals.SCHEME
        tags[deals.HASH_TAG] = deals.commitment(bytes.fromhex(created.secret))
        tags |= {f"{deals.WORD_TAG}{number}": seat.word for number, seat in enumerate(match.seats, start=1)}
        tags[deals.ORDER_TAG] = deals.order([seat.word_follows for seat in match.seats])
    if match.finished is not None:
        tags["Result"] = result_text(match.finished)
    return Record(tags, tuple(move_token(move) for move in moves))


def _sitter(seat: SeatState) -> str:
    """Return who sits on a seat: a computer that goes by a name has its level beside it."""
    named = seat.kind == "computer" and not seat.engine and seat.name != f"Computer {seat.level}"
    return f"{seat.name} (level {seat.level})" if named else seat.name


def result_text(finished: ev.Finished) -> str:
    """Return the result in words: the winning side from 1, or a draw, and how it came about."""
    if finished.reason == "closed":
        return "closed"
    winner = "draw" if finished.winner is None else f"side {finished.winner + 1} wins"
    return winner + _RESULTS[finished.reason]
