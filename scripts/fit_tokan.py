"""Fit the evaluation of TOKAN to positions whose result is known.

    python scripts/fit_tokan.py [--scorings towers heads] [--rounds 2] [--games 2000] [--seed 1] [--state DIR] [--write]
                                [--workers N] [--ray ADDRESS]

A round has two steps. First games are played by a short search, with a random move now and then; as soon as a position
is solved, it and all that follow get their exact results, and those before get the first exact result, back to the last
random move. Then the results are explained by what the evaluation sees (a logistic fit with a little ridge, on nine
tenths of the games; the other tenth tells how good it is). The next round plays with the new weights and fits to all
games so far. Games are kept in the state folder, so that a stopped run resumes where it was; the same seed
gives the same weights, whatever the number of workers. `--write` puts them into the C++ source.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelrunde.games.core import Move
from tafelrunde.games.registry import find_game
from tafelrunde.games.tokan import TokanOptions, TokanPosition
from tafelrunde.native import tokan_search as native
from tafelrunde.native.tokan_solver import Limits, Solver
from tafelrunde.research.spread import executor, spread

SCORINGS = ("towers", "heads")
TRAITS = 24
KNOTS = 4
RIDGE = 3.0
HUNDREDTHS = 100.0
HELD_OUT = 10

NODES = 2_000
NEAR = 30
WILD = 5
"""One move in so many is random."""
OPENING = 6
"""At most so many random moves begin a game."""
FIRST_SOLVED = 7
"""The move from which on the solver is asked."""
POSITIONS = 150_000
MEMORY = 32 << 20
LINE_GAMES = 4
"""One game in so many is played by the other gap rule."""
CHUNK = 50
TARGET = Path(__file__).parents[1] / "native/src/tokan/search/weights.cpp"
RESULTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}

Rows = NDArray[np.float32]
"""A row is a position: the number of its game, its result for the side to move, and what the evaluation sees."""


class Visit(NamedTuple):
    """A position of a game, and whether the move that led to it was random."""

    position: TokanPosition
    wild: bool
    result: float | None


def main(words: Sequence[str] | None = None) -> None:
    """Read the arguments and play the games that the state does not have yet."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scorings", nargs="+", choices=SCORINGS, default=SCORINGS)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--games", type=int, default=2000, help="games a round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--state", type=Path, default=Path("build/fit_tokan"))
    parser.add_argument("--write", action="store_true", help="write the weights of both scorings")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--ray", help="the address of a Ray cluster; local for one on this machine")
    arguments = parser.parse_args(words)
    arguments.state.mkdir(parents=True, exist_ok=True)
    with executor(arguments.workers, arguments.ray) as (pool, workers):
        run(arguments, pool, workers)


def run(arguments: argparse.Namespace, pool: Executor, workers: int) -> None:
    """Play and fit, round by round."""
    weights = {scoring: native.fitted_weights(scoring) for scoring in SCORINGS}
    for scoring in arguments.scorings:
        rows: list[Rows] = []
        found: list[float] | None = None
        for number in range(arguments.rounds):
            first = number * arguments.games
            ends = first + arguments.games
            chunks = [range(begin, min(begin + CHUNK, ends)) for begin in range(first, ends, CHUNK)]
            files = [arguments.state / f"{scoring}-{arguments.seed}-{c.start}-{c.stop}.npy" for c in chunks]
            todo = [
                (scoring, chunk, arguments.seed, found, file)
                for chunk, file in zip(chunks, files, strict=True)
                if not file.exists()
            ]
            for (_, chunk, _, _, file), gathered in spread(pool, workers, gather, todo):
                keep(file, gathered)
                print(f"\r{scoring}, games to {chunk.stop}", end="", file=sys.stderr, flush=True)
            rows += [np.asarray(np.load(file)) for file in files]
            found = fit(np.concatenate(rows))
            print(f"\r{scoring}, round {number + 1}: {report(np.concatenate(rows), found)}", flush=True)
        if found is not None:
            weights[scoring] = found
    if arguments.write:
        TARGET.write_text(source([weights[scoring] for scoring in SCORINGS]), encoding="utf-8")


def keep(file: Path, rows: Rows) -> None:
    """Write the positions of some games, at once or not at all: a run may be killed at any time."""
    unfinished = file.with_suffix(".tmp")
    with unfinished.open("wb") as target:
        np.save(target, rows)
    unfinished.replace(file)


def gather(task: tuple[str, range, int, list[float] | None, Path]) -> Rows:
    """Play some games and return their positions."""
    scoring, games, seed, weights, _ = task
    solver = Solver(MEMORY, 1)
    rows = []
    for number in games:
        for position, result in play(scoring, number, seed, weights, solver.forget()):
            rows.append(np.concatenate([[number, result], native.traits(position)]))
    return np.asarray(rows, dtype=np.float32)


def play(
    scoring: str, number: int, seed: int, weights: Sequence[float] | None, solver: Solver
) -> Iterator[tuple[TokanPosition, float]]:
    """Play a game and run through the positions whose result is known, or likely."""
    rng = Random(f"{seed}/{scoring}/{number}")
    game = find_game("tokan")
    options = TokanOptions.read({"scoring": scoring, "gaps": "contiguous" if number % LINE_GAMES else "line"})
    position = game.start(options, game.deal(options, rng))
    assert isinstance(position, TokanPosition)
    opening = rng.randrange(OPENING)
    visits: list[Visit] = []
    wild = False
    while not position.is_over:
        result = solve(position, solver) if len(visits) >= FIRST_SOLVED else None
        visits.append(Visit(position, wild, result))
        wild = len(visits) <= opening or rng.randrange(WILD) == 0
        position = position.play(rng.choice(position.turns()) if wild else good_move(position, weights, rng))
    known: float | None = None
    for visit in reversed(visits):
        known = visit.result if visit.result is not None else known
        if known is not None:
            yield visit.position, known
        # Before a random move the result may have been another one.
        known = None if visit.wild or known is None else 1 - known


def good_move(position: TokanPosition, weights: Sequence[float] | None, rng: Random) -> Move:
    """Choose one of the moves that a short search finds about equally good."""
    sight = native.Sight.THREATS if weights is None else native.Sight.ALL
    found = native.search(position, native.Settings(near=NEAR, sight=sight), native.Limits(NODES), weights=weights)
    return position.parse(rng.choice(found.near(NEAR)).move)


def solve(position: TokanPosition, solver: Solver) -> float | None:
    """Return the result for the side to move, or None."""
    return RESULTS.get(solver.solve(position, Limits(positions=POSITIONS)).result)


def fit(rows: Rows) -> list[float]:
    """Return the weights that explain the results best, leaving out the games that are held out."""
    taught = rows[rows[:, 0] % HELD_OUT != 0].astype(np.float64)
    results, seen = taught[:, 1], taught[:, 2:]
    scale = np.sqrt((seen * seen).mean(axis=0))
    used = scale > 0
    scaled = seen[:, used] / scale[used]
    weights = np.zeros(int(used.sum()))
    for _ in range(25):
        chances = 1 / (1 + np.exp(-scaled @ weights))
        spread = chances * (1 - chances)
        slope = scaled.T @ (results - chances) - RIDGE * weights
        curve = (scaled * spread[:, None]).T @ scaled + RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(curve, slope)
    found = np.zeros(KNOTS * TRAITS)
    found[used] = HUNDREDTHS * weights / scale[used]
    return [round(float(weight), 2) for weight in found]


def report(rows: Rows, weights: Sequence[float]) -> str:
    """Tell how well the held-out results are foreseen: the share of winners named, and the mean surprise."""
    held = rows[rows[:, 0] % HELD_OUT == 0].astype(np.float64)
    results, seen = held[:, 1], held[:, 2:]
    chances = np.clip(1 / (1 + np.exp(-seen @ np.asarray(weights) / HUNDREDTHS)), 1e-6, 1 - 1e-6)
    decided = results != 0.5
    named = float(((chances > 0.5) == (results > 0.5))[decided].mean())
    surprise = float(-(results * np.log(chances) + (1 - results) * np.log(1 - chances)).mean())
    return f"{len(rows)} positions, winners named {100 * named:.1f} %, surprise {surprise:.3f} (0.693 knows nothing)"


def source(weights: Sequence[Sequence[float]]) -> str:
    """Return the C++ source that holds the weights."""
    lines = ["// Written by scripts/fit_tokan.py.", '#include "tokan/search/evaluation.hpp"', ""]
    lines += ["namespace tafelrunde::tokan::search {", "", "namespace {", ""]
    for name, numbers in zip(("kTowers", "kHeads"), weights, strict=True):
        lines.append(f"constexpr Weights {name}{{{{")
        for knot in range(KNOTS):
            here = [f"{number:g}" for number in numbers[knot * TRAITS : (knot + 1) * TRAITS]]
            literals = [f"{word}F" if "." in word or "e" in word else f"{word}.0F" for word in here]
            lines.append("    {{" + ", ".join(literals[: TRAITS // 2]) + ",")
            lines.append("      " + ", ".join(literals[TRAITS // 2 :]) + "}},")
        lines += ["}};", ""]
    lines += ["}  // namespace", ""]
    lines.append(
        "const Weights& fitted_weights(Scoring scoring) noexcept "
        "{ return scoring == Scoring::kTowers ? kTowers : kHeads; }"
    )
    lines += ["", "}  // namespace tafelrunde::tokan::search", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
