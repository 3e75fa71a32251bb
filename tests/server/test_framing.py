"""Frames reach the server however the network cuts them, and in whatever parts a client sends its messages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from random import Random

import pytest

from tests.server.inside import Inside
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
