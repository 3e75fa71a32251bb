"""Everything that is kept of somebody is in the file they can download, and gone when they are."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import Any

import pytest

from tafelrunde.server.administration.admin import Charge
from tafelrunde.server.administration.people import set_role
from tafelrunde.server.people.names import fold
from tafelrunde.server.ratings.counting import rebuild
from tafelrunde.store import Ask, Script, StoreUnavailable
from tafelrunde.store.people import luck, push
from tafelrunde.store.people.accounts import find_by_name
from tafelrunde.store.people.leavers import note_left
from tafelrunde.store.people_schema import PEOPLE
from tafelrunde.store.puzzle_schema import PUZZLES
from tafelrunde.store.schema import METADATA
from tafelrunde.store.study_schema import SHARED_STUDIES
from tests.server.inside import Inside
from tests.server.people.devices import Device, device
from tests.server.people.test_training import tell, told
from tests.server.pool.test_challenges import challenge
from tests.server.ratings.test_rated import POOL, act, begin, rated

pytestmark = pytest.mark.anyio
NAME = "Xaverine"


def everything() -> Script[dict[str, list[str]]]:
    """Return all rows of all tables, as text."""
    found = {}
    tables = METADATA.sorted_tables
    assert {*PEOPLE, *PUZZLES, *SHARED_STUDIES} < set(tables)
    for table in tables:
        rows = yield Ask(f"SELECT * FROM {table.name}")
        found[table.name] = [str(row) for row in rows]
    return found


async def live(server: Inside, own: Device, other: Device) -> str:
    """Let somebody do everything of which something is kept; return their account."""
    match = await begin(own, other)
    await act(own, match, 0, "s", type="chat", text="I live in Ulm")
    await act(other, match, 1, "r", type="resign")
    await rated(server, NAME, 1)
    account = await server.host.store.ask(partial(find_by_name, fold(NAME)))
    assert account is not None
    await tell(own, told("first-try"))
    tokens = {"read": "r" * 32, "write": "w" * 32, "keep": "k" * 32}
    study = (await own.post("/api/studies", {"title": f"{NAME} thinks", **tokens})).json()["id"]
    words = {"type": "title", "id": "title-one", "title": f"{NAME} thinks on"}
    assert (await own.post(f"/api/studies/{study}/ops", {"ops": [words]})).status_code == 200
    session = (await own.post("/api/me")).json()["session"]
    wish = push.Subscribed(session, account.id, b'{"zone":"UTC"}', 0, 2**40, 0)
    given = luck.Given(account.id, POOL, match, 1.0, 0.25)
    for script in (
        partial(push.subscribe, wish),
        partial(luck.save_luck, match, [given]),
        partial(note_left, account.id, match, 7),
    ):
        await server.host.store.transact(script)
    for who, seat in ((own, 1), (other, 0)):
        asked = {"match": match, "seat": seat, "reason": "abuse", "text": f"by {seat}"}
        assert (await who.post("/api/reports", asked)).status_code == 201
    await challenge(own, "Bo")
    await challenge(other, NAME)
    await own.post("/api/me/relations", {"name": "Bo", "kind": "follow"})
    await other.post("/api/me/relations", {"name": NAME, "kind": "follow"})
    await own.post("/api/me/public", {"profile": True, "matches": False, "board": True})
    await own.post("/api/me/tokens", {"label": "script", "scopes": ["read"]})
    return account.id


async def test_all_that_is_kept_is_downloaded_and_deleted(server: Inside) -> None:
    store = server.host.store
    async with device(server) as own, device(server) as other:
        await own.register(NAME)
        await other.register("Bo")
        account = await live(server, own, other)
        lines = [json.loads(line) for line in (await own.get("/api/me/data")).text.splitlines()]
        data: dict[str, Any] = {key: line for line in lines for key in list(line)[:1]}
        assert data["account"]["account"]["name"] == NAME
        assert data["puzzle"]["puzzle"]["id"] == "first-try"
        assert data["study"]["done"][0]["title"] == f"{NAME} thinks on"
        assert data["push"]["push"]["chosen"] == {"zone": "UTC"}
        assert data["account"]["shown"] == {"profile": True, "matches": False, "board": True}
        assert (data["luck"]["luck"], data["luck"]["result"]) == (0.25, 1.0)
        assert data["left"]["at"] == 7
        assert data["follow"]["follow"] == ["Bo"]
        assert data["rating"]["rating"]["games"] == 1
        assert [line["report"]["text"] for line in lines if "report" in line] == ['abuse seat 2 "Bo" (by 1)']
        assert len([line for line in lines if "challenge" in line]) == 1
        assert ["I live in Ulm"] in [line["said"] for line in lines if "said" in line]
        before = await store.ask(everything)
        kept = {table for table, rows in before.items() if any(account in row or NAME in row for row in rows)}
        assert {"accounts", "owners", "ratings", "results", "studies", "push_subscriptions", "luck", "reports"} <= kept
        assert {"puzzle_results", "puzzle_solvers", "relations", "challenges", "sessions", "api_tokens"} <= kept
        assert (await own.post("/api/me/delete", {"name": NAME})).status_code == 200
        after = await store.ask(everything)
        for table, rows in after.items():
            for word in (account, NAME, "thinks", "Ulm"):
                assert not [row for row in rows if word in row], (table, word)
        # Whoever left a table in the same moment was gone before that was written down.
        await store.transact(partial(note_left, account, "m" * 22, 8))
        assert (await store.ask(everything))["relations"] == after["relations"]
        # What belongs to others is left alone.
        assert (await other.get("/api/me/public")).status_code == 200
        assert len(after["accounts"]) == 1
        assert any("by 1" in row for row in after["reports"])


async def test_what_those_in_charge_did_stays_in_their_log(server: Inside) -> None:
    async with device(server) as own:
        await own.register(NAME)
        await set_role(server.host.store, Charge("Root", "trusted", 1), NAME, "moderator")
        await own.post("/api/me/delete", {"name": NAME})
        assert [act.target for _, act in await server.host.store.acts()] == [f"{NAME}: moderator"]


async def test_a_deletion_that_broke_off_anywhere_is_gone_on_with_and_leaves_nothing(
    server: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = server.host.store
    transact = store.transact
    left = 0

    async def breaking(make: Any) -> Any:
        nonlocal left
        left -= 1
        if left == 0:
            raise StoreUnavailable("the database went away")
        return await transact(make)

    async with device(server) as own, device(server) as other:
        await own.register(NAME)
        await other.register("Bo")
        account = await live(server, own, other)
        running = await begin(own, other)
        await act(own, running, 0, "s", type="chat", text="Ulm again")
        broken = 0
        for step in range(1, 40):
            left = step
            monkeypatch.setattr(store, "transact", breaking)
            answer = await own.post("/api/me/delete", {"name": NAME})
            monkeypatch.setattr(store, "transact", transact)
            if answer.status_code == 200:
                break
            assert answer.json()["code"] == "unavailable"
            broken += 1
        assert broken > 3
        bo = await rated(server, "Bo", 2)
        after = await store.ask(everything)
        for table, rows in after.items():
            for word in (account, NAME, "thinks", "Ulm"):
                assert not [row for row in rows if word in row], (table, word)
        assert await store.transact(rebuild) == (2, False)
        assert await rated(server, "Bo", 2) == bo
        # One person is one stranger, however often it broke off.
        names = {seat["name"] for seat in (await other.get(f"/api/matches/{running}")).json()["state"]["seats"]}
        assert len(names) == 2
        assert "Bo" in names


@pytest.mark.parametrize("way", ["token", "codes", "relation", "study"])
async def test_what_is_on_its_way_while_an_account_goes_is_not_written(
    server: Inside, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    store, gone, waits = server.host.store, asyncio.Event(), asyncio.Event()
    tokens = {"read": "r" * 32, "write": "w" * 32, "keep": "k" * 32}
    path, body = {
        "token": ("/api/me/tokens", {"label": NAME, "scopes": ["read"]}),
        "codes": ("/api/me/codes", {}),
        "relation": ("/api/me/relations", {"name": "Bo", "kind": "block"}),
        "study": ("/api/studies", {"title": f"{NAME} thinks", **tokens}),
    }[way]
    async with device(server) as own, device(server) as other:
        await own.register(NAME)
        await other.register("Bo")
        await act(own, await begin(own, other), 0, "r", type="resign")
        await rated(server, NAME, 1)
        account = await store.ask(partial(find_by_name, fold(NAME)))
        assert account is not None
        transact = store.transact

        async def late(make: Any) -> Any:
            waits.set()
            await gone.wait()
            return await transact(make)

        monkeypatch.setattr(store, "transact", late)
        asked = asyncio.create_task(own.post(path, body))
        await waits.wait()
        monkeypatch.setattr(store, "transact", transact)
        assert (await own.post("/api/me/delete", {"name": NAME})).status_code == 200
        gone.set()
        assert (await asked).json()["code"] == "signed-out"
        for table, rows in (await store.ask(everything)).items():
            assert not [row for row in rows if NAME in row or account.id in row], table


@pytest.mark.parametrize("way", ["create", "join", "claim", "challenge"])
async def test_a_seat_that_is_taken_while_its_account_goes_forgets_it_too(
    server: Inside, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    store, gone, waits = server.host.store, asyncio.Event(), asyncio.Event()
    local = {"game": "tokan", "seats": [{"kind": "local"}, {"kind": "open"}]}
    async with device(server) as own, device(server) as other:
        await own.register(NAME)
        await other.register("Bo")
        made = (await other.post("/api/matches", local)).json()["match"]
        guest = (await server.post("/api/matches", local)).json()["seats"][0]["token"]
        # Whoever asks was found to be somebody; then the account goes, and then what was asked for is done.
        place, name = {"join": (server.host, "join"), "claim": (store, "find_by_tokens")}.get(
            way, (server.host, "create")
        )
        done = getattr(place, name)

        async def late(*args: Any, **named: Any) -> Any:
            waits.set()
            await gone.wait()
            return await done(*args, **named)

        monkeypatch.setattr(place, name, late)
        path, body = {
            "create": ("/api/matches", local),
            "join": (f"/api/matches/{made}/seats", {"name": NAME}),
            "claim": ("/api/me/claim", {"tokens": [guest]}),
            "challenge": ("/api/challenges", {"name": "Bo", "terms": {"game": "tokan"}}),
        }[way]
        asked = asyncio.create_task(own.post(path, body))
        await waits.wait()
        assert (await own.post("/api/me/delete", {"name": NAME})).status_code == 200
        gone.set()
        answer = await asked
        assert answer.json()["code"] == "signed-out"
        for table, rows in (await store.ask(everything)).items():
            assert not [row for row in rows if NAME in row], table
        # Others have their names.
        assert any("Bo" in row for row in (await store.ask(everything))["entries"])
