"""A model of who may do and hear what, held against a real server while seats change hands.

People join, leave, are invited, take new tokens, are banned, come back and use several devices, in any order; all
sockets stay open throughout. After every step each socket has heard exactly what the model says, may do exactly what
the model says, and has seen no hand but that of a seat that was its own at that moment.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import tempfile
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tafelrunde.games.core import SPECTATOR
from tafelrunde.server.tokens import token_hash
from tests.server.inside import Wire, inside

T = TypeVar("T")
SEATS = 3
seats = st.integers(0, SEATS - 1)


@dataclass
class Device:
    """An open socket, with the seats it was let in to and the tokens it came with."""

    wire: Wire
    follows: dict[int, str | None] = field(default_factory=dict)
    heard: dict[int, int] = field(default_factory=dict)
    """By observer: the number of the last event."""
    lost: list[int] = field(default_factory=list)
    seen: int = 0
    """How many of its messages were looked at."""


class Authority(RuleBasedStateMachine):
    """Three people at a table of Schokoly: one made it, one seat is open, one is kept for somebody invited."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.stack = contextlib.AsyncExitStack()
        self.devices: list[Device] = []
        self.tokens: list[str] = []
        self.holders: list[str | None] = [None] * SEATS
        self.left = [False] * SEATS
        self.banned: set[str] = set()
        self.number = 0
        self.acts = 0

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(asyncio.wait_for(work, 60))

    @initialize()
    def begin(self) -> None:
        async def start() -> None:
            self.server = await self.stack.enter_async_context(inside(Path(self.folder.name) / "m.db"))
            self.match, (first, self.invitation) = await self.server.create(
                game="schokoly",
                options={"players": "3"},
                seats=[{"kind": "local", "name": "Ann"}, {"kind": "open"}, {"kind": "invited"}],
            )
            self.tokens = [first, self.invitation]
            self.holders[0] = first
            self.kept = {0: first, 2: self.invitation}
            """By seat that is kept for somebody while it is free: the token that takes it."""

        self.run(start())
        self.number = 1

    def teardown(self) -> None:
        async def stop() -> None:
            await self.stack.aclose()

        with contextlib.closing(self.loop):
            self.run(stop())
        self.folder.cleanup()

    # What the model knows

    @property
    def running(self) -> bool:
        return all(self.holders)

    def may(self, seat: int, token: str | None) -> bool:
        """Tell whether a token opens a seat now."""
        return token is not None and self.holders[seat] == token and token not in self.banned

    def valid(self, device: Device) -> list[int]:
        return [seat for seat, token in device.follows.items() if seat == SPECTATOR or self.may(seat, token)]

    # What people do

    @rule(token=st.integers(0, 9), watching=st.booleans())
    @precondition(lambda self: len(self.devices) < 6)
    def open_device(self, token: int, watching: bool) -> None:
        async def connect() -> None:
            wire = await self.stack.enter_async_context(self.server.socket())
            self.devices.append(Device(wire))

        self.run(connect())
        self.follow(len(self.devices) - 1, token, watching)

    @rule(device=st.integers(0, 5), token=st.integers(0, 9), watching=st.booleans())
    @precondition(lambda self: self.devices)
    def follow(self, device: int, token: int, watching: bool) -> None:
        """Somebody subscribes with any token there ever was, or as a spectator."""
        chosen = self.devices[device % len(self.devices)]
        shown = None if watching else self.tokens[token % len(self.tokens)]
        answer = self.run(chosen.wire.follow(self.match, shown))
        held = [seat for seat in range(SEATS) if self.may(seat, shown)]
        if shown is None:
            held = [SPECTATOR]
        if held:
            assert (answer["type"], answer["seat"], answer["number"]) == ("snapshot", held[0], self.number)
            self.check_hands(answer, held[0])
            chosen.follows[held[0]] = shown
            chosen.heard[held[0]] = self.number
        else:
            kept = any(self.kept.get(seat) == shown and self.holders[seat] is None for seat in range(SEATS))
            expected = "banned" if shown in self.banned else "not-seated" if kept else "forbidden"
            assert (answer["type"], answer["code"]) == ("refusal", expected)

    @rule(seat=seats, again=st.booleans())
    def join(self, seat: int, again: bool) -> None:
        asked: dict[str, Any] = {"name": "Bo"}
        if seat in self.kept:
            asked["token"] = self.kept[seat]
        if again and self.tokens:
            # Somebody tries to sit down with a token that was used before: it gets its own seat or nothing new.
            asked["new_token"] = self.tokens[-1]
        answer = self.run(self.server.post(f"/api/matches/{self.match}/seats", asked)).json()
        held = [seat for seat in range(SEATS) if asked.get("new_token") and self.holders[seat] == asked["new_token"]]
        if self.banned & {asked.get("token"), asked.get("new_token")}:
            assert answer["code"] == "banned"
        elif held:
            assert answer == {"seat": held[0], "token": asked["new_token"]}
        elif asked.get("new_token") in [token for free, token in self.kept.items() if self.holders[free] is None]:
            assert answer["code"] == "not-allowed"
        elif self.holders[seat] is None:
            assert answer["seat"] == seat
            assert answer["token"] == asked.get("new_token", answer["token"])
            assert again or answer["token"] not in self.tokens
            self.holders[seat] = answer["token"]
            self.tokens.append(answer["token"])
            self.number += 1
        else:
            assert answer["code"] in ("forbidden", "seat-taken")

    @rule(seat=seats)
    def leave(self, seat: int) -> None:
        token = self.holders[seat]
        if token is None:
            return
        was_running = self.running
        answer = self.act_over_http(token, {"type": "leave"})
        if token in self.banned:
            assert answer["code"] == "banned"
        elif self.left[seat]:
            assert answer["code"] == "not-allowed"
        else:
            assert answer["type"] == "ack"
            self.number += 1
            if was_running:
                self.left[seat] = True
            else:
                self.holders[seat] = None
                if seat == 0:
                    self.kept[0] = token

    @rule(seat=seats)
    def come_back(self, seat: int) -> None:
        token = self.holders[seat]
        if token is None or token in self.banned:
            return
        answer = self.act_over_http(token, {"type": "return"})
        if self.left[seat]:
            assert answer["type"] == "ack"
            self.left[seat] = False
            self.number += 1
        else:
            assert answer["code"] == "not-allowed"

    @rule(token=st.integers(0, 9))
    def rotate(self, token: int) -> None:
        shown = self.tokens[token % len(self.tokens)]
        held = [seat for seat in range(SEATS) if self.may(seat, shown)]
        answer = self.run(self.server.post(f"/api/matches/{self.match}/token", {}, shown)).json()
        if held:
            assert answer["seat"] == held[0]
            self.holders[held[0]] = answer["token"]
            self.tokens.append(answer["token"])
            self.number += 1
        else:
            assert answer["code"] in ("forbidden", "banned", "not-seated")

    @rule(token=st.integers(0, 9))
    @precondition(lambda self: len(self.banned) < 2)
    def ban(self, token: int) -> None:
        shown = self.tokens[token % len(self.tokens)]
        self.banned.add(shown)

        async def shut_out() -> None:
            await self.server.host.store.ban(token_hash(shown), 1)
            self.server.host.ban(await self.server.host.store.banned())

        self.run(shut_out())

    @rule(device=st.integers(0, 5), seat=seats)
    @precondition(lambda self: self.devices)
    def chat(self, device: int, seat: int) -> None:
        """Somebody speaks for any seat over a socket that may or may not have followed it."""
        chosen = self.devices[device % len(self.devices)]
        self.acts += 1
        answer = self.run(chosen.wire.act(self.match, seat, f"act{self.acts}", type="chat", text="hello"))
        if seat in chosen.follows and self.may(seat, chosen.follows[seat]):
            assert answer["type"] == "ack", answer
            self.number += 1
            assert answer["number"] == self.number
        else:
            assert answer["code"] == "not-subscribed"

    @rule(device=st.integers(0, 5), seat=seats)
    @precondition(lambda self: self.devices)
    def preview(self, device: int, seat: int) -> None:
        """Somebody asks what a move would do, which only the owner of the seat may know."""
        chosen = self.devices[device % len(self.devices)]
        answer = self.run(chosen.wire.ask("tried", type="try", id="t", match=self.match, seat=seat, move="pass"))
        if seat in chosen.follows and self.may(seat, chosen.follows[seat]):
            assert answer.get("code") in (None, "not-started", "not-your-turn")
        else:
            assert answer["code"] == "not-subscribed"

    def act_over_http(self, token: str, action: dict[str, Any]) -> dict[str, Any]:
        self.acts += 1
        data = {"id": f"act{self.acts}", "action": action}
        answer: dict[str, Any] = self.run(self.server.post(f"/api/matches/{self.match}/acts", data, token)).json()
        return answer

    # What must be so after every step

    @invariant()
    def everybody_has_heard_what_they_may(self) -> None:
        for device in self.devices:
            self.settle(device)
            valid = self.valid(device)
            for seat in [seat for seat in device.follows if seat not in valid]:
                assert seat in device.lost, "a stranger was not told"
                del device.follows[seat], device.heard[seat]
            device.lost.clear()
            for seat in valid:
                assert device.heard[seat] == self.number, (seat, device.heard, self.number)

    def settle(self, device: Device) -> None:
        """Read everything a socket was sent so far."""
        self.run(device.wire.ask("pong", type="ping"))
        messages = [json.loads(text) for text in device.wire.read[device.seen :]]
        device.seen = len(device.wire.read)
        for message in messages:
            if message["type"] == "unsubscribed":
                device.lost.append(message["seat"])
            elif message["type"] == "event":
                seat = message["seat"]
                assert seat in device.follows, "an event for a seat that was never followed"
                assert seat not in device.lost, "an event after the seat was lost"
                assert message["number"] == device.heard[seat] + 1
                device.heard[seat] = message["number"]
                self.check_hands(message, seat)

    def check_hands(self, message: dict[str, Any], observer: int) -> None:
        """Nobody sees a card in a hand but their own."""
        for seat, hand in enumerate((message.get("table") or {}).get("hands", [])):
            assert all((card == "?") == (seat != observer) for card in hand), (observer, seat, hand)


TestAuthority = Authority.TestCase
TestAuthority.settings = settings(
    max_examples=20, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
