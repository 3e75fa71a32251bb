"""What it is worth to move first: every level against itself, in every form of two seats.

    python -m bench.first_mover [--games N] [--levels 1 2 …] [--forms tokan:standard …]

Prints for each form and level the score of whoever moves first, draws counted half, with its interval (95 %), and what
that is in Elo. Deals and all chance follow from the number of the game. Run from the root of the source tree.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random

from tafelrunde.games.registry import GAMES, find_game
from tafelrunde.players.base import Budget
from tafelrunde.players.match import Seating, play_match
from tafelrunde.players.rating import elo_difference, mean_score
from tafelrunde.players.registry import find_player


def _forms() -> list[str]:
    """Return the forms in which two sit opposite each other."""
    return [
        f"{name}:{preset}"
        for name, game in GAMES.items()
        for preset in game.options_type.PRESETS
        if game.seats(game.options_type.parse(preset)) == 2
    ]


def scores(form: str, level: int, games: int) -> list[float]:
    """Return what the first player got in each game of a level against itself."""
    name, _, preset = form.partition(":")
    game = find_game(name)
    options = game.options_type.parse(preset)
    found = []
    for number in range(games):
        deal = game.deal(options, Random(f"{form} {number}"))
        players = [find_player(str(level))] * 2
        seating = Seating(game, options, deal, players, [Budget(), Budget()])
        first = game.side(options, game.start(options, deal).seat)
        _, final = play_match(seating, f"{form} {level} {number}")
        found.append(final.outcome().share(first))
    return found


def _print(form: str, levels: Sequence[int], games: int) -> None:
    for level in levels:
        found = scores(form, level, games)
        score, elo = mean_score(found), elo_difference(found)
        print(
            f"{form} level {level}: {games} games, first player {score.value:.1%} [{score.low:.1%}, {score.high:.1%}], "
            f"Elo {elo.value:+.0f} [{elo.low:+.0f}, {elo.high:+.0f}]",
            flush=True,
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--levels", type=int, nargs="+", default=list(range(1, 8)))
    parser.add_argument("--forms", nargs="+", default=_forms())
    wishes = parser.parse_args()
    for each in wishes.forms:
        _print(each, wishes.levels, wishes.games)
