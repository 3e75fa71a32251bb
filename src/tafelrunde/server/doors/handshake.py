"""The handshake of a WebSocket: uvicorn's, until the application has accepted it and a wire takes its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tafelrunde.server.doors.framing import Wire
from tafelrunde.server.doors.sending import Shared
from tafelrunde.server.doors.tick import Tick

EXTENSION = "tafelrunde.handshake"
"""The name under which the scope of a WebSocket holds its handshake."""


class Handshake(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, until the application has accepted it."""

    on_lost: Callable[[], None] | None = None
    """Called when the connection has ended."""

    def data_received(self, data: bytes) -> None:
        """Read the request, which comes at once; end a connection whose client does not wait for the answer."""
        if self.handshake_initiated:
            self.transport.abort()
        else:
            super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of everything."""
        super().connection_lost(exc)
        if self.on_lost is not None:
            self.on_lost()

    def handle_connect(self, event: Any) -> None:
        """Begin as uvicorn does, and let the application find this protocol."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self

    def hand_over(self, tick: Tick) -> Wire | None:
        """Let a wire take this protocol's place; None if the client is gone."""
        transport = self.transport
        if self.disconnected or self.close_sent or transport.is_closing() or not self.queue.empty():
            return None
        self.stop_keepalive()
        if self.read_paused:
            transport.resume_reading()
        interval = self.config.ws_ping_interval
        assert interval is not None
        shared = Shared(self.loop, self.connections, self.config.ws_max_size, interval, tick)
        wire = Wire(transport, shared, self.on_lost)
        wire.is_writable = self.writable.is_set()
        wires: set[Any] = self.connections
        wires.discard(self)
        wires.add(wire)
        transport.set_protocol(wire)
        # uvicorn closes what it holds when the application returns.
        self.transport = _HandedOver()  # type: ignore[assignment]
        self.on_lost = None
        # What holds each other would wait for the collector of cycles.
        self.conn.parser.close()
        self.scope["extensions"] = {}
        return wire


class _HandedOver:
    """Stands where a transport was that another protocol has now."""

    def close(self) -> None:
        """Do nothing."""
