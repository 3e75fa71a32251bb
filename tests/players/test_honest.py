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
TURNS = (1, 6)
"""Where the players are asked: at first, and with some cards on the table."""

FORMS = [(game.name, preset) for game in GAMES.values() for preset in game.options_type.PRESETS]


def asked(form: tuple[str, str], turns: int) -> Position:
    """Play some random turns of a form; where cards are swapped, offer one and answer it with the last turn."""
    game = GAMES[form[0]]
    options = game.options_type.parse(form[1])
    rng = Random(f"{form}/{turns}")
    position = game.start(options, game.deal(options, rng))
    for _ in range(turns):
        position = position.play(rng.choice(position.turns()))
    return position


def with_offer(position: Position) -> Position:
    """Offer a card, where that is possible."""
    others = [move for move in position.legal_moves() if move not in set(position.turns())]
    return position.play(others[0]) if others else position


@cache
def twins(form: tuple[str, str], turns: int) -> tuple[View, ...]:
    """Return what the seat to decide sees of a position, and of others that differ in what it does not see."""
    position = with_offer(asked(form, turns))
    seat = position.seat
    view = position.view(seat)
    return view, *(view.resample(Random(number)).view(seat) for number in range(2))


@pytest.mark.parametrize("turns", TURNS)
@pytest.mark.parametrize("form", FORMS, ids=" ".join)
@pytest.mark.parametrize("name", PLAYERS)
def test_hidden_cards_change_nothing(name: str, form: tuple[str, str], turns: int) -> None:
    player = PLAYERS[name]
    views = twins(form, turns)
    if isinstance(player, GreedyPlayer):
        views = views[:2]  # it tries every turn in Python
    choices = [player.choose(view, Budget(nodes=NODES), Random(5)) for view in views]
    assert len({str(choice.move) for choice in choices}) == 1
    assert len({choice.value for choice in choices}) == 1
    assert len({choice.nodes for choice in choices}) == 1
    assert views[0].is_legal(choices[0].move)


@pytest.mark.parametrize("form", FORMS, ids=" ".join)
def test_the_hidden_cards_do_differ(form: tuple[str, str]) -> None:
    """The certificate is worth something: what was exchanged is not always the same."""
    if GAMES[form[0]].deal_tag != "Deck":
        pytest.skip("nothing is hidden in this game")
    view = twins(form, TURNS[-1])[0]
    assert len({view.resample(Random(number)) for number in range(3)}) > 1
