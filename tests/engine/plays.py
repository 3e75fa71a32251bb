"""Plays to compare: random games of every form, with swaps, passes and drafts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from tafelrunde.games.chocolate.moves import Offer
from tafelrunde.games.chocolate.table import ChocolateTable
from tafelrunde.games.core import Game, Move, Options, Position
from tafelrunde.games.registry import GAMES


def _forms() -> Iterator[tuple[str, str]]:
    """Run through the choices of every game; what makes no difference to it is not a form of its own."""
    for name, game in GAMES.items():
        choices = game.options_type.CHOICES
        usual = game.options_type.parse("").words()
        seen = set()
        for chosen in product(*choices.values()):
            options = game.options_type.read(dict(zip(choices, chosen, strict=True)))
            if options not in seen:
                seen.add(options)
                unusual = options.words().items() - usual.items()
                yield name, " ".join(f"{option}={choice}" for option, choice in sorted(unusual))


FORMS = tuple(_forms())
"""Every form of every game."""


def form(name: str, text: str) -> tuple[Game, Options]:
    """Return a game with its options."""
    game = GAMES[name]
    return game, game.options_type.parse(text)


def random_move(position: Position, chance: Random) -> Move:
    """Draw a legal move; cards are offered and swapped more often than people would."""
    if isinstance(position, ChocolateTable):
        actions = position.swap_actions()
        if actions and (position.swap is not None or chance.random() < 0.4):
            useful = [action for action in actions if not isinstance(action, Offer)] or actions
            return chance.choice(useful)
    turns = position.turns()
    return chance.choice(turns)


def random_play(
    game: Game, options: Options, seed: int, dealt: str | None = None
) -> Iterator[tuple[str, list[str], Position]]:
    """Run through a random game, of a deal or of any: its deal, the moves so far and the position."""
    chance = Random(seed)
    deal = game.deal(options, chance) if dealt is None else dealt
    position = game.start(options, deal)
    moves: list[str] = []
    while True:
        yield deal, list(moves), position
        if position.is_over:
            return
        move = random_move(position, chance)
        moves.append(str(move))
        position = position.apply(move)
