"""Fit the solver's estimates of TOKAN to positions that its searches meet.

    python scripts/fit_solver.py [--scorings towers heads] [--starts 160] [--seed 1] [--state DIR] [--write]
                                 [--workers N] [--ray ADDRESS]

From every start, up to four random moves on, a short search is made; a few of the new positions it meets are kept and
then solved one by one. Three fits explain what became of them by what the estimates see: the chance that the player on
turn reaches the goal (logistic, with a little ridge), and the logarithm of the positions it took to prove and to refute
it (least squares, with a little ridge). Two more fits do the same with less knowledge for positions that are nearly
done. A fifth of the starts is held out and tells how good the fits are. Samples are kept in the state folder, so
that a stopped run resumes where it was; the same seed gives the same weights, whatever the number of workers.
`--write` puts them into the C++ source.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import Executor
from math import log
from pathlib import Path
from random import Random
from textwrap import fill
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelrunde.games.registry import find_game
from tafelrunde.games.tokan import TokanOptions, TokanPosition
from tafelrunde.native.tokan_solver import Solver
from tafelrunde.research.spread import executor, spread

SCORINGS = ("towers", "heads")
MEMORY = 128 << 20
SEARCH = 1_500_000
RATE = 0.003
EACH = 200_000
OPENING = 5
"""Fewer random moves than this begin a game."""
CHUNK = 5
HELD_OUT = 5
RIDGE = 0.1
NEAR = log(1_000)
"""The logarithm of the positions below which a sample is nearly done."""
FEW = 9
"""The weights of those fits that do not see the counts."""
TARGET = Path(__file__).parents[1] / "native/src/tokan/solver/weights.cpp"

Rows = NDArray[np.float64]
"""A row is a sample: the number of its start, the answer, the logarithm of its positions, what the estimates see."""


class Fits(NamedTuple):
    """The weights of a scoring, in the order of the C++ source."""

    chance: Rows
    proving: Rows
    refuting: Rows
    near_chance: Rows
    near_refuting: Rows


def main() -> None:
    """Read the arguments, gather the samples that the state does not have yet, and fit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scorings", nargs="+", choices=SCORINGS, default=SCORINGS)
    parser.add_argument("--starts", type=int, default=160, help="starts of each scoring")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--state", type=Path, default=Path("build/fit_solver"))
    parser.add_argument("--write", action="store_true", help="write the weights; both scorings are needed")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--ray", help="the address of a Ray cluster; local for one on this machine")
    arguments = parser.parse_args()
    if arguments.write and set(arguments.scorings) != set(SCORINGS):
        parser.error("--write needs both scorings")
    arguments.state.mkdir(parents=True, exist_ok=True)
    with executor(arguments.workers, arguments.ray) as (pool, workers):
        found = {scoring: run(scoring, arguments, pool, workers) for scoring in arguments.scorings}
    if arguments.write:
        TARGET.write_text(source([found[scoring] for scoring in SCORINGS]), encoding="utf-8")


def run(scoring: str, arguments: argparse.Namespace, pool: Executor, workers: int) -> Fits:
    """Gather the samples of a scoring, fit, and print how good the fits are."""
    ends = arguments.starts
    chunks = [range(begin, min(begin + CHUNK, ends)) for begin in range(0, ends, CHUNK)]
    files = [arguments.state / f"{scoring}-{arguments.seed}-{c.start}-{c.stop}.npy" for c in chunks]
    todo = [
        (scoring, chunk, arguments.seed, file) for chunk, file in zip(chunks, files, strict=True) if not file.exists()
    ]
    for (_, chunk, _, file), gathered in spread(pool, workers, gather, todo):
        np.save(file, gathered)
        print(f"\r{scoring}, starts to {chunk.stop}", end="", file=sys.stderr, flush=True)
    rows: Rows = np.concatenate([np.load(file) for file in files]).astype(np.float64)
    held = rows[:, 0] % HELD_OUT == 0
    print(f"\r{scoring}: {report(rows[held], fit(rows[~held]))}", flush=True)
    return fit(rows)


def gather(task: tuple[str, range, int, Path]) -> NDArray[np.float32]:
    """Return the samples of some starts."""
    scoring, numbers, seed, _ = task
    solver = Solver(MEMORY, 1)
    rows = []
    for number in numbers:
        samples = solver.forget().samples(start(scoring, number, seed), search=SEARCH, rate=RATE, each=EACH)
        rows.append(np.insert(samples, 0, number, axis=1))
    return np.concatenate(rows)


def start(scoring: str, number: int, seed: int) -> TokanPosition:
    """Deal a start and play a few random moves; the game is not over then."""
    rng = Random(f"{seed}/{scoring}/{number}")
    game = find_game("tokan")
    options = TokanOptions.read({"scoring": scoring})
    position = game.start(options, game.deal(options, rng))
    assert isinstance(position, TokanPosition)
    for _ in range(number % OPENING):
        position = position.play(rng.choice(position.turns()))
        assert not position.is_over
    return position


def seen(rows: Rows) -> Rows:
    """Return what the weights are multiplied with."""
    x, y = np.log(rows[:, 3] + 1), np.log(rows[:, 4] + 1)
    return np.column_stack([np.ones(len(rows)), x, y, x * x, y * y, x * y, rows[:, 5:]])


def fit(rows: Rows) -> Fits:
    """Return the weights that explain the samples best."""
    near = rows[rows[:, 2] < NEAR]
    return Fits(chance(rows), work(rows, 1), work(rows, 0), chance(near, FEW), work(near, 0, FEW))


def chance(rows: Rows, weights: int | None = None) -> Rows:
    """Fit the chance that the goal is reached."""
    rows = rows[rows[:, 1] >= 0]
    reached, sight = rows[:, 1], seen(rows)[:, :weights]
    found = np.zeros(sight.shape[1])
    for _ in range(25):
        chances = 1 / (1 + np.exp(-sight @ found))
        slope = sight.T @ (reached - chances) - RIDGE * found
        curve = (sight * (chances * (1 - chances))[:, None]).T @ sight + RIDGE * np.eye(len(found))
        found += np.linalg.solve(curve, slope)
    return found


def work(rows: Rows, answer: int, weights: int | None = None) -> Rows:
    """Fit the logarithm of the positions that this answer takes."""
    rows = rows[rows[:, 1] == answer]
    sight = seen(rows)[:, :weights]
    found = np.linalg.solve(sight.T @ sight + RIDGE * np.eye(sight.shape[1]), sight.T @ rows[:, 2])
    return np.asarray(found, dtype=np.float64)


def report(rows: Rows, fits: Fits) -> str:
    """Tell how well samples that the fits have not seen are foreseen."""

    def surprise(rows: Rows, weights: Rows) -> tuple[float, float]:
        rows = rows[rows[:, 1] >= 0]
        odds = seen(rows)[:, : len(weights)] @ weights
        reached = rows[:, 1] == 1
        return float(np.logaddexp(0, np.where(reached, -odds, odds)).mean()), float(((odds > 0) == reached).mean())

    def error(answer: int, weights: Rows) -> float:
        chosen = rows[rows[:, 1] == answer]
        return float(np.sqrt(np.square(chosen[:, 2] - seen(chosen) @ weights).mean()))

    loss, right = surprise(rows, fits.chance)
    near_loss, near_right = surprise(rows[rows[:, 2] < NEAR], fits.near_chance)
    return (
        f"{len(rows)} held out, {100 * (rows[:, 1] < 0).mean():.1f} % open; answers foreseen {100 * right:.1f} %, "
        f"surprise {loss:.3f} (0.693 knows nothing); nearly done {100 * near_right:.1f} %, {near_loss:.3f}; "
        f"errors of the logarithms {error(1, fits.proving):.2f} and {error(0, fits.refuting):.2f}"
    )


def source(found: Sequence[Fits]) -> str:
    """Return the C++ source that holds the weights."""
    origin = "where these numbers come from is told in docs/decisions/0011."
    lines = [f"// In the form that scripts/fit_solver.py writes; {origin}", '#include "tokan/solver/estimates.hpp"', ""]
    lines += ["namespace tafelrunde::tokan::solver {", "", "namespace {", ""]
    for name, fits in zip(("kTowers", "kHeads"), found, strict=True):
        lines.append(f"constexpr Fits {name}{{")
        for weights in fits:
            numbers = ", ".join(f"{number:.5f}" for number in weights)
            lines.append(fill(f"{{{numbers}}},", 116, initial_indent="    ", subsequent_indent="     "))
        lines += ["};", ""]
    lines += ["}  // namespace", ""]
    lines.append(
        "const Fits& fits_of(Scoring scoring) noexcept { return scoring == Scoring::kTowers ? kTowers : kHeads; }"
    )
    lines += ["", "}  // namespace tafelrunde::tokan::solver", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
