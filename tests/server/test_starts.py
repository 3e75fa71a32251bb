"""Balanced starts on the wire: listed, drawn, and begun with."""

from __future__ import annotations

import pytest

from tests.server.inside import Inside

pytestmark = pytest.mark.anyio


async def test_a_match_begins_with_a_balanced_start(server: Inside) -> None:
    drawn = (await server.get("/api/starts/tokan/next")).json()
    assert drawn["kind"] in ("draw", "only")
    seats = [{"kind": "local", "name": "Ann"}, {"kind": "local", "name": "Bo"}]
    asked = {"game": "tokan", "seats": seats, "record": drawn["record"]}
    made = (await server.post("/api/matches", asked)).json()
    record = (await server.get(f"/api/matches/{made['match']}/record")).text
    start = next(line for line in drawn["record"].splitlines() if line.startswith("[Start"))
    assert start in record


async def test_the_next_one_is_none_of_those_seen(server: Inside) -> None:
    index = (await server.get("/api/starts/tokan")).json()
    ids = [start["id"] for start in index["starts"]]
    for left in (ids[3], ids[-1]):
        seen = ",".join(name for name in ids if name != left)
        assert (await server.get("/api/starts/tokan/next", seen=seen)).json()["id"] == left


async def test_all_may_be_kept_and_each_has_eight_images(server: Inside) -> None:
    answer = await server.get("/api/starts/tokan", options="standard")
    assert "max-age" in answer.headers["cache-control"]
    index = answer.json()
    assert index["record"].count("IMAGE") == 1
    assert {len(set(start["images"])) for start in index["starts"]} == {8}


async def test_where_none_are_known_one_is_told_so(server: Inside) -> None:
    games = {game["name"]: game for game in (await server.get("/api/games")).json()["games"]}
    assert "standard" in games["tokan"]["balanced"]
    assert "less-chance" not in games["tokan"]["balanced"]
    assert games["schoko"]["balanced"] == []
    for address, options, code in (
        ("schoko", "", "bad-options"),
        ("tokan", "less-chance", "bad-options"),
        ("tokan", "nonsense", "bad-options"),
        ("chess", "", "unknown-game"),
    ):
        answer = await server.get(f"/api/starts/{address}", options=options)
        assert answer.status_code >= 400
        assert answer.json()["code"] == code
