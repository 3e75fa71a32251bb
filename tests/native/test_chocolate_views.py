"""Positions drawn from views in the native core: every deal that fits, and all of them equally often."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from tafelrunde.games.chocolate import knowledge
from tafelrunde.games.chocolate.moves import Pass
from tafelrunde.games.chocolate.position import ChocolatePosition, ChocolateView
from tafelrunde.games.core import SPECTATOR
from tafelrunde.games.errors import BadSetup
from tafelrunde.native import AVAILABLE
from tafelrunde.native.chocolate import NativePosition, NativeView
from tests.strategies import SWAPPING, PlayedMatch, Variant, play, swapper, variants, walled

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not compiled")

DRAWS = 4000


def frequencies(view: ChocolateView, native: bool) -> Counter[tuple[str, ...]]:
    """How often each hand of each hidden seat, and each next card, turned up."""
    rng = Random(1)
    found: Counter[tuple[str, ...]] = Counter()
    core = NativeView(view)
    for seed in range(DRAWS):
        position = core.resample(seed).to_python() if native else view.resample(rng)
        for seat, hand in enumerate(position.hands):
            found.update((str(seat), card) for card in hand)
        found.update(("stack", card) for card in position.stack[:1])
        if position.swap is not None:
            found["offered", position.swap.offered] += 1
    return found


def views_worth_knowing() -> list[ChocolateView]:
    """Views with cards given away, numbers heard, passes, and a swap under way."""
    known = views()
    kinds = (knowledge.GIVEN, knowledge.ANNOUNCED, knowledge.UNABLE, "swap")
    return [next(view for view in known if _shows(view, kind)) for kind in kinds]


def _shows(view: ChocolateView, kind: str) -> bool:
    if kind == "swap":
        return view.swap is not None and view.swap.offered.startswith("?")
    return bool(view.facts) and any(fact.kind == kind for fact in view.facts[0])


def views() -> list[ChocolateView]:
    matches: list[PlayedMatch] = [play(SWAPPING, Random(seed), 40, swapper) for seed in range(3)]
    for seed in range(6):
        deal, opening = walled(SWAPPING, Random(seed), seed // 2)
        matches.append(play(SWAPPING, Random(seed), 24, swapper, deal, opening))
    positions = (position for match in matches for position in match.positions if not position.is_over)
    return [
        position.view(observer)
        for position in positions
        if isinstance(position, ChocolatePosition)
        for observer in position.observers
    ]


def test_deals_are_as_frequent_as_in_the_rules() -> None:
    for view in views_worth_knowing():
        native, python = frequencies(view, native=True), frequencies(view, native=False)
        for what in native | python:
            # The difference of two counts of n draws has a deviation of at most sqrt(2 n p): five of them are a lot.
            allowed = 5 * (2 * max(native[what], python[what])) ** 0.5 + 5
            assert abs(native[what] - python[what]) < allowed, what


def after_passes(variant: Variant, seed: int) -> tuple[ChocolatePosition, list[int]]:
    """A position after as many passes as there are, without the last one, and the seats that passed."""
    deal, opening = walled(variant, Random(seed), 0)
    position = play(variant, Random(seed), len(opening), deal=deal, opening=opening).final
    assert isinstance(position, ChocolatePosition)
    passed = []
    while position.turns() == [Pass()] and position.passes < position.rules.seats - 1:
        passed.append(position.to_move)
        position = position.play(Pass())
    return position, passed


@pytest.mark.parametrize("variant", variants("schokoly"), ids=str)
def test_hands_that_could_hardly_be_guessed_are_dealt(variant: Variant) -> None:
    """Seats passed: what fits is in the stack, and drawing deals until their hands lack it would take forever."""
    position, passed = next(found for found in map(after_passes, [variant] * 50, range(50)) if found[1])
    for observer in position.observers:
        drawn = NativeView(position.view(observer)).resample(5).to_python()
        assert drawn.view(observer) == position.view(observer)
        for seat in passed:
            assert not any("W" in card for card in drawn.hands[seat])


def test_a_view_tells_nothing_more() -> None:
    """Positions that one observer cannot tell apart have the same native view."""
    match = play(SWAPPING, Random(4), 30, swapper)
    position = match.final
    assert isinstance(position, ChocolatePosition)
    for observer in position.observers:
        other = NativePosition(position).view(observer).resample(9)
        assert other.key != NativePosition(position).key or observer != SPECTATOR
        assert other.view(observer).to_python() == NativePosition(position).view(observer).to_python()


def test_a_view_that_no_deal_fits() -> None:
    match = play(SWAPPING, Random(4), 30)
    view = match.final.view(0)
    assert isinstance(view, ChocolateView)
    fact = knowledge.Fact(knowledge.UNABLE, (1,), tuple(view.rules.kinds))
    with pytest.raises(BadSetup):
        NativeView(replace(view, facts=((fact,), ()))).resample(1)
    with pytest.raises(BadSetup):
        NativeView(replace(view, stack=view.stack[1:]))
