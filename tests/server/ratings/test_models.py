"""What ratings promise, whoever plays: no side is preferred, winning never costs, equals who draw stay as they are."""

from __future__ import annotations

import math
import re
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelrunde.games.registry import GAMES
from tafelrunde.players.rooms import room_of
from tafelrunde.server.match import events as ev
from tafelrunde.server.ratings import glicko, weng_lin
from tafelrunde.server.ratings.model import Held, advantage, computer, nearest_level, rate
from tafelrunde.server.ratings.rating import (
    ALONE,
    CERTAIN,
    LEAST_DEVIATION,
    LEAST_RATING,
    MOST_DEVIATION,
    MOST_RATING,
    SCALE,
    START,
    Rating,
)
from tafelrunde.server.ratings.results import Body, SeatRated, places
from tests.server.match.table import Sitting, people

DAY = 86_400_000
POOL = "tokan standard live"


def test_four_hundred_points_are_odds_of_ten_to_one() -> None:
    assert math.exp(400 / SCALE) == pytest.approx(10)


ratings = st.builds(
    Rating,
    st.floats(LEAST_RATING, MOST_RATING),
    st.floats(LEAST_DEVIATION, MOST_DEVIATION),
    st.floats(0.01, 0.1),
)
certain = st.builds(Rating, st.floats(1000, 2000), st.floats(LEAST_DEVIATION, 200), st.just(0.06))
scores = st.sampled_from((0.0, 0.5, 1.0))
times = st.integers(0, 1000 * DAY)
close = pytest.approx


# Two sides


def test_glicko_gives_the_numbers_of_its_authors_paper() -> None:
    # The first opponent of its example alone: the expectation is printed there, the rest is what follows by hand.
    one, other = Rating(1500, 200, 0.06), Rating(1400, 30, 0.06)
    assert glicko.expected(one, other) == close(0.639, abs=0.001)
    after = glicko.rated(one, other, 1.0, ms=2 * DAY)
    assert after.rating == close(1563.6, abs=0.5)
    assert after.deviation == close(175.4, abs=0.5)
    assert after.volatility == close(0.06, abs=0.0001)


@given(ratings, ratings, st.floats(-200, 200))
def test_what_one_expects_the_other_does_not(one: Rating, other: Rating, edge: float) -> None:
    same = other._replace(deviation=one.deviation)
    assert glicko.expected(one, same, edge) + glicko.expected(same, one, -edge) == close(1)


@given(certain)
def test_equals_who_draw_stay_what_they_are_and_are_surer(one: Rating) -> None:
    after = glicko.rated(one, one, 0.5)
    assert after.rating == one.rating
    assert after.deviation <= one.deviation


@given(certain, st.booleans())
def test_what_one_of_equals_wins_the_other_loses(one: Rating, won: bool) -> None:
    up, down = glicko.rated(one, one, float(won)), glicko.rated(one, one, float(not won))
    assert up.rating - one.rating == close(one.rating - down.rating)
    assert up[1:] == close(down[1:])


@given(ratings, ratings, st.floats(-200, 200), times)
def test_a_better_result_is_never_worse(one: Rating, other: Rating, edge: float, ms: int) -> None:
    lost, drawn, won = (glicko.rated(one, other, score, edge, ms).rating for score in (0.0, 0.5, 1.0))
    assert lost <= drawn <= won
    assert lost <= one.rating <= won


@given(certain, certain, st.floats(1, 300))
def test_a_win_over_somebody_stronger_counts_more(one: Rating, other: Rating, more: float) -> None:
    stronger = other._replace(rating=other.rating + more)
    assert glicko.rated(one, stronger, 1.0).rating >= glicko.rated(one, other, 1.0).rating


@given(certain, certain, st.floats(1, 150))
def test_a_win_from_the_better_seat_counts_less(one: Rating, other: Rating, edge: float) -> None:
    assert glicko.rated(one, other, 1.0, edge).rating < glicko.rated(one, other, 1.0, -edge).rating


@given(ratings, ratings, scores, st.floats(-200, 200), times)
def test_numbers_stay_within_their_limits(one: Rating, other: Rating, score: float, edge: float, ms: int) -> None:
    after = glicko.rated(one, other, score, edge, ms)
    assert LEAST_RATING <= after.rating <= MOST_RATING
    assert LEAST_DEVIATION <= after.deviation <= MOST_DEVIATION
    assert 0.01 <= after.volatility <= 0.1
    assert all(map(math.isfinite, after))


@given(ratings, times, times)
def test_time_makes_a_rating_less_sure_and_nothing_else(one: Rating, ms: int, more: int) -> None:
    early, late = one.aged(ms), one.aged(ms + more)
    assert (early.rating, early.volatility) == (one.rating, one.volatility)
    assert one.deviation <= early.deviation <= late.deviation <= MOST_DEVIATION
    assert one.aged(0) == one == one.aged(-ms)


def test_half_a_year_away_makes_a_rating_provisional_again() -> None:
    one = Rating(1500, 60)
    assert one.aged(100 * DAY).is_certain
    assert not one.aged(200 * DAY).is_certain
    assert not START.is_certain


# Several sides


@given(st.lists(certain, min_size=3, max_size=3), st.lists(st.integers(0, 2), min_size=3, max_size=3))
def test_the_order_in_which_sides_are_told_does_not_matter(sides: list[Rating], order: list[int]) -> None:
    whole = weng_lin.rated([[one] for one in sides], order)
    for mixed in permutations(range(3)):
        other = weng_lin.rated([[sides[index]] for index in mixed], [order[index] for index in mixed])
        for place, index in enumerate(mixed):
            assert other[place][0] == close(whole[index][0])


@given(certain, st.integers(2, 4))
def test_equals_who_all_tie_stay_what_they_are(one: Rating, count: int) -> None:
    for (after,) in weng_lin.rated([[one]] * count, [0] * count):
        assert after.rating == close(one.rating)
        assert after.deviation < one.deviation or after.deviation == LEAST_DEVIATION


@given(certain)
def test_of_equals_the_order_of_places_is_the_order_of_ratings(one: Rating) -> None:
    first, second, third = (side[0].rating for side in weng_lin.rated([[one]] * 3, [0, 1, 2]))
    assert first > second > third
    assert second == close(one.rating)
    # Two who tie behind the winner share what they lose, two who tie in front what they win.
    won, *tied = (side[0].rating for side in weng_lin.rated([[one]] * 3, [0, 1, 1]))
    assert won > one.rating > tied[0] == close(tied[1])
    *tied, lost = (side[0].rating for side in weng_lin.rated([[one]] * 3, [0, 0, 1]))
    assert tied[0] == close(tied[1])
    assert tied[0] > one.rating > lost


@given(certain, certain, certain)
def test_a_tie_of_unequals_brings_them_closer(one: Rating, other: Rating, third: Rating) -> None:
    low, high = sorted((one, other._replace(deviation=one.deviation)), key=lambda each: each.rating)
    after = weng_lin.rated([[low], [high]], [0, 0])
    assert after[0][0].rating >= low.rating
    assert after[1][0].rating <= high.rating
    before_three = weng_lin.rated([[low], [high], [third]], [0, 1, 2])
    tied_three = weng_lin.rated([[low], [high], [third]], [0, 0, 2])
    behind_three = weng_lin.rated([[low], [high], [third]], [1, 0, 2])
    assert before_three[0][0].rating >= tied_three[0][0].rating >= behind_three[0][0].rating


@given(st.lists(certain, min_size=3, max_size=3), st.permutations([0, 1, 2]), st.integers(1, 50), st.integers(1, 50))
def test_only_the_order_counts_and_not_by_how_much(sides: list[Rating], order: list[int], step: int, more: int) -> None:
    apart = [0, step, step + more]
    teams = [[one] for one in sides]
    assert weng_lin.rated(teams, order) == weng_lin.rated(teams, [apart[place] for place in order])


@given(st.lists(certain, min_size=4, max_size=4), st.booleans())
def test_a_team_wins_and_loses_together(players: list[Rating], draw: bool) -> None:
    teams = [players[:2], players[2:]]
    (a, b), (c, d) = weng_lin.rated(teams, [0, 0] if draw else [0, 1])
    if not draw:
        assert a.rating >= players[0].rating
        assert b.rating >= players[1].rating
        assert c.rating <= players[2].rating
        assert d.rating <= players[3].rating
    for one in (a, b, c, d):
        assert LEAST_DEVIATION <= one.deviation <= MOST_DEVIATION
    # The one of whom less is known moves more.
    unsure = players[0]._replace(deviation=200.0)
    sure = players[0]._replace(deviation=60.0)
    (one, two), _ = weng_lin.rated([[unsure, sure], teams[1]], [0, 1])
    assert one.rating - unsure.rating >= two.rating - sure.rating


# A result


def duel(places: list[int], *, level: int = 0, first: int = 0) -> Body:
    other = SeatRated(1, level=level) if level else SeatRated(1, "bo")
    return Body([SeatRated(0, "ann"), other], places, first)


@given(certain, certain, st.sampled_from([[0, 1], [1, 0], [0, 0]]), st.integers(0, 1))
def test_two_change_places_and_nothing_else_changes(ann: Rating, bo: Rating, order: list[int], first: int) -> None:
    held = {"ann": Held(ann, 5, 100), "bo": Held(bo, 9, 200)}
    one = rate(POOL, duel(order, first=first), 1000, held)
    turned = Body([SeatRated(0, "bo"), SeatRated(1, "ann")], order[::-1], 1 - first)
    assert rate(POOL, turned, 1000, held) == one
    assert {name: (new.games, new.at) for name, new in one.items()} == {"ann": (6, 1000), "bo": (10, 1000)}


def test_computers_place_somebody_but_never_end_their_being_provisional() -> None:
    held: dict[str, Held] = {}
    for number in range(200):
        held = rate(POOL, duel([number % 2, 1 - number % 2], level=5), number * 1000, held)
    level = computer(POOL, 5)
    assert level is not None
    assert abs(held["ann"].rating.rating - level.rating) < 150
    assert held["ann"].rating.deviation == close(ALONE, abs=1)
    assert not held["ann"].rating.is_certain
    # Among people the same matches would.
    held = {}
    for number in range(200):
        held = rate(POOL, duel([number % 2, 1 - number % 2]), number * 1000, held)
    assert held["ann"].rating.deviation < CERTAIN
    # Whom people have made certain stays so.
    sure = Held(Rating(1500, 60), 50, 0)
    after = rate(POOL, duel([0, 1], level=5), 1000, {"ann": sure})["ann"].rating
    assert after.rating > 1500
    assert after.deviation == close(60, abs=0.1)


def test_moving_first_is_reckoned_with_where_it_was_measured() -> None:
    equal = {"ann": Held(Rating(1900, 60), 5, 0), "bo": Held(Rating(1900, 60), 5, 0)}
    assert advantage(POOL, 1900) > 30
    drawn = rate(POOL, duel([0, 0]), 0, equal)
    assert drawn["ann"].rating.rating < 1900 < drawn["bo"].rating.rating
    elsewhere = rate("schoko standard live", duel([0, 0]), 0, equal)
    assert elsewhere["ann"].rating.rating == 1900


def test_computers_have_the_strength_that_was_measured() -> None:
    page = (Path(__file__).parents[3] / "docs" / "strength.md").read_text("utf-8")
    row = r"^\| \d \|[^|]*\|[^|]*\| (\d+)(?: \[(\d+), (\d+)\])? \|"
    found = {}
    for form, table in re.findall(r"<!-- ladder (\S+) -->(.*?)<!-- end", page, re.DOTALL):
        levels = re.findall(row, table, re.MULTILINE)
        found[form.replace(":", " ")] = [tuple(int(each[at] or 0) for each in levels) for at in range(3)]
    ladders = {key: each for game in GAMES.values() for key, each in room_of(game).ladders.items()}
    assert found == {key: [each.elo, each.low, each.high] for key, each in ladders.items()}
    assert nearest_level(POOL, 100) == 1
    assert nearest_level(POOL, 1500) == 4
    assert nearest_level(POOL, 4000) == 8
    assert nearest_level("tokan less-chance live", 1500) is None
    assert computer("gone standard live", 3) is None


def test_the_order_of_sides_follows_from_how_a_match_ended() -> None:
    three = Sitting("schokoly", {"players": "3"}, people(3)).match
    assert places(ev.Finished("played", 2, (10, 12, 15)), three) == [2, 1, 0]
    assert places(ev.Finished("played", None, (15, 12, 15)), three) == [0, 2, 0]
    # Whoever won equal points by the second area is first alone.
    assert places(ev.Finished("played", 0, (15, 12, 15)), three) == [0, 2, 1]
    # Whoever drops out comes last, though in front by points.
    assert places(ev.Finished("resigned", 1, (40, 20, 10), 0), three) == [2, 0, 1]
    assert places(ev.Finished("time", None, (40, 10, 10), 0), three) == [2, 0, 0]
    assert places(ev.Finished("agreed", None, (40, 10, 5)), three) == [0, 0, 0]
    teams = Sitting("schokoly", {"players": "4"}, people(4)).match
    assert places(ev.Finished("resigned", 1, (40, 20), 2), teams) == [1, 0]
