"""How long it takes to solve TOKAN: random positions some moves after the start, over fixed seeds.

    python -m bench.tokan_solver [--plies 8,6,4] [--positions 100,30,8] [--seconds S] [--memory MIB] [--threads N]
                                 [--scoring towers] [--gaps contiguous] [--state FILE]

Every position begins with an empty table and is given the seconds of its goal, or `--seconds`. With `--state` every
answer is kept in a file at once, and a run that was stopped goes on where it was. The table of all goals, which takes
hours on a quiet machine:

    python -m bench.tokan_solver --plies 8,6,4,2,0 --positions 200,200,100,40,40 --memory 8192 --state solver.jsonl

A position counts whenever the search looks at it; those that a search comes back to count again, as one where it kept
their branches. Memory is what the process had at most, the table that was touched included.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
from collections.abc import Iterator, Sequence
from math import exp, log
from pathlib import Path
from random import Random
from typing import NamedTuple

from tafelrunde.games.errors import BadOptions
from tafelrunde.games.tokan import TokanOptions, TokanPosition
from tafelrunde.native.tokan import NativePosition
from tafelrunde.native.tokan_solver import Limits, Solver

MIB = 1 << 20
GOALS = {8: (99, 1.0), 6: (99, 10.0), 4: (99, 30.0), 2: (90, 120.0), 0: (50, 300.0)}
"""By moves after the start: the percentage that is to be solved, and within how many seconds."""
SHORT = {8: 100, 6: 30, 4: 8, 2: 4, 0: 2}
"""By moves after the start: how many positions a short sample has."""
STEPS = (1, 3, 10, 30, 60, 120, 300, 600)
"""The seconds of a distribution."""
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
    "MiB": 6,
    "win/draw/loss/?": 15,
}
"""The head of the table, and how wide its columns are."""


class Answer(NamedTuple):
    """What became of a position."""

    result: str
    seconds: float
    positions: int
    memory: int
    """MiB that the process had at most so far."""

    @property
    def time(self) -> float:
        """The seconds it took to solve, for ever if it was not."""
        return self.seconds if self.result != "unknown" else float("inf")


class Notebook:
    """The answers of before, in a file with one JSON list a line; without a file it keeps nothing.

    Answers are those of the same question: moves after the start, seed, house rules, seconds, memory, threads.
    """

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._kept: dict[str, Answer] = {}
        if file is not None and file.exists():
            for line in file.read_text(encoding="utf-8").splitlines():
                question, *answer = json.loads(line)
                self._kept[json.dumps(question)] = Answer(*answer)

    def find(self, question: Sequence[object]) -> Answer | None:
        """Return what was found before."""
        return self._kept.get(json.dumps(question))

    def keep(self, question: Sequence[object], answer: Answer) -> None:
        """Write an answer down at once."""
        if self._file is not None:
            with self._file.open("a", encoding="utf-8") as out:
                out.write(json.dumps([question, *answer]) + "\n")


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


def row(plies: int, answers: Sequence[Answer]) -> list[str]:
    """Sum up what became of the positions."""
    percent, seconds = GOALS[plies]
    times = [answer.time for answer in answers]
    in_time = sum(time <= seconds for time in times)
    looked_at = [answer.positions for answer in answers]
    spent = sum(answer.seconds for answer in answers)
    results = [sum(answer.result == word for answer in answers) for word in ("win", "draw", "loss", "unknown")]
    return [
        str(plies),
        str(len(answers)),
        f"{percent} % in {seconds:g} s",
        f"{100 * in_time / len(answers):.0f} %",
        f"{percentile(times, 50):.2f}",
        f"{percentile(times, 90):.2f}",
        f"{max(times):.2f}",
        f"{percentile(looked_at, 50) / 1e6:.2f}",
        f"{exp(sum(map(log, looked_at)) / len(looked_at)) / 1e6:.2f}",
        f"{max(looked_at) / 1e6:.1f}",
        f"{sum(looked_at) / spent / 1e6:.1f}",
        str(max(answer.memory for answer in answers)),
        "/".join(map(str, results)),
    ]


def print_row(cells: Sequence[str]) -> None:
    """Print a row of the table at once."""
    print("  ".join(cell.rjust(width) for cell, width in zip(cells, COLUMNS.values(), strict=True)), flush=True)


def print_distribution(answers: Sequence[Answer]) -> None:
    """Print how many were solved within which time."""
    longest = max(answer.seconds for answer in answers)
    for seconds in (step for step in STEPS if step <= longest):
        solved = sum(answer.time <= seconds for answer in answers)
        print(f"  {solved} of {len(answers)} within {seconds} s", flush=True)


def solve_all(plies: int, count: int, arguments: argparse.Namespace, solver: Solver) -> Iterator[Answer]:
    """Solve positions that the notebook does not have yet, and run through all of them."""
    options = TokanOptions.read({"scoring": arguments.scoring, "gaps": arguments.gaps})
    notebook = Notebook(arguments.state)
    seconds = arguments.seconds or GOALS[plies][1]
    for seed in range(count):
        question = [plies, seed, arguments.scoring, arguments.gaps, seconds, arguments.memory, arguments.threads]
        answer = notebook.find(question)
        if answer is None:
            solution = solver.forget().solve(position_after(plies, seed, options), Limits(seconds))
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
            answer = Answer(solution.result, round(solution.seconds, 3), solution.positions, memory)
            notebook.keep(question, answer)
        news = f"{answer.result}, {answer.seconds:.2f} s, {answer.positions / 1e6:.2f} M positions"
        print(f"{plies} plies, {seed + 1}/{count}: {news}, {answer.memory} MiB", file=sys.stderr, flush=True)
        yield answer


def main(words: Sequence[str] = ()) -> None:
    """Solve and print a table, row by row."""

    def numbers(word: str) -> list[int]:
        return [int(part) for part in word.split(",")]

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plies", type=numbers, default=[8, 6, 4], help=f"out of {','.join(map(str, GOALS))}")
    parser.add_argument("--positions", type=numbers, help="how many of each")
    parser.add_argument("--seconds", type=float, help="the limit of one position")
    parser.add_argument("--memory", type=int, default=1024, help="MiB of the table")
    parser.add_argument("--threads", type=int, default=0, help="0: all cores")
    parser.add_argument("--scoring", default="towers")
    parser.add_argument("--gaps", default="contiguous")
    parser.add_argument("--state", type=Path, help="keeps the answers")
    arguments = parser.parse_args(words)
    if not set(arguments.plies) <= set(GOALS):
        parser.error(f"--plies: there are goals for {', '.join(map(str, GOALS))}")
    counts = arguments.positions or [SHORT[plies] for plies in arguments.plies]
    if len(counts) != len(arguments.plies) or min(counts) < 1:
        parser.error("--positions: a number from 1 up for each of --plies")
    try:
        solver = Solver(arguments.memory * MIB, arguments.threads)
    except BadOptions as problem:
        parser.error(str(problem))
    threads = arguments.threads or os.cpu_count()
    print(f"TOKAN solved ({arguments.scoring}, {arguments.gaps}), table of {arguments.memory} MiB, {threads} threads")
    print("M: millions of positions")
    print_row(list(COLUMNS))
    for plies, count in zip(arguments.plies, counts, strict=True):
        answers = list(solve_all(plies, count, arguments, solver))
        print_row(row(plies, answers))
        if plies == 0:
            print_distribution(answers)


if __name__ == "__main__":
    main(sys.argv[1:])
