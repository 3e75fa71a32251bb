"""A history of the pool: people come, go, are cut off, block each other, and servers die, in any order.

Nobody sits at two tables because of one seek, nobody plays with whom they block, and no seek is lost without a word.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Awaitable
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tafelrunde.server.cluster.bus import NoBus
from tafelrunde.server.live.host import Host
from tafelrunde.server.match.parts import holder_of
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.pool.pairing import Waiting, groups, may_play
from tafelrunde.server.pool.pool import ALIVE_MS, Pool
from tafelrunde.server.pool.wishes import seek_name
from tafelrunde.server.settings import Settings
from tafelrunde.server.thinking.computers import LocalComputers
from tafelrunde.server.tokens import token_hash
from tafelrunde.server.wire import pool as wire
from tafelrunde.server.wire import rest
from tafelrunde.server.wire.rest import ClockAsked
from tafelrunde.store import Ask, Query, Script, open_store
from tafelrunde.store.people.accounts import Account, add_account
from tafelrunde.store.people.seeks import Seek, find_seek
from tests.server.inside import FREE

T = TypeVar("T")
PEOPLE = 3
"""So many of those who come have a name."""
TERMS = (rest.Terms("tokan"), rest.Terms("tokan", clock=ClockAsked("live", 60)))


# Who wins a race differs from run to run: what is drawn may not depend on it.
picks = st.integers(0, 99)


class Visitor:
    """Somebody's page."""

    def __init__(self, number: int, process: int, person: int | None) -> None:
        self.address = f"10.0.0.{number % 3}"
        self.token = f"{number:032}"
        self.process = process
        self.person = person
        self.terms = 0
        self.heard: list[Any] = []
        self.is_connected = True

    def tell(self, message: wire.ServerMessage) -> None:
        self.heard.append(message)

    @property
    def holder(self) -> str | None:
        return None if self.person is None else holder_of(f"person{self.person}", "s")

    @property
    def is_waiting(self) -> bool:
        """Whether they believe that they are being looked after."""
        told = [each for each in self.heard if not isinstance(each, wire.ComputerOffered)]
        return self.is_connected and bool(told) and isinstance(told[-1], wire.Seeking)


class PoolMachine(RuleBasedStateMachine):
    """Two processes with one database, and what may be said of them at any moment."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = Path(tempfile.mkdtemp(prefix="tafelrunde-pool-"))
        self.time = 1_000_000_000_000
        self.visitors: list[Visitor] = []
        self.blocked: set[frozenset[str]] = set()
        self.seen_matches: set[str] = set()
        self.stores: list[Any] = [None, None]
        self.pools: list[Any] = [None, None]

    def run(self, work: Awaitable[T]) -> T:
        async def wait() -> T:
            return await work

        return self.loop.run_until_complete(wait())

    def now(self) -> int:
        self.time += 1
        return self.time

    async def open(self, process: int) -> None:
        store = self.stores[process] = await open_store(str(self.folder / "pool.db"))
        chosen = Settings(limits=FREE)
        host = Host(store, chosen, LocalComputers({}), NoBus(), now=self.now)
        self.pools[process] = Pool(host)

    @initialize()
    def begin(self) -> None:
        def people() -> Script[None]:
            for index in range(PEOPLE):
                name = f"person{index}"
                yield from add_account(Account(name, name, name, "person", "", "active", 0, b"{}"))
                yield Ask(
                    "INSERT INTO ratings (account, pool, rating, deviation, volatility, games, at, certain) "
                    "VALUES (?, 'tokan standard free', ?, 50, 0.06, 9, 0, ?)",
                    (name, 1200.0 + 200 * index, True),
                )

        for process in (0, 1):
            self.run(self.open(process))
        self.run(self.stores[0].transact(people))

    # What people do

    @rule(
        process=st.integers(0, 1),
        person=st.one_of(st.none(), st.integers(0, PEOPLE - 1)),
        terms=st.integers(0, 1),
        reach=st.sampled_from((50, 150, 4000)),
    )
    def come(self, process: int, person: int | None, terms: int, reach: int) -> None:
        visitor = Visitor(len(self.visitors), process, person)
        visitor.terms = terms
        self.visitors.append(visitor)
        self._ask(visitor, reach)

    def _ask(self, visitor: Visitor, reach: int = 150, answer: str | None = None) -> Refusal | None:
        asked = wire.Seek("x", visitor.token, "Guest", TERMS[visitor.terms], answer, reach)
        try:
            self.run(self.pools[visitor.process].seek(visitor, visitor.holder, asked))
        except Refusal as refusal:
            return refusal
        return None

    @rule(
        people=st.lists(st.one_of(st.none(), st.integers(0, PEOPLE - 1)), min_size=2, max_size=5),
        terms=st.integers(0, 1),
    )
    def rush(self, people: list[int | None], terms: int) -> None:
        """Many come at once to both processes, which look around at the same time."""

        async def all_at_once() -> None:
            await asyncio.gather(*(self.pools[index % 2].tick() for index in range(4)), *asking)

        asking = []
        for index, person in enumerate(people):
            visitor = Visitor(len(self.visitors), index % 2, person)
            visitor.terms = terms
            self.visitors.append(visitor)
            asked = wire.Seek("x", visitor.token, "Guest", TERMS[terms], None, 4000)
            asking.append(self.pools[visitor.process].seek(visitor, visitor.holder, asked))
        self.run(all_at_once())

    @rule(pick=picks, process=st.integers(0, 1))
    def change_lines(self, pick: int, process: int) -> None:
        """The page connects anew before its old line is known to be dead."""
        found = [each for each in self.visitors if each.is_waiting]
        if not found:
            return
        old = found[pick % len(found)]
        new = Visitor(int(old.token), process, old.person)
        new.terms = old.terms
        self.visitors[self.visitors.index(old)] = new
        self._ask(new, 4000)
        self.run(self.pools[old.process].gone(old))
        new.heard[:0] = [each for each in old.heard if isinstance(each, wire.Paired)]
        self.run(self.pools[process].tick())
        if new.is_waiting:
            seek = self._seek(new)
            assert seek is not None
            assert not seek.match

    @rule(pick=picks)
    def cancel(self, pick: int) -> None:
        found = [each for each in self.visitors if each.is_waiting]
        if not found:
            return
        visitor = found[pick % len(found)]
        try:
            self.run(self.pools[visitor.process].cancel(visitor, "x"))
        except Refusal:
            # Their process has just told them, or is about to: it knows of no such seek.
            self.run(self.pools[visitor.process].tick())
        # It is over, one way or the other.
        assert not visitor.is_waiting

    @rule(pick=picks, process=st.integers(0, 1), terms=st.integers(0, 1))
    def sit_down(self, pick: int, process: int, terms: int) -> None:
        """One tap in the lobby; the terms are the other's."""
        found = [each for each in self.visitors if each.is_waiting]
        if not found:
            return
        host = found[pick % len(found)]
        visitor = Visitor(len(self.visitors), process, None)
        visitor.terms = terms
        self.visitors.append(visitor)
        refusal = self._ask(visitor, answer=seek_name(host.token))
        if refusal is None:
            visitor.terms = host.terms
            assert isinstance(visitor.heard[-1], wire.Paired)
        else:
            assert refusal.refusal == "not-found"

    @rule(pick=picks)
    def disconnect(self, pick: int) -> None:
        found = [each for each in self.visitors if each.is_connected]
        if not found:
            return
        visitor = found[pick % len(found)]
        visitor.is_connected = False
        self.run(self.pools[visitor.process].gone(visitor))

    @rule(pick=picks, process=st.integers(0, 1))
    def come_back(self, pick: int, process: int) -> None:
        """The page connects anew, perhaps elsewhere, and asks for the same again."""
        found = [each for each in self.visitors if not each.is_connected]
        if not found:
            return
        visitor = found[pick % len(found)]
        visitor.is_connected, visitor.process = True, process
        assert self._ask(visitor) is None
        assert isinstance(visitor.heard[-1], wire.Seeking | wire.Paired)

    @rule(one=st.integers(0, PEOPLE - 1), other=st.integers(0, PEOPLE - 1))
    def block(self, one: int, other: int) -> None:
        if one == other:
            return

        def write() -> Script[None]:
            yield Ask(
                "INSERT INTO relations (account, kind, other, at) VALUES (?, 'block', ?, 0) ON CONFLICT DO NOTHING",
                (f"person{one}", f"person{other}"),
            )

        self.run(self.stores[0].transact(write))
        self.blocked.add(frozenset((f"person{one}", f"person{other}")))

    # What happens to servers

    @rule(process=st.integers(0, 1), seconds=st.sampled_from((0.1, 1, 5, 16)))
    def tick(self, process: int, seconds: float) -> None:
        self.time += int(seconds * 1000)
        self.run(self.pools[process].tick())
        # Whoever believes that they are looked after is.
        for visitor in self.visitors:
            if visitor.process == process and visitor.is_waiting:
                seek = self._seek(visitor)
                assert seek is not None, "a seek was lost without a word"
                assert not seek.match, "a match was not told"

    @rule(process=st.integers(0, 1))
    def die(self, process: int) -> None:
        """A server is killed and comes back; nobody could say goodbye."""
        self.run(self.stores[process].close())
        for visitor in self.visitors:
            if visitor.process == process:
                visitor.is_connected = False
        self.run(self.open(process))

    # What is true at any moment

    def _seek(self, visitor: Visitor) -> Seek | None:
        found: Seek | None = self.run(self.stores[visitor.process].ask(lambda: find_seek(seek_name(visitor.token))))
        return found

    @invariant()
    def nobody_sits_at_two_tables_because_of_one_seek(self) -> None:
        for visitor in self.visitors:
            places = {(each.match, each.seat) for each in visitor.heard if isinstance(each, wire.Paired)}
            assert len(places) <= 1

    @invariant()
    def tables_are_full_of_people_who_may_play_together(self) -> None:
        if self.stores[0] is None:
            return
        by_token = {token_hash(visitor.token): visitor for visitor in self.visitors}
        found = self.run(self.stores[0].find(Query("running", limit=500)))
        seated: list[str] = []
        hashes = list(by_token)
        rows = self.run(self.stores[0].find_by_tokens(hashes)) if hashes else []
        tables: dict[str, list[Visitor]] = {}
        for hashed, _, summary in rows:
            seated.append(hashed)
            tables.setdefault(summary.match, []).append(by_token[hashed])
        assert len(seated) == len(set(seated)), "somebody sits twice"
        assert {summary.match for summary in found} == set(tables)
        for match, people in tables.items():
            assert len(people) == 2
            named = [f"person{each.person}" for each in people if each.person is not None]
            assert len(named) == len(set(named)), "somebody plays against themselves"
            if match not in self.seen_matches:
                assert frozenset(named) not in self.blocked
                self.seen_matches.add(match)

    def teardown(self) -> None:
        try:
            if self.stores[0] is not None:
                self._everybody_is_served()
        finally:
            for store in self.stores:
                if store is not None:
                    self.run(store.close())
            self.loop.close()
            shutil.rmtree(self.folder)

    def _everybody_is_served(self) -> None:
        """In the end, of guests who wish for the same at most one is left."""
        for _ in range(60):
            for process in (0, 1):
                self.time += ALIVE_MS // 5
                self.run(self.pools[process].tick())
        for terms in (0, 1):
            left = [each for each in self.visitors if each.is_waiting and each.person is None and each.terms == terms]
            assert len(left) <= 1


PoolMachine.TestCase.settings = settings(
    max_examples=30, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
TestPool = PoolMachine.TestCase


waiting_people = st.lists(
    st.builds(
        Waiting,
        st.uuids().map(str),
        st.sampled_from(("", "", "ann", "bo", "cleo")),
        st.sampled_from(("x", "y")),
        st.sampled_from((2, 2, 3)),
        st.floats(500, 2500),
        st.integers(50, 400),
        st.integers(0, 60_000),
    ).map(lambda one: one._replace(terms=f"{one.terms}{one.seats}")),
    max_size=12,
    unique_by=lambda one: one.id,
)


@settings(max_examples=200, deadline=None)
@given(waiting_people, st.integers(0, 60_000), st.booleans())
def test_tables_are_full_and_nobody_who_could_play_is_left(people: list[Waiting], now: int, blocks: bool) -> None:
    blocked = {frozenset(("ann", "bo"))} if blocks else set()
    tables = groups(people, now, blocked)
    seated = [one.id for table in tables for one in table]
    assert len(seated) == len(set(seated))
    for table in tables:
        assert len(table) == table[0].seats
        assert all(may_play(one, other, now, blocked) for one in table for other in table if one is not other)
        assert all(one.since <= now for one in table)
    left = [one for one in people if one.id not in seated and one.since <= now and one.seats == 2]
    for index, one in enumerate(left):
        assert not any(may_play(one, other, now, blocked) for other in left[index + 1 :])


def test_a_crowd_with_other_wishes_is_in_nobodys_way() -> None:
    crowd = [Waiting(f"c{number}", "", f"clock {number}", 2, 1500, 400, 0) for number in range(500)]
    ann, bo = (Waiting(name, name, "usual", 2, 1500, 400, 10) for name in ("ann", "bo"))
    assert groups([*crowd, ann, bo], 20, set()) == [[ann, bo]]
