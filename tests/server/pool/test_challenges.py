"""Challenging somebody by name: accepted, declined, withdrawn, expired; and silent about who has which name."""

from __future__ import annotations

from typing import Any

import pytest

from tafelrunde.server.pool.challenges import EXPIRES_MS
from tests.server.inside import Inside
from tests.server.people.devices import Device, device
from tests.server.pool.test_seeks import TOKAN, block

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
