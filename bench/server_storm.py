"""Storms: everybody comes back at once after a restart, and a crowd watches one match."""

from __future__ import annotations

import asyncio
import json
import resource
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from bench.server_load import Socket
from bench.server_ours import our_games
from tests.server.serving import ServerProcess

_SEATS = [{"kind": "local", "name": "A"}, {"kind": "local", "name": "B"}]
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 1.0
_SPARE_HANDLES = 200


def raise_handles(clients: int) -> None:
    """Let this process open so many connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = clients + _SPARE_HANDLES
    if soft != resource.RLIM_INFINITY and soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, max(needed, hard)))


@dataclass(frozen=True)
class Client:
    """Somebody who follows a match."""

    port: int
    ask: bytes

    async def follow(self) -> Socket:
        """Connect, again and again if need be, and wait for the snapshot."""
        pause = _FIRST_PAUSE
        while True:
            try:
                socket = await Socket.connect(self.port, "/api/ws")
                socket.send(self.ask)
                await socket.until(lambda text: text.startswith(b'{"type":"snapshot"'))
            except (ConnectionError, TimeoutError):
                await asyncio.sleep(pause)
                pause = min(_LONGEST_PAUSE, 2 * pause)
            else:
                return socket


def _ask(match: str, token: str | None) -> bytes:
    asked = {"type": "subscribe", "match": match, "tables": True}
    return json.dumps(asked if token is None else {**asked, "token": token}).encode()


def _quantile(ordered: list[float], part: float) -> float:
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


async def _pings(port: int, over: asyncio.Event) -> list[float]:
    """Measure how long somebody who is connected already waits for an answer, until it is over."""
    socket = await Socket.connect(port, "/api/ws")
    waits = []
    while not over.is_set():
        sent = time.perf_counter()
        socket.send(b'{"type":"ping"}')
        await socket.until(lambda text: text.startswith(b'{"type":"pong"'))
        waits.append(time.perf_counter() - sent)
        await asyncio.sleep(0.05)
    return waits


async def _come(clients: list[Client]) -> tuple[list[Socket], list[float], list[float]]:
    """Let all come at once; return their sockets, how long each waited, and how long others waited meanwhile."""
    over = asyncio.Event()
    pinging = asyncio.create_task(_pings(clients[0].port, over))
    await asyncio.sleep(0.2)
    began = time.perf_counter()

    async def come(client: Client) -> tuple[Socket, float]:
        return await client.follow(), time.perf_counter() - began

    came = await asyncio.gather(*map(come, clients))
    over.set()
    return [socket for socket, _ in came], sorted(wait for _, wait in came), await pinging


def storm(server: ServerProcess, count: int) -> None:
    """Let clients, two to a match, follow their matches, strike the server down, and let all come back at once."""
    raise_handles(count)
    with ThreadPoolExecutor(8) as pool:
        asked = {"game": "tokan", "seats": _SEATS}
        made = list(pool.map(lambda _: server.post("/api/matches", asked), range(count // 2)))
    clients = [Client(server.port, _ask(match["match"], seat["token"])) for match in made for seat in match["seats"]]
    for name in ("first", "after a restart"):
        if name != "first":
            server.kill_and_start()
        before = server.cpu_seconds()
        sockets, waits, pings = asyncio.run(_come(clients))
        print(
            f"{len(sockets):,} clients at once, {name}: all served after {waits[-1]:.1f} s "
            f"(half {_quantile(waits, 0.5):.1f} s, 99 % {_quantile(waits, 0.99):.1f} s), "
            f"{server.cpu_seconds() - before:.1f} server CPU s; others waited at most {1000 * max(pings):.0f} ms; "
            f"server {server.resident_bytes() / 1e6:.0f} MB",
            flush=True,
        )


async def _watched(server: ServerProcess, count: int) -> tuple[int, float, float, list[float]]:
    (game,) = our_games(server, 1, tables=True)
    watching = await asyncio.gather(*(Client(server.port, _ask(game.match, None)).follow() for _ in range(count)))
    await game.connect()
    heard = 0
    everybody = asyncio.Event()

    def hear(text: bytes) -> None:
        nonlocal heard
        if text.startswith(b'{"type":"event"'):
            heard += 1
            if heard == count:
                everybody.set()

    for socket in watching:
        socket.on_message = hear
    game.on_heard = lambda _: None
    used, began, waits = server.cpu_seconds(), time.perf_counter(), []
    for ply in range(game.length):
        game.ply, heard = ply, 0
        everybody.clear()
        sent = time.perf_counter()
        game.move()
        await everybody.wait()
        waits.append(time.perf_counter() - sent)
    return game.length, server.cpu_seconds() - used, time.perf_counter() - began, sorted(waits)


def crowd(server: ServerProcess, count: int) -> None:
    """Let a crowd watch one match with whole tables, and print what a move costs."""
    raise_handles(count)
    for watching in (1, count):
        moves, cpu, seconds, waits = asyncio.run(_watched(server, watching))
        print(
            f"{watching:,} spectators of one match: {1000 * cpu / moves:.1f} server CPU ms a move, "
            f"{1e6 * cpu / moves / watching:.0f} µs a message; the last heard after "
            f"{1000 * _quantile(waits, 0.5):.0f} ms, at worst {1000 * waits[-1]:.0f} ms; "
            f"{moves} moves in {seconds:.1f} s",
            flush=True,
        )
