"""Analyses and solutions: for what is over and for one's own records, within limits, and only while somebody waits."""

from __future__ import annotations

import asyncio
import json
import threading
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tafelrunde.games.registry import find_game
from tafelrunde.native import NativeMissing, require
from tafelrunde.players.base import Stop
from tafelrunde.records.record import read_record
from tafelrunde.records.replay import new_record, replay
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.thinking import study_queue
from tafelrunde.server.thinking.study_queue import Tell
from tafelrunde.server.wire import study as wire
from tests.server.inside import FREE, Inside, inside

pytestmark = pytest.mark.anyio

LAST = '[Game "tokan"]\n[Start "L,-,lJ,-,L,-/-,l,jJj,Jjmm,-,-/-,-,jJJj,l,mL,-/-,l,-,JM,j,jM/l,M,-,L,J,L r c3"]\n\n'
FIRST = '[Game "tokan"]\n[Start "j,J,l,J,m,L/L,j,J,l,j,J/M,l,j,M,J,l/J,m,L,j,L,j/l,L,j,M,m,J r -"]\n\n'

try:
    require()
except NativeMissing:
    pytest.skip("the native core is not built", allow_module_level=True)


def played(game: str, moves: int, seed: int = 1) -> str:
    """Return the record of some turns at random."""
    rules, rng = find_game(game), Random(seed)
    options = rules.options_type.parse("standard")
    deal = rules.deal(options, rng)
    record, table = new_record(rules, options, deal), rules.start(options, deal)
    for _ in range(moves):
        if table.is_over:
            break
        move = rng.choice(table.turns())
        record, table = record.with_move(move), table.play(move)
    return str(record)


async def lines(server: Inside, path: str, asked: object) -> list[dict[str, Any]]:
    answer = await server.post(path, asked)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.text.splitlines()]


def next_move(record: str) -> str:
    return str(replay(read_record(record)).final.turns()[0])


async def refused(server: Inside, path: str, asked: object) -> str:
    answer = await server.post(path, asked)
    assert answer.status_code >= 400
    code: str = answer.json()["code"]
    return code


async def test_a_finished_match_is_judged_move_by_move(server: Inside) -> None:
    match, tokens = await server.create()
    moves = []
    for ply in range(4):
        shown = (await server.get(f"/api/matches/{match}", tokens[0])).json()
        seat = shown["state"]["turn"]
        legal = (await server.get(f"/api/matches/{match}", tokens[seat])).json()["table"]["legal"]["steps"]
        source = min(legal)
        step = legal[source][0]
        moves.append(f"{source}{step['target']}" + (f"+{step['carry'][0]}" if step["carry"][0] else ""))
        act = {"id": str(ply), "action": {"type": "move", "move": moves[-1]}}
        assert (await server.post(f"/api/matches/{match}/acts", act, tokens[seat])).status_code == 200
    record = (await server.get(f"/api/matches/{match}/record", tokens[0])).text
    assert await refused(server, "/api/analyses", {"match": match}) == "not-over"
    # Those who play get no help: not with the record, nor with an earlier or a later one of the same match.
    earlier, later = record.rpartition(moves[-1])[0], f"{record} {next_move(record)}"
    for own in ({"tokens": [tokens[0]]}, {"tokens": [tokens[1]]}):
        for text in (record, earlier, later):
            assert await refused(server, "/api/analyses", {"record": text, **own}) == "not-over"
            assert await refused(server, "/api/solutions", {"record": text, **own}) == "not-over"
    await server.post(f"/api/matches/{match}/acts", {"id": "end", "action": {"type": "resign"}}, tokens[0])
    *progress, last = await lines(server, "/api/analyses", {"match": match, "seconds": 0.2})
    assert {line["type"] for line in progress} == {"progress"}
    assert progress[-1] == {"type": "progress", "done": 4, "total": 4}
    assert (last["type"], last["game"], last["complete"]) == ("analysis", "tokan", True)
    assert [turn["move"] for turn in last["turns"]] == moves
    assert all(0 <= turn["chance"] <= 1 and turn["loss"] >= 0 and turn["best"] for turn in last["turns"])


async def test_the_end_of_a_game_of_tokan_is_judged_exactly(server: Inside) -> None:
    record = played("tokan", 100)
    last = (await lines(server, "/api/analyses", {"record": record, "seconds": 1.5}))[-1]
    final = last["turns"][-1]
    assert (final["exact"], final["loss"] in (0, 0.5, 1)) == (True, True)
    assert [side["points"] for side in last["sides"]]
    assert all(side["mistakes"] is not None and side["luck"] is None for side in last["sides"])


async def test_luck_and_quality_are_told_apart_with_cards(server: Inside) -> None:
    last = (await lines(server, "/api/analyses", {"record": played("schoko", 100), "seconds": 0.5}))[-1]
    assert last["complete"]
    assert last["sides"][0]["quality"] == pytest.approx(-last["sides"][1]["quality"])
    assert last["sides"][0]["luck"] == pytest.approx(-last["sides"][1]["luck"])
    assert all(turn["open_best"] and turn["open_loss"] >= 0 for turn in last["turns"])


async def test_a_position_is_solved_with_its_best_line(server: Inside) -> None:
    last = (await lines(server, "/api/solutions", {"record": LAST}))[-1]
    assert (last["type"], last["value"], last["best"], last["line"], last["margin"]) == (
        "solved", "win", "d1d4", ["d1d4"], 6,
    )  # fmt: skip
    asked = {"record": FIRST, "seconds": 0.05}
    assert (await lines(server, "/api/solutions", asked))[-1]["value"] == "unknown"


@pytest.mark.parametrize(
    ("path", "asked", "code"),
    [
        ("analyses", {}, "bad-message"),
        ("analyses", {"record": LAST, "match": "x" * 22}, "bad-message"),
        ("analyses", {"match": "x" * 22}, "no-such-match"),
        ("analyses", {"record": "nonsense"}, "bad-record"),
        ("analyses", {"record": LAST, "seconds": 0}, "bad-message"),
        ("solutions", {"record": played("schoko", 3)}, "bad-setup"),
        ("solutions", {"record": '[Game "tokan"]\n[Start "J r -"]\n'}, "bad-record"),
    ],
)
async def test_bad_questions_are_refused(server: Inside, path: str, asked: dict[str, object], code: str) -> None:
    assert await refused(server, f"/api/{path}", asked) == code


async def test_a_record_that_hides_cards_is_not_judged(server: Inside) -> None:
    match, tokens = await server.create(game="schoko")
    record = (await server.get(f"/api/matches/{match}/record", tokens[0])).text
    assert await refused(server, "/api/analyses", {"record": record}) == "not-over"


async def test_an_address_asks_one_question_at_a_time_and_leaving_ends_it(server: Inside) -> None:
    hard = {"record": FIRST, "seconds": 600}
    async with server.http.stream("POST", "/api/solutions", json=hard) as answer:
        assert await anext(answer.aiter_lines())
        assert await refused(server, "/api/solutions", {"record": LAST}) == "too-many"
    # The solver hears of it at its next tick; until then the address has its one question.
    status = 429
    while status == 429:
        status = (await server.post("/api/solutions", {"record": LAST})).status_code
    assert status == 200


async def test_of_questions_that_come_together_one_is_answered(server: Inside) -> None:
    asked = {"record": FIRST, "seconds": 1}
    answers = await asyncio.gather(*(server.post("/api/solutions", asked) for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [200, 429, 429, 429]


async def test_a_question_whose_answer_nobody_reads_gives_its_place_back(server: Inside) -> None:
    studies, done = server.server.studies, threading.Event()

    def work(stop: Stop, _: Tell) -> wire.Failed:
        assert isinstance(stop, threading.Event)
        stop.wait(20)
        done.set()
        return wire.Failed("unavailable", "")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(study_queue, "_BEGIN_SECONDS", 0.05)
        await studies.answer("1.2.3.4", 60, work)
        with pytest.raises(Refusal):
            await studies.answer("1.2.3.4", 60, work)
        await asyncio.to_thread(done.wait, 20)
    assert done.is_set()
    # The same thread works on all questions: when it answers the next one, the place has been given back.
    assert (await lines(server, "/api/solutions", {"record": LAST}))[-1]["type"] == "solved"
    assert not studies._waiting


async def test_too_many_questions_are_refused(tmp_path: Path) -> None:
    limits = replace(FREE, studies_per_hour=1, studies_burst=1)
    async with inside(tmp_path / "matches.db", limits) as server:
        assert (await lines(server, "/api/solutions", {"record": LAST}))[-1]["type"] == "solved"
        assert await refused(server, "/api/solutions", {"record": LAST}) == "too-many"


async def test_a_server_that_stops_does_not_wait_for_a_solution(tmp_path: Path) -> None:
    async with inside(tmp_path / "matches.db") as server:
        hard = {"record": FIRST, "seconds": 600}
        async with server.http.stream("POST", "/api/solutions", json=hard) as answer:
            read = answer.aiter_lines()
            assert await anext(read)
            await server.server.announce_stop()
            assert [json.loads(line)["type"] async for line in read][-1] == "solved"
        assert await refused(server, "/api/solutions", {"record": LAST}) == "shutting-down"
