"""Sessions with scripted players, run inside the test."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from tafelrunde.cli.play.session import Request, Session
from tafelrunde.cli.screen import Screen

NOW = datetime(2026, 11, 15, 20, 30, tzinfo=UTC)


class Script(io.TextIOBase):
    """Types the lines of a script; one that is a function is called when its turn comes."""

    def __init__(self, lines: Sequence[str | Callable[[], str]], target: io.StringIO) -> None:
        self._lines = list(lines)
        self._target = target
        self.screens: list[str] = []
        self._read_to = 0

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        shown = self._target.getvalue()
        self.screens.append(shown[self._read_to :])
        self._read_to = len(shown)
        if not self._lines:
            return ""
        line = self._lines.pop(0)
        return f"{line if isinstance(line, str) else line()}\n"


class Played:
    """What a session showed before each answer, said at the end, and left in its folder."""

    def __init__(self, folder: Path, request: Request, lines: Sequence[str | Callable[[], str]]) -> None:
        target = io.StringIO()
        script = Script(lines, target)
        screen = Screen(script, target, lambda: os.terminal_size((200, 1000)))  # type: ignore[arg-type]
        session = Session(screen, folder, NOW, colour=False)
        self.ended_early = False
        try:
            session.run(request)
        except EOFError:
            self.ended_early = True
        self.screens = script.screens
        self.shown = target.getvalue()
        self.farewell = session.farewell()
