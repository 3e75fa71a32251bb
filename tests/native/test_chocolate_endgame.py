"""Ends of chocolate games beside trying everything, and that a search calls exact only what it has settled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.native import AVAILABLE
from tafelrunde.native.chocolate import NativePosition
from tafelrunde.native.chocolate_search import Limits, Settings, search, search_open
from tests.strategies import Variant, play, variant

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not compiled")

SCHOKO = variant("schoko")
DRAW = variant("schokoly", "players=2")
SECOND = variant("schokoly", "players=2 ties=second")
PLENTY = Limits(nodes=1 << 40)

Worth = tuple[int, int]
"""The lead in points of a side, and in its second group where points are equal and that decides."""


def end(of: Variant, seed: int, *, lying: int, hands: tuple[int, int]) -> ChocolatePosition:
    """A field of a few cards, no stack, and some cards in either hand; a smartie each where there are loose ones."""
    position = play(of, Random(seed), limit=lying).final
    assert isinstance(position, ChocolatePosition)
    held = tuple(
        tuple(sorted(Random(seed).sample(hand, number))) for hand, number in zip(position.hands, hands, strict=True)
    )
    return replace(position, hands=held, stack=(), smarties=tuple(min(1, number) for number in position.smarties))


def worth(position: NativePosition, end_of: ChocolatePosition, side: int) -> Worth:
    """What a finished game is worth to a side."""
    points = position.outcome().points
    lead = points[side] - points[1 - side]
    if lead or not end_of.rules.second_group_breaks_ties:
        return lead, 0
    second = [sum(len(group.cells) for group in position.groups(str(colour))[1:2]) for colour in end_of.colours]
    return 0, second[side] - second[1 - side]


def best_worth(
    position: NativePosition, end_of: ChocolatePosition, side: int, held: int, securing: bool = True
) -> Worth:
    """What a side gets when both try everything; on request nobody puts a smartie on a card of the first tier.

    `held` is the number of cards in both hands: a smartie beside the last one changes nothing any more.
    """
    if position.is_over:
        return worth(position, end_of, side)
    turns = position.turns()
    if held == 1 or not securing:
        turns = [turn for turn in turns if "*" not in turn]
    choose = max if position.seat == side else min
    return choose(best_worth(position.play(turn), end_of, side, held - (turn != "pass"), securing) for turn in turns)


def chance_of(value: Worth) -> float:
    return 0.5 if value == (0, 0) else float(value > (0, 0))


def asked_turns(position: ChocolatePosition, seed: int, number: int) -> Iterator[str]:
    turns = [str(turn) for turn in position.turns() if "*" not in str(turn)]
    yield from Random(seed).sample(turns, min(number, len(turns)))


@pytest.mark.parametrize("of", [SCHOKO, DRAW, SECOND], ids=str)
def test_the_last_two_cards_are_played_as_trying_everything_says(of: Variant) -> None:
    """The best turn, and turns that are asked for: their result, their lead, and that both are called exact."""
    ties = 0
    for seed in range(40):
        position = end(of, seed, lying=4, hands=(1, 1))
        side = position.rules.side(position.seat)
        native = NativePosition(position)
        found = search_open(position, Settings(), 1, Limits())
        best = best_worth(native, position, side, 2)
        assert found.exact
        assert (found.judged[0].chance, found.judged[0].lead) == (chance_of(best), best[0])
        asked = list(asked_turns(position, seed, 3))
        judged = search_open(position, Settings(), 1, PLENTY, asked=asked)
        assert judged.exact
        for one in judged.judged:
            expected = best_worth(native.play(one.move), position, side, 1)
            assert (one.chance, one.lead) == (chance_of(expected), expected[0])
            ties += expected[0] == 0 and expected[1] != 0
    assert ties > 0 or of is DRAW


@pytest.mark.parametrize("of", [SCHOKO, SECOND], ids=str)
def test_the_last_card_finds_the_tie_break(of: Variant) -> None:
    """Of placings that leave points equal the one with the best second groups counts, in whatever order they come."""
    decided = 0
    for seed in range(40):
        position = end(of, seed, lying=6, hands=(1, 1))
        side = position.rules.side(position.seat)
        native = NativePosition(position)
        judged = search_open(position, Settings(), 1, PLENTY, asked=list(asked_turns(position, seed, 30)))
        assert judged.exact
        for one in judged.judged:
            after = native.play(one.move)
            expected = best_worth(after, position, side, 1)
            assert (one.chance, one.lead) == (chance_of(expected), expected[0])
            ends = {best_worth(after.play(turn), position, side, 0) for turn in after.turns() if "*" not in turn}
            decided += expected[0] == 0 and len({chance_of(value) for value in ends if value[0] == 0}) > 1
    assert decided > 0


@pytest.mark.parametrize("of", [DRAW, SECOND], ids=str)
def test_smarties_below_the_first_turn_are_thought_of(of: Variant) -> None:
    """After a given turn the opponent may secure a card against the last one: that must count where it matters."""
    mattered = 0
    for seed in range(24):
        position = end(of, seed, lying=3, hands=(2, 2))
        hands = [list(hand) for hand in position.hands]
        hands[1 - position.seat].pop()
        position = replace(position, hands=tuple(map(tuple, hands)))
        side = position.rules.side(position.seat)
        for turn in asked_turns(position, seed, 1):
            judged = search_open(position, Settings(), 1, PLENTY, asked=[turn])
            after = NativePosition(position).play(turn)
            expected = best_worth(after, position, side, 2)
            assert judged.exact
            assert (judged.judged[0].chance, judged.judged[0].lead) == (chance_of(expected), expected[0])
            mattered += best_worth(after, position, side, 2, securing=False) != expected
    assert mattered > 0


@pytest.mark.parametrize("of", [SCHOKO, DRAW, SECOND], ids=str)
def test_what_is_not_settled_is_not_called_exact(of: Variant) -> None:
    """Too few nodes, cards in the stack, or a hidden hand: the answer is an estimate and says so."""
    full = end(of, 5, lying=6, hands=(4, 4))
    for nodes in (1, 100, 2000):
        hurried = search_open(full, Settings(), 1, Limits(nodes=nodes))
        assert not hurried.exact
        assert hurried.judged
    assert not search_open(full, Settings(), 1, Limits(nodes=2000), asked=list(asked_turns(full, 1, 2))).exact
    with_stack = play(of, Random(5), limit=6).final
    assert isinstance(with_stack, ChocolatePosition)
    assert not search(with_stack.view(with_stack.seat), Settings(candidates=4), 1, Limits(nodes=500)).exact
    assert not search_open(end(of, 5, lying=4, hands=(1, 1)), Settings(endgame=False), 1, Limits(nodes=500)).exact
    assert search_open(end(of, 5, lying=4, hands=(1, 1)), Settings(), 1, Limits()).exact


@pytest.mark.parametrize("options", ["players=3 swap=off", "players=4", "players=3 swap=off ties=second"])
def test_ends_among_more_than_two_are_never_called_exact(options: str) -> None:
    position = play(variant("schokoly", options), Random(3)).positions[-2]
    assert isinstance(position, ChocolatePosition)
    assert not search_open(position, Settings(candidates=4), 1, Limits(nodes=500)).exact
