"""Matches played at full speed while servers and databases are struck down, and the check that nothing went wrong.

The tests do it in small, `python -m bench kill` at length.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from tests.server.client import Client
from tests.server.serving import ServerProcess

GAMES = [
    {"game": "tokan", "seats": 2},
    {"game": "tokan", "seats": 2, "options": {"setup": "draft"}},
    {"game": "schoko", "seats": 2},
    {"game": "schokoly", "seats": 3, "options": {"players": "3"}},
]

Strike = Callable[[], object]
"""Something terrible that is over when it returns: a server killed and started again, a database restarted."""


@dataclass
class Toll:
    """What the strikes cost."""

    away: list[float] = field(default_factory=list)
    """Seconds each strike lasted, until whatever was struck answered again."""
    silent: list[float] = field(default_factory=list)
    """Seconds from each strike's end until a client's move was acknowledged again."""


def make_clients(
    servers: Sequence[ServerProcess], matches: int, games: Sequence[dict[str, object]] = GAMES
) -> list[Client]:
    """Create matches and a client for each seat, which looks for any of the servers whenever it has to connect."""
    addresses = [server.socket_address for server in servers]
    clients = []
    for index in range(matches):
        kind = games[index % len(games)]
        seats = [{"kind": "local", "name": f"P{seat}"} for seat in range(int(str(kind["seats"])))]
        asked = {"game": kind["game"], "options": kind.get("options", {}), "seats": seats}
        made = servers[index % len(servers)].post("/api/matches", asked)
        for given in made["seats"]:
            seed = 100 * index + int(given["seat"])
            rng = Random(seed)
            find = addresses[0].__str__ if len(addresses) == 1 else lambda rng=rng: rng.choice(addresses)
            clients.append(Client(find, made["match"], given["seat"], given["token"], seed))
    return clients


async def play_through(clients: list[Client], strikes: Sequence[Strike], every: int) -> Toll:
    """Let clients play to the end, with a strike after so many acknowledged moves each.

    Where others go on serving during a strike, so many moves are made meanwhile and no more: the matches should not end
    before everything has come over them.
    """
    toll = Toll()
    acks = left = 0
    enough, again, gate, over = asyncio.Event(), asyncio.Event(), asyncio.Event(), asyncio.Event()
    gate.set()

    def count() -> None:
        nonlocal acks, left
        acks += 1
        left -= 1
        again.set()
        if acks % every == 0:
            enough.set()
        if not left:
            gate.clear()

    async def strike_all() -> None:
        nonlocal left
        for strike in strikes:
            await enough.wait()
            if over.is_set():
                return
            began, left = time.monotonic(), every
            await asyncio.to_thread(strike)
            ended, left = time.monotonic(), 0
            if over.is_set():
                # Those who could go on have played to the end meanwhile: nobody moves any more.
                toll.away.append(ended - began)
                return
            again.clear()
            enough.clear()
            gate.set()
            await again.wait()
            toll.away.append(ended - began)
            toll.silent.append(time.monotonic() - ended)

    for client in clients:
        client.on_ack, client.gate = count, gate

    async def play_all() -> None:
        await asyncio.gather(*(client.play() for client in clients))
        over.set()
        enough.set()
        again.set()

    async with asyncio.TaskGroup() as group:
        group.create_task(strike_all())
        group.create_task(play_all())
    return toll


async def check(server: ServerProcess, clients: list[Client]) -> None:
    """Compare what every client was told with what the server has: nothing is missing, nothing is doubled."""
    for client in clients:
        path = f"/api/matches/{client.match}/events"
        events = (await asyncio.to_thread(server.get, path, client.token))["events"]
        assert [event["number"] for event in events] == list(range(1, len(events) + 1))
        assert {event["number"]: event["events"] for event in events} == client.heard
        assert client.acked.keys() == client.sent.keys()
        for name, number in client.acked.items():
            # Where a clock runs, what an outage took is given back before the move.
            moved = next(entry for entry in events[number - 1]["events"] if entry["type"] != "credited")
            assert (moved["type"], moved["seat"], moved["move"]) == ("moved", client.seat, client.sent[name])
        made = [entry for event in events for entry in event["events"] if entry["type"] == "moved"]
        assert len([move for move in made if move["seat"] == client.seat]) == len(client.acked)
