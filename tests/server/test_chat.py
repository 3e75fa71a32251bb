"""Who speaks at a table, and who hears it: seats, and those who watch."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tafelrunde.games.core import SPECTATOR
from tafelrunde.server.administration import admin
from tafelrunde.store import Store, open_store
from tests.server.inside import FREE, Inside, Wire, inside
from tests.server.test_admin import CHARGE, event, say

pytestmark = pytest.mark.anyio


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Inside]:
    async with inside(f"sqlite:{tmp_path / 'm.db'}") as running:
        yield running


@pytest.fixture
async def store(server: Inside, tmp_path: Path) -> AsyncIterator[Store]:
    opened = await open_store(f"sqlite:{tmp_path / 'm.db'}")
    yield opened
    await opened.close()


async def speak(wire: Wire, match: str, **words: str) -> dict[str, Any]:
    """Let somebody who watches say something once."""
    action = {"type": "chat", **words}
    return await wire.ask("ack", type="act", id="1", match=match, seat=SPECTATOR, action=action)


async def test_whoever_watches_a_friendly_match_is_heard_by_everybody_by_name(server: Inside) -> None:
    match, tokens = await server.create()
    async with server.socket() as ann, server.socket() as watcher:
        await ann.follow(match, tokens[0])
        await watcher.follow(match)
        said = await speak(watcher, match, text="good  luck", name=" Oma ")
        assert said["type"] == "ack"
        heard = await event(ann, "chatted")
        assert (heard["seat"], heard["text"], heard["name"]) == (SPECTATOR, "good luck", "Oma")
        # A second sending of the same is not said twice, and without a name one is simply somebody who watches.
        assert (await speak(watcher, match, text="good luck"))["number"] == said["number"]
        await say(watcher, match, SPECTATOR, "2", "hello")
        assert "name" not in await event(ann, "chatted")


async def test_whoever_watches_does_nothing_but_speak(server: Inside) -> None:
    match, tokens = await server.create()
    async with server.socket() as watcher:
        await watcher.follow(match)
        for wish in ("resign", "leave", "return", "agree", "decline", "resume"):
            assert (await watcher.act(match, SPECTATOR, wish, type=wish))["code"] == "not-seated"
        assert (await watcher.act(match, SPECTATOR, "m", type="move", move="a1a2"))["code"] == "not-seated"
        # Nor is a seat spoken for by whoever does not follow it.
        assert (await say(watcher, match, 0, "s", "I am Ann"))["code"] == "not-subscribed"
        assert (await speak(watcher, match, text="x", name="y" * 41))["code"] == "bad-message"
    chat = (await server.get(f"/api/matches/{match}", tokens[0])).json()["chat"]
    assert chat == []


async def test_in_earnest_those_who_play_hear_it_once_the_match_is_over(server: Inside) -> None:
    match, tokens = await server.create(friendly=False)
    async with server.socket() as ann, server.socket() as watcher, server.socket() as other:
        await ann.follow(match, tokens[0])
        await watcher.follow(match)
        await other.follow(match)
        await say(watcher, match, SPECTATOR, "1", "a5a4 wins")
        assert (await event(other, "chatted"))["text"] == "a5a4 wins"
        assert (await server.get(f"/api/matches/{match}", tokens[0])).json()["chat"] == []
        await event(ann, "silent")
        assert not any("a5a4 wins" in text for text in ann.read)
        await ann.act(match, 0, "1", type="resign")
    chat = (await server.get(f"/api/matches/{match}", tokens[0])).json()["chat"]
    assert [line["text"] for line in chat] == ["a5a4 wins"]


async def test_those_who_watch_are_muted_by_one_seat_or_for_all(server: Inside, store: Store) -> None:
    match, tokens = await server.create()
    async with server.socket() as ann, server.socket() as bo, server.socket() as watcher:
        await ann.follow(match, tokens[0])
        await bo.follow(match, tokens[1])
        await watcher.follow(match)
        assert (await ann.act(match, 0, "1", type="mute", other=SPECTATOR))["type"] == "ack"
        await say(watcher, match, SPECTATOR, "1", "psst")
        assert (await event(bo, "chatted"))["text"] == "psst"
        assert (await server.get(f"/api/matches/{match}", tokens[0])).json()["chat"] == []
        await admin.mute(store, CHARGE, match, SPECTATOR)
        await event(watcher, "silenced")
        assert (await say(watcher, match, SPECTATOR, "2", "again"))["code"] == "not-allowed"
        assert (await say(bo, match, 1, "2", "hello"))["type"] == "ack"


async def test_two_who_watch_may_have_the_same_id_and_both_are_heard(server: Inside) -> None:
    match, tokens = await server.create()
    async with server.socket() as one, server.socket() as other:
        await one.follow(match)
        await other.follow(match)
        first = await speak(one, match, text="hello")
        second = await speak(other, match, text="good evening")
        assert first["number"] != second["number"]
        # The same again, after a lost answer and on another connection, is not said twice.
        assert await speak(other, match, text="hello") == first
    chat = (await server.get(f"/api/matches/{match}", tokens[0])).json()["chat"]
    assert [line["text"] for line in chat] == ["hello", "good evening"]


async def test_one_who_watches_does_not_use_up_what_all_may_say(tmp_path: Path) -> None:
    limits = replace(FREE, lines_per_hour=0.0, lines_burst=3.0)
    async with inside(tmp_path / "n.db", limits, trusted_proxies=("127.0.0.1",)) as server:
        match, tokens = await server.create()
        async with server.socket() as flooder, server.socket(address="192.0.2.7") as other, server.socket() as ann:
            await flooder.follow(match)
            await other.follow(match)
            await ann.follow(match, tokens[0])
            answers = [await say(flooder, match, SPECTATOR, str(line), f"line {line}") for line in range(5)]
            assert [answer.get("code") for answer in answers] == [None, None, None, "too-many", "too-many"]
            assert (await say(other, match, SPECTATOR, "1", "hello"))["type"] == "ack"
            # Those who play have a budget of their own.
            assert (await say(ann, match, 0, "1", "hello"))["type"] == "ack"
