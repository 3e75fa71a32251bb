"""The lobby's entries as stored. An unreadable one does not hide the others."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec
import structlog

from tafelrunde.server.wire.rest import SummaryShown
from tafelrunde.store import Summary

log = structlog.get_logger()

_summaries = msgspec.json.Decoder(SummaryShown)
_REMEMBERED = 1_000


def read_summary(kept: Summary) -> SummaryShown | None:
    """Return what the lobby shows of a match; None, and a line in the log, where that cannot be read."""
    try:
        return _summaries.decode(kept.body)
    except (msgspec.MsgspecError, UnicodeError) as error:
        _log_once(kept.match, str(error)[:200])
        return None


def read_summaries(kept: Iterable[Summary]) -> list[SummaryShown]:
    """Return those that can be read."""
    return [shown for each in kept if (shown := read_summary(each)) is not None]


@lru_cache(maxsize=_REMEMBERED)
def _log_once(match: str, reason: str) -> None:
    # A lobby is looked at every second.
    log.error("unreadable-summary", match=match, reason=reason)
