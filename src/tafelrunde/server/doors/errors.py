"""Turning errors into responses: always a code for programs and a sentence for people."""

from __future__ import annotations

import re
from typing import Any

import structlog
from litestar import MediaType, Request
from litestar.exceptions import HTTPException, NotFoundException, ValidationException
from litestar.response import Response
from litestar.routes import HTTPRoute

from tafelrunde.games.errors import Why
from tafelrunde.server import metrics
from tafelrunde.server.doors.middleware import status_of
from tafelrunde.server.doors.pages import page
from tafelrunde.server.match.refusal import Code, Refusal
from tafelrunde.server.wire import messages as wire
from tafelrunde.server.wire import rest
from tafelrunde.store import StoreUnavailable

log = structlog.get_logger()

_LEFT = "client disconnected prematurely"
"""What the framework calls it when a client is gone before its request has come as a whole."""
_CODES: dict[int, Code] = {404: "not-found", 405: "not-found", 413: "too-large", 503: "unavailable"}


def _answer(code: Code, message: str, status: int, why: Why | None = None) -> Response[rest.ErrorShown]:
    metrics.REFUSALS.labels(code).inc()
    return Response(rest.ErrorShown(code, message, wire.show_why(why)), status_code=status, media_type=MediaType.JSON)


def on_refusal(_: Request[Any, Any, Any], error: Refusal) -> Response[rest.ErrorShown]:
    """Answer a refusal."""
    return _answer(error.refusal, error.message, status_of(error.refusal), error.why)


def on_unavailable(_: Request[Any, Any, Any], __: StoreUnavailable) -> Response[rest.ErrorShown]:
    """Answer while the database does not."""
    return _answer("unavailable", "the database does not answer; try again later", 503)


def on_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """Answer what the framework refuses; a page that is not found is the web client's business."""
    web = request.app.state.web
    if error.status_code == 500:
        if error.detail == _LEFT:
            # Nobody reads the answer, and it is no mistake of ours.
            return _answer("bad-message", "the request did not arrive as a whole", 400)
        if not isinstance(error.__cause__, OSError):
            return on_bug(request, error)
        # No file can be called so: below another file, or longer than any name.
        error = NotFoundException("there is no such file")
    if error.status_code == 404 and web is not None and _is_page(request):
        return page(web, request)
    detail = error.detail
    if isinstance(error, ValidationException):
        detail = "; ".join(_sentence(part) for part in error.extra or []) or "the request does not read as it should"
    status = error.status_code
    if status == 405:
        answer = _answer("not-found", "this path has no such method", status)
        answer.headers["allow"] = ", ".join(_methods(request))
        return answer
    return _answer(_CODES.get(status, "bad-message"), str(detail)[:300], status)


def _methods(request: Request[Any, Any, Any]) -> list[str]:
    """List the methods that a path has."""
    path = request.scope["path"].rstrip("/") or "/"
    routes = [route for route in request.app.routes if isinstance(route, HTTPRoute)]
    exact = [route for route in routes if route.path == path]
    fitting = exact or [
        route for route in routes if re.fullmatch(re.sub(r"\{[^}]*\}", "[^/]+", route.path_format), path)
    ]
    return sorted({str(method) for route in fitting for method in route.methods})


def _is_page(request: Request[Any, Any, Any]) -> bool:
    path = request.scope["path"]
    return request.method in ("GET", "HEAD") and not path.startswith("/api") and "." not in path.rpartition("/")[2]


def _sentence(part: object) -> str:
    if isinstance(part, dict):
        return f"{part.get('key', 'body')}: {part.get('message', 'not valid')}"
    return str(part)


def on_unreadable(_: Request[Any, Any, Any], error: Exception) -> Response[rest.ErrorShown]:
    """Answer a request that is nested too deeply or is no text: only what clients send can be."""
    log.info("unreadable", kind=type(error).__name__)
    return _answer("bad-message", "the request does not read as it should", 400)


def on_bug(request: Request[Any, Any, Any], error: Exception) -> Response[rest.ErrorShown]:
    """Answer after a mistake of our own, which is logged."""
    log.error("bug", path=request.scope["path"][:200], exc_info=error)
    return _answer("unavailable", "the server made a mistake; it has been noted", 500)
