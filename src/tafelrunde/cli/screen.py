"""The terminal as a screen that can be wiped: nothing that was shown on it stays in the scrollback."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable
from io import TextIOWrapper
from types import FrameType, TracebackType
from typing import NoReturn, Self, TextIO

_ENTER = "\x1b[?1049h\x1b[H\x1b[J"
_LEAVE = "\x1b[H\x1b[J\x1b[?1049l"
# Erasing from the top down, and not "the whole screen", which some terminals take as a wish to keep it for scrolling.
_WIPE = "\x1b[H\x1b[J"
_USUAL_SIZE = os.terminal_size((80, 24))
_STYLE = re.compile(r"\x1b\[[0-9;]*m")

MORE = "-- Enter shows more --"


def printable(text: str) -> str:
    """Return external text without anything that could move the cursor or restyle the terminal."""
    return "".join(char if char.isprintable() else "·" for char in text)


def _size_of_terminal() -> os.terminal_size:
    """Ask the terminal itself: LINES and COLUMNS in the environment may tell of another window, or of an old size."""
    try:
        size = os.get_terminal_size(sys.stdout.fileno())
    except OSError:
        return _USUAL_SIZE
    # A terminal that was never told its size says zero.
    return size if min(size) > 0 else _USUAL_SIZE


def _forget_typed_ahead() -> None:
    """Drop keys that were pressed before they were asked for, where the platform can."""
    try:
        import termios
    except ImportError:
        return
    termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def _leave(number: int, _: FrameType | None) -> NoReturn:
    """End the program in an orderly way, so that the screen is wiped, with the status shells give a signal."""
    sys.exit(128 + number)


class Screen:
    """A terminal's alternate screen: text goes out page by page, lines come in, and leaving it wipes it.

    Lines are read without an editing history, which would hand one player's words to the next. `ask` raises EOFError
    when the input ends.
    """

    def __init__(
        self,
        source: TextIO,
        target: TextIO,
        size: Callable[[], os.terminal_size] = _size_of_terminal,
        forget_typed_ahead: Callable[[], None] = lambda: None,
    ) -> None:
        self._source = source
        self._target = target
        self._size = size
        self._forget_typed_ahead = forget_typed_ahead
        self._rows = 0

    @staticmethod
    def is_possible() -> bool:
        """Return whether somebody sits at a terminal that can be wiped."""
        return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") not in (None, "", "dumb")

    @classmethod
    def of_terminal(cls) -> Self:
        """Return the screen of the terminal the program runs in."""
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        return cls(sys.stdin, sys.stdout, forget_typed_ahead=_forget_typed_ahead)

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGTERM, _leave)
        self._write(_ENTER)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._write(_LEAVE)
        signal.signal(signal.SIGTERM, self._before)

    def _write(self, text: str) -> None:
        self._target.write(text)
        self._target.flush()

    def wipe(self) -> None:
        """Begin with an empty screen."""
        self._write(_WIPE)
        self._rows = 0

    def say(self, text: str = "") -> None:
        """Write lines; what does not fit waits for Enter."""
        columns, lines = self._size()
        for line in text.split("\n"):
            rows = max(1, -(-len(_STYLE.sub("", line)) // columns))
            # Two rows stay free for a prompt.
            if self._rows and self._rows + rows > lines - 2:
                self.ask(MORE)
            self._write(f"{line}\n")
            self._rows += rows

    def ask(self, prompt: str) -> str:
        """Return the line that is typed after a prompt, without blanks around it; raise EOFError."""
        self._write(f"{prompt} ")
        line = self._source.readline()
        if not line:
            raise EOFError
        self._rows = 0
        return line.strip()

    def ask_afresh(self, prompt: str) -> str:
        """Ask for a line that was not typed ahead: nobody opens a curtain by accident."""
        self._forget_typed_ahead()
        return self.ask(prompt)
