"""Fit what the players of Scho K.O. and Schokoly know, from games they play against themselves.

    python scripts/fit_chocolate.py [--forms 0123] [--rounds 3] [--games 3000] [--seed 1] [--state FILE] [--write]
                                    [--workers N] [--ray ADDRESS]

A round has two steps. First quick players play games, and the final leads are explained by what the evaluation saw on
the way, phase by phase (least squares with a little ridge); with three sides, where a lead over one opponent makes no
winner, the first places are (a logistic curve with as little ridge). The new weights stay unless they lose a duel. Then
each habit of the quick players is moved up and down, and a change stays if it wins a duel, unless all changes together
lose one. Every step is kept in the state file with what it gained, so that a stopped run resumes where it was;
the same seed gives the same weights, whatever the number of workers.
`--write` puts them into the C++ source.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Executor
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from tafelrunde.native.chocolate_search import FORMS, duel, fitted_weights, observe
from tafelrunde.research.spread import executor, spread

Task = TypeVar("Task", bound=Hashable)
Result = TypeVar("Result")

PHASES = 6
TRAITS = 19
HABITS = 6
SPREADS = PHASES * TRAITS
"""Where the spreads begin among the weights of a form; the habits follow."""

THREE = 3
RIDGE = 20.0
FIRST_RIDGE = 2.0
NEWTON_STEPS = 12
LOGISTIC = 0.5513
"""The scale of a logistic curve beside the standard deviation of the normal one it stands for."""

WILD = 10
AGAIN = 4
HABIT_STEPS = (0.08, 0.08, 0.8, 0.8, 0.2, 0.2)
CHUNK = 100
TARGET = Path(__file__).parents[1] / "native/src/chocolate/search/weights.cpp"


def main(words: Sequence[str] | None = None) -> None:
    """Read the arguments and run the steps that the state does not have yet."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--forms", default="0123", help="0 is Scho K.O., 1 to 3 Schokoly with two to four players")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=3000, help="games a fit; a duel has a tenth of it as deals")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--state", type=Path, default=Path("build/fit_chocolate.json"))
    parser.add_argument("--write", action="store_true", help="write the weights of all forms")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--ray", help="the address of a Ray cluster; local for one on this machine")
    arguments = parser.parse_args(words)
    with executor(arguments.workers, arguments.ray) as (pool, workers):
        run(arguments, Crew(pool, workers))


class Crew(NamedTuple):
    """Who does the work: results come back in the order of the tasks."""

    pool: Executor
    workers: int

    def do(self, work: Callable[[Task], Result], tasks: Sequence[Task], title: str) -> list[Result]:
        """Run a function over tasks and show how far it has come."""
        done: dict[Task, Result] = {}
        for task, result in spread(self.pool, self.workers, work, tasks):
            done[task] = result
            print(f"\r{title} {len(done)}/{len(tasks)} ", end="", file=sys.stderr, flush=True)
        print(f"\r{' ' * 60}\r", end="", file=sys.stderr, flush=True)
        return [done[task] for task in tasks]


def run(arguments: argparse.Namespace, crew: Crew) -> None:
    """Run the steps that the state does not have yet."""
    state = load(arguments.state)
    for form in map(int, arguments.forms):
        entry = state.setdefault(str(form), {"weights": fitted_weights(form), "steps": []})
        for number in range(len(entry["steps"]), 2 * arguments.rounds):
            seed = arguments.seed * 1000 + number
            step = fit_traits if number % 2 == 0 else fit_habits
            entry["weights"], report = step(form, entry["weights"], seed, arguments.games, crew)
            entry["steps"].append(report)
            keep(arguments.state, state)
            print(f"\rform {form}, step {number + 1}: {report}")
    if arguments.write:
        weights = [
            state[str(form)]["weights"] if str(form) in state else fitted_weights(form) for form in range(len(FORMS))
        ]
        TARGET.write_text(source(weights), encoding="utf-8")


def keep(path: Path, state: dict[str, Any]) -> None:
    """Write the state of a run, at once or not at all: it may be killed at any time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".tmp")
    unfinished.write_text(json.dumps(state))
    unfinished.replace(path)


def load(path: Path) -> dict[str, Any]:
    """Return the state of a run, empty at its start."""
    if not path.exists():
        return {}
    state: dict[str, Any] = json.loads(path.read_text())
    return state


def fit_traits(form: int, weights: list[float], seed: int, games: int, crew: Crew) -> tuple[list[float], str]:
    """Explain final leads by what was seen, and tell how the new weights fare against the old ones."""
    parts = crew.do(watch, [(form, tuple(weights), seed, part) for part in chunks(games)], "games")
    rows = np.concatenate(parts).astype(np.float64)
    fitted = list(weights)
    left = []
    for phase in range(PHASES):
        here = rows[rows[:, 0] == phase]
        seen, leads = here[:, 2:], here[:, 1]
        found = least_squares(seen, leads)
        rest = float(np.std(leads - seen @ found))
        left.append(rest / float(np.std(leads)))
        if FORMS[form].seats == THREE:
            found = first_places(seen, leads) * rest * LOGISTIC
        fitted[phase * TRAITS : (phase + 1) * TRAITS] = [round(float(weight), 4) for weight in found]
        fitted[SPREADS + phase] = round(rest * LOGISTIC, 4)
    share, error = meet(crew, form, (fitted, weights), again=AGAIN, seed=seed, rounds=games // 10)
    gone = ", ".join(f"{1 - part * part:.2f}" for part in left)
    kept = share + error > 0.5 * base(form)
    report = f"traits {'fitted' if kept else 'left'}: {share:.3f} ± {error:.3f} against the old ones"
    return fitted if kept else weights, f"{report}; variance explained by phase {gone}"


def least_squares(seen: NDArray[np.float64], leads: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the weights that explain leads best; what is hardly ever seen is drawn towards 0."""
    scale = np.sqrt((seen * seen).mean(axis=0))
    used = scale > 0
    scaled = seen[:, used] / scale[used]
    found = np.zeros(seen.shape[1])
    matrix = scaled.T @ scaled + RIDGE * np.eye(int(used.sum()))
    found[used] = np.linalg.solve(matrix, scaled.T @ leads) / scale[used]
    return found


def first_places(seen: NDArray[np.float64], leads: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the weights that explain best which of three sides comes first.

    A position has three rows, in the order of its pairs: side 1 with 2, 1 with 3, 2 with 3.
    """
    scale = np.sqrt((seen * seen).mean(axis=0))
    used = scale > 0
    pairs = (seen[:, used] / scale[used]).reshape(-1, THREE, int(used.sum()))
    # What is seen of every side, less what is seen of the first: only differences count.
    sides = np.stack([np.zeros_like(pairs[:, 0]), -pairs[:, 0], -pairs[:, 1]], axis=1)
    points = np.stack([np.zeros(len(pairs)), -leads[0::THREE], -leads[1::THREE]], axis=1)
    shares = (points == points.max(axis=1, keepdims=True)).astype(np.float64)
    shares /= shares.sum(axis=1, keepdims=True)
    found = np.zeros(int(used.sum()))
    for _ in range(NEWTON_STEPS):
        strengths = sides @ found
        chances = np.exp(strengths - strengths.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        mean = np.einsum("nsk,ns->nk", sides, chances)
        slope = np.einsum("nsk,ns->k", sides, shares - chances) - FIRST_RIDGE * found
        curve = np.einsum("nsk,ns,nsl->kl", sides, chances, sides, optimize=True) - mean.T @ mean
        found += np.linalg.solve(curve + FIRST_RIDGE * np.eye(len(found)), slope)
    result = np.zeros(seen.shape[1])
    result[used] = found / scale[used]
    return result


def fit_habits(form: int, weights: list[float], seed: int, games: int, crew: Crew) -> tuple[list[float], str]:
    """Move each habit up and down by a step, and keep what wins."""
    start = list(weights)
    kept = 0
    for habit in range(HABITS):
        for sign in (1, -1):
            tried = list(weights)
            at = SPREADS + PHASES + habit
            tried[at] = round(tried[at] + sign * HABIT_STEPS[habit], 4)
            share, error = meet(crew, form, (tried, weights), again=1, seed=seed + habit, rounds=games // 5)
            if share - 0.5 * base(form) > error:
                weights = tried
                kept += 1
                break
    share, error = meet(crew, form, (weights, start), again=1, seed=seed + HABITS, rounds=games // 5)
    stays = share + error > 0.5 * base(form)
    report = f"habits: {kept} {'changed' if stays else 'tried'}, {share:.3f} ± {error:.3f} against the old ones"
    return weights if stays else start, report


def base(form: int) -> float:
    """Return twice the share of wins that equals get."""
    return 2 / 3 if FORMS[form].seats == 3 else 1.0


def meet(
    crew: Crew, form: int, rivals: tuple[list[float], list[float]], *, again: int, seed: int, rounds: int
) -> tuple[float, float]:
    """Return the share of wins of the first of two weights and its standard error."""
    first, second = map(tuple, rivals)
    tasks = [(form, first, second, again, seed, part) for part in chunks(rounds)]
    shares = [share for part in crew.do(fight, tasks, "duels") for share in part]
    return fmean(shares), stdev(shares) / len(shares) ** 0.5


def chunks(total: int) -> list[tuple[int, int]]:
    """Divide a number of games; the division does not depend on who plays them."""
    return [(begin, min(begin + CHUNK, total)) for begin in range(0, total, CHUNK)]


def watch(task: tuple[int, tuple[float, ...], int, tuple[int, int]]) -> NDArray[np.float32]:
    """Play some games and return what the evaluation saw on the way."""
    form, weights, seed, games = task
    return observe(form, weights, again=AGAIN, wild=WILD, seed=seed, games=games)


def fight(task: tuple[int, tuple[float, ...], tuple[float, ...], int, int, tuple[int, int]]) -> list[float]:
    """Play some rounds of a duel."""
    form, first, second, again, seed, rounds = task
    return duel(form, first, second, again=again, seed=seed, rounds=rounds)


def source(weights: list[list[float]]) -> str:
    """Return the C++ file with the weights of all forms."""
    lines = [
        "// Written by scripts/fit_chocolate.py.",
        '#include "chocolate/search/weights.hpp"',
        "",
        "namespace tafelrunde::chocolate {",
        "namespace {",
        "",
        "// clang-format off",
        "constexpr std::array<Weights, kForms> kFitted{{",
    ]
    for form in weights:
        lines.append("  {{{")
        lines += [f"    {{{numbers(form[p * TRAITS : (p + 1) * TRAITS])}}}," for p in range(PHASES)]
        lines.append(
            f"  }}}}, {{{numbers(form[SPREADS : SPREADS + PHASES])}}}, {{{numbers(form[SPREADS + PHASES :])}}}}},"
        )
    lines += [
        "}};",
        "// clang-format on",
        "",
        "}  // namespace",
        "",
        "const Weights& fitted_weights(int form) { return kFitted[static_cast<std::size_t>(form)]; }",
        "",
        "}  // namespace tafelrunde::chocolate",
        "",
    ]
    return "\n".join(lines)


def numbers(values: list[float]) -> str:
    """Return numbers as C++ reads them."""
    return ", ".join(f"{value + 0.0:.4f}F" for value in values)


if __name__ == "__main__":
    main()
