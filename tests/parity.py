"""Compares the native core with the Python rules at length: `python -m tests.parity --games 1000000`.

Every variant of every game is played at random through both, and everything they say is compared at every step. The
games are numbered; a difference names its variant and number, which play it again.
"""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tafelrunde.native import require
from tests.native import test_chocolate_parity as chocolate
from tests.native import test_tokan_parity as tokan
from tests.strategies import ALL, TOKAN

CHUNK = 20


def play_games(variant: int, first: int, count: int) -> int:
    """Play some numbered games of a variant through both; raise AssertionError at the first difference."""
    play = tokan.follow_game if ALL[variant] in TOKAN else chocolate.follow_game
    for number in range(first, first + count):
        try:
            play(ALL[variant], number)
        except AssertionError as error:
            raise AssertionError(f"{ALL[variant]}, game {number}: {error}") from error
    return count


def main() -> None:
    """Play the games on all cores, with a progress bar; leave with status 1 at the first difference."""
    parser = argparse.ArgumentParser(description="Compare the native core with the Python rules.")
    parser.add_argument("--games", type=int, default=1_000_000, help="how many games, over all variants")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game, to go on from there")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    require()
    each = max(1, arguments.games // len(ALL))
    jobs = (
        (variant, first, min(CHUNK, arguments.first + each - first))
        for first in range(arguments.first, arguments.first + each, CHUNK)
        for variant in range(len(ALL))
    )
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns) as bar, ProcessPoolExecutor(arguments.workers) as pool:
        task = bar.add_task("games", total=each * len(ALL))
        running: set[Future[int]] = set()
        for job in jobs:
            running.add(pool.submit(play_games, *job))
            if len(running) >= 4 * arguments.workers:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                bar.advance(task, sum(future.result() for future in done))
        bar.advance(task, sum(future.result() for future in running))
    sys.stdout.write(f"{each} games each of {len(ALL)} variants agree at every step\n")


if __name__ == "__main__":
    try:
        main()
    except AssertionError as difference:
        sys.exit(f"they differ: {difference}")
