"""A load generator: many two-player matches at once, each client answering as fast as it is served.

It speaks just enough of the WebSocket protocol to cost little itself, so that one process can drive a server to its
limit. The games are worked out beforehand: what is measured is the server, not the players. Which server it is and how
it is spoken to are the games' business: the same generator drives all that are compared.
"""

from __future__ import annotations

import asyncio
import base64
import os
import struct
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field


class Socket(asyncio.Protocol):
    """A WebSocket client: text or binary frames in and out."""

    def __init__(self, path: str, host: str) -> None:
        self._early: list[bytes] = []
        self.on_message: Callable[[bytes], None] = self._early.append
        self.transport: asyncio.Transport | None = None
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._buffer = b""
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._request.encode())

    @classmethod
    async def connect(cls, port: int, path: str) -> Socket:
        """Open a WebSocket to a server on this machine."""
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(lambda: cls(path, f"127.0.0.1:{port}"), "127.0.0.1", port)
        await socket.open
        return socket

    def send(self, message: bytes, opcode: int = 1) -> None:
        """Send a frame. A mask of zeros is a mask like any other, and costs nothing."""
        assert self.transport is not None
        size, first = len(message), 0x80 | opcode
        head = bytes((first, 0x80 | size)) if size < 126 else struct.pack("!BBH", first, 0x80 | 126, size)
        self.transport.write(head + b"\0\0\0\0" + message)

    async def until(self, is_it: Callable[[bytes], bool]) -> bytes:
        """Wait for the first message of a kind."""
        found: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

        def hear(message: bytes) -> None:
            if is_it(message) and not found.done():
                found.set_result(message)

        # What came before anybody asked counts too.
        for message in self._early:
            hear(message)
        self._early.clear()
        self.on_message = hear
        async with asyncio.timeout(60):
            return await found

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.open.done():
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                self.open.set_exception(ConnectionError(head.decode("latin-1")))
                return
            self._buffer = rest
            self.open.set_result(None)
        self._read_frames()

    def _read_frames(self) -> None:
        buffer, at = self._buffer, 0
        while len(buffer) - at >= 2:
            size, head = buffer[at + 1], 2
            if size == 126:
                if len(buffer) - at < 4:
                    break
                size, head = struct.unpack_from("!H", buffer, at + 2)[0], 4
            elif size == 127:
                if len(buffer) - at < 10:
                    break
                size, head = struct.unpack_from("!Q", buffer, at + 2)[0], 10
            if len(buffer) - at < head + size:
                break
            opcode = buffer[at] & 0x0F
            payload = buffer[at + head : at + head + size]
            at += head + size
            if opcode in (1, 2):
                self.on_message(payload)
            elif opcode == 9:
                assert self.transport is not None
                self.transport.write(bytes((0x8A, 0x80 | size)) + b"\0\0\0\0" + payload)
        self._buffer = buffer[at:]

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.open.done():
            self.open.set_exception(exc or ConnectionError("closed"))


class Game(ABC):
    """A match with its moves worked out beforehand, and the two sockets that play it."""

    length: int
    """The number of moves."""
    ply = 0
    sent_at = 0.0
    on_heard: Callable[[Game], None]
    """Called when the opponent of whoever moved last has heard of the move."""

    @abstractmethod
    async def connect(self) -> None:
        """Open both sockets and wait until they may play."""

    @abstractmethod
    def move(self) -> None:
        """Send the move of the present ply."""

    @abstractmethod
    def close(self) -> None:
        """Close both sockets."""


@dataclass
class Run:
    """What was measured."""

    moves: int = 0
    latencies: list[float] = field(default_factory=list)
    seconds: float = 0.0
    server_cpu: float = 0.0
    own_cpu: float = 0.0

    def percentile(self, part: float) -> float:
        """Return how many milliseconds so large a part of the moves took at most."""
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(part * len(ordered)))] * 1000 if ordered else 0.0

    @property
    def per_cpu_second(self) -> float:
        """How many moves a processor second of the server is enough for."""
        return self.moves / self.server_cpu


async def connect(games: Sequence[Game]) -> None:
    """Open the sockets of games, some at a time."""
    for start in range(0, len(games), 25):
        await asyncio.gather(*(game.connect() for game in games[start : start + 25]))


class Load:
    """Plays games, so many at a time, each for so many moves at most."""

    def __init__(self, games: Sequence[Game], at_once: int, think: float = 0.0) -> None:
        self._games = iter(games)
        self._at_once = at_once
        self._think = think
        self._playing = 0
        self._done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.run = Run()

    async def play(self, cpu: Callable[[], float]) -> Run:
        """Play all games to their end."""
        loop = asyncio.get_running_loop()
        used, own, began = cpu(), time.process_time(), time.perf_counter()
        for index in range(self._at_once):
            # Spread the first moves, so that clocks that tick alike do not tick together.
            loop.call_later(self._think * index / self._at_once, self._begin)
        self._playing = self._at_once
        await self._done
        self.run.seconds = time.perf_counter() - began
        self.run.server_cpu, self.run.own_cpu = cpu() - used, time.process_time() - own
        return self.run

    def _begin(self) -> None:
        game = next(self._games, None)
        if game is None:
            self._playing -= 1
            if not self._playing:
                self._done.set_result(None)
            return
        game.on_heard = self._heard
        self._move(game)

    def _heard(self, game: Game) -> None:
        self.run.latencies.append(time.perf_counter() - game.sent_at)
        self.run.moves += 1
        game.ply += 1
        if game.ply == game.length:
            self._begin()
        elif self._think:
            asyncio.get_running_loop().call_later(self._think, self._move, game)
        else:
            self._move(game)

    def _move(self, game: Game) -> None:
        game.sent_at = time.perf_counter()
        game.move()
