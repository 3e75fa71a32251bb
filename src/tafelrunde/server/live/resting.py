"""Matches that wait for somebody, perhaps for weeks: of those only when their clock runs out is kept in memory.

Anybody may leave any number of matches unfinished. A server that held them all would need ever more memory, and ever
more time to start.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, NamedTuple

import structlog

from tafelrunde.server.live.live_match import LiveMatch
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.match.state import Match
from tafelrunde.store import StoreUnavailable

if TYPE_CHECKING:
    from tafelrunde.server.live.host import Host

log = structlog.get_logger()

_SOON_MS = 600_000
"""A match whose clock runs out within this time is kept in memory."""


class _Rest(NamedTuple):
    """A match that was let go of."""

    number: int
    """Of its last entry."""
    alarm: asyncio.TimerHandle | None
    """When its clock runs out."""


class Resting:
    """The matches that a process has let go of, and wakes."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._rests: dict[str, _Rest] = {}

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._rests)

    def is_wanted(self, match: Match) -> bool:
        """Return whether a match needs somebody here soon: a computer is to decide, or its clock runs out."""
        turn = match.deciding
        if turn is not None and match.seats[turn].computer:
            return True
        due = _due(match)
        return due is not None and due - self._host.now() < _SOON_MS

    def may_rest(self, live: LiveMatch) -> bool:
        """Return whether nobody needs a match in memory."""
        is_used = live.listeners or live.waiters or live.lock.held or live.thinking
        return not is_used and not self.is_wanted(live.match)

    def let_go(self, live: LiveMatch) -> None:
        """Forget a match that nobody needs; it is read again when somebody does, or when its clock runs out."""
        if live.deadline is not None:
            live.deadline.cancel()
            live.deadline = None
        self._host.lives.pop(live.match.id, None)
        self.put(live.match)

    def put(self, match: Match) -> None:
        """Remember when a match that is not in memory has to be looked after."""
        self.end(match.id)
        due, alarm = _due(match), None
        if due is not None:
            seconds = max(0, due - self._host.now()) / 1000
            alarm = asyncio.get_running_loop().call_later(seconds, self.wake, match.id)
        elif not self._host.bus.is_shared or match.finished is not None:
            # Nobody looks around for it.
            return
        self._rests[match.id] = _Rest(match.number, alarm)

    def rests(self, name: str, number: int) -> bool:
        """Return whether nothing has happened in a match since it was let go of."""
        rest = self._rests.get(name)
        return rest is not None and rest.number == number

    def end(self, name: str) -> None:
        """Hear that a match is in memory again, or gone."""
        rest = self._rests.pop(name, None)
        if rest is not None and rest.alarm is not None:
            rest.alarm.cancel()

    def keep_only(self, names: AbstractSet[str]) -> None:
        """Forget matches that nobody has to look after any more."""
        for name in [name for name in self._rests if name not in names]:
            self.end(name)

    def wake(self, name: str) -> None:
        """Look at a match that has to be looked after now: its clock runs out, or it has just begun."""
        self.end(name)
        if not self._host.stopping:
            self._waking = self._host.chore(self._look(name))

    async def _look(self, name: str) -> None:
        """Read a match: it sees to its clock and its computers itself once it is in memory."""
        while True:
            try:
                await self._host.find(name)
            except Refusal:
                return
            except StoreUnavailable:
                await asyncio.sleep(1.0)
            else:
                return


def _due(match: Match) -> int | None:
    """Return when the running clock of a match runs out; None if none runs."""
    clock = match.fair_clock
    return None if clock is None else clock.deadline


async def look_after(host: Host, names: Sequence[str], unreadable: set[str]) -> None:
    """Take up those of some matches in which a computer is to decide or a clock runs out; let the others rest.

    Half of the time is left to those who play meanwhile: there may be thousands of matches that nobody goes on with.
    Those that cannot be read are logged once, and added.
    """
    for name in names:
        if name in host.lives:
            continue
        began = time.perf_counter()
        try:
            match = await host.look_at(name)
            if host.resting.is_wanted(match):
                await host.find(name)
            elif name not in host.lives:
                host.resting.put(match)
        except StoreUnavailable:
            raise
        except Exception as error:  # noqa: BLE001  (whatever is wrong with one match, the others are taken up)
            if name not in unreadable:
                unreadable.add(name)
                log.error("unreadable", match=name, reason=str(error)[:200])
        await asyncio.sleep(time.perf_counter() - began)
