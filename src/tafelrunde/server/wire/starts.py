"""The messages of balanced starts."""

from __future__ import annotations

from tafelrunde.players.room import Balance
from tafelrunde.server.wire.messages import Struct


class StartKept(Struct, frozen=True):
    """A balanced start in all its mirrors: the same to play. Each is a value of the record's tag for a deal."""

    id: str
    kind: Balance
    images: list[str]


class StartsShown(Struct, frozen=True):
    """The balanced starts of a game with some options.

    A match begins with one whose record is `record` with an image in place of the word `IMAGE`.
    """

    game: str
    options: dict[str, str]
    record: str
    starts: list[StartKept]


class StartShown(Struct, frozen=True):
    """A balanced start, mirrored by chance: `draw` with best play on both sides, or won by an `only` move."""

    id: str
    kind: Balance
    record: str
