"""Real database servers for tests: started on a free port in a folder of their own, and ended with the test run."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def find_program(name: str) -> str:
    """Return where a program is; skip the test where it is not installed."""
    found = shutil.which(name) or next(map(str, sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))), None)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


class Postgres:
    """A PostgreSQL server that can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.binary = find_program("postgres")
        # PostgreSQL refuses to run as root.
        self.user = (
            None if os.getuid() else next(u.pw_name for u in pwd.getpwall() if u.pw_name in ("postgres", "nobody"))
        )
        if self.user is not None:
            shutil.chown(folder, self.user)
        self._run(find_program("initdb"), "--no-sync", "-A", "trust", "-U", "tafelrunde", "-D", str(folder / "data"))
        self.process: subprocess.Popen[bytes] | None = None
        self.databases = 0

    def _run(self, *command: str) -> None:
        subprocess.run(command, check=True, user=self.user, cwd=self.folder, stdout=subprocess.DEVNULL)

    def start(self) -> None:
        command = [self.binary, "-D", str(self.folder / "data"), "-p", str(self.port), "-k", str(self.folder)]
        self.process = subprocess.Popen(
            [*command, "-c", "max_connections=200"], user=self.user, cwd=self.folder, stderr=subprocess.DEVNULL
        )
        while subprocess.run(self._psql("SELECT 1"), capture_output=True, check=False).returncode:
            assert self.process.poll() is None, "PostgreSQL ended"
            time.sleep(0.05)

    def _psql(self, statement: str) -> list[str]:
        address = f"postgresql://tafelrunde@127.0.0.1:{self.port}/postgres"
        return [find_program("psql"), "-q", "-c", statement, address]

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait()
            self.process = None

    def new_database(self) -> str:
        self.databases += 1
        name = f"t{self.databases}"
        subprocess.run(self._psql(f"CREATE DATABASE {name}"), check=True)
        return f"postgresql://tafelrunde@127.0.0.1:{self.port}/{name}"


@contextlib.contextmanager
def running_postgres() -> Iterator[Postgres]:
    with tempfile.TemporaryDirectory(prefix="tafelrunde-pg-", ignore_cleanup_errors=True) as folder:
        server = Postgres(Path(folder))
        server.start()
        try:
            yield server
        finally:
            # Nobody needs what is in it: no last checkpoint.
            server.stop(signal.SIGQUIT)


@contextlib.contextmanager
def running_redis() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="tafelrunde-redis-", ignore_cleanup_errors=True) as folder:
        port = free_port()
        options = ["--port", str(port), "--save", "", "--dir", folder, "--bind", "127.0.0.1"]
        server = subprocess.Popen([find_program("redis-server"), *options], stdout=subprocess.DEVNULL)
        try:
            while True:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                time.sleep(0.02)
            yield f"redis://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait()
