"""Computers at a match: our own receive a view, external ones speak the bot protocol; ours move when those fail."""

from __future__ import annotations

import asyncio
import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from secrets import randbits
from threading import Event
from typing import NamedTuple

import structlog

from tafelrunde.games.core import View
from tafelrunde.games.errors import TafelrundeError
from tafelrunde.players.base import LONGEST, NEVER, Budget, Stop
from tafelrunde.players.registry import PERFECT, player_of_level
from tafelrunde.records.record import Record
from tafelrunde.server import metrics
from tafelrunde.server.thinking.engines import EngineProcess

log = structlog.get_logger()

PATIENCE = 20.0
"""Seconds a computer may take beyond its time before it counts as hung."""

_ROUND_SECONDS = 1.0
"""Within this many seconds everybody who waits should get their turn."""
_LEAST_SECONDS = 0.02
"""So long everybody may think, however many wait."""


@dataclass(frozen=True)
class Question:
    """A seat that a computer decides for: what the seat may know, and nothing else has ever been in it."""

    view: View
    level: int
    seconds: float | None
    """How long to think; None as long as the level does."""
    engine: str
    match: str
    number: int
    record: Record | None = None
    """The match as the seat may know it, for whoever answers outside this process."""

    @property
    def seat(self) -> int:
        """The seat that is decided for."""
        return self.view.observer

    def line(self) -> str:
        """Return the question in the engine protocol."""
        assert self.record is not None
        question = {"record": str(self.record), "seat": self.seat + 1, "level": self.level, "seed": randbits(53)}
        return json.dumps(question if self.seconds is None else {**question, "seconds": self.seconds})

    @property
    def patience(self) -> float:
        """The seconds after which whoever thinks about it counts as hung."""
        seconds = self.seconds
        if seconds is None:
            seconds = LONGEST if self.level == PERFECT else 0.0
        return seconds + PATIENCE


class Answer(NamedTuple):
    """A legal move, and whether our own player had to find it in another's place."""

    move: str
    stumbled: bool = False


class Computers(ABC):
    """Somebody who answers questions."""

    @abstractmethod
    def needs_record(self, engine: str) -> bool:
        """Return whether a question to an engine, or to our own player for "", must carry a record."""

    @abstractmethod
    async def ask(self, question: Question) -> Answer:
        """Return a legal move; never fail."""

    @abstractmethod
    async def stop(self) -> None:
        """Let go of threads and processes."""


class Waiting:
    """The questions that wait for a thread: while some do, those that have one are held to a fair share of time.

    Questions are taken in the order they came, and a match has one of them at a time. So nobody can make the computers
    of others wait by having many matches: they all think for a shorter time.
    """

    def __init__(self, threads: int, seconds: Callable[[], float] = time.monotonic) -> None:
        self._threads = threads
        self._seconds = seconds
        self._questions: set[int] = set()
        """By identity: equal ones wait each for themselves."""
        self.over = False
        """Whether nobody is to think any longer: the server stops."""

    def come(self, question: Question) -> None:
        """Count a question that waits."""
        self._questions.add(id(question))

    def go(self, question: Question) -> None:
        """Count a question that is being thought about, or that nobody asks any more."""
        self._questions.discard(id(question))

    def share(self, given_up: Stop = NEVER) -> Share:
        """Begin a share of time, which ends when nobody wants the answer any more."""
        return Share(self, self._seconds, given_up)

    @property
    def seconds(self) -> float | None:
        """How long each may think now; None for as long as they like, while nobody waits."""
        if self.over:
            return 0.0
        many = len(self._questions)
        return max(_LEAST_SECONDS, _ROUND_SECONDS * self._threads / (many + self._threads)) if many else None


class Share:
    """A stop sign for somebody who thinks while others wait."""

    def __init__(self, waiting: Waiting, seconds: Callable[[], float], given_up: Stop) -> None:
        self._waiting = waiting
        self._seconds = seconds
        self._given_up = given_up
        self._began = seconds()

    def is_set(self) -> bool:
        """Return whether somebody else's turn has come, or nobody wants to know any more."""
        if self._given_up.is_set():
            return True
        share = self._waiting.seconds
        return share is not None and self._seconds() - self._began >= share


class LocalComputers(Computers):
    """Our own players in threads of this process, external engines in their own processes."""

    def __init__(self, engines: Mapping[str, str], threads: int = 2) -> None:
        self._pool = ThreadPoolExecutor(threads, "computer")
        self._waiting = Waiting(threads)
        self._engines = {name: EngineProcess(name, command) for name, command in engines.items()}

    def needs_record(self, engine: str) -> bool:
        """Tell that engines need one: our own players think in this process."""
        return bool(engine)

    async def ask(self, question: Question) -> Answer:
        """Ask the engine or our own player, and the simplest of ours where that stumbles."""
        began = time.perf_counter()
        loop = asyncio.get_running_loop()
        try:
            if question.engine:
                reply = await self._engines[question.engine].ask(question.line(), question.patience)
                move = checked_move(question.view, reply)
            else:
                self._waiting.come(question)
                given_up = Event()
                try:
                    move = await loop.run_in_executor(self._pool, self._think, question, given_up)
                finally:
                    given_up.set()
                    self._waiting.go(question)
            return Answer(move)
        except Exception as error:  # noqa: BLE001  (whatever is wrong with a player, the match goes on)
            metrics.STUMBLES.inc()
            log.warning("computer-stumbled", match=question.match, seat=question.seat, reason=str(error)[:200])
            return Answer(plain_move(question.view), stumbled=True)
        finally:
            metrics.THINKING_SECONDS.observe(time.perf_counter() - began)

    def _think(self, question: Question, given_up: Event) -> str:
        self._waiting.go(question)
        return own_move(question, self._waiting.share(given_up))

    async def stop(self) -> None:
        """End the engines, and let whoever thinks come to an end at once."""
        self._waiting.over = True
        for process in self._engines.values():
            await process.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)


class Nonsense(TafelrundeError):
    """A computer's answer is no legal move."""

    code = "nonsense"


def own_move(question: Question, stop: Stop = NEVER) -> str:
    """Ask our own player, who thinks until told to stop at most; raise Nonsense unless it gives a legal move."""
    player = player_of_level(question.level)
    move = player.choose(question.view, Budget(seconds=question.seconds), Random(randbits(53)), stop=stop).move
    if not question.view.is_legal(move):
        raise Nonsense(f"{move} is not legal")
    return str(move)


def plain_move(view: View) -> str:
    """Return a legal move without any thought."""
    return str((view.turns() or view.legal_moves())[0])


def checked_move(view: View, reply: str) -> str:
    """Return the move of an answer in the engine protocol; raise Nonsense unless it is legal."""
    try:
        return str(view.parse(json.loads(reply)["move"]))
    except (ValueError, KeyError, TypeError, TafelrundeError) as error:
        raise Nonsense(f"{type(error).__name__}: {reply[:200]}") from error
