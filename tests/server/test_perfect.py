"""The opponent that thinks until it knows: where it may sit, how long it is waited for, and that it can be stopped."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from random import Random

import pytest

from tafelrunde.games.registry import find_game
from tafelrunde.native import AVAILABLE
from tafelrunde.players.base import LONGEST
from tafelrunde.players.engine import answer
from tafelrunde.players.registry import HIGHEST, PERFECT, find_player, has_perfect, player_of_level
from tafelrunde.records.replay import new_record
from tafelrunde.server.match import events as ev
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.match.setup import check_created
from tafelrunde.server.thinking.computers import PATIENCE, LocalComputers, Question
from tests.server.client import choose
from tests.server.inside import Inside, inside

pytestmark = [pytest.mark.anyio, pytest.mark.skipif(not AVAILABLE, reason="the native core is not there")]

PERSON, KNOWING = {"kind": "local"}, {"kind": "computer", "level": PERFECT}


def a_question(level: int = PERFECT, seconds: float | None = None) -> Question:
    """Ask about a start, which nobody knows at once."""
    game = find_game("tokan")
    options = game.options_type.parse("")
    position = game.start(options, game.deal(options, Random(1)))
    return Question(position.view(position.seat), level, seconds, "", "m", 1)


async def test_it_is_offered_where_a_game_can_be_known(server: Inside) -> None:
    shown = (await server.get("/api/games")).json()
    able = {game["name"] for game in shown["games"] if "perfect" in game["abilities"]}
    assert able == {"tokan"} == {name for name in ("tokan", "schoko", "schokoly") if has_perfect(find_game(name))}
    assert shown["levels"] == list(range(1, HIGHEST + 1))
    made = await server.post("/api/matches", {"game": "tokan", "seats": [PERSON, KNOWING]})
    assert made.status_code == 201
    seats = (await server.get(f"/api/matches/{made.json()['match']}")).json()["state"]["seats"]
    assert [seat["level"] for seat in seats] == [0, PERFECT]
    refused = await server.post("/api/matches", {"game": "schoko", "seats": [PERSON, KNOWING]})
    assert refused.json()["code"] == "bad-setup"
    assert "nobody plays Scho K.O. perfectly" in refused.json()["message"]
    higher = {"kind": "computer", "level": PERFECT + 1}
    assert (await server.post("/api/matches", {"game": "tokan", "seats": [PERSON, higher]})).status_code == 400


async def test_it_moves_by_itself(tmp_path: Path) -> None:
    async with inside(tmp_path / "m.db", think_seconds=0.05) as server:
        made = await server.post("/api/matches", {"game": "tokan", "seats": [KNOWING, KNOWING]})
        match = made.json()["match"]
        async with asyncio.timeout(30), server.socket() as wire:
            shot = await wire.follow(match, tables=False)
            while shot["state"]["ply"] < 2:
                await asyncio.sleep(0.05)
                shot = (await server.get(f"/api/matches/{match}")).json()


def test_its_matches_are_never_rated() -> None:
    seats = (ev.SeatPlan("local", account="person"), ev.SeatPlan("computer", level=3))
    rated = ev.Created("tokan", {}, seats, clock=ev.ClockPlan("live", 600), friendly=False, rated=True)
    check_created(rated)
    knowing = ev.SeatPlan("computer", level=PERFECT)
    with pytest.raises(Refusal, match="nobody knows how strong"):
        check_created(
            ev.Created("tokan", {}, (seats[0], knowing), clock=rated.clock, friendly=False, rated=True),
        )


def test_it_is_waited_for_as_long_as_it_may_think() -> None:
    assert a_question().patience == LONGEST + PATIENCE
    assert a_question(8).patience == PATIENCE
    assert a_question(seconds=3.0).patience == 3.0 + PATIENCE


async def test_a_server_that_stops_does_not_wait_for_the_end_of_a_thought() -> None:
    computers = LocalComputers({}, threads=1)
    asked = a_question()
    thought = asyncio.create_task(computers.ask(asked))
    await asyncio.sleep(0.3)
    assert not thought.done()
    began = time.monotonic()
    await computers.stop()
    found = await thought
    assert time.monotonic() - began < 5
    assert not found.stumbled
    assert asked.view.is_legal(asked.view.parse(found.move))


def test_programs_ask_it_by_its_number() -> None:
    assert player_of_level(PERFECT) is find_player("perfect")
    assert player_of_level(3) is find_player("3")
    for name, code in (("tokan", None), ("schoko", "bad-question")):
        game = find_game(name)
        options = game.options_type.parse("")
        deal = game.deal(options, Random(3))
        position = game.start(options, deal)
        question = {"record": str(new_record(game, options, deal)), "seat": position.seat + 1, "level": PERFECT}
        told = answer(json.dumps({**question, "seconds": 0.1, "seed": 1}))
        assert told.get("error", {}).get("code") == code
        if code is None:
            assert position.is_legal(position.parse(told["move"]))


async def test_nobody_waits_for_a_thought_about_a_move_that_was_taken_back(server: Inside) -> None:
    seats = [PERSON, KNOWING]
    made = (await server.post("/api/matches", {"game": "tokan", "seats": seats, "friendly": True})).json()
    match, token = made["match"], made["seats"][0]["token"]
    live = await server.host.find(match)
    async with asyncio.timeout(30), server.socket() as wire:
        shot = await wire.follow(match, token)
        if shot["state"]["turn"] == 1:
            first = live.thinking
            assert first is not None
            await wire.act(match, 0, "give up", type="resign")
        else:
            await wire.act(match, 0, "one", type="move", move=choose(shot["table"], Random(1)))
            for _ in range(2000):
                await asyncio.sleep(0.01)
                if live.pondered is not None:
                    break
            first = live.thinking
            assert first is not None
            assert live.pondered == (1, 1)
            await wire.act(match, 0, "hello", type="chat", text="Take your time")
            assert live.thinking is first  # talking disturbs nobody
            await wire.act(match, 0, "back", type="propose", what="takeback")
        await asyncio.wait([first])
    assert first.cancelled()
    assert live.thinking is None
    assert live.match.moves == [] or live.match.finished is not None


def test_workers_that_everybody_shares_are_asked_for_a_second_of_it() -> None:
    remote = pytest.importorskip("tafelrunde.server.thinking.remote")
    assert remote.held(a_question()).seconds == 1
    assert remote.held(a_question(seconds=20.0)).seconds == 1
    # Whoever has less time on the clock thinks shorter, and the levels think as long as they always do.
    assert remote.held(a_question(seconds=0.3)).seconds == 0.3
    assert remote.held(a_question(HIGHEST)).seconds is None
    assert remote.held(a_question(HIGHEST, 20.0)).seconds == 20.0
