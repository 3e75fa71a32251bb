"""A model of who opens which seat where accounts, sessions, API tokens, new tokens, rematches and restarts meet.

Two people play one match after the other. Anybody claims seats for an account, a person's or a bot's, with any token
there ever was, takes new tokens by token or by account, ends sessions and API tokens, blocks somebody, deletes an
account and takes its name again, and the server is stopped and started. After every step each token, each session and
each API token with its scopes opens exactly the seats that the model says, in every match of the series, and a bot is
marked where it sits; whoever watches is heard and opens nothing. Each open socket, of a guest, a session or an API
token, follows what its token or account opens, has heard everything that happened there, and speaks for nothing else.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import tempfile
from collections.abc import Coroutine
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest
from httpx import Response
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tafelrunde.games.core import SPECTATOR
from tafelrunde.server.people.callers import API_PREFIX
from tafelrunde.server.tokens import token_hash
from tafelrunde.store.people.accounts import Account, add_account
from tafelrunde.store.people.relations import relate
from tafelrunde.store.people.sessions import (
    ApiToken,
    Session,
    add_api_token,
    add_session,
    end_api_token,
    end_sessions,
)
from tests.server.inside import Wire, inside
from tests.server.walks import seeds, walk

T = TypeVar("T")
KINDS = {"ann": "person", "bob": "person", "robo": "bot"}
GONE = "-"
"""The owner of a seat whose account was deleted."""
names = st.sampled_from(sorted(KINDS))
few = st.integers(0, 9)
people = st.integers(0, 1)


@dataclass(frozen=True)
class Key:
    """What opens an account: a session, which may do everything, or an API token with its scopes."""

    account: str
    id: str
    secret: str
    scopes: str = ""

    @property
    def may_play(self) -> bool:
        return not self.scopes or "play" in self.scopes.split()


@dataclass
class Seat:
    """A person's seat in a match: what opens it."""

    token: str
    owner: str = ""
    session: str = ""


@dataclass
class Ear:
    """An open socket, and all that it was ever let in to: by match and person, with a token or by its account."""

    wire: Wire
    key: Key | None = None
    follows: dict[tuple[int, int], str | Key] = field(default_factory=dict)
    heard: dict[tuple[int, int], int] = field(default_factory=dict)
    lost: set[tuple[int, int]] = field(default_factory=set)
    seen: int = 0


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
        self.ids = {name: name for name in KINDS}
        """The accounts that have the names now."""
        self.ended: set[str] = set()
        self.ears: list[Ear] = []
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
            for name in KINDS:
                await self.register(name)
            match, tokens = await self.server.create(game="schoko")
            self.matches, self.tokens = [match], tokens
            self.sat = [(Seat(tokens[0]), Seat(tokens[1]))]

        self.run(start())

    def fill(self) -> None:
        """Two matches, two accounts with seats in both, and sockets of all kinds: every step concerns somebody."""
        self.play_again(0, 1)
        ann, bob = self.new_key("ann"), self.new_key("bob", "play")
        self.claim(0, 0)
        self.claim(1, 1)
        for key in (None, None, ann, bob):
            self.open_ear(key)
        for match in (0, 1):
            for ear, person in ((0, 0), (0, 1), (1, 1), (2, 0), (3, 1)):
                self.listen(ear, person, match, person, ear < 2)

    async def register(self, name: str) -> None:
        account = Account(self.ids[name], name.title(), name, KINDS[name], "", "active", 1, b"{}")
        await self.server.host.store.transact(partial(add_account, account))

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
        return None if key.may_play and self.sat[match][person].owner == key.account else "forbidden"

    def against(self, holder: str | Key, person: int, match: int) -> str | None:
        """Return what there is against somebody who follows a person's seat."""
        if isinstance(holder, Key):
            return self.against_key(holder, person, match)
        against, whose = self.against_token(holder, match)
        return against if whose == person else "forbidden"

    # How things are asked for

    async def ask_by(self, key: Key, method: str, path: str, data: object = None) -> Response:
        if key.scopes:
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
            key = key or self.new_key(seat.owner, "play")
            answer = self.run(self.ask_by(key, "POST", f"{path}?seat={self.place(person, where)}", data))
        assert answer.status_code == 200, answer.text

    def new_key(self, account: str, scopes: str = "") -> Key:
        name = f"key{len(self.keys)}".ljust(22, "x")
        secret = f"{API_PREFIX}{name}" if scopes else f"{name}.secret"
        key = Key(account, name, secret, scopes)
        now, store = self.server.host.now(), self.server.host.store
        if scopes:
            kept = ApiToken(name, token_hash(secret), account, "", scopes, now, now)
            self.run(store.transact(partial(add_api_token, kept)))
        else:
            session = Session(name, account, token_hash("secret"), "", now, now, now, "")
            self.run(store.transact(partial(add_session, session)))
        self.keys.append(key)
        return key

    # What people do

    @rule(name=names, scopes=st.sampled_from(["", "", "play", "read", "play read"]))
    @precondition(lambda self: len(self.keys) < 5)
    def open_account(self, name: str, scopes: str) -> None:
        self.new_key(self.ids[name], scopes)

    @rule(name=names, other=names)
    def block(self, name: str, other: str) -> None:
        """Block somebody: nobody loses a seat by it."""
        one, two = self.ids[name], self.ids[other]
        self.run(self.server.host.store.transact(partial(relate, one, "block", two, 1, 99)))

    @rule(name=names)
    def delete_account(self, name: str) -> None:
        """Delete an account; somebody else takes its name."""
        account, key = self.ids[name], self.new_key(self.ids[name])
        answer = self.run(self.ask_by(key, "POST", "/api/me/delete", {"name": name.title()}))
        assert answer.status_code == 200, answer.text
        self.ended.update(key.id for key in self.keys if key.account == account)
        for seat in (each for sat in self.sat for each in sat if each.owner == account):
            seat.token, seat.owner, seat.session = "", GONE, ""
        self.ids[name] = account + "x"
        self.run(self.register(name))

    @rule(chosen=few)
    @precondition(lambda self: self.keys)
    def end_key(self, chosen: int) -> None:
        key = self.keys[chosen % len(self.keys)]

        async def end() -> None:
            host = self.server.host
            script = (
                partial(end_api_token, key.account, key.id, host.now())
                if key.scopes
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
        if not key.may_play:
            assert answer["code"] == "forbidden"
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
    @precondition(lambda self: len(self.matches) < 3 and all(seat.owner != GONE for seat in self.sat[-1]))
    def play_again(self, loser: int, proposer: int) -> None:
        loser, proposer = loser % 2, proposer % 2
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
            self.ears = []
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

    def open_ear(self, key: Key | None) -> None:
        async def connect() -> Ear:
            opened = (
                self.server.socket()
                if key is None
                else self.server.socket(script=key.secret)
                if key.scopes
                else self.server.socket(key.secret)
            )
            return Ear(await self.stack.enter_async_context(opened), key)

        self.ears.append(self.run(connect()))

    @rule(chosen=few, again=st.booleans())
    @precondition(lambda self: len(self.ears) < 6)
    def connect(self, chosen: int, again: bool) -> None:
        """Somebody opens a socket, as a guest or by what opens an account."""
        able = [key for key in self.keys if key.may_play and key.id not in self.ended]
        self.open_ear(able[chosen % len(able)] if able and not again else None)

    @rule(chosen=few, token=few, match=few, person=people, again=st.booleans())
    @precondition(lambda self: self.ears)
    def listen(self, chosen: int, token: int, match: int, person: int, again: bool) -> None:
        """Somebody follows a seat, with any token there ever was or by the account of the socket."""
        ear, where = self.ears[chosen % len(self.ears)], match % len(self.matches)
        if again or ear.key is None:
            shown: str | Key = self.tokens[token % len(self.tokens)]
            assert isinstance(shown, str)
            against, person = self.against_token(shown, where)
            asked: dict[str, Any] = {"token": shown}
        else:
            # Of a seat that is not theirs nobody hears whether they are still signed in.
            is_theirs = self.sat[where][person].owner == ear.key.account
            shown, against = ear.key, self.against_key(ear.key, person, where) if is_theirs else "forbidden"
            asked = {"seat": self.place(person, where)}
        answer = self.run(ear.wire.ask("snapshot", type="subscribe", match=self.matches[where], **asked))
        assert answer.get("code") == against
        if against is None:
            self.check_hands(answer, self.place(person, where))
            ear.follows[where, person], ear.heard[where, person] = shown, answer["number"]
            ear.lost.discard((where, person))

    @rule()
    @precondition(lambda self: self.acts < 200)
    def everybody_speaks(self) -> None:
        """Somebody speaks over every socket for every seat that it was ever let in to, whoever has it now."""
        for ear in self.ears:
            for where, person in [*ear.follows, *ear.lost]:
                match, place = self.matches[where], self.place(person, where)
                self.acts += 1
                answer = self.run(ear.wire.act(match, place, f"act{self.acts}", type="chat", text="hello"))
                assert answer.get("code") == (None if (where, person) in ear.follows else "not-subscribed")
                self.sockets_have_heard_what_they_may()

    # What must be so after every step

    @invariant()
    def sockets_have_heard_what_they_may(self) -> None:
        numbers = [self.run(self.server.get(f"/api/matches/{match}")).json()["number"] for match in self.matches]
        for ear in self.ears:
            self.run(ear.wire.ask("pong", type="ping"))
            messages, ear.seen = [json.loads(text) for text in ear.wire.read[ear.seen :]], len(ear.wire.read)
            lost = set()
            for message in messages:
                if message["type"] not in ("unsubscribed", "event"):
                    continue
                where = self.matches.index(message["match"])
                followed = where, (message["seat"] - where) % 2
                if message["type"] == "unsubscribed":
                    lost.add(followed)
                    continue
                assert followed in ear.follows, "an event of a seat that is not followed"
                assert followed not in lost, "an event after the seat was lost"
                self.check_hands(message, message["seat"])
                if message["number"] > ear.heard[followed]:
                    assert message["number"] == ear.heard[followed] + 1
                    ear.heard[followed] = message["number"]
            strangers = {each for each, holder in ear.follows.items() if self.against(holder, each[1], each[0])}
            assert lost == strangers
            for each in strangers:
                del ear.follows[each]
            ear.lost |= strangers
            for where, person in ear.follows:
                assert ear.heard[where, person] == numbers[where], "somebody has missed something"

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

    @invariant()
    def whoever_has_a_name_is_marked_as_what_they_are(self) -> None:
        for where, match in enumerate(self.matches):
            shown = self.run(self.server.get(f"/api/matches/{match}")).json()["state"]["seats"]
            marks: dict[str, list[str]] = {}
            for person, seat in enumerate(self.sat[where]):
                mark = shown[self.place(person, where)]["account"]
                marks.setdefault(seat.owner, []).extend([mark] if mark else [])
            for owner, found in marks.items():
                # With two seats at one screen, one has the name.
                assert found == ([] if owner in ("", GONE) else [KINDS[owner.rstrip("x")]])

    def check_hands(self, shown: dict[str, Any], place: int) -> None:
        assert shown["seat"] == place
        if shown["state"]["finished"] is None:
            hidden = [all(card == "?" for card in hand) for hand in shown["table"]["hands"]]
            assert hidden == [other != place for other in range(2)]


WEIGHTS = {
    "end_key": 5,
    "rotate_by_account": 4,
    "open_account": 4,
    "listen": 6,
    "connect": 3,
    "claim": 3,
    "restart": 1,
    "watch": 1,
}


@pytest.mark.parametrize("seed", seeds())
def test_a_long_history_of_accounts(seed: int) -> None:
    machine = Accounts()

    def begin() -> None:
        machine.begin()
        machine.fill()

    walk(machine, begin, seed, 30, WEIGHTS)


TestAccounts = Accounts.TestCase
TestAccounts.settings = settings(
    max_examples=4, stateful_step_count=10, deadline=None, suppress_health_check=list(HealthCheck)
)
