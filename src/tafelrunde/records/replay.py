"""Replaying records: from tags to a start, from texts to legal moves, to every table on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from tafelrunde.games.core import Game, Move, Options, Position, Table, View
from tafelrunde.games.errors import IllegalMove, InvalidNotation, TafelrundeError
from tafelrunde.games.registry import find_game
from tafelrunde.records.record import NOTATION_TAG, NOTATIONS, PLAIN, Record, RecordError, Shape
from tafelrunde.records.redaction import known_body

SECRET_TAG = "DealSecret"  # noqa: S105  (the name of a tag)


@dataclass(frozen=True)
class Replay:
    """A record whose tags and moves have been checked."""

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
        """What was drawn at random at the start."""
        return self.record.tags[self.game.deal_tag]

    def tables(self) -> Iterator[Table]:
        """Iterate over the tables from the start to the last move."""
        return iter(self.passed)


def new_record(game: Game, options: Options, deal: str, **tags: str) -> Record:
    """Return a record without moves."""
    return Record({"Game": game.name, **options.tags(), game.deal_tag: deal, **tags})


def replay(record: Record, number: int = 1, observer: int | None = None) -> Replay:
    """Check a record against the rules; raise RecordError with its number in the file, the move and the reason.

    A record with everything open leads through positions. One with hidden cards leads through the views of the
    observer, or where none is named, of the seat whose cards are known.
    """
    game, options, start = set_up(record, number, observer)
    moves: list[Move] = []
    passed = [start]
    for step in walk(record, start, number):
        if not step.depth:
            moves.append(step.move)
            passed.append(step.after)
    return Replay(record, game, options, start, tuple(moves), tuple(passed))


class Step(NamedTuple):
    """A move of a record, in the main line or in a variation, with the tables before and after it."""

    place: int
    """Its place in the body of the record."""
    depth: int
    """In how many variations it lies: 0 is the main line."""
    ply: int
    """Its number in its line, counted from 1 at the start of the match."""
    move: Move
    before: Table
    after: Table


def walk(record: Record, start: Table, number: int = 1) -> Iterator[Step]:
    """Iterate over all moves of a record in the order of its text; raise RecordError at the first that is wrong."""
    shape, is_branched = Shape(), record.is_branched
    last = Step(-1, 0, 0, None, start, start)
    alternatives: set[str] = set()
    """What was played at the table before the last move."""
    left: list[tuple[Step, set[str]]] = []
    """The lines that were interrupted by the open variations."""
    for index, token in enumerate(record.body):
        if is_branched and (wrong := shape.take(token)):
            raise RecordError(number, wrong, last.ply, token.text)
        if token.kind == "open":
            left.append((last, alternatives))
            last = Step(-1, shape.depth, last.ply - 1, None, last.before, last.before)
        elif token.kind == "close":
            last, alternatives = left.pop()
        elif token.kind == "move":
            alternatives = left[-1][1] if left and last.move is None else set()
            last = _step(last, index, token.text, number)
            if (text := str(last.move)) in alternatives:
                raise RecordError(number, "this move stands here already", last.ply, token.text)
            alternatives.add(text)
            yield last
    if shape.depth:
        raise RecordError(number, "a variation is not closed")


def _step(last: Step, place: int, text: str, number: int) -> Step:
    table = last.after
    try:
        move = table.parse(text)
    except (IllegalMove, InvalidNotation) as error:
        raise RecordError(number, error.reason, last.ply + 1, text) from error
    return Step(place, last.depth, last.ply + 1, move, table, table.apply(move))


def set_up(record: Record, number: int, observer: int | None) -> tuple[Game, Options, Table]:
    """Read the tags: the game, its options and the table before the first move; raise RecordError."""
    try:
        if "Game" not in record.tags:
            raise RecordError(number, "the tag Game is missing")
        notation = record.tags.get(NOTATION_TAG, PLAIN)
        if notation not in NOTATIONS:
            raise RecordError(number, f"it is written in notation {notation}, and {' and '.join(NOTATIONS)} are known")
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
    seen = record.with_tags(**{played.game.deal_tag: deal}).with_moves(moves).without_tags(SECRET_TAG)
    if not (record.is_branched and played.game.has_secrets):
        return seen
    return replace(seen, body=tuple(known_body(seen.body, _own_alternatives(played, observer))))


def _own_alternatives(played: Replay, observer: int) -> set[int]:
    """Return where in the body the observer's own alternatives to moves of the main line stand."""
    found: set[int] = set()
    line: dict[int, Table] = {}
    for step in walk(played.record, played.start):
        if not step.depth:
            line[step.ply] = step.before
        elif step.before is line.get(step.ply) and step.before.seat == observer:
            # An alternative to an alternative is made at the same table, and so is one to the main line too.
            found.add(step.place)
    return found


def revanche(record: Record, number: int = 1) -> Record:
    """Return the record of a return match: the same start with the players' seats swapped."""
    played = replay(record, number)
    if not played.game.has_revanche:
        raise RecordError(number, f"there is no Revanche in {played.game.title}")
    names = {"Seat1": record.tags.get("Seat2"), "Seat2": record.tags.get("Seat1")}
    kept = record.without_tags("Seat1", "Seat2", "Result")
    seats = {name: value for name, value in names.items() if value is not None}
    return Record({**kept.tags, **seats})
