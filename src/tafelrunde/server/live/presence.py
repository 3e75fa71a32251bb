"""Who is here: told by each process about its own connections, and put together by all.

Presence is no part of a match: nothing of it is kept. A process tells the others when somebody comes or goes, and asks
them when its first listener comes. All repeat it from time to time, so that a process that died is forgotten. However
often people come and go, a match hears of it a few times a second, and always of how it ended.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

from tafelrunde.games.core import SPECTATOR
from tafelrunde.server.cluster.bus import Bus
from tafelrunde.server.live.live_match import LiveMatch
from tafelrunde.server.wire import messages as wire
from tafelrunde.server.wire.state import encode

_FORGOTTEN_SECONDS = 35.0
"""Three rounds of telling and a little more."""
_SILENT_SECONDS = 3.0
"""A process that has said nothing for this long, where it should speak every second, has stalled or died."""
_NO_MATCH = ""
"""Stands where the name of a match would: a process tells of itself."""
_PAUSE_SECONDS = 0.25
"""Between two messages to a match."""


class Here(NamedTuple):
    """Who is connected to one process: the seats as bits, and the number of spectators."""

    seats: int
    watching: int


class Presence:
    """Keeps track of who is here, for all matches of a process."""

    def __init__(self, bus: Bus, lives: dict[str, LiveMatch], seconds: Callable[[], float] = time.monotonic) -> None:
        self._bus = bus
        self._lives = lives
        self._seconds = seconds
        self._elsewhere: dict[str, dict[str, tuple[Here, float]]] = {}
        """By match and process: who is there, and when that was heard."""
        self._processes: dict[str, float] = {}
        """Other processes, and when they were heard of."""
        self._pausing: dict[str, set[str]] = {}
        """Matches that were told a moment ago, and what has happened since: `here`, `elsewhere`."""

    def changed(self, live: LiveMatch) -> None:
        """Tell everybody that somebody came or went here."""
        self._soon(live, "here")

    def _soon(self, live: LiveMatch, what: str) -> None:
        """Tell at once, or after a pause if something was told a moment ago."""
        waiting = self._pausing.get(live.match.id)
        if waiting is not None:
            waiting.add(what)
            return
        self._pausing[live.match.id] = set()
        asyncio.get_running_loop().call_later(_PAUSE_SECONDS, self._go_on, live)
        self._tell_all(live, what)

    def _go_on(self, live: LiveMatch) -> None:
        """Tell what happened during a pause, if anything did."""
        waiting = self._pausing.pop(live.match.id)
        if waiting:
            self._soon(live, "here" if "here" in waiting else "elsewhere")

    def _tell_all(self, live: LiveMatch, what: str) -> None:
        self._tell(live)
        if what == "here" and self._bus.is_shared:
            here = _here(live)
            # Who has only just begun to listen does not know about the others.
            is_new = live.match.id not in self._elsewhere
            if not live.listeners:
                self._elsewhere.pop(live.match.id, None)
            else:
                self._elsewhere.setdefault(live.match.id, {})
            self._bus.publish_presence(live.match.id, *here, is_new and bool(live.listeners))

    def hear(self, match: str, process: str, seats: int, watching: int, asks: bool) -> None:
        """Take in what another process says; it may ask to be told about this one."""
        if match == _NO_MATCH:
            if seats:
                self._processes[process] = self._seconds()
            else:
                self._processes.pop(process, None)
            return
        live = self._lives.get(match)
        if live is None or not live.listeners:
            return
        elsewhere = self._elsewhere.setdefault(match, {})
        before = elsewhere.get(process)
        here = Here(seats, watching)
        if here == (0, 0):
            elsewhere.pop(process, None)
        else:
            elsewhere[process] = here, self._seconds()
        if here != (before[0] if before is not None else (0, 0)):
            self._soon(live, "elsewhere")
        if asks:
            self._bus.publish_presence(match, *_here(live), False)

    def show_life(self, is_alive: bool = True) -> None:
        """Tell the other processes that this one goes on, or that it stops."""
        self._bus.publish_presence(_NO_MATCH, int(is_alive), 0, False)

    @property
    def is_one_silent(self) -> bool:
        """Whether another process stands still: whoever is connected to it cannot move, and it will give that back.

        One that is dead is waited for until it is forgotten; its clients have long come back elsewhere then.
        """
        now = self._seconds()
        return any(_SILENT_SECONDS < now - heard < _FORGOTTEN_SECONDS for heard in self._processes.values())

    def repeat(self) -> None:
        """Tell the others again who is here, and forget processes that have long said nothing."""
        oldest = self._seconds() - _FORGOTTEN_SECONDS
        self._processes = {process: heard for process, heard in self._processes.items() if heard >= oldest}
        for match, elsewhere in list(self._elsewhere.items()):
            live = self._lives.get(match)
            if live is None or not live.listeners:
                del self._elsewhere[match]
                continue
            silent = [process for process, (_, heard) in elsewhere.items() if heard < oldest]
            for process in silent:
                del elsewhere[process]
            if silent:
                self._soon(live, "elsewhere")
            self._bus.publish_presence(match, *_here(live), False)

    def _tell(self, live: LiveMatch) -> None:
        all_here = [_here(live), *(here for here, _ in self._elsewhere.get(live.match.id, {}).values())]
        message = encode(_shown(live, all_here))
        for listener in dict.fromkeys(listener for listener, _ in live.listeners):
            listener.send(message)


def _here(live: LiveMatch) -> Here:
    observers = [observer for _, observer in live.listeners]
    seats = sum(1 << seat for seat in {observer for observer in observers if observer != SPECTATOR})
    return Here(seats, observers.count(SPECTATOR))


def _shown(live: LiveMatch, all_here: Iterable[Here]) -> wire.Presence:
    seats = watching = 0
    for here in all_here:
        seats |= here.seats
        watching += here.watching
    return wire.Presence(live.match.id, [bool(seats >> seat & 1) for seat in range(len(live.match.seats))], watching)
