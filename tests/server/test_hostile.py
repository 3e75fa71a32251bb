"""Hostile clients: nothing but typed refusals and closed connections, and the server goes on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tafelrunde.server.match.refusal import CODES
from tests.server.inside import FREE, Inside, Wire
from tests.server.serving import serving

pytestmark = pytest.mark.anyio

TYPES = st.sampled_from(["subscribe", "unsubscribe", "act", "try", "ping", "event", "ack", "", "welcome"])
ACTIONS = st.sampled_from(
    ["move", "resign", "propose", "agree", "decline", "resume", "chat", "mute", "leave", "return", "take-over", "x"]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=10,
)
SEATS = st.integers(-3, 5) | JSON
IDS = st.text(max_size=5) | JSON


def messages(match: str, token: str) -> st.SearchStrategy[str]:
    """Messages that are nearly right: every field is sometimes right, sometimes anything."""
    names = st.just(match) | st.text(max_size=30) | JSON
    action = st.fixed_dictionaries(
        {"type": ACTIONS | JSON},
        optional={
            "move": st.sampled_from(["a1b1", "pass", "D:DDWW@0,0"]) | JSON,
            "ply": st.integers() | JSON,
            "what": st.sampled_from(["draw", "takeback", "pause", "rematch", "revanche"]) | JSON,
            "text": st.text(max_size=600) | JSON,
            "other": SEATS,
            "on": JSON,
            "seat": SEATS,
            "level": st.integers(0, 9) | JSON,
        },
    )
    message = st.fixed_dictionaries(
        {"type": TYPES | JSON},
        optional={
            "match": names,
            "token": st.just(token) | st.text(max_size=40) | JSON,
            "since": st.integers() | JSON,
            "tables": JSON,
            "seat": SEATS,
            "id": IDS,
            "action": action | JSON,
            "move": st.text(max_size=50) | JSON,
        },
    )
    return message.map(json.dumps) | st.text(max_size=200) | JSON.map(json.dumps)


def is_fine(text: str) -> bool:
    """Return whether an answer is one of the protocol's."""
    message = json.loads(text)
    return message["type"] != "refusal" or message["code"] in CODES


async def settle(wire: Wire) -> None:
    """Read until everything sent so far is answered."""
    await wire.send(type="ping")
    while (await wire.next())["type"] != "pong":
        pass


async def test_nearly_right_messages_get_typed_answers(server: Inside) -> None:
    match, tokens = await server.create()
    async with server.socket() as wire:
        await wire.follow(match, tokens[0])
        sent: list[str] = []

        @settings(max_examples=150, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(messages(match, tokens[0]))
        def collect(text: str) -> None:
            sent.append(text)

        collect()
        for text in sent:
            try:
                await wire.socket.send(text)
            except UnicodeEncodeError:
                continue
        await settle(wire)
        assert all(map(is_fine, wire.read))
    assert (await server.get("/api/health")).json()["status"] == "ok"


@pytest.mark.parametrize(
    "frame",
    [
        b"\x81\xfe\xff\xff\0\0\0\0",
        b"\x81\xff" + b"\xff" * 8 + b"\0\0\0\0",
        b"\xff\xff\xff\xff",
        b"\x80\x80\0\0\0\0",
        b"\x81\x82\0\0\0\0\xc3\x28",
        b"GET / HTTP/1.1\r\n\r\n",
        b"\x81\x05hello",
    ],
)
async def test_broken_frames_close_the_connection_and_nothing_else(server: Inside, frame: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.server.settings.port)
    writer.write(
        f"GET /api/ws HTTP/1.1\r\nHost: 127.0.0.1:{server.server.settings.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    writer.write(frame)
    if not frame.startswith(b"\x81\xfe"):
        async with asyncio.timeout(20):
            while await reader.read(1000):
                pass
    writer.close()
    assert (await server.get("/api/health")).status_code == 200


async def test_a_huge_message_is_refused(server: Inside) -> None:
    async with server.socket() as wire:
        await wire.socket.send(" " * (FREE.message_bytes + 1))
        assert (await wire.next())["code"] == "too-large"
        await wire.socket.send("x" * 40_000)
        with pytest.raises(ConnectionClosed):
            await wire.next()


async def test_binary_and_empty_frames_are_refused_like_others(server: Inside) -> None:
    async with server.socket() as wire:
        await wire.socket.send(b"\x00\xff\xfe")
        assert (await wire.next())["code"] == "bad-message"
        await wire.socket.send("")
        assert (await wire.next())["code"] == "bad-message"
        await wire.socket.send(b'{"type": "ping"}')
        assert (await wire.next())["type"] == "pong"


async def test_deep_nesting_is_refused(server: Inside) -> None:
    async with server.socket() as wire:
        await wire.socket.send('{"type":"act","action":' + "[" * 5000)
        assert (await wire.next())["code"] == "bad-message"


async def test_a_flood_of_half_open_connections_leaves_room_for_others(server: Inside) -> None:
    half = [socket.create_connection(("127.0.0.1", server.server.settings.port)) for _ in range(50)]
    for each in half[:25]:
        each.sendall(b"GET /api/ws HTTP/1.1\r\nHost: x")
    assert (await server.get("/api/health")).status_code == 200
    for each in half:
        each.close()


async def test_random_bytes_over_http_are_answered_or_refused(server: Inside) -> None:
    rng = Random(1)
    paths = [
        "/api/matches",
        "/api/replay",
        "/api/matches/mine",
        "/api/matches/withdraw",
        f"/api/matches/{'x' * 22}/acts",
        "/api/x",
        "/%00",
        "//",
    ]
    for _ in range(60):
        body = bytes(rng.randrange(256) for _ in range(rng.randrange(200)))
        kind = rng.choice(["application/json", "text/plain", "multipart/form-data; boundary=x", ""])
        answer = await server.http.post(rng.choice(paths), content=body, headers={"content-type": kind})
        assert 400 <= answer.status_code < 500, answer.text
        assert answer.json()["code"] in CODES


async def test_memory_stays_bounded_whatever_is_sent(tmp_path: Path) -> None:
    seats = [{"kind": "local", "name": "A"}, {"kind": "local", "name": "B"}]
    with serving(f"sqlite:{tmp_path / 'm.db'}") as server:
        made = server.post("/api/matches", {"game": "tokan", "seats": seats})
        match, token = made["match"], made["seats"][0]["token"]
        flood = [
            json.dumps({"type": "subscribe", "match": match, "token": token, "since": 0}),
            json.dumps(
                {"type": "act", "id": "x", "match": match, "seat": 0, "action": {"type": "move", "move": "a1a1"}}
            ),
            json.dumps({"type": "act", "id": "y", "match": "z" * 22, "seat": 0, "action": {"type": "resign"}}),
            json.dumps({"type": "unsubscribe", "match": match, "seat": 0}),
            "[" * 3000,
            "x" * 20_000,
            "",
        ]

        async def send_all() -> None:
            # Nobody reads the answers, and the connection is left without a word.
            async with connect(server.socket_address, compression=None) as socket:
                with contextlib.suppress(ConnectionClosed):
                    for number in range(700):
                        await socket.send(flood[number % len(flood)])
                socket.transport.abort()

        for _ in range(3):
            await send_all()
        before = server.resident_bytes()
        for _ in range(12):
            await send_all()
        assert server.get("/api/health")["status"] == "ok"
        assert server.resident_bytes() - before < 16 << 20
