"""A server that is killed while rated matches end counts every result exactly once.

Here in small; `python -m bench.kill --rated` does it at length.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import Postgres, running_redis
from tests.server.outages import play_through
from tests.server.rated_outages import check_counted, make_rated, register
from tests.server.serving import ServerProcess, serving

pytestmark = [pytest.mark.anyio, pytest.mark.long]


@contextlib.contextmanager
def scene(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[tuple[str, list[ServerProcess]]]:
    if kind == "sqlite":
        database = f"sqlite:{tmp_path / 'matches.db'}"
        with serving(database) as server:
            yield database, [server]
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    database = postgres.new_database()
    if kind == "postgres":
        with serving(database) as server:
            yield database, [server]
        return
    with (
        running_redis() as redis,
        serving(database, "--redis", redis) as one,
        serving(database, "--redis", redis) as other,
    ):
        yield database, [one, other]


@pytest.mark.parametrize("kind", ["sqlite", "postgres", "cluster"])
async def test_every_result_is_counted_exactly_once_through_kills(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with scene(kind, tmp_path, request) as (database, servers):
        accounts = [register(servers[0], f"Bot{number}") for number in range(4)]
        clients = make_rated(servers, accounts, 8)
        strikes = [servers[number % len(servers)].kill_and_start for number in range(3)]
        toll = await play_through(clients, strikes, every=50)
        assert len(toll.away) == 3
        assert await check_counted(database, {client.match for client in clients}) == 8
