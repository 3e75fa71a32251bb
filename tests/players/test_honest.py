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
TURNS = (0, 1, 6, 25)
"""Where the players are asked: for the first and the second colour, with some cards on the table, and late."""

SWAPPED = 6
"""The turn at which a swap is also carried out."""
AGREED = 3
"""Steps of a negotiation until cards have changed hands; as many seats are asked from then on."""

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
    """Go so many steps into a negotiation: an offer, an answer to it, a verdict; None where there is no such thing.

    What follows the verdict are turns: each of the seats is asked with what it remembers of the swap.
    """
    for step in range(steps):
        if step >= AGREED:
            position = position.play(position.turns()[-1])
            continue
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
    for steps in range(2 * AGREED if turns == SWAPPED else AGREED)
    if negotiated(after(form, turns), steps) is not None
]
"""Every form at every number of turns; where cards are swapped, each step of that and what follows as well."""


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
    assert {steps for (_, preset), _, steps in MOMENTS if preset == "three"} == set(range(2 * AGREED))
    swapped = [negotiated(after(("schokoly", "three"), SWAPPED), AGREED + turns) for turns in range(AGREED)]
    assert {position.seat for position in swapped if position is not None} == {0, 1, 2}


def test_every_colour_to_choose_is_asked() -> None:
    announced = {
        (form, turns) for form, turns, _ in MOMENTS if any(":" in str(turn) for turn in after(form, turns).turns()[:1])
    }
    with_colours = [form for form in FORMS if form[0] != "tokan"]
    assert {(form, 0) for form in with_colours} <= announced
    assert {(form, 1) for form in with_colours if form[0] == "schokoly"} <= announced


@pytest.mark.parametrize("form", [form for form in FORMS if GAMES[form[0]].deal_tag == "Deck"], ids=" ".join)
def test_the_hidden_cards_do_differ(form: tuple[str, str]) -> None:
    """The certificate is worth something: what was exchanged is not always the same."""
    view = twins(form, SWAPPED, 0)[0]
    assert len({view.resample(Random(number)) for number in range(3)}) > 1
