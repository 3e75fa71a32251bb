"""How somebody plays beside their opponents: from rated matches with people, for moderators and nobody else."""

from __future__ import annotations

from typing import Any

import pytest

from tafelrunde.native import AVAILABLE
from tafelrunde.players.judgement import JudgedTurn
from tafelrunde.server.administration.admin import Charge
from tafelrunde.server.administration.people import set_role
from tafelrunde.server.ratings.fair_play import Conduct, conducts, seconds_of
from tests.server.inside import Inside
from tests.server.people.devices import Device, device
from tests.server.ratings.test_luck import play

pytestmark = pytest.mark.anyio
CHARGE = Charge("Root", "")


def turn(number: int, seat: int, chance: float, best: float) -> JudgedTurn:
    return JudgedTurn(number, seat, "a", chance, "b", best, False)


def test_only_open_turns_count_and_each_for_its_own_seat() -> None:
    turns = [
        turn(1, 0, 0.5, 0.5),
        turn(2, 1, 0.3, 0.7),
        turn(3, 0, 0.6, 0.604),
        turn(4, 1, 0.0, 1.0),
        turn(5, 0, 0.01, 0.015),
        turn(6, 1, 0.2, 0.206),
    ]
    one, two = conducts(turns, [0, 1, 0], 2, [3.0, 1.0, 5.0])
    assert (one.turns, one.best, one.seconds) == (2, 2, (3.0, 5.0))
    assert (two.turns, two.best, two.seconds) == (2, 0, (1.0,))
    assert one.given == pytest.approx(0.004)
    assert two.given == pytest.approx(0.406)
    both = (one + two).shown()
    assert both is not None
    assert (both.turns, both.best, both.given, both.seconds) == (4, 0.5, 0.1025, 3.0)
    assert both.margin == pytest.approx(0.49)
    assert Conduct(seconds=(1.0,)).shown() is None


async def look(mod: Device, name: str) -> Any:
    """Ask until the computer has looked at all matches."""
    while True:
        shown = (await mod.post("/api/moderation/play", {"name": name})).json()
        if len(shown["matches"]) == shown["of"]:
            return shown


@pytest.mark.skipif(not AVAILABLE, reason="the native core is not there")
async def test_a_moderator_looks_and_nobody_else(server: Inside) -> None:
    async with device(server) as ann, device(server) as bo, device(server) as mod, device(server) as guest:
        for each, name in ((ann, "Ann"), (bo, "Bo"), (mod, "Mod")):
            await each.register(name)
        for who, code in ((ann, "forbidden"), (mod, "forbidden"), (guest, "signed-out")):
            for name in ("Bo", "Nobody"):
                assert (await who.post("/api/moderation/play", {"name": name})).json()["code"] == code
        await set_role(server.host.store, CHARGE, "Mod", "moderator")
        for name in ("Nobody", "Mod"):
            assert (await mod.post("/api/moderation/play", {"name": name})).json()["code"] == "not-found"
        assert await look(mod, "Bo") == {"name": "Bo", "of": 0, "matches": [], "own": None, "others": None, "met": []}
        first = await play(server, ann, bo, 6, game="tokan")
        second = await play(server, ann, bo, 4, game="schoko")
        # A match against a computer, or one that is not rated, says nothing about playing with people.
        await ann.post("/api/matches", {"game": "tokan", "seats": [{"kind": "local"}, {"kind": "local"}]})
        shown = await look(mod, "bo")
        assert [one["match"] for one in shown["matches"]] == [second, first]
        by_pool = {one["pool"]: one for one in shown["matches"]}
        own, others = by_pool["tokan standard live"]["own"], by_pool["tokan standard live"]["others"]
        assert 0 < own["turns"] + others["turns"] <= 6
        # Whom they met most often, and how that ended: Bo gave up both.
        assert shown["met"] == [{"name": "Ann", "won": 0, "drawn": 0, "lost": 2}]
        mirrored = await look(mod, "Ann")
        assert mirrored["met"] == [{"name": "Bo", "won": 2, "drawn": 0, "lost": 0}]
        theirs = {one["pool"]: one for one in mirrored["matches"]}["tokan standard live"]
        assert (theirs["own"], theirs["others"]) == (others, own)
        # That somebody looked is written down, once for each person; what was seen is not.
        acts = [(act.who, act.what, act.target) for _, act in await server.host.store.acts()]
        assert [act for act in acts if act[1] == "look-at-play"] == [
            ("Mod", "look-at-play", "Bo"),
            ("Mod", "look-at-play", "Ann"),
        ]


async def test_how_long_turns_took_is_counted_from_the_move_before(server: Inside) -> None:
    async with device(server) as ann, device(server) as bo:
        await ann.register("Ann")
        await bo.register("Bo")
        match = (await server.host.find(await play(server, ann, bo, 5, game="tokan"))).match
        seconds = seconds_of(match)
        assert len(seconds) == len(match.moves) == len(match.movers) == 5
        assert all(took >= 0 for took in seconds)
        assert sum(seconds) <= (match.changed_at - match.created_at) / 1000
