"""Sending to a client's WebSocket: as fast as it reads, with a bounded backlog."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import deque

from tafelrunde.server import metrics
from tafelrunde.server.doors.backlog import Backlog
from tafelrunde.server.doors.framing import Wire
from tafelrunde.server.wire import pool, studies
from tafelrunde.server.wire.state import encode

NORMAL, GOING_AWAY, POLICY, MISTAKE, TRY_AGAIN = 1000, 1001, 1008, 1011, 1013


class Speaking(ABC):
    """One side of a connection: the server's."""

    __slots__ = ("_backlog", "_most", "_outgoing", "_outgoing_bytes", "_wire", "ended")

    def __init__(self, wire: Wire, backlog: Backlog, most: int) -> None:
        self._wire = wire
        self._backlog = backlog
        self._most = most
        """How many bytes may wait."""
        # Most connections have nothing waiting most of the time.
        self._outgoing: deque[bytes] | None = None
        self._outgoing_bytes = 0
        self.ended: int | None = None
        """The code with which the connection ended."""

    @abstractmethod
    def _go_on(self) -> None:
        """Carry out what the client asked for while it did not read."""

    @abstractmethod
    def _finish(self) -> None:
        """Let go of everything, after the end."""

    def send(self, message: bytes) -> None:
        """Send the client a message; one who lets too many wait is cut off and can resume later."""
        if self.ended is not None:
            return
        wire = self._wire
        if wire.is_writable and not self._outgoing:
            wire.write_text(message)
            return
        if self._outgoing is None:
            self._outgoing = deque()
        self._outgoing.append(message)
        self._outgoing_bytes += len(message)
        self._count()

    def tell(self, message: pool.ServerMessage | studies.ServerMessage) -> None:
        """Send the client a message that is for it alone."""
        self.send(encode(message))

    def filled(self) -> None:
        """Hear that the client was sent more than it reads."""
        if self.ended is None:
            self._count()

    def _count(self) -> None:
        """See how much waits, and whether it is too much."""
        waiting = self._outgoing_bytes + self._wire.unread
        if waiting > self._most:
            self.cut_off()
        else:
            self._backlog.note(self, waiting)

    def cut_off(self) -> None:
        """End the connection of a client that does not read."""
        metrics.SLOW_READERS.inc()
        self._forget()
        self.end(POLICY)
        # A farewell would wait behind everything else that is not read.
        self._wire.abort()

    def _forget(self) -> None:
        self._outgoing = None
        self._outgoing_bytes = 0
        self._backlog.note(self, 0)

    def drained(self) -> None:
        """Send what waits, as fast as the client reads, and then carry out what it asked for meanwhile."""
        while self._outgoing and self._wire.is_writable:
            message = self._outgoing.popleft()
            self._outgoing_bytes -= len(message)
            self._wire.write_text(message)
        if not self._outgoing:
            self._outgoing = None
        self._backlog.note(self, 0 if self._wire.is_writable else self._outgoing_bytes + self._wire.unread)
        self._go_on()

    def end(self, code: int) -> None:
        """Close the connection, in a moment: whoever asks for it may be telling many."""
        if self.ended is None:
            self.ended = code
            asyncio.get_running_loop().call_soon(self._finish)
