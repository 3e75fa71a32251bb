"""Several server processes serve the same matches: with PostgreSQL and Redis, and any of them may go away."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import Iterator

import pytest
from websockets.asyncio.client import ClientConnection, connect

from tafelrunde.server.administration import admin
from tests.databases import Postgres, running_redis
from tests.server.outages import check, make_clients, play_through
from tests.server.serving import ServerProcess, serving

pytestmark = [pytest.mark.anyio, pytest.mark.long]


@pytest.fixture(scope="module")
def pair(postgres: Postgres) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    database = postgres.new_database()
    with (
        running_redis() as redis,
        serving(database, "--redis", redis) as one,
        serving(database, "--redis", redis) as other,
    ):
        yield one, other


async def test_matches_go_on_while_servers_are_killed_in_turn(pair: tuple[ServerProcess, ServerProcess]) -> None:
    clients = make_clients(pair, 8)
    toll = await play_through(clients, [server.kill_and_start for server in pair], every=25)
    assert len(toll.away) == 2
    for server in pair:
        await check(server, clients)


async def test_servers_are_restarted_one_after_the_other_without_a_lost_move(
    pair: tuple[ServerProcess, ServerProcess],
) -> None:
    clients = make_clients(pair, 8)
    toll = await play_through(clients, [server.stop_and_start for server in pair], every=25)
    assert len(toll.away) == 2
    # Nobody was refused anything but with the advice to come back.
    assert {refusal["code"] for client in clients for refusal in client.refusals} <= {"shutting-down"}
    for server in pair:
        await check(server, clients)


async def test_matches_go_on_after_the_database_was_restarted(
    pair: tuple[ServerProcess, ServerProcess], postgres: Postgres
) -> None:
    def restart(how: signal.Signals) -> None:
        postgres.stop(how)
        postgres.start()

    clients = make_clients(pair, 8)
    # In good order with everybody disconnected, and as after a power failure.
    strikes = [lambda how=how: restart(how) for how in (signal.SIGINT, signal.SIGQUIT)]
    toll = await play_through(clients, strikes, every=25)
    assert len(toll.away) == 2
    for server in pair:
        await check(server, clients)


async def test_a_person_in_charge_reaches_the_clients_of_all_servers(
    pair: tuple[ServerProcess, ServerProcess],
) -> None:
    local = [{"kind": "local", "name": "Ann"}, {"kind": "local", "name": "Bo"}]
    made = pair[0].post("/api/matches", {"game": "tokan", "seats": local})
    tokens = [given["token"] for given in made["seats"]]
    database = pair[0].command[pair[0].command.index("--database") + 1]
    async with connect(pair[0].socket_address) as ann, connect(pair[1].socket_address) as bo:
        await follow(ann, made["match"], tokens[0])
        await follow(bo, made["match"], tokens[1])
        await until_present(ann, [True, True])
        await until_present(bo, [True, True])
        async with admin.opened(database) as store:
            await admin.delete(store, admin.Charge("ann"), made["match"])
        for socket in (ann, bo):
            async with asyncio.timeout(30):
                while (message := json.loads(await socket.recv()))["type"] != "unsubscribed":
                    pass
            assert (message["reason"], message["match"]) == ("no-such-match", made["match"])


async def follow(socket: ClientConnection, match: str, token: str) -> None:
    await socket.send(json.dumps({"type": "subscribe", "match": match, "token": token, "tables": False}))


async def until_present(socket: ClientConnection, seats: list[bool]) -> None:
    async with asyncio.timeout(30):
        while json.loads(await socket.recv()).get("seats") != seats:
            pass


async def test_players_on_different_servers_see_each_other(pair: tuple[ServerProcess, ServerProcess]) -> None:
    one, other = pair
    local = [{"kind": "local", "name": "Ann"}, {"kind": "local", "name": "Bo"}]
    made = one.post("/api/matches", {"game": "tokan", "seats": local})
    tokens = [given["token"] for given in made["seats"]]
    async with connect(one.socket_address) as ann:
        await follow(ann, made["match"], tokens[0])
        await until_present(ann, [True, False])
        async with connect(other.socket_address) as bo:
            await follow(bo, made["match"], tokens[1])
            await until_present(bo, [True, True])
            await until_present(ann, [True, True])
        await until_present(ann, [True, False])
