"""What a table is said to count is what it counts: a client adds up and applies no rule."""

from __future__ import annotations

from random import Random

import pytest

from tafelrunde.cli.play.rooms import guide_for
from tafelrunde.games.chocolate.moves import Counter, Offer
from tafelrunde.games.core import Position
from tafelrunde.games.registry import find_game
from tafelrunde.server.wire.games.chocolate import ChocolateTableShown, SwapShown
from tafelrunde.server.wire.games.tokan import TokanTableShown
from tafelrunde.server.wire.show import show, show_open
from tests.games.tokan.test_rules import apart
from tests.strategies import SWAPPING, play, swapper, variant


def played(name: str, options: str, seed: int) -> list[Position]:
    """Play a random game; return its positions."""
    game = find_game(name)
    chosen = game.options_type.parse(options)
    rng = Random(seed)
    position = game.start(chosen, game.deal(chosen, rng))
    positions = [position]
    while not position.is_over:
        position = position.apply(rng.choice(position.turns()))
        positions.append(position)
    return positions


@pytest.mark.parametrize(
    ("name", "options"), [("schoko", "standard"), ("schokoly", "players=2"), ("schokoly", "players=4")]
)
def test_groups_that_count_add_up_to_the_points(name: str, options: str) -> None:
    for position in played(name, options, 3)[::4]:
        table = show(position.view(0))
        assert isinstance(table, ChocolateTableShown)
        totals = [0] * len(table.points)
        for group in table.groups:
            if group.counts == "largest":
                assert group.side is not None
                totals[group.side] += len(group.cells)
        for neutral in table.neutral:
            assert neutral.counts or neutral.holder is None
            if neutral.holder is not None:
                totals[neutral.holder] += len(neutral.cells)
        assert totals == table.points
        if table.neutral:
            cells = {tuple(cell) for group in table.neutral for cell in group.cells}
            named = [group for group in table.groups if group.colour == table.neutral_colour]
            assert cells == {tuple(cell) for group in named for cell in group.cells}


def test_second_groups_are_told_where_they_decide_and_only_there() -> None:
    level = 0
    for seed in range(40):
        table = show_open(played("schoko", "standard", seed)[-1])
        assert isinstance(table, ChocolateTableShown)
        seconds = {group.side: len(group.cells) for group in table.groups if group.counts == "tie"}
        if len(set(table.points)) == 1:
            level += 1
            first, second = seconds.get(0, 0), seconds.get(1, 0)
            assert table.winner == (None if first == second else int(second > first))
        else:
            assert not seconds
    assert level


@pytest.mark.parametrize("name", ["J11 J4/j10 j5", "M10 M4 M1 J1/l10 j4"])
def test_heights_are_told_where_they_decide(name: str) -> None:
    position = apart(*name.split("/"))
    table = show(position.view(0))
    assert isinstance(table, TokanTableShown)
    heights = [sorted((int(word[1:]) for word in side.split()), reverse=True) for side in name.split("/")]
    assert (table.over, table.tie, table.winner) == (True, heights, 0)


def test_heights_are_not_told_where_they_decide_nothing() -> None:
    for position in (apart("L10 J5", "j10 j5"), apart("J10 J5", "j10 j5", "scoring=towers")):
        table = show(position.view(0))
        assert isinstance(table, TokanTableShown)
        assert table.over
        assert table.tie is None


def test_a_swap_is_told_from_the_seat_on_turn_to_the_one_that_was_asked() -> None:
    """Both partners and everybody else are told the same direction; cards only by who knows them."""
    met = set()
    for seed in range(12):
        match = play(SWAPPING, Random(seed), limit=60, policy=swapper)
        asked = -1
        for before, move, after in zip(match.positions, match.moves, match.positions[1:], strict=False):
            if not isinstance(move, Offer | Counter):
                continue
            answer = isinstance(move, Counter)
            by, to = (before.seat, move.to) if isinstance(move, Offer) else (asked, before.seat)
            asked = by
            met.add((by, to, answer))
            assert by != to
            for observer in SWAPPING.observers:
                told = swap_of(after, observer)
                assert (told.by, told.to) == (by, to)
                assert told.offered.startswith("?") is (observer != by)
                if not answer:
                    assert told.countered is None
                    continue
                assert told.countered is not None
                assert told.countered.startswith("?") is (observer != to)
                assert observer != to or told.countered == move.card
            assert answer or swap_of(after, by).offered == move.card
    assert met == {(by, to, answer) for by in range(3) for to in range(3) if by != to for answer in (False, True)}


def swap_of(position: Position, observer: int = 0) -> SwapShown:
    table = show(position.view(observer))
    assert isinstance(table, ChocolateTableShown)
    assert table.swap is not None
    return table.swap


def test_two_leaders_tied_among_three_show_their_second_groups_and_the_third_does_not() -> None:
    of = variant("schokoly", "players=3 swap=off ties=second")
    found = 0
    for seed in range(300):
        table = show_open(play(of, Random(seed)).final)
        assert isinstance(table, ChocolateTableShown)
        tied = [side for side, points in enumerate(table.points) if points == max(table.points)]
        seconds = {group.side: len(group.cells) for group in table.groups if group.counts == "tie"}
        if len(tied) == 1:
            assert not seconds
            continue
        assert set(seconds) <= set(tied)
        best = [side for side in tied if seconds.get(side, 0) == max(seconds.get(other, 0) for other in tied)]
        assert table.winner == (best[0] if len(best) == 1 else None)
        lines = guide_for(play(of, Random(seed)).final).score(("Anna", "Bruno", "Carla"))
        told = [line for line in lines if line.startswith("Equal points: the second largest areas decide, ")]
        numbers = " : ".join(str(seconds.get(side, 0)) for side in tied)
        assert told == ([] if table.winner is None else [f"Equal points: the second largest areas decide, {numbers}."])
        found += len(tied) == 2 and table.winner is not None
        if found == 2:
            return
    pytest.fail("no ties of two among three were found")
