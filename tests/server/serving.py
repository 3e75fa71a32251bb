"""Real server processes for tests: started, killed and started again."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.databases import free_port

_COMMAND = "import typer; from tafelrunde.cli.serve import serve; typer.run(serve)"
_WORK = "import typer; from tafelrunde.cli.serve import worker; typer.run(worker)"


class ServerProcess:
    """A server in a process of its own, on a port that stays the same over restarts."""

    def __init__(self, database: str, *options: str) -> None:
        self.port = free_port()
        self.database = database
        self.command = [sys.executable, "-W", "error", "-c", _COMMAND, "--port", str(self.port), "--database", database]
        self.command += ["--unlimited", "--log-level", "warning", *options]
        self.process: subprocess.Popen[bytes] | None = None
        self.log = tempfile.TemporaryFile()  # noqa: SIM115  (it lives as long as the server)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_address(self) -> str:
        return f"ws://127.0.0.1:{self.port}/api/ws"

    def start(self) -> float:
        """Start and wait until it answers; return how long that took."""
        began = time.monotonic()
        self.process = subprocess.Popen(self.command, stderr=self.log, env={**os.environ, "PYTHONHASHSEED": "0"})
        while True:
            with contextlib.suppress(OSError, urllib.error.URLError):
                if self.get("/api/health")["status"] == "ok":
                    return time.monotonic() - began
            assert self.process.poll() is None, self.logged()
            time.sleep(0.02)

    def end(self, how: signal.Signals) -> int:
        assert self.process is not None
        self.process.send_signal(how)
        status = self.process.wait(30)
        self.process = None
        return status

    def kill(self) -> None:
        self.end(signal.SIGKILL)

    def kill_and_start(self) -> None:
        """Die without a word, and come back."""
        self.kill()
        self.start()

    def stop_and_start(self) -> None:
        """Stop in good order, as for a new version, and come back."""
        status = self.end(signal.SIGTERM)
        assert status in (0, -signal.SIGTERM), self.logged()
        self.start()

    def logged(self) -> str:
        self.log.seek(0)
        return self.log.read().decode()

    def cpu_seconds(self) -> float:
        """Return the processor time the process has used."""
        assert self.process is not None
        return cpu_seconds(self.process.pid)

    def resident_bytes(self) -> int:
        assert self.process is not None
        with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as file:  # noqa: PTH123
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def request(self, path: str, data: object = None, token: str | None = None, **headers: str) -> tuple[int, bytes]:
        """Send a request; return status and body."""
        body = None if data is None else json.dumps(data).encode()
        every = {"content-type": "application/json", **headers}
        if token is not None:
            every["authorization"] = f"Bearer {token}"
        request = urllib.request.Request(self.address + path, body, every)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def cookie(self, path: str, data: object, origin: str) -> str:
        """Send what a page of the server's own sends; return the cookie that comes back."""
        headers = {"content-type": "application/json", "origin": origin, "host": origin.partition("://")[2]}
        request = urllib.request.Request(self.address + path, json.dumps(data).encode(), headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return str(answer.headers["set-cookie"]).partition(";")[0]

    def get(self, path: str, token: str | None = None) -> Any:
        return json.loads(self.request(path, None, token)[1])

    def post(self, path: str, data: object, token: str | None = None) -> Any:
        return json.loads(self.request(path, data, token)[1])


def cpu_seconds(pid: int) -> float:
    """Return the processor time that the threads of a process have used."""
    tasks = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(task.read_text(encoding="ascii").split()[0]) for task in tasks) / 1e9


@contextlib.contextmanager
def serving(database: str, *options: str) -> Iterator[ServerProcess]:
    server = ServerProcess(database, *options)
    server.start()
    try:
        yield server
    finally:
        if server.process is not None:
            server.end(signal.SIGTERM)
        logged = server.logged()
        server.log.close()
    assert "Traceback" not in logged, logged
    assert "error" not in logged, logged


@contextlib.contextmanager
def working(redis: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a process that thinks for the computers, one question at a time."""
    command = [sys.executable, "-c", _WORK, "--redis", redis, "--threads", "1", "--log-level", "error"]
    process = subprocess.Popen(command)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
