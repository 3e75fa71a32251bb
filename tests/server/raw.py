"""Connections of which every byte is the test's own."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator, Iterable

HANDSHAKE = (
    "GET /api/ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def frame(data: bytes, first: int = 0x81, mask: bytes = b"\x12\x34\x56\x78") -> bytes:
    """Return a frame as a client sends it."""
    size = len(data)
    if size < 126:
        head = bytes((first, 0x80 | size))
    elif size < 1 << 16:
        head = bytes((first, 0x80 | 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((first, 0x80 | 127)) + size.to_bytes(8, "big")
    return head + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(data))


class Raw:
    """A connection, read and written as bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def next(self) -> tuple[int, bytes]:
        """Return the next frame: its first byte and what it holds."""
        async with asyncio.timeout(20):
            first, size = await self.reader.readexactly(2)
            if size == 126:
                size = int.from_bytes(await self.reader.readexactly(2), "big")
            elif size == 127:
                size = int.from_bytes(await self.reader.readexactly(8), "big")
            return first, await self.reader.readexactly(size)

    async def answer(self) -> tuple[int, bytes]:
        """Return the status and the body of the next answer; status 0 if the connection has ended."""
        async with asyncio.timeout(20):
            try:
                head = await self.reader.readuntil(b"\r\n\r\n")
            except (asyncio.IncompleteReadError, ConnectionError):
                return 0, b""
            status = int(head.split(b" ", 2)[1])
            size = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
            try:
                return status, await self.reader.readexactly(int(size[0].partition(b":")[2]) if size else 0)
            except asyncio.IncompleteReadError as error:
                # The answer to HEAD has a length and no body.
                return status, error.partial

    async def is_closed(self) -> bool:
        """Wait for the end of the connection; True if nothing more came."""
        async with asyncio.timeout(20):
            try:
                return await self.reader.read(1) == b""
            except ConnectionError:
                return True

    async def pour(self, pieces: Iterable[bytes]) -> int:
        """Send, as far as the server takes it; return how many bytes it took."""
        poured = 0
        with contextlib.suppress(ConnectionError):
            for piece in pieces:
                self.writer.write(piece)
                await self.writer.drain()
                poured += len(piece)
        return poured


@contextlib.asynccontextmanager
async def raw(port: int, receives: int | None = None) -> AsyncIterator[Raw]:
    """Open a connection, perhaps with little room for what it receives."""
    line = socket.socket()
    if receives is not None:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
    line.setblocking(False)
    await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", port))
    reader, writer = await asyncio.open_connection(sock=line, limit=1 << 16)
    try:
        yield Raw(reader, writer)
    finally:
        writer.transport.abort()


@contextlib.asynccontextmanager
async def raw_socket(port: int, receives: int | None = None) -> AsyncIterator[Raw]:
    """Open a WebSocket and read its welcome."""
    async with raw(port, receives) as wire:
        wire.writer.write(HANDSHAKE.format(port=port).encode())
        await wire.reader.readuntil(b"\r\n\r\n")
        assert json.loads((await wire.next())[1])["type"] == "welcome"
        yield wire


def stop_reading(wire: Raw) -> None:
    """Read nothing more, as a client that sleeps."""
    transport = wire.writer.transport
    assert isinstance(transport, asyncio.Transport)
    transport.pause_reading()
