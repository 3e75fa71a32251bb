"""A pseudo-terminal with the real program in it, for tests that type and read."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

PATIENCE = 60
"""Seconds after which a program that says nothing is taken for stuck."""


class Terminal:
    """Runs `tafelrunde` as if somebody sat before it."""

    def __init__(
        self, arguments: Sequence[str], environ: Mapping[str, str], rows: int = 400, columns: int = 200
    ) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tafelrunde", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "TERM": "xterm", "NO_COLOR": "1", "PYTHONDEVMODE": "1", **environ},
            start_new_session=True,
        )
        os.close(slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._master)

    def _read(self, shown: str) -> str | None:
        """Return what the program writes after what it has shown; None once it is gone."""
        if not select.select([self._master], [], [], PATIENCE)[0]:
            raise AssertionError(f"the program is stuck after {shown!r}")
        try:
            return os.read(self._master, 1 << 16).decode(errors="replace") or None
        except OSError:  # how Linux tells that the other end is closed
            return None

    def expect(self, *prompts: str) -> str:
        """Read until one of some prompts stands there and return everything shown up to it."""
        shown = ""
        while not shown.endswith(tuple(f"{prompt} " for prompt in prompts)):
            more = self._read(shown)
            if more is None:
                raise AssertionError(f"the program ended before {prompts}: {shown}")
            shown += more
        return shown

    def wait_for(self, text: str) -> str:
        """Read until a text was shown and return everything shown up to then."""
        shown = ""
        while text not in shown:
            more = self._read(shown)
            if more is None:
                raise AssertionError(f"the program ended before {text!r}: {shown}")
            shown += more
        return shown

    def type(self, line: str) -> None:
        """Type a line and Enter."""
        os.write(self._master, f"{line}\n".encode())

    def answer(self, prompt: str, line: str) -> str:
        """Wait for a prompt, answer it, and return what was shown before."""
        shown = self.expect(prompt)
        self.type(line)
        return shown

    def interrupt(self) -> None:
        """Do what Ctrl-C does."""
        self._process.send_signal(signal.SIGINT)

    def terminate(self) -> None:
        """End the program as the system does when it shuts down."""
        self._process.send_signal(signal.SIGTERM)

    def close_input(self) -> None:
        """Press Ctrl-D on an empty line."""
        os.write(self._master, b"\x04")

    def finish(self) -> tuple[int, str]:
        """Read to the end and return the exit status and what was shown last."""
        shown = ""
        while (more := self._read(shown)) is not None:
            shown += more
        return self._process.wait(PATIENCE), shown
