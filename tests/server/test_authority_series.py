"""A model of who holds which seat in a series of rematches, held against a real server.

Two people play one match after the other, take new tokens in any of them, let computers decide for them, come back and
ask for hints, while sockets that came with any token stay open. After every step each token that there ever was opens
exactly the seats the model says, in every match of the series, and each socket follows exactly those.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.server.inside import Wire, inside

T = TypeVar("T")
people = st.integers(0, 1)
any_match = st.integers(0, 9)
any_token = st.integers(0, 9)


class Series(RuleBasedStateMachine):
    """Two people; in every rematch they change seats."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.stack = contextlib.AsyncExitStack()
        self.matches: list[str] = []
        self.tokens: list[str] = []
        """All that there ever were."""
        self.held: list[str] = []
        """By person."""
        self.helped = [False, False]
        """By person: whether a computer decides for them in the last match."""
        self.sockets: list[tuple[Wire, dict[tuple[str, int], str]]] = []
        """With what each follows: by match and seat, the token it came with."""
        self.seen: list[int] = []
        self.acts = 0

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(asyncio.wait_for(work, 60))

    @initialize(game=st.sampled_from(["schoko", "tokan"]))
    def begin(self, game: str) -> None:
        async def start() -> None:
            self.server = await self.stack.enter_async_context(inside(Path(self.folder.name) / "m.db"))
            # Computers that never move: what is decided here people decide.
            self.server.host.automation.attend = lambda live: None  # type: ignore[method-assign]
            match, self.held = await self.server.create(game=game)
            self.matches, self.tokens = [match], list(self.held)

        self.run(start())

    def teardown(self) -> None:
        async def stop() -> None:
            await self.stack.aclose()

        with contextlib.closing(self.loop):
            self.run(stop())
        self.folder.cleanup()

    def seat(self, person: int, match: int) -> int:
        return (person + match) % 2

    def opens(self, token: str, match: int) -> int | None:
        """Return the seat that a token opens, as the model has it."""
        return next((self.seat(person, match) for person in (0, 1) if self.held[person] == token), None)

    def act(self, person: int, **action: Any) -> dict[str, Any]:
        """Act in the last match."""
        self.acts += 1
        path, data = f"/api/matches/{self.matches[-1]}/acts", {"id": f"act{self.acts}", "action": action}
        answer: dict[str, Any] = self.run(self.server.post(path, data, self.held[person])).json()
        return answer

    # What people do

    @rule(token=any_token, match=any_match)
    def rotate(self, token: int, match: int) -> None:
        """Somebody asks for a new token, in any match and with any token."""
        shown, where = self.tokens[token % len(self.tokens)], match % len(self.matches)
        answer = self.run(self.server.post(f"/api/matches/{self.matches[where]}/token", {}, shown)).json()
        seat = self.opens(shown, where)
        if seat is None:
            assert answer["code"] == "forbidden"
            return
        assert answer["seat"] == seat
        self.held[self.held.index(shown)] = answer["token"]
        self.tokens.append(answer["token"])

    @rule(loser=people, proposer=people, what=st.sampled_from(["rematch", "revanche"]))
    @precondition(lambda self: len(self.matches) < 4)
    def play_again(self, loser: int, proposer: int, what: str) -> None:
        assert self.act(loser, type="resign")["type"] == "ack"
        answer = self.act(proposer, type="propose", what=what)
        if "code" in answer:
            assert (what, answer["code"]) == ("revanche", "not-allowed")
            what = "rematch"
            assert self.act(proposer, type="propose", what=what)["type"] == "ack"
        if not self.helped[1 - proposer]:
            # A computer that decides for somebody agrees by itself.
            assert self.act(1 - proposer, type="agree")["type"] == "ack"
        state = self.run(self.server.get(f"/api/matches/{self.matches[-1]}")).json()["state"]
        self.matches.append(state["next_match"])
        self.helped = [False, False]

    @rule(person=people)
    def let_a_computer_decide(self, person: int) -> None:
        seat = self.seat(person, len(self.matches) - 1)
        assert self.act(person, type="take-over", seat=seat, level=1)["type"] == "ack"
        self.helped[person] = True
        # Nobody may do that to somebody who is there.
        answer = self.act(person, type="take-over", seat=1 - seat, level=1)
        assert answer["code"] == "not-allowed"

    @rule(person=people)
    def come_back(self, person: int) -> None:
        answer = self.act(person, type="return")
        assert answer.get("code") == (None if self.helped[person] else "not-allowed")
        self.helped[person] = False

    @rule(token=any_token)
    def ask_for_a_hint(self, token: int) -> None:
        """There is none where another person plays, whoever decides for that person meanwhile."""
        shown = self.tokens[token % len(self.tokens)]
        answer = self.run(self.server.post(f"/api/matches/{self.matches[-1]}/hint", {}, shown)).json()
        assert answer["code"] == ("forbidden" if self.opens(shown, len(self.matches) - 1) is None else "not-allowed")

    @rule(socket=st.integers(0, 3), token=any_token, match=any_match)
    def follow(self, socket: int, token: int, match: int) -> None:
        async def connect() -> None:
            wire = await self.stack.enter_async_context(self.server.socket())
            self.sockets.append((wire, {}))
            self.seen.append(0)

        if socket >= len(self.sockets):
            self.run(connect())
        wire, follows = self.sockets[min(socket, len(self.sockets) - 1)]
        shown, where = self.tokens[token % len(self.tokens)], match % len(self.matches)
        answer = self.run(wire.follow(self.matches[where], shown))
        seat = self.opens(shown, where)
        if seat is None:
            assert answer["code"] == "forbidden"
        else:
            assert (answer["type"], answer["seat"]) == ("snapshot", seat)
            follows[self.matches[where], seat] = shown

    # What must be so after every step

    @invariant()
    def tokens_open_what_the_model_says(self) -> None:
        for where, match in enumerate(self.matches):
            for token in self.tokens:
                shown = self.run(self.server.get(f"/api/matches/{match}", token)).json()
                seat = self.opens(token, where)
                assert shown.get("code") == ("forbidden" if seat is None else None)
                if seat is not None:
                    assert shown["seat"] == seat
                    if shown["state"]["finished"] is None:
                        hands = shown["table"].get("hands", [])
                        hidden = [all(card == "?" for card in hand) for hand in hands]
                        assert hidden == [other != seat for other in range(len(hands))]

    @invariant()
    def sockets_follow_what_the_model_says(self) -> None:
        for number, (wire, follows) in enumerate(self.sockets):
            self.run(wire.ask("pong", type="ping"))
            messages = [json.loads(text) for text in wire.read[self.seen[number] :]]
            self.seen[number] = len(wire.read)
            lost = {(message["match"], message["seat"]) for message in messages if message["type"] == "unsubscribed"}
            strangers = {
                (match, seat)
                for (match, seat), token in follows.items()
                if self.opens(token, self.matches.index(match)) is None
            }
            assert lost == strangers
            for each in strangers:
                del follows[each]


TestSeries = Series.TestCase
TestSeries.settings = settings(
    max_examples=8, stateful_step_count=14, deadline=None, suppress_health_check=list(HealthCheck)
)
