"""Sitting down over real connections: invitations, words for the deal, tokens, and all that again in a rematch."""

from __future__ import annotations

import pytest

from tests.server.inside import Inside

pytestmark = pytest.mark.anyio


async def test_an_invitation_is_for_its_seat_and_is_spent_by_taking_it(server: Inside) -> None:
    seats = [{"kind": "local", "name": "Ann"}, {"kind": "invited"}]
    match, (_, invitation) = await server.create(seats=seats)
    path = f"/api/matches/{match}/seats"
    assert (await server.post(path, {"name": "Eve"})).json()["code"] == "seat-taken"
    assert (await server.post(path, {"name": "Eve", "seat": 1})).json()["code"] == "forbidden"
    assert (await server.post(path, {"name": "Eve", "token": "x" * 32})).json()["code"] == "forbidden"
    joined = await server.post(path, {"name": "Bo", "token": invitation})
    assert joined.json()["seat"] == 1
    token = joined.json()["token"]
    assert token != invitation
    assert (await server.get(f"/api/matches/{match}", token)).json()["seat"] == 1
    # The creator has a copy of the invitation, which opens nothing any more.
    assert (await server.get(f"/api/matches/{match}", invitation)).json()["code"] == "forbidden"
    assert (await server.post(path, {"name": "Eve", "token": invitation})).json()["code"] == "forbidden"


async def test_a_lost_answer_to_joining_costs_no_seat(server: Inside) -> None:
    match, (own,) = await server.create(seats=[{"kind": "local", "name": "Ann"}, {"kind": "open"}])
    path, asked = f"/api/matches/{match}/seats", {"name": "Bo", "new_token": "b" * 32}
    first, again = (await server.post(path, asked)).json(), (await server.post(path, asked)).json()
    assert first == again == {"seat": 1, "token": "b" * 32}
    assert (await server.post(path, {"name": "Eve", "new_token": "c" * 32})).json()["code"] == "seat-taken"
    assert (await server.post(path, {"name": "Eve", "new_token": own})).json()["seat"] == 0


async def test_a_word_that_no_deal_takes_is_refused_at_the_door(server: Inside) -> None:
    match, _ = await server.create(seats=[{"kind": "local", "name": "Ann"}, {"kind": "open"}])
    for word in ("\x07", "a\nb", "\u200b"):
        answer = await server.post(f"/api/matches/{match}/seats", {"name": "Eve", "word": word})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-message")
        local = {"kind": "local", "name": "Ann", "word": word}
        answer = await server.post("/api/matches", {"game": "tokan", "seats": [local, {"kind": "open"}]})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-message")
    joined = await server.post(f"/api/matches/{match}/seats", {"name": "Bo", "word": "ünïcode"})
    assert joined.status_code == 201


async def test_in_a_rematch_everybody_can_say_a_word_after_the_hash(server: Inside) -> None:
    match, tokens = await server.create()
    act = f"/api/matches/{match}/acts"
    await server.post(act, {"id": "end", "action": {"type": "resign"}}, tokens[0])
    promised = (await server.get(f"/api/matches/{match}")).json()["state"]["next_deal_hash"]
    proposal = {"type": "propose", "what": "rematch", "word": "mine"}
    await server.post(act, {"id": "again", "action": proposal}, tokens[0])
    await server.post(act, {"id": "yes", "action": {"type": "agree"}}, tokens[1])
    following = (await server.get(f"/api/matches/{match}")).json()["state"]["next_match"]
    state = (await server.get(f"/api/matches/{following}")).json()["state"]
    assert state["deal_hash"] == promised
    assert state["next_deal_hash"] != promised
    await server.post(f"/api/matches/{following}/acts", {"id": "end", "action": {"type": "resign"}}, tokens[0])
    record = (await server.get(f"/api/matches/{following}/record")).text
    # Everybody has moved one seat on, and the word of whoever said none proves nothing.
    assert '[DealWord2 "mine"]' in record
    assert '[DealOrder "1 hash 2"]' in record
    shown = (await server.post("/api/replay", {"record": record})).json()
    assert (shown["verdict"], shown["ordered"]) == ("verified", True)
    first = (await server.get(f"/api/matches/{match}/record")).text
    shown = (await server.post("/api/replay", {"record": first})).json()
    assert (shown["verdict"], shown["ordered"]) == ("verified", False)


async def test_a_new_token_opens_the_rematches_and_the_old_one_none_of_them(server: Inside) -> None:
    match, tokens = await server.create()
    series = [match]
    for _ in range(2):
        act = f"/api/matches/{series[-1]}/acts"
        await server.post(act, {"id": "end", "action": {"type": "resign"}}, tokens[0])
        await server.post(act, {"id": "again", "action": {"type": "propose", "what": "rematch"}}, tokens[0])
        await server.post(act, {"id": "yes", "action": {"type": "agree"}}, tokens[1])
        series.append((await server.get(f"/api/matches/{series[-1]}")).json()["state"]["next_match"])
    async with server.socket() as wire:
        for name in series:
            await wire.follow(name, tokens[0])
        # Asked for in the middle of the series: those before and after it change as well.
        given = (await server.post(f"/api/matches/{series[1]}/token", {}, tokens[0])).json()
        lost = [(await wire.until("unsubscribed"))["match"] for _ in series]
        assert sorted(lost) == sorted(series)
    for name in series:
        chat = {"id": "after", "action": {"type": "chat", "text": "here"}}
        assert (await server.post(f"/api/matches/{name}/acts", chat, tokens[0])).json()["code"] == "forbidden"
        assert (await server.post(f"/api/matches/{name}/acts", chat, given["token"])).json()["type"] == "ack"
        assert (await server.post(f"/api/matches/{name}/acts", chat, tokens[1])).json()["type"] == "ack"


async def test_whoever_takes_their_own_seat_after_the_hash_has_its_order_proved(server: Inside) -> None:
    for seats in (["invited", "computer"], ["invited", "invited"]):
        plans = [{"kind": kind, "level": 1} if kind == "computer" else {"kind": kind} for kind in seats]
        made = (await server.post("/api/matches", {"game": "schoko", "seats": plans})).json()
        path = f"/api/matches/{made['match']}"
        token = ""
        for given in made["seats"]:
            asked = {"name": "Ann", "token": given["token"], "word": f"mine {given['seat']}"}
            token = (await server.post(f"{path}/seats", asked)).json()["token"]
        await server.post(f"{path}/acts", {"id": "end", "action": {"type": "resign"}}, token)
        record = (await server.get(f"{path}/record")).text
        assert f'[DealHash "{made["deal_hash"]}"]' in record
        shown = (await server.post("/api/replay", {"record": record})).json()
        assert (shown["verdict"], shown["ordered"]) == ("verified", True)
