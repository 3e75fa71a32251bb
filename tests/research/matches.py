"""What tests of research tools share: every game with every number of players, and positions on the way."""

from collections.abc import Iterator
from random import Random

import pytest

from tafelrunde.games.core import Position
from tafelrunde.games.registry import find_game

KINDS = [
    ("tokan", ""),
    ("tokan", "scoring=heads gaps=line setup=draft"),
    ("schoko", ""),
    ("schokoly", "players=2"),
    ("schokoly", "players=3"),
    ("schokoly", "players=3 swap=off"),
    ("schokoly", "players=4"),
]

every_kind = pytest.mark.parametrize(("game", "options"), KINDS)


def positions(game: str, options: str, seed: int, every: int = 1) -> Iterator[Position]:
    """Iterate over the positions of a random game, negotiations included."""
    rules = find_game(game)
    chosen = rules.options_type.parse(options)
    chance = Random(seed)
    position = rules.start(chosen, rules.deal(chosen, chance))
    number = 0
    while not position.is_over:
        if number % every == 0:
            yield position
        turns, all_moves = position.turns(), position.legal_moves()
        # Half of the moves are turns, so that games with swaps come to an end.
        position = position.apply(chance.choice(turns if turns and chance.randrange(2) else all_moves))
        number += 1
    yield position
