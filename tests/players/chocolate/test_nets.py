"""The nets that judge for the strongest level: each comes first more often than the linear judge before it.

Both look at a few turns once, in a world drawn from what their seats see, and may lay smarties on cards as in a search.
A net may know all about the games it learned from and still lose so, if none of these was like that.
"""

from __future__ import annotations

from random import Random

import pytest

from tafelrunde.games.registry import find_game
from tafelrunde.native import AVAILABLE
from tafelrunde.native.chocolate_search import FORMS, Settings, learned_net
from tafelrunde.players.base import Budget
from tafelrunde.players.chocolate.levels import Form, SearchPlayer
from tafelrunde.players.match import Seating, play_match

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not there")

ONE_LOOK = Settings(candidates=1, looks=6, endgame=False, offers=False)
DEALS = (200, 40, 60, 40)
"""By form: the smaller the advantage, the more."""
OPTIONS = ("standard", "standard", "three", "teams")


def looking(*, learned: bool) -> SearchPlayer:
    """Return somebody who looks at six turns, with a net or without."""
    settings = ONE_LOOK._replace(learned=learned)
    return SearchPlayer("one look", dict.fromkeys(Form, settings), dict.fromkeys(Form, 200))


@pytest.mark.parametrize("number", range(len(FORMS)), ids=["schoko", "two", "three", "teams"])
def test_a_net_that_was_let_in_wins_where_hands_are_hidden_and_smarties_lie_on_cards(number: int) -> None:
    if learned_net(number) is None:
        pytest.skip("no net was let in for this form")
    game = find_game(FORMS[number].game)
    options = game.options_type.parse(OPTIONS[number])
    sides = FORMS[number].sides
    won = 0.0
    for deal_number in range(DEALS[number]):
        deal = game.deal(options, Random(deal_number))
        for side in range(sides):
            learned = [FORMS[number].side(seat) == side for seat in range(game.seats(options))]
            players = [looking(learned=one) for one in learned]
            seating = Seating(game, options, deal, players, [Budget(nodes=200)] * len(players))
            _, final = play_match(seating, f"{deal_number}")
            won += final.outcome().share(side)
    assert won / (DEALS[number] * sides) > 1 / sides
