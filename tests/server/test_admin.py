"""What a person in charge does reaches everybody at once, and is written down with who, when and why."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tafelrunde.games.errors import BadOptions
from tafelrunde.server.administration import admin
from tafelrunde.server.administration.admin import Charge
from tafelrunde.server.live import upkeep
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.tokens import token_hash
from tafelrunde.store import Act, Append, Store, open_store
from tests.databases import Postgres
from tests.server.inside import Inside, Wire, inside

pytestmark = pytest.mark.anyio

CHARGE = Charge("ann", "spam", 7)
DAY_MS = 86_400_000


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'm.db'}"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database()


@pytest.fixture
async def server(database: str) -> AsyncIterator[Inside]:
    async with inside(database) as running:
        yield running


@pytest.fixture
async def store(server: Inside, database: str) -> AsyncIterator[Store]:
    """The store as another program opens it beside the server."""
    opened = await open_store(database)
    yield opened
    await opened.close()


async def acts(store: Store) -> list[Act]:
    return [act for _, act in await store.acts()]


async def event(wire: Wire, kind: str) -> dict[str, Any]:
    """Return the next event of a type that somebody hears."""
    while True:
        message = await wire.until("event")
        for happened in message["events"]:
            if happened["type"] == kind:
                return {**happened, "at": message["number"]}


async def until_banned(server: Inside, *tokens: str) -> None:
    async with asyncio.timeout(20):
        while server.host.banned != {token_hash(token) for token in tokens}:  # noqa: ASYNC110  (the server looks itself)
            await asyncio.sleep(0.02)


# Matches


async def test_a_closed_match_is_told_to_everybody(server: Inside, store: Store) -> None:
    match, tokens = await server.create()
    async with server.socket() as seat, server.socket() as spectator:
        await seat.follow(match, tokens[0])
        await spectator.follow(match)
        await admin.close_match(store, CHARGE, match)
        for wire in (seat, spectator):
            assert (await event(wire, "finished"))["reason"] == "closed"
    assert await acts(store) == [Act(7, "ann", "close", match, "", "spam")]
    with pytest.raises(Refusal, match="over"):
        await admin.close_match(store, CHARGE, match)
    assert len(await acts(store)) == 1


async def test_a_deleted_match_is_told_to_those_who_follow_it_and_forgotten(server: Inside, store: Store) -> None:
    match, tokens = await server.create()
    other, _ = await server.create()
    async with server.socket() as wire:
        await wire.follow(match, tokens[0])
        await wire.follow(match)
        await admin.delete(store, CHARGE, match)
        told = [await wire.until("unsubscribed") for _ in range(2)]
        assert {(each["reason"], each["match"]) for each in told} == {("no-such-match", match)}
        assert {each["seat"] for each in told} == {0, -1}
        assert (await wire.act(match, 0, "1", type="resign"))["code"] == "not-subscribed"
        assert (await wire.follow(match, tokens[0]))["code"] == "no-such-match"
        # It was told once, and the connection goes on.
        assert (await wire.follow(other))["type"] == "snapshot"
    assert match not in server.host.lives
    assert (await server.get(f"/api/matches/{match}")).status_code == 404
    mine = await server.post("/api/matches/mine", {"tokens": tokens})
    assert mine.json() == []
    assert (await server.get(f"/api/matches/{other}")).status_code == 200
    assert await acts(store) == [Act(7, "ann", "delete", match, "", "spam")]
    with pytest.raises(Refusal, match="no such match"):
        await admin.delete(store, CHARGE, match)


async def test_who_acts_in_a_match_that_was_just_deleted_hears_that(server: Inside, store: Store) -> None:
    match, tokens = await server.create()
    await admin.delete(store, CHARGE, match)
    answer = await server.post(f"/api/matches/{match}/acts", {"id": "1", "action": {"type": "resign"}}, tokens[0])
    assert answer.json()["code"] == "no-such-match"
    assert await store.entries(match) == []


async def test_a_deleted_match_with_a_clock_and_a_computer_leaves_nothing_running(server: Inside, store: Store) -> None:
    seats = [{"kind": "local", "name": "Ann"}, {"kind": "computer", "level": 1}]
    match, tokens = await server.create(seats=seats, clock={"kind": "live", "seconds": 60})
    live = await server.host.find(match)
    async with server.socket() as wire:
        await wire.follow(match, tokens[0])
        await admin.delete(store, CHARGE, match)
        assert (await wire.until("unsubscribed"))["reason"] == "no-such-match"
    assert live.deadline is None
    assert not live.listeners
    # A clock that rings all the same finds nothing to ring for, and does not ring again.
    server.host.automation.ring(live)
    assert live.ringing is not None
    await live.ringing
    assert live.deadline is None
    assert await store.entries(match) == []


# Chat


async def say(wire: Wire, match: str, seat: int, name: str, text: str) -> dict[str, Any]:
    return await wire.act(match, seat, name, type="chat", text=text)


async def test_a_muted_seat_is_not_carried_until_it_may_speak_again(server: Inside, store: Store) -> None:
    match, tokens = await server.create()
    async with server.socket() as ann, server.socket() as bo:
        await ann.follow(match, tokens[0])
        await bo.follow(match, tokens[1])
        await admin.mute(store, CHARGE, match, 0)
        assert (await event(bo, "silenced"))["on"]
        await event(ann, "silenced")
        assert (await say(ann, match, 0, "1", "rude"))["code"] == "not-allowed"
        # Others may speak, and she may still play.
        assert (await say(bo, match, 1, "1", "hello"))["type"] == "ack"
        assert (await event(ann, "chatted"))["text"] == "hello"
        with pytest.raises(Refusal, match="muted already"):
            await admin.mute(store, CHARGE, match, 0)
        await admin.mute(store, CHARGE, match, 0, on=False)
        await event(ann, "silenced")
        assert (await say(ann, match, 0, "2", "sorry"))["type"] == "ack"
        assert (await event(bo, "chatted"))["text"] == "sorry"
        assert not any("rude" in text for text in bo.read)
    assert [(act.what, act.target) for act in await acts(store)] == [("mute", "seat 1"), ("unmute", "seat 1")]
    with pytest.raises(Refusal, match="no such seat"):
        await admin.mute(store, CHARGE, match, 3)


async def test_a_removed_line_is_gone_for_everybody_and_stays_gone(server: Inside, store: Store, database: str) -> None:
    match, tokens = await server.create()
    async with server.socket() as ann, server.socket() as bo:
        await ann.follow(match, tokens[0])
        await bo.follow(match, tokens[1])
        assert (await bo.act(match, 1, "deaf", type="mute", other=0))["type"] == "ack"
        number = (await say(ann, match, 0, "1", "something rude"))["number"]
        assert (await say(ann, match, 0, "2", "something kind"))["type"] == "ack"
        with pytest.raises(Refusal, match="nothing is said"):
            await admin.remove_line(store, CHARGE, match, 1)
        await admin.remove_line(store, CHARGE, match, number)
        assert (await event(ann, "line-removed"))["number"] == number

    async def see(where: Inside) -> None:
        for token in (*tokens, None):
            snapshot = await where.get(f"/api/matches/{match}", token)
            events = await where.get(f"/api/matches/{match}/events", token)
            assert "rude" not in snapshot.text + events.text
            assert events.json()["events"][number - 1]["events"] == [{"type": "silent"}]
            async with where.socket() as again:
                await again.follow(match, token, since=0)
                assert not any("rude" in text for text in again.read)
            # What else was said is there, but not for who does not want to hear it.
            assert ("something kind" in snapshot.text) == (token != tokens[1])

    await see(server)
    async with inside(database) as restarted:
        await see(restarted)
    with pytest.raises(Refusal, match="nothing is said"):
        await admin.remove_line(store, CHARGE, match, number)
    assert [(act.what, act.target) for act in await acts(store)] == [("remove-line", f"entry {number}")]


# Tokens


async def test_a_ban_and_its_end_reach_the_server(server: Inside, store: Store) -> None:
    match, tokens = await server.create()
    assert await admin.ban(store, CHARGE, tokens[0])
    await until_banned(server, tokens[0])
    async with server.socket() as wire:
        assert (await wire.follow(match, tokens[0]))["code"] == "banned"
        assert (await wire.follow(match, tokens[1]))["type"] == "snapshot"
        assert not await admin.ban(store, CHARGE, token_hash(tokens[0]))
        assert await admin.unban(store, CHARGE, token_hash(tokens[0]))
        await until_banned(server)
        assert (await wire.follow(match, tokens[0]))["type"] == "snapshot"
    assert not await admin.unban(store, CHARGE, tokens[0])
    lines = await acts(store)
    assert [(act.what, act.target) for act in lines] == [(w, token_hash(tokens[0])) for w in ("ban", "unban")]


async def test_a_token_leads_to_a_match_only_while_it_opens_a_seat(server: Inside) -> None:
    match, _ = await server.create(seats=[{"kind": "open"}, {"kind": "open"}])
    given = (await server.post(f"/api/matches/{match}/seats", {"name": "Ann"})).json()
    own = {"tokens": [given["token"]]}
    assert len((await server.post("/api/matches/mine", own)).json()) == 1
    left = await server.post(f"/api/matches/{match}/acts", {"id": "1", "action": {"type": "leave"}}, given["token"])
    assert left.status_code == 200
    assert (await server.post("/api/matches/mine", own)).json() == []


# Old open matches


async def make_old(server: Inside, days: int) -> tuple[str, str]:
    """Return an open match from so many days ago, and one of today."""
    old, _ = await server.create(seats=[{"kind": "open"}, {"kind": "local", "name": "Bo"}])
    server.now.time += days * DAY_MS
    new, _ = await server.create(seats=[{"kind": "open"}, {"kind": "open"}])
    return old, new


async def test_the_server_closes_open_matches_that_nobody_completes(server: Inside, store: Store) -> None:
    running, _ = await server.create()
    old, new = await make_old(server, 31)
    async with server.socket() as wire:
        await wire.follow(old)
        await upkeep.tidy(server.host, set())
        assert (await event(wire, "finished"))["reason"] == "closed"
    assert (await server.host.find(new)).match.status == "open"
    assert (await server.host.find(running)).match.status == "running"
    assert [(act.who, act.what, act.match) for act in await acts(store)] == [("server", "expire", old)]
    await upkeep.tidy(server.host, set())
    assert len(await acts(store)) == 1


async def test_a_server_without_such_a_limit_closes_nothing(database: str) -> None:
    async with inside(database, open_days=0) as server:
        old, _ = await make_old(server, 1000)
        await upkeep.tidy(server.host, set())
        assert (await server.host.find(old)).match.status == "open"


async def test_old_open_matches_are_closed_by_hand(server: Inside, store: Store) -> None:
    old, new = await make_old(server, 10)
    async with server.socket() as wire:
        await wire.follow(old)
        assert await admin.expire_all(store, CHARGE, server.now.time - 10 * DAY_MS) == 1
        assert (await event(wire, "finished"))["reason"] == "closed"
    assert (await server.host.find(new)).match.status == "open"
    assert await admin.expire_all(store, CHARGE, server.now.time - 10 * DAY_MS) == 0


async def test_open_matches_that_cannot_be_read_keep_no_other_from_expiring(server: Inside, store: Store) -> None:
    names = []
    for _ in range(3):
        name, _ = await server.create(seats=[{"kind": "open"}, {"kind": "open"}])
        names.append(name)
    number = (await store.entries(names[0]))[-1].number + 1
    assert await store.append(Append(names[0], number, server.now(), None, b"damaged"))
    skipped: set[str] = set()
    moment = server.now.time + 1
    counts = [await admin.expire(store, CHARGE, moment, 1, skipped) for _ in range(4)]
    assert (counts, skipped) == ([0, 1, 1, 0], {names[0]})


# The log itself


@pytest.mark.parametrize("text", ["two\nlines", "\x1b[2J", "x" * 501])
def test_a_reason_is_one_line_that_prints(text: str) -> None:
    with pytest.raises(BadOptions):
        Charge("ann", text)
    with pytest.raises(BadOptions):
        Charge(text)
