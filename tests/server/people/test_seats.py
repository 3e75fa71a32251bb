"""Seats that belong to people: claimed in the middle of a match, opened from everywhere, closed to a lost device."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tafelrunde.store import Append
from tests.server.inside import Inside, inside
from tests.server.people.authenticator import Passkey
from tests.server.people.devices import Device, device

pytestmark = pytest.mark.anyio


@pytest.fixture
async def ann(server: Inside) -> AsyncIterator[tuple[Device, Passkey]]:
    async with device(server) as laptop:
        passkey, _ = await laptop.register("Ann")
        yield laptop, passkey


async def test_a_seat_is_claimed_in_the_middle_of_a_match_and_played_from_another_device(server: Inside) -> None:
    match, (own, other) = await server.create(seats=[{"kind": "local", "name": "me"}, {"kind": "invited"}])
    taken = (await server.post(f"/api/matches/{match}/seats", {"name": "Bo", "token": other})).json()
    async with device(server) as laptop, device(server) as phone, server.socket() as wire, server.socket() as bo:
        await wire.follow(match, own)
        await bo.follow(match, taken["token"])
        passkey, _ = await laptop.register("Ann")
        assert (await laptop.post("/api/me/claim", {"tokens": [own]})).json() == {"claimed": 1, "others": 0}
        assert (await laptop.post("/api/me/claim", {"tokens": [own]})).json() == {"claimed": 1, "others": 0}
        # Everybody hears the name; who owns the account nobody does.
        heard = await bo.until("event", lambda message: message["events"][0]["type"] == "named")
        assert heard["events"] == [{"type": "named", "seat": 0, "name": "Ann"}]
        assert [seat["account"] for seat in heard["state"]["seats"]] == ["person", None]
        # The socket that was open goes on.
        assert (await wire.act(match, 0, "a", type="chat", text="still here"))["type"] == "ack"
        await phone.sign_in(passkey)
        mine = (await phone.get("/api/me/matches")).json()["matches"]
        assert [(line["match"]["id"], line["seat"]) for line in mine] == [(match, 0)]
        assert mine[0]["match"]["turn"] in (0, 1)
        async with phone.socket() as mobile:
            assert (await mobile.ask("snapshot", type="subscribe", match=match, seat=0))["seat"] == 0
            assert (await mobile.act(match, 0, "b", type="chat", text="from the phone"))["type"] == "ack"
            assert (await mobile.ask("snapshot", type="subscribe", match=match, seat=1))["code"] == "forbidden"
            assert (await mobile.ask("snapshot", type="subscribe", match=match, seat=3))["code"] == "no-such-seat"


async def test_nobody_claims_a_seat_in_a_match_whose_maker_knows_the_cards(server: Inside) -> None:
    """A device may go on over the server with a deal it knows, and hand the other seat's token to a friend."""
    over, (first, _) = await server.create(game="schoko")
    await server.post(f"/api/matches/{over}/acts", {"id": "a", "action": {"type": "resign"}}, first)
    record = (await server.get(f"/api/matches/{over}/record")).text
    seats = [{"kind": "local", "name": "me"}, {"kind": "local", "name": "you"}]
    async with device(server) as ann, device(server) as bob:
        await ann.register("Ann")
        await bob.register("Bob")
        asked = {"game": "schoko", "record": record, "seats": seats}
        own, others = [seat["token"] for seat in (await server.post("/api/matches", asked)).json()["seats"]]
        # Nor where the maker stays a guest: one seat alone is nobody's, whoever holds it.
        assert (await bob.post("/api/me/claim", {"tokens": [others]})).json() == {"claimed": 0, "others": 1}
        assert (await ann.post("/api/me/claim", {"tokens": [own]})).json() == {"claimed": 0, "others": 1}
        # Whoever plays both sides, as at one screen, owns both.
        assert (await ann.post("/api/me/claim", {"tokens": [own, others]})).json() == {"claimed": 2, "others": 0}
        assert (await bob.post("/api/me/claim", {"tokens": [own, others]})).json() == {"claimed": 0, "others": 2}
        # And alone with a computer there is nobody to keep anything from.
        alone = {"game": "schoko", "record": record, "seats": [seats[0], {"kind": "computer", "level": 1}]}
        (mine,) = [seat["token"] for seat in (await server.post("/api/matches", alone)).json()["seats"]]
        assert (await bob.post("/api/me/claim", {"tokens": [mine]})).json() == {"claimed": 1, "others": 0}


async def test_a_guest_cannot_follow_a_seat_without_its_token(server: Inside) -> None:
    match, _ = await server.create()
    async with server.socket() as wire:
        assert (await wire.ask("snapshot", type="subscribe", match=match, seat=0))["code"] == "signed-out"
    assert (await server.get(f"/api/matches/{match}", seat=0)).json()["code"] == "signed-out"


async def test_a_device_that_is_signed_out_loses_its_sockets_and_its_tokens(server: Inside) -> None:
    async with device(server) as laptop, device(server) as phone:
        passkey, _ = await laptop.register("Ann")
        asked = {"game": "schokoly", "seats": [{"kind": "local"}, {"kind": "computer", "level": 1}]}
        made = (await laptop.post("/api/matches", asked)).json()
        match, token = made["match"], made["seats"][0]["token"]
        await phone.sign_in(passkey)
        async with laptop.socket() as old, server.socket() as thief, phone.socket() as new:
            await old.ask("snapshot", type="subscribe", match=match, seat=0)
            await thief.follow(match, token)
            await new.ask("snapshot", type="subscribe", match=match, seat=0)
            sessions = (await phone.get("/api/me/devices")).json()["sessions"]
            lost = next(each["id"] for each in sessions if not each["current"])
            await phone.post("/api/me/devices/end", {"id": lost})
            for wire in (old, thief):
                assert (await wire.until("unsubscribed"))["reason"] == "signed-out"
                answer = await wire.act(match, 0, "x", type="chat", text="mine")
                assert answer["code"] == "not-subscribed"
            assert (await thief.follow(match, token))["code"] == "signed-out"
            assert (await old.ask("snapshot", type="subscribe", match=match, seat=0))["code"] == "signed-out"
            assert (await server.get(f"/api/matches/{match}", token)).json()["code"] == "signed-out"
            assert (await server.post(f"/api/matches/{match}/token", {}, token)).json()["code"] == "signed-out"
            assert (await new.act(match, 0, "y", type="chat", text="still mine"))["type"] == "ack"
        # It stays so when the server starts again.
        server.host.lives.clear()
        server.host.barred.ended.clear()
        server.host.barred.seen = 0
        await server.host.end_revoked()
        assert (await server.get(f"/api/matches/{match}", token)).json()["code"] == "signed-out"


async def test_an_ended_session_counts_after_a_restart(tmp_path: Path) -> None:
    async with inside(tmp_path / "m.db") as server, device(server) as laptop:
        await laptop.register("Ann")
        made = (
            await laptop.post("/api/matches", {"game": "tokan", "seats": [{"kind": "local"}, {"kind": "open"}]})
        ).json()
        await laptop.post("/api/me/sign-out")
    async with inside(tmp_path / "m.db") as server:
        answer = await server.get(f"/api/matches/{made['match']}", made["seats"][0]["token"])
        assert answer.json()["code"] == "signed-out"


async def test_a_seat_of_somebody_else_cannot_be_claimed(server: Inside, ann: tuple[Device, Passkey]) -> None:
    laptop, _ = ann
    made = (await laptop.post("/api/matches", {"game": "tokan", "seats": [{"kind": "local"}, {"kind": "open"}]})).json()
    async with device(server) as thief:
        await thief.register("Mallory")
        tokens = {"tokens": [made["seats"][0]["token"], "A" * 32]}
        assert (await thief.post("/api/me/claim", tokens)).json() == {"claimed": 0, "others": 1}
        assert (await thief.get("/api/me/matches", status="open")).json()["matches"] == []
    seats = (await laptop.get(f"/api/matches/{made['match']}")).json()["state"]["seats"]
    assert seats[0]["name"] == "Ann"


async def test_people_at_one_screen_keep_their_names(server: Inside) -> None:
    match, tokens = await server.create()
    async with device(server) as laptop:
        await laptop.register("Cleo")
        assert (await laptop.post("/api/me/claim", {"tokens": tokens})).json()["claimed"] == 2
        seats = (await laptop.get(f"/api/matches/{match}")).json()["state"]["seats"]
        assert [(seat["name"], seat["account"]) for seat in seats] == [("Cleo", "person"), ("Bo", None)]
        assert len((await laptop.get("/api/me/matches")).json()["matches"]) == 2


async def test_a_seat_that_was_left_before_the_start_is_nobodys(server: Inside, ann: tuple[Device, Passkey]) -> None:
    laptop, _ = ann
    match, _ = await server.create(seats=[{"kind": "local"}, {"kind": "open"}, {"kind": "open"}], game="schokoly",
                                   options={"players": "3"})  # fmt: skip
    taken = (await laptop.post(f"/api/matches/{match}/seats", {"name": "somebody"})).json()
    again = (await laptop.post(f"/api/matches/{match}/seats", {"name": "somebody"})).json()
    assert again["code"] == "not-allowed"
    acted = await laptop.http.post(
        f"/api/matches/{match}/acts?seat={taken['seat']}",
        json={"id": "l", "action": {"type": "leave"}},
        headers={"origin": laptop.origin},
    )
    assert acted.json()["type"] == "ack"
    assert (await laptop.get(f"/api/matches/{match}", seat=taken["seat"])).json()["code"] == "forbidden"
    assert (await laptop.get("/api/me/matches", status="open")).json()["matches"] == []


async def test_a_rematch_belongs_to_the_same_people(server: Inside, ann: tuple[Device, Passkey]) -> None:
    laptop, _ = ann
    asked = {"game": "tokan", "seats": [{"kind": "local"}, {"kind": "computer", "level": 1}]}
    made = (await laptop.post("/api/matches", asked)).json()
    for name, action in (("r", {"type": "resign"}), ("p", {"type": "propose", "what": "rematch"})):
        acted = await laptop.post(f"/api/matches/{made['match']}/acts?seat=0", {"id": name, "action": action})
        assert acted.json()["type"] == "ack"
    mine = (await laptop.get("/api/me/matches")).json()["matches"]
    assert [(line["seat"], line["match"]["seats"][1]["name"]) for line in mine] == [(1, "Ann")]
    over = (await laptop.get("/api/me/matches", status="finished")).json()["matches"]
    assert [(line["match"]["id"], line["outcome"]) for line in over] == [(made["match"], "lost")]


async def test_a_new_token_by_the_account_holds_in_the_whole_series(
    server: Inside, ann: tuple[Device, Passkey]
) -> None:
    laptop, _ = ann
    asked = {"game": "tokan", "seats": [{"kind": "local"}, {"kind": "computer", "level": 1}]}
    made = (await laptop.post("/api/matches", asked)).json()
    first, old = made["match"], made["seats"][0]["token"]
    for name, action in (("r", {"type": "resign"}), ("p", {"type": "propose", "what": "rematch"})):
        await laptop.post(f"/api/matches/{first}/acts?seat=0", {"id": name, "action": action})
    second = (await laptop.get(f"/api/matches/{first}")).json()["state"]["next_match"]
    assert (await server.get(f"/api/matches/{second}", old)).json()["seat"] == 1
    new = (await laptop.post(f"/api/matches/{second}/token?seat=1")).json()["token"]
    for match in (first, second):
        assert (await server.get(f"/api/matches/{match}", old)).json()["code"] == "forbidden"
        assert (await server.get(f"/api/matches/{match}", new)).status_code == 200
        assert (await laptop.get(f"/api/matches/{match}", seat=0 if match == first else 1)).status_code == 200


async def test_history_comes_in_pages_without_gaps(server: Inside, ann: tuple[Device, Passkey]) -> None:
    laptop, _ = ann
    made = set()
    for _ in range(53):
        asked = {"game": "tokan", "seats": [{"kind": "local"}, {"kind": "open"}]}
        made.add((await laptop.post("/api/matches", asked)).json()["match"])
    first = (await laptop.get("/api/me/matches", status="open")).json()
    second = (await laptop.get("/api/me/matches", status="open", after=first["next"])).json()
    names = [line["match"]["id"] for page in (first, second) for line in page["matches"]]
    assert (len(names), set(names), second["next"]) == (53, made, None)


async def test_an_account_takes_its_data_along_and_leaves_no_name(server: Inside, ann: tuple[Device, Passkey]) -> None:
    laptop, passkey = ann
    match, (own, other) = await server.create(seats=[{"kind": "local", "name": "Annabel"}, {"kind": "invited"}])
    bo = (await server.post(f"/api/matches/{match}/seats", {"name": "Bo", "token": other})).json()["token"]
    await laptop.post("/api/me/claim", {"tokens": [own]})
    waiting = (
        await laptop.post("/api/matches", {"game": "tokan", "seats": [{"kind": "open"}, {"kind": "local"}]})
    ).json()
    said = {"id": "s", "action": {"type": "chat", "text": "I live in Ulm"}}
    await laptop.post(f"/api/matches/{match}/acts?seat=0", said)
    lines = [json.loads(line) for line in (await laptop.get("/api/me/data")).text.splitlines()]
    assert lines[0]["account"]["name"] == "Ann"
    assert len(lines[1]["devices"]["sessions"]) == 1
    assert {line["match"] for line in lines if "match" in line} == {match, waiting["match"]}
    assert ["I live in Ulm"] in [line["said"] for line in lines if "said" in line]
    async with server.socket() as wire, laptop.socket() as own_wire:
        await wire.follow(match, bo)
        await own_wire.ask("snapshot", type="subscribe", match=match, seat=0)
        wrong = await laptop.post("/api/me/delete", {"name": "ann"})
        assert wrong.json()["code"] == "bad-name"
        assert (await laptop.post("/api/me/delete", {"name": "Ann"})).json() == {"account": None, "session": None}
        assert not laptop.cookie
        assert (await own_wire.until("unsubscribed"))["reason"] == "forbidden"
        heard = await wire.until("event")
        assert [event["type"] for event in heard["events"]] == ["disowned", "left"]
    # The match goes on; of the name and the words nothing is left, in memory or on disk.
    shown = await server.get(f"/api/matches/{match}", bo)
    told = await server.get(f"/api/matches/{match}/events", bo)
    server.host.lives.clear()
    again = await server.get(f"/api/matches/{match}", bo)
    told_again = await server.get(f"/api/matches/{match}/events", bo)
    assert shown.json() == again.json()
    assert told.json() == told_again.json()
    assert shown.json()["state"]["seats"][0]["name"].startswith("Anonymous ")
    bodies: list[Any] = [entry.body for entry in await server.host.store.entries(match)]
    for text in (shown.text, told.text, again.text, *map(str, bodies)):
        assert "Ann" not in text.replace("Anonymous", "")
        assert "Ulm" not in text
    assert (await server.get(f"/api/matches/{match}", own)).json()["code"] == "forbidden"
    async with device(server) as phone:
        assert (await phone.sign_in(passkey)).json()["code"] == "bad-passkey"
        await phone.register("Ann")
        assert (await phone.get("/api/me/matches")).json()["matches"] == []


async def test_nobody_studies_the_match_that_their_account_is_playing(
    server: Inside, ann: tuple[Device, Passkey]
) -> None:
    laptop, passkey = ann
    made = (
        await laptop.post(
            "/api/matches", {"game": "tokan", "seats": [{"kind": "local"}, {"kind": "local", "name": "Bo"}]}
        )
    ).json()
    record = (await laptop.get(f"/api/matches/{made['match']}/record", seat=0)).text
    async with device(server) as phone, device(server) as stranger:
        await phone.sign_in(passkey)
        # The phone holds no token of the match; that it is the account's own is enough.
        for path in ("analyses", "solutions"):
            refused = await phone.post(f"/api/{path}", {"record": record})
            assert (refused.status_code, refused.json()["code"]) == (409, "not-over"), path
        assert (await stranger.post("/api/analyses", {"record": record, "seconds": 1})).status_code == 200


async def test_a_match_that_cannot_be_read_keeps_nobody_from_studying_others(
    server: Inside, ann: tuple[Device, Passkey]
) -> None:
    laptop, _ = ann
    asked = {"game": "tokan", "seats": [{"kind": "local"}, {"kind": "local", "name": "Bo"}]}
    running = (await laptop.post("/api/matches", asked)).json()
    record = (await laptop.get(f"/api/matches/{running['match']}/record", seat=0)).text
    # Newer than the one above, and so compared before it.
    damaged = (await laptop.post("/api/matches", asked)).json()
    assert await server.host.store.append(Append(damaged["match"], 2, 1, None, b"{"))
    del server.host.lives[damaged["match"]]
    token = damaged["seats"][0]["token"]
    for tokens in ([], [token]):
        other = (await server.post("/api/new", {"game": "tokan", "options": {}})).json()["record"]
        answer = await laptop.post("/api/analyses", {"record": other, "seconds": 1, "tokens": tokens})
        assert answer.status_code == 200, answer.text
        made = await laptop.post("/api/matches", {**asked, "record": other, "tokens": tokens})
        assert made.status_code == 201, made.text
        # The match that they are playing is still compared.
        refused = await laptop.post("/api/analyses", {"record": record, "tokens": tokens})
        assert (refused.status_code, refused.json()["code"]) == (409, "not-over")


@pytest.mark.parametrize("leaves_first", [True, False])
async def test_a_seat_that_was_kept_for_a_device_is_not_kept_once_it_is_signed_out(
    server: Inside, ann: tuple[Device, Passkey], leaves_first: bool
) -> None:
    """Whoever made a match and left it finds their seat again, but not from a device that they signed out."""
    laptop, passkey = ann
    made = (await laptop.post("/api/matches", {"game": "tokan", "seats": [{"kind": "local"}, {"kind": "open"}]})).json()
    match, (given,) = made["match"], made["seats"]
    take = {"name": "Thief", "token": given["token"], "seat": given["seat"]}
    async with device(server) as phone, device(server) as other:
        await phone.sign_in(passkey)
        lost = (await phone.get("/api/me/devices")).json()["sessions"]
        (name,) = [each["id"] for each in lost if not each["current"]]

        async def leave(number: str) -> dict[str, Any]:
            path = f"/api/matches/{match}/acts?seat={given['seat']}"
            answer: dict[str, Any] = (await phone.post(path, {"id": number, "action": {"type": "leave"}})).json()
            return answer

        if leaves_first:
            assert (await leave("a"))["type"] == "ack"
            # So far the device that made it may come back to it.
            back = (await other.post(f"/api/matches/{match}/seats", take)).json()
            assert back["seat"] == given["seat"]
            left = {"id": "b", "action": {"type": "leave"}}
            assert (await server.post(f"/api/matches/{match}/acts", left, back["token"])).status_code == 200
            return
        await phone.post("/api/me/devices/end", {"id": name})
        assert (await leave("a"))["type"] == "ack"
        refused = (await other.post(f"/api/matches/{match}/seats", take)).json()
        assert refused["code"] == "signed-out"
        # Nobody else sits down there, either; the open seat is anybody's.
        assert (await other.post(f"/api/matches/{match}/seats", {"name": "Bo"})).json()["seat"] == 1 - given["seat"]
