"""Limits that count over all processes on one Redis, and go on without it."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from redis.asyncio import Redis

from tafelrunde.players.base import Stop
from tafelrunde.server.cluster.redis_limits import RedisLimits
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.settings import Limits, Settings
from tafelrunde.server.thinking.study_queue import StudyQueue, Tell
from tafelrunde.server.wire.study import Progress
from tests.databases import free_port, running_redis
from tests.server.inside import inside

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def redis() -> Iterator[str]:
    with running_redis() as address:
        yield address


@contextlib.asynccontextmanager
async def limits(address: str) -> AsyncIterator[RedisLimits]:
    made = RedisLimits(address)
    await made.start()
    try:
        yield made
    finally:
        await made.stop()


async def test_what_is_taken_in_one_process_is_gone_in_the_other(redis: str) -> None:
    async with limits(redis) as one, limits(redis) as two:
        taken = [await each.take("match", "192.0.2.1", 0.001, 3) for each in (one, two, one, two, one)]
        assert taken == [True, True, True, False, False]
        assert await two.take("match", "192.0.2.2", 0.001, 3)
        assert await two.take("join", "192.0.2.1", 0.001, 3)


async def test_a_bucket_fills_again(redis: str) -> None:
    async with limits(redis) as one:
        assert await one.take("study", "192.0.2.3", 100.0, 1)
        async with asyncio.timeout(20):
            while not await one.take("study", "192.0.2.3", 100.0, 1):
                pass


async def test_connections_of_all_processes_count_and_end(redis: str) -> None:
    async with limits(redis) as one, limits(redis) as two:
        assert await one.enter("192.0.2.4", 1, 2)
        assert await two.enter("192.0.2.4", 1, 2)
        assert not await one.enter("192.0.2.4", 2, 2)
        two.count("192.0.2.4", 0)
        async with asyncio.timeout(20):
            while not await one.enter("192.0.2.4", 2, 2):
                pass


async def test_what_ends_while_the_next_begins_is_not_told_in_its_place(
    redis: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end of one question is told in the moment in which the next one is let in, and arrives last."""
    address = "192.0.2.14"
    async with limits(redis) as one, limits(redis) as two:
        assert await one.enter(address, 1, 1)
        arrived, go_on, done = asyncio.Event(), asyncio.Event(), asyncio.Event()
        pipeline = one._redis.pipeline

        def slow(transaction: bool) -> object:
            made = pipeline(transaction=transaction)
            execute = made.execute

            async def later() -> object:
                arrived.set()
                await go_on.wait()
                told = await execute()
                done.set()
                return told

            monkeypatch.setattr(made, "execute", later)
            return made

        monkeypatch.setattr(one._redis, "pipeline", slow)
        one.count(address, 0)
        async with asyncio.timeout(20):
            await arrived.wait()
            assert await one.enter(address, 1, 1)
            go_on.set()
            await done.wait()
            # Another process may let somebody in for a moment, and then no more.
            client = Redis.from_url(redis)
            while not await client.hgetall(f"tafelrunde:open:{address}"):
                pass
            await client.aclose()
        assert not await two.enter(address, 1, 1)


async def test_connections_of_a_process_that_is_gone_do_not_count(redis: str) -> None:
    async with limits(redis) as two:
        async with limits(redis) as one:
            assert await one.enter("192.0.2.5", 2, 2)
            assert not await two.enter("192.0.2.5", 1, 2)
        assert await two.enter("192.0.2.5", 2, 2)


async def test_nothing_is_kept_for_ever(redis: str) -> None:
    async with limits(redis) as one:
        await one.take("match", "192.0.2.6", 1.0, 3)
        await one.enter("192.0.2.6", 1, 2)
        client = Redis.from_url(redis)
        names = await client.keys("tafelrunde:*192.0.2.6")
        assert len(names) == 2
        assert all([0 < await client.ttl(name) <= 3600 for name in names])
        await client.aclose()


async def test_two_servers_share_the_limits_of_an_address(redis: str, tmp_path: Path) -> None:
    few = Limits(matches_per_hour=0.001, matches_burst=3, joins_per_hour=0.001, joins_burst=2)
    both = {"game": "tokan", "seats": [{"kind": "open"}] * 2}
    async with (
        inside(tmp_path / "1.db", few, redis=redis) as one,
        inside(tmp_path / "2.db", few, redis=redis) as two,
    ):
        made = [await each.post("/api/matches", both) for each in (one, two, one, two)]
        assert [answer.status_code for answer in made] == [201, 201, 201, 429]
        seats = [
            await each.post(f"/api/matches/{answer.json()['match']}/seats", {"name": "M"})
            for each, answer in zip((one, two, one), made, strict=False)
        ]
        assert [answer.status_code for answer in seats] == [201, 201, 429]


async def test_without_redis_every_process_counts_for_itself(tmp_path: Path) -> None:
    few = Limits(matches_per_hour=0.001, matches_burst=2)
    both = {"game": "tokan", "seats": [{"kind": "open"}] * 2}
    nowhere = f"redis://127.0.0.1:{free_port()}"
    async with inside(tmp_path / "1.db", few, redis=nowhere) as server:
        made = [(await server.post("/api/matches", both)).status_code for _ in range(3)]
        assert made == [201, 201, 429]
        async with server.socket() as wire:
            assert (await wire.ask("pong", type="ping"))["type"] == "pong"


async def test_a_redis_that_hangs_holds_nobody_up_for_long() -> None:
    with running_redis() as address:
        client = Redis.from_url(address)
        async with limits(address) as one:
            assert await one.take("match", "x", 0.001, 1)
            assert not await one.take("match", "x", 0.001, 1)
            await client.client_pause(60_000)
            async with asyncio.timeout(20):
                assert await one.take("match", "x", 0.001, 1)
                assert await one.enter("x", 1, 1)
        await client.aclose()


async def test_an_address_has_one_question_worked_on_in_all_processes(redis: str) -> None:
    settings = Settings(limits=Limits(studies_per_hour=3600, studies_burst=20))
    async with limits(redis) as first, limits(redis) as second:
        one, two = StudyQueue(settings, first), StudyQueue(settings, second)
        ready = threading.Event()

        def work(stop: Stop, tell: Tell) -> Progress:
            del stop, tell
            ready.wait(20)
            return Progress(1, 1)

        lines = await one.answer("192.0.2.9", 1.0, work)
        with pytest.raises(Refusal, match="still being worked on"):
            await two.answer("192.0.2.9", 1.0, work)
        await two.answer("192.0.2.10", 1.0, work)
        ready.set()
        assert len([line async for line in lines]) == 2
        async with asyncio.timeout(20):
            while True:
                with contextlib.suppress(Refusal):
                    await two.answer("192.0.2.9", 1.0, work)
                    break
        one.close()
        two.close()
