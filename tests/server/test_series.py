"""Rematches under attack: a series is no way around limits, and no way for an old token to come back."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tafelrunde.store import Append, StoreUnavailable, Summary, sql
from tests.server.inside import FREE, Inside, inside

pytestmark = pytest.mark.anyio

CHAT = {"type": "chat", "text": "here"}
AGAIN = {"type": "propose", "what": "rematch"}


async def act(server: Inside, match: str, token: str, name: str, action: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = (
        await server.post(f"/api/matches/{match}/acts", {"id": name, "action": action}, token)
    ).json()
    return answer


async def ended(server: Inside) -> tuple[str, list[str]]:
    """Return a match that is over, whose first seat has proposed another."""
    match, tokens = await server.create()
    assert (await act(server, match, tokens[0], "end", {"type": "resign"}))["type"] == "ack"
    assert (await act(server, match, tokens[0], "again", AGAIN))["type"] == "ack"
    return match, tokens


async def following(server: Inside, match: str) -> str:
    found: str = (await server.get(f"/api/matches/{match}")).json()["state"]["next_match"]
    return found


async def test_a_rematch_made_while_a_token_changes_has_the_new_one(
    server: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, tokens = await ended(server)
    store = server.host.store
    looked = store.find_by_tokens

    async def look_late(hashes: Sequence[str]) -> list[tuple[str, int, Summary]]:
        """Somebody agrees to the rematch just after it was looked for."""
        found = await looked(hashes)
        monkeypatch.setattr(store, "find_by_tokens", looked)
        assert (await act(server, match, tokens[0], "yes", {"type": "agree"}))["type"] == "ack"
        return found

    # Asked by the one who has not agreed yet; the other's word is not needed any more then.
    assert (await act(server, match, tokens[0], "no", {"type": "decline"}))["type"] == "ack"
    assert (await act(server, match, tokens[1], "mine", AGAIN))["type"] == "ack"
    monkeypatch.setattr(store, "find_by_tokens", look_late)
    given = (await server.post(f"/api/matches/{match}/token", {}, tokens[1])).json()["token"]
    rematch = await following(server, match)
    for name in (match, rematch):
        assert (await act(server, name, tokens[1], "old", CHAT))["code"] == "forbidden"
        assert (await act(server, name, given, "new", CHAT))["type"] == "ack"


async def test_a_rematch_that_a_slow_process_left_behind_opens_to_no_old_token(tmp_path: Path) -> None:
    async with inside(tmp_path / "m.db") as one, inside(tmp_path / "m.db") as two:
        match, (ann, stolen) = await ended(one)
        await two.get(f"/api/matches/{match}")
        async with two.socket() as thief:
            await thief.follow(match, stolen)
            # The owner takes a new token, of which the other process has not heard when the old one agrees.
            mine = (await one.post(f"/api/matches/{match}/token", {}, stolen)).json()["token"]
            answer = await thief.act(match, 1, "yes", type="agree")
            assert answer["code"] in ("forbidden", "not-subscribed")
        assert (await act(one, match, mine, "yes", {"type": "agree"}))["type"] == "ack"
        rematch = await following(one, match)
        for server in (one, two):
            assert (await act(server, rematch, stolen, "old", CHAT))["code"] == "forbidden"
            assert (await act(server, rematch, mine, f"new{id(server)}", CHAT))["type"] == "ack"
            assert (await act(server, rematch, ann, f"ann{id(server)}", CHAT))["type"] == "ack"


async def test_rematches_are_no_way_around_the_limit_on_new_matches(tmp_path: Path) -> None:
    few = replace(FREE, rematches_per_hour=0.001, rematches_burst=3)
    async with inside(tmp_path / "m.db", few) as server, server.socket() as wire:
        match, tokens = await ended(server)
        assert (await act(server, match, tokens[1], "yes", {"type": "agree"}))["type"] == "ack"
        match = await following(server, match)
        assert (await act(server, match, tokens[0], "end", {"type": "resign"}))["type"] == "ack"
        assert (await act(server, match, tokens[0], "again", AGAIN))["type"] == "ack"
        assert (await act(server, match, tokens[1], "yes", {"type": "agree"}))["code"] == "too-many"
        snapshot = await wire.follow(match, tokens[1])
        answer = await wire.act(match, snapshot["seat"], "yes", type="agree")
        assert (answer["type"], answer["code"]) == ("refusal", "too-many")
        assert await following(server, match) is None
        # Everything else goes on.
        assert (await wire.act(match, snapshot["seat"], "chat", **CHAT))["type"] == "ack"


async def test_a_long_series_is_not_sent_as_a_whole(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sql, "MOST_FOUND", 2)
    match, tokens = await server.create()
    series = [match]
    for _ in range(3):
        await act(server, series[-1], tokens[0], "end", {"type": "resign"})
        await act(server, series[-1], tokens[0], "again", AGAIN)
        await act(server, series[-1], tokens[1], "yes", {"type": "agree"})
        series.append(await following(server, series[-1]))
    found = (await server.post("/api/matches/mine", {"tokens": tokens[:1]})).json()
    assert [each["match"]["id"] for each in found] == series[:1:-1]
    # A new token is one everywhere all the same.
    given = (await server.post(f"/api/matches/{match}/token", {}, tokens[0])).json()["token"]
    for name in series:
        assert (await act(server, name, tokens[0], "old", CHAT))["code"] == "forbidden"
        assert (await act(server, name, given, "new", CHAT))["type"] == "ack"


async def test_a_rematch_that_was_declined_a_moment_before_has_not_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it would run, with a clock, and count, and one of the two would know nothing of it."""
    async with inside(tmp_path / "m.db") as one, inside(tmp_path / "m.db") as two:
        match, (ann, bo) = await ended(one)
        await two.get(f"/api/matches/{match}")
        append = one.host.store.append

        async def append_late(entry: Append) -> bool:
            if b"rematched" in entry.body:
                # Asked of another process, and written first.
                assert (await act(two, match, ann, "no", {"type": "decline"}))["type"] == "ack"
            return await append(entry)

        monkeypatch.setattr(one.host.store, "append", append_late)
        assert (await act(one, match, bo, "yes", {"type": "agree"}))["code"] == "nothing-proposed"
        for server in (one, two):
            found = (await server.post("/api/matches/mine", {"tokens": [ann, bo]})).json()
            assert {each["match"]["id"] for each in found} == {match}


async def test_a_rematch_begins_when_it_is_written_that_it_does(
    server: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, (ann, bo) = await ended(server)
    store = server.host.store
    append = store.append

    async def append_nothing(entry: Append) -> bool:
        if b"rematched" in entry.body:
            raise StoreUnavailable("full")
        return await append(entry)

    monkeypatch.setattr(store, "append", append_nothing)
    assert (await act(server, match, bo, "yes", {"type": "agree"}))["code"] == "unavailable"
    assert len((await server.post("/api/matches/mine", {"tokens": [ann]})).json()) == 1
    monkeypatch.undo()
    assert (await act(server, match, bo, "yes", {"type": "agree"}))["type"] == "ack"
    rematch = await following(server, match)
    found = (await server.post("/api/matches/mine", {"tokens": [ann]})).json()
    assert {each["match"]["id"] for each in found} == {match, rematch}


async def test_a_rematch_that_nobody_opens_is_looked_after(server: Inside) -> None:
    clock = {"kind": "live", "seconds": 60}
    match, tokens = await server.create(clock=clock)
    for token, name, action in ((tokens[0], "end", {"type": "resign"}), (tokens[0], "again", AGAIN)):
        assert (await act(server, match, token, name, action))["type"] == "ack"
    assert (await act(server, match, tokens[1], "yes", {"type": "agree"}))["type"] == "ack"
    rematch = await following(server, match)
    async with asyncio.timeout(20):
        while True:
            live = server.host.lives.get(rematch)
            if live is not None:
                break
            await asyncio.sleep(0.01)
    assert live.deadline is not None
