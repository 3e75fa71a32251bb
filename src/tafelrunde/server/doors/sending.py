"""What a server writes to a WebSocket: whole frames, all of one round of the event loop at once."""

from __future__ import annotations

import asyncio
import struct
from abc import ABC, abstractmethod
from typing import Any, NamedTuple

from tafelrunde.server.doors.endpoint import Endpoint
from tafelrunde.server.doors.tick import Tick

_WHOLE_TEXT = 0x81
_TWO_BYTES, _EIGHT_BYTES = 126, 127
_MUCH = 16_384
"""How many bytes at most are kept until they are written with those of others."""
_HEADS = [bytes((_WHOLE_TEXT, size)) for size in range(_TWO_BYTES)]
_long_head = struct.Struct("!BBH").pack


class Shared(NamedTuple):
    """What all WebSockets of a server have in common."""

    loop: asyncio.AbstractEventLoop
    open: set[Any]
    """Everything uvicorn has to close when it stops."""
    most: int
    """The longest message."""
    heartbeat: float
    """Seconds between two pings, and for the answer to one."""
    tick: Tick


class Sending(asyncio.Protocol, ABC):
    """The server's side of a WebSocket."""

    __slots__ = (
        "_endpoint",
        "_gathered",
        "_gathered_bytes",
        "_shared",
        "close_sent",
        "is_writable",
        "transport",
    )

    def __init__(self, transport: asyncio.Transport, shared: Shared) -> None:
        self.transport = transport
        self._shared = shared
        self._endpoint: Endpoint | None = None
        self.close_sent = False
        self.is_writable = True
        """Whether the client reads as fast as it is sent to."""
        self._gathered: list[bytes] | None = None
        """What is to be written in this round of the event loop."""
        self._gathered_bytes = 0

    @abstractmethod
    def read(self) -> None:
        """Read what was kept."""

    def abort(self) -> None:
        """End at once, without a word."""
        self.close_sent = True
        self.transport.abort()

    def write_text(self, message: bytes) -> None:
        """Send a message, in this round of the event loop; nothing happens when the connection is ending."""
        if self.close_sent:
            return
        size = len(message)
        if size < _TWO_BYTES:
            head = _HEADS[size]
        elif size < 1 << 16:
            head = _long_head(_WHOLE_TEXT, _TWO_BYTES, size)
        else:
            head = bytes((_WHOLE_TEXT, _EIGHT_BYTES)) + size.to_bytes(8, "big")
        self._gather(head, message)

    def _gather(self, head: bytes, payload: bytes) -> None:
        """Send a frame in this round of the event loop."""
        if self._gathered is None:
            self._gathered = [head, payload]
            self._shared.tick.write_soon(self)
        else:
            self._gathered += head, payload
        self._gathered_bytes += len(payload)
        if self._gathered_bytes > _MUCH:
            self.flush()

    def flush(self) -> None:
        """Send what was kept: one call of the system carries it all."""
        gathered = self._gathered
        if gathered is None:
            return
        self._gathered, self._gathered_bytes = None, 0
        if self.transport.is_closing():
            return
        self.transport.write(b"".join(gathered))
        if not self.is_writable and self._endpoint is not None:
            self._endpoint.filled()

    @property
    def unread(self) -> int:
        """How many bytes wait to be sent."""
        return self.transport.get_write_buffer_size() + self._gathered_bytes

    @property
    def client(self) -> Any:
        """The address and port of the other side."""
        return self.transport.get_extra_info("peername")
