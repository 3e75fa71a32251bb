"""The files of the page that have their content in their names: compressed once, and kept by browsers for good."""

from __future__ import annotations

import asyncio
import gzip
import mimetypes
import re
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

from litestar import HttpMethod, Request, route
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import PathParameter
from litestar.response import Response

_NAME = re.compile(r"[\w.-]{1,120}", re.ASCII)
_GZIP = re.compile(r"(?:^|,)\s*gzip\s*(?:;(?!\s*q=0(?:\.0*)?\s*(?:,|$))|,|$)", re.IGNORECASE)
"""A client that understands it, and not one that names it to refuse it."""
_KINDS = {".js": "text/javascript", ".wasm": "application/wasm", ".net": "application/octet-stream"}
_PACKED = {".woff2", ".webp", ".png", ".jpg"}
"""What is compressed as it is."""
_KEPT = {"cache-control": "public, max-age=31536000, immutable", "vary": "accept-encoding"}
_MOST = 1_000
"""So many compressed files are kept in memory: all of a build, which are a megabyte."""

Name = Annotated[str, PathParameter(description="The name of a file")]


def assets(web: Path) -> HTTPRouteHandler:
    """Return what serves them; a name that is none of theirs is not found."""

    @route("/assets/{name:str}", http_method=[HttpMethod.GET, HttpMethod.HEAD], include_in_schema=False)
    async def asset(request: Request[Any, Any, Any], name: Name) -> Response[bytes]:
        """Return a file, compressed for whoever understands that."""
        file = web / "assets" / name
        if not _NAME.fullmatch(name) or name.startswith("."):
            raise NotFoundException
        is_understood = _GZIP.search(request.headers.get("accept-encoding", "")) is not None
        content, is_packed = await asyncio.to_thread(_read, file, is_understood)
        kind = _KINDS.get(file.suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        headers = _KEPT | ({"content-encoding": "gzip"} if is_packed else {})
        return Response(content, media_type=kind, headers=headers)

    return asset


def _read(file: Path, is_understood: bool) -> tuple[bytes, bool]:
    """Return what is sent of a file, and whether that is compressed; raise NotFoundException."""
    try:
        found = file.stat()
        if not is_understood or file.suffix in _PACKED:
            return file.read_bytes(), False
        return _packed(file, found.st_mtime_ns, found.st_size), True
    except OSError as error:
        raise NotFoundException from error


@lru_cache(_MOST)
def _packed(file: Path, _changed: int, _size: int) -> bytes:
    return gzip.compress(file.read_bytes(), mtime=0)
