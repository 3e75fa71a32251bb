"""How the computer rates somebody's play beside that of their opponents: for a moderator who looks into a report.

Nothing follows from it by itself: strong players agree with the computer as well. So every number is shown beside that
of their opponents in the same matches. It is computed when a moderator asks, in a thread of its own, one
match at a time, and goes on only as long as somebody keeps asking.
"""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import islice
from math import sqrt
from statistics import median
from typing import NamedTuple

import structlog

from tafelrunde.games.errors import TafelrundeError
from tafelrunde.native import NativeMissing
from tafelrunde.players.analysis import analyse
from tafelrunde.players.base import Budget
from tafelrunde.players.judgement import JudgedTurn
from tafelrunde.records.record import Record
from tafelrunde.server.live.host import Host
from tafelrunde.server.match import events as ev
from tafelrunde.server.match.record import record_for
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.match.state import Match
from tafelrunde.server.wire import people as wire
from tafelrunde.store import Script, StoreUnavailable
from tafelrunde.store.people.accounts import find_account
from tafelrunde.store.people.profiles import NEWEST, RatedMatch, met_most, rated_matches
from tafelrunde.store.people.ratings import ratings_of

log = structlog.get_logger()

MATCHES = 8
"""How many of somebody's last rated matches are looked at."""
_NODES = 2_000
"""The budget of a turn, in nodes so that the answer is reproducible; a match takes some seconds."""
_OPEN = (0.02, 0.98)
"""Outside of these chances nearly any move is as good as the best: such turns tell nothing."""
_AS_GOOD = 0.005
_PATIENCE = 30.0
"""Seconds after which the work stops when nobody has asked again."""
_KEPT = 500
_OPPONENTS = 3
_NORMAL = 1.96


class Conduct(NamedTuple):
    """What somebody's turns in a match, or in several, were worth."""

    turns: int = 0
    """Turns in which something was to be decided."""
    best: int = 0
    """Those that were as good as the computer's."""
    given: float = 0.0
    """What all these turns gave away together, in parts of a win."""
    seconds: tuple[float, ...] = ()
    """How long each turn took."""

    def __add__(self, other: object) -> Conduct:
        """Return both together."""
        assert isinstance(other, Conduct)
        seconds = self.seconds + other.seconds
        return Conduct(self.turns + other.turns, self.best + other.best, self.given + other.given, seconds)

    def shown(self) -> wire.ConductShown | None:
        """Return shares and means; None where nothing was to be decided."""
        if not self.turns:
            return None
        best = self.best / self.turns
        margin = _NORMAL * sqrt(best * (1 - best) / self.turns)
        seconds = round(median(self.seconds), 1) if self.seconds else None
        return wire.ConductShown(
            self.turns, round(best, 3), round(margin, 3), round(self.given / self.turns, 4), seconds
        )


def conducts(turns: Iterable[JudgedTurn], movers: Sequence[int], seats: int, seconds: Sequence[float]) -> list[Conduct]:
    """Return for each seat what its judged turns were worth; `movers` and `seconds` say who moved, and how fast."""
    found = [Conduct() for _ in range(seats)]
    for turn in turns:
        if _OPEN[0] < turn.best_chance < _OPEN[1]:
            good = turn.loss < _AS_GOOD
            found[turn.seat] += Conduct(1, int(good), turn.loss)
    for seat, took in zip(movers, seconds, strict=True):
        found[seat] += Conduct(seconds=(took,))
    return found


def seconds_of(match: Match) -> list[float]:
    """Return how long each move took, from the entry before it."""
    found, before = [], match.created_at
    for told in match.told:
        heard = [next(iter(event.values())) if isinstance(event, dict) else event for event in told.events]
        if any(isinstance(event, ev.Moved) for event in heard):
            found.append((told.at - before) / 1000)
        if any(isinstance(event, ev.Moved | ev.Begun | ev.Seated) for event in heard):
            before = told.at
    return found


class FairPlay:
    """Looks at people's last rated matches, for moderators."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._threads = ThreadPoolExecutor(1, "fair-play")
        self._stop = threading.Event()
        self._known: OrderedDict[str, list[Conduct]] = OrderedDict()
        self._wanted: OrderedDict[str, float] = OrderedDict()
        """Matches that are to be looked at, and until when somebody cares."""
        self._work: asyncio.Task[None] | None = None

    async def look(self, name: str, account: str) -> wire.PlayShown:
        """Return what is known so far about how somebody plays, and go on looking."""
        now = asyncio.get_running_loop().time()
        shown, own, others = [], Conduct(), Conduct()
        rated = await self._last(account)
        for one in rated:
            key = one.step.match
            known = self._known.get(key)
            if known is None:
                self._wanted[key] = now + _PATIENCE
                continue
            self._known.move_to_end(key)
            mine = known[one.owner.seat] if known else Conduct()
            theirs = sum((each for seat, each in enumerate(known) if seat != one.owner.seat), Conduct())
            own, others = own + mine, others + theirs
            shown.append(wire.PlayMatchShown(key, one.step.pool, one.step.at, mine.shown(), theirs.shown()))
        if self._wanted and (self._work is None or self._work.done()):
            self._work = asyncio.create_task(self._go_on())
        met = await self._host.store.ask(partial(_met, account))
        return wire.PlayShown(name, len(rated), shown, own.shown(), others.shown(), met)

    async def _last(self, account: str) -> list[RatedMatch]:
        """Return somebody's last rated matches with people, the newest first."""

        def read() -> Script[list[RatedMatch]]:
            found: list[RatedMatch] = []
            for rating in (yield from ratings_of(account)):
                found += yield from rated_matches(account, rating.pool, NEWEST, 4 * MATCHES)
            return found

        found = await self._host.store.ask(read)
        found.sort(key=lambda one: (one.step.at, one.step.number), reverse=True)
        return list(islice((one for one in found if not one.owner.opponent.startswith("computer:")), MATCHES))

    async def _go_on(self) -> None:
        """Look at what is wanted, one match after the other, while somebody wants it."""
        while self._wanted:
            key, until = self._wanted.popitem(last=False)
            if until < asyncio.get_running_loop().time():
                continue
            try:
                self._known[key] = await self._judge(key)
            except NativeMissing:
                self._known[key] = []
            except StoreUnavailable:
                continue
            except Exception:
                log.exception("bug")
                self._known[key] = []
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)

    async def _judge(self, key: str) -> list[Conduct]:
        """Return by seat how a match was played; nothing for one that cannot be judged. Raise NativeMissing."""
        try:
            match = await self._host.look_at(key)
            record = record_for(match, 0)
        except Refusal:
            return []
        if match.finished is None:
            return []
        work: Callable[[], list[JudgedTurn]] = partial(_judged, record, self._stop)
        turns = await asyncio.get_running_loop().run_in_executor(self._threads, work)
        return conducts(turns, match.movers, len(match.seats), seconds_of(match))

    async def close(self) -> None:
        """Stop the work that is under way."""
        self._stop.set()
        if self._work is not None:
            self._work.cancel()
            with suppress(asyncio.CancelledError):
                await self._work
        with suppress(RuntimeError):
            self._threads.shutdown(wait=True, cancel_futures=True)


def _met(account: str) -> Script[list[wire.MetShown]]:
    """Return how matches ended against those whom somebody met most often; those who have left are left out."""
    shown = []
    for met in (yield from met_most(account, _OPPONENTS)):
        other = yield from find_account(met.opponent)
        if other is not None:
            shown.append(wire.MetShown(other.name, met.won, met.drawn, met.lost))
    return shown


def _judged(record: Record, stop: threading.Event) -> list[JudgedTurn]:
    try:
        return list(analyse(record, budget=Budget(nodes=_NODES), stop=stop).turns)
    except NativeMissing:
        raise
    except TafelrundeError:
        return []
