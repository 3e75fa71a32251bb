"""The bus over Redis: news of one match that goes wrong keeps no news of others from a process."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from redis.asyncio import Redis

from tafelrunde.server.cluster.redis_bus import RedisBus
from tests.databases import running_redis

pytestmark = pytest.mark.anyio


async def test_news_that_cannot_be_taken_in_ends_no_listening() -> None:
    heard = list[tuple[str, int]]()
    present = list[Any]()
    came = asyncio.Event()

    async def hear(match: str, number: int) -> None:
        heard.append((match, number))
        if match == "bad":
            raise ValueError("a mistake of ours")
        if match == "last":
            came.set()

    with running_redis() as url:
        bus, other = RedisBus(url), Redis.from_url(url)
        await bus.start(hear, lambda *told: present.append(told))
        try:
            for text in (b"bad:1 good:2", b"no news at all", b"a!b!c \xff\xfe!! :", b"m!other!1!2!0 last:3"):
                await other.publish("tafelrunde-entries", text)
            async with asyncio.timeout(20):
                await came.wait()
        finally:
            await bus.stop()
            await other.aclose()
    assert heard == [("bad", 1), ("good", 2), ("last", 3)]
    assert present == [("m", "other", 1, 2, False)]
