"""A load generator: many two-player matches at once, each client answering as fast as it is served.

It speaks just enough of the WebSocket protocol to cost little itself, so that one process can drive a server to its
limit. The games are worked out beforehand: what is measured is the server, not the players.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial


class Socket(asyncio.Protocol):
    """A WebSocket client: text frames in, text frames out."""

    def __init__(self, path: str, host: str, on_text: Callable[[Socket, bytes], None]) -> None:
        self.on_text = on_text
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

    def send(self, text: bytes) -> None:
        """Send a text frame. A mask of zeros is a mask like any other, and costs nothing."""
        assert self.transport is not None
        size = len(text)
        head = bytes((0x81, 0x80 | size)) if size < 126 else struct.pack("!BBH", 0x81, 0x80 | 126, size)
        self.transport.write(head + b"\0\0\0\0" + text)

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
            if opcode == 1:
                self.on_text(self, payload)
            elif opcode == 9:
                assert self.transport is not None
                self.transport.write(bytes((0x8A, 0x80 | size)) + b"\0\0\0\0" + payload)
        self._buffer = buffer[at:]

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.open.done():
            self.open.set_exception(exc or ConnectionError("closed"))


@dataclass
class Game:
    """A match with its moves worked out beforehand, and the two sockets that play it."""

    match: str
    tokens: list[str]
    moves: list[tuple[int, str]]
    sockets: list[Socket] = field(default_factory=list)
    ply: int = 0
    sent_at: float = 0.0
    acked: int = 0
    think: float = 0.0


@dataclass
class Run:
    """What was measured."""

    moves: int = 0
    acks: int = 0
    latencies: list[float] = field(default_factory=list)
    seconds: float = 0.0
    server_cpu: float = 0.0

    def percentile(self, part: float) -> float:
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(part * len(ordered)))] * 1000 if ordered else 0.0


class Load:
    """Plays many games over a server of ours."""

    def __init__(self, host: str, port: int, games: list[Game], tables: bool = False) -> None:
        self.host, self.port = host, port
        self.games = games
        self.tables = tables
        self.run = Run()
        self.left = 0
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def connect(self) -> None:
        """Open two sockets for each game and wait for their snapshots."""
        for start in range(0, len(self.games), 50):
            await asyncio.gather(*(self._connect(game) for game in self.games[start : start + 50]))

    async def _connect(self, game: Game) -> None:
        loop = asyncio.get_running_loop()
        for seat, token in enumerate(game.tokens):
            ready: asyncio.Future[None] = loop.create_future()

            def first(_: Socket, text: bytes, ready: asyncio.Future[None] = ready) -> None:
                if b'"type":"snapshot"' in text[:30]:
                    ready.set_result(None)

            make = partial(Socket, "/api/ws", f"{self.host}:{self.port}", first)
            _, socket = await loop.create_connection(make, self.host, self.port)
            await socket.open
            ask = {"type": "subscribe", "match": game.match, "token": token, "tables": self.tables}
            socket.send(json.dumps(ask).encode())
            await ready
            socket.on_text = self._listener(game, seat)
            game.sockets.append(socket)

    def _listener(self, game: Game, seat: int) -> Callable[[Socket, bytes], None]:
        # The opponent's copy is the one whose arrival counts.
        foreign = f'"type":"moved","seat":{1 - seat},'.encode()

        def hear(_: Socket, text: bytes) -> None:
            if text.startswith(b'{"type":"event"'):
                if foreign in text:
                    self.run.latencies.append(time.perf_counter() - game.sent_at)
                    self.run.moves += 1
                    game.ply += 1
                    self._next(game)
            elif text.startswith(b'{"type":"ack"'):
                self.run.acks += 1
            elif text.startswith(b'{"type":"refusal"'):
                raise RuntimeError(text.decode())

        return hear

    def _next(self, game: Game) -> None:
        if game.ply == len(game.moves):
            self.left -= 1
            if not self.left:
                self.done.set_result(None)
        elif game.think:
            asyncio.get_running_loop().call_later(game.think, self._move, game)
        else:
            self._move(game)

    def _move(self, game: Game) -> None:
        seat, move = game.moves[game.ply]
        text = (
            f'{{"type":"act","id":"p{game.ply}","match":"{game.match}","seat":{seat},'
            f'"action":{{"type":"move","move":"{move}","ply":{game.ply}}}}}'
        )
        game.sent_at = time.perf_counter()
        game.sockets[seat].send(text.encode())

    async def play(self, cpu: Callable[[], float]) -> Run:
        """Play all games to their end."""
        self.left = len(self.games)
        used, began = cpu(), time.perf_counter()
        for index, game in enumerate(self.games):
            # Spread the first moves, so that clocks that tick alike do not tick together.
            delay = game.think * index / len(self.games)
            asyncio.get_running_loop().call_later(delay, self._move, game)
        await self.done
        self.run.seconds = time.perf_counter() - began
        self.run.server_cpu = cpu() - used
        return self.run
