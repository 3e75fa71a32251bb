"""Golden diagrams: records and how their last position is drawn with characters.

A record says in the tag `View` which seat looks (0 for a spectator); without it everything is open.
`python -m tests.golden.diagrams` draws them anew.
"""

from __future__ import annotations

from pathlib import Path

from tafelrunde.games.core import Table
from tafelrunde.records.record import read_record
from tafelrunde.records.replay import replay, view_of

FOLDER = Path(__file__).parent
NAMES = sorted(file.stem for file in FOLDER.glob("*.record"))


def table(name: str) -> Table:
    """The table after the last move of a golden record."""
    record = read_record((FOLDER / f"{name}.record").read_text(encoding="utf-8"))
    return view_of(record, int(record.tags["View"]) - 1) if "View" in record.tags else replay(record).final


def drawn(name: str) -> str:
    """The diagram as it was."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
