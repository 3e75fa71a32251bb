"""Compares the solver of TOKAN with plain searches at length: `python -m tests.solving --late 4000 --early 400`.

Late positions are tried out completely in plain Python, earlier ones by the solver without its table; every line is
replayed through the rules. Half of all positions go to each scoring, half to each way of closing gaps.
"""

from __future__ import annotations

import argparse
import sys

from rich.progress import track

from tafelrunde.native.tokan_solver import Solver
from tests.native.test_tokan_solver import HOUSES, MIB, check_early, check_late


def main() -> None:
    """Compare, with a progress bar; the first difference is raised and names its position."""
    parser = argparse.ArgumentParser(description="Compare the solver of TOKAN with plain searches.")
    parser.add_argument("--late", type=int, default=4000, help="how many late positions")
    parser.add_argument("--early", type=int, default=400, help="how many earlier ones")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game, to go on from there")
    arguments = parser.parse_args()
    solver, tableless = Solver(64 * MIB, threads=1), Solver(0, threads=1)

    def cases(total: int) -> list[tuple[int, int]]:
        return [(number % len(HOUSES), arguments.first + number // len(HOUSES)) for number in range(total)]

    for house, seed in track(cases(arguments.late), "late"):
        check_late(HOUSES[house], seed, solver)
    ended = 0
    for house, seed in track(cases(arguments.early), "early"):
        ended += check_early(HOUSES[house], seed, solver, tableless)
    sys.stdout.write(f"{arguments.late} late positions and {ended} of {arguments.early} earlier ones agree\n")


if __name__ == "__main__":
    try:
        main()
    except AssertionError as difference:
        sys.exit(f"they differ: {difference}")
