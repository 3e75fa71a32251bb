"""External players: any command that speaks the bot protocol."""

from __future__ import annotations

import contextlib
import json
import queue
import shlex
import shutil
import subprocess
import threading
from random import Random
from typing import Any

from tafelrunde.games.core import View
from tafelrunde.games.errors import TafelrundeError, quoted
from tafelrunde.players.base import NEVER, Budget, Choice, History, Player, Stop

GRACE = 5.0
"""Seconds an engine may take beyond its budget before it is killed."""
PATIENCE = 60.0
"""Seconds an engine may take if its budget has no time limit."""
TICK = 0.05
LONGEST_ANSWER = 1_000_000


class EngineFailed(TafelrundeError):
    """An external engine crashed, hung or gave an invalid answer."""

    code = "engine-failed"


class ExternalPlayer(Player):
    """Asks a command, which is started on the first question and restarted after a failure.

    The command receives only the record as its seat may know it. An invalid command line raises EngineFailed.
    """

    def __init__(self, command: str, level: int = 8) -> None:
        self.name = command
        try:
            self._arguments = shlex.split(command)
        except ValueError as error:
            raise EngineFailed(f"{quoted(command)}: {error}") from None
        if not self._arguments:
            raise EngineFailed("the command of an external engine is empty")
        if shutil.which(self._arguments[0]) is None:
            raise EngineFailed(f"{quoted(self._arguments[0])} is no program on this machine")
        self._level = level
        self._process: subprocess.Popen[str] | None = None
        self._answers: queue.SimpleQueue[str] = queue.SimpleQueue()

    def choose(
        self, view: View, budget: Budget, rng: Random, *, stop: Stop = NEVER, history: History | None = None
    ) -> Choice:
        """Send the seat's record and wait for a legal move; raise EngineFailed."""
        if history is None:
            raise EngineFailed(f"{self.name}: an external engine needs the record of the match")
        question: dict[str, Any] = {"record": str(history()), "seat": view.observer + 1, "level": self._level}
        if budget.nodes is not None:
            question["nodes"] = budget.nodes
        if budget.seconds is not None:
            question["seconds"] = budget.seconds
        question["seed"] = rng.getrandbits(32)
        patience = PATIENCE if budget.seconds is None else budget.seconds + GRACE
        try:
            return self._choice(view, self._ask(json.dumps(question), patience, stop))
        except EngineFailed:
            self.close()
            raise

    def close(self) -> None:
        """End the command."""
        if self._process is not None:
            self._process.kill()
            with contextlib.suppress(OSError):
                self._process.communicate()
            self._process = None

    def _ask(self, question: str, patience: float, stop: Stop) -> str:
        process = self._started()
        assert process.stdin is not None
        try:
            process.stdin.write(question + "\n")
            process.stdin.flush()
        except OSError:
            raise EngineFailed(f"{self.name}: it has ended") from None
        waited = 0.0
        while waited < patience and not stop.is_set():
            with contextlib.suppress(queue.Empty):
                return self._answers.get(timeout=TICK)
            waited += TICK
        raise EngineFailed(f"{self.name}: no answer in time")

    def _started(self) -> subprocess.Popen[str]:
        if self._process is None:
            try:
                self._process = subprocess.Popen(  # noqa: S603  (the user names the command)
                    self._arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
                )
            except OSError as error:
                raise EngineFailed(f"{self.name}: {error.strerror}") from None
            self._answers = queue.SimpleQueue()
            threading.Thread(target=_listen, args=(self._process, self._answers), daemon=True).start()
        return self._process

    def _choice(self, view: View, line: str) -> Choice:
        try:
            answer = json.loads(line)
            text = answer["move"]
            if not isinstance(text, str):
                raise TypeError(text)
        except (ValueError, KeyError, TypeError):
            raise EngineFailed(f"{self.name}: no move in the answer") from None
        try:
            return Choice(view.parse(text))
        except TafelrundeError as error:
            raise EngineFailed(f"{self.name}: {error}") from error


def _listen(process: subprocess.Popen[str], answers: queue.SimpleQueue[str]) -> None:
    """Pass the lines of a command on; an empty one at its end."""
    assert process.stdout is not None
    with contextlib.suppress(OSError, ValueError):
        while line := process.stdout.readline(LONGEST_ANSWER):
            answers.put(line)
    answers.put("")
