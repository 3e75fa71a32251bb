"""The engine of the page beside the native core, one thread each: how large it is, and how fast.

    python -m bench.engine [--solved N]

The solver, the search of Schokoly's strongest level and random games are measured in Node and in Chromium, by turns
with the native core, and the best of several rounds counts. With `--solved` so many positions of TOKAN four moves after
the start are given half a minute and 512 MiB each. Needs the engine (`make setup`) and Node.js.
"""

from __future__ import annotations

import argparse
import gzip
import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from bench.rates import ROUNDS
from bench.report import table
from bench.tokan_solver import position_after
from scripts import engine as compiling
from tafelrunde.games.schokoly import SchokolyOptions
from tafelrunde.games.tokan import TokanOptions
from tafelrunde.native import chocolate, tokan
from tafelrunde.native.tokan_solver import Limits, Solver
from tafelrunde.players import engine as bots
from tafelrunde.records.replay import redact
from tests.engine.browser import BrowserEngine, engine_page
from tests.engine.compare import record_of
from tests.engine.node import MODULE, ROOT, Engine, NodeEngine, missing, node
from tests.engine.plays import form, random_play
from tests.web.browsing import browsing

MOST_BYTES = 300_000
POSITIONS = 1_000_000
MEMORY = 128 << 20
NODES = 3_000
GAMES = {"tokan": 200_000, "schokoly": 3_000}
GOALS = {"solver positions/s": 0.55, "search nodes/s": 0.5, "playouts/s tokan": 0.5, "playouts/s schokoly": 0.5}
PLIES, SECONDS, TABLE, SOLVED = 4, 30.0, 512 << 20, 95

Work = Callable[[], float]
"""Does some work and returns its rate."""


def timed(work: Callable[[], int]) -> float:
    """Return how many units of some work are done a second."""
    begin = time.perf_counter()
    units = work()
    return units / (time.perf_counter() - begin)


def solver_works(engines: Sequence[Engine]) -> list[Work]:
    """Solve the start of a game, as far as the positions go."""
    start = position_after(0, 1, TokanOptions())
    game, options = form("tokan", "")
    record = str(record_of(game, options, str(start), []))
    native = Solver(MEMORY, 1)

    def by(engine: Engine) -> Work:
        return lambda: timed(lambda: int(engine.ask("solve", record=record, positions=POSITIONS)["positions"]))

    limits = Limits(None, POSITIONS)
    here = lambda: timed(lambda: native.forget().solve(start, limits, margin=True, line=True).positions)  # noqa: E731
    return [here, *map(by, engines)]


def search_works(engines: Sequence[Engine]) -> list[Work]:
    """Search for a move in the middle of a game of Schokoly, nets included."""
    game, options = form("schokoly", "")
    deal, moves, position = list(random_play(game, options, 3))[20]
    record = str(redact(record_of(game, options, deal, moves), position.seat))
    asked = {"record": record, "level": bots.LEVELS[-1], "nodes": NODES, "seed": 1}
    line = json.dumps({**asked, "seat": position.seat + 1})

    def by(engine: Engine) -> Work:
        return lambda: timed(lambda: int(engine.ask("think", **asked, seat=position.seat)["nodes"]))

    return [lambda: timed(lambda: int(bots.answer(line)["nodes"])), *map(by, engines)]


@cache
def playouts_program() -> Path:
    """Compile the random games, as the module is compiled."""
    program = compiling.OUT / "playouts.wasm"
    sources = [file for file in compiling.sources() if not {"engine", "wasm"} & set(file.parts[-2:])]
    core = [compiling.compiled(file) for file in sources]
    source, include = str(ROOT / "bench" / "playouts.cpp"), f"-I{compiling.NATIVE / 'src'}"
    compiling.compiler(*compiling.FLAGS, include, source, *core, "-s", "-o", str(program))
    return program


def playout_works(name: str) -> list[Work]:
    """Play random games in the core and in a program that is compiled as the module is."""
    program = playouts_program()
    games = GAMES[name]

    def native() -> int:
        if name == "tokan":
            tokan.random_games(games, 1)
        else:
            chocolate.playouts(name, SchokolyOptions(), games, 1)
        return games

    def run(number: int) -> None:
        command = [
            str(node()),
            "--no-warnings",
            str(ROOT / "scripts" / "run_wasm.mjs"),
            str(program),
            name,
            str(number),
        ]
        subprocess.run(command, check=True, capture_output=True)

    def in_node() -> float:
        # What the program takes to start is measured too, and taken away.
        begin = time.perf_counter()
        run(1)
        between = time.perf_counter()
        run(games)
        return games / (time.perf_counter() - between - (between - begin))

    return [lambda: timed(native), in_node]


def best(works: Sequence[Work]) -> list[float]:
    """Return the best rate of each; they take turns, so that a noisy moment hits all of them."""
    rates = [0.0] * len(works)
    for _ in range(ROUNDS):
        rates = [max(rate, work()) for rate, work in zip(rates, works, strict=True)]
    return rates


def shown(name: str, rates: Sequence[float]) -> list[str]:
    """Return a row: the native rate, and the others as parts of it."""
    parts = [f"{rate / rates[0]:.2f}" for rate in rates[1:]]
    return [name, f"{rates[0]:,.0f}", *parts, *[""] * (2 - len(parts)), f"{GOALS[name]:.2f}"]


def solved_row(engine: Engine, count: int) -> list[str]:
    """Return how many of some positions are solved in their time."""
    game, options = form("tokan", "")
    solved, times = 0, []
    for seed in range(count):
        start = position_after(PLIES, seed, TokanOptions())
        record = str(record_of(game, options, str(start), []))
        told: dict[str, Any] = engine.ask("solve", record=record, seconds=SECONDS, memory=TABLE)
        solved += told["value"] != "unknown"
        times.append(told["seconds"])
        print(f"{seed + 1}/{count}: {told['value']}, {told['seconds']} s", file=sys.stderr, flush=True)
    return [f"{PLIES} moves after the start", f"{100 * solved / count:.0f} %", f"{max(times):.0f} s", "", f"{SOLVED} %"]


def main(words: Sequence[str] = ()) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--solved", type=int, default=0, help="how many positions are to be solved")
    asked = parser.parse_args(words)
    if reason := missing():
        print(f"nothing was measured: {reason}")
        return
    size = len(gzip.compress(MODULE.read_bytes(), 9))
    table(("module", "bytes", "at most"), [("compressed", f"{size:,}", f"{MOST_BYTES:,}")])
    print()
    in_node = NodeEngine()
    with engine_page() as address, browsing() as browser:
        page = browser.new_page()
        page.set_default_timeout(0)
        page.goto(address)
        engines: list[Engine] = [in_node, BrowserEngine(page)]
        rows = [shown("solver positions/s", best(solver_works(engines)))]
        rows.append(shown("search nodes/s", best(search_works(engines))))
        rows += [shown(f"playouts/s {name}", best(playout_works(name))) for name in GAMES]
        if asked.solved:
            rows.append(solved_row(engines[1], asked.solved))
    in_node.close()
    table(("one thread", "native", "Node", "Chromium", "at least"), rows)


if __name__ == "__main__":
    main(sys.argv[1:])
