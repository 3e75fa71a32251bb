"""uvicorn's WebSocket protocol with a short way for the frames that nearly all messages are.

The handshake, control frames, fragments, errors and the closing are uvicorn's and those of the `websockets` library. A
whole text frame of plain ASCII is handed to the connection in the moment it arrives, and a message is written in the
moment it is sent: no queue, task or dictionary lies between, which would cost a move more than its rules.
"""

from __future__ import annotations

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
    _rest = b""

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

    def hold_reading(self, hold: bool) -> None:
        """Stop reading while the client sends faster than it can be answered, or go on."""
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

    def resume_writing(self) -> None:
        """Go on sending."""
        super().resume_writing()
        if self.endpoint is not None:
            self.endpoint.drained()
