"""From a result to ratings: who is rated in which way, and what computers count for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tafelrunde.games.core import Game
from tafelrunde.games.errors import TafelrundeError
from tafelrunde.games.registry import find_game
from tafelrunde.players.rooms import room_of
from tafelrunde.players.strength import Ladder
from tafelrunde.server.ratings import glicko, weng_lin
from tafelrunde.server.ratings.pairs import Met, weight
from tafelrunde.server.ratings.rating import ALONE, LEAST_DEVIATION, START, Rating
from tafelrunde.server.ratings.results import Body, SeatRated

LEVEL_ONE = 900.0
"""The rating of level 1 in every form: whoever was never rated is taken for about as strong as level 4."""


class Held(NamedTuple):
    """Somebody's rating in a pool, after how many matches, and when the last one was."""

    rating: Rating = START
    games: int = 0
    at: int = 0

    def now(self, at: int) -> Rating:
        """Return the rating as certain as it is at a moment: the longer ago the last match, the less."""
        return self.rating.aged(at - self.at) if self.games else self.rating


UNRATED = Held()
_NOBODY = Met()


def ladder_of(game: Game, form: str) -> Ladder | None:
    """Return how strong the levels are in a form of a game; None where nobody measured it."""
    return room_of(game).ladders.get(f"{game.name} {form}")


def _ladder(pool: str) -> Ladder | None:
    name, form, _ = pool.split(" ")
    try:
        return ladder_of(find_game(name), form)
    except TafelrundeError:
        # A game that this server has no more: what was rated then is rated the same without it.
        return None


def computer(pool: str, level: int) -> Rating | None:
    """Return the rating of a level in a pool, which is fixed; None where nobody measured it."""
    ladder = _ladder(pool)
    if ladder is None or not 1 <= level <= len(ladder.elo):
        return None
    deviation = max(LEAST_DEVIATION, ladder.deviation(level))
    return Rating(LEVEL_ONE + ladder.elo[level - 1], deviation)


def nearest_level(pool: str, rating: float) -> int | None:
    """Return the level whose strength is closest to a rating; None where nobody measured the levels."""
    ladder = _ladder(pool)
    if ladder is None:
        return None
    return min(range(1, len(ladder.elo) + 1), key=lambda level: abs(LEVEL_ONE + ladder.elo[level - 1] - rating))


def advantage(pool: str, rating: float) -> float:
    """Return what moving first is worth among people of a strength; 0 where nobody measured it."""
    ladder = _ladder(pool)
    return 0.0 if ladder is None else ladder.first_at(rating - LEVEL_ONE)


def opponents(body: Body) -> set[frozenset[str]]:
    """Return which accounts played against each other, as far as that matters to how a result is rated."""
    if body.rule < 2:
        return set()
    return {frozenset((seat.account, other.account)) for seat in body.seats for other in _against(seat, body)}


def _against(seat: SeatRated, body: Body) -> Iterator[SeatRated]:
    """Iterate over the accounts' seats on other sides, for one of an account's."""
    if seat.account:
        for other in body.seats:
            if other.account and other.account != seat.account and other.side != seat.side:
                yield other


def rate(pool: str, body: Body, at: int, held: Mapping[str, Held], met: Met = _NOBODY) -> dict[str, Held]:
    """Return the new ratings of all accounts in a result; whoever is not held was never rated, or has never met."""
    before = [_rating(pool, seat, at, held) for seat in body.seats]
    parts = [_part(seat, body, met) for seat in body.seats]
    after = _duel(pool, body, at, held, before, parts=parts) if _is_duel(body) else _rest(body, before, parts)
    after = [_placed(body, met, *each) for each in zip(body.seats, before, after, strict=True)]
    return {
        seat.account: Held(new, held.get(seat.account, UNRATED).games + 1, max(at, held.get(seat.account, UNRATED).at))
        for seat, new in zip(body.seats, after, strict=True)
        if seat.account
    }


def _rating(pool: str, seat: SeatRated, at: int, held: Mapping[str, Held]) -> Rating:
    if seat.account:
        return held.get(seat.account, UNRATED).now(at)
    return computer(pool, seat.level) or START


def _part(seat: SeatRated, body: Body, met: Met) -> float:
    """Return how much a result counts for a seat: the more often it has met its opponents, the less."""
    if body.rule < 2:
        return 1.0
    parts = [weight(met.times.get(frozenset((seat.account, other.account)), 0.0)) for other in _against(seat, body)]
    return sum(parts) / len(parts) if parts else 1.0


def _placed(body: Body, met: Met, seat: SeatRated, before: Rating, after: Rating) -> Rating:
    """Return a rating as sure as its opponents can make it.

    Whoever meets computers alone is placed by them and not compared with people; nor is a person by bots, which lose
    when their owners tell them to, nor anybody by a few others, who may all be the same person.
    """
    of_people = [
        other.account and (body.rule < 2 or seat.bot or not other.bot)
        for other in body.seats
        if other.side != seat.side
    ]
    return (
        after
        if any(of_people) and seat.account not in met.few
        else after._replace(deviation=max(after.deviation, min(before.deviation, ALONE)))
    )


def _is_duel(body: Body) -> bool:
    return len(body.seats) == len(body.places) == 2


def _duel(
    pool: str, body: Body, at: int, held: Mapping[str, Held], before: list[Rating], *, parts: list[float]
) -> list[Rating]:
    first = advantage(pool, (before[0].rating + before[1].rating) / 2)
    after = []
    for index, seat in enumerate(body.seats):
        other = body.seats[1 - index]
        own_place, other_place = body.places[seat.side], body.places[other.side]
        score = 0.5 if own_place == other_place else float(own_place < other_place)
        known = held.get(seat.account, UNRATED)
        since = at - known.at if known.games else 0
        edge = first if seat.side == body.first else -first
        after.append(glicko.rated(known.rating, before[1 - index], score, edge, since, part=parts[index]))
    return after


def _rest(body: Body, before: list[Rating], parts: list[float]) -> list[Rating]:
    sides = range(len(body.places))
    seats = [[index for index, seat in enumerate(body.seats) if seat.side == side] for side in sides]
    rated = weng_lin.rated(
        [[before[index] for index in of] for of in seats], body.places, [[parts[index] for index in of] for of in seats]
    )
    by_seat = {index: new for of, side in zip(seats, rated, strict=True) for index, new in zip(of, side, strict=True)}
    return [by_seat[index] for index in range(len(body.seats))]
