"""How much a server can serve: moves a second and per processor second, latencies, memory, and recovery after kills.

    python -m bench.server [load | steady | hold | kill] [--matches N] [--database sqlite|postgres]

Run from the root of the source tree.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from bench.server_load import Game, Load
from tafelrunde.games.core import Position
from tafelrunde.records.record import read_record
from tafelrunde.records.replay import replay
from tests.databases import running_postgres
from tests.server.serving import ServerProcess, serving
from tests.server.test_kill import check, make_clients, play_on


def work_out(server: ServerProcess, count: int, seed: int = 1, think: float = 0.0) -> list[Game]:
    """Create TOKAN matches and find a random game for each."""
    rng = Random(seed)
    games = []
    local = [{"kind": "local", "name": "A"}, {"kind": "local", "name": "B"}]
    for _ in range(count):
        made = server.post("/api/matches", {"game": "tokan", "seats": local})
        text = server.request(f"/api/matches/{made['match']}/record")[1].decode()
        position = replay(read_record(text)).final
        assert isinstance(position, Position)
        moves = []
        while not position.is_over:
            move = rng.choice(position.turns())
            moves.append((position.seat, str(move)))
            position = position.apply(move)
        games.append(Game(made["match"], [given["token"] for given in made["seats"]], moves, think=think))
    return games


@contextlib.contextmanager
def database(kind: str) -> Iterator[str]:
    """Make a database that is thrown away afterwards."""
    if kind == "postgres":
        with running_postgres() as server:
            yield server.new_database()
    else:
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:{Path(folder) / 'bench.db'}"


async def load(server: ServerProcess, matches: int, tables: bool, think: float = 0.0) -> None:
    """Play matches at full speed, or at one move in so many seconds, and print what was seen."""
    games = work_out(server, matches, think=think)
    generator = Load("127.0.0.1", server.port, games, tables)
    await generator.connect()
    own = os.times()
    run = await generator.play(server.cpu_seconds)
    spent = os.times()
    print(
        f"{matches} matches, {'tables' if tables else 'events'}: {run.moves} moves in {run.seconds:.1f} s, "
        f"{run.moves / run.seconds:,.0f} moves/s, {run.moves / run.server_cpu:,.0f} per server CPU second; "
        f"latency p50 {run.percentile(0.5):.1f} p95 {run.percentile(0.95):.1f} p99 {run.percentile(0.99):.1f} ms; "
        f"server {server.resident_bytes() / 1e6:.0f} MB; generator {sum(spent[:2]) - sum(own[:2]):.1f} CPU s",
        flush=True,
    )


async def hold(server: ServerProcess, matches: int) -> None:
    """Hold matches with both players connected, half of their moves made, and print the memory they need."""
    before = server.resident_bytes()
    games = work_out(server, matches)
    for game in games:
        del game.moves[len(game.moves) // 2 :]
    generator = Load("127.0.0.1", server.port, games)
    await generator.connect()
    await generator.play(server.cpu_seconds)
    held = server.resident_bytes()
    print(
        f"{matches} matches held with {2 * matches} connections: {held / 1e6:.0f} MB, {before / 1e6:.0f} MB when empty"
    )


async def kill(server: ServerProcess, matches: int, kills: int) -> None:
    """Kill the server again and again in the middle of matches; check that nothing is lost or doubled."""
    clients = make_clients(server, matches)
    started: list[float] = []
    start = server.start

    def timed() -> float:
        started.append(start())
        return started[-1]

    server.start = timed  # type: ignore[method-assign]
    moves = 15 * matches
    await play_on(clients, [server] * kills, every=max(1, moves // kills))
    await check(server, clients)
    acked = sum(len(client.acked) for client in clients)
    recovered = ", ".join(f"{seconds:.1f}" for seconds in started)
    print(
        f"{matches} matches, {len(started)} kills: {acked} acknowledged moves, none lost, none doubled; "
        f"seconds from start to the first answer: {recovered}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", default="load", choices=["load", "steady", "hold", "kill"])
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--database", default="sqlite", choices=["sqlite", "postgres"])
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--tables", action="store_true")
    # Among all measurements (`python -m bench`) this one takes its defaults.
    arguments = parser.parse_args(sys.argv[1:] if __name__ == "__main__" else [])
    with database(arguments.database) as address, serving(address) as server:
        if arguments.what == "load":
            asyncio.run(load(server, arguments.matches, arguments.tables))
        elif arguments.what == "steady":
            asyncio.run(load(server, arguments.matches, arguments.tables, think=1.0))
        elif arguments.what == "hold":
            asyncio.run(hold(server, arguments.matches))
        else:
            asyncio.run(kill(server, arguments.matches, arguments.kills))


if __name__ == "__main__":
    main()
