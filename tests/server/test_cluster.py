"""Several server processes serve the same matches: with PostgreSQL and Redis, and any of them may die."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from random import Random

import pytest

from tests.databases import Postgres, running_redis
from tests.server.serving import serving, start_worker
from tests.server.test_kill import check, make_clients, play_on

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def redis() -> Iterator[str]:
    with running_redis() as address:
        yield address


async def test_matches_go_on_while_servers_are_killed_in_turn(postgres: Postgres, redis: str) -> None:
    database = postgres.new_database()
    with serving(database, "--redis", redis) as one, serving(database, "--redis", redis) as other:
        rng = Random(1)
        addresses = [one.socket_address, other.socket_address]
        clients = make_clients(one, 6, lambda: rng.choice(addresses))
        await play_on(clients, [one, other])
        await check(one, clients)
        await check(other, clients)


async def test_workers_think_for_computers_and_one_that_dies_is_replaced(postgres: Postgres, redis: str) -> None:
    database = postgres.new_database()
    workers = [start_worker(redis), start_worker(redis)]
    try:
        with serving(database, "--redis", redis, "--remote-computers", "--think", "0.05") as server:
            robots = [{"kind": "computer", "level": 2}, {"kind": "computer", "level": 1}]
            made = [server.post("/api/matches", {"game": "tokan", "seats": robots})["match"] for _ in range(2)]
            workers[0].kill()
            async with asyncio.timeout(180):
                for match in made:
                    number = 0
                    while True:
                        path = f"/api/matches/{match}/events?since={number}&wait=20"
                        events = (await asyncio.to_thread(server.get, path))["events"]
                        number = events[-1]["number"] if events else number
                        if any(each["type"] == "finished" for event in events for each in event["events"]):
                            break
    finally:
        for worker in workers:
            worker.terminate()
            worker.wait()
