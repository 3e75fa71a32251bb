"""Turning a view into what is sent. Matches send only views, so that nothing hidden can go out."""

from __future__ import annotations

from msgspec.structs import replace

from tafelrunde.games.core import Table, View
from tafelrunde.server.wire.games import TableShown, room_of


def show(view: View, may_act: bool = True) -> TableShown:
    """Return a view as it is sent; what is legal is told to the observer who decides and may act."""
    return room_of(view.game).show(view, may_act and view.observer == view.seat)


def write(view: View, may_act: bool = True) -> bytes:
    """Return the JSON of `show`, in the quickest way there is."""
    return room_of(view.game).write(view, may_act and view.observer == view.seat)


def write_both(view: View) -> tuple[bytes, bytes]:
    """Return the JSON of `show` for the seat that decides and may act, and for those who only look on."""
    return room_of(view.game).write_both(view)


def show_open(table: Table) -> TableShown:
    """Return a table of a record that hides nothing from its reader, and what is legal for the seat that decides."""
    return room_of(table.game).show_open(table)


def without_legal(table: TableShown) -> TableShown:
    """Return a table on which nobody may act."""
    return replace(table, legal=None)
