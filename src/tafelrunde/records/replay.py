"""Replaying records: from tags to a start, from texts to legal moves, to every table on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tafelrunde.games.core import Game, Move, Options, Position, Table, View
from tafelrunde.games.errors import IllegalMove, InvalidNotation, TafelrundeError
from tafelrunde.games.registry import find_game
from tafelrunde.records.record import Record, RecordError

SECRET_TAG = "DealSecret"  # noqa: S105  (the name of a tag)


@dataclass(frozen=True)
class Replay:
    """A record whose tags and moves were found to be right."""

    record: Record
    game: Game
    options: Options
    start: Table
    moves: tuple[Move, ...]
    passed: tuple[Table, ...]
    """The tables from the start to the last move."""

    @property
    def final(self) -> Table:
        """The table after the last move."""
        return self.passed[-1]

    @property
    def deal(self) -> str:
        """What chance decided at the start."""
        return self.record.tags[self.game.deal_tag]

    def tables(self) -> Iterator[Table]:
        """Run through the tables from the start to the last move."""
        return iter(self.passed)


def new_record(game: Game, options: Options, deal: str, **tags: str) -> Record:
    """Return a record without moves."""
    return Record({"Game": game.name, **options.tags(), game.deal_tag: deal, **tags})


def replay(record: Record, number: int = 1, observer: int | None = None) -> Replay:
    """Check a record by the rules; raise RecordError with its number in the file, the move and the reason.

    A record with everything open leads through positions. One with hidden cards leads through the views of the
    observer, or where none is named, of the seat whose cards are known.
    """
    game, options, start = _set_up(record, number, observer)
    table = start
    moves: list[Move] = []
    passed = [start]
    for index, text in enumerate(record.moves, start=1):
        try:
            move = table.parse(text)
        except (IllegalMove, InvalidNotation) as error:
            raise RecordError(number, error.reason, index, text) from error
        moves.append(move)
        table = table.apply(move)
        passed.append(table)
    return Replay(record, game, options, start, tuple(moves), tuple(passed))


def _set_up(record: Record, number: int, observer: int | None) -> tuple[Game, Options, Table]:
    """Read the tags; raise RecordError."""
    try:
        if "Game" not in record.tags:
            raise RecordError(number, "the tag Game is missing")
        game = find_game(record.tags["Game"])
        options = game.options_type.from_tags(record.tags)
        if game.deal_tag not in record.tags:
            raise RecordError(number, f"the tag {game.deal_tag} is missing")
        deal = record.tags[game.deal_tag]
        inferred = game.infer_observer(options, deal)
        if inferred is None:
            return game, options, game.start(options, deal)
        return game, options, game.start_view(options, deal, inferred if observer is None else observer)
    except RecordError:
        raise
    except TafelrundeError as error:
        raise RecordError(number, str(error)) from error


def view_of(record: Record, observer: int, number: int = 1) -> View:
    """Return what an observer may know after the last move, from an open record or from that observer's own."""
    final = replay(record, number, observer).final
    if isinstance(final, Position):
        return final.view(observer)
    assert isinstance(final, View)
    return final.redacted()


def redact(record: Record, observer: int, number: int = 1) -> Record:
    """Return the record as an observer may know it; a finished match is open and stays as it is."""
    played = replay(record, number)
    if played.final.is_over:
        return record
    deal, moves = played.game.redact(played.options, played.deal, played.moves, observer)
    return record.with_tags(**{played.game.deal_tag: deal}).with_moves(moves).without_tags(SECRET_TAG)


def revanche(record: Record, number: int = 1) -> Record:
    """Return the record of a second game from the same start in which the players have changed seats."""
    played = replay(record, number)
    if not played.game.has_revanche:
        raise RecordError(number, f"there is no Revanche in {played.game.title}")
    names = {"Seat1": record.tags.get("Seat2"), "Seat2": record.tags.get("Seat1")}
    kept = record.without_tags("Seat1", "Seat2", "Result")
    seats = {name: value for name, value in names.items() if value is not None}
    return Record({**kept.tags, **seats})
