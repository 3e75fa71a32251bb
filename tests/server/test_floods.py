"""Whoever sends more than is read waits, and nobody else does."""

from __future__ import annotations

import asyncio
import gc
import json
import socket
from dataclasses import replace
from pathlib import Path

import pytest
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from tafelrunde.server.doors.connections import HttpProtocol
from tafelrunde.server.doors.framing import Wire
from tafelrunde.server.doors.places import Doors
from tafelrunde.server.doors.sending import Shared
from tafelrunde.server.doors.speaking import NORMAL
from tafelrunde.server.doors.tick import Tick
from tafelrunde.server.doors.websocket import Connection
from tafelrunde.server.limits.token_bucket import Buckets
from tafelrunde.server.settings import Settings
from tests.server.inside import FREE, Inside, inside
from tests.server.raw import HANDSHAKE, Raw, frame, raw, raw_socket

pytestmark = pytest.mark.anyio

PING = frame(b'{"type": "ping"}')
FEW = replace(FREE, messages_per_second=1e-9, messages_burst=10)


class Listener:
    """Notes what it is handed, in the order in which several are."""

    def __init__(self, wire: Wire, name: str, heard: list[str]) -> None:
        self.wire, self.name, self.heard = wire, name, heard
        wire.begin(self)

    def take(self, message: bytes) -> None:
        self.heard.append(self.name + message.decode())
        if message == b"hold":
            self.wire.hold_reading(True)

    def may_go_on(self, seconds: float) -> bool:
        return True

    def drained(self) -> None:
        pass

    def filled(self) -> None:
        pass

    def lost(self) -> None:
        pass


async def listen(tick: Tick, name: str, heard: list[str]) -> tuple[Listener, socket.socket]:
    """Return a WebSocket after its handshake, and the client's end of it."""
    loop = asyncio.get_running_loop()
    ours, theirs = socket.socketpair()
    transport, _ = await loop.create_connection(asyncio.Protocol, sock=ours)
    wire = Wire(transport, Shared(loop, set(), 1000, 20.0, tick), None)
    transport.set_protocol(wire)
    return Listener(wire, name, heard), theirs


async def test_somebody_who_sends_much_at_once_lets_others_be_heard_in_between() -> None:
    tick, heard = Tick(asyncio.get_running_loop()), list[str]()
    many, one = await listen(tick, "many", heard), await listen(tick, "one", heard)
    with many[1], one[1]:
        many[0].wire.data_received(b"".join(frame(str(number).encode() * 20) for number in range(1000)))
        one[0].wire.data_received(frame(b"here"))
        while len(heard) < 1001:  # noqa: ASYNC110  (inside there is no event)
            await asyncio.sleep(0)
        assert heard.index("onehere") < 300
        assert [text for text in heard if text != "onehere"] == [f"many{str(number) * 20}" for number in range(1000)]
        many[0].wire.abort()
        one[0].wire.abort()
        await asyncio.sleep(0)


async def test_what_comes_behind_a_message_that_has_to_wait_is_kept_as_it_came() -> None:
    """Not taken apart: six bytes on the way would be a hundred in memory."""
    tick, heard = Tick(asyncio.get_running_loop()), list[str]()
    talker, theirs = await listen(tick, "", heard)
    with theirs:
        talker.wire.data_received(frame(b"hold") + frame(b"later") * 3)
        for _ in range(3):
            await asyncio.sleep(0)
        assert heard == ["hold"]
        talker.wire.hold_reading(False)
        while len(heard) < 4:  # noqa: ASYNC110  (inside there is no event)
            await asyncio.sleep(0)
        assert heard == ["hold", "later", "later", "later"]
        talker.wire.abort()
        await asyncio.sleep(0)


async def only(server: Inside) -> Connection:
    while not server.server.connections:  # noqa: ASYNC110  (inside there is no event)
        await asyncio.sleep(0)
    (connection,) = server.server.connections
    return connection


async def test_who_sends_too_much_is_refused_once_and_then_not_read_for_a_while(tmp_path: Path) -> None:
    async with inside(tmp_path / "m.db", FEW) as server, raw_socket(server.server.settings.port) as wire:
        connection = await only(server)
        wire.writer.write(PING * 2000)
        heard = [json.loads((await wire.next())[1]) for _ in range(11)]
        assert [message["type"] for message in heard] == ["pong"] * 10 + ["refusal"]
        assert heard[-1]["code"] == "too-fast"
        assert connection._wire.read_paused
        # It is read again later, and refused again.
        assert json.loads((await wire.next())[1])["code"] == "too-fast"


async def test_an_address_that_used_up_its_share_is_not_read_for_a_while(tmp_path: Path) -> None:
    limits = replace(FREE, work_per_second=1e-9, work_burst=1.0)
    async with inside(tmp_path / "m.db", limits) as server, raw_socket(server.server.settings.port) as wire:
        connection = await only(server)
        connection._share.spend(2.0)
        wire.writer.write(frame(b"", 0x89))
        assert (await wire.next())[0] == 0x8A
        assert connection._wire.read_paused


async def test_what_comes_after_the_end_is_not_kept_and_does_not_go_on(server: Inside) -> None:
    async with raw_socket(server.server.settings.port) as wire:
        connection = await only(server)
        connection.end(NORMAL)
        wire.writer.write(PING * 10)
        assert (await wire.next())[0] == 0x88
        with_it = connection._wire
        poured = await wire.pour([PING * 1000] * 10_000)
        assert poured < 10_000 * len(PING * 1000)
        assert await wire.is_closed()
        assert connection._incoming is None
        assert not with_it._rest


# Requests


async def chunked(wire: Raw, pieces: int) -> tuple[int, bytes]:
    head = b"POST /api/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    await wire.pour([head + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n \r\n" * pieces + b"2\r\n{}\r\n0\r\n\r\n"])
    return await wire.answer()


@pytest.mark.parametrize(("pieces", "told"), [(1023, b"record"), (1024, b"too many pieces")])
async def test_a_body_comes_in_so_many_pieces_and_no_more(server: Inside, pieces: int, told: bytes) -> None:
    async with raw(server.server.settings.port) as wire:
        status, body = await chunked(wire, pieces)
        assert status == 400
        assert told in body


async def test_reading_requests_is_taken_out_of_the_share_of_their_address(server: Inside) -> None:
    share = server.server.gate.desk.share("127.0.0.1")
    share._rate, share._left, share._burst = 0.0, 5.0, 5.0
    async with raw(server.server.settings.port) as wire:
        # Nobody is asked yet: there is no head.
        await wire.pour([b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX: y"])
        while share._left == 5.0:  # noqa: ASYNC110  (inside there is no event)
            await asyncio.sleep(0)
    assert 4.0 < share._left < 5.0


def test_whoever_owes_much_is_not_let_in_and_nobody_else_is_kept_out() -> None:
    now = 0.0
    shares = Buckets(1.0, 1.0, lambda: now)
    doors = Doors(Settings(trusted_proxies=("192.0.2.7",)), shares, lambda: now)
    shares.of("192.0.2.1").spend(2.5)
    shares.of("192.0.2.7").spend(2.5)
    assert [doors.enter(name, name) for name in ("192.0.2.1", "192.0.2.2", "192.0.2.7")] == [False, True, True]
    now = 0.6
    assert doors.enter("192.0.2.1", "192.0.2.1")


async def test_a_connection_that_is_over_leaves_nothing_for_the_collector_of_cycles(server: Inside) -> None:
    """It comes seldom, and counts objects: what each had sent would stay in memory meanwhile."""
    port = server.server.settings.port
    get = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    post = b"POST /api/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\n"

    def left() -> list[str]:
        return [type(each).__name__ for each in gc.get_objects() if type(each) in (HttpProtocol, RequestResponseCycle)]

    gc.collect()
    gc.disable()
    try:
        before = len(left())
        for sent in (get, get * 3, get * 200, get + b"\0", post + b" " * 30_000, b"GET / HTT", HANDSHAKE.encode()):
            for _ in range(3):
                async with raw(port) as wire:
                    await wire.pour([sent])
                    await asyncio.sleep(0.01)
        while server.server.doors.open:  # noqa: ASYNC110  (inside there is no event)
            await asyncio.sleep(0.01)
        async with asyncio.timeout(20):
            while len(left()) > before:  # noqa: ASYNC110  (requests that were being answered end by themselves)
                await asyncio.sleep(0.05)
    finally:
        gc.enable()


# The log


async def test_clients_that_go_away_leave_no_mistakes_in_the_log(
    server: Inside, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    port = server.server.settings.port
    head = (
        b"POST /api/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n"
    )
    for sent in (
        head + b"{",
        b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 3 + b"\0",
        b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 200,
        HANDSHAKE.format(port=port).encode(),
    ):
        for _ in range(3):
            async with raw(port) as wire:
                await wire.pour([sent])
                await asyncio.sleep(0.01)
    while server.server.doors.open > 1:  # noqa: ASYNC110  (the client of the test keeps one)
        await asyncio.sleep(0.01)
    assert "bug" not in capsys.readouterr().out
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_a_client_that_does_not_wait_for_the_handshake_is_sent_away_quietly(
    server: Inside, caplog: pytest.LogCaptureFixture
) -> None:
    port = server.server.settings.port
    for _ in range(5):
        async with raw(port) as wire:
            await wire.pour([HANDSHAKE.format(port=port).encode()])
            await wire.pour([frame(b"", 0x83) * 100])
            await wire.is_closed()
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    async with raw_socket(port) as wire:
        wire.writer.write(PING)
        assert json.loads((await wire.next())[1])["type"] == "pong"
