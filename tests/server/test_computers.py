"""What a computer is asked with: what its seat may know, found out once, and nothing else."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelrunde.games.core import SPECTATOR
from tafelrunde.games.registry import find_game
from tafelrunde.records import replay as replaying
from tafelrunde.records.record import read_record
from tafelrunde.server.match import events as ev
from tafelrunde.server.match.record import full_record
from tafelrunde.server.thinking.computers import LocalComputers, Question, Waiting, own_move
from tests.server.inside import Inside, inside
from tests.server.test_secrets import created, twin_deals

pytestmark = pytest.mark.anyio

ENGINE = {"echo": "cat"}


async def questions(server: Inside, name: str, deal: ev.Created, moves: list[str]) -> list[Question]:
    """Return what our own player and an engine would be asked for the seat that decides after some moves."""
    await server.begin(name, deal)
    live = await server.host.find(name)
    for number, move in enumerate(moves, start=2):
        assert live.match.deciding is not None
        live.match.fold(number, number, None, (ev.Moved(live.match.deciding, move),))
    match = live.match
    assert match.deciding is not None
    found = []
    for engine in ("", "echo"):
        seat = match.seats[match.deciding]
        seat.kind, seat.level, seat.engine = "computer", 3, engine
        found.append(await server.host.automation._question(match, match.deciding))
    return found


def until_turn(words: dict[str, str], deal: str, moves: list[str], seat: int) -> list[str]:
    """Return the moves up to the last moment at which a seat decides."""
    game = find_game("schokoly")
    position = game.start(game.options_type.read(words), deal)
    deciding = [position.seat]
    for move in moves:
        position = position.play(position.parse(move))
        deciding.append(position.seat)
    return moves[: max(ply for ply, decides in enumerate(deciding) if decides == seat)]


@pytest.mark.parametrize("observer", range(3))
async def test_two_matches_that_a_seat_cannot_tell_apart_ask_the_same(tmp_path: Path, observer: int) -> None:
    words = {"players": "3"}
    deal, twin, moves = twin_deals("schokoly", words, observer, 7)
    heard = until_turn(words, deal, moves, observer)
    async with inside(tmp_path / "matches.db", engines=ENGINE) as server:
        one = await questions(server, "1" * 22, created("schokoly", words, deal, 3), heard)
        other = await questions(server, "2" * 22, created("schokoly", words, twin, 3), heard)
    assert [replace(question, match="") for question in one] == [replace(question, match="") for question in other]
    assert [question.seat for question in one] == [observer, observer]
    assert one[0].record is None
    assert one[1].record is not None
    assert deal not in str(one[1].record)
    line = json.loads(one[1].line())
    assert line["seat"] == observer + 1
    assert replaying.view_of(read_record(line["record"]), observer) == one[1].view


async def test_our_own_player_thinks_without_a_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the record nor its replay nor the engine protocol is needed on the way to a move."""
    deal, _, moves = twin_deals("schoko", {}, SPECTATOR, 1)
    async with inside(tmp_path / "matches.db") as server:
        live = "1" * 22
        asked = (await questions(server, live, created("schoko", {}, deal, 2), moves))[0]
        monkeypatch.setattr(replaying, "replay", None)
        monkeypatch.setattr(json, "loads", None)
        position = (await server.host.find(live)).match.position
        assert position is not None
        assert asked.view == position.view(position.seat)
        assert position.is_legal(position.parse(own_move(asked)))


async def test_the_open_record_stays_with_the_server(tmp_path: Path) -> None:
    deal, _, moves = twin_deals("schokoly", {"players": "3"}, 0, 5)
    async with inside(tmp_path / "matches.db", engines=ENGINE) as server:
        one, other = await questions(server, "1" * 22, created("schokoly", {"players": "3"}, deal, 3), moves)
        match = (await server.host.find("1" * 22)).match
    hidden = str(full_record(match))
    assert deal in hidden
    assert deal not in repr(one) + repr(other)
    assert one.view.resample(Random(1)).view(one.seat) == one.view


def a_question(match: str, seconds: float | None = None, level: int = 8) -> Question:
    game = find_game("tokan")
    options = game.options_type.parse("standard")
    position = game.start(options, game.deal(options, Random(1)))
    return Question(position.view(position.seat), level, seconds, "", match, 1)


def test_computers_think_as_long_as_they_like_until_others_wait() -> None:
    now = [0.0]
    waiting = Waiting(2, lambda: now[0])
    share = waiting.share()
    now[0] = 1000.0
    assert not share.is_set()
    one, share = a_question("one"), waiting.share()
    waiting.come(one)
    assert not share.is_set()
    now[0] += 1.0
    assert share.is_set()
    waiting.go(one)
    assert not share.is_set()


@given(many=st.integers(1, 40), threads=st.integers(1, 8))
def test_however_many_matches_wait_each_gets_its_turn_within_a_round(many: int, threads: int) -> None:
    waiting = Waiting(threads)
    questions = [a_question(str(number)) for number in range(many)]
    for question in questions:
        waiting.come(question)
    assert waiting.seconds is not None
    assert 0.02 <= waiting.seconds <= max(0.02, threads / (many + threads))


async def test_nobody_makes_the_computers_of_others_wait_by_having_many_matches() -> None:
    computers = LocalComputers({}, threads=1)
    async with asyncio.timeout(60):
        # Each of these may think for ten minutes, and does while nobody else asks.
        hogs = [asyncio.create_task(computers.ask(a_question(f"hog {number}", 600.0))) for number in range(8)]
        await asyncio.sleep(0)
        asked = a_question("other", level=1)
        assert asked.view.is_legal(asked.view.parse((await computers.ask(asked)).move))
    for hog in hogs:
        hog.cancel()
    await computers.stop()
