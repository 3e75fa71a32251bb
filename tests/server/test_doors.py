"""Connections that ask too much, too slowly or for nothing: they are bounded in bytes, in time and in number."""

from __future__ import annotations

import asyncio
import contextlib
import json
import resource
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from itertools import repeat
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tafelrunde.server import metrics
from tafelrunde.server.settings import Limits
from tests.server.inside import FREE, Inside, inside
from tests.server.raw import HANDSHAKE, Raw, frame, raw, raw_socket, stop_reading
from tests.server.serving import ServerProcess

pytestmark = pytest.mark.anyio

HALF = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
WHOLE = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
BOUND = 16 << 20
"""What the buffers of the kernel may take before a sender has to wait."""


def port(server: Inside) -> int:
    return server.server.settings.port


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not is_so():  # noqa: ASYNC110  (what the server does inside has no event)
            await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def all_of(server: Inside, count: int, sent: bytes) -> AsyncIterator[list[Raw]]:
    """Open many connections that send the same."""
    async with contextlib.AsyncExitStack() as stack:
        wires = [await stack.enter_async_context(raw(port(server))) for _ in range(count)]
        for wire in wires:
            await wire.pour([sent])
        yield wires


# Bytes


@pytest.mark.parametrize(
    ("start", "piece", "status"),
    [
        (b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ", b"x" * 4096, 431),
        (b"GET /api/health HTTP/1.1\r\n", b"X: y\r\n" * 100, 431),
        (b"GET /api/health HTTP/1.1\r\n", b"X" * 4096, 431),
        (b"GET /", b"x" * 4096, 414),
        (b"GET /?", b"x=y&" * 1000, 414),
        (b"", b"G" * 4096, 400),
    ],
)
async def test_endless_heads_are_refused(server: Inside, start: bytes, piece: bytes, status: int) -> None:
    async with raw(port(server)) as wire:
        assert await wire.pour([start, *repeat(piece, 100_000)]) < BOUND
        answered, body = await wire.answer()
        # The end of a connection on which more is being sent may overtake the answer.
        assert answered in (status, 0)
        assert status == 400 or not body or json.loads(body)["code"] == "too-large"
    async with raw(port(server)) as wire:
        await wire.pour([start, *repeat(piece, 9)])
        assert (await wire.answer())[0] == status
        assert await wire.is_closed()
    assert (await server.get("/api/health")).status_code == 200


async def test_a_long_head_within_the_limits_is_read(server: Inside) -> None:
    async with raw(port(server)) as wire:
        headers = b"".join(b"X-%d: %s\r\n" % (index, b"y" * 5000) for index in range(5))
        await wire.pour([b"GET /api/games?" + b"x" * 5000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n" + headers + b"\r\n"])
        assert (await wire.answer())[0] == 200


async def test_pings_that_are_answered_to_nobody_are_not_read(server: Inside) -> None:
    async with raw_socket(port(server), 4096) as sleeper, server.socket() as other:
        stop_reading(sleeper)
        pings = frame(b"x" * 125, 0x89) * 400
        pouring = asyncio.create_task(sleeper.pour(repeat(pings, 10_000)))
        (connection,) = (each for each in server.server.connections if each._wire.client == peer(sleeper))
        await until(lambda: connection._wire.read_paused or pouring.done())
        assert not pouring.done()
        for _ in range(20):
            assert (await other.ask("pong", type="ping"))["type"] == "pong"
        assert connection._wire.unread < 1 << 20
        # Whoever begins to read again is read from again.
        transport = sleeper.writer.transport
        assert isinstance(transport, asyncio.Transport)
        transport.resume_reading()
        async with asyncio.timeout(20):
            await sleeper.reader.readexactly(2 << 20)
        pouring.cancel()


def peer(wire: Raw) -> tuple[str, int]:
    address: tuple[str, int] = wire.writer.get_extra_info("sockname")
    return address


async def test_a_message_in_too_many_parts_ends_the_connection(server: Inside) -> None:
    async with raw_socket(port(server)) as wire:
        await wire.pour([frame(b"", 0x01), *repeat(frame(b"", 0x00) * 1000, 100)])
        first, reason = await wire.next()
        assert (first, int.from_bytes(reason[:2], "big")) == (0x88, 1009)


async def test_a_reader_who_does_not_read_is_cut_off_and_others_are_not(tmp_path: Path) -> None:
    async with inside(tmp_path / "m.db", replace(FREE, backlog_bytes=200_000)) as server:
        match, tokens = await server.create(game="schokoly")
        async with raw_socket(port(server), 4096) as sleeper, server.socket() as wire:
            await sleeper.pour([frame(json.dumps({"type": "subscribe", "match": match}).encode())])
            live = server.host.lives[match]
            await until(lambda: len(live.listeners) == 1)
            ((listener, _),) = live.listeners
            stop_reading(sleeper)
            await wire.follow(match, tokens[0], tables=False)
            while len(live.listeners) > 1:
                listener.send(b"x" * 50_000)
                assert server.server.backlog.total <= 200_000
                assert (await wire.ask("pong", type="ping"))["type"] == "pong"
            await until(lambda: len(server.server.connections) == 1)
            assert server.server.backlog.total == 0
            assert (await wire.act(match, 0, "still", type="chat", text="here"))["type"] == "ack"


async def test_of_all_who_do_not_read_the_slowest_is_cut_off(tmp_path: Path) -> None:
    limits = replace(FREE, backlog_bytes=1 << 30, backlog_total_bytes=300_000)
    async with (
        inside(tmp_path / "m.db", limits) as server,
        raw_socket(port(server), 4096) as one,
        raw_socket(port(server), 4096) as two,
    ):
        stop_reading(one)
        stop_reading(two)
        by_client = {each._wire.client: each for each in server.server.connections}
        slow, slower = by_client[peer(one)], by_client[peer(two)]
        while slower.ended is None:
            slow.send(b"x" * 1_000)
            slower.send(b"x" * 2_000)
            await asyncio.sleep(0)
            assert server.server.backlog.total <= 300_000
        assert slow.ended is None


async def test_whoever_is_told_much_at_once_hears_all_of_it(server: Inside) -> None:
    async with server.socket() as wire:
        (connection,) = server.server.connections
        for number in range(5_000):
            connection.send(b'{"type":"event","number":%d,"text":"%s"}' % (number, b"x" * 500))
        assert [(await wire.next())["number"] for _ in range(5_000)] == list(range(5_000))
        assert server.server.backlog.total == 0


async def test_questions_whose_answers_are_not_read_wait(server: Inside) -> None:
    match, _ = await server.create(game="schokoly")
    async with raw_socket(port(server), 4096) as sleeper:
        stop_reading(sleeper)
        asks = frame(json.dumps({"type": "subscribe", "match": match}).encode()) * 50
        pouring = asyncio.create_task(sleeper.pour(repeat(asks, 20_000)))
        (connection,) = server.server.connections
        await until(lambda: connection._wire.read_paused or pouring.done())
        assert not pouring.done()
        assert server.server.backlog.total < 2 << 20
        assert len(server.server.connections) == 1
        pouring.cancel()


async def test_requests_sent_ahead_are_few(server: Inside) -> None:
    async with raw(port(server), 4096) as wire:
        stop_reading(wire)
        assert await wire.pour(repeat(WHOLE * 1000, 10_000)) < BOUND
    async with raw(port(server)) as wire:
        await wire.pour([WHOLE * 5])
        assert [(await wire.answer())[0] for _ in range(5)] == [200] * 5


async def test_a_body_without_end_is_refused(server: Inside) -> None:
    head = b"POST /api/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    for kind, piece in (
        (b"Content-Length: 100000000000", b"x" * 65536),
        (b"Transfer-Encoding: chunked", b"1\r\nx\r\n"),
    ):
        async with raw(port(server)) as wire:
            assert await wire.pour([head + kind + b"\r\n\r\n", *repeat(piece * 100, 5000)]) < BOUND
        async with raw(port(server)) as wire:
            await wire.pour([head + b"Content-Length: 200000\r\n\r\n"])
            status, body = await wire.answer()
            assert (status, json.loads(body)["code"]) == (413, "too-large")


# Time

QUICK = replace(FREE, head_seconds=0.2, body_seconds=0.2, stalled_seconds=0.2)


@pytest.mark.parametrize(
    "sent",
    [
        HALF,
        b"GET",
        b"POST /api/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n\r\n{",
        HANDSHAKE.encode()[:80],
        WHOLE + HALF,
    ],
)
async def test_half_a_request_is_given_up(tmp_path: Path, sent: bytes) -> None:
    async with inside(tmp_path / "m.db", QUICK) as server, raw(port(server)) as wire:
        await wire.pour([sent])
        if sent.startswith(WHOLE):
            assert (await wire.answer())[0] == 200
        status, body = await wire.answer()
        assert (status, json.loads(body)["code"]) == (408, "bad-message")
        assert await wire.is_closed()
        await until(lambda: server.server.doors.open == 0)


async def test_whoever_says_nothing_is_closed_without_a_word(tmp_path: Path) -> None:
    async with inside(tmp_path / "m.db", QUICK) as server:
        async with raw(port(server)) as wire:
            assert await wire.is_closed()
        async with raw(port(server)) as wire:
            await wire.pour([WHOLE])
            assert (await wire.answer())[0] == 200
            assert await wire.is_closed()


async def test_an_answer_that_is_not_read_is_given_up(tmp_path: Path) -> None:
    web = tmp_path / "web"
    web.mkdir()
    (web / "index.html").write_bytes(b"x" * (32 << 20))
    async with inside(tmp_path / "m.db", QUICK, web=web) as server, raw(port(server), 4096) as wire:
        stop_reading(wire)
        await wire.pour([b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"])
        await until(lambda: server.server.doors.open == 1)
        await until(lambda: server.server.doors.open == 0)


async def test_answers_that_nobody_reads_are_bounded_in_bytes_together(tmp_path: Path) -> None:
    """However many connections ask for something long and do not read it, from however many addresses."""
    web = tmp_path / "web"
    web.mkdir()
    (web / "index.html").write_bytes(b"x" * (8 << 20))
    async with (
        inside(tmp_path / "m.db", replace(FREE, backlog_total_bytes=30 << 20), web=web) as server,
        contextlib.AsyncExitStack() as stack,
    ):
        doors = server.server.doors

        def waiting() -> tuple[int, float]:
            return doors.backlog.total, metrics.SLOW_READERS._value.get()

        for _ in range(12):
            wire = await stack.enter_async_context(raw(port(server), 4096))
            stop_reading(wire)
            before = waiting()
            await wire.pour([b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"])
            await until(lambda before=before: waiting() != before)  # type: ignore[misc]
            assert doors.backlog.total <= 30 << 20
        assert 1 <= doors.open < 12
        # Whoever reads is answered meanwhile.
        assert len((await server.get("/")).content) == 8 << 20
        await stack.aclose()
        await until(lambda: doors.backlog.total == 0)


async def test_a_long_poll_is_not_an_unfinished_request(tmp_path: Path) -> None:
    async with inside(tmp_path / "m.db", QUICK) as server:
        match, _ = await server.create()
        answer = await server.get(f"/api/matches/{match}/events", since=1, wait=1)
        assert answer.json() == {"events": []}


# Numbers


async def test_half_requests_of_an_address_make_room_for_its_next(tmp_path: Path) -> None:
    async with inside(tmp_path / "m.db", replace(FREE, sockets_per_address=10)) as server, all_of(server, 30, HALF):
        assert server.server.doors.open <= 10
        assert (await server.get("/api/health")).status_code == 200


async def test_half_requests_of_all_make_room_for_others(tmp_path: Path) -> None:
    async with inside(tmp_path / "m.db", replace(FREE, sockets=10)) as server, all_of(server, 30, HALF):
        assert server.server.doors.open <= 10
        assert (await server.get("/api/health")).status_code == 200


async def test_connections_in_use_are_never_cut_for_others(tmp_path: Path) -> None:
    async with inside(tmp_path / "m.db", replace(FREE, sockets_per_address=3)) as server:
        await server.http.aclose()
        async with server.socket() as one, server.socket() as two, server.socket():
            async with raw(port(server)) as wire:
                status, body = await wire.answer()
                assert (status, json.loads(body)["code"]) == (503, "too-many")
            for each in (one, two):
                assert (await each.ask("pong", type="ping"))["type"] == "pong"
        await until(lambda: server.server.doors.open == 0)
        async with server.socket() as again:
            assert (await again.ask("pong", type="ping"))["type"] == "pong"


async def test_a_trusted_proxy_may_have_more_connections(tmp_path: Path) -> None:
    limits = replace(FREE, sockets_per_address=3)
    proxies = ("127.0.0.0/8",)
    async with inside(tmp_path / "m.db", limits, trusted_proxies=proxies) as server, all_of(server, 20, HALF):
        await until(lambda: server.server.doors.open == 20)


def test_many_half_requests_with_few_file_handles(tmp_path: Path) -> None:
    server = ServerProcess(f"sqlite:{tmp_path / 'm.db'}")
    server.command = ["bash", "-c", 'ulimit -n 200; exec "$@"', "bash", *server.command]
    server.start()
    assert server.process is not None
    try:
        assert resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE) == (200, 200)

        async def hold() -> None:
            async with contextlib.AsyncExitStack() as stack:
                for _ in range(300):
                    with contextlib.suppress(ConnectionError):
                        wire = await stack.enter_async_context(raw(server.port))
                        await wire.pour([HALF])
                for _ in range(5):
                    assert (await asyncio.to_thread(server.get, "/api/health"))["status"] == "ok"

        asyncio.run(hold())
    finally:
        server.kill()
    logged = server.logged()
    server.log.close()
    assert logged.count("few-file-handles") == 1
    assert logged.count("unfinished-closed") in (1, 2)
    assert "Traceback" not in logged


async def test_seats_taken_from_one_address_are_limited(tmp_path: Path) -> None:
    async with inside(tmp_path / "m.db", Limits(joins_per_hour=1, joins_burst=2)) as server:
        match, _ = await server.create(seats=[{"kind": "open"}] * 2)
        codes = [(await server.post(f"/api/matches/{match}/seats", {"name": "M"})).status_code for _ in range(3)]
        assert codes == [201, 201, 429]


async def test_a_client_that_reads_nothing_is_let_go_of(tmp_path: Path) -> None:
    async with inside(tmp_path / "m.db", heartbeat=1) as server:
        match, _ = await server.create(game="schokoly")
        async with raw_socket(port(server), 4096) as sleeper:
            stop_reading(sleeper)
            ask = frame(json.dumps({"type": "subscribe", "match": match}).encode())
            await sleeper.pour(repeat(ask, 2000))
            (connection,) = server.server.connections
            await until(lambda: connection._wire.read_paused)
            # It does not read at all: its connection ends, and nothing of it is kept.
            await until(lambda: not server.server.connections)
            await until(lambda: server.server.doors.open <= 1)
            assert server.server.backlog.total == 0


async def test_the_end_of_a_connection_frees_its_place(server: Inside) -> None:
    async with server.socket() as wire:
        assert server.server.doors.open >= 1
        await wire.socket.close()
        with pytest.raises(ConnectionClosed):
            await wire.next()
    await server.http.aclose()
    await until(lambda: server.server.doors.open == 0)
