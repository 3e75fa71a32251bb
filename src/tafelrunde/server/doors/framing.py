"""uvicorn's WebSocket protocol with a short way for the frames that nearly all messages are.

The handshake, control frames, fragments, errors and the closing are uvicorn's and those of the `websockets` library. A
whole text frame of plain ASCII is handed to the connection in the moment it arrives, and a message is written in the
moment it is sent: no queue, task or dictionary lies between, which would cost a move more than its rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

try:
    from websockets.speedups import apply_mask
except ImportError:
    # Where the library was built without its C part.
    from websockets.utils import apply_mask

EXTENSION = "tafelrunde.direct"
"""The name under which the scope of a WebSocket holds its protocol."""

_WHOLE_TEXT = 0x81
_FIRST_BYTES = frozenset((0x00, 0x01, 0x02, 0x80, 0x81, 0x82, 0x88, 0x89, 0x8A))
"""Parts of texts and bytes, whole ones, and control frames."""
_MASKED = 0x80
_TWO_BYTES, _EIGHT_BYTES = 126, 127
_PARTS = 256
"""Frames that one message may come in; empty ones would else cost memory without end."""
_FAREWELL_SECONDS = 3.0
"""How long a client may take to read the last words."""
_TOO_BIG = 1009
_SHORT_HEADS = [bytes((_WHOLE_TEXT, size)) for size in range(_TWO_BYTES)]


class Endpoint(Protocol):
    """Whoever receives what comes in."""

    def take(self, message: bytes) -> None:
        """Receive a message; never wait, never fail."""

    def drained(self) -> None:
        """Hear that the client reads again."""


class DirectProtocol(WebSocketsSansIOProtocol):
    """One WebSocket of a client."""

    endpoint: Endpoint | None = None
    """Set once the connection is accepted; until then uvicorn's own way is taken."""
    on_lost: Callable[[], None] | None = None
    """Called when the connection has ended."""
    _rest = b""
    _is_busy = False
    """Whether the endpoint cannot take more."""
    _has_moved = False
    """Whether the client has read something since the last ping."""
    _unread = 0
    """How much it had not read then."""

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of everything."""
        super().connection_lost(exc)
        self._rest = b""
        if self.on_lost is not None:
            self.on_lost()

    def handle_connect(self, event: Any) -> None:
        """Begin as uvicorn does, and let the application find this protocol."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self

    # Receiving

    def data_received(self, data: bytes) -> None:
        """Take frames apart; whatever is not a whole text frame goes uvicorn's way, whole frames at a time."""
        endpoint = self.endpoint
        if endpoint is None:
            super().data_received(data)
            return
        if self._rest:
            data = self._rest + data
        at, end = 0, len(data)
        while end - at >= 2:
            size, head = data[at + 1] - _MASKED, 6
            if size == _TWO_BYTES:
                size, head = int.from_bytes(data[at + 2 : at + 4], "big"), 8
            elif size == _EIGHT_BYTES:
                size, head = int.from_bytes(data[at + 2 : at + 10], "big"), 14
            is_large = end - at >= head and size > self.config.ws_max_size
            if is_large or size < 0 or data[at] not in _FIRST_BYTES:
                # Too large, not masked, or no frame at all: errors that the library knows how to answer.
                super().data_received(data[at:])
                self._rest = b""
                return
            following = at + head + size
            if following > end:
                break
            if data[at] == _WHOLE_TEXT and self.conn.current_size is None and not self.close_sent:
                text = apply_mask(data[at + head : following], data[at + head - 4 : at + head])
                if text.isascii():
                    endpoint.take(text)
                    at = following
                    continue
            super().data_received(data[at:following])
            at = following
        self._rest = data[at:]

    def send_receive_event_to_app(self) -> None:
        """Hand over a message that came in an unusual way: in fragments, as bytes, or not in ASCII."""
        if self.endpoint is None:
            super().send_receive_event_to_app()
            return
        data = b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "text":
            try:
                data.decode()
            except UnicodeDecodeError:
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        self.endpoint.take(data)

    def handle_cont(self, event: Any) -> None:
        """Take a further part of a message, if there are not too many."""
        if len(self.frames) >= _PARTS:
            self.conn.fail(_TOO_BIG, "too many parts")
            self.handle_parser_exception()
            return
        super().handle_cont(event)

    def hold_reading(self, hold: bool) -> None:
        """Stop reading while the client sends faster than it can be answered, or go on."""
        self._is_busy = hold
        self._hold()

    def _hold(self) -> None:
        """Read from a client only while it is not busy and reads what it is sent: pongs, too, are to be read."""
        hold = self._is_busy or not self.writable.is_set()
        if hold == self.read_paused or self.transport.is_closing():
            return
        self.read_paused = hold
        (self.transport.pause_reading if hold else self.transport.resume_reading)()

    # Sending

    def write_text(self, message: bytes) -> None:
        """Send a message; nothing happens when the connection is ending."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        size = len(message)
        if size < _TWO_BYTES:
            head = _SHORT_HEADS[size]
        elif size < 1 << 16:
            head = bytes((_WHOLE_TEXT, _TWO_BYTES)) + size.to_bytes(2, "big")
        else:
            head = bytes((_WHOLE_TEXT, _EIGHT_BYTES)) + size.to_bytes(8, "big")
        self.transport.write(head + message)

    @property
    def is_writable(self) -> bool:
        """Whether the client reads as fast as it is sent to."""
        return self.writable.is_set()

    @property
    def unread(self) -> int:
        """How many bytes wait to be sent."""
        return self.transport.get_write_buffer_size()

    def pause_writing(self) -> None:
        """Stop sending, and reading as well: whoever does not read is not read from."""
        super().pause_writing()
        self._hold()

    def resume_writing(self) -> None:
        """Go on sending and reading."""
        super().resume_writing()
        self._has_moved = True
        if self.endpoint is not None:
            self.endpoint.drained()
        self._hold()

    # Ending

    def send_keepalive_ping(self) -> None:
        """Ask for a sign of life, and note how much there is to read before it."""
        super().send_keepalive_ping()
        self._has_moved, self._unread = False, self.unread

    def keepalive_timeout(self) -> None:
        """End a connection that gives no sign of life; slowly reading what came before the question is one."""
        if self.read_paused and (self._has_moved or self.unread < self._unread):
            self.pong_timer = None
            self.pending_ping_payload = None
            self.schedule_ping()
            return
        super().keepalive_timeout()
        self.let_go()

    def let_go(self) -> None:
        """See to it that a connection that is being closed ends, whether its client reads the last words or not."""
        if not self.disconnected:
            self.loop.call_later(_FAREWELL_SECONDS, self.transport.abort)
