"""What the model of authority knows: who holds which seat of a match, what each socket may hear, and has heard.

The rules, which say what people do, are in the tests.
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

from hypothesis.stateful import RuleBasedStateMachine, invariant

from tafelrunde.games.core import SPECTATOR
from tests.server.inside import Inside, Wire, inside

T = TypeVar("T")
SEATS = 3


@dataclass(frozen=True)
class SignedIn:
    """A session of an account."""

    account: str
    id: str
    cookie: str


Holder = str | SignedIn | None
"""A token, somebody who is signed in, or a spectator."""


@dataclass
class Device:
    """An open socket, with the seats it was let in to and by what."""

    wire: Wire
    session: SignedIn | None = None
    follows: dict[int, Holder] = field(default_factory=dict)
    heard: dict[int, int] = field(default_factory=dict)
    """By observer: the number of the last event."""
    lost: list[int] = field(default_factory=list)
    seen: int = 0
    """How many of its messages were looked at."""


class Table(RuleBasedStateMachine):
    """A match of three seats on a real server, and everybody around it."""

    server: Inside
    match: str
    kept: dict[int, str]
    """By seat that is kept for somebody while it is free: the token that takes it."""
    kept_in: SignedIn | None = None
    """The session in which whoever made the match had its first seat when they left it."""

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
        self.sessions: list[SignedIn] = []
        self.ended: set[str] = set()
        self.owners: list[SignedIn | None] = [None] * SEATS
        """By seat: whose it is, and in which session it was claimed."""
        self.rematches = 0
        """In each match of the series the same people hold the seats."""
        self.number = 0
        self.acts = 0

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(asyncio.wait_for(work, 60))

    async def open(self) -> Inside:
        return await self.stack.enter_async_context(inside(Path(self.folder.name) / "m.db"))

    async def close(self) -> None:
        await self.stack.aclose()

    def teardown(self) -> None:
        with contextlib.closing(self.loop):
            self.run(self.close())
        self.folder.cleanup()

    # What the model knows

    @property
    def running(self) -> bool:
        return all(self.holders)

    def may(self, seat: int, holder: Holder) -> bool:
        """Return whether somebody may act for a seat now."""
        owner = self.owners[seat]
        if isinstance(holder, SignedIn):
            is_owner = owner is not None and owner.account == holder.account
            return is_owner and holder.id not in self.ended and self.holders[seat] is not None
        return self.holds(seat, holder) and holder not in self.banned and not self.is_closed(seat)

    def holds(self, seat: int, token: str | None) -> bool:
        return token is not None and self.holders[seat] == token

    def is_closed(self, seat: int) -> bool:
        """Return whether a seat's token opens it no more, because the session it was claimed in has ended."""
        owner = self.owners[seat]
        return owner is not None and owner.id in self.ended

    def refused(self, token: str) -> str | None:
        """Return why a token is refused at the seat that it holds."""
        if token in self.banned:
            return "banned"
        return "signed-out" if any(self.holds(seat, token) and self.is_closed(seat) for seat in range(SEATS)) else None

    def valid(self, device: Device) -> list[int]:
        return [seat for seat, token in device.follows.items() if seat == SPECTATOR or self.may(seat, token)]

    @property
    def is_late(self) -> bool:
        """Whether somebody who follows a seat once more may first hear what they have missed of it."""
        return False

    @property
    def refused_strangers(self) -> tuple[str, ...]:
        """How somebody is refused who asks for a seat over a socket that does not follow it."""
        return ("not-subscribed",)

    def gone(self, seat: int, was_running: bool) -> None:
        """Take in that somebody has left."""
        self.number += 1
        if was_running:
            self.left[seat] = True
            return
        if seat == 0:
            token = self.holders[0]
            assert token is not None
            self.kept[0], self.kept_in = token, self.owners[0]
        self.holders[seat] = self.owners[seat] = None

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
            if message.get("match") != self.match:
                # Of a match that they played before.
                continue
            if message["type"] == "unsubscribed":
                device.lost.append(message["seat"])
            elif message["type"] == "event":
                seat = message["seat"]
                assert seat in device.follows, "an event for a seat that was never followed"
                assert seat not in device.lost, "an event after the seat was lost"
                if message["number"] > device.heard[seat] or not self.is_late:
                    assert message["number"] == device.heard[seat] + 1
                    device.heard[seat] = message["number"]
                self.check_event(message, device.follows[seat])
                self.check_hands(message, seat)

    def check_event(self, message: dict[str, Any], holder: Holder) -> None:
        """Look at an event that somebody heard."""

    def check_hands(self, message: dict[str, Any], observer: int) -> None:
        """Nobody sees a card in a hand but their own, until the match is over."""
        if (message.get("state") or {}).get("finished") is not None:
            return
        for seat, hand in enumerate((message.get("table") or {}).get("hands", [])):
            assert all((card == "?") == (seat != observer) for card in hand), (observer, seat, hand)
