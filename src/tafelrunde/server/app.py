"""The application: everything put together, to be served by uvicorn with our WebSocket protocol."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from litestar import Litestar, MediaType, Request, get
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.response import Response
from litestar.static_files import create_static_files_router
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from tafelrunde import __version__
from tafelrunde.games.errors import BadSetup
from tafelrunde.server import metrics
from tafelrunde.server.cluster.bus import Bus, NoBus
from tafelrunde.server.doors import errors
from tafelrunde.server.doors.analysis import Thinking
from tafelrunde.server.doors.assets import assets
from tafelrunde.server.doors.company import Challenges, Moderation, Order
from tafelrunde.server.doors.following import heaviest
from tafelrunde.server.doors.handshake import EXTENSION, Handshake
from tafelrunde.server.doors.http import Games, Matches
from tafelrunde.server.doors.middleware import Middleware, address_of
from tafelrunde.server.doors.pages import page
from tafelrunde.server.doors.people import Own, People
from tafelrunde.server.doors.places import Doors
from tafelrunde.server.doors.profiles import Pages, Relations
from tafelrunde.server.doors.push import Turns
from tafelrunde.server.doors.puzzles import Puzzles, Training
from tafelrunde.server.doors.speaking import GOING_AWAY, POLICY, TRY_AGAIN
from tafelrunde.server.doors.starts import Starts
from tafelrunde.server.doors.studies import SharedStudies
from tafelrunde.server.doors.study import Study
from tafelrunde.server.doors.tick import Tick
from tafelrunde.server.doors.websocket import Around, Connection
from tafelrunde.server.live.host import Host
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.people.accounts import Accounts
from tafelrunde.server.people.callers import Callers
from tafelrunde.server.people.profiles import Profiles
from tafelrunde.server.people.reports import Reports
from tafelrunde.server.pool.company import Company
from tafelrunde.server.push.digest import Push, open_sender
from tafelrunde.server.ratings.luck import Reckoning
from tafelrunde.server.settings import Settings
from tafelrunde.server.studies.library import Library
from tafelrunde.server.thinking.computers import Computers, LocalComputers
from tafelrunde.server.thinking.study_queue import StudyQueue
from tafelrunde.server.wire.messages import PROTOCOL
from tafelrunde.store import StoreUnavailable, open_store

if TYPE_CHECKING:
    from tafelrunde.server.cluster.redis_limits import RedisLimits

_SILENCE = 3
"""How many heartbeats a client may miss."""
_GOODBYE_SECONDS = 2.0


class Server:
    """One process's application with its open connections."""

    def __init__(self, settings: Settings, host: Host | None = None) -> None:
        self.settings = settings
        self.host = host
        self.shared = self._shared_limits()
        self.gate = Middleware(settings, self.shared)
        self.doors = Doors(settings, self.gate.desk.shares)
        self.backlog = self.doors.backlog
        self.studies = StudyQueue(settings, self.shared)
        self.connections: set[Connection] = set()
        self._is_open = False
        self._all_left = asyncio.Event()
        """Set when the last connection ends."""
        self.app = self._make_app()
        self.asgi = self.gate(self._route)
        """The application behind its gate: what is to be served."""

    def _make_app(self) -> Litestar:
        web = self.settings.web
        return Litestar(
            route_handlers=[
                Games,
                Matches,
                People,
                Own,
                Challenges,
                Order,
                Moderation,
                Pages,
                Relations,
                Turns,
                Study,
                SharedStudies,
                Puzzles,
                Starts,
                Training,
                Thinking,
                _metrics,
                *_pages(web),
            ],
            lifespan=[self._lifespan],
            state=State({"gate": self.gate, "studies": self.studies, "desk": self.gate.desk, "web": web}),
            openapi_config=OpenAPIConfig(
                title="Tafelrunde",
                version=__version__,
                path="/api/schema",
                render_plugins=[JsonRenderPlugin(path="/openapi.json")],
                use_handler_docstrings=True,
            ),
            exception_handlers={
                Refusal: errors.on_refusal,
                StoreUnavailable: errors.on_unavailable,
                HTTPException: errors.on_http_error,
                RecursionError: errors.on_unreadable,
                UnicodeError: errors.on_unreadable,
                Exception: errors.on_bug,
            },
            request_max_body_size=self.settings.limits.body_bytes,
            logging_config=None,
        )

    async def _route(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve WebSockets here, without a framework's cost for every message, and everything else by the framework."""
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
        elif scope["path"] == "/api/ws":
            await self._follow(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": "not-found"})

    async def _follow(self, scope: Any, receive: Any, send: Any) -> None:
        """Shake hands over a WebSocket; from then on it lives without a task."""
        host, address = self.host, address_of(scope)
        assert host is not None
        wanted = parse_qs(scope["query_string"].decode("latin-1")).get("protocol", [])
        if wanted and str(PROTOCOL) not in wanted:
            # A page of another release: it knows by the reason that it has to be loaded anew. Browsers tell a page why
            # a connection was closed, but not why it was refused.
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": POLICY, "reason": "protocol"})
            return
        try:
            if host.stopping:
                raise Refusal("shutting-down", "the server restarts")
            holder = await self._holder(scope)
            await self.gate.enter(address)
        except Refusal as refusal:
            await send({"type": "websocket.close", "code": TRY_AGAIN, "reason": refusal.refusal})
            return
        handshake: Handshake = scope["extensions"][EXTENSION]
        is_open = False
        try:
            await receive()
            await send({"type": "websocket.accept"})
            wire = handshake.hand_over(self.tick)
            if wire is None:
                # The client is gone.
                await send({"type": "websocket.close", "code": POLICY})
                return
            is_open = True
        finally:
            if not is_open:
                self.gate.leave(address)
        connection = Connection(wire, self._around, address, holder)
        self.connections.add(connection)
        wire.begin(connection)
        connection.welcome()

    async def _holder(self, scope: Any) -> str | None:
        """Return whose account a connection comes with; None for guests. Raise Refusal."""
        try:
            caller = await self.callers.find(scope)
        except StoreUnavailable:
            raise Refusal("unavailable", "the database does not answer") from None
        if caller is None:
            return None
        caller.check("play")
        return caller.holder

    def _ended(self, connection: Connection) -> None:
        """Hear that a connection is over."""
        self.connections.discard(connection)
        self.gate.leave(connection.address)
        if not self.connections:
            self._all_left.set()

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Litestar) -> AsyncIterator[None]:
        """Be ready before the first request comes, and leave nothing undone after the last."""
        app.state.host = self.host = await self.open()
        self.tick = Tick(asyncio.get_running_loop())
        app.state.callers = self.callers = Callers(self.host)
        app.state.accounts = Accounts(self.host, self.shared)
        app.state.reports = reports = Reports(self.host, self.shared)
        self.company = Company(self.host, self.shared)
        app.state.challenges = self.company.challenges
        self.company.start()
        app.state.library = self.library = Library(self.host, self.gate.desk, self.shared)
        self.library.start()
        self._around = Around(self.host, self.gate, self.backlog, self.company, self.library, self._ended)
        app.state.profiles = Profiles(self.host)
        app.state.push = push = Push(self.host, partial(open_sender, self.settings))
        app.state.reckoning = reckoning = Reckoning(self.host)
        metrics.MATCHES.set_function(lambda: len(self.host.lives) if self.host is not None else 0)
        watching = [
            asyncio.create_task(work) for work in (self._watch(), self.doors.watch(), push.run(), reckoning.run())
        ]
        try:
            yield
        finally:
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)
            await push.close()
            await reckoning.close()
            await reports.close()
            self.studies.close()
            self.gate.desk.close()
            if self.shared is not None:
                await self.shared.stop()
            await self.host.stop()

    async def open(self) -> Host:
        """Open the store and take up its matches, unless that was done before.

        Raise BadSetup, MissingExtra or StoreUnavailable.
        """
        if self.host is None:
            self.host = Host(await open_store(self.settings.database), self.settings, self._computers(), self._bus())
        if not self._is_open:
            if self.shared is not None:
                await self.shared.start()
            try:
                await self.host.start()
            except StoreUnavailable:
                await self.host.stop()
                self.host = None
                raise
            self._is_open = True
        return self.host

    def _computers(self) -> Computers:
        local = LocalComputers(self.settings.engines)
        if not self.settings.remote_computers:
            return local
        if self.settings.redis is None:
            raise BadSetup("computers in other processes need a Redis")
        from tafelrunde.server.thinking.remote import RemoteComputers

        return RemoteComputers(self.settings.redis, local)

    def _bus(self) -> Bus:
        if self.settings.redis is None:
            return NoBus()
        from tafelrunde.server.cluster.redis_bus import RedisBus

        return RedisBus(self.settings.redis)

    def _shared_limits(self) -> RedisLimits | None:
        if self.settings.redis is None:
            return None
        from tafelrunde.server.cluster.redis_limits import RedisLimits

        return RedisLimits(self.settings.redis)

    async def _watch(self) -> None:
        """Close connections that have shown no sign of life for too long, or hold too much in memory."""
        while True:
            await asyncio.sleep(self.settings.heartbeat)
            oldest = time.monotonic() - _SILENCE * self.settings.heartbeat
            for connection in [each for each in self.connections if each.heard < oldest]:
                connection.end(GOING_AWAY)
            self.end_heaviest()

    def end_heaviest(self) -> None:
        """Close the connections that hold too much for their address."""
        for connection in heaviest(self.connections, self.settings.limits.followed_per_address):
            self.doors.seldom.warn("too-much-followed", address=connection.address)
            connection.end(POLICY)

    async def announce_stop(self) -> None:
        """Take nothing new, and tell every client to come back in a moment."""
        if self.host is not None:
            self.host.stopping = True
        self.studies.close()
        for connection in self.connections:
            connection.say_goodbye(len(self.connections))
        if self.connections:
            self._all_left.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_GOODBYE_SECONDS):
                    await self._all_left.wait()


@get("/metrics", include_in_schema=False, media_type=MediaType.TEXT, sync_to_thread=False)
def _metrics(request: Request[Any, Any, Any], state: State) -> Response[bytes]:
    """Return the measurements in Prometheus's format."""
    gate: Middleware = state.gate
    gate.check_metrics(request.scope)
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


def _pages(web: Path | None) -> list[Any]:
    """Return what serves the web client, or a line that says there is none."""
    if web is None:
        return [_no_pages]

    @get("/", include_in_schema=False, sync_to_thread=False)
    def index(request: Request[Any, Any, Any]) -> Response[bytes]:
        """Return the web client's page."""
        return page(web, request)

    router = create_static_files_router(path="/", directories=[web], name="web", include_in_schema=False)
    return [index, assets(web), router]


@get("/", include_in_schema=False, media_type=MediaType.TEXT, sync_to_thread=False)
def _no_pages() -> str:
    """Say what runs here."""
    return "Tafelrunde runs here. The web client is not built; the API is described at /api/schema/openapi.json.\n"
