"""The middleware, which every request passes through first: it checks host, origin and rate limit, and adds headers."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from secrets import compare_digest, token_hex
from typing import Any

import structlog
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from tafelrunde.games.core import SPECTATOR
from tafelrunde.server import metrics
from tafelrunde.server.limits.addresses import counted_as, is_loopback
from tafelrunde.server.limits.at_once import AtOnce
from tafelrunde.server.limits.token_bucket import Allowance, Buckets, Shared
from tafelrunde.server.limits.work import Desk, measured
from tafelrunde.server.match.actions import AnyAction
from tafelrunde.server.match.refusal import Code, Refusal
from tafelrunde.server.match.rematch import asks_for_match
from tafelrunde.server.match.state import Match
from tafelrunde.server.settings import Settings
from tafelrunde.server.wire import rest
from tafelrunde.server.wire.state import encode
from tafelrunde.store import PAYER

log = structlog.get_logger()

_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([^\[\]:/?#@\\\s]*))(?::[0-9]{0,5})?")
"""The name or the address that a Host header names, and a port."""
_EMBED = re.compile(r"/embed/[A-Za-z0-9_-]{22}", re.ASCII)
"""A study inside another page. Any other address below it would show a page that leads to all others, in that frame."""
_PROXIED = (b"forwarded", b"via", b"x-forwarded-for", b"x-real-ip")
_LOGGED_PATH = 200
PAUSE_SECONDS = 0.25
"""How long whoever asks too often waits to hear it, and so to ask again."""
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_SAFE = ("GET", "HEAD", "OPTIONS")
# Animations of the web client are style elements that it makes itself.
_POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_HEADERS = [
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    # Alone in its process, the page may share memory between the workers that solve a position.
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-embedder-policy", b"require-corp"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
_FRAMED = {
    # What is shown inside other pages: for reading, and with nobody signed in, for cookies do not go there.
    b"content-security-policy": _POLICY.replace("frame-ancestors 'none'", "frame-ancestors *").encode(),
    b"cross-origin-resource-policy": b"cross-origin",
}
_EMBEDDED = [(key, _FRAMED.get(key, value)) for key, value in _HEADERS if key != b"x-frame-options"]
STATUS: dict[Code, int] = {
    "bad-message": 400,
    "bad-name": 400,
    "bad-options": 400,
    "bad-passkey": 400,
    "bad-record": 400,
    "bad-setup": 400,
    "unknown-game": 400,
    "notation": 400,
    "banned": 403,
    "forbidden": 403,
    "nameless": 403,
    "not-fresh": 403,
    "not-seated": 403,
    "signed-out": 403,
    "no-such-match": 404,
    "no-such-seat": 404,
    "not-found": 404,
    "too-large": 413,
    "too-fast": 429,
    "too-many": 429,
    "shutting-down": 503,
    "unavailable": 503,
}


def status_of(code: Code) -> int:
    """Return the HTTP status of a refusal; 409 where the state of the match forbids it."""
    return STATUS.get(code, 409)


def _headers(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def _is_file(path: str) -> bool:
    """Return whether a path names a file of the web client."""
    return "." in path.rpartition("/")[2] and not path.startswith("/api/")


def _fixed(scope: Any) -> list[tuple[bytes, bytes]]:
    """Return the headers that every answer gets: one page may be framed by those of others."""
    return _EMBEDDED if _EMBED.fullmatch(scope["path"]) else _HEADERS


def address_of(scope: Any) -> str:
    """Return the address by which a request counts; behind a trusted proxy it is the client's."""
    client = scope.get("client")
    return counted_as(client[0]) if client else "local"


class Middleware:
    """Counts and checks what comes in."""

    def __init__(
        self, settings: Settings, shared: Shared | None = None, seconds: Callable[[], float] = time.monotonic
    ) -> None:
        limits = settings.limits
        self._shared = shared
        self._metrics_token = settings.metrics_token
        self._limits = limits
        self._seconds = seconds
        self._requests = Buckets(limits.requests_per_second, limits.requests_burst, seconds)
        self.desk = Desk(limits, seconds)
        self._files = Buckets(limits.files_per_second, limits.files_burst, seconds)
        self._creations = Allowance("match", limits.matches_per_hour, limits.matches_burst, seconds, shared)
        rematches = (limits.rematches_per_hour, limits.rematches_burst)
        self._rematches = Allowance("rematch", *rematches, seconds, shared)
        self._joins = Allowance("join", limits.joins_per_hour, limits.joins_burst, seconds, shared)
        self._speech = Allowance("speech", limits.lines_per_hour, limits.lines_burst, seconds, shared)
        self._attempts = Buckets(limits.attempts_per_hour / 3600, limits.attempts_burst, seconds)
        self._origins = {origin.rstrip("/").lower() for origin in settings.allowed_origins}
        hosts = settings.allowed_hosts
        if not hosts and settings.host in _LOOPBACK:
            # A page elsewhere must not reach a server on this machine under a name of its own.
            hosts = _LOOPBACK
        self._hosts = {host.lower() for host in hosts}
        self._by_address: Counter[str] = Counter()
        self._waiting = AtOnce()

    @property
    def connections(self) -> int:
        """How many WebSockets are open."""
        return self._by_address.total()

    async def check_creation(self, request: Any) -> None:
        """Raise Refusal if an address makes too many matches."""
        if not await self._creations.take(address_of(request.scope)):
            raise Refusal("too-many", "too many new matches from your address; try again later")

    async def check_act(self, address: str, match: Match, seat: int, action: AnyAction) -> None:
        """Raise Refusal if an address watches and says too much, or asks for too many matches by rematches.

        All who watch a match share its room for chat: without this one of them could use it up.
        """
        if seat == SPECTATOR and not await self._speech.take(address):
            raise Refusal("too-many", "those who watch from your address have said enough; try again later")
        if asks_for_match(match, action) and not await self._rematches.take(address):
            raise Refusal("too-many", "too many rematches from your address; try again later")

    async def check_join(self, request: Any) -> None:
        """Raise Refusal if an address takes too many seats."""
        if not await self._joins.take(address_of(request.scope)):
            raise Refusal("too-many", "too many seats taken from your address; try again later")

    def check_attempts(self, account: str, count: int) -> None:
        """Raise Refusal if somebody has told of too many attempts at puzzles; else take so many more as told."""
        bucket = self._attempts.of(account)
        if not bucket.is_left(self._seconds()):
            raise Refusal("too-many", "so many puzzles were told of; try again later")
        bucket.spend(count)

    def waiting(self, address: str) -> AbstractContextManager[None]:
        """Count a request that waits for something to happen; raise Refusal if too many of an address do."""
        if self._waiting[address] >= self._limits.waiting_per_address:
            raise Refusal("too-many", "too many requests of your address wait for something to happen")
        return self._waiting.one(address)

    def check_metrics(self, scope: Scope) -> None:
        """Raise Refusal unless the measurements may be seen: with their token, or without one on this machine."""
        if self._metrics_token is not None:
            given = "".join(_headers(scope, b"authorization"))
            if not compare_digest(given.encode(), f"Bearer {self._metrics_token}".encode()):
                raise Refusal("forbidden", "the header reads: Authorization: Bearer TOKEN")
            return
        client = scope.get("client")
        is_proxied = any(key in _PROXIED for key, _ in scope["headers"])
        if is_proxied or client is None or not is_loopback(client[0]):
            raise Refusal("forbidden", "the measurements are shown on this machine only")

    async def enter(self, address: str) -> None:
        """Count a new WebSocket; raise Refusal if there are too many."""
        most = self._limits.connections_per_address
        if self.connections >= self._limits.connections:
            raise Refusal("too-many", "too many connections")
        if self._by_address[address] >= most:
            raise Refusal("too-many", "too many connections from your address")
        self._by_address[address] += 1
        here = self._by_address[address]
        metrics.CONNECTIONS.inc()
        try:
            if self._shared is None:
                return
            if await self._shared.enter(address, here, most):
                if self._by_address[address] != here:
                    # Others came or went while it was asked.
                    self._shared.count(address, self._by_address[address])
                return
        except BaseException:
            self.leave(address)
            raise
        self.leave(address)
        raise Refusal("too-many", "too many connections from your address")

    def leave(self, address: str) -> None:
        """Count a WebSocket that ended."""
        self._by_address[address] -= 1
        if self._shared is not None:
            self._shared.count(address, self._by_address[address])
        if not self._by_address[address]:
            del self._by_address[address]
        metrics.CONNECTIONS.dec()

    def check(self, scope: Scope) -> None:
        """Raise Refusal unless rate, host and origin of a request are in order, and its address can be read."""
        asked = self._files if _is_file(scope["path"]) else self._requests
        if not asked.take(address_of(scope)):
            raise Refusal("too-fast", "too many requests; slow down")
        self.desk.check(address_of(scope))
        hosts = _headers(scope, b"host")
        if len(hosts) > 1:
            raise Refusal("bad-message", "there is more than one Host header")
        host = hosts[0].lower() if hosts else ""
        read = _HOST.fullmatch(host) if host.isprintable() else None
        if read is None:
            raise Refusal("bad-message", "the Host header names no host")
        if self._hosts and (read[1] or read[2]) not in self._hosts:
            raise Refusal("forbidden", "the server does not answer under this name")
        if "\0" in scope["path"] or b"%00" in scope["query_string"]:
            raise Refusal("bad-message", "an address has no zero bytes")
        origins = _headers(scope, b"origin")
        if origins and scope.get("method", "") not in _SAFE:
            origin = origins[0].lower()
            if len(origins) > 1 or (origin not in self._origins and origin.partition("://")[2] != host):
                raise Refusal("forbidden", "pages from elsewhere may not do this")

    def __call__(self, app: ASGIApp) -> ASGIApp:
        """Return the application behind this gate."""

        async def guarded(scope: Any, receive: Receive, send: Send) -> None:
            if scope["type"] not in ("http", "websocket"):
                await app(scope, receive, send)
                return
            began = time.perf_counter()
            name = token_hex(8)
            structlog.contextvars.clear_contextvars()
            structlog.contextvars.bind_contextvars(request=name)
            status = 0

            async def send_with_headers(message: Message) -> None:
                nonlocal status
                if message["type"] == "http.response.start":
                    status = message["status"]
                    headers: Any = [*message["headers"], *_fixed(scope), (b"x-request-id", name.encode())]
                    if scope["path"].startswith("/api") and not any(key == b"cache-control" for key, _ in headers):
                        # Much of it is what one seat may see; none of it gains by being kept.
                        headers.append((b"cache-control", b"no-store"))
                    message["headers"] = headers
                await send(message)

            try:
                self.check(scope)
            except Refusal as refusal:
                if refusal.refusal == "too-fast":
                    # However many connections it has: to refuse it must cost less than to send what is refused.
                    await asyncio.sleep(PAUSE_SECONDS)
                await _refuse(scope, send_with_headers, refusal)
                if refusal.refusal == "too-fast":
                    # Whoever sends too much is not to fill the log with it as well; it is counted.
                    metrics.REQUESTS.labels("other", status).inc()
                    return
            else:
                answer: Any = app(scope, receive, send if scope["type"] == "websocket" else send_with_headers)
                share = self.desk.share(address_of(scope))
                PAYER.set(share.spend)
                await measured(answer, share)
            if scope["type"] == "http":
                metrics.REQUESTS.labels(scope["method"] if scope["method"] in _METHODS else "other", status).inc()
                seconds = round(time.perf_counter() - began, 4)
                path = scope["path"][:_LOGGED_PATH]
                log.info("request", method=scope["method"], path=path, status=status, seconds=seconds)

        return guarded


_METHODS = ("GET", "HEAD", "OPTIONS", "POST")


async def _refuse(scope: Any, send: Any, refusal: Refusal) -> None:
    metrics.REFUSALS.labels(refusal.refusal).inc()
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": refusal.refusal})
        return
    body = encode(rest.ErrorShown(refusal.refusal, refusal.message))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status_of(refusal.refusal), "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
