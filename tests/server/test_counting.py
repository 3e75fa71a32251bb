"""Counting a table of a game with the real box: points and winner, or what is wrong with the table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.inside import Inside

pytestmark = pytest.mark.anyio

TABLE = "W,D DDDW@5,5 DDDW@7,5 DDWWs^6,5"


async def test_a_table_is_counted_with_all_that_counts(server: Inside) -> None:
    answer = await server.post("/api/count", {"game": "schoko", "table": TABLE})
    assert answer.status_code == 200
    shown = answer.json()
    assert (shown["game"], shown["sides"]) == ("schoko", [0, 1])
    table = shown["table"]
    assert (table["over"], table["points"], table["winner"], table["colours"]) == (True, [3, 5], 1, ["W", "D"])
    assert [len(group["cells"]) for group in table["groups"] if group["counts"] == "largest"] == [5, 3]
    assert (table["legal"], table["hands"], table["stack"]) == (None, [[], []], 0)
    assert (await server.get("/api/matches", status="finished")).json()["matches"] == []


async def test_options_decide_what_counts(server: Inside) -> None:
    asked = {"game": "schokoly", "table": "D,W,M DDDW@0,0", "options": {"players": "3"}}
    shown = (await server.post("/api/count", asked)).json()
    assert (shown["table"]["points"], shown["sides"], shown["options"]["players"]) == ([3, 1, 0], [0, 1, 2], "3")


async def test_a_field_of_tokan_on_which_somebody_can_move_is_not_over(server: Inside) -> None:
    start = "j,J,l,J,m,L/L,j,J,l,j,J/M,l,j,M,J,l/J,m,L,j,L,j/l,L,j,M,m,J r -"
    table = (await server.post("/api/count", {"game": "tokan", "table": start})).json()["table"]
    assert (table["over"], table["points"], table["legal"]) == (False, [0, 0], None)


@pytest.mark.parametrize(
    ("asked", "code", "why"),
    [
        ({"table": "D,W DDDW@0,0 DDDW@3,0"}, "bad-setup", {"code": "lies-apart", "card": "DDDW@3,0"}),
        ({"table": "D,D"}, "bad-setup", {"code": "colour-twice", "colour": "D"}),
        ({"table": "D"}, "notation", None),
        ({"table": "D,W", "options": {"mood": "fine"}}, "bad-options", None),
        ({"table": "D,W", "game": "chess"}, "unknown-game", None),
        ({"table": "x" * 10_001}, "bad-message", None),
        ({}, "bad-message", None),
        ({"game": "tokan", "table": "-,-,-,-,-,-" + "/-,-,-,-,-,-" * 4 + " r -"}, "bad-setup", None),
    ],
)
async def test_what_cannot_be_counted_is_refused(
    server: Inside, asked: dict[str, Any], code: str, why: dict[str, str] | None
) -> None:
    answer = await server.post("/api/count", {"game": "schoko", **asked})
    assert answer.status_code in (400, 404)
    assert answer.json()["code"] == code
    assert answer.json().get("why") == why
