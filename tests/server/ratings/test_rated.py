"""Rated matches: who may play them, what is not allowed in them, and that their results are counted."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
from httpx import Response

from tafelrunde.server.people.names import fold
from tafelrunde.server.ratings.counting import count_waiting, rebuild
from tafelrunde.store.people.accounts import find_by_name
from tafelrunde.store.people.ratings import Rated, rating_of
from tests.server.inside import Inside
from tests.server.people.devices import Device, device

pytestmark = pytest.mark.anyio
LIVE = {"kind": "live", "seconds": 600}
OPEN = {"game": "tokan", "seats": [{"kind": "local"}, {"kind": "open"}], "clock": LIVE, "rated": True}
COMPUTER = {**OPEN, "seats": [{"kind": "local"}, {"kind": "computer", "level": 3}]}
POOL = "tokan standard live"


@pytest.fixture
async def two(server: Inside) -> AsyncIterator[tuple[Device, Device]]:
    async with device(server) as ann, device(server) as bo:
        await ann.register("Ann")
        await bo.register("Bo")
        yield ann, bo


async def act(who: Device, match: str, own: int, name: str, **action: Any) -> Response:
    return await who.post(f"/api/matches/{match}/acts?seat={own}", {"id": name, "action": action})


async def begin(ann: Device, bo: Device, **more: Any) -> str:
    """Let Ann set up a match and Bo join it."""
    made = await ann.post("/api/matches", {**OPEN, **more})
    assert made.status_code == 201, made.text
    match = str(made.json()["match"])
    joined = await bo.post(f"/api/matches/{match}/seats", {"name": "whatever"})
    assert joined.json()["seat"] == 1, joined.text
    return match


async def rating(server: Inside, name: str, pool: str = POOL) -> Rated | None:
    store = server.host.store
    account = await store.ask(lambda: find_by_name(fold(name)))
    assert account is not None
    return await store.ask(lambda: rating_of(account.id, pool))


async def rated(server: Inside, name: str, games: int, pool: str = POOL) -> Rated:
    """Wait until so many results of somebody are counted."""
    async with asyncio.timeout(20):
        while True:
            found = await rating(server, name, pool)
            if found is not None and found.games >= games:
                assert found.games == games
                return found
            await asyncio.sleep(0.01)


async def test_a_rated_match_changes_both_ratings_once(server: Inside, two: tuple[Device, Device]) -> None:
    ann, bo = two
    match = await begin(ann, bo)
    state = (await ann.get(f"/api/matches/{match}")).json()["state"]
    assert (state["rated"], state["friendly"]) == (True, False)
    assert await rating(server, "Ann") is None
    for _ in range(2):
        await act(bo, match, 1, "r", type="resign")
    up, down = await rated(server, "Ann", 1), await rated(server, "Bo", 1)
    assert down.rating < 1500 < up.rating
    assert up.deviation < 350
    assert not up.certain


async def test_an_unrated_match_changes_nothing(server: Inside, two: tuple[Device, Device]) -> None:
    ann, bo = two
    match = await begin(ann, bo, rated=False)
    await act(bo, match, 1, "r", type="resign")
    rated_one = await begin(ann, bo)
    await act(bo, rated_one, 1, "r", type="resign")
    await rated(server, "Ann", 1)


async def test_a_rated_match_that_is_closed_counts_for_nothing(server: Inside, two: tuple[Device, Device]) -> None:
    ann, bo = two
    live = await server.host.find(await begin(ann, bo))
    await server.host.close(live)
    match = await begin(ann, bo)
    await act(bo, match, 1, "r", type="resign")
    await rated(server, "Ann", 1)


async def test_live_and_by_days_and_every_form_are_rated_apart(server: Inside, two: tuple[Device, Device]) -> None:
    ann, bo = two
    days = {"kind": "days", "seconds": 86_400}
    for more in ({"clock": days}, {"options": {"scoring": "heads"}}, {"game": "schoko"}):
        match = await begin(ann, bo, **more)
        await act(bo, match, 1, "r", type="resign")
    for pool in ("tokan standard days", "tokan every-head-counts live", "schoko standard live"):
        await rated(server, "Ann", 1, pool)
    assert await rating(server, "Ann") is None


async def test_three_are_rated_by_their_places(server: Inside, two: tuple[Device, Device]) -> None:
    ann, bo = two
    async with device(server) as cleo:
        await cleo.register("Cleo")
        seats = [{"kind": "local"}, {"kind": "open"}, {"kind": "open"}]
        match = await begin(ann, bo, game="schokoly", options={"players": "3"}, seats=seats)
        await cleo.post(f"/api/matches/{match}/seats", {"name": "x"})
        await act(cleo, match, 2, "r", type="resign")
        pool = "schokoly three live"
        ratings = [(await rated(server, name, 1, pool)).rating for name in ("Ann", "Bo", "Cleo")]
        assert ratings[0] == ratings[1] > 1500 > ratings[2]


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({**OPEN, "clock": None}, "bad-setup"),
    # A name for the clock does not make it one: by minutes and by days are rated apart.
    ({**OPEN, "clock": {"kind": "days", "seconds": 60}}, "bad-setup"),
    ({**OPEN, "clock": {"kind": "live", "seconds": 30 * 86_400}}, "bad-setup"),
    ({**OPEN, "options": {"gaps": "line"}}, "bad-setup"),
    ({**OPEN, "seats": [{"kind": "local"}, {"kind": "local", "name": "me too"}]}, "nameless"),
    ({**OPEN, "seats": [{"kind": "computer", "level": 1}, {"kind": "computer", "level": 2}]}, "bad-setup"),
    ({**COMPUTER, "options": {"setup": "draft"}}, "bad-setup"),
    (
        {
            **OPEN,
            "game": "schokoly",
            "options": {"players": "3"},
            "seats": [{"kind": "local"}, {"kind": "open"}, {"kind": "computer", "level": 1}],
        },
        "bad-setup",
    ),
]


@pytest.mark.parametrize("number", range(len(REFUSED)))
async def test_what_cannot_count_is_refused(server: Inside, two: tuple[Device, Device], number: int) -> None:
    asked, code = REFUSED[number]
    refused = await two[0].post("/api/matches", asked)
    assert (refused.json()["code"], refused.status_code) == (code, 403 if code == "nameless" else 400)
    assert (await two[0].get("/api/me/matches", status="open")).json()["matches"] == []


async def test_guests_neither_make_nor_join_a_rated_match(server: Inside, two: tuple[Device, Device]) -> None:
    ann, _ = two
    async with device(server) as guest:
        assert (await guest.post("/api/matches", OPEN)).json()["code"] == "nameless"
        made = (await ann.post("/api/matches", OPEN)).json()
        path = f"/api/matches/{made['match']}/seats"
        assert (await guest.post(path, {"name": "Ann"})).json()["code"] == "nameless"
        # Nobody sits there, and somebody with a name still can.
        seats = (await guest.get(f"/api/matches/{made['match']}")).json()["state"]["seats"]
        assert [seat["taken"] for seat in seats] == [True, False]
        assert (await two[1].post(path, {"name": "x"})).json()["seat"] == 1


async def test_a_rated_match_has_no_way_around_it(server: Inside, two: tuple[Device, Device]) -> None:
    ann, bo = two
    match = await begin(ann, bo, game="tokan")
    wishes: list[dict[str, Any]] = [
        {"type": "propose", "what": "pause"},
        {"type": "propose", "what": "takeback"},
        {"type": "take-over", "seat": 0, "level": 8},
    ]
    for action in wishes:
        assert (await act(ann, match, 0, "x", **action)).json()["code"] == "not-allowed"
    await act(bo, match, 1, "l", type="leave")
    # Whoever leaves has lost, and no computer plays on.
    refused = await act(ann, match, 0, "y", type="take-over", seat=1, level=1)
    assert refused.json()["code"] == "match-over"
    elsewhere, tokens = await server.create()
    record = (await server.get(f"/api/matches/{elsewhere}/record", tokens[0])).text
    assert (await ann.post("/api/matches", {**COMPUTER, "record": record})).json()["code"] == "bad-setup"
    alone = (await ann.post("/api/matches", COMPUTER)).json()["match"]
    hint = await ann.post(f"/api/matches/{alone}/hint?seat=0")
    assert hint.json()["code"] == "not-allowed"


async def test_a_computer_is_a_rated_opponent_with_a_fixed_rating(server: Inside, two: tuple[Device, Device]) -> None:
    match = (await two[0].post("/api/matches", COMPUTER)).json()["match"]
    await act(two[0], match, 0, "r", type="resign")
    after = await rated(server, "Ann", 1)
    assert after.rating < 1500
    assert after.deviation > 120


async def test_a_rematch_is_rated_as_well(server: Inside, two: tuple[Device, Device]) -> None:
    ann, bo = two
    match = await begin(ann, bo)
    await act(bo, match, 1, "r", type="resign")
    await act(bo, match, 1, "p", type="propose", what="rematch")
    await act(ann, match, 0, "a", type="agree")
    following = (await ann.get(f"/api/matches/{match}")).json()["state"]["next_match"]
    await act(ann, following, 1, "r", type="resign")
    one, other = await rated(server, "Ann", 2), await rated(server, "Bo", 2)
    assert abs(one.rating - other.rating) < 200


async def test_what_ended_while_nobody_counted_is_counted_later(server: Inside, two: tuple[Device, Device]) -> None:
    ann, bo = two
    for task in server.host._upkeep:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
    for number in range(3):
        await act(bo, await begin(ann, bo), 1, f"r{number}", type="resign")
    assert await rating(server, "Ann") is None
    store = server.host.store
    counts = await asyncio.gather(*(count_waiting(store) for _ in range(4)))
    assert sum(counts) == 3
    before = await rated(server, "Ann", 3)
    assert await store.transact(rebuild) == (3, False)
    assert await rating(server, "Ann") == before


async def test_nobody_is_put_into_a_rated_rematch_without_being_asked(
    server: Inside, two: tuple[Device, Device]
) -> None:
    """Whoever leaves a rated match has lost it, and not the next one as well."""
    ann, bo = two
    match = await begin(ann, bo)
    await act(bo, match, 1, "l", type="leave")
    proposed = (await act(ann, match, 0, "p", type="propose", what="rematch")).json()
    assert proposed["type"] == "ack"
    state = (await ann.get(f"/api/matches/{match}")).json()["state"]
    assert (state["next_match"], state["agreed"]) == (None, [0])
    # Who comes back to it and agrees is asked.
    await act(bo, match, 1, "a", type="agree")
    again = (await ann.get(f"/api/matches/{match}")).json()["state"]["next_match"]
    assert (await ann.get(f"/api/matches/{again}")).json()["state"]["status"] == "running"
    # Where nothing counts, those who stayed play on.
    free = await begin(ann, bo, rated=False)
    await act(bo, free, 1, "l", type="leave")
    await act(ann, free, 0, "r", type="resign")
    await act(ann, free, 0, "p", type="propose", what="rematch")
    assert (await ann.get(f"/api/matches/{free}")).json()["state"]["next_match"] is not None
