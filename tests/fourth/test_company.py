"""The fourth game in company: rated, sought, on people's pages, studied together, and carried to another server."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tafelrunde.games.core import Game
from tafelrunde.server.administration import exports
from tafelrunde.server.administration.admin import Charge, opened
from tests.server.inside import Inside
from tests.server.people.devices import device
from tests.server.pool.seeking import seek, token
from tests.server.ratings.test_rated import LIVE, act, begin, rated
from tests.server.studies.test_study_doors import ADD_CHAPTER, add, do, make, read

pytestmark = pytest.mark.anyio
POOL = "domineering small live"
SMALL = {"game": "domineering", "options": {"size": "4"}, "clock": LIVE}


async def test_a_rated_match_is_counted_and_shown_on_both_pages(server: Inside) -> None:
    async with device(server) as ann, device(server) as bo:
        await ann.register("Ann")
        await bo.register("Bo")
        match = await begin(ann, bo, **SMALL)
        await act(bo, match, 1, "r", type="resign")
        up, down = await rated(server, "Ann", 1, POOL), await rated(server, "Bo", 1, POOL)
        assert down.rating < 1500 < up.rating
        page = (await server.get("/api/people/ann")).json()
        assert [(each["pool"], each["games"]) for each in page["ratings"]] == [(POOL, 1)]
        played = (await server.get("/api/people/ann/matches", pool=POOL)).json()["matches"]
        assert [each["match"]["id"] for each in played] == [match]
        board = (await server.get("/api/leaderboards", pool=POOL)).json()
        # Nobody's rating is certain after one game, and nobody has measured how strong computers are at this one.
        assert (board["places"], board["levels"]) == ([], [])


async def test_two_who_look_for_it_find_each_other_and_nobody_else(server: Inside) -> None:
    clock = {"kind": "live", "seconds": 300, "increment": 5}
    async with server.socket() as ann, server.socket() as bo, server.socket() as cy:
        assert (await seek(ann, "a", {"game": "domineering", "clock": clock}))["type"] == "seeking"
        assert (await seek(cy, "c", {"game": "tokan", "clock": clock}))["type"] == "seeking"
        await seek(bo, "b", {"game": "domineering", "clock": clock})
        match = (await ann.until("paired"))["match"]
        shown = await ann.follow(match, token("a"))
        assert (shown["state"]["game"], shown["state"]["status"]) == ("domineering", "running")


async def test_a_shared_study_of_it_grows_by_what_is_legal(server: Inside, domineering: Game) -> None:
    study = await make(server)
    options = domineering.options_type.parse("small")
    first, second = map(str, domineering.start(options, "..../.#../..../.... v").turns()[:2])
    record = '[Game "domineering"]\n[Size "4"]\n[Start "..../.#../..../.... v"]\n\n'
    await do(server, study, {**ADD_CHAPTER, "record": record}, add("one", first), add("two", second))
    answer = await server.post(f"/api/studies/{study}/ops", {"ops": [add("odd", "b1v", parent="n00000one")]}, "w" * 32)
    assert [(each["id"], each["code"]) for each in answer.json()["done"]] == [("odd", "illegal")]
    found = await read(server, study)
    assert [entry["op"]["id"] for entry in found["entries"]] == ["begin", "one", "two"]


async def test_puzzles_and_balanced_starts_say_that_there_are_none(server: Inside) -> None:
    index = (await server.get("/api/puzzles")).json()
    assert "domineering" not in index["themes"]
    for path in ("/api/puzzles/next", "/api/puzzles/daily"):
        answer = await server.get(path, game="domineering")
        assert (answer.status_code, answer.json()["code"]) == (400, "unknown-game")
    for path in ("/api/starts/domineering", "/api/starts/domineering/next"):
        answer = await server.get(path)
        assert answer.json()["message"].endswith("no balanced starts of Domineering are known with these options")


async def test_its_matches_are_exported_and_read_again(server: Inside, tmp_path: Path) -> None:
    match, _ = await server.create(game="domineering", options={"size": "4"})
    output = io.BytesIO()
    await exports.export(server.host.store, output)
    async with opened(f"sqlite:{tmp_path / 'other.db'}") as other:
        done = await exports.restore(other, Charge("Root"), io.BytesIO(output.getvalue()))
        assert (done.new, done.problems) == (1, [])
        assert await other.entries(match) == await server.host.store.entries(match)
