"""How fast the best level of every game answers once it is told to stop, at any moment of any turn.

    python -m bench.stops [--matches 2] [--seed 1]

A match is played, and on each turn the player is asked with an hour to think; a stop comes after a random while of up
to a fifth of a second. What counts is the time from the stop to the move.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections.abc import Sequence
from random import Random
from statistics import median

from bench.players import FORMS
from bench.report import table
from tafelrunde.games.core import View
from tafelrunde.games.registry import find_game
from tafelrunde.players.base import Budget, Player
from tafelrunde.players.registry import find_player

LEVEL = "8"
AN_HOUR = Budget(seconds=3600)
LONGEST_WAIT = 0.2
LIMIT = 0.05


class Stopwatch:
    """A stop that comes after a while and remembers when."""

    def __init__(self, seconds: float) -> None:
        self.event = threading.Event()
        self.moment = 0.0
        self._timer = threading.Timer(seconds, self._ring)
        self._timer.start()

    def _ring(self) -> None:
        self.moment = time.perf_counter()
        self.event.set()

    def wait(self) -> None:
        self._timer.join()


def delay(player: Player, view: View, rng: Random) -> float:
    """Ask for a move, say stop after a while, and return how long the answer took from then on."""
    watch = Stopwatch(rng.uniform(0, LONGEST_WAIT))
    player.choose(view, AN_HOUR, rng, stop=watch.event)
    answered = time.perf_counter()
    watch.wait()
    return max(0.0, answered - watch.moment)


def delays(name: str, preset: str, seed: str) -> list[float]:
    """Return the delays of all turns of a match."""
    game = find_game(name)
    options = game.options_type.parse(preset)
    rng = Random(seed)
    player, guide = find_player(LEVEL), find_player("5")
    position = game.start(options, game.deal(options, rng))
    found = []
    while not position.is_over:
        view = position.view(position.seat)
        found.append(delay(player, view, rng))
        position = position.play(guide.choose(view, Budget(), rng).move)
    return found


def main(words: Sequence[str] = ()) -> None:
    """Print the delays of each form."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=2)
    parser.add_argument("--seed", default="1")
    arguments = parser.parse_args(words)
    rows = []
    for name, preset in (form.split(":") for form in FORMS):
        found = [d for number in range(arguments.matches) for d in delays(name, preset, f"{arguments.seed}/{number}")]
        late = sum(one > LIMIT for one in found)
        rows.append(
            [
                f"{find_game(name).title}, {preset}",
                str(len(found)),
                f"{1000 * median(found):.1f}",
                f"{1000 * max(found):.1f}",
                str(late),
            ]
        )
    table(["form", "stops", "median ms", "longest ms", f"later than {1000 * LIMIT:.0f} ms"], rows)


if __name__ == "__main__":
    main(sys.argv[1:])
