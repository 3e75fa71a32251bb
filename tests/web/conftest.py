"""A server for all tests of the web client, and browsers to visit it."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest

playwright = pytest.importorskip("playwright.sync_api")

from playwright.sync_api import Browser  # noqa: E402

from tests.web.rooms import furnish  # noqa: E402
from tests.web.visitor import Guest, Visitor  # noqa: E402

DIST = Path(__file__).parents[2] / "web" / "dist"
_PATIENCE = 120.0


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class RunningServer:
    """A server process that can be stopped and started again at the same address."""

    def __init__(
        self, folder: Path, *wishes: str, program: tuple[str, ...] = ("tafelrunde", "serve"), port: int = 0
    ) -> None:
        self.port = port or _free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.database = folder / "matches.db"
        self._log = folder / "server.log"
        self._command = [
            *(sys.executable, "-m", *program),
            *("--port", str(self.port), "--web", str(DIST), "--database", f"sqlite:{self.database}"),
            *("--think", "0.02", "--log-level", "warning", *wishes),
        ]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the process and wait until it answers."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=log)
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline and self._process.poll() is None:
            try:
                with urlopen(f"{self.address}/api/health") as answer:
                    if answer.status == 200:
                        return
            except (URLError, ConnectionError):
                # Whoever asks all the time keeps the server from starting.
                time.sleep(0.05)
        raise RuntimeError(f"the server did not start: {self._log.read_text()}")

    def stop(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process = None


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    if not (DIST / "index.html").is_file():
        pytest.skip("the web client is not built: npm run build in web/")
    running = RunningServer(tmp_path_factory.mktemp("server"), "--unlimited")
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def rooms(server: RunningServer) -> dict[str, str]:
    """Matches in every state: their paths by name."""
    return furnish(server.address)


@pytest.fixture
def kept() -> bool:
    """Whether browsers keep the page for later: hundreds of files a visitor, for tests that are about it to ask for."""
    return False


@pytest.fixture
def visit(server: RunningServer, browser: Browser, kept: bool) -> Iterator[Guest]:
    """Visitors to the server, each with a browser of their own; they are seen off at the end."""
    visitors: list[Visitor] = []

    def welcome(**wishes: Any) -> Visitor:
        visitors.append(Visitor(browser, server.address, **{"kept": kept, **wishes}))
        return visitors[-1]

    yield welcome
    for visitor in visitors:
        visitor.leave()
