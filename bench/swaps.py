"""How often each level offers cards to the other two, what comes of it, and whether offering gains anything.

    python -m bench.swaps [--games 30] [--levels 3 4 …] [--gain 300] [--level 5] [--seed 1]

First three computers of one level play `--games` games each. Then one of `--level` who offers sits among two who only
answer, in every seat by turns, for `--gain` games: equals come first in a third of them.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from random import Random

from bench.report import table
from tafelrunde.games.core import Position
from tafelrunde.games.registry import find_game
from tafelrunde.players.base import Budget, Player
from tafelrunde.players.chocolate.levels import NODES, SETTINGS, SearchPlayer, chocolate_level
from tafelrunde.players.match import Seating, play_match
from tafelrunde.players.rating import mean_score
from tafelrunde.records.record import Record

SEATS = 3
SELDOM = 1e-12
"""Asks never, but answers as before."""
GLANCE = ("--games", "2", "--gain", "3")


def listener(level: int) -> Player:
    """Return a player of a level who offers nothing."""
    settings = {form: levels[level]._replace(offers=False) for form, levels in SETTINGS.items()}
    return SearchPlayer(f"{level} listens", settings, {form: levels[level] for form, levels in NODES.items()}, SELDOM)


def match(players: Sequence[Player], seed: str) -> tuple[Record, Position]:
    """Play one game of three."""
    game = find_game("schokoly")
    options = game.options_type.parse("players=3")
    deal = game.deal(options, Random(seed))
    return play_match(Seating(game, options, deal, players, [Budget()] * SEATS), seed)


def habits(level: int, games: int, seed: int) -> list[str]:
    """Let three of a level play; return a row with what they offered a game and what became of it."""
    said: Counter[str] = Counter()
    for number in range(games):
        record, _ = match([chocolate_level(level)] * SEATS, f"{seed}/{level}/{number}")
        said.update(move.partition("-")[0] for move in record.moves)
    offers = said["offer"]
    answered = f"{said['counter'] / offers:.0%}" if offers else ""
    swapped = f"{said['accept'] / offers:.0%}" if offers else ""
    return [str(level), str(games), f"{offers / games:.1f}", answered, swapped]


def gain(level: int, games: int, seed: int) -> str:
    """Return in how many games one who offers comes first among two who do not."""
    firsts: list[float] = []
    for number in range(games):
        seat = number % SEATS
        players = [chocolate_level(level) if other == seat else listener(level) for other in range(SEATS)]
        _, position = match(players, f"{seed}/gain/{number // SEATS}")
        points = position.outcome().points
        best = [other for other, own in enumerate(points) if own == max(points)]
        firsts.append(1 / len(best) if seat in best else 0.0)
    # The three games of a deal belong together.
    rounds = [firsts[start : start + SEATS] for start in range(0, len(firsts) - SEATS + 1, SEATS)]
    return str(mean_score([sum(one) / SEATS for one in rounds]))


def main(words: Sequence[str] = GLANCE) -> None:
    """Measure and print; without arguments, just a few games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--gain", type=int, default=300)
    parser.add_argument("--level", type=int, default=5)
    parser.add_argument("--levels", type=int, nargs="*", default=list(range(1, 9)))
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(words)
    rows = [habits(level, asked.games, asked.seed) for level in asked.levels]
    table(["level", "games", "offers a game", "answered", "swapped"], rows)
    if asked.gain:
        print(f"One of level {asked.level} who offers came first in {gain(asked.level, asked.gain, asked.seed)}.")


if __name__ == "__main__":
    main(sys.argv[1:])
