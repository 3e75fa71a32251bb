"""The single page of the web client, which does its own routing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from litestar import Request
from litestar.response import Response

_HOST = re.compile(r"[\w.:\[\]-]+", re.ASCII)


def page(web: Path, request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the page.

    Those who show a preview of a link want whole addresses: what the page says about itself gets the name under which
    the server was asked, if it is one.
    """
    content = (web / "index.html").read_bytes()
    host = request.headers.get("host", "")
    if _HOST.fullmatch(host):
        content = content.replace(b'content="/', f'content="{request.scope["scheme"]}://{host}/'.encode())
    return Response(content, media_type="text/html; charset=utf-8", headers={"cache-control": "no-cache"})
