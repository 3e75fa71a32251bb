"""Frames reach the server however the network cuts them, and in whatever parts a client sends its messages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tafelrunde.games.core import Move, Position
from tests.server.inside import FREE, Inside, inside
from tests.server.raw import Raw, frame, raw_socket

pytestmark = pytest.mark.anyio

PING = b'{"type": "ping"}'


@pytest.fixture
async def raw(server: Inside) -> AsyncIterator[Raw]:
    async with raw_socket(server.server.settings.port) as wire:
        yield wire


async def test_frames_are_read_however_they_are_cut(raw: Raw) -> None:
    rng = Random(1)
    long = json.dumps({"type": "subscribe", "match": "x" * 22, "padding": "y" * 300}).encode()
    stream = b"".join(frame(rng.choice((PING, PING, long))) for _ in range(40))
    answers = stream.count(frame(long))
    at = 0
    while at < len(stream):
        size = rng.choice((1, 2, 3, 5, 20, 200, 1000))
        raw.writer.write(stream[at : at + size])
        await raw.writer.drain()
        await asyncio.sleep(0)
        at += size
    heard = [json.loads((await raw.next())[1]) for _ in range(40)]
    assert [message["type"] for message in heard].count("pong") == 40 - answers
    assert [message["code"] for message in heard if message["type"] == "refusal"] == ["bad-message"] * answers


async def test_a_message_in_parts_with_a_ping_between_is_one_message(raw: Raw) -> None:
    raw.writer.write(frame(PING[:5], 0x01) + frame(b"are you there", 0x89) + frame(PING[5:9], 0x00))
    assert await raw.next() == (0x8A, b"are you there")
    raw.writer.write(frame(PING[9:], 0x80) + frame(PING))
    assert json.loads((await raw.next())[1])["type"] == "pong"
    assert json.loads((await raw.next())[1])["type"] == "pong"


async def test_text_beyond_ascii_is_read_and_text_that_is_none_ends_the_connection(raw: Raw) -> None:
    raw.writer.write(frame('{"type": "ping", "größe": 1}'.encode()))
    assert json.loads((await raw.next())[1])["code"] == "bad-message"
    raw.writer.write(frame(b'{"type": "\xff"}'))
    first, reason = await raw.next()
    assert (first, int.from_bytes(reason[:2], "big")) == (0x88, 1007)


async def test_messages_wait_their_turn_and_none_is_lost(server: Inside) -> None:
    match, tokens = await server.create()
    async with server.socket() as wire:
        await wire.follow(match, tokens[0], tables=False)
        for index in range(300):
            action = {"type": "chat", "text": f"line {index}"}
            await wire.send(type="act", id=f"c{index}", match=match, seat=0, action=action)
            if index % 3 == 0:
                await wire.send(type="ping")
        heard = [await wire.next()]
        while heard[-1].get("id") != "c299":
            heard.append(await wire.next())
    acks = [message["id"] for message in heard if message["type"] == "ack"]
    assert acks == [f"c{index}" for index in range(300)]
    told = [event["text"] for message in heard if message["type"] == "event" for event in message["events"]]
    assert told == [f"line {index}" for index in range(300)]


def close(code: int, reason: bytes = b"") -> bytes:
    return frame(code.to_bytes(2, "big") + reason, 0x88)


BREACHES = {
    "a text inside a text": (frame(b"{", 0x01) + frame(PING), 1002),
    "a part of nothing": (frame(PING, 0x80), 1002),
    "no mask": (bytes((0x81, len(PING))) + PING, 1002),
    "a bit that means nothing": (frame(PING, 0xC1), 1002),
    "a kind that does not exist": (frame(PING, 0x83), 1002),
    "a ping in parts": (frame(b"x", 0x09), 1002),
    "a long ping": (frame(b"x" * 126, 0x89), 1002),
    "a length without end": (b"\x81\xff" + b"\xff" * 8 + b"mask", 1009),
    "too long": (frame(b" " * 40_000)[:20], 1009),
    "too long in parts": (frame(b" " * 20_000, 0x01) + frame(b" " * 20_000, 0x80), 1009),
    "too many parts": (frame(b"", 0x01) + frame(b"", 0x00) * 256 + frame(PING, 0x80), 1009),
    "no text, in parts": (frame(b'"\xc3', 0x01) + frame(b'("', 0x80), 1007),
    "a farewell inside a message": (frame(b"{", 0x01) + close(1000), 1002),
    "half a farewell": (frame(b"\x03", 0x88), 1002),
    "a farewell with a code that does not exist": (close(999), 1002),
    "a farewell that is no text": (close(1000, b"\xff"), 1007),
    "a farewell": (close(1001, b"bye"), 1001),
    "another protocol": (b"GET / HTTP/1.1\r\n\r\n", 1002),
}


@pytest.mark.parametrize("breach", BREACHES)
async def test_whatever_breaks_the_protocol_is_answered_by_its_code_and_forgotten(server: Inside, breach: str) -> None:
    sent, code = BREACHES[breach]
    async with raw_socket(server.server.settings.port) as wire:
        wire.writer.write(sent)
        first, reason = await wire.next()
        assert (first, int.from_bytes(reason[:2], "big")) == (0x88, code)
        assert await wire.is_closed()
    async with asyncio.timeout(20):
        while server.server.connections or server.server.gate.connections:  # noqa: ASYNC110  (inside there is no event)
            await asyncio.sleep(0)


FEW = replace(FREE, messages_per_second=1e-9, messages_burst=10)
"""Of frames that are no messages 256 more than of messages are let in: so many parts may one message have."""


@pytest.mark.parametrize("extra", [frame(b"", 0x89), frame(b"", 0x8A)])
async def test_frames_without_end_that_are_no_messages_end_the_connection(tmp_path: Path, extra: bytes) -> None:
    async with inside(tmp_path / "m.db", FEW) as server, server.socket() as other:
        async with raw_socket(server.server.settings.port) as wire:
            wire.writer.write(extra * 400)
            while (heard := await wire.next())[0] != 0x88:
                assert heard[0] in (0x81, 0x8A)
            assert int.from_bytes(heard[1][:2], "big") == 1008
            assert await wire.is_closed()
        assert (await other.ask("pong", type="ping"))["type"] == "pong"


async def test_as_many_frames_are_let_in_as_one_message_may_have_parts(tmp_path: Path) -> None:
    async with inside(tmp_path / "m.db", FEW) as server, raw_socket(server.server.settings.port) as wire:
        wire.writer.write(
            frame(PING[:5], 0x01) + frame(b"", 0x00) * 253 + frame(PING[5:], 0x80) + frame(b"", 0x89) * 11
        )
        assert json.loads((await wire.next())[1])["type"] == "pong"
        assert [(await wire.next())[0] for _ in range(11)] == [0x8A] * 11
        wire.writer.write(frame(PING))
        assert json.loads((await wire.next())[1])["type"] == "pong"


async def test_what_frames_cost_is_taken_out_of_the_share_of_their_address(tmp_path: Path) -> None:
    limits = replace(FREE, work_per_second=1e-9, work_burst=60.0)
    async with inside(tmp_path / "m.db", limits) as server, server.socket() as wire:
        (connection,) = server.server.connections
        assert connection.may_go_on(1.0)
        assert (await wire.ask("pong", type="ping"))["type"] == "pong"
        assert connection.may_go_on(60.0)
        assert (await wire.ask("pong", type="ping"))["code"] == "too-fast"


async def test_a_message_after_many_unusual_ones_is_heard(raw: Raw) -> None:
    for _ in range(20):
        raw.writer.write(frame(b"here", 0x89) + frame(b"unasked", 0x8A) + frame(PING[:4], 0x01) + frame(PING[4:], 0x80))
        assert await raw.next() == (0x8A, b"here")
        assert json.loads((await raw.next())[1])["type"] == "pong"
    raw.writer.write(frame(PING))
    assert json.loads((await raw.next())[1])["type"] == "pong"


async def test_a_move_is_told_before_it_is_acknowledged(server: Inside) -> None:
    match, tokens = await server.create(game="tokan")
    async with server.socket() as wire:
        shot = await wire.follow(match, tokens[0])
        await wire.follow(match, tokens[1])
        seat = shot["state"]["turn"]
        position = (await server.host.find(match)).match.position
        assert position is not None
        await wire.send(
            type="act", id="a", match=match, seat=seat, action={"type": "move", "move": str(first(position))}
        )
        heard = [(await wire.until("event"))["seat"], (await wire.until("event"))["seat"]]
        assert sorted(heard) == [0, 1]
        assert (await wire.next())["type"] == "ack"


def first(position: Position) -> Move:
    return position.legal_moves()[0]
