"""A model of who may do and hear what, held against a real server while seats change hands.

People join, leave, are invited, take new tokens, are banned, come back, use several devices, claim their seats for an
account, and sign in and out, in any order; all sockets stay open throughout. After every step each socket has heard
exactly what the model says, may do exactly what the model says, and has seen no hand but that of a seat that was its
own at that moment.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import tempfile
from collections.abc import Coroutine
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tafelrunde.games.core import SPECTATOR
from tafelrunde.server.tokens import token_hash
from tafelrunde.store.people.accounts import Account, add_account
from tafelrunde.store.people.sessions import Session, add_session
from tests.server.inside import Inside, Wire, inside

T = TypeVar("T")
SEATS = 3
ACCOUNTS = ("ann", "bob")
seats = st.integers(0, SEATS - 1)


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
        self.sessions: list[SignedIn] = []
        self.ended: set[str] = set()
        self.owners: list[SignedIn | None] = [None] * SEATS
        """By seat: whose it is, and in which session it was claimed."""
        self.number = 0
        self.acts = 0

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(asyncio.wait_for(work, 60))

    async def open(self) -> Inside:
        return await self.stack.enter_async_context(inside(Path(self.folder.name) / "m.db"))

    async def close(self) -> None:
        await self.stack.aclose()

    @initialize()
    def begin(self) -> None:
        async def start() -> None:
            self.server = await self.open()
            self.match, (first, self.invitation) = await self.server.create(
                game="schokoly",
                options={"players": "3"},
                seats=[{"kind": "local", "name": "Ann"}, {"kind": "open"}, {"kind": "invited"}],
            )
            self.tokens = [first, self.invitation]
            self.holders[0] = first
            self.kept = {0: first, 2: self.invitation}
            """By seat that is kept for somebody while it is free: the token that takes it."""
            self.kept_in: SignedIn | None = None
            """The session in which whoever made the match had its first seat when they left it."""
            store = self.server.host.store
            for name in ACCOUNTS:
                account = Account(name, name.title(), name, "person", "", "active", 1, b"{}")
                await store.transact(partial(add_account, account))

        self.run(start())
        self.number = 1

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
    def refused_strangers(self) -> tuple[str, ...]:
        """How somebody is refused who asks for a seat over a socket that does not follow it."""
        return ("not-subscribed",)

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
            assert shown is not None
            expected = self.refused(shown) or ("not-seated" if kept else "forbidden")
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
        elif self.holders[seat] is None and seat == 0 and self.kept_in is not None and self.kept_in.id in self.ended:
            # The seat is kept for whoever made the match, and the device with its token was signed out.
            assert answer["code"] == "signed-out"
        elif self.holders[seat] is None:
            assert answer["seat"] == seat
            assert answer["token"] == asked.get("new_token", answer["token"])
            assert again or answer["token"] not in self.tokens
            self.holders[seat] = answer["token"]
            self.owners[seat] = None
            self.tokens.append(answer["token"])
            self.number += 1
        else:
            assert answer["code"] in ("forbidden", "seat-taken")

    @rule(account=st.sampled_from(ACCOUNTS))
    @precondition(lambda self: len(self.devices) < 6)
    def sign_in(self, account: str) -> None:
        """Somebody opens a socket on a device that is signed in."""
        name = f"session{len(self.sessions)}".ljust(22, "x")
        session = SignedIn(account, name, f"{name}.secret")

        async def connect() -> None:
            now = self.server.host.now()
            kept = Session(name, account, token_hash("secret"), "", now, now, now, "")
            await self.server.host.store.transact(partial(add_session, kept))
            wire = await self.stack.enter_async_context(self.server.socket(session.cookie))
            self.devices.append(Device(wire, session))

        self.run(connect())
        self.sessions.append(session)

    @rule(session=st.integers(0, 5))
    @precondition(lambda self: self.sessions)
    def sign_out(self, session: int) -> None:
        chosen = self.sessions[session % len(self.sessions)]
        answer = self.run(self.server.post_as(chosen.cookie, "/api/me/sign-out", {})).json()
        assert answer.get("code") == ("signed-out" if chosen.id in self.ended else None)
        self.ended.add(chosen.id)

    @rule(session=st.integers(0, 5), token=st.integers(0, 9))
    @precondition(lambda self: self.sessions)
    def claim(self, session: int, token: int) -> None:
        """Somebody claims the seat of any token there ever was."""
        chosen, shown = self.sessions[session % len(self.sessions)], self.tokens[token % len(self.tokens)]
        answer = self.run(self.server.post_as(chosen.cookie, "/api/me/claim", {"tokens": [shown]})).json()
        if chosen.id in self.ended:
            assert answer["code"] == "signed-out"
            return
        held = [seat for seat in range(SEATS) if self.may(seat, shown)]
        mine = [seat for seat in held if (self.owners[seat] or chosen).account == chosen.account]
        assert answer["claimed"] == len(mine)
        for seat in mine:
            if self.owners[seat] is None:
                self.owners[seat] = chosen
                self.number += 1

    @rule(device=st.integers(0, 5), seat=seats)
    @precondition(lambda self: self.devices)
    def follow_own(self, device: int, seat: int) -> None:
        """Somebody follows a seat without a token, by the account of the socket."""
        chosen = self.devices[device % len(self.devices)]
        answer = self.run(chosen.wire.ask("snapshot", type="subscribe", match=self.match, seat=seat))
        if chosen.session is not None and self.may(seat, chosen.session):
            assert (answer["type"], answer["seat"], answer["number"]) == ("snapshot", seat, self.number)
            self.check_hands(answer, seat)
            chosen.follows[seat] = chosen.session
            chosen.heard[seat] = self.number
        else:
            assert answer["code"] in ("signed-out", "forbidden")

    @rule(seat=seats)
    def leave(self, seat: int) -> None:
        token = self.holders[seat]
        if token is None:
            return
        was_running = self.running
        answer = self.act_over_http(token, {"type": "leave"})
        if self.refused(token) is not None:
            assert answer["code"] == self.refused(token)
        elif self.left[seat]:
            assert answer["code"] == "not-allowed"
        else:
            assert answer["type"] == "ack"
            self.gone(seat, was_running)

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

    @rule(session=st.integers(0, 5), seat=seats)
    @precondition(lambda self: self.sessions)
    def leave_own(self, session: int, seat: int) -> None:
        """Somebody leaves a seat of their account, on any of their devices."""
        chosen, was_running = self.sessions[session % len(self.sessions)], self.running
        self.acts += 1
        asked = {"id": f"act{self.acts}", "action": {"type": "leave"}}
        path = f"/api/matches/{self.match}/acts?seat={seat}"
        answer = self.run(self.server.post_as(chosen.cookie, path, asked)).json()
        if not self.may(seat, chosen):
            assert answer["code"] in ("signed-out", "forbidden")
        elif self.left[seat]:
            assert answer["code"] == "not-allowed"
        else:
            assert answer["type"] == "ack"
            self.gone(seat, was_running)

    @rule(seat=seats)
    def come_back(self, seat: int) -> None:
        token = self.holders[seat]
        if token is None or self.refused(token) is not None:
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
            assert answer["code"] in ("forbidden", "banned", "not-seated", "signed-out")

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
            assert answer["code"] in self.refused_strangers

    @rule(device=st.integers(0, 5), seat=seats)
    @precondition(lambda self: self.devices)
    def preview(self, device: int, seat: int) -> None:
        """Somebody asks what a move would do, which only the owner of the seat may know."""
        self.look_ahead(device, seat)

    def look_ahead(self, device: int, seat: int) -> None:
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
            if message.get("match") != self.match:
                # Of a match that they played before.
                continue
            if message["type"] == "unsubscribed":
                device.lost.append(message["seat"])
            elif message["type"] == "event":
                seat = message["seat"]
                assert seat in device.follows, "an event for a seat that was never followed"
                assert seat not in device.lost, "an event after the seat was lost"
                assert message["number"] == device.heard[seat] + 1
                device.heard[seat] = message["number"]
                self.check_event(message, device.follows[seat])
                self.check_hands(message, seat)

    def check_event(self, message: dict[str, Any], holder: Holder) -> None:
        """Look at an event that somebody heard."""

    def check_hands(self, message: dict[str, Any], observer: int) -> None:
        """Nobody sees a card in a hand but their own."""
        for seat, hand in enumerate((message.get("table") or {}).get("hands", [])):
            assert all((card == "?") == (seat != observer) for card in hand), (observer, seat, hand)


TestAuthority = Authority.TestCase
TestAuthority.settings = settings(
    max_examples=20, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
