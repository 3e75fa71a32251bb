"""Matches that wait for somebody are not kept in memory, and lose nothing by it: neither time nor their end."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tafelrunde.server.cluster.bus import NoBus
from tafelrunde.server.live import resting, upkeep
from tafelrunde.server.live.archive import Archive
from tafelrunde.server.match import events as ev
from tafelrunde.server.match.state import Match
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
        server.now.time += 1_200_000
        live, tokens = await server.create(clock={"kind": "live", "seconds": 300})
        left, _ = await server.create(seats=[{"kind": "local", "name": "Ann"}, COMPUTERS[0]], draw_seats=False)
        stopped = server.now.time
    async with inside(tmp_path / "m.db", later=1_600_000) as server:
        async with asyncio.timeout(20):
            await server.host._taking_up
        # Far more time has gone by than the clock had: it was given back.
        assert live in server.host.lives
        assert not set(days) & set(server.host.lives)
        assert len(server.host.resting) == len(days)
        clock = (await shown(server, live, tokens[0]))["state"]["clock"]
        assert clock["left"][clock["running"]] > 280_000
        away = server.now.time - stopped
        for match in (live, days[0]):
            await server.host.find(match)
            await server.host._paying
            (credited,) = (await server.host.look_at(match)).told[-1].events
            assert isinstance(credited, ev.Credited)
            assert away - 30_000 < credited.ms < away
        assert (await shown(server, left))["state"]["status"] == "running"


async def test_a_server_starts_as_soon_however_many_matches_were_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inside(tmp_path / "m.db") as server:
        first, _ = await server.create(clock=DAYS)
        await server.create(seats=COMPUTERS, pace=5000)
    reading, goes_on = Archive.read, asyncio.Event()
    read = list[str]()

    async def read_slowly(self: Archive, name: str) -> Match:
        read.append(name)
        await goes_on.wait()
        return await reading(self, name)

    monkeypatch.setattr(Archive, "read", read_slowly)
    async with inside(tmp_path / "m.db", later=60_000) as server:
        # It answers although no match could be read so far.
        match, tokens = await server.create(clock=DAYS)
        assert (await shown(server, match, tokens[0]))["state"]["status"] == "running"
        assert len(read) < 2
        goes_on.set()
        async with asyncio.timeout(20):
            await server.host._taking_up
        assert first in read


async def test_a_stall_before_a_restart_is_given_back_once(tmp_path: Path) -> None:
    async with inside(tmp_path / "m.db") as server:
        match, _ = await server.create(clock=DAYS)
        server.now.time += 60_000
        await tidy(server)
        assert match not in server.host.lives
        server.host._owe(20_000)
        await server.host._noting
    for _ in range(3):
        # However often the server is started, and the match read.
        async with inside(tmp_path / "m.db", later=200_000) as server:
            live = await server.host.find(match)
            if live.match.owed:
                await server.host._paying
            credited = [event for told in live.match.told for event in told.events if isinstance(event, ev.Credited)]
            stall, outage = server.host._lost._times
            assert stall[1] - stall[0] == 20_000
            assert [event.ms for event in credited] == [20_000 + outage[1] - outage[0]]
            await tidy(server)
            assert (await server.host.find(match)).match.owed == 0


async def test_a_stall_that_two_tell_of_is_given_back_once(server: Inside) -> None:
    match, _ = await server.create(clock=DAYS)
    server.now.time += 100_000
    await tidy(server)
    now = server.now.time
    for begin, end in ((now - 30_000, now - 10_000), (now - 25_000, now - 5_000), (now - 30_000, now - 12_000)):
        server.host._lost.note(begin, end)
    assert (await server.host.find(match)).match.owed == 25_000


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
