"""Finding somebody to play with on a real server: paired within a moment, once, and never with whom one blocks."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tafelrunde.server.doors.websocket import Connection
from tafelrunde.server.pool import pool as pool_module
from tafelrunde.store import Query, Summary
from tests.databases import Postgres
from tests.server.inside import FREE, Inside, inside
from tests.server.people.devices import device
from tests.server.pool.seeking import TOKAN, block, seek, token

pytestmark = pytest.mark.anyio


async def test_two_guests_find_each_other_and_play(server: Inside) -> None:
    async with server.socket() as ann, server.socket() as bo:
        waiting = await seek(ann, "a")
        assert waiting["type"] == "seeking"
        assert (waiting["seek"]["name"], waiting["seek"]["rated"], waiting["seek"]["rating"]) == (
            "Guest a",
            False,
            None,
        )
        await seek(bo, "b")
        paired = await ann.until("paired")
        match = paired["match"]
        seats: dict[str, int] = {}
        shown: dict[str, Any] = {}
        for letter, wire in (("a", ann), ("b", bo)):
            shown = await wire.follow(match, token(letter))
            assert shown["state"]["status"] == "running"
            seats[letter] = shown["seat"]
        assert set(seats.values()) == {0, 1}
        assert paired["seat"] == seats["a"]
        assert [seat["name"] for seat in shown["state"]["seats"]] == [
            "Guest a" if seats["a"] == 0 else "Guest b",
            "Guest b" if seats["a"] == 0 else "Guest a",
        ]
        assert shown["state"]["clock"]["left"] == [300_000, 300_000]
        # A rematch is as it was.
        await ann.act(match, seats["a"], "r", type="resign")
        await ann.act(match, seats["a"], "p", type="propose", what="rematch")
        await bo.until("event", lambda message: message["events"][0]["type"] == "proposed")
        assert (await bo.act(match, seats["b"], "q", type="agree"))["type"] == "ack"


async def test_only_the_very_same_wish_is_met(server: Inside) -> None:
    others: list[dict[str, Any]] = [
        {**TOKAN, "clock": {"kind": "live", "seconds": 300, "increment": 0}},
        {**TOKAN, "clock": None},
        {"game": "schoko", "clock": TOKAN["clock"]},
    ]
    async with server.socket() as ann, server.socket() as bo:
        await seek(ann, "a")
        for index, terms in enumerate(others):
            letter = "bcd"[index]
            assert (await seek(bo, letter, terms))["type"] == "seeking"
            assert (await bo.ask("seek-ended", type="cancel-seek", id=letter))["reason"] == "cancelled"
        await server.server.company.pool.tick()
        assert not any("paired" in text for text in ann.read + bo.read)
        # Words that say the same as nothing do not keep people apart.
        await seek(bo, "e", {**TOKAN, "options": {}})
        await ann.until("paired")


async def test_three_sit_down_together(server: Inside) -> None:
    terms = {"game": "schokoly", "options": {"players": "3"}}
    async with server.socket() as ann, server.socket() as bo, server.socket() as cleo:
        assert (await seek(ann, "a", terms))["seek"]["seats"] == 3
        assert (await seek(bo, "b", terms))["type"] == "seeking"
        await seek(cleo, "c", terms)
        matches = {(await wire.until("paired"))["match"] for wire in (ann, bo)}
        assert len(matches) == 1
        assert len((await server.get(f"/api/matches/{matches.pop()}")).json()["state"]["seats"]) == 3


async def test_a_seek_ends_with_its_connection_and_cancelling_is_immediate(server: Inside) -> None:
    async with server.socket() as bo:
        async with server.socket() as ann:
            await seek(ann, "a")
        while server.server.company.pool.tended:  # noqa: ASYNC110  (nobody is told of it)
            await asyncio.sleep(0)
        await seek(bo, "b")
        assert (await bo.ask("seek-ended", type="cancel-seek", id="b"))["reason"] == "cancelled"
        assert (await bo.ask("seek-ended", type="cancel-seek", id="b"))["code"] == "not-found"
        async with server.socket() as cleo:
            assert (await seek(cleo, "c"))["type"] == "seeking"
            await server.server.company.pool.tick()
            assert not any("paired" in text for text in cleo.read)


async def test_whoever_missed_the_answer_asks_again_with_the_same_token(server: Inside) -> None:
    async with server.socket() as ann, server.socket() as bo:
        await seek(ann, "a")
        await seek(bo, "b")
        first = await ann.until("paired")
        async with server.socket() as again:
            answer = await seek(again, "a")
            assert (answer["type"], answer["match"], answer["seat"]) == ("paired", first["match"], first["seat"])
    assert len((await server.get("/api/matches", status="running")).json()["matches"]) == 1


async def test_one_connection_looks_once_and_a_new_connection_takes_over(server: Inside) -> None:
    async with server.socket() as ann, server.socket() as other:
        await seek(ann, "a")
        assert (await seek(ann, "b"))["code"] == "pending"
        assert (await seek(other, "a"))["type"] == "seeking"
        assert (await ann.until("seek-ended"))["reason"] == "replaced"
        await ann.socket.close()
        async with server.socket() as bo:
            await seek(bo, "b")
            assert (await other.until("paired"))["id"] == "a"


async def test_somebody_with_a_name_looks_once_and_only_they_can_play_rated(server: Inside) -> None:
    rated = {**TOKAN, "rated": True}
    async with device(server) as laptop, server.socket() as guest:
        await laptop.register("Ann")
        assert (await seek(guest, "g", rated))["code"] == "nameless"
        async with laptop.socket() as one, laptop.socket() as two:
            shown = (await seek(one, "a", rated))["seek"]
            assert (shown["name"], shown["account"], shown["rated"]) == ("Ann", "person", True)
            assert (await seek(two, "c", {"game": "tokan", "rated": True}))["code"] == "bad-setup"
            # A guest is never paired with it, nor is oneself.
            await seek(guest, "g")
            await seek(two, "b", rated)
            await server.server.company.pool.tick()
            assert (await one.until("seek-ended"))["reason"] == "replaced"
            assert not any("paired" in text for text in guest.read + two.read)
            await laptop.post("/api/me/sign-out")
            assert (await two.until("seek-ended"))["reason"] == "signed-out"


async def test_who_blocks_somebody_is_never_paired_with_them(server: Inside) -> None:
    async with device(server) as laptop, device(server) as phone, device(server) as third:
        for each, name in ((laptop, "Ann"), (phone, "Bo"), (third, "Cleo")):
            await each.register(name)
        await block(server, "Ann", "Bo")
        async with laptop.socket() as ann, phone.socket() as bo, third.socket() as cleo:
            own = (await seek(ann, "a"))["seek"]["id"]
            await seek(bo, "b")
            await server.server.company.pool.tick()
            assert not any("paired" in text for text in ann.read + bo.read)
            assert (await bo.ask("seek-ended", type="cancel-seek", id="b"))["reason"] == "cancelled"
            # Sitting down gets the answer that everybody gets who comes too late.
            blocked = await seek(bo, "c", answer=own)
            late = await seek(bo, "d", answer="A" * 22)
            assert (
                (blocked["code"], blocked["message"])
                == (late["code"], late["message"])
                == ("not-found", late["message"])
            )
            await seek(cleo, "e")
            match = (await ann.until("paired"))["match"]
        seats = (await laptop.get(f"/api/matches/{match}")).json()["state"]["seats"]
        assert sorted(seat["name"] for seat in seats) == ["Ann", "Cleo"]


async def test_one_tap_sits_down_with_whoever_looks(server: Inside) -> None:
    async with server.socket() as ann, server.socket() as bo, server.socket() as late:
        await bo.send(type="watch-lobby", on=True)
        assert await bo.until("lobby") == {"type": "lobby", "seeks": [], "open": []}
        await seek(ann, "a", range=50)
        await server.server.company.look()
        lobby = await bo.until("lobby", lambda message: message["seeks"])
        assert [(s["name"], s["game"], s["clock"]["seconds"]) for s in lobby["seeks"]] == [("Guest a", "tokan", 300)]
        assert token("a") not in str(lobby)
        own = lobby["seeks"][0]["id"]
        assert (await seek(ann, "a", answer=own))["code"] == "not-allowed"
        answer = await seek(bo, "b", terms=None, answer=own)
        assert answer["type"] == "paired"
        assert (await ann.until("paired"))["match"] == answer["match"]
        assert (await seek(late, "c", answer=own))["code"] == "not-found"
        await server.server.company.look()
        assert (await bo.until("lobby"))["seeks"] == []
        shown = await bo.follow(answer["match"], token("b"))
        assert shown["state"]["clock_plan"] == TOKAN["clock"]


async def test_whoever_looks_at_the_lobby_again_and_again_costs_one_look(
    server: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = 0
    find = server.host.store.find

    async def counting(query: Query) -> list[Summary]:
        nonlocal looks
        looks += 1
        return await find(query)

    monkeypatch.setattr(server.host.store, "find", counting)
    async with server.socket() as ann, server.socket() as bo:
        for turn in range(100):
            wire = (ann, bo)[turn % 2]
            await wire.send(type="watch-lobby", on=True)
            assert await wire.until("lobby") == {"type": "lobby", "seeks": [], "open": []}
            await wire.send(type="watch-lobby", on=False)
            await wire.ask("pong", type="ping")
    # One for the first of them, and perhaps some as time goes by.
    assert looks <= 30


async def test_what_the_lobby_shows_is_written_once_for_all(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    async with server.socket() as one, server.socket() as two, server.socket() as ann:
        for wire in (one, two):
            await wire.send(type="watch-lobby", on=True)
            await wire.until("lobby")
        written: list[bytes] = []
        send = Connection.send

        def noting(self: Connection, message: bytes) -> None:
            if message.startswith(b'{"type":"lobby"'):
                written.append(message)
            send(self, message)

        monkeypatch.setattr(Connection, "send", noting)
        await seek(ann, "a")
        await server.server.company.look()
        for wire in (one, two):
            await wire.until("lobby", lambda message: message["seeks"])
        assert len(written) >= 2
        assert len({id(message) for message in written}) == 1


async def test_after_a_while_a_computer_is_offered_and_the_seek_goes_on(server: Inside) -> None:
    async with server.socket() as ann, server.socket() as bo:
        await seek(ann, "a")
        server.now.time += pool_module.OFFER_MS
        offered = await ann.until("computer-offered")
        assert 1 <= offered["level"] <= 8
        await seek(bo, "b")
        await ann.until("paired")
        assert sum("computer-offered" in text for text in ann.read) == 1


async def test_a_seek_is_over_after_its_time(server: Inside) -> None:
    async with server.socket() as ann:
        await seek(ann, "a")
        server.now.time += pool_module.LONGEST_MS + 1
        assert (await ann.until("seek-ended"))["reason"] == "expired"
        assert (await seek(ann, "b"))["type"] == "seeking"


async def test_two_processes_pair_across_and_nobody_twice(postgres: Postgres) -> None:
    address = postgres.new_database()
    async with inside(address, FREE) as one, inside(address, FREE) as two:
        # Chance differs between processes.
        two.host.entropy.count = 1_000_000  # type: ignore[attr-defined]
        sockets = [(one if index % 2 else two).socket() for index in range(11)]
        wires = [await socket.__aenter__() for socket in sockets]
        try:
            letters = "abcdefghijk"
            await asyncio.gather(*(seek(wire, letter) for wire, letter in zip(wires, letters, strict=True)))
            paired: dict[str, str] = {}
            while len(paired) < 10:
                await asyncio.gather(one.server.company.pool.tick(), two.server.company.pool.tick())
                for wire, letter in zip(wires, letters, strict=True):
                    await wire.ask("pong", type="ping")
                    found = [text for text in wire.read if '"paired"' in text]
                    assert len(found) <= 1
                    if found:
                        paired[letter] = found[0]
            matches = (await one.get("/api/matches", status="running")).json()["matches"]
            assert len(matches) == 5
            names = sorted(seat["name"] for match in matches for seat in match["seats"])
            assert names == sorted(f"Guest {letter}" for letter in paired)
        finally:
            for socket in sockets:
                await socket.__aexit__(None, None, None)
