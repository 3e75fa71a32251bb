"""Turning a view into what is sent. Matches send only views, so that nothing hidden can go out."""

from __future__ import annotations

from msgspec.structs import replace

from tafelrunde.games.core import Table, View
from tafelrunde.server.wire.games import AnyTable, room_of


def show(view: View, may_act: bool = True) -> AnyTable:
    """Return a view as it is sent; what is legal is told to the observer who decides and may act."""
    return room_of(view.game).show(view, may_act and view.observer == view.seat)


def show_open(table: Table) -> AnyTable:
    """Return a table of a record that hides nothing from its reader, and what is legal for the seat that decides."""
    return room_of(table.game).show_open(table)


def without_legal(table: AnyTable) -> AnyTable:
    """Return a table on which nobody may act."""
    return replace(table, legal=None)
