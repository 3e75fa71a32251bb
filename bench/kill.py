"""Hundreds of matches at full speed while servers and databases are struck down again and again.

    python -m bench.kill [sqlite | postgres | cluster | database | all] [--matches N] [--strikes N] [--rated]

`sqlite` and `postgres` kill (-9) the one server, `cluster` one of two servers on PostgreSQL and Redis in turn, and
`database` restarts PostgreSQL under two servers, in good order and as after a power failure in turn. Every client is
checked afterwards: no acknowledged move is missing, none is doubled, everybody resumed by themselves and played to the
end. The times to recover are printed. With `--rated` the matches are rated ones of accounts, and every result must have
been counted exactly once, as `tafelrunde admin ratings --rebuild` finds too. Run from the root of the source tree.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.databases import Postgres, running_postgres, running_redis
from tests.server.client import Client
from tests.server.outages import Strike, Toll, check, make_clients, play_through
from tests.server.rated_outages import check_counted, make_rated, register
from tests.server.serving import ServerProcess, serving

_MOVES_A_MATCH = 25
"""About: games are played at random, and those of TOKAN are shorter than the others."""

_ACCOUNTS = 8

Scene = tuple[Sequence[ServerProcess], Sequence[Strike]]


@contextlib.contextmanager
def _sqlite() -> Iterator[Scene]:
    with tempfile.TemporaryDirectory() as folder, serving(f"sqlite:{Path(folder) / 'kill.db'}") as server:
        yield [server], [server.kill_and_start]


@contextlib.contextmanager
def _postgres() -> Iterator[Scene]:
    with running_postgres() as postgres, serving(postgres.new_database()) as server:
        yield [server], [server.kill_and_start]


@contextlib.contextmanager
def _pair(postgres: Postgres) -> Iterator[Sequence[ServerProcess]]:
    database = postgres.new_database()
    with (
        running_redis() as redis,
        serving(database, "--redis", redis) as one,
        serving(database, "--redis", redis) as other,
    ):
        yield one, other


@contextlib.contextmanager
def _cluster() -> Iterator[Scene]:
    with running_postgres() as postgres, _pair(postgres) as servers:
        yield servers, [server.kill_and_start for server in servers]


@contextlib.contextmanager
def _database() -> Iterator[Scene]:
    with running_postgres() as postgres, _pair(postgres) as servers:

        def in_good_order() -> None:
            postgres.stop(signal.SIGINT)
            postgres.start()

        def as_after_a_power_failure() -> None:
            postgres.stop(signal.SIGQUIT)
            postgres.start()

        yield servers, [in_good_order, as_after_a_power_failure]


SCENES = {"sqlite": _sqlite, "postgres": _postgres, "cluster": _cluster, "database": _database}


async def _endure(scene: Scene, matches: int, strikes: int, rated: bool) -> tuple[list[Client], Toll]:
    servers, ways = scene
    if rated:
        accounts = [register(servers[0], f"Bot{number}") for number in range(_ACCOUNTS)]
        clients = make_rated(servers, accounts, matches)
    else:
        clients = make_clients(servers, matches)
    every = max(1, _MOVES_A_MATCH * matches // (strikes + 1))
    toll = await play_through(clients, list(itertools.islice(itertools.cycle(ways), strikes)), every)
    for server in servers:
        await check(server, clients)
    if rated:
        counted = await check_counted(servers[0].database, {client.match for client in clients})
        told = await asyncio.to_thread(_rebuild, servers[0].database)
        print(f"{counted} results, each counted once; admin ratings --rebuild: {told}", flush=True)
    return clients, toll


def _rebuild(database: str) -> str:
    """Return what the command says that computes all ratings again."""
    command = [sys.executable, "-m", "tafelrunde", "admin", "ratings", "--rebuild", "--database", database]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def _seconds(values: Sequence[float]) -> str:
    ordered = sorted(values)
    return f"median {ordered[len(ordered) // 2]:.2f}, longest {ordered[-1]:.2f} s" if ordered else "none"


def endure(name: str, matches: int, strikes: int, rated: bool) -> None:
    """Play through a scene and print what it cost."""
    with SCENES[name]() as scene:
        clients, toll = asyncio.run(_endure(scene, matches, strikes, rated))
    acknowledged = sum(len(client.acked) for client in clients)
    resumed = sum(client.connections - 1 for client in clients)
    print(
        f"{name}: {matches} matches, {len(toll.away)} strikes, {acknowledged:,} acknowledged moves: none missing, none "
        f"doubled; {resumed:,} times a client resumed\n"
        f"  until it answered again: {_seconds(toll.away)}; from then to the next acknowledged move: "
        f"{_seconds(toll.silent)}",
        flush=True,
    )


def main() -> None:
    """Play through the scenes that the command line names; all of them by default."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scene", nargs="?", default="all", choices=[*SCENES, "all"])
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--strikes", type=int, default=10)
    parser.add_argument("--rated", action="store_true")
    arguments = parser.parse_args(sys.argv[1:] if __name__ == "__main__" else [])
    for name in SCENES if arguments.scene == "all" else [arguments.scene]:
        endure(name, arguments.matches, arguments.strikes, arguments.rated)


if __name__ == "__main__":
    main()
