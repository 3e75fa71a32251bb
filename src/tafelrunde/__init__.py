"""Tafelrunde plays, records and studies the board games TOKAN, Scho K.O. and Schokoly.

>>> import tafelrunde
>>> position = tafelrunde.new("tokan", seed=1)
>>> position = position.play(position.legal_moves()[0])

The names here are those of the front door, `tafelrunde.front`, which is loaded on first use.
"""

from typing import TYPE_CHECKING

from tafelrunde.version import __version__

__all__ = [
    "GAMES",
    "BadOptions",
    "BadSetup",
    "IllegalMove",
    "ImpossibleTable",
    "InvalidNotation",
    "Move",
    "Node",
    "Outcome",
    "Position",
    "Record",
    "RecordError",
    "Replay",
    "TafelrundeError",
    "Tree",
    "UnknownGame",
    "View",
    "__version__",
    "analyse",
    "ask",
    "count",
    "new",
    "read_record",
    "read_records",
    "read_tree",
    "solve",
]

if TYPE_CHECKING:
    from tafelrunde.front import (
        GAMES,
        BadOptions,
        BadSetup,
        IllegalMove,
        ImpossibleTable,
        InvalidNotation,
        Move,
        Node,
        Outcome,
        Position,
        Record,
        RecordError,
        Replay,
        TafelrundeError,
        Tree,
        UnknownGame,
        View,
        analyse,
        ask,
        count,
        new,
        read_record,
        read_records,
        read_tree,
        solve,
    )
else:

    def __getattr__(name: str) -> object:
        """Load what stands behind the door; hidden from type checkers, which see the names themselves."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from tafelrunde import front

        return getattr(front, name)

    def __dir__() -> list[str]:
        return __all__
