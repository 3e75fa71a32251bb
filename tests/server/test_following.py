"""What one address makes the server hold in memory by following it: a share, however many matches and connections."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelrunde.server.doors.following import heaviest
from tafelrunde.server.live import upkeep
from tests.server.inside import FREE, inside


class Holding(NamedTuple):
    address: str
    held: Mapping[str, int]


holdings = st.lists(
    st.builds(
        Holding,
        st.sampled_from("ab"),
        st.dictionaries(st.sampled_from("mnopq"), st.just(0), max_size=4),
    ),
    max_size=8,
)


@given(holdings, st.dictionaries(st.sampled_from("mnopq"), st.integers(1, 50)), st.integers(0, 100))
def test_no_address_holds_more_than_its_share_and_nobody_goes_for_nothing(
    all_: list[Holding], sizes: dict[str, int], most: int
) -> None:
    followers = [Holding(each.address, {match: sizes.get(match, 1) for match in each.held}) for each in all_]
    going = heaviest(followers, most)
    for address in "ab":
        own = [each for each in followers if each.address == address]
        gone = [each for each in going if each.address == address]
        left = list(own)
        for each in gone:
            left.remove(each)

        def size(of: list[Holding]) -> int:
            # What several follow is held once.
            return sum({match: size for each in of for match, size in each.held.items()}.values())

        assert size(left) <= most
        if gone:
            assert size([*left, gone[-1]]) > most


@pytest.mark.anyio
async def test_who_follows_too_much_is_sent_away_and_nobody_else(tmp_path: Path) -> None:
    limits = replace(FREE, followed_per_address=30)
    async with inside(tmp_path / "m.db", limits, trusted_proxies=("127.0.0.1",)) as server:
        heavy, tokens = await server.create()
        light, _ = await server.create()
        async with (
            server.socket(address="192.0.2.1") as eve,
            server.socket(address="192.0.2.1") as ann,
            server.socket(address="192.0.2.2") as bo,
        ):
            await eve.follow(heavy, tokens[0])
            await eve.follow(light)
            await ann.follow(light)
            await bo.follow(light)
            server.server.end_heaviest()
            # It grows while it is followed.
            for number in range(30):
                assert (await eve.act(heavy, 0, f"a{number}", type="chat", text="more"))["type"] == "ack"
            server.server.end_heaviest()
            async with asyncio.timeout(20):
                await eve.socket.wait_closed()
            assert eve.socket.close_code == 1008
            for wire in (ann, bo):
                assert (await wire.ask("pong", type="ping"))["type"] == "pong"


@pytest.mark.anyio
async def test_only_some_of_an_address_wait_for_the_next_event_and_all_others_are_answered(tmp_path: Path) -> None:
    limits = replace(FREE, waiting_per_address=2)
    async with inside(tmp_path / "m.db", limits) as server:
        match, tokens = await server.create()
        live = await server.host.find(match)
        path = f"/api/matches/{match}/events"
        waiting = [asyncio.create_task(server.get(path, since=1, wait=20)) for _ in range(2)]
        async with asyncio.timeout(20):
            while len(live.waiters) < 2:  # noqa: ASYNC110  (there is nothing else to wait for)
                await asyncio.sleep(0.01)
        assert (await server.get(path, since=1, wait=20)).json()["code"] == "too-many"
        assert len((await server.get(path, since=0)).json()["events"]) == 1
        said = {"id": "a", "action": {"type": "chat", "text": "hello"}}
        await server.post(f"/api/matches/{match}/acts", said, tokens[0])
        assert [len(answer.json()["events"]) for answer in await asyncio.gather(*waiting)] == [1, 1]
        # Their places are free again.
        assert not server.server.gate._waiting._counts


@pytest.mark.anyio
async def test_large_matches_that_nobody_follows_are_forgotten_sooner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inside(tmp_path / "m.db") as server:
        match, _ = await server.create()
        (await server.host.find(match)).used -= 60
        await upkeep.tidy(server.host, set())
        assert match in server.host.lives
        monkeypatch.setattr(upkeep, "_CROWD_ENTRIES", 0)
        await upkeep.tidy(server.host, set())
        assert match not in server.host.lives
