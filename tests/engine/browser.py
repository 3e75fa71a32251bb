"""The page's engine in a real browser, asked from Python."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.engine.node import WEB, Refused, node

FOLDER = WEB / "build" / "engine" / "page"
CONFIG = WEB / "tests" / "engine" / "page" / "vite.config.ts"
VITE = WEB / "node_modules" / "vite" / "bin" / "vite.js"

ASK = """asked => window.engine.ask(asked).then(
  answer => ({ answer }),
  ({ code, message, why }) => ({ refusal: { code, message, why } }),
)"""


class _Quiet(SimpleHTTPRequestHandler):
    """A plain file server that also tells browsers what WebAssembly is."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".wasm": "application/wasm"}

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  (the name is the library's)
        """Say nothing."""


class _Isolated(_Quiet):
    """The same with the headers by which a page is alone in its process, as the server sends them."""

    def end_headers(self) -> None:
        """Add them."""
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()


@contextmanager
def served(folder: Path, *, isolated: bool = False) -> Iterator[str]:
    """Serve a folder of files; give its address."""
    handler = partial(_Isolated if isolated else _Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


@contextmanager
def engine_page(*, isolated: bool = False) -> Iterator[str]:
    """Build a page with nothing but the engine, and serve it."""
    subprocess.run([str(node()), str(VITE), "build", "--config", str(CONFIG)], cwd=WEB, check=True, capture_output=True)
    with served(FOLDER, isolated=isolated) as address:
        yield address


class BrowserEngine:
    """The engine of an open page."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def ask(self, op: str, **asked: Any) -> Any:
        """Return an answer; raise Refused."""
        said = self._page.evaluate(ASK, {"op": op, **asked})
        if "refusal" in said:
            raise Refused(**said["refusal"])
        return said["answer"]
