"""Play net of luck: reckoned once a rated match is over, kept, and shown with its margin to those who may see it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from random import Random
from typing import Any

import pytest

from tafelrunde.native import AVAILABLE
from tafelrunde.server.ratings import luck
from tafelrunde.server.ratings.counting import count_waiting
from tafelrunde.server.ratings.luck import Reckoning
from tafelrunde.server.ratings.results import Body
from tafelrunde.store import Ask
from tafelrunde.store.people import luck as kept
from tafelrunde.store.people.accounts import find_by_name
from tests.server.inside import Inside
from tests.server.people.devices import Device, device
from tests.server.ratings.test_rated import act, begin

pytestmark = [pytest.mark.anyio, pytest.mark.skipif(not AVAILABLE, reason="the native core is not there")]
POOL = "schoko standard live"


@pytest.fixture(autouse=True)
def only_the_tests_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the server itself look at nothing while a test does."""

    async def rest(self: Reckoning) -> None:
        """Do nothing."""

    monkeypatch.setattr(Reckoning, "run", rest)


@pytest.fixture
async def two(server: Inside) -> AsyncIterator[tuple[Device, Device]]:
    async with device(server) as ann, device(server) as bo:
        await ann.register("Ann")
        await bo.register("Bo")
        yield ann, bo


async def play(server: Inside, ann: Device, bo: Device, moves: int, **more: Any) -> str:
    """Play some moves of a rated match; then Bo gives up."""
    match = await begin(ann, bo, **more)
    rng, people = Random(1), (ann, bo)
    for number in range(moves):
        position = (await server.host.find(match)).match.position
        assert position is not None
        move = str(rng.choice(position.turns()))
        done = await act(people[position.seat], match, position.seat, f"m{number}", type="move", move=move, ply=number)
        assert done.status_code < 300, done.text
    await act(bo, match, 1, "r", type="resign")
    await count_waiting(server.host.store)
    return match


async def rows(server: Inside, table: str) -> list[Any]:
    def read() -> Any:
        return (yield Ask(f"SELECT * FROM {table} ORDER BY 1"))

    found: list[Any] = await server.host.store.ask(read)
    return found


async def test_a_match_is_reckoned_once_for_both_and_changes_no_rating(
    server: Inside, two: tuple[Device, Device]
) -> None:
    ann, bo = two
    match = await play(server, ann, bo, 6, game="schoko")
    rated = await rows(server, "ratings")
    reckoning = Reckoning(server.host)
    while await reckoning.look():
        pass
    found = [kept.Given(*row) for row in await rows(server, "luck")]
    assert [(each.pool, each.match) for each in found] == [(POOL, match)] * 2
    assert sorted(each.result for each in found) == [0.0, 1.0]
    assert sum(each.luck for each in found) == pytest.approx(0, abs=1e-9)
    assert await rows(server, "luck_waiting") == []
    assert await rows(server, "ratings") == rated
    # Once is enough, also where another process was at it.
    await server.host.store.transact(lambda: kept.save_luck(match, [found[0]._replace(luck=9.0)]))
    assert [kept.Given(*row) for row in await rows(server, "luck")] == found
    await reckoning.close()


async def test_games_without_cards_deals_known_before_and_people_who_left_are_not_reckoned(
    server: Inside, two: tuple[Device, Device]
) -> None:
    ann, bo = two
    await play(server, ann, bo, 0)
    match = await play(server, ann, bo, 2, game="schoko")
    await bo.post("/api/me/delete", {"name": "Bo"})
    reckoning = Reckoning(server.host)
    while await reckoning.look():
        pass
    account = await server.host.store.ask(partial(find_by_name, "ann"))
    assert account is not None
    assert [row[0] for row in await rows(server, "luck")] == [account.id]
    assert [row[2] for row in await rows(server, "luck")] == [match]
    await ann.post("/api/me/delete", {"name": "Ann"})
    assert await rows(server, "luck") == []
    await reckoning.close()


async def test_a_page_shows_the_mean_with_its_margin_to_those_who_may_see_results(
    server: Inside, two: tuple[Device, Device]
) -> None:
    ann, bo = two
    await play(server, ann, bo, 0, game="schoko")
    account = await server.host.store.ask(partial(find_by_name, "ann"))
    assert account is not None
    results, given = [1.0, 0.0, 1.0, 1.0, 0.0], [0.2, -0.1, 0.0, 0.1, -0.2]

    async def write(number: int) -> None:
        one = kept.Given(account.id, POOL, f"m{number}", results[number], given[number])
        await server.host.store.transact(lambda: kept.save_luck(one.match, [one]))

    for number in range(4):
        await write(number)
    # Of a few matches nothing is said.
    assert (await server.get("/api/people/Ann")).json()["luck"] == []
    await write(4)
    (shown,) = (await server.get("/api/people/Ann")).json()["luck"]
    assert shown == {"pool": POOL, "games": 5, "result": 0.6, "net": 0.6, "margin": 0.367}
    await ann.post("/api/me/public", {"profile": True, "matches": False, "board": True})
    assert (await server.get("/api/people/Ann")).json()["luck"] == []
    assert len((await ann.get("/api/people/Ann")).json()["luck"]) == 1
    assert '"luck"' in (await ann.get("/api/me/data")).text


def test_a_draw_is_shared_and_the_margin_is_that_of_the_mean() -> None:
    body = Body([], [0, 0, 2], 0)
    assert luck.results_by_side(body) == [0.5, 0.5, 0.0]
    same = kept.Net(POOL, 10, 5.0, 5.0, 2.5)
    assert luck.shown(same).margin == 0
