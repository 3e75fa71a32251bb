"""A match as it is sent."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from tafelrunde.games.core import Game, Options
from tafelrunde.players import rooms as computers
from tafelrunde.players.starts import has_balanced_starts
from tafelrunde.server.match.parts import SeatState, Told
from tafelrunde.server.match.state import Match
from tafelrunde.server.wire import games as tables
from tafelrunde.server.wire import messages as wire
from tafelrunde.server.wire import rest
from tafelrunde.server.wire.games import TableShown
from tafelrunde.server.wire.show import show, show_open, without_legal, write, write_both

encode: Callable[[object], bytes] = msgspec.json.Encoder().encode
"""Return a message as JSON."""


@lru_cache(maxsize=1024)
def _words(options: Options) -> dict[str, str]:
    return options.words()


def show_game(game: Game) -> rest.GameShown:
    """Return a game with its options, and what can be done with it."""
    kind = game.options_type
    room = computers.room_of(game)
    solves = [name for name, able in (("solve", room.solving), ("perfect", room.perfect)) if able is not None]
    return rest.GameShown(
        name=game.name,
        title=game.title,
        rules_version=game.rules_version,
        options=[_option(kind, name) for name in kind.CHOICES],
        presets={name: dict(words) for name, words in kind.PRESETS.items()},
        seats=game.seats(kind.parse("")),
        revanche=game.has_revanche,
        abilities=sorted([*game.abilities, *solves]),
        family=tables.room_of(game).family,
        balanced=[name for name in kind.PRESETS if has_balanced_starts(game, kind.parse(name))],
    )


def _option(kind: type[Options], name: str) -> rest.OptionShown:
    return rest.OptionShown(
        name,
        list(kind.CHOICES[name]),
        only={other: list(words) for other, words in kind.ONLY_WITH.get(name, {}).items()},
        unwritten=name in kind.UNWRITTEN,
        breaks_ties=name in kind.TIE_BREAKS,
    )


def show_seat(seat: SeatState) -> wire.SeatShown:
    """Return a seat as everybody sees it."""
    return wire.SeatShown(seat.kind, seat.name, seat.taken, seat.left, seat.computer, seat.account)


def show_match(match: Match) -> wire.MatchShown:
    """Return a match without its table, the same for every observer."""
    created = match.created
    return wire.MatchShown(
        id=match.id,
        game=match.game.name,
        options=_words(match.options),
        status=match.status,
        seats=[show_seat(seat) for seat in match.seats],
        sides=[match.game.side(match.options, seat) for seat in range(len(match.seats))],
        turn=match.deciding,
        ply=len(match.moves),
        clock_plan=created.clock,
        clock=_clock(match),
        listed=created.listed,
        friendly=created.friendly,
        deal_hash=match.deal_hash,
        next_deal_hash=match.next_deal_hash,
        proposal=match.proposal,
        agreed=sorted(match.agreed),
        finished=match.finished,
        next_match=match.next_match or None,
        previous=created.previous or None,
        created=match.created_at,
        pace=created.pace,
        hints=[match.hints[seat] for seat in range(len(match.seats))] if match.hints else [],
        wins=list(created.wins),
        played=created.played,
        rated=created.rated,
        known=match.is_known,
    )


class Shape:
    """The JSON of `show_match`, kept from event to event: a move changes the turn, the number of moves and the clock.

    Everything else is encoded again after an entry that is more than a move.
    """

    __slots__ = ("_made", "_parts")

    def __init__(self) -> None:
        self._made = 0
        self._parts = (b"", b"", b"")

    def write(self, match: Match) -> bytes:
        """Return the JSON of `show_match`."""
        if self._made != match.reshaped:
            self._parts = _unmoved(match)
            self._made = match.reshaped
        head, plan, rest = self._parts
        turn = match.deciding
        return b'%b"turn":%b,"ply":%d,%b"clock":%b%b' % (
            head,
            b"null" if turn is None else b"%d" % turn,
            len(match.moves),
            plan,
            encode(_clock(match)),
            rest,
        )


def _unmoved(match: Match) -> tuple[bytes, bytes, bytes]:
    """Return the JSON of `show_match` around what a move changes."""
    blank = replace(show_match(match), turn=None, ply=0, clock=None)
    # Names cannot look like this: their quotation marks are escaped.
    head, _, after = encode(blank).partition(b'"turn":null,"ply":0,')
    plan, _, rest = after.partition(b'"clock":null')
    return head, plan, rest


def _clock(match: Match) -> wire.ClockShown | None:
    clock = match.clock
    if clock is None:
        return None
    # Told as it was at the last event, so that the same event always reads the same.
    return wire.ClockShown(list(clock.at(match.changed_at)), clock.running, match.changed_at)


def show_table(match: Match, observer: int) -> TableShown | None:
    """Return the table as an observer may see it, all of it once the match is over, however it ended."""
    if match.position is None:
        return None
    if match.finished is not None:
        return without_legal(show_open(match.position))
    return show(match.position.view(observer), may_act=match.status == "running")


def write_table(match: Match, observer: int) -> bytes:
    """Return the JSON of `show_table`, in the quickest way there is."""
    if match.position is None or match.finished is not None:
        return encode(show_table(match, observer))
    return write(match.position.view(observer), may_act=match.status == "running")


def write_open_tables(match: Match, deciding: int) -> tuple[bytes, bytes]:
    """Return the JSON of `show_table` for the seat that decides and for everybody else, in a game without secrets."""
    assert not match.has_secrets
    assert match.position is not None
    return write_both(match.position.view(deciding))


def heard_moves(match: Match, observer: int) -> list[str]:
    """Return the moves as an observer may know them now."""
    if match.finished is not None or not match.has_secrets:
        return [str(move) for move in match.moves]
    _, moves = match.game.redact(match.options, match.deal, match.moves, observer)
    return [str(move) for move in moves]


def snapshot(match: Match, observer: int, tables: bool) -> wire.Snapshot:
    """Return everything an observer may know of a match."""
    return wire.Snapshot(
        match=match.id,
        seat=observer,
        number=match.number,
        state=show_match(match),
        moves=heard_moves(match, observer),
        chat=[wire.ChatShown(*line) for line in match.chat if match.is_heard(line.seat, observer)],
        table=show_table(match, observer) if tables else None,
    )


def happened(match: Match, told: Told, observer: int) -> wire.Happened:
    """Return an event as an observer hears it."""
    return wire.Happened(match.id, observer, told.number, told.at, told.heard_by(observer))


def summary(match: Match) -> rest.SummaryShown:
    """Return what the lobby shows of a match."""
    return rest.SummaryShown(
        id=match.id,
        game=match.game.name,
        options=_words(match.options),
        status=match.status,
        seats=[show_seat(seat) for seat in match.seats],
        clock_plan=match.created.clock,
        friendly=match.created.friendly,
        created=match.created_at,
        changed=match.changed_at,
        finished=match.finished,
        rated=match.created.rated,
        turn=match.deciding,
    )
