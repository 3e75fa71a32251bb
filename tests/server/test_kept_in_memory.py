"""What somebody only looks at is not kept in memory, and a crowd of idle matches is soon forgotten."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tafelrunde.server.live import upkeep
from tafelrunde.server.live.rotation import rotate
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.store import StoreUnavailable
from tests.server.inside import Inside, inside
from tests.server.people.devices import device
from tests.server.test_survival import spoil

pytestmark = pytest.mark.anyio

SEATS = [{"kind": "local", "name": "Ann"}, {"kind": "local", "name": "Bo"}]


async def test_taking_ones_data_along_keeps_no_match_in_memory(server: Inside) -> None:
    async with device(server) as ann:
        await ann.register("Ann")
        names = []
        for _ in range(5):
            made = await ann.post("/api/matches", {"game": "schoko", "seats": SEATS})
            names.append(made.json()["match"])
        kept, *forgotten = names
        for name in forgotten:
            del server.host.lives[name]
        text = (await ann.get("/api/me/data")).text
        assert all(name in text for name in names)
        assert set(server.host.lives) == {kept}


async def test_what_is_only_looked_at_is_set_aside_where_it_is_damaged(tmp_path: Path) -> None:
    async with inside(tmp_path / "m.db") as server:
        bad, _ = await server.create()
        await spoil(server, bad, b"{")
    async with inside(tmp_path / "m.db") as server:
        for _ in range(2):
            with pytest.raises(Refusal, match="set aside"):
                await server.host.look_at(bad)
        with pytest.raises(Refusal, match="no such match"):
            await server.host.look_at("x" * 22)
        assert not server.host.lives


@pytest.mark.parametrize(("crowd", "left"), [(2, 1), (3, 4)])
async def test_a_crowd_of_idle_matches_is_forgotten_sooner(
    server: Inside, monkeypatch: pytest.MonkeyPatch, crowd: int, left: int
) -> None:
    monkeypatch.setattr(upkeep, "_CROWD", crowd)
    names = [(await server.create())[0] for _ in range(3)]
    watched, _ = await server.create()
    for name in [*names, watched]:
        server.host.lives[name].used = asyncio.get_running_loop().time() - 20
    async with server.socket() as wire:
        await wire.follow(watched)
        server.host.lives[watched].used -= 1000
        await upkeep.tidy(server.host, set())
        assert len(server.host.lives) == left
        assert watched in server.host.lives


class SlowReading:
    """Reading entries from the store, which ends only when a test says so."""

    def __init__(self, server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun: list[asyncio.Event] = []
        self._heard = asyncio.Event()
        self.fails = False
        self._entries = server.host.store.entries
        monkeypatch.setattr(server.host.store, "entries", self._read)

    async def _read(self, name: str, after: int = 0) -> Any:
        found, end = await self._entries(name, after), asyncio.Event()
        self.begun.append(end)
        self._heard.set()
        await end.wait()
        if self.fails:
            raise StoreUnavailable("gone")
        return found

    async def wait_for(self, count: int) -> None:
        async with asyncio.timeout(20):
            while len(self.begun) < count:
                self._heard.clear()
                await self._heard.wait()


async def leave(reader: asyncio.Task[Any]) -> None:
    """Go away while a match is being read, as somebody does whose connection drops."""
    reader.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reader


async def test_a_match_has_one_life_when_its_first_reader_is_gone(
    server: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = server.host
    match, tokens = await server.create()
    host.resting.let_go(host.lives[match])
    reading = SlowReading(server, monkeypatch)
    first = asyncio.create_task(host.find(match))
    await reading.wait_for(1)
    await leave(first)
    second = asyncio.create_task(host.find(match))
    # Long enough for a reading of its own, were there one.
    await asyncio.sleep(0.1)
    reading.begun[0].set()
    async with server.socket() as victim, server.socket() as other:
        await victim.follow(match, tokens[0])
        live = host.lives[match]
        for end in reading.begun:
            end.set()
        assert await second is live
        assert host.lives[match] is live
        assert len(reading.begun) == 1
        await other.follow(match, tokens[1])
        await other.act(match, 1, "a", type="chat", text="hear me")
        await victim.until("event")


async def test_a_reading_that_fails_when_nobody_waits_any_more_is_tried_again(
    server: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = server.host
    match, _ = await server.create()
    host.resting.let_go(host.lives[match])
    reading = SlowReading(server, monkeypatch)
    first = asyncio.create_task(host.find(match))
    await reading.wait_for(1)
    await leave(first)
    reading.fails = True
    reading.begun[0].set()
    await asyncio.sleep(0.05)
    reading.fails = False
    second = asyncio.create_task(host.find(match))
    await reading.wait_for(2)
    reading.begun[1].set()
    assert await second is host.lives[match]


async def test_what_was_read_does_not_replace_what_is_in_memory_by_now(server: Inside) -> None:
    host = server.host
    match, tokens = await server.create()
    live, older = host.lives[match], await host._archive.read(match)
    async with server.socket() as wire:
        await wire.follow(match, tokens[0])
        assert (host._archive.put(older), live.doubtful) == (live, False)
        await wire.act(match, 0, "a", type="chat", text="hello")
        newer = await host._archive.read(match)
    # Another process wrote more than is known here: it is asked for before anything else.
    live.match = older
    assert (host._archive.put(newer), live.doubtful) == (live, True)
    assert (await host.find_fresh(match)).match.number == newer.number


async def test_whoever_waited_for_long_changes_what_others_follow(server: Inside) -> None:
    """A new token takes as long as a series of rematches; meanwhile the match is let go of, and read by a thief."""
    host = server.host
    match, (stolen, other) = await server.create()
    held = await host.find(match)
    host.resting.let_go(held)
    async with server.socket() as thief, server.socket() as owner:
        await thief.follow(match, stolen)
        await rotate(host, held, host.seat_of(held.match, stolen), "n" * 32)
        assert (await thief.until("unsubscribed"))["reason"] == "forbidden"
        assert (await server.get(f"/api/matches/{match}", stolen)).json()["code"] == "forbidden"
        assert (await owner.follow(match, "n" * 32))["type"] == "snapshot"
        assert (await owner.follow(match, other))["type"] == "snapshot"
    # One that nobody has read since is in memory again.
    held = host.lives[match]
    host.resting.let_go(held)
    await host.close(held)
    assert host.lives[match].match.finished is not None
    host.resting.let_go(host.lives[match])
    await host.store.delete(match)
    with pytest.raises(Refusal, match="no such match"):
        await host.close(held)
