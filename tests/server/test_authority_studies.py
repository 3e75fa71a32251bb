"""A model of who may read, write and keep studies, and who may moderate, held against a real server.

Guests and accounts make studies, follow and write them with any link there ever was, by sessions and API tokens; links
are changed, here and by another process, tokens banned, devices signed out, accounts suspended, let in again, made
moderators and unmade, studies deleted and made again, and the server is restarted. After every step each link, session
and API token opens exactly what the model says, and each socket has heard exactly what it might.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from collections.abc import Coroutine
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest
from httpx import Response
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tafelrunde.server.administration.admin import Charge
from tafelrunde.server.administration.people import set_role, suspend
from tafelrunde.server.people.accounts import MODERATOR
from tafelrunde.server.people.callers import API_PREFIX
from tafelrunde.server.tokens import token_hash
from tafelrunde.store.people.accounts import Account, add_account
from tafelrunde.store.people.sessions import ApiToken, Session, add_api_token, add_session, end_api_token, end_sessions
from tafelrunde.store.studies import find_study, set_links
from tests.server.inside import Wire, inside
from tests.server.walks import seeds, walk

T = TypeVar("T")
ACCOUNTS = ("ann", "bob")
few = st.integers(0, 9)
accounts = st.sampled_from(ACCOUNTS)


@dataclass(frozen=True)
class Key:
    """What somebody asks by: a link (its token), or a session or an API token of an account."""

    secret: str
    account: str = ""
    id: str = ""
    scopes: frozenset[str] | None = None


@dataclass
class Study:
    """A study: what opens it."""

    id: str
    owner: str
    read: str
    write: str
    keep: str
    number: int = 0
    is_gone: bool = False


@dataclass
class Reader:
    """A socket that follows one study."""

    wire: Wire
    key: Key
    study: Study
    heard: list[int] = field(default_factory=list)
    expected: list[int] = field(default_factory=list)
    closed: str = ""
    seen: int = 0


class Studies(RuleBasedStateMachine):
    """Few people, few studies, and everything that ever opened one."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.stack = contextlib.AsyncExitStack()
        self.studies: list[Study] = []
        self.keys: list[Key] = []
        self.readers: list[Reader] = []
        self.ended: set[str] = set()
        self.banned: set[str] = set()
        self.suspended: set[str] = set()
        self.moderators: set[str] = set()
        self.reports: dict[int, str] = {}
        """Open ones: whom each is about."""
        self.reported = self.made = 0

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(asyncio.wait_for(work, 60))

    def new(self, kind: str) -> str:
        self.made += 1
        return f"{kind}{self.made}".ljust(32, "x")

    async def open(self) -> None:
        self.server = await self.stack.enter_async_context(inside(Path(self.folder.name) / "m.db"))

    @initialize()
    def begin(self) -> None:
        async def start() -> None:
            await self.open()
            for name in ACCOUNTS:
                account = Account(name, name.title(), name, "person", "", "active", 1, b"{}")
                await self.server.host.store.transact(partial(add_account, account))
            self.match, self.tokens = await self.server.create()

        self.run(start())
        for place, name in enumerate(ACCOUNTS):
            key = self.add_key(name, None)
            self.run(self.ask(key, "POST", "/api/me/claim", {"tokens": [self.tokens[place]]}))
        self.make(0)

    def teardown(self) -> None:
        with contextlib.closing(self.loop):
            self.run(self.stack.aclose())
        self.folder.cleanup()

    def fill(self) -> None:
        """Two studies, of somebody with a name and of a guest, that all follow whom they are open to."""
        self.make(len(self.keys) - 1)
        for study, one in enumerate(self.studies):
            for secret in (one.read, one.write):
                self.follow(next(index for index, key in enumerate(self.keys) if key.secret == secret), study)
        self.follow(0, 0)

    @rule()
    @precondition(lambda self: sum(one.number for one in self.studies) < 60)
    def everybody_writes(self) -> None:
        """Somebody writes into every study by whatever a socket came with, and all who may hear it."""
        for reader in self.readers:
            self.write(self.keys.index(reader.key), self.studies.index(reader.study), elsewhere=False)
            self.sockets_have_heard_what_they_might()

    def role(self, study: Study, key: Key) -> str | None:
        if study.is_gone:
            return None
        if key.account:
            return "keep" if study.owner == key.account and key.id not in self.ended else None
        opened = {study.write: "write", study.read: "read"} | ({} if study.owner else {study.keep: "keep"})
        return None if key.secret in self.banned else opened.get(key.secret)

    def refusal(self, key: Key, scope: str | None) -> str | None:
        """Return what an account hears instead of anything else: scripts do not become guests when they end."""
        if key.scopes is None:
            return None
        return "signed-out" if key.id in self.ended else None if scope in key.scopes else "forbidden"

    def against_keeping(self, study: Study, key: Key) -> str | None:
        needed = {"keep": None, None: "not-found"}.get(self.role(study, key), "forbidden")
        return self.refusal(key, "play") or needed

    async def ask(self, key: Key, method: str, path: str, data: object = None) -> Response:
        if key.account and key.scopes is None:
            origin = str(self.server.http.base_url).rstrip("/")
            headers = {"cookie": f"tafelrunde={key.secret}", "origin": origin}
        else:
            headers = {"authorization": f"Bearer {key.secret}"}
        return await self.server.http.request(method, path, json=data, headers=headers)

    def add_key(self, account: str, scopes: frozenset[str] | None) -> Key:
        name = self.new("key")[:22]
        now, store = self.server.host.now(), self.server.host.store
        if scopes is None:
            key = Key(f"{name}.secret", account, name)
            kept = Session(name, account, token_hash("secret"), "", now, now, now, "")
            self.run(store.transact(partial(add_session, kept)))
        else:
            key = Key(f"{API_PREFIX}{name}", account, name, scopes)
            token = ApiToken(name, token_hash(key.secret), account, "", " ".join(sorted(scopes)), now, now)
            self.run(store.transact(partial(add_api_token, token)))
        self.keys.append(key)
        return key

    def pick(self, chosen: int) -> Key:
        return self.keys[chosen % len(self.keys)]

    @rule(chosen=few)
    @precondition(lambda self: len(self.studies) < 2)
    def make(self, chosen: int) -> None:
        key = self.pick(chosen)
        owner = key.account if key.scopes is None and key.id not in self.ended else ""
        study = Study("", owner, self.new("read"), self.new("write"), self.new("keep"))
        self.create(study, key if owner else None)
        self.studies.append(study)
        self.keys += [Key(study.read), Key(study.write), Key(study.keep)]

    def create(self, study: Study, key: Key | None) -> None:
        asked = {"title": "Study", "read": study.read, "write": study.write, "keep": study.keep}
        made = self.ask(key, "POST", "/api/studies", asked) if key else self.server.post("/api/studies", asked)
        study.id = self.run(made).json()["id"]

    @rule(account=accounts, only=st.sampled_from(["", "read", "play"]))
    @precondition(lambda self: len(self.keys) < 14)
    def open_account(self, account: str, only: str) -> None:
        """Somebody signs in on a device, or makes an API token with one scope only."""
        if account not in self.suspended:
            self.add_key(account, frozenset({only}) if only else None)

    @rule(chosen=few)
    def end_key(self, chosen: int) -> None:
        key = self.pick(chosen)
        if not key.account:
            return

        async def end() -> None:
            host = self.server.host
            session = partial(end_sessions, [key.id], host.now())
            await host.store.transact(
                partial(end_api_token, key.account, key.id, host.now()) if key.scopes is not None else session
            )
            await host.end_revoked()

        self.run(end())
        self.ended.add(key.id)

    @rule(account=accounts, on=st.booleans())
    def suspend(self, account: str, on: bool) -> None:
        async def change() -> None:
            await suspend(self.server.host.store, Charge("test"), account, on)
            await self.server.host.end_revoked()

        self.run(change())
        (self.suspended.add if on else self.suspended.discard)(account)
        if on:
            self.ended |= {key.id for key in self.keys if key.account == account}

    @rule(account=accounts, on=st.booleans())
    def promote(self, account: str, on: bool) -> None:
        self.run(set_role(self.server.host.store, Charge("test"), account, MODERATOR if on else ""))
        (self.moderators.add if on else self.moderators.discard)(account)

    @rule(chosen=few)
    @precondition(lambda self: len(self.banned) < 2)
    def ban(self, chosen: int) -> None:
        key = self.pick(chosen)
        if key.account:
            return
        self.banned.add(key.secret)

        async def shut_out() -> None:
            await self.server.host.store.ban(token_hash(key.secret), 1)
            self.server.host.ban(await self.server.host.store.banned())

        self.run(shut_out())

    @rule(chosen=few, study=few)
    def change_links(self, chosen: int, study: int) -> None:
        key, one = self.pick(chosen), self.studies[study % len(self.studies)]
        new = self.new("read")
        answer = self.run(self.ask(key, "POST", f"/api/studies/{one.id}/links", {"read": new})).json()
        wanted = self.against_keeping(one, key)
        assert answer.get("code") == wanted
        if wanted is None:
            one.read = new
            self.keys.append(Key(new))

    @rule(chosen=few, study=few, elsewhere=st.booleans())
    def write(self, chosen: int, study: int, elsewhere: bool) -> None:
        """Somebody writes; another process may have changed a link a moment before, of which this one did not hear."""
        key, one = self.pick(chosen), self.studies[study % len(self.studies)]
        if elsewhere and not one.is_gone:
            one.read = self.new("read")
            self.keys.append(Key(one.read))
            store = self.server.host.store
            found = self.run(store.ask(partial(find_study, one.id)))
            assert found is not None
            self.run(store.transact(partial(set_links, one.id, token_hash(one.read), found.writes)))
        op = {"type": "title", "id": self.new("op"), "title": "Another"}
        answer = self.run(self.ask(key, "POST", f"/api/studies/{one.id}/ops", {"ops": [op]})).json()
        role = self.role(one, key)
        wanted = self.refusal(key, "play") or {None: "not-found", "read": "forbidden"}.get(role)
        assert answer.get("code") == wanted
        if wanted is None:
            one.number += 1
            assert answer["done"][0]["number"] == one.number
            for reader in self.readers:
                if reader.study is one and not reader.closed and self.role(one, reader.key):
                    reader.expected.append(one.number)

    @rule(chosen=few, study=few)
    @precondition(lambda self: len(self.readers) < 7)
    def follow(self, chosen: int, study: int) -> None:
        key, one = self.pick(chosen), self.studies[study % len(self.studies)]
        if key.scopes is not None:
            return

        async def follow() -> Reader:
            socket = self.server.socket(key.secret if key.account else "")
            return Reader(await self.stack.enter_async_context(socket), key, one)

        if key.id not in self.ended:
            self.readers.append(self.run(follow()))
            self.ask_to_hear(self.readers[-1])

    @rule(chosen=few)
    @precondition(lambda self: any(reader.closed for reader in self.readers))
    def follow_again(self, chosen: int) -> None:
        """Somebody who was sent away asks again over the same socket."""
        closed = [reader for reader in self.readers if reader.closed]
        self.ask_to_hear(closed[chosen % len(closed)])

    def ask_to_hear(self, reader: Reader) -> None:
        one, token = reader.study, {} if reader.key.account else {"token": reader.key.secret}
        self.run(reader.wire.send(type="follow-study", study=one.id, since=0, name="x", **token))
        reader.closed, reader.heard = "", []
        reader.expected = list(range(1, one.number + 1)) if self.role(one, reader.key) else []

    @rule(chosen=few, study=few, again=st.booleans())
    def delete(self, chosen: int, study: int, again: bool) -> None:
        key, one = self.pick(chosen), self.studies[study % len(self.studies)]
        answer = self.run(self.ask(key, "POST", f"/api/studies/{one.id}/delete", {})).json()
        wanted = self.against_keeping(one, key)
        assert answer.get("code") == wanted
        if wanted is None:
            one.is_gone = True
            if again and not one.owner and one.keep not in self.banned:
                self.settle_all()
                self.create(one, None)
                one.is_gone, one.number = False, 0

    @rule(about=st.integers(0, 1))
    @precondition(lambda self: self.reported < 3)
    def report(self, about: int) -> None:
        asked = {"match": self.match, "seat": about, "reason": "abuse"}
        answer = self.run(self.server.post("/api/reports", asked))
        assert answer.status_code == 201, answer.text
        if ACCOUNTS[about] not in self.reports.values():
            # What is reported already, and still open, is one report.
            self.reported += 1
            self.reports[self.reported] = ACCOUNTS[about]

    @rule(chosen=few, number=st.integers(1, 3))
    def resolve(self, chosen: int, number: int) -> None:
        key = self.pick(chosen)
        if not key.account:
            return
        answer = self.run(self.ask(key, "POST", f"/api/reports/{number}/resolve", {"decision": "dismiss"})).json()
        wanted = self.against_moderating(key)
        if wanted is None and self.reports.get(number, key.account) == key.account:
            wanted = "not-found"
        assert answer.get("code") == wanted
        if wanted is None:
            del self.reports[number]

    def against_moderating(self, key: Key) -> str | None:
        if key.id in self.ended:
            return "signed-out"
        return None if key.scopes is None and key.account in self.moderators else "forbidden"

    @rule()
    def restart(self) -> None:
        before, self.readers = self.server, []
        self.run(self.stack.aclose())
        self.run(self.open())
        self.server.now.time, self.server.host.entropy = before.now.time, before.host.entropy

    @invariant()
    def everybody_opens_what_the_model_says(self) -> None:
        for study in self.studies:
            for key in self.keys:
                answer = self.run(self.ask(key, "GET", f"/api/studies/{study.id}")).json()
                role = self.role(study, key)
                wanted = self.refusal(key, "read") or (None if role else "not-found")
                assert answer.get("code") == wanted
                if wanted is None:
                    assert (answer["role"], answer["number"]) == (role, study.number)

    @invariant()
    def moderators_see_everything_but_what_is_said_of_themselves(self) -> None:
        for key in (each for each in self.keys if each.account):
            answer = self.run(self.ask(key, "GET", "/api/reports")).json()
            assert answer.get("code") == self.against_moderating(key)
            if "reports" in answer:
                seen = {number for number, about in self.reports.items() if about != key.account}
                assert {each["id"] for each in answer["reports"]} == seen
            acts = self.run(self.ask(key, "GET", "/api/moderation/acts")).json()
            assert acts.get("code") == self.against_moderating(key)

    @invariant()
    def sockets_have_heard_what_they_might(self) -> None:
        self.settle_all()
        for reader in self.readers:
            assert reader.heard == reader.expected

    def settle_all(self) -> None:
        """Read what the sockets were sent, and compare with whether they may still hear."""
        self.run(self.server.server.library.followers.look())
        for reader in self.readers:
            self.settle(reader)

    def settle(self, reader: Reader) -> None:
        self.run(reader.wire.ask("pong", type="ping"))
        new, reader.seen = reader.wire.read[reader.seen :], len(reader.wire.read)
        closed = ""
        for message in map(msgspec.json.decode, new):
            if message["type"] == "study-told":
                assert not reader.closed + closed
                reader.heard += [entry["number"] for entry in message["entries"]]
            elif message["type"] == "study-closed":
                closed = message["reason"]
        if not reader.closed:
            wanted = "signed-out" if reader.key.id in self.ended else "not-found"
            assert closed == ("" if self.role(reader.study, reader.key) else wanted)
            reader.closed = closed


WEIGHTS = {"everybody_writes": 3, "follow": 4, "follow_again": 4, "write": 4, "delete": 1, "restart": 1, "ban": 1}


@pytest.mark.parametrize("seed", seeds())
def test_a_long_history_of_studies(seed: int) -> None:
    machine = Studies()

    def begin() -> None:
        machine.begin()
        machine.fill()

    walk(machine, begin, seed, 30, WEIGHTS)


TestStudies = Studies.TestCase
TestStudies.settings = settings(
    max_examples=5, stateful_step_count=12, deadline=None, suppress_health_check=list(HealthCheck)
)
