"""Noticing that the process or the database stalled, so that nobody loses time by it.

The event loop ticks twice a second, and the store is asked to note every second that the server lives. Whichever of
them is late by more than `LONGEST_SECONDS` was stalled; running clocks are given that time back, as after an outage.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from itertools import takewhile

from tafelrunde.server.match.events import Credited
from tafelrunde.server.match.state import Match
from tafelrunde.store import Store, StoreUnavailable
from tafelrunde.store.stalls import REMEMBERED, forget_beat, note_stall, stalls

TICK_SECONDS = 0.5
LONGEST_SECONDS = 2.0
"""A delay that is none: players do not feel it, and a busy machine has it now and then."""
_OUTAGE_MS = 3_000
"""A gap between signs of life that is no outage: less time than this is not given back."""


_clock = getattr(time, "CLOCK_BOOTTIME", None)
boot_seconds: Callable[[], float] = time.monotonic if _clock is None else partial(time.clock_gettime, _clock)
"""A time that goes on while the machine sleeps, where the system has one."""


def milliseconds() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Lost:
    """Remembers when nothing went on, for the matches that are read from the store only afterwards.

    Nobody needs them in memory, or another process has had them, and may have stood still as well: where all of a
    machine did, any process may be the first to look at a clock. An outage is nothing else.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._times: deque[tuple[int, int]] = deque(maxlen=REMEMBERED)

    async def look_back(self, now: int) -> int:
        """Find out when nothing went on before the start, and return for how long just now; raise StoreUnavailable."""
        for begun, ended in await self._store.ask(stalls):
            self.note(begun, min(ended, now))
        last_beat = await self._store.last_beat()
        if last_beat is None:
            await self._store.transact(forget_beat)
            return 0
        if now - last_beat > _OUTAGE_MS:
            self.note(last_beat, now)
            await self._store.transact(lambda: note_stall(last_beat, now))
        return now - last_beat

    async def write(self, begun: int, ended: int) -> None:
        """Write that nothing went on: who starts next is to know it, too."""
        while True:
            try:
                await self._store.transact(lambda: note_stall(begun, ended))
            except StoreUnavailable:
                await asyncio.sleep(1.0)
            else:
                return

    def note(self, begin: int, end: int) -> None:
        """Remember that nothing went on between two moments."""
        self._times.append((begin, end))

    def owed_to(self, match: Match) -> int:
        """Return what the running clock of a match has lost and nobody has given back."""
        clock = match.clock
        if clock is None or clock.running is None:
            return 0
        owed, since = 0, clock.since
        for begin, end in sorted(self._times):
            if end > since and not _was_credited(match, begin, end):
                owed += end - max(begin, since)
                # Two processes may tell of the same time.
                since = end
        return owed


def _was_credited(match: Match, begin: int, end: int) -> bool:
    """Return whether the time between two moments was given back.

    Another process may have begun again a little sooner; what it gave back just before the stall was for another one.
    """
    middle = (begin + end) // 2
    late = takewhile(lambda told: told.at >= middle, reversed(match.told))
    return any(isinstance(event, Credited) for told in late for event in told.events)


class Stalls:
    """Measures how long nothing went on."""

    def __init__(self, stalled: Callable[[int], None], seconds: Callable[[], float] = boot_seconds) -> None:
        self._stalled = stalled
        self._seconds = seconds
        self._ticked = seconds()
        self._asked: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin to tick."""
        self._ticked = self._seconds()
        self._timer = asyncio.get_running_loop().call_later(TICK_SECONDS, self._tick)

    def stop(self) -> None:
        """Tick no more."""
        if self._timer is not None:
            self._timer.cancel()

    def _tick(self) -> None:
        self.notice()
        self.start()

    def notice(self) -> None:
        """Tell how many milliseconds were lost, if any; asked before every decision that depends on the time.

        What woke up together runs in any order: a clock may ring before the loop ticks.
        """
        now = self._seconds()
        since = self._ticked if self._asked is None else min(self._ticked, self._asked)
        if now - since <= LONGEST_SECONDS:
            return
        self._ticked = now
        if self._asked is not None:
            self._asked = now
        self._stalled(int((now - since) * 1000))

    def store_asked(self) -> None:
        """Hear that the store was asked to write something small."""
        if self._asked is None:
            self._asked = self._seconds()

    def store_answered(self) -> None:
        """Hear that it has."""
        self.notice()
        self._asked = None
