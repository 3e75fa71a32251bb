"""What is said at the table, and what leaving it costs."""

from __future__ import annotations

from functools import partial

import pytest

from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.people.manners import softened
from tafelrunde.server.people.names import checked
from tafelrunde.store.people.accounts import find_by_name
from tafelrunde.store.people.leavers import times_left
from tests.server.inside import Inside
from tests.server.people.devices import device
from tests.server.pool.seeking import TOKAN, seek
from tests.server.ratings.test_rated import act, begin

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("text", ["FUCK off", "f\u00fcck!", "sh0w me, fuck1ng move", "Arschl0ch", "pute", "hijoputa"])
def test_words_that_hurt_turn_to_stars(text: str) -> None:
    assert "*" in softened(text)
    assert len(softened(text)) == len(text)


@pytest.mark.parametrize(
    "text", ["good game, well played!", "Computer", "disputed", "Gehure", "reputation", "a1 b2", "scunthorpe", "¡bien!"]
)
def test_harmless_words_stay(text: str) -> None:
    assert softened(text) == text


@pytest.mark.parametrize("name", ["fuck", "F.u.c.k", "connard", "nazi", "N4zi", "Arschloch1"])
def test_no_name_has_one(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        checked(name)
    assert refused.value.refusal == "bad-name"


async def test_leaving_a_rated_match_loses_it_and_is_counted_once(server: Inside) -> None:
    async with device(server) as laptop, device(server) as phone:
        await laptop.register("Ann")
        await phone.register("Bo")
        account = await server.host.store.ask(lambda: find_by_name("ann"))
        assert account is not None
        for rounds in range(1, 4):
            async with laptop.socket() as ann, phone.socket() as bo:
                letter = "abcd"[rounds]
                await seek(bo, letter.upper(), {**TOKAN, "rated": True})
                await ann.send(
                    type="seek", id="a", token=letter * 32, name="x", terms={**TOKAN, "rated": True}, range=4000
                )
                server.now.time += 60_000 * (rounds - 1)
                paired = await ann.until("paired")
                match, seat = paired["match"], paired["seat"]
                await ann.ask("snapshot", type="subscribe", match=match, seat=seat)
                assert (await ann.act(match, seat, "l", type="leave"))["type"] == "ack"
                # The same again is the same.
                assert (await ann.act(match, seat, "l", type="leave"))["type"] == "ack"
            state = (await phone.get(f"/api/matches/{match}")).json()["state"]
            assert (state["finished"]["reason"], state["finished"]["winner"]) == ("resigned", 1 - seat)
            assert await server.host.store.ask(lambda: times_left(account.id, 0)) == rounds
        async with laptop.socket() as ann:
            asked = {**TOKAN, "rated": True}
            late = (await seek(ann, "z", asked))["seek"]["since"]
            assert late >= server.now.time + 9_000


@pytest.mark.parametrize("moves", [0, 2])
async def test_whoever_never_comes_to_a_rated_match_has_left_it(server: Inside, moves: int) -> None:
    async with device(server) as laptop, device(server) as phone:
        await laptop.register("Ann")
        await phone.register("Bo")
        match = await begin(laptop, phone, game="tokan")
        for number in range(moves):
            position = (await server.host.find(match)).match.position
            assert position is not None
            own = (laptop, phone)[position.seat]
            move = str(position.turns()[0])
            await act(own, match, position.seat, f"m{number}", type="move", move=move, ply=number)
        live = await server.host.find(match)
        late = live.match.deciding
        assert late is not None
        accounts = [seat.owner for seat in live.match.seats]
        server.now.time += 600_000
        for _ in range(2):
            server.host.automation.ring(live)
            assert live.ringing is not None
            await live.ringing
        assert live.match.finished is not None
        assert (live.match.finished.reason, live.match.finished.seat) == ("time", late)
        # Whoever ran out of time at the table has only lost.
        times = [await server.host.store.ask(partial(times_left, account, 0)) for account in accounts]
        assert times == [int(seat == late and not moves) for seat in range(2)]
