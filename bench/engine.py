"""The engine of the page beside the native core, one thread each: how large it is, and how fast.

    python -m bench.engine [--solved N | --starts N | --gain N | --first N]

The solver, the search of Schokoly's strongest level and random games are measured in Node and in Chromium, by turns
with the native core, by the processor time that they take, and the best of several rounds counts. The others measure
one thing and no more. With `--solved` so many positions of TOKAN four moves after the start are given half a minute and
512 MiB each, one thread; with `--starts` so many random starts are given three minutes and 2 GiB, two threads, from
seed `--from` on; with `--gain` so many positions are solved by one worker and by all of the page, by turns. With
`--first` so many matches of each game are begun without a network, on a processor slowed down four times. Needs the
engine (`make setup`) and Node.js.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from statistics import geometric_mean, median
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page

from bench.report import table
from bench.tokan_solver import position_after
from scripts import engine as compiling
from tafelrunde.games.schokoly import SchokolyOptions
from tafelrunde.games.tokan import TokanOptions
from tafelrunde.native import chocolate, tokan
from tafelrunde.native.tokan_solver import Limits, Solver
from tafelrunde.players import engine as bots
from tafelrunde.records.replay import redact
from tests.engine.browser import FOLDER, BrowserEngine, engine_page, served
from tests.engine.compare import record_of
from tests.engine.node import MODULE, ROOT, Engine, NodeEngine, missing, node
from tests.engine.plays import form, random_play
from tests.web.browsing import browsing
from tests.web.conftest import RunningServer
from tests.web.playing import _WANTS
from tests.web.test_offline import KEPT
from tests.web.visitor import Visitor

MOST_BYTES = 300_000
POSITIONS = 5_000_000
MEMORY = 128 << 20
NODES = 3_000
LEAST_SECONDS = 2.0
ROUNDS = 3
GAMES = {"tokan": 400_000, "schokoly": 6_000}
GOALS = {"solver positions/s": 0.55, "search nodes/s": 0.5, "playouts/s tokan": 0.5, "playouts/s schokoly": 0.5}
PLIES = 4
SLOWER, FIRST = 4, 1.5


class Goal(NamedTuple):
    """How many of some positions are to be solved, and with what."""

    percent: int
    seconds: float
    memory: int


SOON, FROM_START = Goal(95, 30.0, 512 << 20), Goal(50, 180.0, 2 << 30)

# Begins a match and tells how many seconds later the page wants a move.
_FIRST = f"""(button) => {{
  const begin = performance.now();
  const wanted = {_WANTS};
  document.querySelector(button).click();
  const look = () => {{
    if (wanted(-1)) window.taken = (performance.now() - begin) / 1000;
    else requestAnimationFrame(look);
  }};
  look();
}}"""

Work = Callable[[], float]
"""Does some work and returns its rate."""


def spent() -> float:
    """Return the seconds of processor time of this process and all that it started; of the clock where none are told.

    On a machine that others use too, a clock tells more about them.
    """
    if not Path("/proc/self/stat").exists():
        return time.perf_counter()
    used, parents = {}, {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            words = file.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            parents[int(file.parent.name)] = int(words[1])
            used[int(file.parent.name)] = int(words[11]) + int(words[12])
    ours = {os.getpid()}
    while more := {process for process, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(used.get(process, 0) for process in ours) / os.sysconf("SC_CLK_TCK")


def timed(work: Callable[[], int]) -> float:
    """Return how many units of some work are done a second; it is done until that can be told."""
    begin, units = spent(), 0
    while (taken := spent() - begin) < LEAST_SECONDS:
        units += work()
    return units / taken


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
    compiling.compiler(*compiling.FLAGS, include, source, *core, *compiling.LINKED, "-o", str(program))
    return program


# Loads the random games, which ask nobody for anything, and gives a function that plays some.
PLAYOUTS = """async (bytes) => {
  const nobody = new Proxy({}, { get: () => () => 0 });
  const imports = { env: nobody, wasi_snapshot_preview1: nobody };
  const { instance } = await WebAssembly.instantiate(Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0)), imports);
  instance.exports._initialize();
  return (name, number) => void instance.exports[name](number);
}"""


class NodePlayouts:
    """The random games in Node."""

    def __init__(self) -> None:
        code = (
            f"const play = await ({PLAYOUTS})(require('fs').readFileSync(process.argv[1]).toString('base64'));"
            "for await (const line of require('readline').createInterface({ input: process.stdin }))"
            " { play(...JSON.parse(line)); console.log(); }"
        )
        command = [str(node()), "-e", f"(async () => {{ {code} }})()", str(playouts_program())]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def play(self, name: str, number: int) -> None:
        """Play so many games."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([name, number]) + "\n")
        self._process.stdin.flush()
        self._process.stdout.readline()

    def close(self) -> None:
        """End it."""
        self._process.communicate()


class BrowserPlayouts:
    """The random games in a page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        bytes_ = base64.b64encode(playouts_program().read_bytes()).decode()
        page.evaluate(f"async (bytes) => {{ window.playouts = await ({PLAYOUTS})(bytes); }}", bytes_)

    def play(self, name: str, number: int) -> None:
        """Play so many games."""
        self._page.evaluate("([name, number]) => window.playouts(name, number)", [name, number])


def playout_works(name: str, engines: Sequence[NodePlayouts | BrowserPlayouts]) -> list[Work]:
    """Play random games in the core and in a module that is compiled as the engine is."""
    games = GAMES[name]

    def native() -> int:
        if name == "tokan":
            tokan.random_games(games, 1)
        else:
            chocolate.playouts(name, SchokolyOptions(), games, 1)
        return games

    def by(engine: NodePlayouts | BrowserPlayouts) -> Work:
        def played() -> int:
            engine.play(name, games)
            return games

        return lambda: timed(played)

    return [lambda: timed(native), *map(by, engines)]


def best(works: Sequence[Work]) -> list[float]:
    """Return the best rate of each; they take turns, so that a noisy moment hits all of them."""
    rates = [0.0] * len(works)
    for _ in range(ROUNDS):
        rates = [max(rate, work()) for rate, work in zip(rates, works, strict=True)]
    return rates


def shown(name: str, rates: Sequence[float]) -> list[str]:
    """Return a row: the native rate, and the others as parts of it."""
    parts = [f"{rate / rates[0]:.2f}" for rate in rates[1:]]
    row = [name, f"{rates[0]:,.0f}", *parts, f"{GOALS[name]:.2f}"]
    print(*row, file=sys.stderr, flush=True)
    return row


def opened(browser: Browser, address: str) -> BrowserEngine:
    """Return the engine of a page in Chromium."""
    page = browser.new_page()
    page.set_default_timeout(0)
    page.goto(address)
    return BrowserEngine(page)


def solve_at(engine: Engine, plies: int, seed: int, goal: Goal) -> dict[str, Any]:
    """Solve the position so many moves after a random start; return what is told, with the processor time it took."""
    game, options = form("tokan", "")
    record = str(record_of(game, options, str(position_after(plies, seed, TokanOptions())), []))
    begin = spent()
    told: dict[str, Any] = engine.ask("solve", record=record, seconds=goal.seconds, memory=goal.memory)
    told["processor"] = spent() - begin
    millions = told["positions"] / 1e6
    told["seen"] = f"{told['value']} by {told['margin']}, {told['seconds']} s ({told['processor']:.1f} s of processor)"
    print(f"{seed}: {told['seen']}, {millions:,.1f} million positions", file=sys.stderr, flush=True)
    return told


def solved_row(engine: Engine, plies: int, seeds: range, goal: Goal) -> list[str]:
    """Return how many of some positions are solved in their time, and how many of these to the last point."""
    told = [solve_at(engine, plies, seed, goal) for seed in seeds]
    solved = sum(one["value"] != "unknown" for one in told)
    exact = sum(one["margin"] is not None for one in told)
    times = [one["seconds"] for one in told]
    parts = [f"{solved} of {len(told)}", str(exact), f"{median(times):.1f} s", f"{max(times):.0f} s"]
    return [f"{plies} moves after the start", *parts, f"{goal.percent} %"]


def gains(count: int) -> list[list[str]]:
    """Return how much sooner all workers of a page solve positions than one, to the last point."""
    rows, ratios = [], []
    with engine_page() as address, served(FOLDER, isolated=True) as shared, browsing() as browser:
        # Workers may share memory where the page is isolated.
        alone, together = opened(browser, address), opened(browser, shared)
        for seed in range(count):
            one, several = (solve_at(engine, PLIES, seed, SOON) for engine in (alone, together))
            if one["margin"] is None or several["margin"] is None:
                continue
            ratios.append(one["seconds"] / several["seconds"])
            rows.append([str(seed), f"{one['seconds']:.2f} s", f"{several['seconds']:.2f} s", f"{ratios[-1]:.2f}"])
    rows.append(["geometric mean", "", "", f"{geometric_mean(ratios):.2f}" if ratios else "-"])
    return rows


def first_moves(count: int) -> list[float]:
    """Return the seconds from the tap that begins a match to the first own move, without a network and slowed down."""
    taken = []
    with tempfile.TemporaryDirectory() as folder, browsing("--disable-gpu") as browser:
        server = RunningServer(Path(folder), "--unlimited")
        server.start()
        try:
            for game in ("tokan", "schoko", "schokoly"):
                for _ in range(count):
                    guest = Visitor(browser, server.address, place="device")
                    page = guest.go("/")
                    page.wait_for_selector(".games")
                    page.evaluate(KEPT)
                    guest.context.set_offline(True)
                    page.locator(f".games a[href*='{game}']").first.click()
                    page.wait_for_selector(".start .btn")
                    guest.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
                    page.evaluate(_FIRST, ".start .btn")
                    page.wait_for_function("() => window.taken !== undefined")
                    taken.append(float(page.evaluate("window.taken")))
                    print(f"{game}: {taken[-1]:.2f} s", file=sys.stderr, flush=True)
                    guest.leave()
        finally:
            server.stop()
    return taken


def main(words: Sequence[str] = ()) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--solved", type=int, default=0, help="how many positions are to be solved")
    parser.add_argument("--starts", type=int, default=0, help="how many random starts to solve")
    parser.add_argument("--from", type=int, default=0, dest="first_seed", help="the seed of the first of them")
    parser.add_argument("--gain", type=int, default=0, help="how many positions to solve with one worker and with all")
    parser.add_argument("--first", type=int, default=0, help="how many matches of each game to begin")
    asked = parser.parse_args(words)
    if reason := missing():
        print(f"nothing was measured: {reason}")
        return
    if asked.solved or asked.starts:
        plies, goal = (PLIES, SOON) if asked.solved else (0, FROM_START)
        seeds = range(asked.first_seed, asked.first_seed + (asked.solved or asked.starts))
        with engine_page(isolated=bool(asked.starts)) as address, browsing() as browser:
            solved = solved_row(opened(browser, address), plies, seeds, goal)
        table(("TOKAN", "solved", "to the last point", "median", "longest", "at least"), [solved])
        return
    if asked.gain:
        table(("position", "one worker", "all", "gain"), gains(asked.gain))
        return
    if asked.first:
        taken = first_moves(asked.first)
        row = (f"slowed {SLOWER} times", f"{median(taken):.2f} s", f"{max(taken):.2f} s", f"{FIRST} s")
        table(("first own move", "median", "longest", "at most"), [row])
        return
    size = len(gzip.compress(MODULE.read_bytes(), 9))
    table(("module", "bytes", "at most"), [("compressed", f"{size:,}", f"{MOST_BYTES:,}")])
    print()
    in_node = NodeEngine()
    with engine_page() as address, browsing() as browser:
        in_browser = opened(browser, address)
        engines: list[Engine] = [in_node, in_browser]
        rows = [shown("solver positions/s", best(solver_works(engines)))]
        rows.append(shown("search nodes/s", best(search_works(engines))))
        apart = NodePlayouts()
        players: list[NodePlayouts | BrowserPlayouts] = [apart, BrowserPlayouts(browser.contexts[0].pages[0])]
        rows += [shown(f"playouts/s {name}", best(playout_works(name, players))) for name in GAMES]
        apart.close()
    in_node.close()
    table(("one thread", "native", "Node", "Chromium", "at least"), rows)


if __name__ == "__main__":
    main(sys.argv[1:])
