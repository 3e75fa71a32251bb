"""Records that clients send."""

from __future__ import annotations

from tafelrunde.games.errors import TafelrundeError, Why
from tafelrunde.records.record import RecordError, read_record
from tafelrunde.records.replay import Replay, replay
from tafelrunde.server.match.refusal import Refusal

_BROKEN = "broken-record"
"""The code of a move that cannot be read at all; others have the code of the rule they break."""

_SHOWN = 200
"""This much of a move that cannot be read is sent back."""


def read_replay(text: str) -> Replay:
    """Read a record that a client sent and check it by the rules; raise Refusal, with the move it breaks off at."""
    try:
        return replay(read_record(text))
    except RecordError as error:
        raise Refusal("bad-record", str(error), _where(error)) from None
    except TafelrundeError as error:
        raise Refusal("bad-record", str(error)) from None


def _where(error: RecordError) -> Why | None:
    """Return at which move a record breaks off, and the rule that this move breaks."""
    if error.move is None:
        return None
    why = getattr(error.__cause__, "why", None)
    code, params = (why.code, why.params) if isinstance(why, Why) else (_BROKEN, {})
    return Why(code, {**params, "move": error.move, "token": (error.token or "")[:_SHOWN]}, error.reason)
