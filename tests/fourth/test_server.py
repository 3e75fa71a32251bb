"""The fourth game over the network: two clients, a computer, general tables, and what is not possible with it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tafelrunde.records.record import read_record
from tafelrunde.records.replay import replay
from tafelrunde.records.tree import read_tree
from tafelrunde.server.wire import messages
from tests.server.inside import Inside
from tests.server.serving import ServerProcess

pytestmark = pytest.mark.anyio

_decoder = msgspec.json.Decoder(messages.ServerMessage)


def check(table: dict[str, Any], decides: bool) -> None:
    """Hold a table against what the web client expects of a general one."""
    assert list(table) == ["family", "svg", "diagram", "seat", "points", "over", "winner", "legal"]
    assert table["family"] == "general"
    assert table["svg"].startswith("<svg ")
    assert table["diagram"].startswith("1 ")
    assert len(table["points"]) == 2
    assert (table["legal"] is not None) is (decides and not table["over"])


async def test_two_clients_play_a_match_to_its_end(server: Inside) -> None:
    match, tokens = await server.create(game="domineering", options={"size": "4"})
    rng = Random(1)
    async with server.socket() as one, server.socket() as other, server.socket() as watching:
        wires = [one, other]
        seen = [await wire.follow(match, token) for wire, token in zip(wires, tokens, strict=True)]
        assert (await watching.follow(match))["table"]["legal"] is None
        while (turn := seen[0]["state"]["turn"]) is not None:
            for seat, message in enumerate(seen):
                assert _decoder.decode(msgspec.json.encode(message))
                check(message["table"], decides=seat == turn)
            ply = seen[0]["state"]["ply"]
            legal = seen[turn]["table"]["legal"]
            tried = await wires[turn].ask("tried", type="try", id="t", match=match, seat=turn, move=rng.choice(legal))
            assert tried["legal"]
            check(tried["table"], decides=False)
            wrong = await wires[turn].act(match, turn, f"w{ply}", type="move", move="a1a1", ply=ply)
            assert (wrong["type"], wrong["code"]) == ("refusal", "notation")
            move = {"type": "move", "move": rng.choice(legal), "ply": ply}
            await wires[turn].send(type="act", id=f"m{ply}", match=match, seat=turn, action=move)
            seen = [await wire.until("event") for wire in wires]
            spectator = await watching.until("event")
            check(spectator["table"], decides=False)
    finished = seen[0]["state"]["finished"]
    assert (finished["reason"], finished["winner"]) == ("played", seen[0]["table"]["winner"])
    record = (await server.get(f"/api/matches/{match}/record")).text
    final = replay(read_record(record)).final
    assert (final.is_over, final.outcome().winner) == (True, finished["winner"])
    shown = (await server.post("/api/replay", {"record": record})).json()
    assert (shown["verdict"], len(shown["tables"])) == ("verified", len(shown["moves"]) + 1)
    for table in shown["tables"]:
        check(table, decides=True)


@pytest.mark.parametrize("level", [1, 2, 5])
async def test_a_computer_plays_it(server: Inside, level: int) -> None:
    robot = {"kind": "computer", "level": level}
    seats = [{"kind": "local", "name": "Ann"}, robot]
    match, (token,) = await server.create(game="domineering", options={"size": "4"}, seats=seats)
    rng = Random(5)
    async with server.socket() as wire:
        message = await wire.follow(match, token)
        while message["state"]["status"] != "finished":
            if message["state"]["turn"] == 0:
                ply = message["state"]["ply"]
                move = rng.choice(message["table"]["legal"])
                action = {"type": "move", "move": move, "ply": ply}
                await wire.send(type="act", id=f"m{ply}", match=match, seat=0, action=action)
            message = await wire.until("event")
            assert all(event["type"] != "stumbled" for event in message["events"])
    assert replay(read_record((await server.get(f"/api/matches/{match}/record")).text)).final.is_over


async def test_the_list_of_games_tells_what_it_can_do(server: Inside) -> None:
    games = {game["name"]: game for game in (await server.get("/api/games")).json()["games"]}
    fourth = games["domineering"]
    assert (fourth["title"], fourth["family"], fourth["abilities"]) == ("Domineering", "general", ["revanche"])
    assert fourth["options"] == [{"name": "size", "choices": ["5", "4", "6"]}]
    assert fourth["presets"] == {"standard": {}, "small": {"size": "4"}}
    assert (fourth["seats"], fourth["revanche"]) == (2, True)
    told = {name: (game["family"], game["abilities"]) for name, game in games.items() if name != "domineering"}
    assert told == {
        "tokan": ("tokan", ["draft", "edit", "perfect", "revanche", "solve"]),
        "schoko": ("chocolate", ["hands"]),
        "schokoly": ("chocolate", ["hands", "swap", "teams"]),
    }


async def test_it_can_be_studied_but_neither_solved_nor_judged(server: Inside) -> None:
    record = '[Game "domineering"]\n[Size "4"]\n[Start "..../.#../..../.... v"]\n\n'
    told = (await server.post("/api/study", {"record": record, "move": "a1v", "seat": 1})).json()
    assert (told["moves"], told["reason"]) == (["a1v"], None)
    check(told["table"], decides=True)
    refused = (await server.post("/api/study", {"record": record, "move": "b1v"})).json()
    assert (refused["moves"], refused["reason"]) == ([], "a cell is taken")
    answer = await server.post("/api/solutions", {"record": record})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-setup")
    assert answer.json()["message"] == "Domineering cannot be solved"
    judged = (await server.post("/api/analyses", {"record": record})).text.splitlines()
    assert json.loads(judged[-1])["type"] == "failed"
    assert "there is no analysis of Domineering" in judged[-1]


async def test_a_study_of_it_begins_and_is_checked_with_all_its_lines(server: Inside) -> None:
    asked = {"game": "domineering", "options": {"size": "4"}}
    record = (await server.post("/api/new", asked)).json()["record"]
    start = replay(read_record(record)).final
    assert (start.options.words(), start.is_over) == ({"size": "4"}, False)
    one, other = map(str, start.turns()[:2])
    lines = f'{record.strip()}\n[Notation "2"]\n\n{one} ( {other} {{why not?}} )\n'
    text = (await server.post("/api/normalise", {"record": lines})).json()["record"]
    tree = read_tree(read_record(text))
    assert [str(node.move) for node in tree.root.variations] == [one, other]
    refused = await server.post("/api/normalise", {"record": lines.replace(f"( {other}", "( a9v")})
    assert (refused.status_code, refused.json()["code"]) == (400, "bad-record")
    for wrong, code in (({"game": "cram"}, "unknown-game"), ({**asked, "options": {"size": "9"}}, "bad-options")):
        assert (await server.post("/api/new", wrong)).json()["code"] == code


def test_the_program_that_serves_pages_has_them(tmp_path: Path) -> None:
    process = ServerProcess(f"sqlite:{tmp_path / 'matches.db'}")
    begin = process.command.index("-c")
    process.command[begin : begin + 2] = ["-m", "tests.fourth.serve"]
    process.start()
    try:
        assert [game["name"] for game in process.get("/api/games")["games"]][-2:] == ["domineering", "heap"]
    finally:
        process.kill()
        process.log.close()
