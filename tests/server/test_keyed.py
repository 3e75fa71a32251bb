"""Matches that are made with a key: an answer that is lost costs nothing, and nobody gains anything by a key."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tafelrunde.server.tokens import keyed_match_id, keyed_token, token_hash
from tests.server.inside import Inside, inside
from tests.server.people.devices import device
from tests.server.test_practice import COMPUTER, ME, START

pytestmark = pytest.mark.anyio

KEY = "k" * 32
BEGUN = f"{START}a3b3\n"
MOVED = {"game": "tokan", "seats": [ME, COMPUTER], "record": BEGUN, "key": KEY}


async def made(server: Inside, **asked: Any) -> dict[str, Any]:
    answer = await server.post("/api/matches", {**MOVED, **asked})
    assert answer.status_code == 201, answer.text
    shown: dict[str, Any] = answer.json()
    return shown


async def withdrawn(server: Inside, key: str = KEY) -> bool:
    answer = await server.post("/api/matches/withdraw", {"key": key})
    assert answer.status_code == 200, answer.text
    found: bool = answer.json()["found"]
    return found


async def status(server: Inside, name: str) -> str:
    state: str = (await server.get(f"/api/matches/{name}")).json()["state"]["status"]
    return state


async def count(server: Inside) -> int:
    return len([None async for _ in server.host.store.dump()])


async def test_the_same_key_gets_the_same_match_and_the_same_seats(server: Inside) -> None:
    first = await made(server)
    assert await made(server) == first
    # Whatever else is asked for: the key names the match.
    assert await made(server, seats=[ME, {"kind": "open"}], record=None) == first
    assert await count(server) == 1
    (given,) = first["seats"]
    acted = {"id": "a", "action": {"type": "chat", "text": "here"}}
    assert (await server.post(f"/api/matches/{first['match']}/acts", acted, given["token"])).status_code == 200


async def test_requests_that_arrive_at_once_make_one_match(server: Inside) -> None:
    answers = await asyncio.gather(*(made(server) for _ in range(8)))
    assert all(answer == answers[0] for answer in answers)
    assert await count(server) == 1


@pytest.mark.parametrize("draw_seats", [False, True])
async def test_every_seat_that_somebody_may_open_is_given_again(server: Inside, draw_seats: bool) -> None:
    seats = [{"kind": "invited"}, COMPUTER, ME]
    asked = {"game": "schokoly", "options": {"players": "3"}, "seats": seats, "draw_seats": draw_seats, "record": None}
    first = await made(server, **asked)
    assert len(first["seats"]) == 2
    assert first["deal_hash"]
    assert await made(server, **asked) == first
    for given in first["seats"]:
        answer = await server.get(f"/api/matches/{first['match']}", given["token"])
        # An invitation opens nothing before somebody has joined with it.
        assert answer.status_code in {200, 403}


async def test_after_a_restart_the_key_still_finds_its_match(tmp_path: Path) -> None:
    async with inside(tmp_path / "m.db") as server:
        first = await made(server)
    async with inside(tmp_path / "m.db") as server:
        assert await made(server) == first
        assert await withdrawn(server)
    async with inside(tmp_path / "m.db") as server:
        assert await status(server, first["match"]) == "finished"
        assert await made(server) == first
        assert await count(server) == 1


async def test_another_key_opens_nothing(server: Inside) -> None:
    first = await made(server)
    other = await made(server, key="K" * 32)
    assert other["match"] != first["match"]
    assert {given["token"] for given in other["seats"]}.isdisjoint(given["token"] for given in first["seats"])
    assert await withdrawn(server, "K" * 32)
    assert await status(server, first["match"]) == "running"
    assert not await withdrawn(server, "x" * 32)


async def test_neither_the_match_nor_a_token_is_a_key(server: Inside) -> None:
    first = await made(server)
    (given,) = first["seats"]
    assert not await withdrawn(server, given["token"])
    again = await made(server, key=given["token"])
    assert again["match"] != first["match"]
    assert await status(server, first["match"]) == "running"
    # Nor does it say anything about the others: each is a digest of its own.
    names = {keyed_match_id(KEY), *(keyed_token(KEY, seat) for seat in range(4))}
    assert len(names) == 5
    assert not any(KEY in name for name in names)


@pytest.mark.parametrize("key", ["", "k" * 31, "k" * 33, "~" * 32, 7])
async def test_a_key_that_is_none_is_refused(server: Inside, key: object) -> None:
    answer = await server.post("/api/matches", {**MOVED, "key": key})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-message")
    answer = await server.post("/api/matches/withdraw", {"key": key})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-message")


async def test_what_was_refused_is_refused_again_and_nothing_is_made(server: Inside) -> None:
    for _ in range(2):
        answer = await server.post("/api/matches", {**MOVED, "record": "no record"})
        assert answer.json()["code"] == "bad-record"
    assert await count(server) == 0
    assert not await withdrawn(server)


async def test_a_withdrawn_match_is_over_and_won_by_nobody(server: Inside) -> None:
    first = await made(server)
    for _ in range(2):
        assert await withdrawn(server)
    state = (await server.get(f"/api/matches/{first['match']}")).json()["state"]
    assert state["finished"]["reason"] == "closed"
    assert state["finished"]["winner"] is None
    assert await made(server) == first


async def test_one_that_waits_for_a_friend_is_withdrawn_before_anybody_came(server: Inside) -> None:
    first = await made(server, seats=[ME, {"kind": "open"}])
    assert await status(server, first["match"]) == "open"
    assert await withdrawn(server)
    assert await status(server, first["match"]) == "finished"
    late = await server.post(f"/api/matches/{first['match']}/seats", {"name": "Bo"})
    assert late.json()["code"] == "match-over"


async def test_where_a_friend_sits_nobody_withdraws_the_match(server: Inside) -> None:
    first = await made(server, seats=[ME, {"kind": "open"}])
    assert (await server.post(f"/api/matches/{first['match']}/seats", {"name": "Bo"})).status_code == 201
    answer = await server.post("/api/matches/withdraw", {"key": KEY})
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert await status(server, first["match"]) == "running"


async def test_a_seat_with_a_new_token_is_not_the_key_s_any_more(server: Inside) -> None:
    first = await made(server)
    (given,) = first["seats"]
    name = first["match"]
    assert (await server.post(f"/api/matches/{name}/token", {}, given["token"])).status_code == 200
    assert await made(server) == first
    closed = await server.get(f"/api/matches/{name}", given["token"])
    assert closed.json()["code"] == "forbidden"
    assert (await server.post("/api/matches/withdraw", {"key": KEY})).json()["code"] == "forbidden"
    assert await status(server, name) == "running"


async def test_a_rated_match_is_not_left_by_withdrawing_it(server: Inside) -> None:
    async with device(server) as ann:
        await ann.register("Ann")
        clock = {"kind": "live", "seconds": 300}
        seats = [{"kind": "local"}, {"kind": "computer", "level": 3}]
        asked = {"game": "tokan", "seats": seats, "clock": clock, "rated": True, "friendly": False, "key": KEY}
        first = await ann.post("/api/matches", asked)
        assert first.status_code == 201, first.text
        answer = await server.post("/api/matches/withdraw", {"key": KEY})
        assert answer.json()["code"] == "not-allowed"
        assert await status(server, first.json()["match"]) == "running"


async def test_what_somebody_moved_here_is_no_reason_to_refuse_them_the_answer(server: Inside) -> None:
    """Nobody tries out a match that they are playing; but this is that very match."""
    async with device(server) as ann:
        await ann.register("Ann")
        asked = {**MOVED, "seats": [{"kind": "local"}, COMPUTER]}
        first = (await ann.post("/api/matches", asked)).json()
        again = await ann.post("/api/matches", asked)
        assert again.status_code == 201, again.text
        assert again.json() == first


async def test_a_device_that_was_signed_out_gets_no_seat_back_by_its_key(server: Inside) -> None:
    async with device(server) as ann:
        await ann.register("Ann")
        first = (await ann.post("/api/matches", {**MOVED, "seats": [{"kind": "local"}, COMPUTER]})).json()
        (given,) = first["seats"]
        await ann.post("/api/me/sign-out", {})
        assert await made(server) == first
        opened = await server.get(f"/api/matches/{first['match']}", given["token"])
        assert opened.status_code == 403
        # Nor does it end what goes on for the account elsewhere.
        answer = await server.post("/api/matches/withdraw", {"key": KEY})
        assert (answer.status_code, answer.json()["code"]) == (403, "signed-out")
        assert await status(server, first["match"]) == "running"


async def test_a_token_that_was_shut_out_withdraws_nothing(server: Inside) -> None:
    first = await made(server)
    (given,) = first["seats"]
    server.host.ban(frozenset({token_hash(given["token"])}))
    answer = await server.post("/api/matches/withdraw", {"key": KEY})
    assert answer.json()["code"] == "banned"
    assert await status(server, first["match"]) == "running"
