"""A model of who may do and hear what, held against a real server while seats change hands.

People join, leave, are invited, take new tokens, are banned, come back, use several devices, claim their seats for an
account, and sign in and out, in any order; all sockets stay open throughout. After every step each socket has heard
exactly what the model says, may do exactly what the model says, and has seen no hand but that of a seat that was its
own at that moment.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from tafelrunde.games.core import SPECTATOR
from tafelrunde.server.tokens import token_hash
from tafelrunde.store.people.accounts import Account, add_account
from tafelrunde.store.people.sessions import Session, add_session
from tests.server.authority import SEATS, Device, SignedIn, Table
from tests.server.walks import seeds, walk

ACCOUNTS = ("ann", "bob")
seats = st.integers(0, SEATS - 1)


class Authority(Table):
    """Three people at a table of Schokoly: one made it, one seat is open, one is kept for somebody invited."""

    @initialize(full=st.booleans())
    def begin(self, full: bool) -> None:
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
            store = self.server.host.store
            for name in ACCOUNTS:
                account = Account(name, name.title(), name, "person", "", "active", 1, b"{}")
                await store.transact(partial(add_account, account))

        self.run(start())
        self.number = 1
        if full:
            self.fill()

    def fill(self) -> None:
        """All sit down, and follow what happens: each of the steps that come then concerns somebody."""
        for seat in range(1, SEATS):
            self.join(seat, again=False)
        for token in self.holders:
            assert token is not None
            self.open_device(self.tokens.index(token), watching=False)

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
        assert answer["claimed"] == len(mine) * (1 + self.rematches)
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


@pytest.mark.parametrize("seed", seeds())
def test_a_long_history(seed: int) -> None:
    machine = Authority()
    walk(machine, lambda: machine.begin(full=seed % 3 > 0), seed, 60, {"chat": 6, "rotate": 6, "ban": 1})


TestAuthority = Authority.TestCase
TestAuthority.settings = settings(
    max_examples=10, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
