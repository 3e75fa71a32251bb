"""The beginning of a match: who sits where, joining, dealing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tafelrunde.games.core import Game, Options, Position
from tafelrunde.games.errors import BadOptions, TafelrundeError, UnknownGame
from tafelrunde.games.registry import find_game
from tafelrunde.players.registry import HIGHEST, PERFECT, has_perfect
from tafelrunde.players.rooms import room_of
from tafelrunde.records import deals
from tafelrunde.server.match import events as ev
from tafelrunde.server.match.decide import check_budget
from tafelrunde.server.match.parts import SeatState
from tafelrunde.server.match.pool import form_of
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.match.state import Match

_LONGEST_LIVE, _SHORTEST_BY_DAYS = 86_400, 6 * 3600
"""In seconds. Who plays within minutes is compared with others who do, whatever the clock is called."""


def read_terms(name: str, words: Mapping[str, str]) -> tuple[Game, Options]:
    """Return a game and its options; raise Refusal for what there is not."""
    try:
        game = find_game(name)
        return game, game.options_type.read(words)
    except BadOptions as error:
        raise Refusal("bad-options", str(error)) from None
    except UnknownGame as error:
        raise Refusal("unknown-game", str(error)) from None


def check_created(created: ev.Created) -> None:
    """Raise Refusal unless a match can be set up like this."""
    game, options = read_terms(created.game, created.options)
    if len(created.seats) != game.seats(options):
        raise Refusal("bad-setup", f"{game.title} has {game.seats(options)} seats here, not {len(created.seats)}")
    if any((plan.kind == "computer") != bool(plan.level) for plan in created.seats):
        raise Refusal("bad-setup", "a computer's seat has a level, and no other seat has one")
    if any(plan.level == PERFECT for plan in created.seats) and not has_perfect(game):
        raise Refusal("bad-setup", f"nobody plays {game.title} perfectly: levels go from 1 to {HIGHEST}")
    if created.rated:
        check_rated(created, game, options)


def check_rated(created: ev.Created, game: Game, options: Options) -> None:
    """Raise Refusal unless the result of a match can count."""
    form = form_of(game, options)
    if not form:
        raise Refusal("bad-setup", f"a rated match has one of the forms of {game.title}, not options of one's own")
    if created.clock is None:
        raise Refusal("bad-setup", "a rated match has a clock")
    if created.clock.kind == "live" and created.clock.seconds > _LONGEST_LIVE:
        raise Refusal("bad-setup", "a rated live match gives a day at most")
    if created.clock.kind == "days" and created.clock.seconds < _SHORTEST_BY_DAYS:
        raise Refusal("bad-setup", "a rated match by days gives six hours a move at least")
    if created.friendly:
        raise Refusal("bad-setup", "a rated match is not friendly")
    computers = [plan for plan in created.seats if plan.kind == "computer"]
    if computers and (len(created.seats) != 2 or len(computers) == 2):
        raise Refusal("bad-setup", "a computer sits in a rated match only as the one opponent of somebody")
    unmeasured = any(plan.engine or plan.level == PERFECT for plan in computers)
    if unmeasured or (computers and not room_of(game).ladders.get(f"{game.name} {form}")):
        raise Refusal("bad-setup", "nobody knows how strong this computer is: the match cannot be rated")
    if any(plan.kind == "local" and plan.account is None for plan in created.seats):
        raise nameless()


def nameless() -> Refusal:
    """Return why a guest cannot sit down to a rated match."""
    return Refusal("nameless", "a rated match needs a name on every seat: sign in first")


def start_if_full(seats: list[SeatState], created: ev.Created) -> tuple[ev.Stored, ...]:
    """Return the start of a match whose seats are all taken; nothing while one is free."""
    if not all(seat.taken for seat in seats):
        return ()
    game = find_game(created.game)
    options = game.options_type.read(created.options)
    if created.tags:
        deal = created.tags[game.deal_tag]
        return ev.Started(deal), *_made(game.start(options, deal), created.moves)
    words = [seat.word for seat in seats]
    try:
        return (ev.Started(deals.deal(game, options, bytes.fromhex(created.secret), words)),)
    except TafelrundeError as error:
        # A word that was let in once: its owner can leave, and the next one say another.
        raise Refusal("bad-setup", f"this match cannot begin: {error}") from None


def _made(position: Position, moves: tuple[str, ...]) -> Iterator[ev.Moved]:
    """Iterate over the moves that lead from a start to where a match begins."""
    for text in moves:
        move = position.parse(text)
        yield ev.Moved(position.seat, str(move))
        position = position.apply(move)


def creation(created: ev.Created) -> tuple[ev.Stored, ...]:
    """Return the first entry of a match: it begins at once if nobody is awaited."""
    check_created(created)
    draft = Match("")
    draft.fold(1, 0, None, (created,))
    return created, *start_if_full(draft.seats, created)


def join(match: Match, joined: ev.Joined, invitation: str | None = None) -> tuple[ev.Stored, ...]:
    """Return what happens when somebody takes a free seat, with the hash of an invitation or without; raise Refusal."""
    if match.finished is not None:
        raise Refusal("match-over", "the match is over")
    if joined.seat >= len(match.seats):
        raise Refusal("no-such-seat", "there is no such seat")
    seat = match.seats[joined.seat]
    if seat.taken:
        raise Refusal("seat-taken", "somebody sits there already")
    if seat.token and seat.token != invitation:
        raise Refusal("forbidden", "this seat is kept for somebody who was invited")
    if match.created.rated and joined.account is None:
        raise nameless()
    # What the seats will be once this one is taken.
    seats = [
        SeatState(other.kind, other.name, other.level, other.engine, other.token, other.word, other.taken)
        for other in match.seats
    ]
    seats[joined.seat].taken, seats[joined.seat].word = True, joined.word
    check_budget(match, (joined,))
    return joined, *start_if_full(seats, match.created)
