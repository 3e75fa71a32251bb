"""One round of the event loop: everything is read, then everything is written, and nothing is lost on the way."""

from __future__ import annotations

import asyncio
import json
import socket
from random import Random

import pytest

from tafelrunde.server.doors.backlog import Backlog
from tafelrunde.server.doors.framing import Wire
from tafelrunde.server.doors.sending import Shared
from tafelrunde.server.doors.speaking import NORMAL, Speaking
from tafelrunde.server.doors.tick import Tick
from tests.server.inside import Inside
from tests.server.raw import Raw, frame, raw_socket

PING = frame(b'{"type": "ping"}')


class Noted:
    """A connection that notes what is asked of it."""

    def __init__(self, name: str, notes: list[str], tick: Tick) -> None:
        self.name, self.notes, self.tick = name, notes, tick

    def read(self) -> None:
        self.notes.append(f"{self.name} reads")
        self.tick.write_soon(self)

    def flush(self) -> None:
        self.notes.append(f"{self.name} writes")

    def abort(self) -> None:
        self.notes.append(f"{self.name} ends")


class Failing(Noted):
    """One that fails, in reading or in writing."""

    def __init__(self, name: str, notes: list[str], tick: Tick, *, reads: bool) -> None:
        super().__init__(name, notes, tick)
        self.reads = reads

    def read(self) -> None:
        super().read()
        if not self.reads:
            raise ValueError(self.name)

    def flush(self) -> None:
        raise ValueError(self.name)


@pytest.mark.anyio
async def test_all_read_before_anybody_is_written_to() -> None:
    notes: list[str] = []
    tick = Tick(asyncio.get_running_loop())
    for name in "ab":
        tick.read_soon(Noted(name, notes, tick))
    assert notes == []
    await asyncio.sleep(0)
    assert notes == ["a reads", "b reads", "a writes", "b writes"]
    await asyncio.sleep(0)
    assert len(notes) == 4
    tick.write_soon(Noted("c", notes, tick))
    await asyncio.sleep(0)
    assert notes[4:] == ["c writes"]


@pytest.mark.anyio
@pytest.mark.parametrize("reads", [False, True])
async def test_one_that_fails_ends_alone(reads: bool) -> None:
    notes: list[str] = []
    told: list[str] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: told.append(str(context["exception"])))
    tick = Tick(loop)
    tick.read_soon(Noted("a", notes, tick))
    tick.read_soon(Failing("x", notes, tick, reads=reads))
    tick.read_soon(Noted("b", notes, tick))
    await asyncio.sleep(0)
    loop.set_exception_handler(None)
    assert [note for note in notes if not note.startswith("x")] == ["a reads", "b reads", "a writes", "b writes"]
    assert "x ends" in notes
    assert set(told) == {"x"}


@pytest.mark.anyio
async def test_what_comes_with_the_end_is_answered(server: Inside) -> None:
    async with raw_socket(server.server.settings.port) as wire:
        wire.writer.write(PING * 3)
        wire.writer.write_eof()
        for _ in range(3):
            assert json.loads((await wire.next())[1])["type"] == "pong"
        assert await wire.is_closed()


async def following(wire: Raw, match: str, token: str) -> None:
    wire.writer.write(frame(json.dumps({"type": "subscribe", "match": match, "token": token}).encode()))
    while json.loads((await wire.next())[1])["type"] != "presence":
        pass


@pytest.mark.anyio
async def test_a_move_that_comes_with_the_end_counts(server: Inside) -> None:
    match, tokens = await server.create()
    live = await server.host.find(match)
    position = live.match.position
    assert position is not None
    move = {"type": "move", "move": str(Random(1).choice(position.turns())), "ply": 0}
    act = {"type": "act", "id": "m0", "match": match, "seat": position.seat, "action": move}
    event = asyncio.create_task(live.next_event(20))
    async with raw_socket(server.server.settings.port) as wire:
        await following(wire, match, tokens[position.seat])
        wire.writer.write(frame(json.dumps(act).encode()))
        wire.writer.close()
        await wire.writer.wait_closed()
    await event
    while not live.match.moves:
        await live.next_event(20)
    assert [str(made) for made in live.match.moves] == [move["move"]]


@pytest.mark.anyio
async def test_whatever_comes_after_a_farewell_comes_after_what_was_said(server: Inside) -> None:
    """The last words do not overtake what waits to be written."""
    async with raw_socket(server.server.settings.port) as wire:
        wire.writer.write(PING * 5 + frame((1000).to_bytes(2, "big"), 0x88))
        heard = [(await wire.next())[0] for _ in range(6)]
        assert heard == [0x81] * 5 + [0x88]


class Talker(Speaking):
    """The server's side of a connection that only speaks."""

    def _go_on(self) -> None:
        pass

    def _finish(self) -> None:
        self._forget()

    def take(self, message: bytes) -> None:
        raise AssertionError(message)

    def may_go_on(self, seconds: float) -> bool:
        return True

    def lost(self) -> None:
        pass


@pytest.mark.anyio
@pytest.mark.parametrize("ends", [False, True])
async def test_what_is_not_read_is_counted_until_the_connection_ends(ends: bool) -> None:
    loop = asyncio.get_running_loop()
    ours, theirs = socket.socketpair()
    with theirs:
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        transport, _ = await loop.create_connection(asyncio.Protocol, sock=ours)
        transport.set_write_buffer_limits(0)
        wire = Wire(transport, Shared(loop, set(), 1000, 20.0, Tick(loop)), None)
        transport.set_protocol(wire)
        backlog = Backlog(1_000_000)
        talker = Talker(wire, backlog, 1_000_000)
        wire.begin(talker)
        talker.send(b"x" * 15_000)
        assert backlog.total == 0
        assert wire.unread >= 15_000
        if ends:
            talker.end(NORMAL)
        await asyncio.sleep(0)
        assert not wire.is_writable
        assert backlog.total == (0 if ends else wire.unread)
        assert wire.unread > 0
        transport.abort()
        await asyncio.sleep(0)
