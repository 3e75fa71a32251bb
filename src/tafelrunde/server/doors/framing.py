"""A client's WebSocket after its handshake, with a fast path for the frames that nearly all messages use.

uvicorn shakes hands (`handshake.py`); then `Wire` takes its place, which has no task, no queue and no ASGI scope and so
costs little while nobody speaks. A whole text frame of plain ASCII is handed to the endpoint in the moment it arrives,
and a message is written in the moment it is sent; pings and pongs are as simple. Fragments, errors and the closing are
left to the `websockets` library, whose part is made when such a frame comes and forgotten when it is dealt with.

However much a client sends at once, a few of its frames are read in one iteration of the event loop, and the rest is
kept as it came until it is their turn: nobody is kept waiting by somebody else's flood.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from random import getrandbits

from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN, SERVER
from websockets.protocol import Protocol as Library

from tafelrunde.server.doors.endpoint import Endpoint
from tafelrunde.server.doors.sending import Sending, Shared

try:
    from websockets.speedups import apply_mask
except ImportError:
    # Where the library was built without its C part.
    from websockets.utils import apply_mask

_WHOLE_TEXT, _FAREWELL, _PING, _PONG = 0x81, 0x88, 0x89, 0x8A
_FIRST_BYTES = frozenset((0x00, 0x01, 0x02, 0x80, 0x81, 0x82, 0x88, 0x89, 0x8A))
"""Parts of texts and bytes, whole ones, and control frames."""
_MASKED = 0x80
_SHORT = 6 + 126
"""Control frames are shorter than this, and their length takes one byte."""
_TWO_BYTES, _EIGHT_BYTES = 126, 127
PARTS = 256
"""Frames that one message may come in; empty ones would else cost memory without end."""
_LITTLE = 4096
"""How many bytes at most are kept until they are read with those of others."""
_FRAMES = 64
"""How many frames of one client are read before it is the turn of others."""
_LAST_BYTES = 1 << 18
"""How much may still come after the last words: what was on its way, and then the client's farewell."""
_FAREWELL_SECONDS = 3.0
"""How long a client may take to read the last words and to answer them."""
_BAD_TEXT, _POLICY, _TOO_BIG, _SILENT, _RESTART = 1007, 1008, 1009, 1011, 1012
_logger = logging.getLogger("uvicorn.error")


class Wire(Sending):
    """One WebSocket of a client."""

    __slots__ = (
        "_arrived",
        "_has_moved",
        "_is_busy",
        "_is_resting",
        "_is_text",
        "_last_bytes",
        "_library",
        "_on_lost",
        "_parts",
        "_payload",
        "_rest",
        "_timer",
        "_unread",
        "read_paused",
    )

    def __init__(self, transport: asyncio.Transport, shared: Shared, on_lost: Callable[[], None] | None) -> None:
        super().__init__(transport, shared)
        self._on_lost = on_lost
        self._arrived: bytes | None = None
        """What is to be read in this round of the event loop."""
        self._rest = b""
        """What has come and is not read yet: the beginning of a frame, or what has to wait for its turn."""
        self._library: Library | None = None
        """There while a message in parts or the closing is under way."""
        self._parts: list[bytes] | None = None
        self._is_text = False
        self.read_paused = False
        self._is_busy = False
        """Whether the endpoint cannot take more."""
        self._is_resting = False
        """Whether the client has to wait because it sends too much."""
        self._last_bytes = 0
        """How much has come since the last words."""
        self._payload: bytes | None = None
        """What the last ping said, until it is answered."""
        self._has_moved = False
        """Whether the client has read something since the last ping."""
        self._unread = 0
        """How much it had not read then."""
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, endpoint: Endpoint) -> None:
        """Hand what comes in to an endpoint from now on."""
        self._endpoint = endpoint
        self._timer = self._shared.loop.call_later(self._shared.heartbeat, self._beat)

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of everything."""
        self.read()
        self._shared.open.discard(self)
        self._stop()
        self._rest, self._parts = b"", None
        if self._library is not None:
            self._forget(self._library)
        self.close_sent = True
        self._leave()
        if self._on_lost is not None:
            self._on_lost()
            self._on_lost = None

    def _leave(self) -> None:
        endpoint, self._endpoint = self._endpoint, None
        if endpoint is not None:
            endpoint.lost()

    # Receiving

    def data_received(self, data: bytes) -> None:
        """Keep a little until the others have been heard as well; read at once what is more."""
        if self.close_sent:
            self._last_bytes += len(data)
            if self._last_bytes > _LAST_BYTES:
                self.transport.abort()
                return
        arrived = self._arrived
        if arrived is None and len(data) <= _LITTLE:
            self._arrived = data
            self._shared.tick.read_soon(self)
        else:
            self._arrived = None
            self._take_apart(data if arrived is None else arrived + data)

    def read(self) -> None:
        """Read what was kept."""
        arrived, self._arrived = self._arrived or b"", None
        if arrived or self._rest:
            self._take_apart(arrived)

    def rest(self, seconds: float) -> None:
        """Read nothing more from a client that sends too much, for a while."""
        if not self._is_resting:
            self._is_resting = True
            self._hold()
            self._shared.loop.call_later(seconds, self._rested)

    def _rested(self) -> None:
        self._is_resting = False
        self._hold()

    def _take_apart(self, data: bytes) -> None:
        """Take frames apart, a few at a time; what is not a whole text goes the longer way, whole frames at a time."""
        if self._rest:
            data = self._rest + data
            self._rest = b""
        at, end, left = 0, len(data), _FRAMES
        while end - at >= 2 and left and not self.read_paused:
            left -= 1
            first = data[at]
            size, head = data[at + 1] - _MASKED, 6
            if size == _TWO_BYTES:
                size, head = int.from_bytes(data[at + 2 : at + 4], "big"), 8
            elif size == _EIGHT_BYTES:
                size, head = int.from_bytes(data[at + 2 : at + 10], "big"), 14
            if size < 0 or first not in _FIRST_BYTES or (size > self._shared.most and end - at >= head):
                # Too large, not masked, or no frame at all: errors that the library knows how to answer.
                self._receive(data[at:])
                return
            start, at = at, at + head + size
            if at > end:
                at = start
                break
            if first == _WHOLE_TEXT and self._library is None and self._endpoint is not None:
                text = apply_mask(data[start + head : at], data[start + head - 4 : start + head])
                if text.isascii():
                    self._endpoint.take(text)
                    continue
            self._take_unusual(first, data[start:at])
            if self.transport.is_closing():
                return
        if not left and not self.read_paused:
            # It is the turn of others.
            self._shared.tick.read_soon(self)
        if at < end:
            self._rest = data[at:] if at else data

    def _take_unusual(self, first: int, frame: bytes) -> None:
        """Take a frame that is no whole text in ASCII; too many of them end the connection."""
        if self.close_sent and first != _FAREWELL:
            # Nobody listens any more.
            return
        began = time.monotonic()
        if first in (_PING, _PONG) and len(frame) < _SHORT and self._library is None:
            self._beat_back(first, apply_mask(frame[6:], frame[2:6]))
        else:
            self._receive(frame)
        if self._endpoint is not None and not self._endpoint.may_go_on(time.monotonic() - began):
            self._fail(_POLICY, "too many frames")

    def _beat_back(self, first: int, payload: bytes) -> None:
        """Answer a ping, or hear the answer to one."""
        if first == _PING:
            self._gather(bytes((_PONG, len(payload))), payload)
        elif payload == self._payload:
            self._payload = None

    def _receive(self, data: bytes) -> None:
        """Let the library read frames: parts of messages, bytes, what is not in ASCII, control frames and errors."""
        library = self._open_library()
        library.receive_data(data)
        for event in library.events_received():
            assert isinstance(event, Frame)
            if library.parser_exc is None and not self._hear(event, library):
                break
        self._write_out(library)
        if library.parser_exc is not None or library.close_rcvd is not None or library.eof_sent:
            self._say_no_more()
        elif library.current_size is None and library.state is OPEN:
            self._forget(library)

    def _hear(self, event: Frame, library: Library) -> bool:
        """Take one frame; False if it ends the connection."""
        if event.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            if event.opcode != Opcode.CONT:
                self._is_text, self._parts = event.opcode == Opcode.TEXT, []
            assert self._parts is not None
            if len(self._parts) >= PARTS:
                library.fail(_TOO_BIG, "too many parts")
                return False
            self._parts.append(bytes(event.data))
            if event.fin:
                return self._take(library)
        elif event.opcode == Opcode.PONG and event.data == self._payload:
            self._payload = None
        return True

    def _take(self, library: Library) -> bool:
        """Hand over a message that is complete; False if it is no text."""
        data, self._parts = b"".join(self._parts or ()), None
        if self._endpoint is None or self.close_sent:
            return True
        if self._is_text:
            try:
                data.decode()
            except UnicodeDecodeError:
                library.fail(_BAD_TEXT)
                return False
        self._endpoint.take(data)
        return True

    def _open_library(self) -> Library:
        if self._library is None:
            self._library = Library(SERVER, state=OPEN, max_size=self._shared.most, logger=_logger)
        return self._library

    def _forget(self, library: Library) -> None:
        # Its generator and it hold each other: without this they would wait for the collector of cycles.
        library.parser.close()
        self._library = None

    def _write_out(self, library: Library) -> None:
        self.flush()
        output = b"".join(library.data_to_send())
        if output and not self.transport.is_closing():
            self.transport.write(output)

    def hold_reading(self, hold: bool) -> None:
        """Stop reading while the client sends faster than it can be answered (back-pressure), or continue."""
        self._is_busy = hold
        self._hold()

    def _hold(self) -> None:
        """Read from a client only while it is not busy and reads what it is sent: pongs, too, are to be read."""
        hold = self._is_resting or (self._is_busy and not self.close_sent) or not self.is_writable
        if hold == self.read_paused or self.transport.is_closing():
            return
        self.read_paused = hold
        (self.transport.pause_reading if hold else self.transport.resume_reading)()
        if not hold and self._rest:
            self._shared.tick.read_soon(self)

    # Writing

    def pause_writing(self) -> None:
        """Stop sending, and reading as well: whoever does not read is not read from."""
        self.is_writable = False
        self._hold()

    def resume_writing(self) -> None:
        """Go on sending and reading."""
        self.is_writable = True
        self._has_moved = True
        if self._endpoint is not None:
            self._endpoint.drained()
        self._hold()

    # Signs of life

    def _beat(self) -> None:
        """Ask for a sign of life, unless the last question was not answered."""
        if self.close_sent or self.transport.is_closing():
            return
        is_slow = self.read_paused and (self._has_moved or self.unread < self._unread)
        if self._payload is not None and not is_slow:
            # Slowly reading what came before the question is a sign, too; this is none.
            self._fail(_SILENT, "keepalive ping timeout")
            return
        self._payload = getrandbits(32).to_bytes(4, "big")
        self.transport.write(bytes((_PING, 4)) + self._payload)
        self._has_moved, self._unread = False, self.unread
        self._timer = self._shared.loop.call_later(self._shared.heartbeat, self._beat)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # Ending

    def close(self, code: int) -> None:
        """Send the last words and wait a moment for the client to answer them."""
        if self.close_sent:
            return
        library = self._open_library()
        library.send_close(code)
        self._write_out(library)
        self.close_sent = True
        # What the client has asked for is not answered any more; its farewell is still to be read.
        self._hold()
        self._let_go()

    def shutdown(self) -> None:
        """End because the server stops; uvicorn asks for it."""
        self.close(_RESTART)
        self.transport.close()

    def _fail(self, code: int, reason: str) -> None:
        """End with a word about what was wrong."""
        library = self._open_library()
        library.fail(code, reason)
        self._write_out(library)
        self._say_no_more()

    def _say_no_more(self) -> None:
        """End after the last words, whoever said them."""
        self.close_sent = True
        self.transport.close()
        self._let_go()
        self._leave()

    def _let_go(self) -> None:
        """See to it that the connection ends, whether its client reads the last words or not."""
        self._stop()
        self._timer = self._shared.loop.call_later(_FAREWELL_SECONDS, self.transport.abort)
