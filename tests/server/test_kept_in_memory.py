"""What somebody only looks at is not kept in memory, and a crowd of idle matches is soon forgotten."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tafelrunde.server.live import upkeep
from tafelrunde.server.match.refusal import Refusal
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
