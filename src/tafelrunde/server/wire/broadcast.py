"""A match after an event, for many observers at once: what several see alike is made and encoded once."""

from __future__ import annotations

from functools import cached_property

from msgspec import Raw

from tafelrunde.games.core import SPECTATOR
from tafelrunde.server.match.events import Public
from tafelrunde.server.match.parts import Told
from tafelrunde.server.match.state import Match
from tafelrunde.server.wire.games import AnyTable
from tafelrunde.server.wire.messages import Struct
from tafelrunde.server.wire.show import without_legal
from tafelrunde.server.wire.state import encode, show_match, show_table


class _Encoded(Struct, frozen=True, tag_field="type", tag="event"):
    """`wire.Happened`, its large parts encoded already."""

    match: str
    seat: int
    number: int
    at: int
    events: tuple[Public, ...]
    state: Raw
    table: Raw


class Broadcast:
    """What is shown of a match as it stands now."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._tables: dict[int, Raw] = {}

    def event(self, told: Told, observer: int) -> bytes:
        """Return an event with the new state and table as an observer may see them."""
        match = self._match
        heard = told.heard_by(observer)
        if match.position is None:
            return encode(_WithoutTable(match.id, observer, told.number, told.at, heard, self._state))
        return encode(_Encoded(match.id, observer, told.number, told.at, heard, self._state, self._table(observer)))

    @cached_property
    def _state(self) -> Raw:
        return Raw(encode(show_match(self._match)))

    def _table(self, observer: int) -> Raw:
        match = self._match
        if match.has_secrets and match.finished is None:
            key = observer
        else:
            # Everybody sees the same, but only who decides is told what is legal.
            key = observer if observer == match.turn else SPECTATOR
        if key not in self._tables:
            if key == SPECTATOR and not match.has_secrets and match.turn is not None:
                self._tables[key] = Raw(encode(without_legal(self._decider)))
            elif key == match.turn:
                self._tables[key] = Raw(encode(self._decider))
            else:
                self._tables[key] = Raw(encode(show_table(match, key)))
        return self._tables[key]

    @cached_property
    def _decider(self) -> AnyTable:
        assert self._match.turn is not None
        table = show_table(self._match, self._match.turn)
        assert table is not None
        return table


class _WithoutTable(Struct, frozen=True, tag_field="type", tag="event"):
    """The same before the match has begun."""

    match: str
    seat: int
    number: int
    at: int
    events: tuple[Public, ...]
    state: Raw
