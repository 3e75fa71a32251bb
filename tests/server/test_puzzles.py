"""Puzzles over HTTP: the same for everybody, by theme and strength, in parts and sets."""

from __future__ import annotations

import pytest

from tafelrunde.research.puzzles.corpus import by_id
from tests.server.inside import Inside

pytestmark = pytest.mark.anyio


async def test_the_daily_puzzle_belongs_to_its_date(server: Inside) -> None:
    first = (await server.get("/api/puzzles/daily", date="2026-11-18")).json()
    assert first == (await server.get("/api/puzzles/daily", date="2026-11-18")).json()
    assert first["date"] == "2026-11-18"
    other = (await server.get("/api/puzzles/daily", date="2026-11-19")).json()
    assert other["puzzle"]["id"] != first["puzzle"]["id"]
    asked = (await server.get("/api/puzzles/daily", date="2026-11-18", game="schoko")).json()
    assert asked["puzzle"]["game"] == "schoko"
    assert (await server.get("/api/puzzles/daily")).status_code == 200


async def test_the_next_one_has_the_theme_and_was_not_seen(server: Inside) -> None:
    first = (await server.get("/api/puzzles/next", game="tokan", theme="taboo", rating=900, seed="1")).json()
    assert "taboo" in first["themes"]
    assert abs(first["rating"] - 900) <= 150
    asked = {"game": "tokan", "theme": "taboo", "rating": 900, "seed": "1", "seen": first["id"]}
    assert (await server.get("/api/puzzles/next", **asked)).json()["id"] != first["id"]


async def test_parts_hold_all_puzzles_and_may_be_kept(server: Inside) -> None:
    index = (await server.get("/api/puzzles")).json()
    assert sum(part["puzzles"] for part in index["parts"]) == len(by_id())
    assert set(index["themes"]) == {"tokan", "schoko", "schokoly"}
    answer = await server.get(f"/api/puzzles/parts/{index['parts'][0]['name']}")
    assert len(answer.json()) == index["parts"][0]["puzzles"]
    assert "max-age" in answer.headers["cache-control"]


async def test_a_set_comes_in_its_order(server: Inside) -> None:
    names = list(by_id())[:3][::-1]
    found = (await server.get("/api/puzzles/set", ids=",".join(names))).json()
    assert [puzzle["id"] for puzzle in found] == names
    assert (await server.get(f"/api/puzzles/{names[0]}")).json() == found[0]


@pytest.mark.parametrize(
    ("path", "words", "code"),
    [
        ("/daily", {"date": "tomorrow"}, "bad-message"),
        ("/daily", {"game": "chess"}, "unknown-game"),
        ("/next", {"game": "chess"}, "unknown-game"),
        ("/next", {}, "bad-message"),
        ("/next", {"game": "tokan", "rating": "-5"}, "bad-message"),
        ("/next", {"game": "tokan", "theme": "chess"}, "not-found"),
        ("/set", {"ids": "../../etc"}, "bad-message"),
        ("/parts/tokan-999", {}, "not-found"),
        ("/aaaaaaaa", {}, "not-found"),
    ],
)
async def test_bad_questions_are_refused(server: Inside, path: str, words: dict[str, str], code: str) -> None:
    answer = await server.get(f"/api/puzzles{path}", **words)
    assert answer.status_code in (400, 404)
    assert answer.json()["code"] == code
