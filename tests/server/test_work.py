"""How long one address may make the server work, whatever it asks for, while others are served."""

from __future__ import annotations

import asyncio
import threading
import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tafelrunde.games.registry import find_game
from tafelrunde.research.puzzles.corpus import by_id
from tafelrunde.server.limits.token_bucket import Bucket
from tafelrunde.server.limits.work import Desk, measured
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.settings import Limits
from tafelrunde.store import sql
from tests.server.inside import FREE, inside
from tests.server.people.devices import device

pytestmark = pytest.mark.anyio

NEVER = replace(FREE, work_per_second=0.0)
"""What is used up is never given back, so that nothing depends on how fast this machine is."""


def busy(seconds: float) -> None:
    """Use up processor time."""
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


def branched(lines: int) -> str:
    """Return a record with many variations: every other fourth turn of a game of Schokoly."""
    game = find_game("schokoly")
    options = game.options_type.parse("")
    deal = game.deal(options, Random(1))
    position, moves = game.start(options, deal), list[str]()
    for _ in range(3):
        moves.append(str(position.turns()[0]))
        position = position.apply(position.turns()[0])
    first, *others = position.turns()
    moves.append(str(first))
    variations = " ".join(f"({turn})" for turn in others[:lines])
    return f'[Game "schokoly"]\n[Notation "2"]\n[Deck "{deal}"]\n\n{" ".join(moves)} {variations}'


async def test_the_steps_of_work_are_measured_and_its_waiting_is_not() -> None:
    share = Bucket(0.0, 1.0, 0.0)
    gate = asyncio.Event()

    async def work() -> str:
        busy(0.01)
        try:
            await gate.wait()
        except asyncio.CancelledError:
            busy(0.01)
            raise
        return "done"

    async def measure() -> str:
        return await measured(work(), share)

    task = asyncio.create_task(measure())
    await asyncio.sleep(0)
    busy(0.5)  # Somebody else's work.
    gate.set()
    assert await task == "done"
    assert share.is_left(0.0)
    gate.clear()
    task = asyncio.create_task(measure())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    share.spend(0.98)
    assert not share.is_left(0.0), "three steps of a hundredth were counted"


async def test_what_goes_wrong_in_work_comes_out_and_is_counted() -> None:
    share = Bucket(0.0, 0.01, 0.0)

    async def work() -> None:
        await asyncio.sleep(0)
        busy(0.02)
        raise KeyError("x")

    with pytest.raises(KeyError):
        await measured(work(), share)
    assert not share.is_left(0.0)


async def test_an_address_asks_one_after_the_other_and_others_pass_by() -> None:
    desk = Desk(replace(FREE, questions_waiting=2))
    go, begun = threading.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()
    running: list[int] = []

    def wait() -> int:
        running.append(1)
        loop.call_soon_threadsafe(begun.set)
        assert go.wait(20)
        running.pop()
        return len(running)

    first = asyncio.create_task(desk.ask("a", wait))
    second = asyncio.create_task(desk.ask("a", wait))
    await begun.wait()
    with pytest.raises(Refusal, match="at once"):
        await desk.ask("a", wait)
    assert await desk.ask("b", lambda: "at once") == "at once"
    assert len(running) == 1
    go.set()
    assert (await first, await second) == (0, 0)
    assert await desk.ask("a", lambda: "again") == "again"
    desk.close()


async def test_whoever_used_up_their_time_waits_and_nobody_else(tmp_path: Path) -> None:
    limits = replace(NEVER, work_burst=0.4)
    async with inside(tmp_path / "m.db", limits, trusted_proxies=("127.0.0.1",)) as server:

        async def study(address: str) -> tuple[int, str]:
            asked = {"record": branched(3000)}
            answer = await server.http.post("/api/study", json=asked, headers={"x-forwarded-for": address})
            return answer.status_code, answer.json().get("code", "")

        told, times = (200, ""), 0
        while told == (200, "") and times < 200:
            told, times = await study("192.0.2.1"), times + 1
        assert told == (429, "too-fast")
        health = await server.http.get("/api/health", headers={"x-forwarded-for": "192.0.2.1"})
        assert health.status_code == 429
        assert await study("192.0.2.2") == (200, "")


async def test_wrong_answers_to_puzzles_are_paid_for(tmp_path: Path) -> None:
    """To know whether a wrong move was legal a whole record is replayed, fifty of them for one request."""
    longest = max(by_id().values(), key=lambda puzzle: len(puzzle.record))
    attempts = [
        {"id": f"attempt-{number}", "puzzle": longest.id, "moves": ["a1a2"], "shown": False, "at": 1}
        for number in range(50)
    ]
    async with inside(tmp_path / "m.db", replace(NEVER, work_burst=0.5)) as server, device(server) as ann:
        await ann.register("Ann")
        told = [(await ann.post("/api/me/puzzles", {"attempts": attempts})).status_code for _ in range(12)]
        assert told[0] == 200
        assert told[-1] == 429


async def test_reading_the_store_is_paid_for_by_whoever_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked for in vain is read, too: all matches there ever were, perhaps."""
    async with inside(tmp_path / "m.db", replace(NEVER, work_burst=0.3), trusted_proxies=("127.0.0.1",)) as server:
        counting = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 200000) SELECT x FROM c"
        monkeypatch.setattr(sql, "find", lambda _: (f"{counting} WHERE x < 0", []))
        one, other = {"x-forwarded-for": "192.0.2.1"}, {"x-forwarded-for": "192.0.2.2"}
        told = [(await server.http.get("/api/matches", headers=one)).status_code for _ in range(30)]
        assert (told[0], told[-1]) == (200, 429)
        assert (await server.http.get("/api/matches", headers=other)).status_code == 200


async def test_nothing_is_read_for_a_game_that_nobody_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with inside(tmp_path / "m.db") as server:
        monkeypatch.setattr(server.host.store, "find", None)
        answer = await server.get("/api/matches", game="halma")
        assert answer.json() == {"matches": [], "next": None}


async def test_time_is_counted_for_all_sockets_of_an_address_together(tmp_path: Path) -> None:
    async with inside(tmp_path / "m.db", replace(NEVER, work_burst=0.3)) as server:
        match, tokens = await server.create(game="schoko")
        async with server.socket() as one, server.socket() as other:
            answer, times = await one.follow(match, tokens[0]), 0
            while answer["type"] != "refusal" and times < 5000:
                answer, times = await one.follow(match, tokens[0], since=0), times + 1
            assert answer["code"] == "too-fast"
            assert (await other.ask("pong", type="ping"))["code"] == "too-fast"


def test_everybody_has_some_time_by_default() -> None:
    limits = Limits()
    assert 0 < limits.work_per_second < 1 <= limits.work_burst
