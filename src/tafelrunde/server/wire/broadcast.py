"""An event of a match for many observers at once: what several see alike is made and encoded once."""

from __future__ import annotations

from tafelrunde.games.core import SPECTATOR
from tafelrunde.server.match.parts import Told
from tafelrunde.server.match.state import Match
from tafelrunde.server.wire.state import Shape, encode, write_open_tables, write_table

# `wire.Happened`, put together from parts that are encoded already.
_OPENING = b'{"type":"event","match":%b,"seat":'
_ENTRY = b',"number":%d,"at":%d,"events":%b'
_EVENT = b"%b%d%b}"
_EVENT_AND_STATE = b'%b%d%b,"state":%b}'
_EVENT_AND_TABLE = b'%b%d%b,"state":%b,"table":%b}'


class Broadcast:
    """The last event of a match, and what is shown of the match as it stands now."""

    def __init__(self, match: Match, told: Told, shape: Shape) -> None:
        self._match = match
        self._shape = shape
        self._told = told
        # What everybody hears alike is encoded now, so that the rest need not ask.
        self._opening = _OPENING % encode(match.id)
        self._entry = _ENTRY % (told.number, told.at, encode(told.events)) if told.is_public else None
        self._ready: dict[tuple[int, bool], bytes] = {}
        # Made when somebody first hears of them.
        self._state: bytes | None = None
        self._tables: dict[int, bytes] = {}
        self._open_tables: tuple[bytes, bytes] | None = None

    def event(self, observer: int, tables: bool) -> bytes:
        """Return the event as an observer hears it, with the new state and table as they may see them if wanted."""
        message = self._ready.get((observer, tables))
        if message is None:
            message = self._ready[observer, tables] = self._make(observer, tables)
        return message

    def _make(self, observer: int, tables: bool) -> bytes:
        match, told, opening, entry = self._match, self._told, self._opening, self._entry
        if entry is None:
            entry = _ENTRY % (told.number, told.at, encode(told.heard_by(observer)))
        if not tables:
            return _EVENT % (opening, observer, entry)
        if self._state is None:
            self._state = self._shape.write(match)
        if match.position is None:
            return _EVENT_AND_STATE % (opening, observer, entry, self._state)
        return _EVENT_AND_TABLE % (opening, observer, entry, self._state, self._table(observer))

    def _table(self, observer: int) -> bytes:
        match = self._match
        if match.has_secrets and match.finished is None:
            if observer not in self._tables:
                self._tables[observer] = write_table(match, observer)
            return self._tables[observer]
        deciding = match.deciding
        if self._open_tables is None:
            self._open_tables = _write_for_all(match, deciding)
        return self._open_tables[0 if observer == deciding else 1]


def _write_for_all(match: Match, deciding: int | None) -> tuple[bytes, bytes]:
    """Return the table with what is legal, for the seat that decides, and without it for everybody else."""
    if deciding is not None:
        return write_open_tables(match, deciding)
    table = write_table(match, SPECTATOR)
    return table, table
