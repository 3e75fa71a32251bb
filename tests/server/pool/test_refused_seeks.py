"""Finding somebody to play with: what is refused, and that nobody keeps others waiting."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tafelrunde.server.administration import admin
from tafelrunde.server.administration.admin import Charge
from tafelrunde.server.match.events import ClockPlan
from tafelrunde.server.pool import wishes
from tafelrunde.server.settings import Limits
from tafelrunde.server.tokens import token_hash
from tafelrunde.store import Ask, Script
from tafelrunde.store.people import seeks as kept
from tests.server.inside import FREE, Inside, inside
from tests.server.pool.seeking import TOKAN, seek, token

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"terms": {"game": "chess"}}, "unknown-game"),
        ({"terms": {"game": "tokan", "options": {"players": "9"}}}, "bad-options"),
        ({"terms": None}, "bad-message"),
        ({"token": "short"}, "bad-message"),
        ({"range": 1}, "bad-message"),
        ({"name": " \u200b "}, "bad-message"),
        ({"more": 1}, "bad-message"),
    ],
)
async def test_bad_wishes_are_refused_and_change_nothing(server: Inside, change: dict[str, Any], code: str) -> None:
    async with server.socket() as ann:
        asked = {"type": "seek", "id": "a", "token": token("a"), "name": "Ann", "terms": TOKAN, **change}
        assert (await ann.ask("seeking", **asked))["code"] == code
        assert not server.server.company.pool.tended


async def test_whoever_looks_too_often_is_refused(tmp_path: Path) -> None:
    limits = Limits(seeks_burst=3, seeks_per_hour=1, messages_burst=1e9)
    async with inside(tmp_path / "m.db", limits) as server, server.socket() as ann:
        for letter in "abc":
            await seek(ann, letter)
            await ann.ask("seek-ended", type="cancel-seek", id=letter)
        assert (await seek(ann, "d"))["code"] == "too-many"


@pytest.mark.parametrize("is_answered", [True, False])
async def test_whoever_is_shut_out_while_they_look_sits_down_with_nobody(server: Inside, is_answered: bool) -> None:
    async with server.socket() as ann, server.socket() as bo:
        looking = await seek(ann, "a")
        await admin.ban(server.host.store, Charge("Max", "spam", 1), token_hash(token("a")))
        server.host.ban(await server.host.store.banned())
        if is_answered:
            assert (await seek(bo, "b", None, answer=looking["seek"]["id"]))["code"] == "not-found"
        else:
            assert (await seek(bo, "b"))["type"] == "seeking"
        assert (await ann.until("seek-ended"))["reason"] == "signed-out"
        await server.server.company.pool.tick()
        assert not any('"paired"' in text for text in ann.read + bo.read)


async def test_a_crowd_that_wishes_for_something_else_keeps_nobody_waiting(server: Inside) -> None:
    async with server.socket() as eve, server.socket() as ann, server.socket() as bo:
        await seek(eve, "e")
        known = await server.host.store.ask(lambda: kept.all_waiting(0))
        wish = wishes.wish_of(known[0])

        def write() -> Script[None]:
            for number in range(300):
                clock = ClockPlan("live", 20 + number, 60)
                body = msgspec.json.encode(msgspec.structs.replace(wish, clock=clock))
                yield from kept.add_seek(known[0]._replace(id=f"crowd-{number}", body=body, since=0))

        await server.host.store.transact(write)
        clock = {"kind": "live", "seconds": 600, "increment": 5}
        await seek(ann, "a", {"game": "tokan", "clock": clock})
        await seek(bo, "b", {"game": "tokan", "clock": clock})
        assert (await ann.until("paired"))["match"] == (await bo.until("paired"))["match"]


async def test_no_more_than_twenty_look_from_one_address_however_they_come(tmp_path: Path) -> None:
    limits = replace(FREE, seeks_per_address=3)
    async with contextlib.AsyncExitStack() as stack:
        server = await stack.enter_async_context(inside(tmp_path / "m.db", limits))
        wires = [await stack.enter_async_context(server.socket()) for _ in range(8)]
        # Each wishes for something else, so that nobody is paired; all at the same time.
        terms = [{"game": "tokan", "clock": {"kind": "live", "seconds": 60 + index}} for index in range(8)]
        asked = [seek(wire, letter, wish) for wire, letter, wish in zip(wires, "abcdefgh", terms, strict=True)]
        answers = await asyncio.gather(*asked)
        kinds = [answer["type"] for answer in answers]
        assert sorted(kinds) == ["refusal"] * 5 + ["seeking"] * 3
        assert {answer["code"] for answer in answers if answer["type"] == "refusal"} == {"too-many"}
        # The place of one that ends is free again, and whoever looks already may say so once more.
        first = kinds.index("seeking")
        assert (await seek(wires[first], "abcdefgh"[first], terms[first]))["type"] == "seeking"
        await wires[first].ask("seek-ended", type="cancel-seek", id="abcdefgh"[first])
        refused = kinds.index("refusal")
        assert (await seek(wires[refused], "abcdefgh"[refused], terms[refused]))["type"] == "seeking"


async def test_what_is_not_played_any_more_keeps_no_others_waiting(server: Inside) -> None:
    async with server.socket() as eve, server.socket() as mal, server.socket() as ann, server.socket() as bo:
        for wire, letter in ((eve, "e"), (mal, "m")):
            name = (await seek(wire, letter, {"game": "schokoly", "options": {"players": "3"}}))["seek"]["id"]
            found = await server.host.store.ask(partial(kept.find_seek, name))
            assert found is not None
            wish = msgspec.structs.replace(wishes.wish_of(found), game="halma", seats=2)
            body = msgspec.json.encode(wish)

            def write(body: bytes = body, name: str = name) -> Script[None]:
                yield Ask("UPDATE seeks SET body = ?, pool = 'halma standard live' WHERE id = ?", (body, name))

            await server.host.store.transact(write)
        pool = server.server.company.pool
        for tended in list(pool._tended.values()):
            now = await server.host.store.ask(partial(kept.find_seek, tended.seek.id))
            assert now is not None
            pool._tended[tended.seek.id] = tended._replace(seek=now)
        await pool.tick()
        assert (await seek(ann, "a"))["type"] == "seeking"
        await seek(bo, "b")
        await ann.until("paired")
