"""The tree search that knows no game: what it promises itself of a move."""

from __future__ import annotations

from math import inf, log, sqrt

import pytest

from tafelrunde.players.general import EXPLORATION, _Node


def test_a_move_is_worth_its_mean_and_what_is_not_known_of_it() -> None:
    node = _Node()
    assert node.promise() == inf
    node.visits, node.available, node.total = 4, 50, 3.0
    assert node.promise() == pytest.approx(0.75 + EXPLORATION * sqrt(log(50) / 4))
    rarely, often = _Node(), _Node()
    rarely.visits, rarely.available, rarely.total = 2, 50, 1.0
    often.visits, often.available, often.total = 20, 50, 10.0
    assert rarely.promise() > often.promise()
    often.total = 19.0
    assert rarely.promise() > often.promise() - EXPLORATION
    assert 0 < EXPLORATION < 2
