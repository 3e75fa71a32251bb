"""A turn of the chocolate games is chosen part by part, in one order, and complete when nothing is left to choose."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelrunde.games.core import Options
from tafelrunde.games.errors import BadSetup
from tafelrunde.games.registry import find_game
from tafelrunde.games.tokan import Tokan, TokanOptions
from tafelrunde.native import chocolate, tokan
from tafelrunde.research.reward import limits, rewards
from tafelrunde.research.spaces.chocolate.actions import Choices, Layout, PartialTurn, Placing, Step

LAYOUTS = {window: Layout(window) for window in (32, 128)}


@given(st.sampled_from(sorted(LAYOUTS)), st.data())
def test_placings_come_apart_and_together(window: int, data: st.DataObject) -> None:
    layout = LAYOUTS[window]
    action = data.draw(st.integers(0, layout.placings - 1))
    placing = layout.placing(action)
    assert layout.action(placing) == action
    for value, limit in zip(placing, (3, 3, 2, window - 1, window - 1), strict=True):
        assert 0 <= value <= limit
    assert placing.tier >= 1


CARD, STACKED = (LAYOUTS[32].action(Placing(1, 2, tier, 15, 16)) for tier in (1, 2))
SMARTIE, COLOUR = LAYOUTS[32].smarties + 1, LAYOUTS[32].colours + 2


@pytest.mark.parametrize(
    ("first", "smartie", "colours", "parts"),
    [
        (CARD, True, (0, 2), [Step.SMARTIE, Step.COLOUR]),
        (CARD, True, (), [Step.SMARTIE]),
        (CARD, False, (0, 2), [Step.COLOUR]),
        (CARD, False, (), []),
        (STACKED, True, (0, 2), [Step.COLOUR]),
        (STACKED, True, (), []),
        (LAYOUTS[32].placings, True, (0, 2), []),
    ],
)
def test_parts_are_due_in_their_order_and_only_where_there_is_a_choice(
    first: int, smartie: bool, colours: tuple[int, ...], parts: list[Step]
) -> None:
    choices = Choices(smartie, colours)
    turn = PartialTurn(LAYOUTS[32])
    assert turn.due(choices) is Step.WHAT
    turn = turn.then(first)
    chosen = [first]
    for part in parts:
        assert turn.due(choices) is part
        action = SMARTIE if part is Step.SMARTIE else COLOUR
        assert turn.layout.step_of(action) is part
        chosen.append(action)
        turn = turn.then(action)
    assert turn.due(choices) is None
    assert turn.actions == tuple(chosen)
    assert PartialTurn.of(turn.layout, chosen) == turn
    assert turn.smartie == (1 if Step.SMARTIE in parts else None)
    assert turn.colour == (2 if Step.COLOUR in parts else None)


def test_a_field_fits_its_window_or_is_refused() -> None:
    layout = LAYOUTS[32]
    assert layout.corner((0, 0, 28, 28)) == (-2, -2)
    with pytest.raises(BadSetup):
        layout.corner((0, 0, 29, 1))


# The reward


@pytest.mark.parametrize(
    ("game", "options", "winner", "expected"),
    [
        ("tokan", "", 1, [-1, 1]),
        ("tokan", "", None, [0, 0]),
        ("schokoly", "players=3", 2, [-0.5, -0.5, 1]),
        ("schokoly", "players=4", 0, [1, -1, 1, -1]),
    ],
)
def test_losers_share_what_winners_get(game: str, options: str, winner: int | None, expected: list[float]) -> None:
    rules = find_game(game)
    assert rewards(rules, rules.options_type.parse(options), winner) == expected


class FourTokan(Tokan):
    """Four seats, each on its own."""

    def seats(self, options: Options) -> int:
        return 4


def test_the_sum_is_zero_among_any_number() -> None:
    alone = FourTokan()
    assert rewards(alone, Options(), 3) == pytest.approx([-1 / 3, -1 / 3, -1 / 3, 1])
    assert limits(alone, Options()) == pytest.approx((-1 / 3, 1))


def test_the_native_batches_write_the_same_rewards() -> None:
    for name, options in (("schokoly", "players=3"), ("schokoly", "players=4"), ("schoko", "")):
        rules = find_game(name)
        chosen = rules.options_type.parse(options)
        batch = chocolate.Batch(name, chosen, 16, 1, threads=1)
        every = {tuple(rewards(rules, chosen, winner)) for winner in (None, *range(rules.seats(chosen)))}
        seen = set()
        for _ in range(120):
            batch.step_randomly()
            seen |= {tuple(row) for row in batch.rewards[batch.ended == chocolate.FINISHED].tolist()}
        assert seen
        assert seen <= every
    tokan_batch = tokan.Batch(16, 1, TokanOptions(), threads=1)
    for _ in range(60):
        tokan_batch.step_randomly()
        for row in np.asarray(tokan_batch.rewards)[np.asarray(tokan_batch.done, bool)].tolist():
            assert row in ([1, -1], [-1, 1], [0, 0])
