"""Devices of people: each a browser with its own cookies, on a real server."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

from httpx import AsyncClient, Response
from websockets.asyncio.client import connect

from tests.server.inside import Inside, Wire
from tests.server.people.authenticator import Passkey


class Device:
    """A browser at the server's own page."""

    def __init__(self, server: Inside) -> None:
        settings = server.server.settings
        self.origin = f"http://localhost:{settings.port}"
        self.socket_address = f"ws://localhost:{settings.port}/api/ws"
        self.http = AsyncClient(base_url=self.origin, timeout=60)

    @property
    def cookie(self) -> str:
        return self.http.cookies.get("tafelrunde") or ""

    async def post(self, path: str, data: Any = None, origin: str | None = "", **headers: str) -> Response:
        if origin is not None:
            headers["origin"] = origin or self.origin
        return await self.http.post(path, json={} if data is None else data, headers=headers)

    async def get(self, path: str, **query: Any) -> Response:
        return await self.http.get(path, params=query)

    async def register(
        self, name: str, passkey: Passkey | None = None, kind: str = "person"
    ) -> tuple[Passkey, list[str]]:
        """Make an account; return its passkey and its recovery codes."""
        passkey = passkey or Passkey(self.origin)
        asked = await self.post("/api/people/register/options", {"name": name, "kind": kind})
        assert asked.status_code == 200, asked.text
        question = asked.json()
        proof = {"ceremony": question["ceremony"], "credential": passkey.make(question["options"]), "label": "Laptop"}
        made = await self.post("/api/people/register", proof)
        assert made.status_code == 201, made.text
        return passkey, made.json()["codes"]

    async def sign_in(self, passkey: Passkey) -> Response:
        question = (await self.post("/api/people/sign-in/options")).json()
        proof = {"ceremony": question["ceremony"], "credential": passkey.sign(question["options"]), "label": "Phone"}
        return await self.post("/api/people/sign-in", proof)

    async def me(self) -> str | None:
        """Return the name this device is signed in as."""
        account = (await self.post("/api/me")).json()["account"]
        return None if account is None else str(account["name"])

    @contextlib.asynccontextmanager
    async def socket(self, origin: str = "") -> AsyncIterator[Wire]:
        headers = {"cookie": f"tafelrunde={self.cookie}"} if self.cookie else {}
        async with connect(
            self.socket_address,
            origin=origin or self.origin,  # type: ignore[arg-type]
            additional_headers=headers,
            compression=None,
            ping_interval=None,
        ) as socket:
            wire = Wire(socket)
            assert (await wire.next())["type"] == "welcome"
            yield wire


@contextlib.asynccontextmanager
async def device(server: Inside) -> AsyncIterator[Device]:
    opened = Device(server)
    async with opened.http:
        yield opened
