"""How long it takes to solve TOKAN: random positions some moves after the start, over fixed seeds.

`python -m bench tokan_solver` runs a short sample. More is asked for in the environment: SOLVER_PLIES (8,6,4,2,0),
SOLVER_POSITIONS (how many of each), SOLVER_SECONDS (the limit of one), SOLVER_MEMORY (MiB), SOLVER_THREADS,
SOLVER_SCORING, SOLVER_GAPS. The table of all goals, which takes hours:

    SOLVER_PLIES=8,6,4,2,0 SOLVER_POSITIONS=100,100,100,40,40 SOLVER_MEMORY=8192 python -m bench tokan_solver

Every position begins with an empty table. A position counts whenever the search works out what both players could do
there; those that a search comes back to count again.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from math import exp, log
from random import Random

from tafelrunde.games.tokan import TokanOptions, TokanPosition
from tafelrunde.native.tokan import NativePosition
from tafelrunde.native.tokan_solver import Limits, Solution, Solver

MIB = 1 << 20
GOALS = {8: (99, 1.0), 6: (99, 10.0), 4: (99, 30.0), 2: (90, 120.0), 0: (50, 300.0)}
"""By moves after the start: the percentage that is to be solved, and within how many seconds."""
SHORT = {8: 100, 6: 30, 4: 8, 2: 4, 0: 2}
"""By moves after the start: how many positions a short sample has."""
COLUMNS = {
    "plies": 5,
    "positions": 9,
    "goal": 13,
    "reached": 7,
    "median s": 8,
    "90 % s": 8,
    "worst s": 8,
    "median M": 8,
    "gmean M": 8,
    "most M": 8,
    "M/s": 6,
    "win/draw/loss/?": 15,
}
"""The head of the table, and how wide its columns are."""


def position_after(plies: int, seed: int, options: TokanOptions) -> TokanPosition:
    """Play random moves from a random start; the game is not over then."""
    for attempt in range(1000):
        position = NativePosition.deal(seed * 1000 + attempt, options).to_python()
        random = Random(f"{plies} {seed} {attempt}")
        for _ in range(plies):
            if position.is_over:
                break
            position = position.apply(random.choice(position.turns()))
        if not position.is_over:
            return position
    raise AssertionError("random games do not end that soon")


def percentile(numbers: Sequence[float], percent: int) -> float:
    """The number below which so many percent lie, the last one counted in."""
    ordered = sorted(numbers)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def row(plies: int, solutions: list[Solution]) -> list[str]:
    """Sum up what became of the positions."""
    percent, seconds = GOALS[plies]
    times = [solution.seconds if solution.exact else float("inf") for solution in solutions]
    in_time = sum(time <= seconds for time in times)
    looked_at = [solution.positions for solution in solutions]
    spent = sum(solution.seconds for solution in solutions)
    results = [sum(solution.result == word for solution in solutions) for word in ("win", "draw", "loss", "unknown")]
    return [
        str(plies),
        str(len(solutions)),
        f"{percent} % in {seconds:g} s",
        f"{100 * in_time / len(solutions):.0f} %",
        f"{percentile(times, 50):.2f}",
        f"{percentile(times, 90):.2f}",
        f"{max(times):.2f}",
        f"{percentile(looked_at, 50) / 1e6:.2f}",
        f"{exp(sum(map(log, looked_at)) / len(looked_at)) / 1e6:.2f}",
        f"{max(looked_at) / 1e6:.1f}",
        f"{sum(looked_at) / spent / 1e6:.1f}",
        "/".join(map(str, results)),
    ]


def print_row(cells: Sequence[str]) -> None:
    """Print a row of the table at once."""
    print("  ".join(cell.rjust(width) for cell, width in zip(cells, COLUMNS.values(), strict=True)), flush=True)


def distribution(solutions: list[Solution], memory: int) -> None:
    """Print how many were solved within which time, and in how much of the table."""
    steps = [seconds for seconds in (1, 3, 10, 30, 60, 120, 300, 600) if seconds <= max(s.seconds for s in solutions)]
    for seconds in steps:
        solved = sum(solution.exact and solution.seconds <= seconds for solution in solutions)
        print(f"  {solved} of {len(solutions)} within {seconds} s and {memory} MiB", flush=True)


def main() -> None:
    """Solve and print a table, row by row."""
    plies = [int(word) for word in os.environ.get("SOLVER_PLIES", "8,6,4").split(",")]
    counts = [int(word) for word in os.environ.get("SOLVER_POSITIONS", "").split(",") if word]
    threads = int(os.environ.get("SOLVER_THREADS", "0"))
    memory = int(os.environ.get("SOLVER_MEMORY", "1024"))
    options = TokanOptions.read(
        {"scoring": os.environ.get("SOLVER_SCORING", "towers"), "gaps": os.environ.get("SOLVER_GAPS", "contiguous")}
    )
    solver = Solver(memory * MIB, threads)
    print(f"TOKAN solved ({options}), {memory} MiB, {threads or os.cpu_count()} threads; M: millions of positions")
    print_row(list(COLUMNS))
    for index, ply in enumerate(plies):
        count = counts[min(index, len(counts) - 1)] if counts else SHORT[ply]
        limits = Limits(float(os.environ.get("SOLVER_SECONDS", GOALS[ply][1])))
        solutions: list[Solution] = []
        for seed in range(count):
            solutions.append(solver.forget().solve(position_after(ply, seed, options), limits))
            new = solutions[-1]
            news = f"{new.result}, {new.seconds:.2f} s, {new.positions / 1e6:.2f} M positions"
            print(f"{ply} plies, {seed + 1}/{count}: {news}", file=sys.stderr, flush=True)
        print_row(row(ply, solutions))
        if ply == 0:
            distribution(solutions, memory)
