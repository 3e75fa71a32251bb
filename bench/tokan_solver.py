"""How long it takes to solve TOKAN: random positions some moves after the start, over fixed seeds.

`python -m bench tokan_solver` runs a short sample. More is asked for in the environment: SOLVER_PLIES (8,6,4,2,0),
SOLVER_POSITIONS (how many of each), SOLVER_SECONDS (the limit of one), SOLVER_MEMORY (MiB), SOLVER_THREADS,
SOLVER_SCORING, SOLVER_GAPS.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from math import exp, log
from random import Random

from bench.report import table
from tafelrunde.games.tokan import TokanOptions, TokanPosition
from tafelrunde.native.tokan import NativePosition
from tafelrunde.native.tokan_solver import Limits, Solution, Solver

MIB = 1 << 20
GOALS = {8: (99, 1.0), 6: (99, 10.0), 4: (99, 30.0), 2: (90, 120.0), 0: (50, 300.0)}
"""By moves after the start: the percentage that is to be solved, and within how many seconds."""
SHORT = {8: 100, 6: 30, 4: 8}
"""By moves after the start: how many positions a short sample has."""


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
        f"{exp(sum(map(log, looked_at)) / len(looked_at)) / 1e6:.2f}",
        f"{max(looked_at) / 1e6:.1f}",
        f"{sum(looked_at) / spent / 1e6:.1f}",
        "/".join(map(str, results)),
    ]


def main() -> None:
    """Solve and print a table."""
    plies = [int(word) for word in os.environ.get("SOLVER_PLIES", "8,6,4").split(",")]
    threads = int(os.environ.get("SOLVER_THREADS", "0"))
    memory = int(os.environ.get("SOLVER_MEMORY", "1024"))
    options = TokanOptions.read(
        {"scoring": os.environ.get("SOLVER_SCORING", "towers"), "gaps": os.environ.get("SOLVER_GAPS", "contiguous")}
    )
    solver = Solver(memory * MIB, threads)
    rows = []
    for ply in plies:
        count = int(os.environ.get("SOLVER_POSITIONS", SHORT.get(ply, 5)))
        limits = Limits(float(os.environ.get("SOLVER_SECONDS", GOALS[ply][1])))
        solutions = [solver.forget().solve(position_after(ply, seed, options), limits) for seed in range(count)]
        rows.append(row(ply, solutions))
    print(
        f"TOKAN solved ({options}), {memory} MiB, {threads or os.cpu_count()} threads; seconds, millions of positions"
    )
    head = [
        "plies",
        "positions",
        "goal",
        "reached",
        "median s",
        "90 % s",
        "worst s",
        "gmean M",
        "worst M",
        "M/s",
        "w/d/l/?",
    ]
    table(head, rows)
