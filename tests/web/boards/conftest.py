"""The gallery of boards: built once a run with Vite, and served to the browser of the tests beside."""

from __future__ import annotations

import json
import shutil
import subprocess
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.web.boards.hands import WEB, Open

PHONE = {"width": 360, "height": 720}
DESKTOP = {"width": 1440, "height": 900}


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def gallery() -> Iterator[str]:
    """Build and serve the gallery; the address of its page."""
    npx = shutil.which("npx")
    if npx is None or not (WEB / "node_modules").is_dir():
        pytest.skip("the web client is not installed: npm ci in web/")
    subprocess.run([npx, "vite", "build", "--mode", "gallery", "--logLevel", "error"], cwd=WEB, check=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(WEB / "build" / "gallery")))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/gallery.html"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def show(browser: Browser, gallery: str) -> Iterator[Open]:
    """Return a function that opens a scene of the gallery; an error in the page fails the test."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def open_scene(name: str, *, phone: bool = False, still: bool = False, theme: str = "light") -> Page:
        context = browser.new_context(
            viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]
            has_touch=phone,
            is_mobile=phone,
            color_scheme=theme,  # type: ignore[arg-type]
            reduced_motion="reduce" if still else "no-preference",
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(f"{gallery}?show={name}")
        page.wait_for_selector(".tb")
        page.evaluate("document.fonts.ready")
        return page

    yield open_scene
    for context in contexts:
        context.close()
    assert not problems


@pytest.fixture(scope="session")
def fixtures() -> dict[str, Any]:
    """The scenes of the gallery."""
    loaded: dict[str, Any] = json.loads((WEB / "src" / "gallery" / "fixtures.json").read_text())
    return loaded
