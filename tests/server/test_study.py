"""Studying records: what is legal is told, moves are tried, nothing is kept, and a seat sees only what it may."""

from __future__ import annotations

from typing import Any

import pytest

from tests.courses import chapters, commands, course
from tests.server.inside import Inside

pytestmark = pytest.mark.anyio

START = '[Game "tokan"]\n[Start "j,J,l,J,m,L/L,j,J,l,j,J/M,l,j,M,J,l/J,m,L,j,L,j/l,L,j,M,m,J r -"]\n\n'


async def test_a_move_is_tried_and_an_illegal_one_is_explained(server: Inside) -> None:
    before = (await server.post("/api/study", {"record": START})).json()
    assert before["table"]["legal"]["steps"]["a3"]
    assert before["sides"] == [0, 1]
    refused = (await server.post("/api/study", {"record": START, "move": "a3c3"})).json()
    why = {"code": "wrong-distance", "animal": "mouse", "n": 1}
    assert refused == {**before, "reason": "a mouse moves exactly 1 along a row or a column", "why": why}
    assert before["why"] is None
    after = (await server.post("/api/study", {"record": START, "move": "a3b3"})).json()
    assert (after["moves"], after["reason"], after["table"]["taboo"]) == (["a3b3"], None, "b3")
    assert (await server.get("/api/matches", status="running")).json()["matches"] == []


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"record": "nonsense"}, "bad-record"),
        ({"record": START + "a3c3"}, "bad-record"),
        ({"record": START, "move": "over there"}, "notation"),
        ({"record": START, "seat": 3}, "no-such-seat"),
        ({"record": START, "seat": 8}, "no-such-seat"),
        ({"record": START, "seat": 9}, "bad-message"),
        ({"record": START, "seat": -2}, "bad-message"),
        ({"record": START, "other": 1}, "bad-message"),
    ],
)
async def test_bad_questions_are_refused(server: Inside, asked: dict[str, object], code: str) -> None:
    answer = await server.post("/api/study", asked)
    assert answer.status_code in (400, 404)
    assert answer.json()["code"] == code


async def test_a_seat_that_looks_sees_its_own_hand_only(server: Inside) -> None:
    record = f'[Game "schoko"]\n[Deck "{course("schoko")["deals"]["first"]}"]\n\n'
    table = (await server.post("/api/study", {"record": record, "seat": 0})).json()["table"]
    assert "?" not in table["hands"][0]
    assert table["hands"][1] == ["?"] * 4


@pytest.mark.parametrize("game", ["tokan", "schoko", "schokoly"])
async def test_every_lesson_can_be_done_by_its_own_hint(server: Inside, game: str) -> None:
    read = course(game)
    tags: dict[str, str] = {}
    moves: list[str] = []
    for lesson in read["lessons"]:
        for step in lesson["steps"]:
            if "deal" in step:
                deal = {"Start" if game == "tokan" else "Deck": read["deals"][step["deal"]]}
                tags, moves = {"Game": game, **step.get("tags", {}), **deal}, list(step.get("moves", []))
            text = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
            asked: dict[str, object] = {"seat": step.get("viewer", 0)}
            asked["record"] = f"{text}\n{' '.join(move.replace(' ', '-') for move in moves)}\n"
            if "wanted" not in step:
                assert (await server.post("/api/study", asked)).status_code == 200
                continue
            done = (await server.post("/api/study", {**asked, "move": step["hint"]})).json()
            assert done["reason"] is None, (lesson["id"], done)
            assert meets(step["wanted"], step.get("viewer", 0), done), (lesson["id"], step["hint"])
            moves += [step["hint"], *step.get("reply", [])]


def test_a_course_that_is_a_study_says_the_same_in_every_language() -> None:
    english = chapters("tokan", "en")
    for language in ("de", "fr", "es"):
        for one, other in zip(english, chapters("tokan", language), strict=True):
            words = {**one.tags, "Event": other.tags["Event"]}
            assert dict(other.tags) == dict(words)
            assert other.tags["Event"] != one.tags["Event"]
            for mine, theirs in zip(one.root.all_nodes(), other.root.all_nodes(), strict=True):
                assert (theirs.move, theirs.glyphs) == (mine.move, mine.glyphs)
                assert commands(theirs.comment) == commands(mine.comment)
                assert theirs.comment != mine.comment or not mine.comment


def meets(wanted: dict[str, Any], viewer: int, after: dict[str, Any]) -> bool:
    """Return whether what can be counted came about."""
    table, own = after["table"], after["sides"][viewer]
    others = [points for side, points in enumerate(table["points"]) if side != own]
    return (
        table["points"][own] >= wanted.get("points", 0)
        and min(others) <= wanted.get("theirs", 99)
        and (not wanted.get("neutral") or any(group["holder"] == own for group in table["neutral"]))
        and (not wanted.get("won") or (table["over"] and table["winner"] == own))
    )
