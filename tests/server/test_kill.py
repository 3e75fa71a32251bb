"""A server that is killed in the middle of matches loses nothing it acknowledged and doubles nothing.

Here in small; `python -m bench kill` does it at length.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.databases import Postgres
from tests.server.outages import check, make_clients, play_through
from tests.server.serving import serving

pytestmark = [pytest.mark.anyio, pytest.mark.long]


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_killing_the_server_loses_and_doubles_nothing(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if kind == "sqlite":
        database = f"sqlite:{tmp_path / 'matches.db'}"
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        database = postgres.new_database()
    with serving(database) as server:
        clients = make_clients([server], 8)
        toll = await play_through(clients, [server.kill_and_start] * 3, every=50)
        assert len(toll.away) == 3
        assert max(client.connections for client in clients) > 1
        await check(server, clients)
