"""Histories of a study over a real server: pages are cut off, answers lost, links taken back, and the server restarts.

What is done is done once, and nobody writes or reads by a link that is no longer one.
"""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from tafelrunde.server.studies import ops as do
from tafelrunde.server.studies.state import Study
from tests.server.inside import Inside, inside
from tests.server.studies.authors import check, grown, something

KEEP = "k" * 32
RECORDS = [grown(Random(1)), grown(Random(3), "schoko", 4)]
WORDS = ["write"] * 4 + ["send"] * 3 + ["lose", "hear", "hear", "new links", "invite", "restart"]
STEPS = st.lists(st.tuples(st.sampled_from(WORDS), st.integers(0, 2)), min_size=8, max_size=24)


@dataclass
class Page:
    """Somebody with a link: what they have heard, and what they did that they have no answer to."""

    token: str
    heard: list[do.Op] = field(default_factory=list)
    pending: list[do.Op] = field(default_factory=list)

    @property
    def study(self) -> Study:
        return fold([*self.heard, *self.pending])


def fold(ops: list[do.Op]) -> Study:
    study = Study("Study")
    for op in ops:
        study.fold(op)
    return study


class History:
    """A server, those who write one study there, and what is known of it for certain."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = Random(seed)
        self.database = folder / "m.db"
        self.stack = AsyncExitStack()
        self.links = 0
        self.done: dict[str, int] = {}
        """Under which number each step was answered to be done."""
        self.shut: set[str] = set()
        """Steps that were sent by a link that was no longer one."""

    async def open(self) -> None:
        self.server: Inside = await self.stack.enter_async_context(inside(self.database))

    async def begin(self) -> None:
        await self.open()
        self.write, self.read = "w0".ljust(32, "x"), "r0".ljust(32, "x")
        asked = {"title": "Study", "read": self.read, "write": self.write, "keep": KEEP}
        self.id = (await self.server.post("/api/studies", asked)).json()["id"]
        self.pages = [Page(self.write) for _ in range(3)]

    async def step(self, word: str, page: Page) -> None:
        if word == "write":
            page.pending.append(something(self.chance, page.study, RECORDS))
        elif word in ("send", "lose"):
            await self.send(page, is_answered=word == "send")
        elif word == "hear":
            await self.hear(page)
        elif word == "new links":
            self.links += 1
            self.write, self.read = (f"{kind}{self.links}".ljust(32, "x") for kind in "wr")
            links = {"read": self.read, "write": self.write}
            assert (await self.server.post(f"/api/studies/{self.id}/links", links, KEEP)).status_code == 200
        elif word == "invite":
            page.token = self.write
        else:
            await self.stack.aclose()
            await self.open()

    async def send(self, page: Page, *, is_answered: bool) -> None:
        """Send all that waits; the answer may never come."""
        if not page.pending:
            return
        asked = {"ops": [msgspec.to_builtins(op) for op in page.pending[:50]]}
        answer = await self.server.post(f"/api/studies/{self.id}/ops", asked, page.token)
        if page.token != self.write:
            assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
            self.shut |= {op.id for op in page.pending} - set(self.done)
            return
        self.shut -= {op.id for op in page.pending}
        for told in answer.json()["done"]:
            if told["number"] is not None:
                assert self.done.setdefault(told["id"], told["number"]) == told["number"]
        if is_answered:
            answered = {told["id"] for told in answer.json()["done"]}
            page.pending = [op for op in page.pending if op.id not in answered or op.id in self.done]

    async def hear(self, page: Page) -> None:
        answer = await self.server.get(f"/api/studies/{self.id}", page.token, since=len(page.heard))
        if page.token != self.write:
            assert answer.status_code == 404
            return
        page.heard += ops(answer.json())
        known = {op.id for op in page.heard}
        page.pending = [op for op in page.pending if op.id not in known]

    async def end(self) -> None:
        """Everybody gets the link that opens it now, sends what waits and hears the rest: all see the same."""
        log = ops((await self.server.get(f"/api/studies/{self.id}", self.read)).json())
        assert not self.shut & {op.id for op in log}
        for page in self.pages:
            page.token = self.write
            while page.pending:
                await self.send(page, is_answered=True)
                await self.hear(page)
        found = (await self.server.get(f"/api/studies/{self.id}", self.read)).json()
        log = ops(found)
        assert [entry["number"] for entry in found["entries"]] == list(range(1, len(log) + 1))
        assert {op.id: number for number, op in enumerate(log, 1)} == self.done
        study = fold(log)
        check(study)
        for page in self.pages:
            await self.hear(page)
            assert (page.heard, page.pending) == (log, [])


def ops(told: dict[str, Any]) -> list[do.Op]:
    return [msgspec.convert(entry["op"], do.Op) for entry in told["entries"]]


@settings(max_examples=5, deadline=None)
@given(STEPS, st.integers(0, 2**32))
def test_what_is_done_is_done_once_and_by_nobody_whose_link_was_taken_back(
    steps: list[tuple[str, int]], seed: int
) -> None:
    async def play() -> None:
        with tempfile.TemporaryDirectory() as folder:
            history = History(Path(folder), seed)
            try:
                await history.begin()
                for word, place in steps:
                    await history.step(word, history.pages[place])
                await history.end()
            finally:
                await history.stack.aclose()

    asyncio.run(play())
