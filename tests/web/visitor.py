"""Somebody with a browser: opens pages, hears everything that arrives, and notices everything that goes wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Page, WebSocket

_PATIENCE_MS = 20_000


class Visitor:
    """A browser context with one page."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        *,
        width: int = 1280,
        height: int = 860,
        dark: bool = False,
        language: str = "en",
        touch: bool = False,
        confirm: bool = True,
    ) -> None:
        self.address = address
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            locale=language,
            has_touch=touch,
            reduced_motion="reduce",
        )
        self.context.set_default_timeout(_PATIENCE_MS)
        kept = json.dumps({"language": language, "confirm": confirm, "sounds": False})
        self.context.add_init_script(
            f"localStorage.getItem('tafelrunde.settings') ?? localStorage.setItem('tafelrunde.settings', {kept!r})"
        )
        self.touch = touch
        self.frames: list[dict[str, Any]] = []
        """Everything that arrived over WebSockets."""
        self.problems: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.on("websocket", self._listen)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", lambda said: self._note(said.type, said.text))

    def _listen(self, line: WebSocket) -> None:
        line.on("framereceived", lambda frame: self.frames.append(json.loads(frame)))

    def _note(self, kind: str, text: str) -> None:
        # That a server is away, or refuses something, is reported by the browser itself.
        if kind == "error" and "Failed to load resource" not in text and "WebSocket" not in text:
            self.problems.append(text)

    def go(self, path: str) -> Page:
        """Open a page of the server."""
        self.page.goto(self.address + path)
        return self.page

    def press(self, selector: str) -> None:
        """Tap or click what is found first."""
        target = self.page.locator(selector).first
        if self.touch:
            target.tap()
        else:
            target.click()

    def leave(self) -> None:
        """Close everything; whatever went wrong on the page fails the test."""
        self.context.close()
        assert not self.problems, self.problems


Guest = Callable[..., Visitor]
"""Makes visitors to the server; the wishes are those of Visitor."""
