"""Looking at a record with the eyes of a seat, of a spectator, or with everything open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tafelrunde.cli.io import Refused
from tafelrunde.cli.screen import printable
from tafelrunde.games.core import SPECTATOR, Position, Table, View
from tafelrunde.records.record import Record, RecordError
from tafelrunde.records.replay import Replay, redact, replay


@dataclass(frozen=True)
class Observed:
    """A record as somebody sees it: a table before every move and after the last, and the moves as they were heard."""

    number: int
    played: Replay
    tables: Sequence[Table]
    moves: Sequence[str]

    def at(self, move: int | None) -> int:
        """Return the index of the table after this many moves, the last for None; raise RecordError."""
        last = len(self.moves)
        if move is not None and move > last:
            raise RecordError(self.number, f"there is no move {move}: the last one is {last}")
        return last if move is None else move


def observer_of(played: Replay, seat: int, number: int) -> int:
    """Return the observer that a seat number names, 0 being the spectator; raise RecordError."""
    seats = played.game.seats(played.options)
    if seat > seats:
        raise RecordError(number, f"there is no seat {seat}; the last one is {seats}")
    return seat - 1 if seat else SPECTATOR


def observe(record: Record, number: int, seat: int | None, everything: bool) -> Observed:
    """Replay a record for a seat, for everybody, or for whom it is open to; raise RecordError or Refused.

    Without a seat a running game is seen as a spectator sees it, while a finished one is open.
    """
    if everything and seat is not None:
        raise Refused("--seat and --all cannot be combined")
    played = replay(record, number)
    if everything or (seat is None and played.final.is_over):
        return Observed(number, played, list(played.tables()), record.moves)
    observer = observer_of(played, seat or 0, number)
    if isinstance(played.start, View):
        played = replay(record, number, observer)
    tables = [seen_by(table, observer) for table in played.tables()]
    return Observed(number, played, tables, redact(record, observer, number).moves)


def seen_by(table: Table, observer: int) -> View:
    """Return what an observer may know of a table."""
    if isinstance(table, Position):
        return table.view(observer)
    assert isinstance(table, View)
    return table.redacted()


def seat_name(tags: Mapping[str, str], seat: int) -> str:
    """Return the name that a record gives a seat, or its number."""
    return printable(tags.get(f"Seat{seat + 1}", "")) or f"seat {seat + 1}"
