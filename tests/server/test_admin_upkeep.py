"""The server's chores go on whatever happens to one match, and its health says when nothing can be written."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tafelrunde.server.administration import admin
from tafelrunde.server.administration.admin import Charge
from tafelrunde.server.live import upkeep
from tafelrunde.server.match.events import Finished, LineRemoved, Moved, write_events
from tafelrunde.server.tokens import token_hash
from tafelrunde.store import Append, open_store
from tests.databases import Postgres
from tests.server.inside import Inside, inside
from tests.server.serving import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.long]

CHARGE = Charge("ann", "", 7)
DAMAGES = {
    "no json": b"\x00",
    "nothing": b"",
    "an unknown event": b'[1,[{"type":"tomorrow"}]]',
    "a move of nobody": write_events((Moved(7, "a1a2"),)),
    "a line that was never said": write_events((LineRemoved(99),)),
    "an end after which something follows": write_events((Finished("played", None, ()), Moved(0, "nonsense"))),
}


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not true():  # noqa: ASYNC110  (the server looks for itself)
            await asyncio.sleep(0.02)


async def damage(database: str, server: Inside, match: str, body: bytes) -> None:
    """Write an entry past the rules, as no server would, while one runs."""
    store = await open_store(database)
    try:
        number = (await store.entries(match))[-1].number + 1
        act = CHARGE.act("test", match)
        assert await store.append(Append(match, number, server.now(), None, body, act=act))
    finally:
        await store.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
@pytest.mark.parametrize("name", DAMAGES)
async def test_a_damaged_entry_ends_nothing_but_its_match(
    name: str, kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    database = f"sqlite:{tmp_path / 'm.db'}"
    if kind == "postgres":
        postgres: Postgres = request.getfixturevalue("postgres")
        database = postgres.new_database()
    async with inside(database) as server:
        bad, tokens = await server.create()
        good, others = await server.create()
        async with server.socket() as wire:
            await wire.follow(bad, tokens[0])
            await wire.follow(good, others[0])
            await damage(database, server, bad, DAMAGES[name])
            told = await wire.until("unsubscribed")
            assert (told["reason"], told["match"]) == ("damaged", bad)
            assert (await wire.act(bad, 0, "1", type="resign"))["code"] == "not-subscribed"
            # The chores go on: the other match is looked after, signs of life are written, bans arrive.
            store = await open_store(database)
            try:
                await admin.mute(store, CHARGE, good, 1)
                assert (await wire.until("event"))["events"] == [{"type": "silenced", "seat": 1, "on": True}]
                await admin.ban(store, CHARGE, others[1])
                await until(lambda: server.host.banned == {token_hash(others[1])})
                before = await store.last_beat()
                assert before is not None
                while (await store.last_beat() or 0) <= before:  # noqa: ASYNC110
                    await asyncio.sleep(0.02)
            finally:
                await store.close()
            assert (await wire.act(good, 0, "1", type="resign"))["type"] == "ack"
        assert all(not chore.done() for chore in server.host._upkeep)


async def test_a_damaged_match_ends_no_sweep(server: Inside) -> None:
    match, _ = await server.create(clock={"kind": "live", "seconds": 60})
    other, _ = await server.create(clock={"kind": "live", "seconds": 60})
    store = server.host.store
    assert await store.append(Append(match, 2, server.now(), None, b"\x00"))
    server.host.lives.clear()
    server.host.bus.is_shared = True
    unreadable: set[str] = set()
    for _ in range(2):
        await upkeep.tidy(server.host, unreadable)
    assert unreadable == {match}
    assert list(server.host.lives) == [other]
    server.host.bus.is_shared = False


async def test_chores_outlive_mistakes_of_our_own(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    failed = asyncio.Event()

    async def fail(*_: object) -> Any:
        failed.set()
        raise RuntimeError("a mistake")

    with monkeypatch.context() as patched:
        patched.setattr(server.host.store, "acts", fail)
        patched.setattr(server.host.store, "beat", fail)
        patched.setattr(server.host.store, "open_before", fail)
        await failed.wait()
        await until(lambda: server.host.beaten is None)
        await upkeep.tidy(server.host, set())
    await until(lambda: server.host.beaten is not None)
    assert all(not chore.done() for chore in server.host._upkeep)


# Health


async def test_health_says_when_nothing_can_be_written_and_when_it_can_again(server: Inside) -> None:
    store = server.host.store
    assert (await server.get("/api/health")).status_code == 200
    writing: Any = store
    await writing._queue(lambda db: db.execute("PRAGMA query_only = ON").close())
    await until(lambda: server.host.beaten is None)
    answer = await server.get("/api/health")
    assert (answer.status_code, answer.json()["status"]) == (503, "unavailable")
    # What is there can still be read.
    assert (await server.get("/api/matches")).status_code == 200
    writing._writing.execute("PRAGMA query_only = OFF")
    await until(lambda: server.host.beaten is not None)
    assert (await server.get("/api/health")).status_code == 200


async def test_health_says_when_no_sign_of_life_was_written_for_long(server: Inside) -> None:
    assert server.host.beaten is not None
    for chore in server.host._upkeep:
        chore.cancel()
    server.host.beaten -= 60
    assert (await server.get("/api/health")).status_code == 503


def limit_files(server: ServerProcess, size: int) -> None:
    """Let no file of a server grow beyond a size, as on a disk that is full."""
    assert server.process is not None
    _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, hard))


def test_a_server_whose_disk_is_full_is_not_well_and_recovers(tmp_path: Path) -> None:
    local = {"game": "tokan", "seats": [{"kind": "local", "name": "Ann"}, {"kind": "local", "name": "Bo"}]}
    server = ServerProcess(f"sqlite:{tmp_path / 'm.db'}")
    server.start()
    try:
        match = server.post("/api/matches", local)["match"]
        limit_files(server, (tmp_path / "m.db-wal").stat().st_size)
        while server.request("/api/health")[0] == 200:
            pass
        assert server.request("/api/matches", local)[0] == 503
        assert server.get(f"/api/matches/{match}")["number"] == 1
        limit_files(server, resource.RLIM_INFINITY)
        while server.request("/api/health")[0] != 200:
            pass
        assert server.request("/api/matches", local)[0] == 201
        assert server.logged().count("no-beat") == 1
    finally:
        server.kill()
        server.log.close()
