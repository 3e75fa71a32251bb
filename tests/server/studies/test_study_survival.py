"""Studies outlive their servers, on both databases, and two processes write one study without losing a step."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from secrets import token_bytes
from typing import Any

import pytest

from tafelrunde.store import Entry, Store, open_store
from tafelrunde.store import studies as kept
from tests.databases import Postgres
from tests.server.inside import Inside, inside
from tests.server.serving import serving
from tests.server.studies.test_study_doors import ADD_CHAPTER, KEEP, READ, RECORD, WRITE, add, do, legal, make, read

pytestmark = [pytest.mark.anyio, pytest.mark.long]


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'matches.db'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


def ops(done: list[dict[str, Any]]) -> list[str]:
    return [entry["op"]["id"] for entry in done]


def test_what_was_answered_is_there_after_the_server_was_killed(tmp_path: Path) -> None:
    with serving(f"sqlite:{tmp_path / 'matches.db'}") as server:
        asked = {"title": "Openings", "read": READ, "write": WRITE, "keep": KEEP}
        study = server.post("/api/studies", asked)["id"]
        path, answered = f"/api/studies/{study}/ops", ["begin"]
        server.post(path, {"ops": [ADD_CHAPTER]}, WRITE)
        for number, move in enumerate(legal(RECORD)[:6]):
            step = {"ops": [add(f"m{number}", move)]}
            (done,) = server.post(path, step, WRITE)["done"]
            answered.append(done["id"])
            if number == 3:
                server.kill_and_start()
                # Nobody knows whether the answer arrived: the same again is the same.
                assert server.post(path, step, WRITE)["done"] == [done]
        found = server.get(f"/api/studies/{study}", READ)
        assert ops(found["entries"]) == answered
        assert [entry["number"] for entry in found["entries"]] == list(range(1, 8))


async def test_two_processes_write_one_study_and_tell_each_other(database: str) -> None:
    async with inside(database) as one, inside(database) as other:
        # What looks random in tests is the same in every process, which it must not be here.
        other.host.entropy = token_bytes
        study = await make(one)
        await do(one, study, ADD_CHAPTER)
        async with one.socket() as ann, other.socket() as bo:
            for wire, name in ((ann, "Ann"), (bo, "Bo")):
                await wire.ask("study-told", type="follow-study", study=study, since=1, name=name, token=WRITE)
            people = await ann.until("study-people", lambda told: len(told["people"]) == 2)
            assert {each["name"] for each in people["people"]} == {"Ann", "Bo"}
            moves = legal(RECORD)[:8]

            async def write(server: Inside, start: int) -> None:
                for number in range(start, len(moves), 2):
                    (done,) = await do(server, study, add(f"m{number}", moves[number]))
                    assert done["code"] is None

            await asyncio.gather(write(one, 0), write(other, 1))
            heard: dict[str, list[int]] = {"Ann": [], "Bo": []}
            for wire, name in ((ann, "Ann"), (bo, "Bo")):
                while not heard[name] or heard[name][-1] < 9:
                    heard[name] += [entry["number"] for entry in (await wire.until("study-told"))["entries"]]
            # Each step once and in order, whichever process wrote it.
            assert heard == {"Ann": list(range(2, 10)), "Bo": list(range(2, 10))}
        assert ops((await read(one, study))["entries"]) == ops((await read(other, study))["entries"])
        # A link that one process takes back is closed in the other.
        async with other.socket() as reader:
            await reader.ask("study-told", type="follow-study", study=study, since=0, name="Cy", token=READ)
            assert (await one.post(f"/api/studies/{study}/links", {"read": "q" * 32}, KEEP)).status_code == 200
            assert (await reader.until("study-closed"))["reason"] == "not-found"


def entry(number: int, key: str) -> Entry:
    return Entry(number, 5, key, key.encode())


async def opened(database: str) -> Store:
    store = await open_store(database)
    new = kept.Kept("study", "", "Study", "r", "w", "k", 0, 0, 1, 1)
    assert await store.transact(lambda: kept.add_study(new, 10)) == new
    return store


async def test_an_entry_follows_the_last_one_or_is_not_written(database: str) -> None:
    store = await opened(database)
    assert await store.transact(lambda: kept.append("study", [entry(1, "a"), entry(2, "b")], "New"))
    # Handed in again after a commit that nobody heard of.
    assert await store.transact(lambda: kept.append("study", [entry(1, "a"), entry(2, "b")], "New"))
    for wrong in ([entry(1, "c")], [entry(2, "c"), entry(3, "d")], [entry(4, "e")]):
        assert not await store.transact(partial(kept.append, "study", wrong, "Worse"))
    assert not await store.transact(lambda: kept.append("nowhere", [entry(1, "a")], "New"))
    found = await store.ask(lambda: kept.read_study("study"))
    assert found is not None
    assert (found[0].title, found[0].number, found[0].size) == ("New", 2, 2)
    assert [each.key for each in found[1]] == ["a", "b"]
    assert await store.transact(lambda: kept.remove_study("study"))
    assert await store.ask(lambda: kept.entries_of("study")) == []
    assert not await store.transact(lambda: kept.append("study", [entry(3, "c")], "Late"))
    await store.close()
