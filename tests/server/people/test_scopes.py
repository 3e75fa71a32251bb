"""What a script may do with an API token: every door that changes something is tried with one that may only read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.server.inside import FREE, Inside, inside
from tests.server.people.devices import Device, device
from tests.server.people.test_farewell import everything
from tests.server.people.test_training import told
from tests.server.pool.test_challenges import challenge
from tests.server.pool.test_seeks import TOKAN

pytestmark = pytest.mark.anyio

NOBODYS = {
    "/api/analyses",
    "/api/solutions",
    "/api/replay",
    "/api/study",
    "/api/count",
    "/api/new",
    "/api/normalise",
    "/api/matches/mine",
    "/api/people/register/options",
    "/api/people/register",
    "/api/people/sign-in/options",
    "/api/people/sign-in",
    "/api/people/recover",
    # Says who one is.
    "/api/me",
}
"""Doors at which an account does not matter, or that only a passkey opens."""


async def doors_of(server: Inside) -> set[str]:
    """Return all paths to which something is sent."""
    schema = (await server.get("/api/schema/openapi.json")).json()
    return {path for path, ways in schema["paths"].items() if "post" in ways}


async def sent_by(own: Device, other: Device) -> dict[str, tuple[str, Any]]:
    """Return for each path what a script with more rights would do there, with somebody's own things."""
    made = (await own.post("/api/matches", {"game": "tokan", "seats": [{"kind": "local"}, {"kind": "open"}]})).json()
    match = f"/api/matches/{made['match']}"
    invited = await challenge(other, "Ann")
    mine = (await own.get("/api/me/devices")).json()
    tokens = {"read": "r" * 32, "write": "w" * 32, "keep": "k" * 32}
    study = f"/api/studies/{(await own.post('/api/studies', {'title': 'A study', **tokens})).json()['id']}"
    say = {"id": "say", "action": {"type": "chat", "text": "beep"}}
    return {
        "/api/challenges": ("/api/challenges", {"name": "Bo", "terms": TOKAN}),
        "/api/challenges/{name}/accept": (f"/api/challenges/{invited['match']}/accept", {}),
        "/api/challenges/{name}/decline": (f"/api/challenges/{invited['match']}/decline", {}),
        "/api/reports": ("/api/reports", {"match": made["match"], "seat": 0, "reason": "abuse"}),
        "/api/reports/{number}/resolve": ("/api/reports/1/resolve", {"decision": "dismiss"}),
        "/api/moderation/people": ("/api/moderation/people", {"name": "Bo", "act": "suspend", "why": "x"}),
        "/api/moderation/play": ("/api/moderation/play", {"name": "Bo"}),
        "/api/matches": ("/api/matches", {"game": "tokan", "seats": [{"kind": "local"}, {"kind": "open"}]}),
        "/api/matches/{name}/seats": (f"{match}/seats", {"name": "x"}),
        "/api/matches/{name}/acts": (f"{match}/acts?seat=0", say),
        "/api/matches/{name}/hint": (f"{match}/hint?seat=0", {"id": "hint"}),
        "/api/matches/{name}/token": (f"{match}/token?seat=0", {}),
        "/api/me/sign-out": ("/api/me/sign-out", {}),
        "/api/me/devices/end": ("/api/me/devices/end", {"id": mine["sessions"][0]["id"]}),
        "/api/me/passkeys/options": ("/api/me/passkeys/options", {}),
        "/api/me/passkeys": ("/api/me/passkeys", {"ceremony": "x" * 22, "credential": {}}),
        "/api/me/passkeys/remove": (
            "/api/me/passkeys/remove",
            {"credential": mine["passkeys"][0]["credential"]},
        ),
        "/api/me/codes": ("/api/me/codes", {}),
        "/api/me/tokens": ("/api/me/tokens", {"label": "more", "scopes": ["play"]}),
        "/api/me/tokens/end": ("/api/me/tokens/end", {"id": mine["tokens"][0]["id"]}),
        "/api/me/claim": ("/api/me/claim", {"tokens": [made["seats"][0]["token"]]}),
        "/api/me/delete": ("/api/me/delete", {"name": "Ann"}),
        "/api/me/public": ("/api/me/public", {"profile": False, "matches": False, "board": False}),
        "/api/me/relations": ("/api/me/relations", {"name": "Bo", "kind": "block"}),
        "/api/me/push": (
            "/api/me/push",
            {"endpoint": "https://push.example.org/x", "p256dh": "x", "auth": "x", "zone": "UTC", "language": "en"},
        ),
        "/api/me/push/end": ("/api/me/push/end", {}),
        "/api/me/puzzles": ("/api/me/puzzles", {"attempts": [told("first-try")]}),
        "/api/studies": ("/api/studies", {"title": "New", "read": "a" * 32, "write": "b" * 32, "keep": "c" * 32}),
        "/api/studies/{name}/ops": (f"{study}/ops", {"ops": [{"type": "title", "id": "one-title", "title": "Mine"}]}),
        "/api/studies/{name}/links": (f"{study}/links", {"read": "n" * 32}),
        "/api/studies/{name}/delete": (f"{study}/delete", {}),
    }


async def test_a_token_that_may_only_read_changes_nothing_at_any_door(server: Inside) -> None:
    async with device(server) as own, device(server) as other:
        await own.register("Ann")
        await other.register("Bo")
        reader = (await own.post("/api/me/tokens", {"label": "r", "scopes": ["read"]})).json()["token"]
        sent = await sent_by(own, other)
        assert {path.rstrip("/") for path in await doors_of(server)} == sent.keys() | NOBODYS
        await server.get("/api/me/matches", reader)
        before = await server.host.store.ask(everything)
        for path, (address, data) in sent.items():
            # As a script, and as one that says it is a page of ours.
            for origin in ({}, {"origin": own.origin}):
                headers = {"authorization": f"Bearer {reader}", **origin}
                answer = await server.http.post(address, json=data, headers=headers)
                assert (answer.status_code, answer.json()["code"]) == (403, "forbidden"), (path, answer.text)
        assert await server.host.store.ask(everything) == before


async def test_a_socket_needs_a_token_that_may_play(server: Inside) -> None:
    async with device(server) as own:
        await own.register("Ann")
        headers = {}
        for scope in ("read", "play"):
            token = (await own.post("/api/me/tokens", {"label": scope, "scopes": [scope]})).json()["token"]
            headers[scope] = {"authorization": f"Bearer {token}"}
        async with connect(own.socket_address, additional_headers=headers["play"]):
            pass
        with pytest.raises(InvalidStatus) as refused:
            async with connect(own.socket_address, additional_headers=headers["read"]):
                pass
        assert refused.value.response.status_code == 403


async def test_api_tokens_are_not_made_and_ended_without_end(tmp_path: Path) -> None:
    """Of each that ends all processes remember that it has, for as long as a seat may have come from it."""
    limits = replace(FREE, api_tokens_burst=3, api_tokens_per_hour=1)
    async with inside(tmp_path / "m.db", limits) as server, device(server) as own:
        await own.register("Ann")
        codes = list[str]()
        for number in range(5):
            made = (await own.post("/api/me/tokens", {"label": f"t{number}", "scopes": ["read"]})).json()
            codes.append(made.get("code", ""))
            if "id" in made:
                await own.post("/api/me/tokens/end", {"id": made["id"]})
        assert codes == ["", "", "", "too-many", "too-many"]
        assert len(server.host.barred.ended) == 3
