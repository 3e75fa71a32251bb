"""What every request passes first: host, origin and rate are checked, and every answer gets its headers."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from secrets import token_hex
from typing import Any
from urllib.parse import urlsplit

import structlog
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from tafelrunde.server import metrics
from tafelrunde.server.buckets import Buckets
from tafelrunde.server.match.refusal import Code, Refusal
from tafelrunde.server.settings import Settings
from tafelrunde.server.wire import messages as wire
from tafelrunde.server.wire.state import encode

log = structlog.get_logger()

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
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
STATUS: dict[Code, int] = {
    "bad-message": 400,
    "bad-options": 400,
    "bad-record": 400,
    "bad-setup": 400,
    "unknown-game": 400,
    "notation": 400,
    "banned": 403,
    "forbidden": 403,
    "not-seated": 403,
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


def _header(scope: Scope, name: bytes) -> str | None:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), None)


def _is_file(path: str) -> bool:
    """Tell whether a path names a file of the web client."""
    return "." in path.rpartition("/")[2] and not path.startswith("/api/")


def address_of(scope: Any) -> str:
    """Return the address a request comes from; behind a trusted proxy it is the client's."""
    client = scope.get("client")
    return client[0] if client else "local"


class Gate:
    """Counts and checks what comes in."""

    def __init__(self, settings: Settings, seconds: Callable[[], float] = time.monotonic) -> None:
        limits = settings.limits
        self._limits = limits
        self._requests = Buckets(limits.requests_per_second, limits.requests_burst, seconds)
        self._files = Buckets(limits.files_per_second, limits.files_burst, seconds)
        self._creations = Buckets(limits.matches_per_hour / 3600, limits.matches_burst, seconds)
        self._origins = {origin.rstrip("/").lower() for origin in settings.allowed_origins}
        hosts = settings.allowed_hosts
        if not hosts and settings.host in _LOOPBACK:
            # A page elsewhere must not reach a server on this machine under a name of its own.
            hosts = _LOOPBACK
        self._hosts = {host.lower() for host in hosts}
        self._by_address: Counter[str] = Counter()

    @property
    def connections(self) -> int:
        """How many WebSockets are open."""
        return self._by_address.total()

    def check_creation(self, request: Any) -> None:
        """Raise Refusal if an address makes too many matches."""
        if not self._creations.take(address_of(request.scope)):
            raise Refusal("too-many", "too many new matches from your address; try again later")

    def enter(self, address: str) -> None:
        """Count a new WebSocket; raise Refusal if there are too many."""
        if self.connections >= self._limits.connections:
            raise Refusal("too-many", "too many connections")
        if self._by_address[address] >= self._limits.connections_per_address:
            raise Refusal("too-many", "too many connections from your address")
        self._by_address[address] += 1
        metrics.CONNECTIONS.inc()

    def leave(self, address: str) -> None:
        """Count a WebSocket that ended."""
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]
        metrics.CONNECTIONS.dec()

    def check(self, scope: Scope) -> None:
        """Raise Refusal unless host, origin and rate of a request are in order."""
        host = (_header(scope, b"host") or "").lower()
        name = urlsplit(f"//{host}").hostname if host.isprintable() and "/" not in host else None
        if self._hosts and name not in self._hosts:
            raise Refusal("forbidden", "the server does not answer under this name")
        method = scope.get("method", "")
        origin = _header(scope, b"origin")
        if origin is not None and method not in _SAFE:
            origin = origin.lower()
            if origin not in self._origins and origin.partition("://")[2] != host:
                raise Refusal("forbidden", "pages from elsewhere may not do this")
        asked = self._files if _is_file(scope["path"]) else self._requests
        if not asked.take(address_of(scope)):
            raise Refusal("too-fast", "too many requests; slow down")

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
                    headers: Any = [*message["headers"], *_HEADERS, (b"x-request-id", name.encode())]
                    message["headers"] = headers
                await send(message)

            try:
                self.check(scope)
            except Refusal as refusal:
                await _refuse(scope, send_with_headers, refusal)
            else:
                await app(scope, receive, send if scope["type"] == "websocket" else send_with_headers)
            if scope["type"] == "http":
                metrics.REQUESTS.labels(scope["method"] if scope["method"] in _METHODS else "other", status).inc()
                seconds = round(time.perf_counter() - began, 4)
                log.info("request", method=scope["method"], path=scope["path"], status=status, seconds=seconds)

        return guarded


_METHODS = ("GET", "HEAD", "OPTIONS", "POST")


async def _refuse(scope: Any, send: Any, refusal: Refusal) -> None:
    metrics.REFUSALS.labels(refusal.refusal).inc()
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": refusal.refusal})
        return
    body = encode(wire.ErrorShown(refusal.refusal, refusal.message))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status_of(refusal.refusal), "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
