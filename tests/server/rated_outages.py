"""Rated matches that end while servers are struck down, and the check that every result was counted exactly once.

The tests do it in small, `python -m bench.kill --rated` at length.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from tafelrunde.server.administration.admin import opened
from tafelrunde.server.ratings.counting import rebuild
from tafelrunde.server.ratings.results import read_body
from tafelrunde.store import Ask, Script, Store
from tafelrunde.store.people.ratings import ratings_after, results_after, steps_after
from tests.server.client import Client
from tests.server.people.authenticator import Passkey
from tests.server.serving import ServerProcess

FORMS: list[dict[str, Any]] = [
    {"game": "tokan"},
    {"game": "tokan", "options": {"scoring": "heads"}},
    {"game": "schoko"},
    {"game": "schokoly", "options": {"players": "3"}},
]
_CLOCK = {"kind": "live", "seconds": 36_000}


def register(server: ServerProcess, name: str) -> str:
    """Make an account; return an API token that plays for it."""
    origin = f"http://localhost:{server.port}"

    def send(path: str, data: object, **headers: str) -> Any:
        status, body = server.request(path, data, None, origin=origin, host=f"localhost:{server.port}", **headers)
        assert status < 300, body
        return json.loads(body)

    question = send("/api/people/register/options", {"name": name, "kind": "bot"})
    proof = {"ceremony": question["ceremony"], "credential": Passkey(origin).make(question["options"])}
    cookie = server.cookie("/api/people/register", proof, origin)
    made = send("/api/me/tokens", {"label": "play", "scopes": ["play", "read"]}, cookie=cookie)
    return str(made["token"])


def make_rated(servers: Sequence[ServerProcess], accounts: Sequence[str], matches: int) -> list[Client]:
    """Let accounts, by their API tokens, sit down to so many rated matches; return a client for each seat."""
    addresses = [server.socket_address for server in servers]
    clients = []
    for index in range(matches):
        server, form, rng = servers[index % len(servers)], FORMS[index % len(FORMS)], Random(index)
        count = 3 if "players" in form.get("options", {}) else 2
        sitting = rng.sample(accounts, count)
        seats = [{"kind": "local"}, *({"kind": "open"} for _ in sitting[1:])]
        made = server.post("/api/matches", {**form, "seats": seats, "clock": _CLOCK, "rated": True}, sitting[0])
        path = f"/api/matches/{made['match']}/seats"
        joined = [server.post(path, {"name": "x"}, account) for account in sitting[1:]]
        for one in [*made["seats"], *joined]:
            seed = 100 * index + int(one["seat"])
            chance = Random(seed)
            find = addresses[0].__str__ if len(addresses) == 1 else lambda chance=chance: chance.choice(addresses)
            clients.append(Client(find, made["match"], one["seat"], one["token"], seed))
    return clients


class Kept(NamedTuple):
    """What a database holds about ratings."""

    results: list[Any]
    ratings: list[Any]
    steps: list[Any]
    waiting: int


def _read() -> Script[Kept]:
    results = yield from results_after(0, 100_000)
    ratings = yield from ratings_after("", "", 100_000)
    steps = yield from steps_after("", "", 0, 100_000)
    waiting = yield Ask("SELECT count(*) FROM results WHERE number IS NULL")
    return Kept(results, ratings, steps, waiting[0][0])


async def check_counted(database: str, matches: set[str]) -> int:
    """Wait until every result is counted; then compare with what there must be. Return how many were."""
    async with opened(database) as store:
        kept = await _settled(store, len(matches))
        assert {counted.result.match for counted in kept.results} == matches
        assert [counted.number for counted in kept.results] == list(range(1, len(matches) + 1))
        played = Counter(
            (seat.account, counted.result.pool)
            for counted in kept.results
            for seat in read_body(counted.result.body).seats
        )
        # As often as somebody played a rating was changed: by each result once.
        assert {(rated.account, rated.pool): rated.games for rated in kept.ratings} == played
        assert Counter((step.account, step.pool) for step in kept.steps) == played
        assert len({(step.account, step.match) for step in kept.steps}) == len(kept.steps)
        assert await store.transact(rebuild) == (len(matches), False)
        assert await store.ask(_read) == kept
    return len(kept.results)


async def _settled(store: Store, matches: int) -> Kept:
    async with asyncio.timeout(60):
        while True:
            kept = await store.ask(_read)
            if len(kept.results) == matches and not kept.waiting:
                return kept
            await asyncio.sleep(0.1)
