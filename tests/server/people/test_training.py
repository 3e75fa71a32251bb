"""Puzzles of those with a name: the moves are checked, results count once, and go with the account."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tafelrunde.research.puzzles.corpus import corpus
from tafelrunde.research.puzzles.puzzle import Puzzle
from tafelrunde.server.administration import exports
from tafelrunde.server.administration.admin import Charge
from tafelrunde.store import Ask, Script, open_store
from tafelrunde.store.people.exports import people_after
from tafelrunde.store.people.puzzles import ratings_after, solver_of
from tests.server.inside import FREE, Inside, inside
from tests.server.people.devices import Device, device

pytestmark = pytest.mark.anyio

PUZZLES = [puzzle for puzzle in corpus("tokan") if len(puzzle.own) == 2][:4]
FIRST = PUZZLES[0]
CHOCOLATE = next(puzzle for puzzle in corpus("schokoly") if puzzle.kind == "win" and puzzle.tempting)


def told(name: str, puzzle: Puzzle = FIRST, *moves: str, shown: bool = False) -> dict[str, Any]:
    return {"id": name, "puzzle": puzzle.id, "moves": moves or puzzle.own, "shown": shown, "at": 5}


async def tell(device: Device, *attempts: dict[str, Any]) -> dict[str, Any]:
    answer = await device.post("/api/me/puzzles", {"attempts": attempts})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_the_server_reads_off_the_moves_what_came_of_a_puzzle(server: Inside) -> None:
    async with device(server) as laptop:
        await laptop.register("Ann")
        wrong = told("second-try", PUZZLES[1], PUZZLES[1].tempting[0])
        late = told("third-try", PUZZLES[2], PUZZLES[2].own[0], PUZZLES[2].own[0])
        looked = told("fourth-try", PUZZLES[3], shown=True)
        end = told("fifth-try", CHOCOLATE, CHOCOLATE.tempting[0])
        found = await tell(laptop, told("first-try"), wrong, late, looked, end)
        came = [(one["solved"], one["rated"], one["refusal"]) for one in found["attempts"]]
        assert came[:2] == [(True, True, None), (False, True, None)]
        # A wrong second move must be one that can be made there.
        assert came[2][2] in (None, "illegal")
        assert came[3:] == [(False, True, None), (False, True, None)]
        standing = found["standing"]
        assert standing["solved"] == 1
        assert (await laptop.get("/api/me/puzzles")).json() == standing
        ratings = (await laptop.get("/api/puzzles/ratings")).json()["ratings"]
        assert ratings[FIRST.id] < FIRST.rating
        assert ratings[PUZZLES[1].id] > PUZZLES[1].rating


async def test_a_result_arrives_once_whatever_the_network_does(server: Inside) -> None:
    async with device(server) as laptop, device(server) as phone:
        passkey, _ = await laptop.register("Ann")
        await phone.sign_in(passkey)
        once = await tell(laptop, told("first-try"))
        # The answer was lost: the same is told again, from whichever device.
        assert await tell(laptop, told("first-try"), told("first-try")) == {
            "standing": once["standing"],
            "attempts": once["attempts"] * 2,
        }
        assert (await tell(phone, told("first-try")))["standing"] == once["standing"]
        # A second try at the same puzzle moves nothing.
        again = await tell(phone, told("other-try"))
        assert again["attempts"] == [{"id": "other-try", "solved": True, "rated": False, "refusal": None}]
        assert again["standing"] == once["standing"]


@pytest.mark.parametrize(
    ("attempt", "code"),
    [
        ({"puzzle": "aaaaaaaa"}, "not-found"),
        ({"moves": FIRST.own[:1]}, "bad-message"),
        ({"moves": []}, "bad-message"),
        ({"moves": (*FIRST.own, "a1a2")}, "bad-message"),
        ({"moves": ("a1a1", *FIRST.own)}, "bad-message"),
        ({"moves": ["a1a1"]}, "illegal"),
        ({"moves": ["<script>"]}, "illegal"),
    ],
)
async def test_what_cannot_have_happened_is_not_counted_and_holds_nothing_up(
    server: Inside, attempt: dict[str, Any], code: str
) -> None:
    async with device(server) as laptop:
        await laptop.register("Ann")
        found = await tell(laptop, told("false-try") | attempt, told("right-try", PUZZLES[1]))
        assert found["attempts"][0] == {"id": "false-try", "solved": False, "rated": False, "refusal": code}
        assert found["attempts"][1]["solved"]
        assert found["standing"]["tried"] == 1


async def test_guests_and_strangers_change_nothing(server: Inside) -> None:
    async with device(server) as laptop, device(server) as guest:
        await laptop.register("Ann")
        body = {"attempts": [told("first-try")]}
        assert (await guest.post("/api/me/puzzles", body)).json()["code"] == "signed-out"
        assert (await guest.get("/api/me/puzzles")).json()["code"] == "signed-out"
        stranger = await laptop.post("/api/me/puzzles", body, origin="https://elsewhere.example")
        assert stranger.json()["code"] == "forbidden"
        wrong: list[dict[str, Any]] = [
            {},
            {"attempts": [{}]},
            {"attempts": [told("x")]},
            {"attempts": [told("many-tries")] * 51},
        ]
        for broken in wrong:
            assert (await laptop.post("/api/me/puzzles", broken)).json()["code"] == "bad-message"
        assert (await laptop.get("/api/me/puzzles")).json()["tried"] == 0
        assert (await guest.get("/api/puzzles/ratings")).json() == {"ratings": {}}


async def test_attempts_are_in_ones_data_and_go_with_the_account(server: Inside) -> None:
    async with device(server) as laptop:
        await laptop.register("Ann")
        await tell(laptop, told("first-try"))
        lines = [json.loads(line) for line in (await laptop.get("/api/me/data")).text.splitlines()]
        assert [line["puzzle"]["id"] for line in lines if "puzzle" in line] == ["first-try"]
        assert [line["solver"]["tried"] for line in lines if "solver" in line] == [1]
        await laptop.post("/api/me/delete", {"name": "Ann"})
        assert (await laptop.get("/api/me/puzzles")).json()["code"] == "signed-out"
        assert await server.host.store.ask(left) == []


def left() -> Script[list[Any]]:
    return (yield Ask("SELECT id FROM puzzle_results UNION SELECT account FROM puzzle_solvers"))


async def test_an_export_takes_puzzles_along(server: Inside, tmp_path: Path) -> None:
    async with device(server) as laptop:
        await laptop.register("Ann")
        standing = (await tell(laptop, told("first-try")))["standing"]
    output = io.BytesIO()
    await exports.export(server.host.store, output)
    there = await open_store(f"sqlite:{tmp_path / 'other.db'}")
    try:
        for _ in range(2):
            await exports.restore(there, Charge("ann", "moving house", 7), io.BytesIO(output.getvalue()))
        (person,) = await there.ask(lambda: people_after(""))
        assert [attempt.id for attempt in person.attempts] == ["first-try"]
        found = await there.ask(lambda: solver_of(person.account.id))
        assert found.strength.rating == standing["rating"]
        assert [name for name, _ in await there.ask(lambda: ratings_after(""))] == [FIRST.id]
    finally:
        await there.close()


async def test_nobody_fills_the_store_with_attempts(tmp_path: Path) -> None:
    limits = replace(FREE, attempts_burst=3, attempts_per_hour=3600)
    async with inside(tmp_path / "m.db", limits) as server, device(server) as laptop, device(server) as other:
        await laptop.register("Ann")
        await other.register("Bo")
        told_ = [told(f"attempt-{number}") for number in range(50)]
        assert len((await tell(laptop, *told_))["attempts"]) == 50
        refused = await laptop.post("/api/me/puzzles", {"attempts": [told("one-too-many")]})
        assert (refused.status_code, refused.json()["code"]) == (429, "too-many")
        # Looking is free, and others are not concerned.
        assert (await laptop.get("/api/me/puzzles")).json()["tried"] == 1
        assert len((await tell(other, told("other-try")))["attempts"]) == 1
