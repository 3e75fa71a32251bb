"""Pages of people: what is shown and to whom, and that nobody learns a name by asking."""

from __future__ import annotations

import io
import json
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import pytest

from tafelrunde.players.registry import PERFECT
from tafelrunde.server.administration import exports
from tafelrunde.server.administration.admin import Charge, opened
from tafelrunde.server.people import profiles
from tafelrunde.server.people.farewell import gone
from tafelrunde.server.people.names import fold
from tafelrunde.server.ratings.counting import rebuild
from tafelrunde.server.ratings.results import read_body
from tafelrunde.store import Make, Script
from tafelrunde.store.people.accounts import find_by_name
from tafelrunde.store.people.ratings import rating_of, ratings_after, results_after, save_rating
from tests.databases import Postgres
from tests.server.inside import Inside
from tests.server.people.devices import Device, device
from tests.server.ratings.test_rated import COMPUTER, OPEN, POOL, act, begin, rated

pytestmark = pytest.mark.anyio


@pytest.fixture
async def two(server: Inside) -> AsyncIterator[tuple[Device, Device]]:
    async with device(server) as ann, device(server) as bo:
        await ann.register("Ann")
        await bo.register("Bo")
        yield ann, bo


async def lose(server: Inside, winner: Device, loser: Device, **more: Any) -> str:
    match = await begin(winner, loser, **more)
    await act(loser, match, 1, "r", type="resign")
    return match


async def test_a_page_shows_ratings_statistics_curve_and_matches(server: Inside, two: tuple[Device, Device]) -> None:
    ann, bo = two
    played = [await lose(server, ann, bo) for _ in range(2)]
    running = await begin(ann, bo)
    hidden = await begin(ann, bo, rated=False)
    alone = (await ann.post("/api/matches", {**COMPUTER, "rated": False})).json()["match"]
    await act(ann, alone, 0, "r", type="resign")
    after = await rated(server, "Ann", 2)
    shown = (await server.get("/api/people/ann")).json()
    assert (shown["name"], shown["kind"], shown["own"], shown["relation"]) == ("Ann", "person", False, "")
    (rating,) = shown["ratings"]
    assert (rating["pool"], rating["rating"], rating["games"]) == (POOL, round(after.rating), 2)
    assert rating["provisional"]
    tally = {"pool": POOL, "won": 2, "drawn": 0, "lost": 1, "level": 0, "name": ""}
    assert shown["pools"] == [tally]
    assert shown["levels"] == [{**tally, "won": 0, "level": 3}]
    # Whom one plays with is one's own business.
    assert shown["opponents"] == []
    own = (await ann.get("/api/people/Ann")).json()
    assert own["own"]
    assert own["opponents"] == [{**tally, "pool": "", "lost": 0, "name": "Bo"}]
    points = (await server.get("/api/people/Ann/curve", pool=POOL)).json()["points"]
    assert [point["rating"] for point in points][-1] == round(after.rating)
    assert points == sorted(points, key=lambda point: point["at"])
    page = (await server.get("/api/people/Ann/matches", pool=POOL)).json()
    assert [line["match"]["id"] for line in page["running"]] == [running]
    assert [line["match"]["id"] for line in page["matches"]] == played[::-1]
    assert [(line["outcome"], line["seat"]) for line in page["matches"]] == [("won", 0)] * 2
    assert page["matches"][0]["rating"] == round(after.rating)
    assert hidden not in json.dumps(page)
    assert (await server.get("/api/people/Ann/matches", pool="schoko standard live")).json()["matches"] == []


async def test_whoever_thinks_until_it_knows_is_counted_like_a_level(
    server: Inside, two: tuple[Device, Device]
) -> None:
    ann, _ = two
    seats = [{"kind": "local"}, {"kind": "computer", "level": PERFECT}]
    match = (await ann.post("/api/matches", {"game": "tokan", "seats": seats})).json()["match"]
    await act(ann, match, 0, "r", type="resign")
    (tally,) = (await ann.get("/api/people/Ann")).json()["levels"]
    assert (tally["level"], tally["lost"], tally["won"]) == (PERFECT, 1, 0)


async def test_nobody_learns_from_a_page_whether_a_name_exists(server: Inside, two: tuple[Device, Device]) -> None:
    ann, bo = two
    # Who has played nothing that is rated shows nothing.
    paths = ("", f"/curve?pool={POOL}", f"/matches?pool={POOL}")

    async def answers(name: str) -> list[tuple[int, str]]:
        found = [await server.http.get(f"/api/people/{name}{path}") for path in paths]
        found.append(await bo.post("/api/me/relations", {"name": name, "kind": "follow"}))
        return [(answer.status_code, answer.text) for answer in found]

    assert await answers("Ann") == await answers("Nobody") == [(404, answer) for _, answer in await answers("Nobody")]
    await lose(server, ann, bo)
    await rated(server, "Ann", 1)
    assert (await server.get("/api/people/Ann")).status_code == 200
    await ann.post("/api/me/public", {"profile": False})
    assert await answers("Ann") == await answers("Nobody")
    # Oneself one sees.
    assert (await ann.get("/api/people/Ann")).status_code == 200
    assert (await ann.get("/api/me/public")).json() == {"profile": False, "matches": True, "board": True}


async def test_as_much_is_asked_of_the_store_whether_a_name_exists_or_hides(
    server: Inside, two: tuple[Device, Device], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the time of an answer would tell it, as often as somebody asks."""
    ann, bo = two
    await lose(server, ann, bo)
    await rated(server, "Ann", 1)
    await ann.post("/api/me/public", {"profile": False})
    store, asked = server.host.store, list[str]()

    def heard(make: Make[Any]) -> Make[Any]:
        def script() -> Script[Any]:
            inner = make()
            try:
                step = next(inner)
                while True:
                    asked.append(str(step))
                    step = inner.send((yield step))
            except StopIteration as stop:
                return stop.value

        return script

    async def statements(name: str) -> list[str]:
        account = await store.ask(partial(find_by_name, fold(name)))
        asked.clear()
        with monkeypatch.context() as patched:
            for way in ("ask", "transact"):
                plain = getattr(store, way)
                patched.setattr(store, way, lambda make, plain=plain: plain(heard(make)))
            found = [await server.http.get(f"/api/people/{name}")]
            found.append(await bo.post("/api/me/relations", {"name": name, "kind": "follow"}))
        assert [answer.status_code for answer in found] == [404, 404]
        return [text.replace(name.lower(), "NAME").replace(account.id if account else "", "") for text in asked]

    assert await statements("Ann") == await statements("Nobody")


async def test_matches_are_shown_only_where_their_owner_allows_it(server: Inside, two: tuple[Device, Device]) -> None:
    ann, bo = two
    await lose(server, ann, bo)
    await rated(server, "Ann", 1)
    await ann.post("/api/me/public", {"matches": False})
    shown = (await server.get("/api/people/Ann")).json()
    assert (shown["pools"], shown["levels"]) == ([], [])
    assert (await server.get("/api/people/Ann/matches", pool=POOL)).json() == {
        "running": [],
        "matches": [],
        "next": None,
    }
    assert len((await ann.get("/api/people/Ann/matches", pool=POOL)).json()["matches"]) == 1


async def test_a_leaderboard_has_certain_ratings_of_those_who_allow_it(
    server: Inside, two: tuple[Device, Device]
) -> None:
    ann, bo = two
    await lose(server, ann, bo)
    up, down = await rated(server, "Ann", 1), await rated(server, "Bo", 1)
    board = (await server.get("/api/leaderboards", pool=POOL)).json()
    assert board["places"] == []
    assert board["levels"] == sorted(board["levels"])
    assert len(board["levels"]) == 8
    store, now = server.host.store, server.now()
    for one in (up, down):
        sure = one._replace(deviation=60.0, certain=True, at=now)
        await store.transact(partial(save_rating, sure))
    places = (await server.get("/api/leaderboards", pool=POOL)).json()["places"]
    assert [(line["place"], line["name"]) for line in places] == [(1, "Ann"), (2, "Bo")]
    await ann.post("/api/me/public", {"board": False})
    places = (await server.get("/api/leaderboards", pool=POOL)).json()["places"]
    assert [(line["place"], line["name"]) for line in places] == [(1, "Bo")]
    # Whoever stays away too long is not certain any more.
    server.now.time += 300 * 86_400_000
    assert (await server.get("/api/leaderboards", pool=POOL)).json()["places"] == []
    for bad in ("tokan", "tokan standard free", "x" * 200, "tokan standard live' OR 1=1"):
        assert (await server.get("/api/leaderboards", pool=bad)).status_code == 400


async def test_those_who_hide_or_stay_away_take_nobodys_place_on_a_leaderboard(
    server: Inside, two: tuple[Device, Device], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = two
    store = server.host.store

    async def board() -> list[tuple[int, str]]:
        places = (await server.get("/api/leaderboards", pool=POOL)).json()["places"]
        return [(line["place"], line["name"]) for line in places]

    async with device(server) as cleo:
        await cleo.register("Cleo")
        await lose(server, ann, bo)
        await lose(server, ann, cleo)

        async def sure(name: str, games: int, points: float, at: int) -> None:
            one = (await rated(server, name, games))._replace(rating=points, deviation=60.0, certain=True, at=at)
            await store.transact(partial(save_rating, one))

        for name, games, points in (("Ann", 2, 2000.0), ("Bo", 1, 1800.0), ("Cleo", 1, 1700.0)):
            await sure(name, games, points, server.now())
        monkeypatch.setattr(profiles, "_READ", 1)
        assert await board() == [(1, "Ann"), (2, "Bo"), (3, "Cleo")]
        await ann.post("/api/me/public", {"board": False})
        assert await board() == [(1, "Bo"), (2, "Cleo")]
        # Of those who were away for long none is even read.
        server.now.time += 300 * 86_400_000
        monkeypatch.setattr(profiles, "_PAGES", 1)
        await sure("Cleo", 1, 1700.0, server.now())
        assert await board() == [(1, "Cleo")]


async def test_who_is_blocked_does_not_sit_down_and_does_not_follow(server: Inside, two: tuple[Device, Device]) -> None:
    ann, bo = two
    await lose(server, ann, bo)
    await rated(server, "Ann", 1)
    followed = (await bo.post("/api/me/relations", {"name": "ann", "kind": "follow"})).json()
    assert [line["name"] for line in followed["follows"]] == ["Ann"]
    assert (await bo.get("/api/people/Ann")).json()["relation"] == "follow"
    # Somebody who hides can be blocked by whoever has met them.
    await bo.post("/api/me/public", {"profile": False})
    blocked = (await ann.post("/api/me/relations", {"name": "Bo", "kind": "block"})).json()
    assert [line["name"] for line in blocked["blocks"]] == ["Bo"]
    assert (await bo.get("/api/me/relations")).json() == {"follows": [], "blocks": []}
    made = (await ann.post("/api/matches", OPEN)).json()["match"]
    assert (await bo.post(f"/api/matches/{made}/seats", {"name": "x"})).json()["code"] == "not-allowed"
    made = (await bo.post("/api/matches", OPEN)).json()["match"]
    assert (await ann.post(f"/api/matches/{made}/seats", {"name": "x"})).json()["code"] == "not-allowed"
    freed = (await ann.post("/api/me/relations", {"name": "Bo", "kind": ""})).json()
    assert freed["blocks"] == []
    assert (await ann.post(f"/api/matches/{made}/seats", {"name": "x"})).json()["seat"] == 1
    for name in ("Ann", "Nobody"):
        refused = await ann.post("/api/me/relations", {"name": name, "kind": "block"})
        assert refused.json()["code"] == "not-found"


async def test_a_script_needs_its_scope_and_guests_have_no_relations(
    server: Inside, two: tuple[Device, Device]
) -> None:
    ann, _ = two
    token = (await ann.post("/api/me/tokens", {"label": "p", "scopes": ["play"]})).json()["token"]
    for path in ("/api/me/relations", "/api/me/public", "/api/people/Ann"):
        assert (await server.get(path, token)).json()["code"] == "forbidden"
    for path in ("/api/me/relations", "/api/me/public"):
        assert (await server.get(path)).json()["code"] == "signed-out"
    for path, data in (("/api/me/public", {}), ("/api/me/relations", {"name": "Bo", "kind": "block"})):
        assert (await server.post(path, data, token)).json()["code"] == "forbidden"
        elsewhere = await ann.post(path, data, origin="http://evil.example")
        assert elsewhere.json()["code"] == "forbidden"


async def test_who_leaves_takes_no_rating_from_others_and_leaves_no_trace(
    server: Inside, two: tuple[Device, Device]
) -> None:
    ann, bo = two
    for _ in range(3):
        await lose(server, ann, bo)
    left = await begin(ann, bo)
    before = await rated(server, "Bo", 3)
    ghost = gone((await rated(server, "Ann", 3)).account)
    await bo.post("/api/me/relations", {"name": "Ann", "kind": "follow"})
    lines = [json.loads(line) for line in (await ann.get("/api/me/data")).text.splitlines()]
    told = next(line["rating"] for line in lines if "rating" in line)
    assert (told["pool"], told["games"], len(told["curve"])) == (POOL, 3, 3)
    assert {"follow": []} in lines
    account = (await rated(server, "Ann", 3)).account
    assert (await ann.post("/api/me/delete", {"name": "Ann"})).status_code == 200
    # The match that was running is lost, and counts like the others.
    after = await rated(server, "Bo", 4)
    assert after.rating > before.rating
    store = server.host.store
    assert await store.ask(lambda: rating_of(account, POOL)) is None
    results = await store.ask(lambda: results_after(0))
    seats = [[seat.account for seat in read_body(each.result.body).seats] for each in results]
    assert seats == [[ghost, after.account]] * 4
    assert results[-1].result.match == left
    assert await store.transact(rebuild) == (4, False)
    assert (await server.get("/api/people/Ann")).status_code == 404
    assert (await bo.get("/api/me/relations")).json()["follows"] == []
    rows = await store.ask(lambda: ratings_after("", ""))
    assert {row.account for row in rows} == {ghost, after.account}


async def test_an_export_takes_results_along_and_gives_the_same_ratings(
    server: Inside, two: tuple[Device, Device], postgres: Postgres
) -> None:
    ann, bo = two
    for number in range(4):
        await lose(server, *((ann, bo) if number % 3 else (bo, ann)))
    await rated(server, "Ann", 4)
    await bo.post("/api/me/relations", {"name": "Ann", "kind": "follow"})
    output = io.BytesIO()
    await exports.export(server.host.store, output)
    ratings = await server.host.store.ask(lambda: ratings_after("", ""))
    async with opened(postgres.new_database()) as store:
        for count in (4, 0):
            done = await exports.restore(store, Charge("Root"), io.BytesIO(output.getvalue()))
            assert done.results == count
        assert await store.ask(lambda: ratings_after("", "")) == ratings
        assert await store.transact(rebuild) == (4, False)
