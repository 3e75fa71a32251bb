"""A model of who holds which seat in a series of rematches, held against a real server.

Two people play one match after the other, take new tokens in any of them, let computers decide for them, come back and
ask for hints, while sockets that came with any token stay open. After every step each token that there ever was opens
exactly the seats the model says, in every match of the series, and each socket follows exactly those, has heard
everything that happened there, and can speak for nothing else.
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

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.server.inside import Wire, inside
from tests.server.walks import seeds, walk

T = TypeVar("T")
people = st.integers(0, 1)
any_match = st.integers(0, 9)
any_token = st.integers(0, 9)


@dataclass
class Socket:
    """An open socket, and all that it was ever let in to."""

    wire: Wire
    follows: dict[tuple[str, int], str] = field(default_factory=dict)
    """By match and seat, the token it came with."""
    heard: dict[tuple[str, int], int] = field(default_factory=dict)
    """The number of the last event of each."""
    lost: set[tuple[str, int]] = field(default_factory=set)
    seen: int = 0


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
        self.sockets: list[Socket] = []
        self.numbers: dict[str, int] = {}
        """By match: how many entries it has."""
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
            self.numbers[match] = (await self.server.host.find(match)).match.number

        self.run(start())

    def teardown(self) -> None:
        async def stop() -> None:
            await self.stack.aclose()

        with contextlib.closing(self.loop):
            self.run(stop())
        self.folder.cleanup()

    def fill(self) -> None:
        """Two matches are played, and sockets follow both seats of each: every step that comes concerns somebody."""
        self.play_again(0, 1, "rematch")
        self.play_again(1, 0, "rematch")
        for socket in range(3):
            for match in range(3):
                for person in (0, 1):
                    if socket != person:
                        self.follow(socket, person, match)

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
        loser, proposer = loser % 2, proposer % 2
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
            self.sockets.append(Socket(await self.stack.enter_async_context(self.server.socket())))

        if socket >= len(self.sockets):
            self.run(connect())
        chosen = self.sockets[min(socket, len(self.sockets) - 1)]
        shown, where = self.tokens[token % len(self.tokens)], match % len(self.matches)
        answer = self.run(chosen.wire.follow(self.matches[where], shown))
        seat = self.opens(shown, where)
        if seat is None:
            assert answer["code"] == "forbidden"
        else:
            assert (answer["type"], answer["seat"]) == ("snapshot", seat)
            followed = self.matches[where], seat
            chosen.follows[followed], chosen.heard[followed] = shown, answer["number"]
            chosen.lost.discard(followed)

    @rule()
    @precondition(lambda self: self.acts < 200)
    def everybody_speaks(self) -> None:
        """Somebody speaks over every socket for every seat that it was ever let in to, whoever has it now."""
        for socket in self.sockets:
            for match, seat in [*socket.follows, *socket.lost]:
                self.acts += 1
                answer = self.run(socket.wire.act(match, seat, f"act{self.acts}", type="chat", text="hello"))
                if (match, seat) in socket.follows:
                    assert answer["type"] == "ack", answer
                    assert answer["number"] == self.number_of(match)
                else:
                    assert answer["code"] == "not-subscribed"
                self.sockets_follow_what_the_model_says()

    def number_of(self, match: str) -> int:
        self.numbers[match] = self.run(self.server.get(f"/api/matches/{match}")).json()["number"]
        return self.numbers[match]

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
        numbers = {match: self.number_of(match) for match in self.matches}
        for socket in self.sockets:
            self.run(socket.wire.ask("pong", type="ping"))
            messages = [json.loads(text) for text in socket.wire.read[socket.seen :]]
            socket.seen = len(socket.wire.read)
            lost = set()
            for message in messages:
                followed = message.get("match"), message.get("seat")
                if message["type"] == "unsubscribed":
                    lost.add(followed)
                elif message["type"] == "event":
                    assert followed in socket.follows, "an event of a seat that is not followed"
                    assert followed not in lost, "an event after the seat was lost"
                    if message["number"] > socket.heard[followed]:
                        assert message["number"] == socket.heard[followed] + 1
                        socket.heard[followed] = message["number"]
            strangers = {
                (match, seat)
                for (match, seat), token in socket.follows.items()
                if self.opens(token, self.matches.index(match)) != seat
            }
            assert lost == strangers
            for each in strangers:
                del socket.follows[each]
            socket.lost |= strangers
            for match, seat in socket.follows:
                assert socket.heard[match, seat] == numbers[match], "somebody has missed something"


WEIGHTS = {"rotate": 4, "everybody_speaks": 3, "follow": 4}


@pytest.mark.parametrize("seed", seeds())
def test_a_long_history_of_a_series(seed: int) -> None:
    machine = Series()

    def begin() -> None:
        machine.begin("tokan" if seed % 3 == 0 else "schoko")
        machine.fill()

    walk(machine, begin, seed, 30, WEIGHTS)


TestSeries = Series.TestCase
TestSeries.settings = settings(
    max_examples=5, stateful_step_count=14, deadline=None, suppress_health_check=list(HealthCheck)
)
