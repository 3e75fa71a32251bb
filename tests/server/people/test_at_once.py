"""What opens an account, changed from several devices at the same moment, on both databases."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from httpx import Response

from tests.databases import Postgres
from tests.server.inside import Inside, inside
from tests.server.people.authenticator import Passkey
from tests.server.people.devices import Device, device

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["sqlite", "postgres"])
async def either(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Inside]:
    address = tmp_path / "m.db"
    if request.param == "postgres":
        postgres: Postgres = request.getfixturevalue("postgres")
        address = postgres.new_database()  # type: ignore[assignment]
    async with inside(address) as server:
        yield server


def codes(answers: list[Response]) -> Counter[str]:
    return Counter(answer.json().get("code", "done") for answer in answers)


async def proof(who: Device) -> dict[str, Any]:
    """Ask for one more passkey and return its answer, which nobody has heard so far."""
    question = (await who.post("/api/me/passkeys/options")).json()
    return {"ceremony": question["ceremony"], "credential": Passkey(who.origin).make(question["options"])}


async def test_a_recovery_code_opens_the_account_for_one_of_many(either: Inside) -> None:
    async with device(either) as laptop, device(either) as phone:
        _, given = await laptop.register("Ann")
        for code in given[:4]:
            asked = [phone.post("/api/people/recover", {"code": code}) for _ in range(4)]
            assert codes(await asyncio.gather(*asked)) == {"done": 1, "bad-passkey": 3}
            phone.http.cookies.clear()
        assert (await laptop.get("/api/me/devices")).json()["codes"] == len(given) - 4


async def test_of_the_last_passkeys_that_go_at_once_one_stays(either: Inside) -> None:
    async with device(either) as laptop:
        await laptop.register("Ann")
        for _ in range(6):
            keys = (await laptop.post("/api/me/passkeys", await proof(laptop))).json()["passkeys"]
            assert len(keys) == 2
            removed = [laptop.post("/api/me/passkeys/remove", {"credential": key["credential"]}) for key in keys]
            assert codes(await asyncio.gather(*removed)) == {"done": 1, "not-allowed": 1}
            assert len((await laptop.get("/api/me/devices")).json()["passkeys"]) == 1


async def test_no_more_passkeys_are_added_than_there_is_room_for_however_many_were_asked_for(either: Inside) -> None:
    async with device(either) as laptop:
        await laptop.register("Ann")
        proofs = [await proof(laptop) for _ in range(25)]
        added = await asyncio.gather(*(laptop.post("/api/me/passkeys", each) for each in proofs))
        assert codes(added) == {"done": 19, "too-many": 6}
        assert len((await laptop.get("/api/me/devices")).json()["passkeys"]) == 20


async def test_an_answer_that_comes_twice_at_once_makes_one_account(either: Inside) -> None:
    async with device(either) as laptop:
        asked = (await laptop.post("/api/people/register/options", {"name": "Ann", "kind": "person"})).json()
        made = {"ceremony": asked["ceremony"], "credential": Passkey(laptop.origin).make(asked["options"])}
        answers = await asyncio.gather(*(laptop.post("/api/people/register", made) for _ in range(4)))
        assert codes(answers) == {"done": 1, "bad-passkey": 3}
