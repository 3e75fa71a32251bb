"""Practice against computers: hints, matches that go on from a record, computers with names, and their pace."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tafelrunde.server.thinking.computers import Answer, Question
from tests.server.inside import Inside

pytestmark = pytest.mark.anyio

START = (
    '[Game "tokan"]\n[Scoring "heads"]\n[Start "j,J,l,J,m,L/L,j,J,l,j,J/M,l,j,M,J,l/J,m,L,j,L,j/l,L,j,M,m,J r -"]\n\n'
)
ME = {"kind": "local", "name": "Ann"}
COMPUTER = {"kind": "computer", "level": 1}


async def show(server: Inside, name: str, token: str | None = None) -> dict[str, Any]:
    shown: dict[str, Any] = (await server.get(f"/api/matches/{name}", token)).json()
    return shown


@pytest.mark.parametrize("game", ["tokan", "schoko", "schokoly"])
async def test_a_hint_is_a_legal_move_and_counts_once_a_turn(server: Inside, game: str) -> None:
    name, (token,) = await server.create(game=game, seats=[ME, COMPUTER])
    answers = [await server.post(f"/api/matches/{name}/hint", {}, token) for _ in range(2)]
    for answer in answers:
        assert answer.status_code == 200, answer.text
        assert answer.json()["hints"] == 1
    state = (await show(server, name))["state"]
    assert state["hints"] == [1, 0]
    move = {"type": "move", "move": answers[0].json()["move"]}
    played = await server.post(f"/api/matches/{name}/acts", {"id": "a", "action": move}, token)
    assert played.status_code == 200, played.text


async def test_a_hint_is_thought_of_once_however_often_it_is_asked_for(
    server: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, (token,) = await server.create(seats=[ME, COMPUTER])
    computers, asked = server.host.computers, list[Question]()
    ask = computers.ask

    async def count(question: Question) -> Answer:
        asked.append(question)
        return await ask(question)

    monkeypatch.setattr(computers, "ask", count)
    hint = f"/api/matches/{name}/hint"
    answers = await asyncio.gather(*(server.post(hint, {}, token) for _ in range(20)))
    assert {(answer.status_code, answer.text) for answer in answers} == {(200, answers[0].text)}
    await server.post(hint, {}, token)
    assert len(asked) == 1


async def test_no_action_of_a_client_makes_a_hint_go_uncounted(server: Inside) -> None:
    name, (token,) = await server.create(seats=[ME, COMPUTER])
    chat = {"id": "hint:0", "action": {"type": "chat", "text": "mine"}}
    assert (await server.post(f"/api/matches/{name}/acts", chat, token)).status_code == 200
    assert (await server.post(f"/api/matches/{name}/hint", {}, token)).json()["hints"] == 1
    assert (await show(server, name))["state"]["hints"] == [1, 0]


async def test_a_hint_after_a_take_back_counts_again(server: Inside) -> None:
    # A computer that never moves.
    server.host.automation.attend = lambda live: None  # type: ignore[method-assign]
    name, (token,) = await server.create(seats=[ME, COMPUTER])
    hinted = (await server.post(f"/api/matches/{name}/hint", {}, token)).json()
    for number, action in enumerate(
        [{"type": "move", "move": hinted["move"]}, {"type": "propose", "what": "takeback"}]
    ):
        acted = await server.post(f"/api/matches/{name}/acts", {"id": f"a{number}", "action": action}, token)
        assert acted.status_code == 200, acted.text
    assert (await show(server, name))["moves"] == []
    assert (await server.post(f"/api/matches/{name}/hint", {}, token)).json()["hints"] == 2


@pytest.mark.parametrize(
    ("seats", "more", "code"),
    [
        ([ME, {"kind": "local", "name": "Bo"}], {}, "not-allowed"),
        ([ME, COMPUTER], {"friendly": False}, "not-allowed"),
    ],
)
async def test_no_hint_against_people_or_in_earnest(
    server: Inside, seats: list[Any], more: dict[str, Any], code: str
) -> None:
    name, tokens = await server.create(seats=seats, **more)
    answer = await server.post(f"/api/matches/{name}/hint", {}, tokens[0])
    assert answer.json()["code"] == code
    assert (await show(server, name))["state"]["hints"] == []
    assert (await server.post(f"/api/matches/{name}/hint", {})).json()["code"] == "not-seated"


async def test_no_hint_while_the_computer_decides(server: Inside) -> None:
    # Computers that never move: their turn stays their turn.
    server.host.automation.attend = lambda live: None  # type: ignore[method-assign]
    name, (token,) = await server.create(record=START + "a3b3", seats=[ME, COMPUTER])
    assert (await server.post(f"/api/matches/{name}/hint", {}, token)).json()["code"] == "not-your-turn"


async def test_a_match_goes_on_where_a_record_ends(server: Inside) -> None:
    # The record's own game and options hold, whatever is asked.
    name, (token,) = await server.create(game="schoko", record=START + "a3b3", seats=[ME, COMPUTER])
    shown = await show(server, name, token)
    assert shown["state"]["game"] == "tokan"
    assert shown["state"]["options"]["scoring"] == "heads"
    assert shown["state"]["deal_hash"] is None
    assert shown["moves"][0] == "a3b3"
    # It is a match like any other: a rematch is dealt afresh.
    await server.post(f"/api/matches/{name}/acts", {"id": "r", "action": {"type": "resign"}}, token)
    await server.post(f"/api/matches/{name}/acts", {"id": "p", "action": {"type": "propose", "what": "rematch"}}, token)
    after = await show(server, (await show(server, name))["state"]["next_match"])
    assert after["state"]["deal_hash"] is not None
    assert (after["state"]["played"], after["state"]["wins"]) == (1, [1, 0])


@pytest.mark.parametrize(
    ("record", "seats", "code"),
    [
        (START + "a3c3", [ME, COMPUTER], "bad-record"),
        ("nonsense", [ME, COMPUTER], "bad-record"),
        (START, [ME], "bad-setup"),
    ],
)
async def test_a_record_that_nothing_follows_from_is_refused(
    server: Inside, record: str, seats: list[Any], code: str
) -> None:
    answer = await server.post("/api/matches", {"game": "tokan", "record": record, "seats": seats})
    assert answer.json()["code"] == code
    assert (await server.get("/api/matches", status="running")).json()["matches"] == []


async def test_a_friend_sits_down_to_a_match_that_was_begun_elsewhere(server: Inside) -> None:
    name, (token,) = await server.create(record=START + "a3b3 a1d1", seats=[ME, {"kind": "open"}])
    waiting = await show(server, name)
    assert (waiting["state"]["status"], waiting["moves"], waiting["table"]) == ("open", [], None)
    joined = await server.post(f"/api/matches/{name}/seats", {"name": "Bo"})
    assert joined.status_code == 201, joined.text
    begun = await show(server, name, token)
    assert (begun["state"]["status"], begun["moves"]) == ("running", ["a3b3", "a1d1"])
    assert begun["state"]["turn"] == 0
    # The next match is dealt anew, without those moves.
    for own in (token, joined.json()["token"]):
        for action in ({"type": "resign"}, {"type": "propose", "what": "rematch"}, {"type": "agree"}):
            await server.post(f"/api/matches/{name}/acts", {"id": action["type"], "action": action}, own)
    after = (await show(server, name))["state"]["next_match"]
    assert (await show(server, after))["moves"] == []


@pytest.mark.parametrize("kind", ["open", "invited"])
async def test_nobody_new_sits_down_to_cards_that_somebody_knows(server: Inside, kind: str) -> None:
    name, tokens = await server.create(game="schoko")
    await server.post(f"/api/matches/{name}/acts", {"id": "a", "action": {"type": "resign"}}, tokens[0])
    record = (await server.get(f"/api/matches/{name}/record")).text
    for seats, code in (([ME, {"kind": kind}], "bad-setup"), ([ME, COMPUTER], None)):
        answer = await server.post("/api/matches", {"game": "schoko", "record": record, "seats": seats})
        assert answer.json().get("code") == code


async def test_everybody_is_told_that_somebody_knows_the_cards(server: Inside) -> None:
    """Whoever brought a match here may hand a seat on without a word: the match itself says what they know."""
    name, tokens = await server.create(game="schoko")
    assert (await show(server, name))["state"]["known"] is False
    await server.post(f"/api/matches/{name}/acts", {"id": "a", "action": {"type": "resign"}}, tokens[0])
    record = (await server.get(f"/api/matches/{name}/record")).text
    again, (own, other) = await server.create(game="schoko", record=record, seats=[ME, {"kind": "local"}])
    for token in (own, other, None):
        assert (await show(server, again, token))["state"]["known"] is True
    async with server.socket() as friend:
        assert (await friend.follow(again, other))["state"]["known"] is True
        await friend.act(again, 1, "r", type="resign")
    # The next match has a deal of its own, which nobody knows.
    for token, action in ((own, {"type": "propose", "what": "rematch"}), (other, {"type": "agree"})):
        await server.post(f"/api/matches/{again}/acts", {"id": "n", "action": action}, token)
    after = (await show(server, again))["state"]["next_match"]
    assert (await show(server, after))["state"]["known"] is False
    # A deal that hides nothing is no secret of anybody's.
    open_to_all, _ = await server.create(record=START + "a3b3", seats=[ME, {"kind": "local"}])
    assert (await show(server, open_to_all))["state"]["known"] is False


async def test_a_match_from_a_record_is_not_for_strangers_in_the_lobby(server: Inside) -> None:
    # They could not see where it begins before they sit down.
    name, _ = await server.create(record=START + "a3b3 a1d1", seats=[ME, {"kind": "open"}], listed=True)
    assert (await show(server, name))["state"]["listed"] is False
    assert (await server.get("/api/matches", status="open")).json()["matches"] == []
    watched, _ = await server.create(record=START + "a3b3", seats=[COMPUTER, COMPUTER], listed=True, pace=5000)
    assert (await show(server, watched))["state"]["listed"] is True


async def test_a_proof_of_a_deal_does_not_move_to_the_match_that_goes_on_from_it(server: Inside) -> None:
    name, tokens = await server.create(game="schoko")
    await server.post(f"/api/matches/{name}/acts", {"id": "a", "action": {"type": "resign"}}, tokens[0])
    record = (await server.get(f"/api/matches/{name}/record")).text
    assert (await server.post("/api/replay", {"record": record})).json()["verdict"] == "verified"
    again, (token,) = await server.create(game="schoko", record=record, seats=[ME, COMPUTER])
    assert (await show(server, again))["state"]["deal_hash"] is None
    await server.post(f"/api/matches/{again}/acts", {"id": "a", "action": {"type": "resign"}}, token)
    record = (await server.get(f"/api/matches/{again}/record")).text
    assert (await server.post("/api/replay", {"record": record})).json()["verdict"] == "unsigned"


async def test_nobody_tries_out_a_match_they_are_playing(server: Inside) -> None:
    name, tokens = await server.create()
    record = (await server.get(f"/api/matches/{name}/record", tokens[0])).text
    asked = {"game": "tokan", "record": record, "seats": [ME, COMPUTER], "tokens": tokens}
    assert (await server.post("/api/matches", asked)).json()["code"] == "not-over"
    hidden, (token, _) = await server.create(game="schoko")
    record = (await server.get(f"/api/matches/{hidden}/record", token)).text
    asked = {"game": "schoko", "record": record, "seats": [ME, COMPUTER]}
    assert (await server.post("/api/matches", asked)).json()["code"] == "not-over"


async def test_a_broken_record_tells_its_move(server: Inside) -> None:
    why = (await server.post("/api/replay", {"record": START + "a3b3 c3d3"})).json()["why"]
    assert (why["move"], why["token"], why["code"]) == (2, "c3d3", "wrong-distance")
    why = (await server.post("/api/replay", {"record": START + "nonsense"})).json()["why"]
    assert (why["move"], why["code"]) == (1, "broken-record")
    # However long it is, not all of it is sent back.
    answer = await server.post("/api/replay", {"record": START + "a" * 90_000})
    assert (answer.status_code, len(answer.content) < 2_000) == (400, True)


async def test_a_computer_keeps_the_name_it_is_given_and_its_level(server: Inside) -> None:
    name, (token,) = await server.create(seats=[ME, {"kind": "computer", "level": 3, "name": "Otis"}])
    seat = (await show(server, name))["state"]["seats"][1]
    assert (seat["name"], seat["level"]) == ("Otis", 3)
    assert '[Seat2 "Otis (level 3)"]' in (await server.get(f"/api/matches/{name}/record", token)).text


async def test_only_computers_among_themselves_have_a_pace(server: Inside) -> None:
    watched, _ = await server.create(seats=[COMPUTER, COMPUTER], pace=5000)
    played, _ = await server.create(seats=[ME, COMPUTER], pace=5000)
    assert (await show(server, watched))["state"]["pace"] == 5000
    assert (await show(server, played))["state"]["pace"] == 0
    # The first move comes at once, the second not yet.
    await server.get(f"/api/matches/{watched}/events", since=1, wait=20)
    assert (await show(server, watched))["state"]["ply"] == 1
