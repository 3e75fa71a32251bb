"""The protocol over real connections: what documentation promises to clients."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosedError
from websockets.frames import Close

from tafelrunde.records.record import read_record
from tafelrunde.records.replay import replay
from tafelrunde.server.doors.speaking import POLICY
from tafelrunde.server.settings import Limits
from tafelrunde.server.wire.messages import PROTOCOL
from tests.server.client import choose
from tests.server.inside import Inside, inside

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parent.parent.parent
ROBOT = {"kind": "computer", "level": 1}


async def test_a_page_of_another_release_is_told_why_it_is_not_let_in(server: Inside) -> None:
    address = f"ws://127.0.0.1:{server.server.settings.port}/api/ws"
    async with connect(f"{address}?protocol={PROTOCOL}") as spoken:
        assert json.loads(await spoken.recv())["type"] == "welcome"
    # A browser tells its page nothing of a handshake that is refused: it has to be accepted and closed.
    for other in (0, PROTOCOL + 1):
        async with connect(f"{address}?protocol={other}") as closed:
            with pytest.raises(ConnectionClosedError) as told:
                await closed.recv()
        assert told.value.rcvd == Close(POLICY, "protocol")


async def test_a_move_is_acknowledged_once_however_often_it_is_sent(server: Inside) -> None:
    match, tokens = await server.create()
    async with server.socket() as wire:
        shot = await wire.follow(match, tokens[0])
        seat = shot["state"]["turn"]
        if seat == 1:
            shot = await wire.follow(match, tokens[1])
        move = choose(shot["table"], Random(1))
        answers = [await wire.act(match, seat, "first", type="move", move=move, ply=0) for _ in range(3)]
        assert answers == [{"type": "ack", "id": "first", "number": 2}] * 3
    again = await server.post(
        f"/api/matches/{match}/acts", {"id": "first", "action": {"type": "move", "move": move}}, tokens[seat]
    )
    assert again.json() == answers[0]
    events = (await server.get(f"/api/matches/{match}/events")).json()["events"]
    assert [event["number"] for event in events] == [1, 2]


async def test_events_after_a_number_are_told_again_exactly(server: Inside) -> None:
    match, tokens = await server.create(game="schoko")
    async with server.socket() as live, server.socket() as watcher:
        await watcher.follow(match, tables=False)
        for token in tokens:
            await live.follow(match, token)
        for ply in range(6):
            shot = (await server.get(f"/api/matches/{match}", tokens[ply % 2])).json()
            move = choose(shot["table"], Random(ply))
            await live.act(match, ply % 2, f"m{ply}", type="move", move=move)
        heard = [text for text in watcher.read if '"type":"event"' in text]
        while len(heard) < 6:
            await watcher.next()
            heard = [text for text in watcher.read if '"type":"event"' in text]
    async with server.socket() as late:
        await late.follow(match, since=1, tables=False)
        told = [text for text in late.read if '"type":"event"' in text]
        assert told == heard
        assert json.loads(late.read[-1])["number"] == 7


async def test_refusals_say_what_is_wrong_and_change_nothing(server: Inside) -> None:
    match, tokens = await server.create()
    async with server.socket() as wire:
        shot = await wire.follow(match, tokens[0])
        await wire.follow(match, tokens[1])
        turn = shot["state"]["turn"]
        cases: list[tuple[int, dict[str, object], str]] = [
            (1 - turn, {"type": "move", "move": "a1b1"}, "not-your-turn"),
            (turn, {"type": "move", "move": "a1a1"}, "illegal"),
            (turn, {"type": "move", "move": "nonsense"}, "notation"),
            (turn, {"type": "move", "move": "a1b1", "ply": 9}, "stale"),
            (turn, {"type": "agree"}, "nothing-proposed"),
            (turn, {"type": "propose", "what": "rematch"}, "not-over"),
            (turn, {"type": "resume"}, "not-allowed"),
        ]
        for seat, action, code in cases:
            answer = await wire.act(match, seat, "x", **action)
            assert (answer["type"], answer["code"], answer["id"]) == ("refusal", code, "x")
            assert ("why" in answer) == (code == "illegal")
        assert (await wire.act(match, -1, "x", type="resign"))["code"] == "not-subscribed"
        assert (await wire.follow(match, "x" * 32))["code"] == "forbidden"
        assert (await wire.follow("x" * 22))["code"] == "no-such-match"
        assert (await wire.ask("?", type="dance"))["code"] == "bad-message"
        assert (await wire.ask("?", type="act", id="y", match=match))["id"] == "y"
    assert (await server.get(f"/api/matches/{match}")).json()["number"] == 1


async def test_a_move_can_be_tried_before_it_is_made(server: Inside) -> None:
    match, tokens = await server.create(game="schoko")
    async with server.socket() as wire:
        shot = await wire.follow(match, tokens[0])
        move = choose(shot["table"], Random(1))
        tried = await wire.ask("tried", type="try", id="t", match=match, seat=0, move=move)
        assert tried["legal"]
        assert len(tried["table"]["field"]) == 1
        assert tried["table"]["hands"][0].count("?") == 1
        wrong = await wire.ask("tried", type="try", id="u", match=match, seat=0, move=move.replace("0,0", "5,5"))
        assert (wrong["legal"], wrong["why"], wrong["table"]) == (False, {"code": "first-card"}, None)
        assert wrong["reason"] == "the first card lies at 0,0 in the first tier"
        unread = await wire.ask("tried", type="try", id="v", match=match, seat=0, move="hello")
        assert (unread["legal"], unread["why"]) == (False, None)
        assert tried["why"] is None
    assert (await server.get(f"/api/matches/{match}")).json()["number"] == 1


@pytest.mark.parametrize(
    ("game", "options", "seats"),
    [
        ("tokan", {}, 2),
        ("tokan", {"setup": "draft"}, 2),
        ("schoko", {}, 2),
        ("schokoly", {"players": "3"}, 3),
        ("schokoly", {"players": "4"}, 4),
    ],
)
async def test_computers_play_a_match_to_its_end(
    server: Inside, game: str, options: dict[str, str], seats: int
) -> None:
    robots = [ROBOT] * (seats - 1)
    match, (token,) = await server.create(game=game, options=options, seats=[{"kind": "local", "name": "Ann"}, *robots])
    rng = Random(5)
    async with server.socket() as wire:
        message = await wire.follow(match, token)
        while message["state"]["status"] != "finished":
            if message["state"]["turn"] == 0:
                ply = message["state"]["ply"]
                move = choose(message["table"], rng)
                await wire.send(
                    type="act", id=f"m{ply}", match=match, seat=0, action={"type": "move", "move": move, "ply": ply}
                )
            message = await wire.until("event")
    record = (await server.get(f"/api/matches/{match}/record")).text
    assert replay(read_record(record)).final.is_over
    shown = (await server.post("/api/replay", {"record": record})).json()
    assert (shown["verdict"], len(shown["tables"])) == ("verified", len(shown["moves"]) + 1)


async def test_friends_meet_by_link_and_play_again(server: Inside) -> None:
    match, (ann,) = await server.create(seats=[{"kind": "local", "name": "Ann"}, {"kind": "open"}], listed=True)
    lobby = (await server.get("/api/matches")).json()["matches"]
    assert [found["id"] for found in lobby] == [match]
    joined = await server.post(f"/api/matches/{match}/seats", {"name": "Bo"})
    bo = joined.json()["token"]
    assert (await server.post(f"/api/matches/{match}/seats", {"name": "Cy"})).json()["code"] == "seat-taken"
    assert (await server.get("/api/matches", status="running")).json()["matches"][0]["seats"][1]["name"] == "Bo"
    async with server.socket() as wire:
        await wire.follow(match, ann)
        await wire.follow(match, bo)
        await wire.act(match, 1, "1", type="resign")
        await wire.act(match, 0, "2", type="propose", what="revanche")
        await wire.act(match, 1, "3", type="agree")
        following = (await server.get(f"/api/matches/{match}")).json()["state"]["next_match"]
        shot = await wire.follow(following, bo)
        assert shot["seat"] == 0
        assert shot["state"]["previous"] == match
    mine = (await server.post("/api/matches/mine", {"tokens": [bo]})).json()
    assert [(own["match"]["id"], own["seat"]) for own in mine] == [(following, 0), (match, 1)]
    assert [found["id"] for found in (await server.get("/api/matches", status="finished")).json()["matches"]] == [match]


async def test_own_matches_tell_whose_turn_it_is(server: Inside) -> None:
    match, tokens = await server.create()
    for _ in range(2):
        turn = (await server.get(f"/api/matches/{match}")).json()["state"]["turn"]
        own = (await server.post("/api/matches/mine", {"tokens": tokens})).json()
        assert [(each["seat"], each["match"]["turn"]) for each in own] == [(0, turn), (1, turn)]
        shot = (await server.get(f"/api/matches/{match}", tokens[turn])).json()
        move = {"type": "move", "move": choose(shot["table"], Random(1))}
        await server.post(f"/api/matches/{match}/acts", {"id": f"turn {turn}", "action": move}, tokens[turn])
    await server.post(f"/api/matches/{match}/acts", {"id": "end", "action": {"type": "resign"}}, tokens[0])
    assert (await server.post("/api/matches/mine", {"tokens": tokens})).json()[0]["match"]["turn"] is None


async def test_a_clock_that_runs_out_ends_the_match(server: Inside) -> None:
    match, tokens = await server.create(clock={"kind": "live", "seconds": 10})
    async with server.socket() as wire:
        shot = await wire.follow(match, tokens[0])
        server.now.time += 10_000
        live = await server.host.find(match)
        server.host.automation.ring(live)
        event = await wire.until("event")
        assert event["events"][0]["reason"] == "time"
        assert event["events"][0]["seat"] == shot["state"]["turn"]


async def test_clocks_and_computers_resume_after_a_restart_with_the_outage_given_back(tmp_path: Path) -> None:
    async with inside(tmp_path / "m.db") as first:
        match, tokens = await first.create(clock={"kind": "live", "seconds": 60})
        robots, _ = await first.create(seats=[ROBOT, ROBOT])
        stopped = first.now.time
    async with inside(tmp_path / "m.db") as second:
        assert second.now.time < stopped + 60_000
    async with inside(tmp_path / "m.db") as third:
        async with third.socket() as wire:
            await wire.follow(robots)
            live = third.host.lives[robots]
            while live.match.finished is None:
                await wire.next()
        assert third.host.lives[match].deadline is not None
        assert (await third.get(f"/api/matches/{match}", tokens[0])).json()["state"]["status"] == "running"


async def test_presence_tells_who_is_here(server: Inside) -> None:
    match, tokens = await server.create()
    async with server.socket() as one:
        await one.follow(match, tokens[0])
        assert (await one.until("presence"))["seats"] == [True, False]
        async with server.socket() as other:
            await other.follow(match, tokens[1])
            assert (await one.until("presence"))["seats"] == [True, True]
        assert (await one.until("presence"))["seats"] == [True, False]


async def test_waiting_for_events_over_http(server: Inside) -> None:
    match, tokens = await server.create()
    waiting = asyncio.create_task(server.get(f"/api/matches/{match}/events", since=1, wait=20))
    live = await server.host.find(match)
    while not live.waiters:  # noqa: ASYNC110  (there is nothing else to wait for)
        await asyncio.sleep(0.01)
    await server.post(f"/api/matches/{match}/acts", {"id": "1", "action": {"type": "chat", "text": "hi"}}, tokens[0])
    assert not live.waiters, "whoever waits is told at once, and not when their time is up"
    (event,) = (await waiting).json()["events"]
    assert event["events"] == [{"type": "chatted", "seat": 0, "text": "hi"}]


async def test_limits_are_kept(tmp_path: Path) -> None:
    limits = Limits(
        messages_per_second=0.001,
        messages_burst=3,
        subscriptions=1,
        matches_burst=2,
        matches_per_hour=1,
        connections_per_address=1,
        requests_per_second=0.001,
        requests_burst=12,
    )
    async with inside(tmp_path / "m.db", limits) as server:
        match, tokens = await server.create()
        await server.create()
        assert (await server.post("/api/matches", {"game": "tokan", "seats": [ROBOT, ROBOT]})).status_code == 429
        async with server.socket() as wire:
            await wire.follow(match, tokens[0])
            assert (await wire.follow(match, tokens[1]))["code"] == "too-many"
            assert (await wire.ask("pong", type="ping"))["type"] == "pong"
            assert (await wire.ask("ack", type="act", id="late", match=match, seat=0, action={"type": "resign"})) == {
                "type": "refusal",
                "code": "too-fast",
                "message": "too many messages; slow down",
                "id": "late",
            }
            with pytest.raises(Exception, match="HTTP 403"):
                async with server.socket():
                    pass
        big = {"record": "x" * 200_000}
        assert (await server.post("/api/replay", big)).status_code in (400, 413)
        codes = [(await server.get("/api/games")).status_code for _ in range(12)]
        assert 429 in codes


async def test_files_of_the_page_do_not_count_as_requests(tmp_path: Path) -> None:
    limits = Limits(requests_per_second=0.001, requests_burst=3, files_per_second=0.001, files_burst=20)
    async with inside(tmp_path / "m.db", limits) as server:
        files = [(await server.get("/assets/nothing.js")).status_code for _ in range(21)]
        assert files == [404] * 20 + [429]
        assert (await server.get("/api/games")).status_code == 200


async def test_a_new_match_is_friendly_and_unlisted_unless_asked_for_otherwise(server: Inside) -> None:
    for asked, expected in (({}, (True, False)), ({"friendly": False, "listed": True}, (False, True))):
        created = await server.post("/api/matches", {"game": "tokan", "seats": [ROBOT, {"kind": "open"}], **asked})
        state = (await server.get(f"/api/matches/{created.json()['match']}")).json()["state"]
        assert (state["friendly"], state["listed"]) == expected
        assert [seat["taken"] for seat in state["seats"]] == [True, False]  # nobody was moved to another seat


async def test_foreign_pages_and_names_are_refused(server: Inside) -> None:
    asked = {"game": "tokan", "seats": [ROBOT, ROBOT]}
    foreign = {"origin": "https://evil.example"}
    assert (await server.http.post("/api/matches", json=asked, headers=foreign)).status_code == 403
    own = {"origin": str(server.http.base_url).rstrip("/")}
    assert (await server.http.post("/api/matches", json=asked, headers=own)).status_code == 201
    assert (await server.http.get("/api/games", headers={"host": "evil.example"})).status_code == 403


async def test_every_answer_has_its_headers(server: Inside) -> None:
    for path in ("/api/games", "/nowhere", "/", "/metrics", "/api/schema/openapi.json"):
        headers = (await server.get(path)).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-request-id"]
    assert "tafelrunde_entries_total" in (await server.get("/metrics")).text


async def test_tokens_are_kept_only_as_hashes(server: Inside) -> None:
    match, tokens = await server.create()
    for entry in await server.host.store.entries(match):
        assert not any(token.encode() in entry.body for token in tokens)


async def test_the_types_of_the_web_client_are_up_to_date() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "make_types.py"), "--check"]
    assert (await asyncio.to_thread(subprocess.run, command, check=False)).returncode == 0
