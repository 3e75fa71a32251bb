"""Matches that wait for somebody are not kept in memory, and lose nothing by it: neither time nor their end."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tafelrunde.server.cluster.bus import NoBus
from tafelrunde.server.live import resting, upkeep
from tafelrunde.server.match import events as ev
from tafelrunde.store import Append
from tests.server.inside import Inside, inside

pytestmark = pytest.mark.anyio

DAYS = {"kind": "days", "seconds": 86_400}
COMPUTERS = [{"kind": "computer", "level": 1}, {"kind": "computer", "level": 1}]


async def tidy(server: Inside) -> None:
    """Look around after everything has been idle for long."""
    for live in server.host.lives.values():
        live.used -= 1_000
    await upkeep.tidy(server.host, set())


async def shown(server: Inside, match: str, token: str | None = None) -> dict[str, Any]:
    answer: dict[str, Any] = (await server.get(f"/api/matches/{match}", token)).json()
    return answer


async def test_a_match_by_days_rests_and_goes_on_where_it_was(server: Inside) -> None:
    match, tokens = await server.create(clock=DAYS)
    before = await shown(server, match, tokens[0])
    await tidy(server)
    assert match not in server.host.lives
    assert len(server.host.resting) == 1
    again = await shown(server, match, tokens[0])
    assert (again["number"], again["state"]["clock"]) == (before["number"], before["state"]["clock"])
    # It is in memory again, and looked after there.
    assert len(server.host.resting) == 0
    assert server.host.lives[match].deadline is not None


async def test_a_match_whose_time_runs_out_soon_does_not_rest(server: Inside) -> None:
    soon, _ = await server.create(clock={"kind": "live", "seconds": 300})
    followed, tokens = await server.create(clock=DAYS)
    async with server.socket() as wire:
        await wire.follow(followed, tokens[0])
        await tidy(server)
        assert set(server.host.lives) == {soon, followed}
    assert len(server.host.resting) == 0


async def test_the_time_of_a_match_that_rests_runs_out(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resting, "_SOON_MS", 0)
    match, _ = await server.create(clock=DAYS)
    server.now.time += 86_400_000 - 200
    await tidy(server)
    assert match not in server.host.lives
    async with asyncio.timeout(20):
        while (live := server.host.lives.get(match)) is None or live.match.finished is None:
            server.now.time += 50
            await asyncio.sleep(0.01)
    assert live.match.finished.reason == "time"


async def test_a_stall_is_given_back_to_a_match_that_rests(server: Inside) -> None:
    match, _ = await server.create(clock=DAYS)
    server.now.time += 60_000
    await tidy(server)
    for _ in range(20):
        # More than a few of them: it may rest for weeks.
        server.host._owe(2_000)
        server.now.time += 10_000
    assert (await server.host.find(match)).match.owed == 40_000


async def test_after_a_restart_clocks_are_right_and_nothing_is_kept_that_rests(tmp_path: Path) -> None:
    async with inside(tmp_path / "m.db") as server:
        days = [(await server.create(clock=DAYS))[0] for _ in range(70)]
        live, _ = await server.create(clock={"kind": "live", "seconds": 300})
        left, _ = await server.create(seats=[{"kind": "local", "name": "Ann"}, COMPUTERS[0]], draw_seats=False)
        server.now.time += 1_200_000
        played, _ = await server.create(clock=DAYS)
    async with inside(tmp_path / "m.db", later=1_300_000) as server:
        # Those who played a moment ago come back.
        assert {live, played} <= set(server.host.lives)
        assert not set(days) & set(server.host.lives)
        assert len(server.host.resting) == len(days)
        for match in days:
            told = (await server.host.look_at(match)).told[-1]
            (credited,) = told.events
            assert isinstance(credited, ev.Credited)
            assert credited.ms > 50_000
        assert (await shown(server, left))["state"]["status"] == "running"


async def test_computers_go_on_after_a_restart(tmp_path: Path) -> None:
    async with inside(tmp_path / "m.db") as server:
        match, _ = await server.create(seats=COMPUTERS, pace=5000)
    async with inside(tmp_path / "m.db") as server:
        async with asyncio.timeout(20):
            while True:
                live = server.host.lives.get(match)
                if live is not None:
                    break
                await asyncio.sleep(0.01)
        assert live.thinking is not None


async def test_what_others_keep_going_is_read_once_and_not_kept(
    server: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, _ = await server.create(seats=[{"kind": "local", "name": "Ann"}, COMPUTERS[0]], clock=DAYS)
    monkeypatch.setattr(NoBus, "is_shared", True)
    await tidy(server)
    host, read = server.host, list[str]()
    reading = host.store.entries

    async def entries(name: str, after: int = 0) -> Any:
        read.append(name)
        return await reading(name, after)

    monkeypatch.setattr(host.store, "entries", entries)
    for _ in range(3):
        await tidy(server)
    assert (read, match in host.lives) == ([], False)
    # Another process writes something: it is looked at again, once.
    number = (await reading(match))[-1].number
    entry = ev.write_events((ev.Chatted(0, "Hello"),))
    assert await host.store.append(Append(match, number + 1, host.now(), None, entry))
    for _ in range(3):
        await tidy(server)
    assert (read, match in host.lives) == ([match], False)
    await host.store.delete(match)
    await tidy(server)
    assert len(host.resting) == 0
