"""A client as a careful author would write it.

It resumes by itself, sends again what was not acknowledged, and notes everything it was promised. It plays whatever the
server says is legal and knows no rules.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from random import Random
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0

Json = dict[str, Any]


class Broken(AssertionError):
    """The server broke a promise."""


class Client:
    """One seat of one match over one WebSocket."""

    def __init__(self, address: str | Callable[[], str], match: str, seat: int, token: str, seed: int) -> None:
        self.address = address if callable(address) else lambda: address
        self.match = match
        self.seat = seat
        self.token = token
        self.rng = Random(seed)
        self.number = 0
        self.acked: dict[str, int] = {}
        self.sent: dict[str, str] = {}
        """By id: the move."""
        self.pending: str | None = None
        self.heard: dict[int, list[Json]] = {}
        self.connections = 0
        self.latest: Json = {}
        self.finished = False
        self.refusals: list[Json] = []
        self.on_ack: Callable[[], None] = lambda: None
        self.gate: asyncio.Event | None = None
        """While it is closed no new move is made."""

    async def play(self) -> None:
        """Play until the match is over, whatever happens to the connection."""
        pause = FIRST_PAUSE
        # What was not acknowledged is asked for again, even where the match is known to be over.
        while not self.finished or self.pending is not None:
            try:
                async with connect(self.address(), open_timeout=5, max_size=2**24, compression=None) as socket:
                    self.connections += 1
                    pause = FIRST_PAUSE
                    await self._follow(socket)
            except (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, TimeoutError, EOFError):
                await asyncio.sleep(pause * (0.5 + self.rng.random()))
                pause = min(LONGEST_PAUSE, 2 * pause)

    async def _follow(self, socket: Any) -> None:
        subscribe = {"type": "subscribe", "match": self.match, "token": self.token, "since": self.number}
        await socket.send(json.dumps(subscribe))
        async for text in socket:
            message = json.loads(text)
            kind = message["type"]
            if kind == "event":
                self._hear(message)
                if "state" in message:
                    self.latest = message
                    await self._consider(socket)
            elif kind == "snapshot":
                if message["number"] != self.number:
                    raise Broken(f"a snapshot at {message['number']} after event {self.number}")
                self.latest = message
                if self.pending is not None:
                    await self._send(socket, self.pending)
                else:
                    await self._consider(socket)
            elif kind == "ack":
                self._ack(message)
                self.on_ack()
                await self._consider(socket)
            elif kind == "refusal":
                await self._refused(socket, message)
            if self.finished and self.pending is None:
                return

    def _hear(self, message: Json) -> None:
        if message["number"] != self.number + 1:
            raise Broken(f"event {message['number']} after {self.number}")
        self.number += 1
        self.heard[self.number] = message["events"]

    def _ack(self, message: Json) -> None:
        name, number = message["id"], message["number"]
        if self.acked.setdefault(name, number) != number:
            raise Broken(f"{name} was acknowledged as {self.acked[name]} and as {number}")
        if name == self.pending:
            self.pending = None

    async def _refused(self, socket: Any, message: Json) -> None:
        self.refusals.append(message)
        if message["code"] in ("unavailable", "shutting-down", "too-fast") and self.pending is not None:
            await asyncio.sleep(FIRST_PAUSE)
            await self._send(socket, self.pending)
        else:
            raise Broken(f"refused: {message}")

    async def _consider(self, socket: Any) -> None:
        state = self.latest["state"]
        if state["status"] == "finished":
            self.finished = True
        elif state["turn"] == self.seat and self.pending is None:
            if self.gate is not None:
                await self.gate.wait()
            name = f"ply{state['ply']}"
            self.sent[name] = choose(self.latest["table"], self.rng)
            self.pending = name
            await self._send(socket, name)

    async def _send(self, socket: Any, name: str) -> None:
        action = {"type": "move", "move": self.sent[name], "ply": int(name.removeprefix("ply"))}
        act = {"type": "act", "id": name, "match": self.match, "seat": self.seat, "action": action}
        await socket.send(json.dumps(act))


def choose(table: Json, rng: Random) -> str:
    """Return any move that the table says is legal."""
    legal = table["legal"]
    return _choose_tokan(legal, rng) if table["family"] == "tokan" else _choose_chocolate(legal, rng)


def _choose_tokan(legal: Json, rng: Random) -> str:
    if legal["placings"]:
        column, row = rng.choice(legal["placings"]["spaces"])
        return f"{rng.choice(legal['placings']['tiles'])}@{column},{row}"
    source = rng.choice(list(legal["steps"]))
    step = rng.choice(legal["steps"][source])
    carried = rng.choice(step["carry"])
    return f"{source}{step['target']}" + (f"+{carried}" if carried else "")


def _choose_chocolate(legal: Json, rng: Random) -> str:
    if legal["swap"] and (not legal["cards"] or rng.random() < 0.3):
        return str(rng.choice(legal["swap"]))
    if legal["may_pass"]:
        return "pass"
    looks = [look for looks in legal["cards"].values() for look in looks]
    choices = [(look["look"], "@", place) for look in looks for place in look["first"]]
    choices += [(look["look"], "^", place) for look in looks for place in look["second"]]
    card, sign, (x, y) = rng.choice(choices)
    turn = f"{card}{sign}{x},{y}"
    if sign == "@" and legal["smartie"] and rng.random() < 0.3:
        secured = rng.choice([None, *legal["secure"]])
        turn += "*" if secured is None else f"*{secured[0]},{secured[1]}"
    return f"{rng.choice(legal['announce'])}:{turn}" if legal["announce"] else turn
