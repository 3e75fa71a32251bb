"""The model of authority over two processes that are restarted, let go of matches, and at times hear nothing.

All that the model of one process does is asked of either of two, over sockets to both. Besides, people hang up, matches
are forgotten and read again, a process is stopped and started, everybody plays a rematch on other seats, and the line
between the processes is cut for a while. Even then nobody hears an event of a seat that was not theirs when it
happened, and nobody acts for one; once the line is mended everybody has heard what they may.
"""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from tafelrunde.games.core import SPECTATOR
from tafelrunde.server.live import upkeep
from tafelrunde.server.match.refusal import Refusal
from tests.server.authority import SEATS, Device, Holder
from tests.server.buses import Line, LineEnd
from tests.server.inside import Counting, Inside, inside
from tests.server.test_authority import Authority, seats
from tests.server.walks import seeds, walk

processes = st.integers(0, 1)


class Processes(Authority):
    """Two processes, one database, one line between them."""

    def __init__(self) -> None:
        super().__init__()
        self.line = Line()
        self.chance = Counting()
        self.stacks = [contextlib.AsyncExitStack(), contextlib.AsyncExitStack()]
        self.servers: list[Inside] = []
        self.places: dict[int, int] = {}
        """By socket: the process it leads to."""
        self.former: list[str] = []
        """The matches before this one, in the order in which they were played."""
        self.past: dict[int, list[tuple[str | None, str]]] = {}
        """By the number of an entry: who held the seats after it, each by a token and an account."""

    async def open(self) -> Inside:
        for process in (0, 1):
            self.servers.append(await self.start(process))
        return self.servers[0]

    async def start(self, process: int) -> Inside:
        database = Path(self.folder.name) / "m.db"
        server = await self.stacks[process].enter_async_context(inside(database, bus=LineEnd(self.line)))
        server.host.entropy = self.chance
        server.now.time = max(other.now.time for other in [server, *self.servers])
        return server

    async def close(self) -> None:
        await super().close()
        for stack in self.stacks:
            await stack.aclose()

    @property
    def is_late(self) -> bool:
        return self.line.is_cut

    @property
    def refused_strangers(self) -> tuple[str, ...]:
        told = super().refused_strangers
        # A process that has not heard of it yet finds out when it writes.
        return (*told, "forbidden", "banned", "signed-out") if self.line.is_cut else told

    def fill(self) -> None:
        super().fill()
        self.everybody_has_heard_what_they_may()
        self.go_to(1)
        for seat, token in enumerate(self.holders):
            assert token is not None
            if seat != 1:
                self.open_device(self.tokens.index(token), watching=False)

    # What happens besides

    @rule(process=processes)
    def go_to(self, process: int) -> None:
        """What is asked from now on is asked of this process."""
        self.server = self.servers[process]

    @rule(process=processes)
    def restart(self, process: int) -> None:
        async def again() -> None:
            is_used = self.server is self.servers[process]
            before = self.servers[process]
            await self.stacks[process].aclose()
            server = self.servers[process] = await self.start(process)
            server.now.time = max(server.now.time, before.now.time)
            self.server = server if is_used else self.server

        self.run(again())
        self.hang_up([device for device in self.devices if self.places[id(device)] == process])

    @rule(which=st.sets(st.integers(0, 5)))
    def forget(self, which: set[int]) -> None:
        """Some hang up, and what nobody needs any more is forgotten."""
        self.hang_up([device for index, device in enumerate(self.devices) if index in which])

        async def tidy() -> None:
            for server in self.servers:
                for live in server.host.lives.values():
                    live.used -= 1_000
                await upkeep.tidy(server.host, set())

        self.run(tidy())

    def hang_up(self, devices: list[Device]) -> None:
        async def close() -> None:
            for device in devices:
                await device.wire.socket.close()

        self.run(close())
        for device in devices:
            del self.places[id(device)]
        self.devices = [device for device in self.devices if device not in devices]

    @rule()
    @precondition(lambda self: not self.line.is_cut)
    def cut(self) -> None:
        self.line.is_cut = True

    @rule()
    @precondition(lambda self: self.line.is_cut)
    def mend(self) -> None:
        """The line is there again; what was missed each process finds out by itself."""
        self.line.is_cut = False
        self.run(self.look_around())

    async def look_around(self) -> None:
        for server in self.servers:
            for live in list(server.host.lives.values()):
                with contextlib.suppress(Refusal):
                    await server.host.refresh(live)

    @rule(device=st.integers(0, 5), seat=seats)
    @precondition(lambda self: self.devices and not self.line.is_cut)
    def preview(self, device: int, seat: int) -> None:
        """While the line is cut, whoever had a seat may look at it for some seconds more."""
        super().look_ahead(device, seat)

    @rule()
    def everybody_speaks(self) -> None:
        """Somebody speaks over every socket for every seat that it was let in to, whoever has it now."""
        for index, device in enumerate(self.devices):
            for seat in [seat for seat in device.follows if seat != SPECTATOR]:
                self.chat(index, seat)
                self.everybody_has_heard_what_they_may()

    @rule(loser=seats, proposer=seats)
    @precondition(lambda self: self.running and self.rematches < 2)
    def play_again(self, loser: int, proposer: int) -> None:
        """Everybody who is there plays a rematch, on other seats."""
        tokens = {seat: token for seat, token in enumerate(self.holders) if token is not None and not self.left[seat]}
        if not {loser, proposer} <= set(tokens) or any(self.refused(token) for token in tokens.values()):
            return
        words: list[tuple[int, dict[str, Any]]] = [
            (loser, {"type": "resign"}),
            (proposer, {"type": "propose", "what": "rematch"}),
            *((seat, {"type": "agree"}) for seat in tokens if seat != proposer),
        ]
        for seat, action in words:
            assert self.act_over_http(tokens[seat], action)["type"] == "ack"
            self.number += 1
        self.everybody_has_heard_what_they_may()
        state = self.run(self.server.get(f"/api/matches/{self.match}")).json()["state"]
        self.former.append(self.match)
        self.match, self.number, self.rematches = state["next_match"], 1, self.rematches + 1
        self.holders = [self.holders[-1], *self.holders[:-1]]
        self.owners = [self.owners[-1], *self.owners[:-1]]
        self.left, self.kept, self.kept_in, self.past = [False] * SEATS, {}, None, {}
        for device in self.devices:
            device.follows, device.heard, device.lost = {}, {}, []

    def seat_before(self, seat: int, which: int) -> int:
        """Return where somebody sat in a match before this one, who has a seat now."""
        return (seat - len(self.former) + which) % SEATS

    @rule(token=st.integers(0, 9), loser=seats)
    @precondition(lambda self: self.former)
    def rotate_before(self, token: int, loser: int) -> None:
        """Somebody asks for a new token in a match that is over: it opens this one, and the old one opens none."""
        shown, which = self.tokens[token % len(self.tokens)], loser % len(self.former)
        held = [seat for seat in range(SEATS) if self.may(seat, shown)]
        answer = self.run(self.server.post(f"/api/matches/{self.former[which]}/token", {}, shown)).json()
        if held:
            assert answer["seat"] == self.seat_before(held[0], which)
            self.holders[held[0]] = answer["token"]
            self.tokens.append(answer["token"])
            self.number += 1
        else:
            assert answer["code"] in ("forbidden", "banned", "not-seated", "signed-out")

    @rule(token=st.integers(0, 9))
    @precondition(lambda self: not self.former)
    def rotate_twice(self, token: int) -> None:
        """Two who have the same token ask for a new one at the same time, each another process: one gets it."""
        shown = self.tokens[token % len(self.tokens)]
        held = [seat for seat in range(SEATS) if self.may(seat, shown)]

        async def ask() -> list[dict[str, Any]]:
            path = f"/api/matches/{self.match}/token"
            answers = await asyncio.gather(*(server.post(path, {}, shown) for server in self.servers))
            return [answer.json() for answer in answers]

        answers = self.run(ask())
        given = [answer["token"] for answer in answers if "token" in answer]
        assert len(given) == len(held)
        if held:
            self.holders[held[0]] = given[0]
            self.tokens.append(given[0])
            self.number += 1

    @rule()
    def everybody_looks(self) -> None:
        """Each token there ever was opens in both processes what it should, in every match of the series."""
        matches = [*self.former, self.match]
        asked = [
            (which, server, token) for which in range(len(matches)) for server in self.servers for token in self.tokens
        ]
        for which, server, token in asked:
            shown = self.run(server.get(f"/api/matches/{matches[which]}", token)).json()
            held = [self.seat_before(seat, which) for seat in range(SEATS) if self.may(seat, token)]
            assert (shown["seat"] if held else shown["code"]) in (
                held or ("forbidden", "banned", "not-seated", "signed-out")
            )

    # What must be so after every step

    @invariant()
    def everybody_has_heard_what_they_may(self) -> None:
        for device in self.devices:
            self.places.setdefault(id(device), self.servers.index(self.server))
        account = [owner.account if owner is not None else "" for owner in self.owners]
        for number in range(max(self.past, default=0) + 1, self.number + 1):
            self.past[number] = list(zip(self.holders, account, strict=True))
        self.run(self.hear_the_news())
        for device in self.devices:
            self.settle(device)
            valid = self.valid(device)
            for seat in device.lost:
                assert self.line.is_cut or seat not in valid, "somebody was sent away from their own seat"
                device.follows.pop(seat, None)
                device.heard.pop(seat, None)
            device.lost.clear()
            if not self.line.is_cut:
                assert set(device.follows) <= set(valid), "a stranger was not told"
                assert all(device.heard[seat] == self.number for seat in device.follows), (device.heard, self.number)

    async def hear_the_news(self) -> None:
        await self.line.deliver()
        for server in self.servers:
            # Who was shut out or signed out every process learns from the database, within a second.
            server.host.ban(await server.host.store.banned())
            await server.host.end_revoked()

    def check_event(self, message: dict[str, Any], holder: Holder) -> None:
        """Nobody hears an event of a seat that was not theirs when it happened."""
        if holder is not None:
            token, account = self.past[message["number"]][message["seat"]]
            assert holder == token if isinstance(holder, str) else holder.account == account


WEIGHTS = {
    "play_again": 6,
    "restart": 1,
    "forget": 1,
    "ban": 1,
    "mend": 1,
    "rotate": 6,
    "follow": 6,
    "join": 4,
    "claim": 4,
}


@pytest.mark.parametrize("seed", seeds())
def test_a_long_history_of_two_processes(seed: int) -> None:
    machine = Processes()
    walk(machine, lambda: machine.begin(full=True), seed, 80, WEIGHTS)


TestProcesses = Processes.TestCase
TestProcesses.settings = settings(
    max_examples=4, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
