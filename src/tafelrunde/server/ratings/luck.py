"""Results without luck: rated matches with a control variate for the cards, in games where the cards can be judged.

It is computed after a match, in a thread of its own and one match at a time, and kept. It changes no rating.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from math import sqrt

import msgspec
import structlog

from tafelrunde.games.errors import TafelrundeError
from tafelrunde.games.registry import find_game
from tafelrunde.native import NativeMissing
from tafelrunde.players.room import LuckOf
from tafelrunde.players.rooms import room_of
from tafelrunde.server.live.host import Host
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.ratings.results import Body, read_body
from tafelrunde.server.wire.profiles import LuckShown
from tafelrunde.store import Result, StoreUnavailable
from tafelrunde.store.people import luck as kept

log = structlog.get_logger()

_SECONDS = 10.0
_HOUR_MS = 3_600_000
LEAST = 5
"""After this many matches something is shown."""
_NORMAL = 1.96


def shown(net: kept.Net) -> LuckShown:
    """Return a mean with its margin: in 95 of 100 cases the mean is off by no more."""
    mean = net.nets / net.games
    variance = max(0.0, net.squares / net.games - mean * mean) * net.games / (net.games - 1)
    margin = _NORMAL * sqrt(variance / net.games)
    return LuckShown(net.pool, net.games, round(net.results / net.games, 3), round(mean, 3), round(margin, 3))


def judge_of(pool: str) -> LuckOf | None:
    """Return who judges the cards of a pool's game; None where nobody can, or there are none."""
    try:
        return room_of(find_game(pool.partition(" ")[0])).luck
    except TafelrundeError:
        return None


def results_by_side(body: Body) -> list[float]:
    """Return what part of a win each side got: all of it, none, or an equal part with those beside it."""
    best = body.places.count(0)
    return [1 / best if place == 0 else 0.0 for place in body.places]


class Reckoning:
    """Computes the luck of matches, one after the other."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._store = host.store
        self._threads = ThreadPoolExecutor(1, "luck")
        self._stop = threading.Event()

    async def run(self) -> None:
        """Look at what waits, until the server stops."""
        while True:
            try:
                while await self.look():
                    pass
            except NativeMissing:
                # Nobody judges cards here; what waits is looked at by whoever can.
                return
            except StoreUnavailable:
                pass
            except Exception:
                log.exception("bug")
            await asyncio.sleep(_SECONDS)

    async def look(self) -> bool:
        """Look at the match that waits longest; False if none does. Raise NativeMissing."""
        now = self._host.now()
        result = await self._store.transact(lambda: kept.take_waiting(now, now + _HOUR_MS))
        if result is None:
            return False
        given = await self._given(result)
        await self._store.transact(lambda: kept.save_luck(result.match, given))
        return True

    async def _given(self, result: Result) -> list[kept.Given]:
        judge = judge_of(result.pool)
        if judge is None:
            return []
        try:
            body = read_body(result.body)
            match = await self._host.look_at(result.match)
        except (Refusal, msgspec.MsgspecError):
            return []
        # Where the cards are those of a match before, they were known: nothing about them was chance.
        if match.start is None or not match.created.secret:
            return []
        work: Callable[[], tuple[float, ...]] = partial(judge, match.start, tuple(match.moves), stop=self._stop)
        luck = await asyncio.get_running_loop().run_in_executor(self._threads, work)
        shares = results_by_side(body)
        return [
            kept.Given(seat.account, result.pool, result.match, shares[seat.side], luck[seat.side])
            for seat in body.seats
            if seat.account
        ]

    async def close(self) -> None:
        """Stop the work that is under way."""
        self._stop.set()
        with suppress(RuntimeError):
            self._threads.shutdown(wait=True, cancel_futures=True)
