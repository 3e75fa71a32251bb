"""Glicko-2 against the example of its author, and what must hold whatever the results."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelrunde.players.glicko import Result, Strength, rated

STRENGTHS = st.builds(Strength, st.floats(100, 3500), st.floats(30, 350), st.floats(0.03, 0.1))
RESULTS = st.lists(st.builds(Result, STRENGTHS, st.sampled_from([0.0, 0.5, 1.0])), min_size=1, max_size=12)


def test_the_example_of_the_paper() -> None:
    """Glickman, "Example of the Glicko-2 system": one period with three games."""
    others = [Strength(1400, 30), Strength(1550, 100), Strength(1700, 300)]
    results = [Result(other, score) for other, score in zip(others, [1, 0, 0], strict=True)]
    after = rated(Strength(1500, 200, 0.06), results)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_results_only_the_doubt_grows() -> None:
    own = Strength(1500, 200, 0.06)
    after = rated(own, [])
    assert after.rating == own.rating
    assert own.deviation < after.deviation < own.deviation + 1


@given(STRENGTHS, RESULTS)
def test_better_scores_never_lead_to_a_lower_rating(own: Strength, results: list[Result]) -> None:
    better = [result._replace(score=min(1.0, result.score + 0.5)) for result in results]
    assert rated(own, better).rating >= rated(own, results).rating - 1e-6


@given(STRENGTHS, STRENGTHS)
def test_a_win_raises_and_a_loss_lowers(own: Strength, other: Strength) -> None:
    assert rated(own, [Result(other, 1)]).rating >= own.rating >= rated(own, [Result(other, 0)]).rating
