"""Thousands of players of known strength in the real server's pool, in virtual time.

    python -m bench.pool [--players N] [--matches N] [--seed N]

Everything is the server's own: seeks, pairing, matches, results, ratings, an SQLite database. Only the players are made
up: each has a strength (1500, give or take 300), comes back after a rest, looks for a rated match of Scho K.O., and
wins as often as the difference in strength says (Elo). Until everybody has played so many matches. Printed are the rank
correlation of ratings and strengths, whether ratings say how often somebody wins, and how long people waited, with
intervals of 95 % by the bootstrap. Run from the root of the source tree, with TMPDIR in memory to be quicker.
"""

from __future__ import annotations

import argparse
import asyncio
import heapq
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from tafelrunde.server.cluster.bus import NoBus
from tafelrunde.server.live.host import Host
from tafelrunde.server.live.live_match import Actor
from tafelrunde.server.match import actions
from tafelrunde.server.match.parts import holder_of
from tafelrunde.server.pool.pool import Pool
from tafelrunde.server.ratings.counting import count_waiting
from tafelrunde.server.ratings.rating import START, Rating
from tafelrunde.server.settings import Limits, Settings
from tafelrunde.server.thinking.computers import LocalComputers
from tafelrunde.server.tokens import new_token, token_hash
from tafelrunde.server.wire import pool as wire
from tafelrunde.server.wire import rest
from tafelrunde.store import open_store
from tafelrunde.store.people.accounts import Account, add_account
from tafelrunde.store.people.ratings import rating_of

_POOL = "schoko standard live"
_TERMS = rest.Terms("schoko", clock=rest.ClockAsked("live", 36_000), rated=True)
_GAME_SECONDS, _REST_SECONDS = 600.0, 2_700.0
_SPREAD = 300.0
_RANGE = 100
_ROUNDS = 1_000
_EDGES = (0.0, 0.2, 0.35, 0.5, 0.65, 0.8, 1.0)

Values = NDArray[np.float64]


class Player:
    """Somebody with a strength; what the pool tells them is noted."""

    def __init__(self, number: int, strength: float) -> None:
        self.number = number
        self.strength = strength
        self.account = f"p{number:021}"
        self.address = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
        self.played = 0
        self.came = 0.0
        self.token = ""
        self.paired: tuple[str, int] | None = None

    @property
    def holder(self) -> str:
        """Who it is, as seats know it."""
        return holder_of(self.account, f"s{self.number:021}")

    def send(self, message: bytes) -> None:
        """Hear what all who look at the lobby hear; nobody here does."""

    def tell(self, message: wire.ServerMessage) -> None:
        """Hear what became of looking for somebody."""
        if isinstance(message, wire.Paired):
            self.paired = (message.match, message.seat)


class Simulation:
    """The pool, its players, and a clock that goes on by what happens."""

    def __init__(self, host: Host, players: Sequence[Player], matches: int, rng: Random) -> None:
        self._host = host
        self._pool = Pool(host, seconds=lambda: self.now)
        self._players = players
        self._matches = matches
        self._rng = rng
        self._waiting: dict[int, Player] = {}
        self._tables: dict[str, list[Player]] = {}
        self._happens: list[tuple[float, int, Callable[[], object]]] = []
        self._count = 0
        self.now = 0.0
        self.waits: list[float] = []
        self.apart: list[float] = []
        self.forecasts: list[tuple[float, float]] = []
        """Of each match: how likely its first seat was to win by the ratings, and whether it did."""

    def _later(self, seconds: float, work: Callable[[], object]) -> None:
        self._count += 1
        heapq.heappush(self._happens, (self.now + seconds, self._count, work))

    async def run(self) -> None:
        """Play until everybody has played enough."""
        for player in self._players:
            self._later(self._rng.uniform(0, _REST_SECONDS), partial(self._come, player))
        tick = 0.0
        while self._happens or self._waiting:
            if self._waiting and (not self._happens or tick <= self._happens[0][0]):
                self.now = tick
                await self._pool.tick()
                tick = self.now + 1.0
            else:
                at, _, work = heapq.heappop(self._happens)
                self.now = max(self.now, at)
                tick = max(tick, self.now + 1.0 - self.now % 1.0) if not self._waiting else tick
                await work()  # type: ignore[misc]
            await self._seat()
            if not self._happens and all(len(table) < 2 for table in self._tables.values()):
                # Those who are left look for somebody who has played enough.
                return

    async def _come(self, player: Player) -> None:
        player.token, player.came, player.paired = new_token(self._rng.randbytes), self.now, None
        self._waiting[player.number] = player
        asked = wire.Seek("s", player.token, f"p{player.number}", _TERMS, range=_RANGE)
        await self._pool.seek(player, player.holder, asked)

    async def _seat(self) -> None:
        """Let those play who were put together."""
        for player in [each for each in self._waiting.values() if each.paired]:
            assert player.paired is not None
            del self._waiting[player.number]
            self.waits.append(self.now - player.came)
            table = self._tables.setdefault(player.paired[0], [])
            table.append(player)
            if len(table) == 2:
                self._later(self._rng.expovariate(1 / _GAME_SECONDS), partial(self._play, player.paired[0]))

    async def _play(self, match: str) -> None:
        """Let a match end as strengths say."""
        one, other = sorted(self._tables.pop(match), key=lambda player: player.paired or ("", 0))
        wins = self._rng.random() < _expected(one.strength - other.strength)
        held = [await self._rating(player) for player in (one, other)]
        self.forecasts.append((_forecast(*held), float(wins)))
        self.apart.append(abs(one.strength - other.strength))
        loser = other if wins else one
        assert loser.paired is not None
        live = await self._host.find(match)
        await self._host.act(live, Actor(loser.paired[1], token_hash(loser.token)), "r", actions.Resign())
        await count_waiting(self._host.store)
        del self._host.lives[match]
        for player in (one, other):
            player.played += 1
            if player.played < self._matches:
                self._later(self._rng.expovariate(1 / _REST_SECONDS), partial(self._come, player))

    async def _rating(self, player: Player) -> Rating:
        rated = await self._host.store.ask(partial(rating_of, player.account, _POOL))
        return START if rated is None else Rating(rated.rating, rated.deviation, rated.volatility)

    async def ratings(self) -> list[Rating]:
        """Return what the server takes everybody for."""
        return [await self._rating(player) for player in self._players]


def _expected(difference: float) -> float:
    return float(1 / (1 + 10 ** (-difference / 400)))


def _forecast(one: Rating, other: Rating) -> float:
    """Return how likely somebody is to win by two ratings, less sure the less sure they are (Glickman)."""
    q = np.log(10) / 400
    damping = 1 / np.sqrt(1 + 3 * q**2 * (one.deviation**2 + other.deviation**2) / np.pi**2)
    return _expected(float(damping) * (one.rating - other.rating))


def _ranks(values: Values) -> Values:
    return np.argsort(np.argsort(values)).astype(np.float64)


def _rank_correlation(pairs: Values) -> float:
    return float(np.corrcoef(_ranks(pairs[:, 0]), _ranks(pairs[:, 1]))[0, 1])


def _quantile(share: float, values: Values) -> float:
    return float(np.quantile(values, share))


def _interval(values: Values, of: Callable[[Values], float], seed: int) -> str:
    """Return a figure with what it would be in other samples."""
    rng = np.random.default_rng(seed)
    again = [of(values[rng.integers(0, len(values), len(values))]) for _ in range(_ROUNDS)]
    low, high = np.quantile(again, [0.025, 0.975])
    return f"{of(values):.3f} ({low:.3f} to {high:.3f})"


def _tell(simulation: Simulation, players: Sequence[Player], ratings: Sequence[Rating], seed: int) -> None:
    pairs = np.array([(player.strength, rating.rating) for player, rating in zip(players, ratings, strict=True)])
    deviations = np.array([rating.deviation for rating in ratings])
    off = pairs[:, 1] - pairs[:, 0]
    print(f"rank correlation of ratings and strengths: {_interval(pairs, _rank_correlation, seed)}")
    print(f"ratings off by (root of the mean square): {_interval(off, lambda x: float(np.sqrt(np.mean(x**2))), seed)}")
    inside = (np.abs(off) <= 1.96 * deviations).astype(np.float64)
    print(f"strength within 1.96 deviations: {_interval(inside, lambda x: float(x.mean()), seed)}")
    late = np.array(simulation.forecasts[len(simulation.forecasts) // 2 :])
    print("second half of the matches, by how likely the rating said a win was:")
    for low, high in pairwise(_EDGES):
        some = late[(late[:, 0] >= low) & (late[:, 0] < high)]
        if len(some):
            said = float(some[:, 0].mean())
            won = _interval(some[:, 1], lambda x: float(x.mean()), seed)
            print(f"  {low:.2f} to {high:.2f}: said {said:.3f}, won {won}, {len(some)} matches")
    waits = np.array(simulation.waits)
    for name, share in (("median", 0.5), ("90 %", 0.9), ("99 %", 0.99)):
        print(f"seconds of waiting, {name}: {_interval(waits, partial(_quantile, share), seed)}")
    print(f"longest {waits.max():.0f} s; within 15 s {np.mean(waits <= 15):.3f} of all")
    print(f"apart in strength, median: {np.median(simulation.apart):.0f}")


async def _main(count: int, matches: int, seed: int) -> None:
    rng = Random(seed)
    players = [Player(number, rng.gauss(1500, _SPREAD)) for number in range(count)]
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="tafelrunde-pool-") as folder:
        store = await open_store(str(Path(folder) / "pool.db"))
        much = Limits(seeks_per_hour=1e9, seeks_burst=1e9)
        settings = Settings(limits=much)
        simulation: Simulation
        host = Host(
            store,
            settings,
            LocalComputers({}),
            NoBus(),
            now=lambda: 1_900_000_000_000 + round(simulation.now * 1000),
            entropy=rng.randbytes,
        )
        simulation = Simulation(host, players, matches, rng)
        try:
            for player in players:
                name = f"p{player.number}"
                account = Account(player.account, name, name, "person", "", "active", 1, b"{}")
                await store.transact(partial(add_account, account))
            await simulation.run()
            seconds = time.perf_counter() - began
            print(
                f"{count} players, {len(simulation.forecasts)} rated matches in {simulation.now / 3600:.1f} virtual "
                f"hours ({seconds:.0f} s), seed {seed}"
            )
            _tell(simulation, players, await simulation.ratings(), seed)
        finally:
            await host.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=2_000)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args()
    asyncio.run(_main(wishes.players, wishes.matches, wishes.seed))
