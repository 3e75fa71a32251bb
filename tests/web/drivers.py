"""Firefox and WebKit, driven by what they speak themselves: WebDriver BiDi and WebDriver, standards of the W3C.

Both need so little of them that a library would be more to keep up to date than these lines. Pointers are described in
the same words by both.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import socket
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect

PATIENCE = 90.0
MINI_BROWSERS = ("webkit2gtk-4.1", "webkit2gtk-4.0")
WIDTH, HEIGHT = 1120, 760


class Driven(ABC):
    """A page in some browser."""

    @abstractmethod
    def go(self, address: str) -> None:
        """Open an address and wait until it is loaded."""

    @abstractmethod
    def evaluate(self, function: str, *given: Any) -> Any:
        """Call a function of the page with JSON values; return what it promises."""

    @abstractmethod
    def act(self, actions: list[dict[str, Any]]) -> None:
        """Move and press the mouse."""

    def tap(self, x: float, y: float) -> None:
        """Click a point of the window."""
        moving = {"type": "pointerMove", "x": round(x), "y": round(y)}
        pressing = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        kind = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}}
        self.act([{**kind, "actions": [moving, *pressing]}])

    def wait(self, function: str, *given: Any) -> Any:
        """Wait until a function of the page returns something true, and return that."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if found := self.evaluate(function, *given):
                return found
            time.sleep(0.05)
        shown = self.evaluate("() => location.href + '\\n' + document.body.innerText.slice(0, 2000)")
        raise AssertionError(f"never came: {function} {given}\n{shown}")


class Firefox(Driven):
    """A page of Firefox, over WebDriver BiDi."""

    def __init__(self, line: Any) -> None:
        self._line = line
        self._numbers = itertools.count(1)
        self._ask("session.new", {"capabilities": {}})
        self._context = self._ask("browsingContext.getTree", {})["contexts"][0]["context"]
        size = {"width": WIDTH, "height": HEIGHT}
        self._ask("browsingContext.setViewport", {"context": self._context, "viewport": size})

    def _ask(self, method: str, params: dict[str, Any]) -> Any:
        number = next(self._numbers)
        self._line.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            said = json.loads(self._line.recv(timeout=PATIENCE))
            if said.get("id") != number:
                continue
            if said["type"] == "error":
                raise AssertionError(f"{method}: {said['message']}")
            return said["result"]

    def go(self, address: str) -> None:
        wish = {"context": self._context, "url": address, "wait": "complete"}
        try:
            self._ask("browsingContext.navigate", wish)
        except AssertionError as error:
            # Now and then Firefox breaks off one that comes while a page is still settling; a person would ask again.
            if "NS_BINDING_ABORTED" not in str(error):
                raise
            self._ask("browsingContext.navigate", wish)

    def evaluate(self, function: str, *given: Any) -> Any:
        # Everything crosses as JSON: the protocol's own values would have to be read piece by piece.
        call = f"Promise.resolve(({function})(...{json.dumps(given)})).then((found) => JSON.stringify(found ?? null))"
        asked = {"expression": call, "target": {"context": self._context}, "awaitPromise": True}
        said = self._ask("script.evaluate", asked)
        if said["type"] == "exception":
            raise AssertionError(said["exceptionDetails"]["text"])
        return json.loads(said["result"]["value"])

    def act(self, actions: list[dict[str, Any]]) -> None:
        self._ask("input.performActions", {"context": self._context, "actions": actions})


class WebKit(Driven):
    """A page of WebKit, over WebDriver."""

    def __init__(self, address: str, browser: str) -> None:
        self._address = address
        wishes = {"webkitgtk:browserOptions": {"binary": browser, "args": ["--automation"]}}
        self._session = self._ask("", {"capabilities": {"alwaysMatch": wishes}})["sessionId"]
        self._ask("/window/rect", {"width": WIDTH, "height": HEIGHT})
        self._ask("/timeouts", {"script": round(PATIENCE * 1000)})

    def _ask(self, path: str, body: dict[str, Any]) -> Any:
        session = f"/{self._session}" if hasattr(self, "_session") else ""
        request = Request(f"{self._address}/session{session}{path}", json.dumps(body).encode(), method="POST")
        with urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)["value"]

    def go(self, address: str) -> None:
        self._ask("/url", {"url": address})

    def evaluate(self, function: str, *given: Any) -> Any:
        script = (
            "const done = arguments[arguments.length - 1];"
            f"Promise.resolve(({function})(...{json.dumps(given)}))"
            ".then((found) => done({ found: found ?? null }), (error) => done({ error: String(error) }));"
        )
        said = self._ask("/execute/async", {"script": script, "args": []})
        if "error" in said:
            raise AssertionError(said["error"])
        return said["found"]

    def act(self, actions: list[dict[str, Any]]) -> None:
        self._ask("/actions", {"actions": actions})


def _said(pipe: IO[str], pattern: str) -> str:
    """Read lines until one fits; return what the pattern's group found."""
    for line in pipe:
        if found := re.search(pattern, line):
            return found[1]
    raise AssertionError(f"the browser ended before it said {pattern}")


@contextmanager
def _process(*command: str, **wishes: Any) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(command, text=True, **wishes) as process:
        try:
            yield process
        finally:
            process.terminate()


@contextmanager
def firefox() -> Iterator[Driven]:
    """Start Firefox without a window."""
    program = shutil.which("firefox-esr") or shutil.which("firefox") or ""
    with ExitStack() as stack:
        profile = stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
        words = ("--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0")
        process = stack.enter_context(_process(program, *words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE))
        assert process.stderr is not None
        address = _said(process.stderr, r"WebDriver BiDi listening on (ws://\S+)")
        yield Firefox(stack.enter_context(connect(f"{address}/session", max_size=None)))


@contextmanager
def webkit() -> Iterator[Driven]:
    """Start WebKit's own small browser on a screen that nobody sees."""
    with ExitStack() as stack:
        reading, writing = os.pipe()
        screen = ("Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x1000x24", "-nolisten", "tcp")
        stack.enter_context(_process(*screen, pass_fds=(writing,), stderr=subprocess.DEVNULL))
        os.close(writing)
        with os.fdopen(reading) as numbers:
            display = f":{numbers.readline().strip()}"
        home = stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        environ = {
            **os.environ,
            "DISPLAY": display,
            "HOME": home,
            "XDG_DATA_HOME": home,
            "XDG_CACHE_HOME": home,
            # As root, as which containers run tests, WebKit cannot sandbox itself.
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
        }
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": environ}
        stack.enter_context(_process("WebKitWebDriver", f"--port={port}", **quiet))
        end = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                assert time.monotonic() < end, "WebKit's driver did not start"
                time.sleep(0.05)
        yield WebKit(f"http://127.0.0.1:{port}", str(mini_browser()))


def mini_browser() -> Path | None:
    """Return WebKit's own small browser, if it is here."""
    folders = [lib / name for lib in Path("/usr/lib").glob("*-linux-gnu") for name in MINI_BROWSERS]
    return next((folder / "MiniBrowser" for folder in folders if (folder / "MiniBrowser").exists()), None)


def missing(name: str) -> str | None:
    """Return why a browser cannot be driven here."""
    if name == "firefox":
        return None if shutil.which("firefox-esr") or shutil.which("firefox") else "firefox-esr is not installed"
    if not shutil.which("WebKitWebDriver") or mini_browser() is None:
        return "webkit2gtk-driver is not installed"
    return None if shutil.which("Xvfb") else "xvfb is not installed"


BROWSERS = {"firefox": firefox, "webkit": webkit}
