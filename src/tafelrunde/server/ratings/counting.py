"""Counting results in order, each exactly once, whichever process does it and whatever is interrupted.

A result is written with the last entry of its match. It gets its number and changes ratings in one transaction, under
a lock that all processes share, so that there is one order and nothing is counted twice or half. Ratings follow from
the results in that order and nothing else: computed again they are the same to the last bit.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import msgspec
import structlog

from tafelrunde.server.ratings.model import Held, opponents, rate
from tafelrunde.server.ratings.pairs import ENOUGH, Met, Pair
from tafelrunde.server.ratings.rating import Rating
from tafelrunde.server.ratings.results import Body, read_body
from tafelrunde.store import Result, Store
from tafelrunde.store.people import ratings as kept
from tafelrunde.store.people.relations import gone_as
from tafelrunde.store.script import Script

log = structlog.get_logger()


async def count_waiting(store: Store) -> int:
    """Count all results that wait, in the order in which the matches ended; return how many."""
    count = 0
    while await store.transact(count_next):
        count += 1
    return count


def count_next() -> Script[bool]:
    """Count the result that waits longest; False if none does."""
    yield from kept.lock_ratings()
    result = yield from kept.first_waiting()
    if result is None:
        return False
    number = (yield from kept.last_number()) + 1
    yield from kept.give_number(result.match, number)
    yield from _count(result, number)
    return True


def rebuild() -> Script[tuple[int, bool]]:
    """Compute all ratings again from the results that were counted; return how many, and whether anything changed."""
    yield from kept.lock_ratings()
    before = yield from _digest()
    yield from kept.forget_ratings()
    number = count = 0
    while page := (yield from kept.results_after(number)):
        for counted in page:
            assert counted.number is not None
            number = counted.number
            yield from _count(counted.result, number)
        count += len(page)
    return count, before != (yield from _digest())


def _count(result: Result, number: int) -> Script[None]:
    body = _body(result)
    if body is None:
        return
    names = {}
    for seat in body.seats:
        if seat.account:
            names[seat.account] = yield from gone_as(seat.account)
    held = {}
    for account, name in names.items():
        rated = yield from kept.rating_of(name, result.pool)
        if rated is not None:
            held[account] = Held(Rating(rated.rating, rated.deviation, rated.volatility), rated.games, rated.at)
    met = yield from _meet(result, body, names)
    for account, new in _rated(result, body, held, met).items():
        name, rating = names[account], new.rating
        yield from kept.save_rating(
            kept.Rated(name, result.pool, *rating, new.games, new.at, certain=rating.is_certain)
        )
        step = kept.Step(name, result.pool, number, result.at, rating.rating, rating.deviation, result.match)
        yield from kept.add_step(step)


def _meet(result: Result, body: Body, names: Mapping[str, str]) -> Script[Met]:
    """Write that those at a table have met, and return how often they had before."""
    times, bots = {}, {seat.account: seat.bot for seat in body.seats}
    pairs = opponents(body)
    for one, other in (tuple(sorted(pair)) for pair in pairs):
        known = yield from kept.pair_of(names[one], result.pool, names[other])
        pair = Pair() if known is None else Pair(known.times, known.at)
        times[frozenset((one, other))] = pair.now(result.at)
        now = pair.met(result.at)
        yield from kept.save_pair(kept.Paired(names[one], result.pool, names[other], *now, bots[other]))
        yield from kept.save_pair(kept.Paired(names[other], result.pool, names[one], *now, bots[one]))
    few = set()
    for account in {account for pair in pairs for account in pair}:
        count = yield from kept.count_met(names[account], result.pool, ENOUGH, with_bots=bots[account])
        if count < ENOUGH:
            few.add(account)
    return Met(times, few)


def _body(result: Result) -> Body | None:
    """Return what a result says; None, and a line in the log, where that cannot be read: it then counts for nothing."""
    try:
        return read_body(result.body)
    except (msgspec.MsgspecError, UnicodeError) as error:
        log.error("unreadable-result", match=result.match, reason=str(error)[:200])
        return None


def _rated(result: Result, body: Body, held: Mapping[str, Held], met: Met) -> dict[str, Held]:
    """Return the new ratings; none, and a line in the log, for a result that makes no sense.

    It has its number all the same, so that all results after it count.
    """
    try:
        return rate(result.pool, body, result.at, held, met)
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        log.error("unreadable-result", match=result.match, reason=str(error)[:200])
        return {}


def _digest() -> Script[str]:
    """Return a hash of all ratings and curves and of who has met how often, every bit of them."""
    digest = hashlib.sha256()
    place: tuple[str, str] = ("", "")
    while ratings := (yield from kept.ratings_after(*place)):
        for rated in ratings:
            digest.update(repr(tuple(rated)).encode())
        place = (ratings[-1].account, ratings[-1].pool)
    at: tuple[str, str, int] = ("", "", 0)
    while steps := (yield from kept.steps_after(*at)):
        for step in steps:
            digest.update(repr(tuple(step)).encode())
        at = (steps[-1].account, steps[-1].pool, steps[-1].number)
    pair: tuple[str, str, str] = ("", "", "")
    while pairs := (yield from kept.pairs_after(*pair)):
        for met in pairs:
            digest.update(repr(tuple(met)).encode())
        pair = (pairs[-1].account, pairs[-1].pool, pairs[-1].other)
    return digest.hexdigest()
