"""Accounts in the hands of whoever runs the server: shut out, exported, served by several processes."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tafelrunde.server.administration import exports
from tafelrunde.server.administration.admin import Charge, opened
from tafelrunde.server.administration.people import suspend
from tafelrunde.server.live.upkeep import tidy
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.people.names import fold
from tafelrunde.store.people.accounts import find_by_name
from tests.databases import Postgres
from tests.server.inside import Inside, inside
from tests.server.people.devices import Device, device

pytestmark = pytest.mark.anyio
CHARGE = Charge("Root", "rude")
TABLE = {"game": "tokan", "seats": [{"kind": "local"}, {"kind": "open"}]}


async def test_a_suspended_account_is_out_everywhere_and_in_the_log(server: Inside) -> None:
    store = server.host.store
    async with device(server) as laptop, device(server) as phone:
        passkey, codes = await laptop.register("Ann")
        made = (await laptop.post("/api/matches", TABLE)).json()
        script = (await laptop.post("/api/me/tokens", {"label": "s", "scopes": ["read"]})).json()["token"]
        async with laptop.socket() as wire:
            await wire.ask("snapshot", type="subscribe", match=made["match"], seat=0)
            assert await suspend(store, CHARGE, "ANN")
            assert not await suspend(store, CHARGE, "Ann")
            # The server looks itself.
            assert (await wire.until("unsubscribed"))["reason"] == "signed-out"
        assert await laptop.me() is None
        assert (await phone.sign_in(passkey)).json()["code"] == "bad-passkey"
        refused = await phone.post("/api/people/recover", {"code": codes[0]})
        assert refused.json()["code"] == "bad-passkey"
        assert (await server.get("/api/me/matches", script)).json()["code"] == "signed-out"
        taken = await phone.post("/api/people/register/options", {"name": "Ann"})
        assert taken.json()["code"] == "name-taken"
        assert [(act.who, act.what, act.target, act.why) for _, act in await store.acts()] == [
            ("Root", "suspend", "Ann", "rude")
        ]
        assert await suspend(store, CHARGE, "Ann", on=False)
        # A code that was refused was not used up.
        assert (await phone.post("/api/people/recover", {"code": codes[0]})).status_code == 200
        # What had ended stays so.
        answer = await server.get(f"/api/matches/{made['match']}", made["seats"][0]["token"])
        assert answer.json()["code"] == "signed-out"
    with pytest.raises(Refusal):
        await suspend(store, CHARGE, "nobody-here")


async def test_an_export_takes_people_along(tmp_path: Path, postgres: Postgres) -> None:
    output = io.BytesIO()
    async with inside(tmp_path / "m.db") as server, device(server) as laptop:
        passkey, codes = await laptop.register("Ann")
        made = (await laptop.post("/api/matches", TABLE)).json()
        port = server.server.settings.port
        await laptop.post("/api/me/sign-out")
        await exports.export(server.host.store, output)
    address = postgres.new_database()
    async with opened(address) as store:
        for count in (1, 0):
            done = await exports.restore(store, CHARGE, io.BytesIO(output.getvalue()))
            assert (done.people, done.new) == (count, count)
        other = await store.ask(lambda: find_by_name(fold("Ann")))
        assert other is not None
    async with inside(address, port=port) as server, device(server) as phone:
        # The token of a device that was signed out opens nothing in the new place either.
        token = made["seats"][0]["token"]
        assert (await server.get(f"/api/matches/{made['match']}", token)).json()["code"] == "signed-out"
        assert (await phone.sign_in(passkey)).status_code == 200
        mine = (await phone.get("/api/me/matches", status="open")).json()["matches"]
        assert [line["match"]["id"] for line in mine] == [made["match"]]
        assert (await phone.post("/api/people/recover", {"code": codes[0]})).status_code == 200


async def test_a_sign_out_reaches_the_other_process(postgres: Postgres) -> None:
    address = postgres.new_database()
    async with inside(address) as one, inside(address) as two, device(one) as laptop, device(one) as phone:
        passkey, _ = await laptop.register("Ann")
        made = (await laptop.post("/api/matches", TABLE)).json()
        await phone.sign_in(passkey)
        there = Device(two)
        async with there.http:
            there.http.cookies.set("tafelrunde", laptop.cookie)
            async with there.socket() as wire, two.socket() as holder:
                await wire.ask("snapshot", type="subscribe", match=made["match"], seat=0)
                await holder.follow(made["match"], made["seats"][0]["token"])
                sessions = (await phone.get("/api/me/devices")).json()["sessions"]
                lost = next(each["id"] for each in sessions if not each["current"])
                await phone.post("/api/me/devices/end", {"id": lost})
                for socket in (wire, holder):
                    assert (await socket.until("unsubscribed"))["reason"] == "signed-out"
        # Deleting works on this database too.
        assert (await phone.post("/api/me/delete", {"name": "Ann"})).json() == {"account": None, "session": None}
        seats = (await one.get(f"/api/matches/{made['match']}")).json()["state"]["seats"]
        assert [seat["name"] for seat in seats] == ["", ""]


async def test_a_session_that_nobody_uses_is_cleared_away_with_its_seats(server: Inside) -> None:
    async with device(server) as laptop:
        await laptop.register("Ann")
        made = (await laptop.post("/api/matches", TABLE)).json()
        server.now.time += 181 * 86_400_000
        await tidy(server.host, set())
        answer = await server.get(f"/api/matches/{made['match']}", made["seats"][0]["token"])
        assert answer.json()["code"] in ("signed-out", "forbidden")
        assert await laptop.me() is None
