"""The queue of long questions: one after the other, each within its time, and cancelled when nobody waits."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import structlog

from tafelrunde.games.errors import TafelrundeError
from tafelrunde.players.base import Stop
from tafelrunde.server.limits.token_bucket import Allowance, Shared
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.settings import Settings
from tafelrunde.server.wire.state import encode
from tafelrunde.server.wire.study import Failed, Progress

log = structlog.get_logger()

Tell = Callable[[int, int | None], None]
Work = Callable[[Stop, Tell], Any]
"""Does the work, reports progress, checks the stop signal; returns the last line of the answer."""

_GRACE = 5.0
"""Seconds after which work that exceeded its time is told to stop."""
_BEGIN_SECONDS = 5.0
"""Within this many seconds an answer begins to be read, or nobody wants it."""
_EVERY = 0.2
"""Seconds between two reports of progress."""


class StudyQueue:
    """Takes questions, at most one an address at a time."""

    def __init__(
        self, settings: Settings, shared: Shared | None = None, seconds: Callable[[], float] = time.monotonic
    ) -> None:
        limits = settings.limits
        self._limits = limits
        self._longest = settings.study_seconds
        self._often = Allowance("study", limits.studies_per_hour, limits.studies_burst, seconds, shared)
        self._shared = shared
        self._pool = ThreadPoolExecutor(1, "study")
        self._waiting: Counter[str] = Counter()
        self._stops: set[threading.Event] = set()
        self._closed = False

    def seconds(self, asked: float) -> float:
        """Return the time limit for a question."""
        return min(asked, self._longest)

    async def answer(self, address: str, seconds: float, work: Work) -> AsyncIterator[bytes]:
        """Return the lines of an answer; raise Refusal if there is too much to do. Whoever stops reading stops it."""
        if self._closed:
            raise Refusal("shutting-down", "the server restarts")
        if self._waiting.total() >= self._limits.studies:
            raise Refusal("too-many", "others are being answered; try again in a moment")
        if self._waiting[address] >= self._limits.studies_per_address:
            raise Refusal("too-many", "your last question is still being worked on")
        # The place is taken before anybody else is looked at: of questions that come together one is answered.
        self._waiting[address] += 1
        try:
            if not await self._often.take(address):
                raise Refusal("too-many", "too many questions from your address; try again later")
            most = self._limits.studies_per_address
            if self._shared and not await self._shared.enter(_counted(address), self._waiting[address], most):
                raise Refusal("too-many", "your last question is still being worked on")
            return self._begin(address, seconds, work)
        except BaseException:
            self._leave(address)
            raise

    def _begin(self, address: str, seconds: float, work: Work) -> AsyncIterator[bytes]:
        """Set to work, and return the lines as they come."""
        loop = asyncio.get_running_loop()
        lines: asyncio.Queue[bytes | None] = asyncio.Queue()
        stop = threading.Event()
        self._stops.add(stop)

        def say(line: Any) -> None:
            loop.call_soon_threadsafe(lines.put_nowait, encode(line) + b"\n")

        def run() -> Any:
            try:
                timer = threading.Timer(seconds + _GRACE, stop.set)
                timer.daemon = True
                timer.start()
                try:
                    return work(stop, _seldom(lambda done, total: say(Progress(done, total))))
                finally:
                    timer.cancel()
            except TafelrundeError as error:
                return Failed(error.code, str(error))
            except Exception:
                log.exception("bug")
                return Failed("unavailable", "the server made a mistake; it has been noted")

        def end(done: asyncio.Future[Any]) -> None:
            # The place is given back when the work has ended, not when nobody listens any more, and before the answer
            # goes out: whoever has read it may ask again at once.
            self._stops.discard(stop)
            self._leave(address)
            if not done.cancelled():
                lines.put_nowait(encode(done.result()) + b"\n")
            lines.put_nowait(None)

        loop.run_in_executor(self._pool, run).add_done_callback(end)
        # Whoever left before the first line was sent never begins to read.
        unread = loop.call_later(_BEGIN_SECONDS, stop.set)
        return _read(lines, stop, unread)

    def _leave(self, address: str) -> None:
        self._waiting[address] -= 1
        if self._shared is not None:
            self._shared.count(_counted(address), self._waiting[address])
        if not self._waiting[address]:
            del self._waiting[address]

    def close(self) -> None:
        """Take nothing more and stop what is being worked on."""
        self._closed = True
        for stop in list(self._stops):
            stop.set()
        self._pool.shutdown(wait=False)


def _counted(address: str) -> str:
    """Return under which name the questions of an address are counted by all processes, beside its connections."""
    return f"study {address}"


async def _read(
    lines: asyncio.Queue[bytes | None], stop: threading.Event, unread: asyncio.TimerHandle
) -> AsyncIterator[bytes]:
    """Iterate over lines as they come; the work is stopped when nobody reads on."""
    unread.cancel()
    try:
        yield encode(Progress(0, None)) + b"\n"
        while (line := await lines.get()) is not None:
            yield line
    finally:
        stop.set()


def _seldom(tell: Tell) -> Tell:
    """Report progress a few times a second, and always the end."""
    last = 0.0

    def telling(done: int, total: int | None) -> None:
        nonlocal last
        now = time.monotonic()
        if done == total or now - last >= _EVERY:
            last = now
            tell(done, total)

    return telling
