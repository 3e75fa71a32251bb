"""Computers that think in worker processes: every question is answered once, whoever asks and whoever dies."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random

import pytest
from redis.asyncio import Redis

from tafelrunde.games.registry import find_game
from tafelrunde.records.replay import new_record
from tafelrunde.server.thinking.computers import LocalComputers, Question
from tafelrunde.server.thinking.remote import RemoteComputers
from tests.databases import running_redis
from tests.server.serving import serving, working

pytestmark = [pytest.mark.anyio, pytest.mark.long]


@pytest.fixture(scope="module")
def redis() -> Iterator[str]:
    with running_redis() as address:
        yield address


@pytest.fixture
async def computers(redis: str) -> AsyncIterator[list[RemoteComputers]]:
    """Two servers' ways to ask."""
    asking = [RemoteComputers(redis, LocalComputers({}), silence=2) for _ in range(2)]
    yield asking
    for each in asking:
        await each.stop()


def question(match: str, seconds: float) -> Question:
    game = find_game("tokan")
    options = game.options_type.parse("standard")
    deal = game.deal(options, Random(1))
    start = game.start(options, deal)
    return Question(start.view(start.seat), 8, seconds, "", match, 1, new_record(game, options, deal))


async def test_a_question_that_two_servers_ask_is_answered_once(redis: str, computers: list[RemoteComputers]) -> None:
    with working(redis):
        # Every question has a seed of its own: two thoughts about it would differ sooner or later.
        for number in range(5):
            asked = question(f"once{number}", 0.02)
            one, other = await asyncio.gather(*(each.ask(asked) for each in computers))
            assert one == other
            assert not one.stumbled


async def test_the_question_of_a_worker_that_died_is_given_to_another(
    redis: str, computers: list[RemoteComputers]
) -> None:
    client = Redis.from_url(redis)
    with working(redis) as first:
        answering = asyncio.create_task(computers[0].ask(question("orphan", 3.0)))
        while not await client.llen("saq:tafelrunde-computers:active"):  # noqa: ASYNC110  (Redis tells nobody)
            await asyncio.sleep(0.02)
        first.kill()
        with working(redis):
            answer = await answering
    assert not answer.stumbled
    await client.aclose()


async def test_computers_play_a_match_with_the_help_of_workers(redis: str, tmp_path: Path) -> None:
    options = ("--redis", redis, "--remote-computers", "--think", "0.02")
    with working(redis), working(redis), serving(f"sqlite:{tmp_path / 'm.db'}", *options) as server:
        robots = [{"kind": "computer", "level": 2}, {"kind": "computer", "level": 1}]
        match = server.post("/api/matches", {"game": "tokan", "seats": robots})["match"]
        types: list[str] = []
        while len(types) < 8:
            path = f"/api/matches/{match}/events?since={len(types)}&wait=20"
            events = (await asyncio.to_thread(server.get, path))["events"]
            types += [each["type"] for event in events for each in event["events"][-1:]]
        assert set(types[1:]) == {"moved"}
