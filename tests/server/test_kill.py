"""A server that is killed in the middle of matches loses nothing it acknowledged and doubles nothing.

Here in small; `python -m bench.server kill` does it at length.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.databases import Postgres
from tests.server.client import Client
from tests.server.serving import ServerProcess, serving

pytestmark = pytest.mark.anyio

GAMES = [
    {"game": "tokan", "seats": 2},
    {"game": "tokan", "seats": 2, "options": {"setup": "draft"}},
    {"game": "schoko", "seats": 2},
    {"game": "schokoly", "seats": 3, "options": {"players": "3"}},
]


def make_clients(server: ServerProcess, matches: int, address: Callable[[], str] | None = None) -> list[Client]:
    where = address or server.socket_address
    clients = []
    for index in range(matches):
        kind = GAMES[index % len(GAMES)]
        seats = [{"kind": "local", "name": f"P{seat}"} for seat in range(int(str(kind["seats"])))]
        asked = {"game": kind["game"], "options": kind.get("options", {}), "seats": seats}
        made = server.post("/api/matches", asked)
        clients += [
            Client(where, made["match"], given["seat"], given["token"], 100 * index + given["seat"])
            for given in made["seats"]
        ]
    return clients


async def play_on(clients: list[Client], victims: list[ServerProcess], every: int = 60) -> None:
    """Let clients play to the end while servers are killed and started again, one after so many acknowledged moves."""
    acks, is_over = 0, False
    enough = asyncio.Event()

    def count() -> None:
        nonlocal acks
        acks += 1
        if acks % every == 0:
            enough.set()

    async def murder() -> None:
        for victim in victims:
            enough.clear()
            await enough.wait()
            if not is_over:
                victim.kill()
                await asyncio.to_thread(victim.start)

    for client in clients:
        client.on_ack = count
    killing = asyncio.create_task(murder())
    await asyncio.gather(*(client.play() for client in clients))
    is_over = True
    while not killing.done():
        enough.set()
        await asyncio.wait([killing], timeout=0.1)


async def check(server: ServerProcess, clients: list[Client]) -> None:
    """Compare what every client was told with what the server has."""
    for client in clients:
        path = f"/api/matches/{client.match}/events"
        events = (await asyncio.to_thread(server.get, path, client.token))["events"]
        assert [event["number"] for event in events] == list(range(1, len(events) + 1))
        assert {event["number"]: event["events"] for event in events} == client.heard
        assert client.acked.keys() == client.sent.keys()
        for name, number in client.acked.items():
            (moved, *_) = events[number - 1]["events"]
            assert (moved["type"], moved["seat"], moved["move"]) == ("moved", client.seat, client.sent[name])
        made = [entry for event in events for entry in event["events"] if entry["type"] == "moved"]
        assert len([move for move in made if move["seat"] == client.seat]) == len(client.acked)


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
        clients = make_clients(server, 8)
        await play_on(clients, [server] * 3)
        assert max(client.connections for client in clients) > 1
        await check(server, clients)
