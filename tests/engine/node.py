"""The page's engine in Node, asked from Python."""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any, Protocol

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
MODULE = WEB / "src" / "engine" / "module" / "engine.wasm"
NETS = ROOT / "src" / "tafelrunde" / "native" / "nets"
PROGRAM = WEB / "build" / "engine" / "serve.js"
ROLLDOWN = WEB / "node_modules" / ".bin" / "rolldown"


class Refused(Exception):
    """What the engine refused."""

    def __init__(self, code: str, message: str, why: dict[str, Any] | None) -> None:
        super().__init__(message)
        self.code = code
        self.why = why


class Engine(Protocol):
    """The page's engine, wherever it runs."""

    def ask(self, op: str, **asked: Any) -> Any:
        """Return an answer; raise Refused."""


def node() -> str | None:
    """Return Node's command, None where there is none."""
    return shutil.which("node") or shutil.which("node", path=str(ROOT / ".venv" / "bin"))


def missing() -> str | None:
    """Return why the engine cannot be asked here."""
    if not MODULE.exists():
        return "the engine was not built"
    return None if node() and ROLLDOWN.exists() else "there is no Node.js"


@cache
def _program() -> Path:
    """Pack the engine for Node."""
    entry = WEB / "tests" / "engine" / "serve.ts"
    command = [str(node()), str(ROLLDOWN.resolve()), str(entry), "--file", str(PROGRAM), "--platform", "node"]
    subprocess.run([*command, "--format", "esm"], cwd=WEB, check=True, capture_output=True)
    return PROGRAM


class NodeEngine:
    """One engine that answers one question after the other, and notes what its module is asked where that is wished."""

    def __init__(self, trace: Path | None = None) -> None:
        noted = [str(trace)] if trace else []
        self._process = subprocess.Popen(
            [str(node()), str(_program()), str(MODULE), str(NETS), *noted],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def ask(self, op: str, **asked: Any) -> Any:
        """Return an answer; raise Refused."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"op": op, **asked}) + "\n")
        self._process.stdin.flush()
        said = json.loads(self._process.stdout.readline())
        if "refusal" in said:
            raise Refused(**said["refusal"])
        return said["answer"]

    def close(self) -> None:
        """End the process."""
        self._process.communicate()
