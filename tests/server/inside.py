"""A server inside the test's own process, on a real port, with time and chance in the test's hands."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
from httpx import AsyncClient, Response
from websockets.asyncio.client import ClientConnection, connect

from tafelrunde.server.app import Server
from tafelrunde.server.cluster.bus import Bus, NoBus
from tafelrunde.server.live.host import Host
from tafelrunde.server.match import events as ev
from tafelrunde.server.match import setup
from tafelrunde.server.run import make_uvicorn
from tafelrunde.server.settings import Limits, Settings
from tafelrunde.server.thinking.computers import LocalComputers
from tafelrunde.store import open_store
from tests.databases import free_port

FREE = Limits(
    sockets_per_address=10_000,
    connections_per_address=10_000,
    messages_per_second=1e9,
    messages_burst=1e9,
    requests_per_second=1e9,
    requests_burst=1e9,
    work_per_second=1e9,
    work_burst=1e9,
    questions_waiting=10_000,
    matches_per_hour=1e9,
    matches_burst=1e9,
    rematches_per_hour=1e9,
    rematches_burst=1e9,
    joins_per_hour=1e9,
    joins_burst=1e9,
    seeks_per_hour=1e9,
    seeks_burst=1e9,
    challenges_per_hour=1e9,
    challenges_burst=1e9,
    reports_per_hour=1e9,
    reports_burst=1e9,
    lines_per_hour=1e9,
    lines_burst=1e9,
)


class Counting:
    """Bytes that look random and are the same in every run."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, size: int) -> bytes:
        self.count += 1
        return hashlib.shake_128(str(self.count).encode()).digest(size)


class Steps:
    """A clock that goes on by a step whenever it is looked at, or by what a test says."""

    def __init__(self) -> None:
        self.time = 1_000_000_000_000
        self.step = 1

    def __call__(self) -> int:
        self.time += self.step
        return self.time


class Inside:
    """A running server and its address."""

    def __init__(self, server: Server, host: Host, http: AsyncClient, now: Steps) -> None:
        self.server = server
        self.host = host
        self.http = http
        self.now = now

    async def post(self, path: str, data: object, token: str | None = None) -> Response:
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        return await self.http.post(path, json=data, headers=headers)

    async def post_as(self, cookie: str, path: str, data: object) -> Response:
        """Send what the server's own page sends on a device that is signed in."""
        headers = {"cookie": f"tafelrunde={cookie}", "origin": str(self.http.base_url).rstrip("/")}
        return await self.http.post(path, json=data, headers=headers)

    async def get(self, path: str, token: str | None = None, **query: Any) -> Response:
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        return await self.http.get(path, headers=headers, params=query)

    async def create(self, **asked: Any) -> tuple[str, list[str]]:
        """Create a match; return its name and the tokens."""
        asked.setdefault("game", "tokan")
        asked.setdefault("seats", [{"kind": "local", "name": "Ann"}, {"kind": "local", "name": "Bo"}])
        answer = await self.post("/api/matches", asked)
        assert answer.status_code == 201, answer.text
        made = answer.json()
        return made["match"], [given["token"] for given in made["seats"]]

    async def begin(self, name: str, created: ev.Created) -> None:
        """Write the beginning of a match past the door, with a deal of the test's choice."""
        await self.host._begin(name, setup.creation(created))

    @contextlib.asynccontextmanager
    async def socket(self, cookie: str = "", address: str = "", script: str = "") -> AsyncIterator[Wire]:
        """Open a WebSocket: on a device that is signed in, through a proxy from some address, with an API token."""
        settings = self.server.settings
        place = f"{settings.host}:{settings.port}"
        headers = {"cookie": f"tafelrunde={cookie}", "origin": f"http://{place}"} if cookie else {}
        if address:
            headers["x-forwarded-for"] = address
        if script:
            headers["authorization"] = f"Bearer {script}"
        async with connect(
            f"ws://{place}/api/ws", additional_headers=headers, max_size=2**24, compression=None, ping_interval=None
        ) as socket:
            wire = Wire(socket)
            assert (await wire.next())["type"] == "welcome"
            yield wire


class Wire:
    """A WebSocket with its messages read."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.read: list[str] = []

    async def send(self, **message: Any) -> None:
        await self.socket.send(msgspec.json.encode(message).decode())

    async def next(self) -> dict[str, Any]:
        async with asyncio.timeout(20):
            text = await self.socket.recv()
        assert isinstance(text, str)
        self.read.append(text)
        message: dict[str, Any] = msgspec.json.decode(text)
        return message

    async def until(self, kind: str, where: Callable[[dict[str, Any]], bool] = lambda _: True) -> dict[str, Any]:
        """Return the next message of a type."""
        while True:
            message = await self.next()
            if message["type"] == kind and where(message):
                return message

    async def ask(self, answer: str, **message: Any) -> dict[str, Any]:
        """Send a message and return the next one of a type, or a refusal."""
        await self.send(**message)
        while True:
            reply = await self.next()
            if reply["type"] in (answer, "refusal"):
                return reply

    async def follow(self, match: str, token: str | None = None, **more: Any) -> dict[str, Any]:
        asked = {"match": match, **more} if token is None else {"match": match, "token": token, **more}
        return await self.ask("snapshot", type="subscribe", **asked)

    async def act(self, match: str, seat: int, name: str, **action: Any) -> dict[str, Any]:
        return await self.ask("ack", type="act", id=name, match=match, seat=seat, action=action)


@contextlib.asynccontextmanager
async def inside(
    database: str | Path, limits: Limits = FREE, later: int = 0, bus: Bus | None = None, **settings: Any
) -> AsyncIterator[Inside]:
    """Run a server until the block ends, so many milliseconds later than others."""
    usual = Settings(port=free_port(), database=str(database), limits=limits, think_seconds=0.05)
    chosen = replace(usual, **settings)
    store = await open_store(str(database))
    now = Steps()
    now.time += later
    host = Host(store, chosen, LocalComputers(chosen.engines), bus or NoBus(), now=now, entropy=Counting())
    server = Server(chosen, host)
    web = make_uvicorn(server)
    web.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    serving = asyncio.create_task(web.serve())
    while not web.started:
        await asyncio.sleep(0.005)
        if serving.done():
            serving.result()
    try:
        async with AsyncClient(base_url=f"http://127.0.0.1:{chosen.port}", timeout=60) as http:
            yield Inside(server, host, http, now)
    finally:
        web.should_exit = True
        await serving
