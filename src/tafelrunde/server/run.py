"""Running a server process until it is told to stop."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import structlog
import uvicorn

from tafelrunde.server.app import Server
from tafelrunde.server.doors.connections import HttpProtocol
from tafelrunde.server.doors.handshake import Handshake
from tafelrunde.server.doors.places import room_for
from tafelrunde.server.settings import Settings

log = structlog.get_logger()

_BACKLOG = 2048
_GRACE_SECONDS = 10
_SWITCH_SECONDS = 0.0005
_COLLECTING = (20_000, 50, 50)


class _Uvicorn(uvicorn.Server):
    """Says goodbye to the clients before it closes their connections."""

    def __init__(self, config: uvicorn.Config, server: Server, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._server = server
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the doors, and tell whoever waits for it."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Announce the end, then end."""
        log.info("stopping", connections=len(self._server.connections))
        await self._server.announce_stop()
        await super().shutdown(sockets)


def make_uvicorn(server: Server, ready: Callable[[], None] = lambda: None) -> uvicorn.Server:
    """Return the web server for an application; `ready` is called once requests are accepted."""
    settings = server.settings
    options: dict[str, Any] = (
        {"forwarded_allow_ips": list(settings.trusted_proxies)} if settings.trusted_proxies else {}
    )
    config = uvicorn.Config(
        server.asgi,
        host=settings.host,
        port=settings.port,
        backlog=_BACKLOG,
        http=cast("Any", partial(HttpProtocol, server.doors)),
        ws=Handshake,
        ws_max_size=2 * settings.limits.message_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=settings.heartbeat,
        ws_ping_timeout=settings.heartbeat,
        timeout_graceful_shutdown=_GRACE_SECONDS,
        proxy_headers=bool(settings.trusted_proxies),
        server_header=False,
        access_log=False,
        log_config=None,
        lifespan="on",
        **options,
    )
    return _Uvicorn(config, server, ready)


def serve(settings: Settings, ready: Callable[[], None] = lambda: None) -> None:
    """Serve until interrupted; `ready` is called once requests are accepted.

    Raise BadSetup, MissingExtra or StoreUnavailable where the store cannot be opened.
    """
    # The thread that writes to the disk should not wait long for its turn while others are busy.
    sys.setswitchinterval(_SWITCH_SECONDS)
    # What was loaded stays: the collector of cycles need not look at it again and again, nor so often at matches.
    gc.freeze()
    gc.set_threshold(*_COLLECTING)
    server = Server(settings)
    server.doors.most = room_for(settings.limits.sockets)
    web = make_uvicorn(server, ready)
    log.info("starting", address=f"http://{settings.host}:{settings.port}")

    async def run() -> None:
        # What is wrong with the store is told in a line, before the web server would wrap it in its own troubles.
        await server.open()
        await web.serve()

    try:
        with asyncio.Runner(loop_factory=web.config.get_loop_factory()) as runner:
            runner.run(run())
    except KeyboardInterrupt:
        # The way to end a server: once the doors were open it has closed them in good order.
        if not web.started:
            raise
    if not web.started:
        raise SystemExit(1)
