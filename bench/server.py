"""How much a server can serve, beside boardgame.io and Colyseus: one load generator, one run, ratios.

    python -m bench.server [beside | load | steady | hold | storm | crowd] [--matches N] [--clients N]
                           [--database sqlite|postgres] [--tables]

`beside` plays the same number of two-player matches at once on all of them, every client answering as fast as it is
served: ours with full TOKAN rules and every move on disk, boardgame.io with tic-tac-toe in memory and in files (which
it does not synchronise), a Colyseus room with neither rules nor storage, patching every 50 ms as it does by default
and with every move. `steady` plays matches at one move a second, `hold` keeps matches with both players connected,
`load` is the part of `beside` that is ours. `storm` lets all clients come at once, before and after the server was
struck down; `crowd` lets them all watch one match. Run from the root of the source tree; `beside` needs Node.js and
npm.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from bench.report import table
from bench.rivals import node
from bench.rivals.boardgame import boardgame_games
from bench.rivals.colyseus import colyseus_games
from bench.server_load import Game, Load, Run, connect
from bench.server_ours import our_games
from bench.server_storm import crowd, storm
from tests.databases import running_postgres
from tests.server.serving import ServerProcess, serving

_FOLDER = Path("build") / "rivals"
_WARMING = 0.2
"""The part of the games that is played before the measurement, for compilers that compile while they run."""


@contextlib.contextmanager
def database(kind: str) -> Iterator[str]:
    """Make a database that is thrown away afterwards."""
    if kind == "postgres":
        with running_postgres() as server:
            yield server.new_database()
    else:
        with tempfile.TemporaryDirectory(dir=os.environ.get("TAFELRUNDE_BENCH_FOLDER")) as folder:
            yield f"sqlite:{Path(folder) / 'bench.db'}"


async def play(games: Sequence[Game], at_once: int, cpu: Callable[[], float], think: float = 0.0) -> Run:
    """Connect, warm up, and play."""
    await connect(games)
    warming = int(_WARMING * len(games)) if not think else 0
    if warming:
        await Load(games[:warming], min(at_once, warming)).play(cpu)
    run = await Load(games[warming:], at_once, think).play(cpu)
    for game in games:
        game.close()
    return run


def ours(kind: str, matches: int, moves: int, tables: bool) -> Run:
    """Measure our server; a random game of TOKAN has about 21 moves."""
    with database(kind) as address, serving(address) as server:
        games = our_games(server, max(matches, moves // 21), tables)
        return asyncio.run(play(games, matches, server.cpu_seconds))


def boardgame(place: str, matches: int, moves: int) -> Run:
    """Measure boardgame.io."""
    with node.running(_FOLDER, "boardgame.cjs", place) as server:
        return asyncio.run(play(boardgame_games(server, max(matches, moves // 9)), matches, server.cpu_seconds))


def colyseus(when: str, matches: int, moves: int) -> Run:
    """Measure a Colyseus room."""
    with node.running(_FOLDER, "colyseus.cjs", when) as server:
        rooms = max(matches, moves // 100)
        return asyncio.run(play(colyseus_games(server, rooms, moves // rooms), matches, server.cpu_seconds))


def beside(matches: int, moves: int) -> None:
    """Measure all servers, one after the other, and print them beside each other."""
    node.install(_FOLDER)
    with tempfile.TemporaryDirectory() as files:
        runs = {
            "Tafelrunde, TOKAN, SQLite": ours("sqlite", matches, moves, tables=False),
            "Tafelrunde, the same with tables": ours("sqlite", matches, moves, tables=True),
            "boardgame.io, tic-tac-toe, memory": boardgame("memory", matches, moves),
            "boardgame.io, tic-tac-toe, FlatFile": boardgame(files, matches, moves),
            "Colyseus, no rules, every 50 ms": colyseus("default", matches, moves),
            "Colyseus, no rules, every move": colyseus("eager", matches, moves),
        }
    first = next(iter(runs.values()))
    print(f"{matches} matches at once; latency in ms from sending a move to the opponent's hearing of it")
    rows = [
        [
            name,
            f"{run.moves:,}",
            f"{run.moves / run.seconds:,.0f}",
            f"{run.percentile(0.5):.1f}",
            f"{run.percentile(0.95):.1f}",
            f"{run.percentile(0.99):.1f}",
            f"{1e6 / run.per_cpu_second:.0f}",
            f"{run.per_cpu_second:,.0f}",
            f"{first.per_cpu_second / run.per_cpu_second:.2f}",
        ]
        for name, run in runs.items()
    ]
    head = ["server", "moves", "moves/s", "p50", "p95", "p99", "CPU µs/move", "moves/CPU s", "ours/theirs"]
    table(head, rows)


def tell(matches: int, run: Run, server: ServerProcess) -> None:
    """Print what one run showed."""
    print(
        f"{matches} matches: {run.moves} moves in {run.seconds:.1f} s, {run.moves / run.seconds:,.0f} moves/s, "
        f"{run.per_cpu_second:,.0f} per server CPU second; latency p50 {run.percentile(0.5):.1f} "
        f"p95 {run.percentile(0.95):.1f} p99 {run.percentile(0.99):.1f} ms; "
        f"server {server.resident_bytes() / 1e6:.0f} MB; generator {run.own_cpu:.1f} CPU s",
        flush=True,
    )


def load(server: ServerProcess, matches: int, tables: bool, think: float = 0.0) -> None:
    """Play matches at full speed, or at one move in so many seconds."""
    games = our_games(server, matches if think else 2 * matches, tables)
    tell(matches, asyncio.run(play(games, matches, server.cpu_seconds, think)), server)


def hold(server: ServerProcess, matches: int) -> None:
    """Hold matches with both players connected, half of their moves made, and print the memory they need."""

    async def keep() -> int:
        games = our_games(server, matches, share=0.5)
        await connect(games)
        await Load(games, 100).play(server.cpu_seconds)
        return server.resident_bytes()

    before = server.resident_bytes()
    held = asyncio.run(keep())
    print(
        f"{matches} matches held with {2 * matches} connections: {held / 1e6:.0f} MB, {before / 1e6:.0f} MB when empty"
    )


def main() -> None:
    """Measure what the command line asks for; among all measurements (`python -m bench`) beside the others."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "what", nargs="?", default="beside", choices=["beside", "load", "steady", "hold", "storm", "crowd"]
    )
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--clients", type=int, default=5_000, help="in `storm` and `crowd`")
    parser.add_argument("--moves", type=int, default=10_000, help="moves in `beside`, warming included")
    parser.add_argument("--database", default="sqlite", choices=["sqlite", "postgres"])
    parser.add_argument("--tables", action="store_true", help="as the web client plays: with tables and legal moves")
    arguments = parser.parse_args(sys.argv[1:] if __name__ == "__main__" else [])
    if arguments.what == "beside":
        beside(arguments.matches, arguments.moves)
        return
    with database(arguments.database) as address, serving(address) as server:
        if arguments.what == "hold":
            hold(server, arguments.matches)
        elif arguments.what == "storm":
            storm(server, arguments.clients)
        elif arguments.what == "crowd":
            crowd(server, arguments.clients)
        else:
            load(server, arguments.matches, arguments.tables, 1.0 if arguments.what == "steady" else 0.0)


if __name__ == "__main__":
    main()
