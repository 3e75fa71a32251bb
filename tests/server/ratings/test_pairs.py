"""What repeated matches of the same two can do to a rating, and what a few accounts of one person can do to another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelrunde.server.ratings.model import Held, opponents, rate
from tafelrunde.server.ratings.pairs import ENOUGH, Met, Pair, weight
from tafelrunde.server.ratings.rating import ALONE, CERTAIN, LEAST_DEVIATION, MOST_DEVIATION, Rating
from tafelrunde.server.ratings.results import RULE, Body, SeatRated
from tests.server.ratings.test_models import certain, close, ratings, scores, times

DAY = 86_400_000
POOL = "schoko standard live"


class Ladder:
    """The ratings of some accounts, match by match, as counting keeps them."""

    def __init__(self, rule: int = RULE, bots: frozenset[str] = frozenset()) -> None:
        self.rule, self.bots = rule, bots
        self.at = 10**12
        self.held: dict[str, Held] = {}
        self.pairs: dict[frozenset[str], Pair] = {}
        self.others: defaultdict[str, set[str]] = defaultdict(set)

    def end(self, winner: str, *losers: str, draw: bool = False) -> None:
        accounts = (winner, *losers)
        seats = [SeatRated(side, account, bot=account in self.bots) for side, account in enumerate(accounts)]
        body = Body(seats, [0] * len(seats) if draw else list(range(len(seats))), 0, self.rule)
        pairs = {pair: self.pairs.get(pair, Pair()) for pair in opponents(body)}
        for one, other in permutations(accounts, 2):
            if one in self.bots or other not in self.bots:
                self.others[one].add(other)
        times = {pair: known.now(self.at) for pair, known in pairs.items()}
        few = {account for account in accounts if len(self.others[account]) < ENOUGH} if self.rule > 1 else set()
        self.held |= rate(POOL, body, self.at, self.held, Met(times, few))
        self.pairs |= {pair: known.met(self.at) for pair, known in pairs.items()}
        self.at += 600_000

    def rating(self, account: str) -> Rating:
        return self.held[account].now(self.at)


# The weight


def test_the_first_match_counts_wholly_and_all_together_for_five() -> None:
    weights = [weight(float(times)) for times in range(100_000)]
    assert weights[0] == 1
    assert all(later < earlier for earlier, later in pairwise(weights))
    assert 4.99 < sum(weights) < 5


@given(times, times)
def test_what_was_long_ago_is_forgotten(ms: int, more: int) -> None:
    pair = Pair(8.0, 10**12)
    assert pair.now(10**12 + ms) >= pair.now(10**12 + ms + more) >= 0
    assert pair.now(10**12 - ms) == 8.0
    assert pair.now(10**12 + 30 * DAY) == close(4.0)
    # Two processes do not agree about the time to the moment: it does not go back.
    assert pair.met(10**12 - ms) == Pair(9.0, 10**12)


@given(ratings, ratings, scores, times, st.floats(0, 1000))
def test_a_match_of_those_who_meet_again_moves_a_rating_less_and_the_same_way(
    one: Rating, other: Rating, score: float, ms: int, met: float
) -> None:
    places = {1.0: [0, 1], 0.5: [0, 0], 0.0: [1, 0]}[score]
    body = Body([SeatRated(0, "ann"), SeatRated(1, "bo")], places, 0, RULE)
    held = {"ann": Held(one, 5, 0), "bo": Held(other, 5, 0)}
    pair = frozenset(("ann", "bo"))
    whole, part = (rate(POOL, body, ms, held, Met({pair: count}))["ann"].rating for count in (0.0, met))
    assert rate(POOL, body, ms, held)["ann"].rating == whole
    assert min(one.rating, whole.rating) - 1 <= part.rating <= max(one.rating, whole.rating) + 1
    assert LEAST_DEVIATION <= whole.deviation <= part.deviation + 1 <= MOST_DEVIATION + 1


@given(st.lists(certain, min_size=3, max_size=3), st.permutations([0, 1, 2]))
def test_among_three_only_those_who_met_count_less(three: list[Rating], places: list[int]) -> None:
    names = ("ann", "bo", "cy")
    body = Body([SeatRated(side, name) for side, name in enumerate(names)], places, 0, RULE)
    held = {name: Held(rating, 5, 0) for name, rating in zip(names, three, strict=True)}
    whole = rate(POOL, body, 0, held)
    part = rate(POOL, body, 0, held, Met({frozenset(("ann", "bo")): 50.0}))
    assert part["cy"] == whole["cy"]
    for name, before in zip(names[:2], three, strict=False):
        moved, partly = (after[name].rating.rating - before.rating for after in (whole, part))
        assert partly == close(moved * (1 + weight(50.0)) / 2)
        assert whole[name].rating.deviation <= part[name].rating.deviation <= before.deviation


def test_partners_and_oneself_are_no_opponents() -> None:
    seats = [SeatRated(0, "ann"), SeatRated(1, "bo"), SeatRated(0, "cy"), SeatRated(1, "di")]
    pairs = {frozenset(pair) for pair in (("ann", "bo"), ("ann", "di"), ("cy", "bo"), ("cy", "di"))}
    assert opponents(Body(seats, [0, 1], 0, RULE)) == pairs
    assert opponents(Body([SeatRated(0, "ann"), SeatRated(1, "ann")], [0, 1], 0, RULE)) == set()
    assert opponents(Body([SeatRated(0, "ann"), SeatRated(1, level=3)], [0, 1], 0, RULE)) == set()
    # What was rated before stays as it was, whenever it is computed again.
    assert opponents(Body(seats, [0, 1], 0)) == set()


# What it is for


def star(accounts: list[str], rng: Random) -> Iterator[tuple[str, str]]:
    """Everybody loses to one."""
    return ((accounts[0], other) for other in accounts[1:])


def pyramid(accounts: list[str], rng: Random) -> Iterator[tuple[str, str]]:
    """Those who are to lose to one are lifted first, by those below them."""
    return ((one, other) for one, other in sorted(combinations(accounts, 2), reverse=True))


def chance(accounts: list[str], rng: Random) -> Iterator[tuple[str, str]]:
    for _ in accounts:
        one, other = rng.sample(accounts, 2)
        yield min(one, other), max(one, other)


ATTACKS = (star, pyramid, chance)


@pytest.mark.parametrize("days", [0, 3, 20])
@pytest.mark.parametrize("attack", ATTACKS)
def test_five_accounts_that_lose_on_purpose_lift_nobody_onto_a_leaderboard(
    attack: Callable[[list[str], Random], Iterator[tuple[str, str]]], days: int
) -> None:
    accounts, ladders = list("abcdef"), {rule: Ladder(rule) for rule in (1, RULE)}
    best = dict.fromkeys(ladders, 0.0)
    for rule, ladder in ladders.items():
        rng = Random(1)
        for _ in range(60):
            for winner, loser in attack(accounts, rng):
                ladder.end(winner, loser)
                sure = [rating.rating for rating in map(ladder.rating, ladder.held) if rating.deviation <= CERTAIN]
                best[rule] = max([best[rule], *sure])
            ladder.at += days * DAY
    assert best[RULE] == 0
    if attack is not star and not days:
        # By the first rule they did.
        assert best[1] > 2100


def test_two_who_meet_no_one_else_stay_provisional() -> None:
    rng, ladder = Random(2), Ladder()
    for _ in range(500):
        ladder.end(*rng.sample(["ann", "bo"], 2), draw=rng.random() < 0.1)
    for account in ("ann", "bo"):
        assert ladder.rating(account).deviation > ALONE
        assert abs(ladder.rating(account).rating - 1500) < 150


@pytest.mark.parametrize("count", [7, 9, 12])
def test_a_club_that_plays_every_week_gets_certain_ratings_in_the_right_order(count: int) -> None:
    rng, ladder = Random(count), Ladder()
    strengths = {f"p{number:02}": 1500 + 500 * (number / (count - 1) - 0.5) for number in range(count)}
    for _ in range(52):
        for one, other in combinations(strengths, 2):
            wins = rng.random() < 1 / (1 + 10 ** ((strengths[other] - strengths[one]) / 400))
            ladder.end(*((one, other) if wins else (other, one)))
        ladder.at += 7 * DAY
    ladder.at -= 7 * DAY
    assert all(ladder.rating(account).is_certain for account in strengths)
    off = [abs(ladder.rating(account).rating - strength) for account, strength in strengths.items()]
    assert sum(off) / count < 110


def test_bots_place_a_person_and_make_nobody_certain() -> None:
    bots = [f"bot{number}" for number in range(30)]
    rng, ladder = Random(3), Ladder(bots=frozenset(bots))
    for _ in range(20):
        for bot in bots:
            ladder.end(*rng.sample(["ann", bot], 2))
    assert ladder.rating("ann").deviation == close(ALONE, abs=1)
    # Among themselves they are compared as people are.
    for _ in range(20):
        for one, other in combinations(bots[:8], 2):
            ladder.end(*rng.sample([one, other], 2))
    assert ladder.rating("bot0").is_certain
    # With a person at the table it is a match with people, for everybody.
    three = Ladder(bots=frozenset(bots))
    people = [f"p{number}" for number in range(20)]
    for number in range(400):
        three.end(*rng.sample(["ann", people[number % 20], bots[number % 30]], 3))
    assert three.rating("ann").is_certain
