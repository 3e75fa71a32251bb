"""No player looks at what its seat may not see: with everything hidden exchanged it plays the same."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from tafelrunde.games.core import Position, View
from tafelrunde.games.registry import GAMES
from tafelrunde.players.base import Budget
from tafelrunde.players.registry import PLAYERS
from tafelrunde.players.simple import GreedyPlayer

NODES = 300
TURNS = (1, 6, 25)
"""Where the players are asked: at first, with some cards on the table, and late."""

FORMS = [(game.name, preset) for game in GAMES.values() for preset in game.options_type.PRESETS]


def after(form: tuple[str, str], turns: int) -> Position:
    """Play some random turns of a form, fewer if it would be over."""
    game = GAMES[form[0]]
    options = game.options_type.parse(form[1])
    rng = Random(f"{form}/{turns}")
    position = game.start(options, game.deal(options, rng))
    for _ in range(turns):
        following = position.play(rng.choice(position.turns()))
        if following.is_over:
            break
        position = following
    return position


def negotiated(position: Position, steps: int) -> Position | None:
    """Go so many steps into a negotiation: an offer, an answer to it; None where there is no such thing."""
    for _ in range(steps):
        turns = set(position.turns())
        others = [move for move in position.legal_moves() if move not in turns]
        if not others:
            return None
        # A refusal is listed first and would end it.
        position = position.play(others[-1])
    return position


MOMENTS = [
    (form, turns, steps)
    for form in FORMS
    for turns in TURNS
    for steps in range(3)
    if negotiated(after(form, turns), steps) is not None
]
"""Every form at every number of turns; where cards are swapped, to be offered, answered and accepted as well."""


@cache
def twins(form: tuple[str, str], turns: int, steps: int) -> tuple[View, ...]:
    """Return what the seat to decide sees of a position, and of others that differ in what it does not see."""
    position = negotiated(after(form, turns), steps)
    assert position is not None
    seat = position.seat
    view = position.view(seat)
    return view, *(view.resample(Random(number)).view(seat) for number in range(2))


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: f"{' '.join(moment[0])} {moment[1]}+{moment[2]}")
@pytest.mark.parametrize("name", PLAYERS)
def test_hidden_cards_change_nothing(name: str, moment: tuple[tuple[str, str], int, int]) -> None:
    player = PLAYERS[name]
    views = twins(*moment)
    if isinstance(player, GreedyPlayer):
        views = views[:2]  # it tries every turn in Python
    choices = [player.choose(view, Budget(nodes=NODES), Random(5)) for view in views]
    assert len({str(choice.move) for choice in choices}) == 1
    assert len({choice.value for choice in choices}) == 1
    assert len({choice.nodes for choice in choices}) == 1
    assert views[0].is_legal(choices[0].move)


def test_every_number_of_players_and_every_step_of_a_swap_is_asked() -> None:
    seats = {(name, GAMES[name].seats(GAMES[name].options_type.parse(preset))) for (name, preset), _, _ in MOMENTS}
    assert seats == {("tokan", 2), ("schoko", 2), ("schokoly", 2), ("schokoly", 3), ("schokoly", 4)}
    assert {steps for (_, preset), _, steps in MOMENTS if preset == "three"} == {0, 1, 2}


@pytest.mark.parametrize("form", [form for form in FORMS if GAMES[form[0]].deal_tag == "Deck"], ids=" ".join)
def test_the_hidden_cards_do_differ(form: tuple[str, str]) -> None:
    """The certificate is worth something: what was exchanged is not always the same."""
    view = twins(form, TURNS[1], 0)[0]
    assert len({view.resample(Random(number)) for number in range(3)}) > 1
