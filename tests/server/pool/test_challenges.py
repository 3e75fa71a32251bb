"""Challenging somebody by name: accepted, declined, withdrawn, expired; and silent about who has which name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tafelrunde.server.match import events as ev
from tafelrunde.server.people.callers import Caller
from tafelrunde.server.pool.challenges import EXPIRES_MS, Challenges
from tafelrunde.store import Ask, Script
from tafelrunde.store.people.accounts import find_by_name
from tafelrunde.store.people.challenges import challenges_after
from tests.server.inside import Inside, inside
from tests.server.people.devices import Device, device
from tests.server.pool.seeking import TOKAN, block

pytestmark = pytest.mark.anyio


async def challenge(who: Device, name: str, **terms: Any) -> dict[str, Any]:
    answer: dict[str, Any] = (await who.post("/api/challenges", {"name": name, "terms": {**TOKAN, **terms}})).json()
    return answer


async def listed(who: Device, which: str) -> list[str]:
    return [match["id"] for match in (await who.get("/api/challenges")).json()[which]]


async def test_a_challenge_is_accepted_and_the_match_begins(server: Inside) -> None:
    async with device(server) as ann, device(server) as bo, device(server) as cleo:
        for each, name in ((ann, "Ann"), (bo, "Bo"), (cleo, "Cleo")):
            await each.register(name)
        made = await challenge(ann, "BO", rated=True)
        match = made["match"]
        assert len(made["seats"]) == 1
        assert await listed(ann, "sent") == await listed(bo, "received") == [match]
        assert await listed(cleo, "received") == await listed(bo, "sent") == []
        # Nobody else takes the seat that is kept, by whatever way.
        assert (await cleo.post(f"/api/challenges/{match}/accept")).json()["code"] == "not-found"
        assert (await cleo.post(f"/api/matches/{match}/seats", {"name": "x"})).json()["code"] == "seat-taken"
        assert (await ann.post(f"/api/challenges/{match}/accept")).json()["code"] == "not-found"
        given = (await bo.post(f"/api/challenges/{match}/accept")).json()
        state = (await bo.get(f"/api/matches/{match}", seat=given["seat"])).json()["state"]
        assert (state["status"], state["rated"], state["friendly"]) == ("running", True, False)
        assert sorted(seat["name"] for seat in state["seats"]) == ["Ann", "Bo"]
        assert await listed(ann, "sent") == await listed(bo, "received") == []
        assert (await bo.post(f"/api/challenges/{match}/accept")).json()["code"] == "not-found"


async def test_a_challenge_is_declined_or_taken_back(server: Inside) -> None:
    async with device(server) as ann, device(server) as bo:
        await ann.register("Ann")
        await bo.register("Bo")
        for who in (bo, ann):
            match = (await challenge(ann, "Bo"))["match"]
            assert (await who.post(f"/api/challenges/{match}/decline")).status_code == 200
            assert await listed(ann, "sent") == await listed(bo, "received") == []
            assert (await ann.get(f"/api/matches/{match}")).json()["state"]["finished"]["reason"] == "closed"
            assert (await bo.post(f"/api/challenges/{match}/accept")).json()["code"] == "not-found"


async def test_the_answer_does_not_tell_who_has_a_name_or_blocks(server: Inside) -> None:
    async with device(server) as ann, device(server) as bo, device(server) as cleo:
        for each, name in ((ann, "Ann"), (bo, "Bo"), (cleo, "Cleo")):
            await each.register(name)
        await block(server, "Cleo", "Ann")
        shown = []
        for name in ("Bo", "Cleo", "Nobody-Here"):
            made = await challenge(ann, name)
            snapshot = (await ann.get(f"/api/matches/{made['match']}")).json()
            shown.append((sorted(made), str(snapshot["state"]["seats"]).replace(name, "X")))
        assert all(keys == shown[0][0] for keys, _ in shown)
        assert len({tuple(sorted(seats)) for _, seats in shown}) == 1
        assert len(await listed(ann, "sent")) == 3
        assert await listed(cleo, "received") == []
        assert len(await listed(bo, "received")) == 1
        assert (await challenge(ann, "ann"))["code"] == "not-allowed"


async def test_whoever_was_blocked_meanwhile_does_not_sit_down(server: Inside) -> None:
    async with device(server) as ann, device(server) as bo:
        await ann.register("Ann")
        await bo.register("Bo")
        made = (await challenge(ann, "Bo"))["match"]
        await block(server, "Ann", "Bo")
        refused = await bo.post(f"/api/challenges/{made}/accept", {})
        assert refused.json()["code"] == "not-found"
        seats = (await server.get(f"/api/matches/{made}")).json()["state"]["seats"]
        assert sorted(seat["taken"] for seat in seats) == [False, True]


async def test_a_challenge_that_nobody_answers_is_over(server: Inside) -> None:
    async with device(server) as ann, device(server) as bo:
        await ann.register("Ann")
        await bo.register("Bo")
        match = (await challenge(ann, "Bo"))["match"]
        await server.server.company.challenges.expire()
        assert await listed(bo, "received") == [match]
        server.now.time += EXPIRES_MS + 1
        await server.server.company.challenges.expire()
        assert await listed(bo, "received") == await listed(ann, "sent") == []


async def test_guests_challenge_nobody_and_bad_terms_are_refused(server: Inside) -> None:
    async with device(server) as ann, device(server) as guest:
        await ann.register("Ann")
        assert (await challenge(guest, "Ann"))["code"] == "signed-out"
        assert (await challenge(ann, "Bo", game="chess"))["code"] == "unknown-game"
        assert (await challenge(ann, "Bo", rated=True, clock=None))["code"] == "bad-setup"
        assert await listed(ann, "sent") == []


async def damage(server: Inside, match: str, number: int = 1) -> None:
    """Write over an entry what nobody can read, and forget what was read of its match."""

    def write() -> Script[None]:
        yield Ask("UPDATE entries SET body = ? WHERE match = ? AND number = ?", (b"{", match, number))

    await server.host.store.transact(write)
    live = server.host.lives.pop(match, None)
    if live is not None:
        server.host.automation.dismiss(live)


async def bodies(server: Inside, match: str) -> list[bytes]:
    return [entry.body for entry in await server.host.store.entries(match)]


@pytest.mark.parametrize("way", ["declined", "taken back", "expired", "challenger gone", "challenged gone", "deleted"])
async def test_a_damaged_challenge_stops_nothing_but_itself(server: Inside, way: str) -> None:
    async with device(server) as ann, device(server) as bo, device(server) as cleo:
        for each, name in ((ann, "Ann"), (bo, "Bo"), (cleo, "Cleo")):
            await each.register(name)
        bad, good = (await challenge(ann, "Bo"))["match"], (await challenge(cleo, "Bo"))["match"]
        if way == "deleted":
            assert await server.host.store.delete(bad)
            server.host.lives.clear()
        else:
            await damage(server, bad)
        before = await bodies(server, bad)
        server.now.time += EXPIRES_MS + 1 if way in ("expired", "deleted") else 0
        if way in ("declined", "taken back"):
            who = bo if way == "declined" else ann
            assert (await who.post(f"/api/challenges/{bad}/decline")).status_code == 200
            assert await listed(bo, "received") == [good]
        elif way in ("expired", "deleted"):
            await server.server.company.challenges.expire()
            assert (await server.host.find(good)).match.status == "finished"
            assert await listed(bo, "received") == []
        else:
            who, name = (ann, "Ann") if way == "challenger gone" else (bo, "Bo")
            assert (await who.post("/api/me/delete", {"name": name})).status_code == 200
            assert (await server.host.find(good)).match.status == ("open" if who is ann else "finished")
        # What is left of it is there for whoever can mend it.
        assert await bodies(server, bad) == before
        left = await server.host.store.ask(lambda: challenges_after(""))
        assert bad not in [each.match for each in left]


async def test_a_challenge_that_meets_a_mistake_of_our_own_stops_no_other(
    server: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with device(server) as ann, device(server) as bo:
        await ann.register("Ann")
        await bo.register("Bo")
        bad, good = (await challenge(ann, "Bo"))["match"], (await challenge(ann, "Bo"))["match"]
        find = server.host.find_fresh

        async def fail(name: str) -> Any:
            if name == bad:
                raise RuntimeError("a mistake")
            return await find(name)

        monkeypatch.setattr(server.host, "find_fresh", fail)
        server.now.time += EXPIRES_MS + 1
        await server.server.company.challenges.expire()
        assert await listed(bo, "received") == [bad]
        assert (await server.host.find(good)).match.status == "finished"
        good = (await challenge(ann, "Bo"))["match"]
        account = await server.host.store.ask(lambda: find_by_name("ann"))
        assert account is not None
        await server.server.company.challenges.leave(Caller(account, "session", None, 0))
        assert await listed(bo, "received") == [bad]
        assert (await server.host.find(good)).match.status == "finished"


async def test_one_damaged_entry_keeps_no_name_in_the_others(server: Inside) -> None:
    async with device(server) as ann, device(server) as bo:
        await ann.register("Ann")
        await bo.register("Bo")
        match = (await challenge(ann, "Bo"))["match"]
        live = await server.host.find(match)
        await server.host.change(live, lambda _: (ev.Chatted(0, "first"),))
        await damage(server, match, 2)
        server.host.lives[match] = live
        assert (await ann.post(f"/api/challenges/{match}/decline")).status_code == 200
        first, second, *_ = await bodies(server, match)
        assert b"Bo" not in first
        assert b"Ann" in first
        assert second == b"{"


@pytest.mark.parametrize("way", ["decline", "expire"])
async def test_a_challenge_that_is_accepted_elsewhere_meanwhile_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    async with (
        inside(tmp_path / "m.db") as here,
        inside(tmp_path / "m.db") as there,
        device(here) as ann,
        device(here) as bo,
    ):
        await ann.register("Ann")
        await bo.register("Bo")
        match = (await challenge(ann, "Bo", rated=True))["match"]
        account = await there.host.store.ask(lambda: find_by_name("bo"))
        assert account is not None
        caller = Caller(account, "session", None, 0)
        append, accepted = here.host.store.append, False

        async def late(entry: Any) -> bool:
            nonlocal accepted
            if entry.match == match and not accepted:
                accepted = True
                await Challenges(there.host).accept(match, caller)
            return await append(entry)

        monkeypatch.setattr(here.host.store, "append", late)
        if way == "decline":
            # It is answered as any challenge that was accepted before.
            assert (await ann.post(f"/api/challenges/{match}/decline")).json()["code"] == "not-found"
        else:
            here.now.time += EXPIRES_MS + 1
            await here.server.company.challenges.expire()
        assert accepted
        for host in (here.host, there.host):
            host.lives.clear()
            read = await host.look_at(match)
            assert read.status == "running"
            assert sorted(seat.name for seat in read.seats) == ["Ann", "Bo"]
            assert account.id in [seat.owner for seat in read.seats]
            assert all(seat.account for seat in read.seats)
        assert await listed(ann, "sent") == await listed(bo, "received") == []
