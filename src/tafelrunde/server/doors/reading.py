"""Parsing a client's messages over a WebSocket."""

from __future__ import annotations

import msgspec

from tafelrunde.games.errors import TafelrundeError
from tafelrunde.server.wire import messages as wire
from tafelrunde.server.wire import pool, studies

_ERRORS = (msgspec.MsgspecError, RecursionError, UnicodeError)


class Unreadable(TafelrundeError):
    """A message is no message of the protocol."""

    code = "unreadable"


class _OnlyId(msgspec.Struct):
    id: wire.ActId | None = None


ClientMessage = pool.ClientMessage | studies.Asking

_decode = msgspec.json.Decoder(ClientMessage).decode
_id_decoder = msgspec.json.Decoder(_OnlyId)


def read_message(data: bytes) -> ClientMessage:
    """Return a message; raise Unreadable."""
    try:
        message: ClientMessage = _decode(data)
    except _ERRORS as error:
        raise Unreadable(str(error)) from None
    return message


def read_id(data: bytes) -> str | None:
    """Return the id of a message that is refused unread, so that its author knows which."""
    try:
        return _id_decoder.decode(data).id
    except _ERRORS:
        return None
