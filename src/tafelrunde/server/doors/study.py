"""Studying without a match: starting, checking and replaying records, trying moves. Nothing is stored."""

from __future__ import annotations

from collections.abc import Sequence
from random import SystemRandom

from litestar import Controller, post
from litestar.datastructures import State
from litestar.params import JSONBody

from tafelrunde.games.core import SPECTATOR, Position, Table
from tafelrunde.games.errors import BadSetup, IllegalMove, ImpossibleTable, InvalidNotation
from tafelrunde.records.deals import verify
from tafelrunde.records.replay import new_record
from tafelrunde.server.doors.http import REFUSED, HttpRequest, desk_of
from tafelrunde.server.doors.middleware import address_of
from tafelrunde.server.doors.records import read_replay
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.match.setup import read_terms
from tafelrunde.server.studies.rules import read_open
from tafelrunde.server.wire import study as wire
from tafelrunde.server.wire.games import TableShown
from tafelrunde.server.wire.messages import show_why
from tafelrunde.server.wire.show import show, show_open, without_legal


class Study(Controller):
    """Records and positions to learn from."""

    path = "/api"
    tags: Sequence[str] | None = ("study",)

    @post("/replay", operation_id="replayRecord", responses=REFUSED, status_code=200)
    async def replay(self, state: State, request: HttpRequest, data: JSONBody[wire.ReplayAsked]) -> wire.ReplayShown:
        """Check a record by the rules and return every table of it, as the record's own observer sees them."""
        return await desk_of(state).ask(address_of(request.scope), _replayed, data.record)

    @post("/study", operation_id="studyRecord", responses=REFUSED, status_code=200)
    async def study(self, state: State, request: HttpRequest, data: JSONBody[wire.StudyAsked]) -> wire.StudyShown:
        """Tell what is legal after a record, and try a move there; an illegal one changes nothing and is explained."""
        return await desk_of(state).ask(address_of(request.scope), _studied, data)

    @post("/new", operation_id="newRecord", responses=REFUSED, status_code=200)
    async def new(self, state: State, request: HttpRequest, data: JSONBody[wire.NewAsked]) -> wire.RecordShown:
        """Return the record of a game that nobody has played yet, with a deal of its own."""
        return await desk_of(state).ask(address_of(request.scope), _new, data)

    @post("/normalise", operation_id="normaliseRecord", responses=REFUSED, status_code=200)
    async def normalise(self, state: State, request: HttpRequest, data: JSONBody[wire.ReplayAsked]) -> wire.RecordShown:
        """Check every line of a record by the rules and return it in its normal form; it may hide nothing."""
        return await desk_of(state).ask(address_of(request.scope), _normalised, data.record)

    @post("/count", operation_id="countTable", responses=REFUSED, status_code=200)
    async def count(self, state: State, request: HttpRequest, data: JSONBody[wire.CountAsked]) -> wire.CountShown:
        """Count a table of a game with the real box; one that cannot have come about is explained."""
        return await desk_of(state).ask(address_of(request.scope), _counted, data)


def _new(asked: wire.NewAsked) -> wire.RecordShown:
    game, options = read_terms(asked.game, asked.options)
    return wire.RecordShown(str(new_record(game, options, game.deal(options, SystemRandom()))))


def _normalised(text: str) -> wire.RecordShown:
    return wire.RecordShown(str(read_open(text)))


def _counted(asked: wire.CountAsked) -> wire.CountShown:
    game, options = read_terms(asked.game, asked.options)
    try:
        table = game.lay(options, asked.table)
    except InvalidNotation as error:
        raise Refusal("notation", str(error)) from None
    except BadSetup as error:
        raise Refusal("bad-setup", str(error), error.why if isinstance(error, ImpossibleTable) else None) from None
    sides = [game.side(options, seat) for seat in range(game.seats(options))]
    return wire.CountShown(game.name, options.words(), sides, without_legal(show_open(table)))


def _replayed(text: str) -> wire.ReplayShown:
    played = read_replay(text)
    verdict = verify(played)
    # The record is the client's own: nothing in it is a secret from them.
    return wire.ReplayShown(
        game=played.game.name,
        options=played.options.words(),
        tags=dict(played.record.tags),
        moves=[str(move) for move in played.moves],
        tables=[show_open(table) for table in played.tables()],
        verdict=verdict.status,
        ordered=verdict.is_ordered,
    )


def _studied(asked: wire.StudyAsked) -> wire.StudyShown:
    played = read_replay(asked.record)
    game, options = played.game, played.options
    seats = range(game.seats(options))
    if asked.seat is not None and asked.seat not in (SPECTATOR, *seats):
        raise Refusal("no-such-seat", f"there are {len(seats)} seats")
    table, moves, why = played.final, [str(move) for move in played.moves], None
    if asked.move is not None:
        try:
            tried = table.parse(asked.move)
            table = table.apply(tried)
            moves.append(str(tried))
        except InvalidNotation as error:
            raise Refusal("notation", str(error)) from None
        except IllegalMove as error:
            why = error.why
    return wire.StudyShown(
        game=game.name,
        options=options.words(),
        sides=[game.side(options, seat) for seat in seats],
        moves=moves,
        table=_seen(table, asked.seat),
        reason=None if why is None else why.sentence,
        why=show_why(why),
    )


def _seen(table: Table, seat: int | None) -> TableShown:
    return show(table.view(seat)) if seat is not None and isinstance(table, Position) else show_open(table)
