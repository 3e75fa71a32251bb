"""Somebody with a browser: opens pages, hears everything that arrives, and notices everything that goes wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Page, Request, WebSocket

_PATIENCE_MS = 20_000

# The middle of an element, once it stands still and can be reached there; null if the element goes away before. Where
# nothing moves by itself everything stands still.
_REACH = """async (element) => {
  let [lastX, lastY] = [NaN, NaN];
  for (const start = performance.now(); performance.now() - start < 15000; ) {
    if (!element.isConnected) return null;
    let box = element.getBoundingClientRect();
    if (box.bottom > innerHeight || box.right > innerWidth || box.top < 0 || box.left < 0) {
      element.scrollIntoView({ block: 'center', inline: 'center' });
      box = element.getBoundingClientRect();
    }
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const isStill = (x === lastX && y === lastY) || document.getAnimations().length === 0;
    const isReached = element.contains(document.elementFromPoint(x, y));
    if (isStill && box.width && !element.disabled && isReached) return [x, y];
    // What lies under a bar at the foot of the page is scrolled to, as a person would.
    if (isStill && box.width && !isReached) element.scrollIntoView({ block: 'center', inline: 'center' });
    [lastX, lastY] = [x, y];
    await new Promise(requestAnimationFrame);
  }
  throw new Error(`nobody can reach ${element.outerHTML.slice(0, 200)}`);
}"""


# Two frames after the fonts are there.
_CALM = """() => document.fonts.ready
  .then(() => new Promise(requestAnimationFrame))
  .then(() => new Promise((done) => requestAnimationFrame(() => done(null))))"""


# Asks again and again; wait_for_function takes the promise itself for an answer.
_UNTIL = """async ([patience, arg]) => {
  const asked = %s;
  for (const start = performance.now(); performance.now() - start < patience; ) {
    if (await asked(arg)) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`this never came true: ${asked}`);
}"""


def until(page: Page, asked: str, arg: object = None) -> None:
    """Wait until an asynchronous function in the page says yes."""
    page.evaluate(_UNTIL % asked, [_PATIENCE_MS, arg])


class Visitor:
    """A browser context with one page."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        *,
        width: int = 1120,
        height: int = 760,
        dark: bool = False,
        language: str = "en",
        touch: bool = False,
        confirm: bool = True,
        pace: str = "once",
        motion: bool = False,
        place: str = "server",
        kept: bool = True,
    ) -> None:
        self.address = address
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            locale=language,
            has_touch=touch,
            reduced_motion="no-preference" if motion else "reduce",
            service_workers="allow" if kept else "block",
        )
        self.context.set_default_timeout(_PATIENCE_MS)
        settings = json.dumps({"language": language, "confirm": confirm, "sounds": False, "pace": pace, "place": place})
        self.context.add_init_script(
            f"localStorage.getItem('tafelrunde.settings') ?? localStorage.setItem('tafelrunde.settings', {settings!r})"
        )
        self.touch = touch
        self.frames: list[dict[str, Any]] = []
        """Everything that arrived over WebSockets."""
        self.problems: list[str] = []
        self._asked: set[Request] = set()
        self.page: Page = self.context.new_page()
        self.page.on("request", self._ask)
        self.page.on("requestfinished", self._have)
        self.page.on("requestfailed", self._have)
        self.page.on("websocket", self._listen)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", lambda said: self._note(said.type, said.text))

    def _ask(self, asked: Request) -> None:
        self._asked.add(asked)

    def _have(self, answered: Request) -> None:
        self._asked.discard(answered)

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

    def look(self, path: str) -> Page:
        """Open a page of the server and wait until everything is there that will come by itself."""
        self.go(path).wait_for_selector("h1")
        if path.startswith(("/m/", "/replay/", "/learn/", "/edit", "/study")):
            self.page.wait_for_selector("main :is(.tb, .panel)")
        self.page.evaluate(_CALM)
        while self._asked:
            self.page.evaluate(_CALM)
        return self.page

    def press(self, selector: str) -> None:
        """Tap or click what is found first, as soon as nothing lies over it."""
        spot: list[float] | None = None
        while spot is None:
            # Much faster than a locator's own click, which waits for several frames; whole matches are many clicks.
            spot = self.page.locator(selector).first.evaluate(_REACH)
        self.tap(*spot)

    def tap(self, x: float, y: float) -> None:
        """Tap or click a point of the window."""
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def leave(self) -> None:
        """Close everything; whatever went wrong on the page fails the test."""
        self.context.close()
        assert not self.problems, self.problems


Guest = Callable[..., Visitor]
"""Makes visitors to the server; the wishes are those of Visitor."""
