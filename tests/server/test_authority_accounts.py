"""A model of who opens which seat where accounts, sessions, API tokens, new tokens, rematches and restarts meet.

Two people play one match after the other. Anybody claims seats for an account with any token there ever was, takes new
tokens by token or by account, ends sessions and API tokens, and the server is stopped and started. After every step
each token, each session and each API token opens exactly the seats that the model says, in every match of the series;
whoever watches is heard and opens nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from collections.abc import Coroutine
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from httpx import Response
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tafelrunde.games.core import SPECTATOR
from tafelrunde.server.people.callers import API_PREFIX
from tafelrunde.server.tokens import token_hash
from tafelrunde.store.people.accounts import Account, add_account
from tafelrunde.store.people.sessions import (
    ApiToken,
    Session,
    add_api_token,
    add_session,
    end_api_token,
    end_sessions,
)
from tests.server.inside import inside

T = TypeVar("T")
ACCOUNTS = ("ann", "bob")
few = st.integers(0, 9)
people = st.integers(0, 1)


@dataclass(frozen=True)
class Key:
    """What opens an account: a session, or an API token that may play."""

    account: str
    id: str
    secret: str
    is_api: bool


@dataclass
class Seat:
    """A person's seat in a match: what opens it."""

    token: str
    owner: str = ""
    session: str = ""


class Accounts(RuleBasedStateMachine):
    """Two people; in every rematch they change seats."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.stack = contextlib.AsyncExitStack()
        self.matches: list[str] = []
        self.sat: list[tuple[Seat, Seat]] = []
        """By match and person."""
        self.tokens: list[str] = []
        self.keys: list[Key] = []
        self.ended: set[str] = set()
        self.lines = 0
        self.acts = 0

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(asyncio.wait_for(work, 60))

    async def open(self) -> None:
        self.server = await self.stack.enter_async_context(inside(Path(self.folder.name) / "m.db"))

    @initialize()
    def begin(self) -> None:
        async def start() -> None:
            await self.open()
            for name in ACCOUNTS:
                account = Account(name, name.title(), name, "person", "", "active", 1, b"{}")
                await self.server.host.store.transact(partial(add_account, account))
            match, tokens = await self.server.create(game="schoko")
            self.matches, self.tokens = [match], tokens
            self.sat = [(Seat(tokens[0]), Seat(tokens[1]))]

        self.run(start())

    def teardown(self) -> None:
        with contextlib.closing(self.loop):
            self.run(self.stack.aclose())
        self.folder.cleanup()

    # What the model says

    def place(self, person: int, match: int) -> int:
        return (person + match) % 2

    def against_token(self, token: str, match: int) -> tuple[str | None, int]:
        """Return what there is against a token in a match, and whose seat it opens."""
        for person, seat in enumerate(self.sat[match]):
            if seat.token == token:
                return ("signed-out" if seat.session in self.ended else None), person
        return "forbidden", -1

    def against_key(self, key: Key, person: int, match: int) -> str | None:
        if key.id in self.ended:
            return "signed-out"
        return None if self.sat[match][person].owner == key.account else "forbidden"

    # How things are asked for

    async def ask_by(self, key: Key, method: str, path: str, data: object = None) -> Response:
        if key.is_api:
            headers = {"authorization": f"Bearer {key.secret}"}
        else:
            origin = str(self.server.http.base_url).rstrip("/")
            headers = {"cookie": f"tafelrunde={key.secret}", "origin": origin}
        return await self.server.http.request(method, path, json=data, headers=headers)

    def act(self, person: int, **action: Any) -> None:
        """Act in the last match by whatever opens the seat; a new key if nothing does."""
        seat, where = self.sat[-1][person], len(self.matches) - 1
        self.acts += 1
        path, data = f"/api/matches/{self.matches[-1]}/acts", {"id": f"act{self.acts}", "action": action}
        if self.against_token(seat.token, where)[0] is None:
            answer = self.run(self.server.post(path, data, seat.token))
        else:
            key = next((key for key in self.keys if self.against_key(key, person, where) is None), None)
            key = key or self.new_key(seat.owner, is_api=True)
            answer = self.run(self.ask_by(key, "POST", f"{path}?seat={self.place(person, where)}", data))
        assert answer.status_code == 200, answer.text

    def new_key(self, account: str, is_api: bool) -> Key:
        name = f"key{len(self.keys)}".ljust(22, "x")
        secret = f"{API_PREFIX}{name}" if is_api else f"{name}.secret"
        key = Key(account, name, secret, is_api)
        now, store = self.server.host.now(), self.server.host.store
        if is_api:
            kept = ApiToken(name, token_hash(secret), account, "", "play", now, now)
            self.run(store.transact(partial(add_api_token, kept)))
        else:
            session = Session(name, account, token_hash("secret"), "", now, now, now, "")
            self.run(store.transact(partial(add_session, session)))
        self.keys.append(key)
        return key

    # What people do

    @rule(account=st.sampled_from(ACCOUNTS), is_api=st.booleans())
    @precondition(lambda self: len(self.keys) < 4)
    def open_account(self, account: str, is_api: bool) -> None:
        self.new_key(account, is_api)

    @rule(chosen=few)
    @precondition(lambda self: self.keys)
    def end_key(self, chosen: int) -> None:
        key = self.keys[chosen % len(self.keys)]

        async def end() -> None:
            host = self.server.host
            script = (
                partial(end_api_token, key.account, key.id, host.now())
                if key.is_api
                else partial(end_sessions, [key.id], host.now())
            )
            await host.store.transact(script)
            await host.end_revoked()

        self.run(end())
        self.ended.add(key.id)

    @rule(chosen=few, token=few)
    @precondition(lambda self: self.keys)
    def claim(self, chosen: int, token: int) -> None:
        key, shown = self.keys[chosen % len(self.keys)], self.tokens[token % len(self.tokens)]
        answer = self.run(self.ask_by(key, "POST", "/api/me/claim", {"tokens": [shown]})).json()
        if key.id in self.ended:
            assert answer["code"] == "signed-out"
            return
        mine = others = 0
        for match, sat in enumerate(self.sat):
            for seat in (each for each in sat if each.token == shown):
                if self.against_token(shown, match)[0] is not None or seat.owner not in ("", key.account):
                    others += 1
                    continue
                mine += 1
                if not seat.owner:
                    seat.owner, seat.session = key.account, key.id
        assert answer == {"claimed": mine, "others": others}

    @rule(token=few, match=few)
    def rotate_by_token(self, token: int, match: int) -> None:
        shown, where = self.tokens[token % len(self.tokens)], match % len(self.matches)
        against, person = self.against_token(shown, where)
        answer = self.run(self.server.post(f"/api/matches/{self.matches[where]}/token", {}, shown)).json()
        assert answer.get("code") == against
        if against is None:
            assert answer["seat"] == self.place(person, where)
            self.rotated(shown, answer["token"])

    @rule(chosen=few, match=few, person=people)
    @precondition(lambda self: self.keys)
    def rotate_by_account(self, chosen: int, match: int, person: int) -> None:
        key, where = self.keys[chosen % len(self.keys)], match % len(self.matches)
        path = f"/api/matches/{self.matches[where]}/token?seat={self.place(person, where)}"
        answer = self.run(self.ask_by(key, "POST", path, {})).json()
        against = self.against_key(key, person, where)
        assert answer.get("code") == against
        if against is None:
            seat = self.sat[where][person]
            self.rotated(seat.token, answer["token"])
            seat.token, seat.session = answer["token"], key.id

    def rotated(self, old: str, new: str) -> None:
        """Note that an old token opens nothing more; where a signed-out device held the seat, no token does."""
        for match, sat in enumerate(self.sat):
            for seat in sat:
                if seat.token == old and self.against_token(old, match)[0] is None:
                    seat.token = new
        self.tokens.append(new)

    @rule(loser=people, proposer=people)
    @precondition(lambda self: len(self.matches) < 3)
    def play_again(self, loser: int, proposer: int) -> None:
        self.act(loser, type="resign")
        self.act(proposer, type="propose", what="rematch")
        self.act(1 - proposer, type="agree")
        state = self.run(self.server.get(f"/api/matches/{self.matches[-1]}")).json()["state"]
        self.matches.append(state["next_match"])
        one, other = self.sat[-1]
        self.sat.append((replace(one), replace(other)))

    @rule()
    def restart(self) -> None:
        async def again() -> None:
            before = self.server
            await self.stack.aclose()
            await self.open()
            # Time and chance go on.
            self.server.now.time = before.now.time
            self.server.host.entropy = before.host.entropy

        self.run(again())

    @rule(match=few)
    def watch(self, match: int) -> None:
        """Somebody who watches speaks, under an id that others have used too, and can do nothing else."""
        name = self.matches[match % len(self.matches)]
        self.lines += 1

        async def speak() -> None:
            async with self.server.socket() as wire:
                await wire.follow(name)
                said = {"type": "chat", "text": f"line {self.lines}"}
                assert (await wire.act(name, SPECTATOR, "act1", **said))["type"] == "ack"
                for seat in (0, 1):
                    assert (await wire.act(name, seat, "act1", **said))["code"] == "not-subscribed"
                assert (await wire.act(name, SPECTATOR, "act1", type="resign"))["code"] == "not-seated"
            chat = (await self.server.get(f"/api/matches/{name}")).json()["chat"]
            assert (chat[-1]["seat"], chat[-1]["text"]) == (SPECTATOR, f"line {self.lines}")

        self.run(speak())

    # What must be so after every step

    @invariant()
    def tokens_open_what_the_model_says(self) -> None:
        for where, match in enumerate(self.matches):
            for token in self.tokens:
                shown = self.run(self.server.get(f"/api/matches/{match}", token)).json()
                against, person = self.against_token(token, where)
                assert shown.get("code") == against
                if against is None:
                    self.check_hands(shown, self.place(person, where))

    @invariant()
    def keys_open_what_the_model_says(self) -> None:
        for where, match in enumerate(self.matches):
            for key in self.keys:
                for person in (0, 1):
                    place = self.place(person, where)
                    shown = self.run(self.ask_by(key, "GET", f"/api/matches/{match}?seat={place}")).json()
                    against = self.against_key(key, person, where)
                    assert shown.get("code") == against
                    if against is None:
                        self.check_hands(shown, place)

    def check_hands(self, shown: dict[str, Any], place: int) -> None:
        assert shown["seat"] == place
        if shown["state"]["finished"] is None:
            hidden = [all(card == "?" for card in hand) for hand in shown["table"]["hands"]]
            assert hidden == [other != place for other in range(2)]


TestAccounts = Accounts.TestCase
TestAccounts.settings = settings(
    max_examples=4, stateful_step_count=10, deadline=None, suppress_health_check=list(HealthCheck)
)
