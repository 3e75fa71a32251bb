"""What a script may do with an API token: every door that changes something is tried with one that may only read."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from litestar.routes import HTTPRoute
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tafelrunde.server.people.callers import API_PREFIX
from tafelrunde.server.people.names import fold
from tafelrunde.server.tokens import token_hash
from tafelrunde.store.people.accounts import find_by_name
from tafelrunde.store.people.sessions import ApiToken, add_api_token
from tests.server.inside import FREE, Inside, inside
from tests.server.people.devices import Device, device
from tests.server.people.test_farewell import everything
from tests.server.people.test_training import told
from tests.server.pool.seeking import TOKAN
from tests.server.pool.test_challenges import challenge
from tests.server.ratings.test_rated import POOL

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
    "/api/matches/withdraw",
    "/api/people/register/options",
    "/api/people/register",
    "/api/people/sign-in/options",
    "/api/people/sign-in",
    "/api/people/recover",
    # Says who one is.
    "/api/me",
}
"""Doors at which an account does not matter, or that only a passkey opens."""


PLAYING = {
    "/api/challenges",
    "/api/challenges/{name}/accept",
    "/api/challenges/{name}/decline",
    "/api/reports",
    "/api/matches",
    "/api/matches/{name}/seats",
    "/api/matches/{name}/acts",
    "/api/matches/{name}/hint",
    "/api/matches/{name}/token",
    "/api/me/claim",
    "/api/me/puzzles",
    "/api/studies",
    "/api/studies/{name}/ops",
    "/api/studies/{name}/links",
    "/api/studies/{name}/delete",
}
"""Doors at which a script that may play changes something; all others are its owner's alone."""

SHOWN = {
    "/api/me/matches": "read",
    "/api/me/public": "read",
    "/api/me/relations": "read",
    "/api/me/puzzles": "read",
    "/api/challenges": "read",
    "/api/studies": "read",
    "/api/studies/{name}": "read",
    "/api/studies/{name}/file": "read",
    "/api/people/{name}": "read",
    "/api/people/{name}/curve": "read",
    "/api/people/{name}/matches": "read",
    # From a seat of one's own.
    "/api/matches/{name}": "play",
    "/api/matches/{name}/events": "play",
    "/api/matches/{name}/record": "play",
    "/api/me/devices": "",
    "/api/me/data": "",
    "/api/me/push": "",
    "/api/reports": "",
    "/api/moderation/acts": "",
}
"""What is shown to scripts with which scope; nothing that has none."""

WRITTEN = {"matches": "acts", "studies": "ops"}

EVERYBODYS = {
    "/api/games",
    "/api/health",
    "/api/matches",
    "/api/leaderboards",
    "/api/puzzles",
    "/api/puzzles/parts/{name}",
    "/api/puzzles/daily",
    "/api/puzzles/next",
    "/api/puzzles/set",
    "/api/puzzles/ratings",
    "/api/puzzles/{name}",
    "/api/starts/{game}",
    "/api/starts/{game}/next",
}
"""What is shown to everybody alike."""


def routes_of(server: Inside, method: str) -> set[str]:
    """Return the paths of all routes there are, whether the schema names them or not."""
    routes = [route for route in server.server.app.routes if isinstance(route, HTTPRoute) and method in route.methods]
    paths = {re.sub(r"{(\w+)[^}]*}", r"{\1}", route.path_format) for route in routes}
    return {path for path in paths if path.startswith("/api/") and not path.startswith("/api/schema")}


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


async def bearer(server: Inside, name: str, scopes: str) -> dict[str, str]:
    """Give somebody an API token with some scopes, also with none; return the header of a script that has it."""
    account = await server.host.store.ask(partial(find_by_name, fold(name)))
    assert account is not None
    token = f"{API_PREFIX}{scopes.replace(' ', '-') or 'nothing'}"
    made = ApiToken(f"t{scopes}".ljust(22, "x"), token_hash(token), account.id, "t", scopes, 1, server.now.time)
    await server.host.store.transact(partial(add_api_token, made))
    return {"authorization": f"Bearer {token}"}


@pytest.mark.parametrize("scopes", ["", "read", "play", "play read"])
async def test_every_route_there_is_asks_for_its_scope(server: Inside, scopes: str) -> None:
    async with device(server) as own, device(server) as other:
        await own.register("Ann")
        await other.register("Bo")
        await own.post("/api/me/tokens", {"label": "r", "scopes": ["read"]})
        sent = await sent_by(own, other)
        assert routes_of(server, "POST") == sent.keys() | NOBODYS
        assert routes_of(server, "GET") == SHOWN.keys() | EVERYBODYS
        assert sent.keys() > PLAYING
        headers = await bearer(server, "Ann", scopes)
        before = await server.host.store.ask(everything)
        for path, (address, data) in sent.items():
            if path in PLAYING and "play" in scopes:
                continue
            answer = await server.http.post(address, json=data, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "forbidden"), (path, answer.text)
        match, study = (
            sent[f"/api/{kind}/{{name}}/{way}"][0] for kind, way in (("matches", "acts"), ("studies", "ops"))
        )
        names = {"matches": match.split("/")[3], "studies": study.split("/")[3], "people": "Ann"}
        for path, scope in SHOWN.items():
            address = path.format(name=names.get(path.split("/")[2], ""))
            query = {"seat": "0"} if "/matches/{" in path else {"pool": POOL}
            answer = await server.http.get(address, params=query, headers=headers)
            if scope and scope in scopes.split():
                # There is no record of a match that nobody has joined.
                assert answer.status_code == (409 if path.endswith("/record") else 200), (path, answer.text)
            else:
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
