"""Programs for Node.js that stand beside this file, and the packages they need."""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.databases import free_port
from tests.server.serving import cpu_seconds

HERE = Path(__file__).parent
_FILES = ("package.json", "package-lock.json", ".npmrc", "boardgame.cjs", "colyseus.cjs")


def install(folder: Path) -> None:
    """Install the pinned packages into a folder, once."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = (HERE / "package-lock.json").read_bytes()
    is_there = (folder / "node_modules").is_dir() and (folder / "package-lock.json").read_bytes() == lock
    for name in _FILES:
        shutil.copy(HERE / name, folder)
    if not is_there:
        subprocess.run(["npm", "ci", "--silent", "--ignore-scripts"], cwd=folder, check=True)


class NodeServer:
    """A running program."""

    def __init__(self, pid: int, port: int) -> None:
        self.pid = pid
        self.port = port

    def cpu_seconds(self) -> float:
        """Return the processor time it has used."""
        return cpu_seconds(self.pid)

    def post(self, path: str, data: object) -> Any:
        """Send a request and return the answer."""
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", json.dumps(data).encode(), headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read())


@contextlib.contextmanager
def running(folder: Path, program: str, *arguments: str) -> Iterator[NodeServer]:
    """Run a program until the block ends."""
    port = free_port()
    command = ["node", program, str(port), *arguments]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        server = NodeServer(process.pid, port)
        while True:
            # Whatever it answers: it answers.
            with contextlib.suppress(OSError):
                with contextlib.suppress(urllib.error.HTTPError):
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5).close()
                break
            assert process.poll() is None, f"{program} ended"
            time.sleep(0.05)
        yield server
    finally:
        process.kill()
        process.wait()
