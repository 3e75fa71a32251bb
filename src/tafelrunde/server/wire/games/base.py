"""How a game is sent: what every game's tables have in common, and what its room here has to provide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec

from tafelrunde.games.core import Table, View

if TYPE_CHECKING:
    from tafelrunde.server.wire.games import TableShown

Cell = tuple[int, int]


class Struct(msgspec.Struct, frozen=True):
    """The base of what is sent."""


_encoder = msgspec.json.Encoder()


def encode(shown: Struct) -> bytes:
    """Return a table as JSON."""
    return _encoder.encode(shown)


class Room(Protocol):
    """Turns views of a game into its tables.

    A table has at least the fields `seat`, `points`, `over`, `winner` and `legal`; its tag is the family.
    """

    @property
    def family(self) -> str:
        """The family of the tables: games of one family are drawn alike."""

    def show(self, view: View, decides: bool) -> TableShown:
        """Return a view as it is sent, with what is legal if the observer decides and may act."""

    def write(self, view: View, decides: bool) -> bytes:
        """Return the JSON of what `show` returns, in the quickest way there is."""

    def write_both(self, view: View) -> tuple[bytes, bytes]:
        """Return the JSON of a view for the seat that decides, and without what is legal for it."""

    def show_open(self, table: Table) -> TableShown:
        """Return a table of which its reader may know everything that is in it, with what is legal there."""
