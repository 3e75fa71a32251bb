"""Draws the pictures of the documentation from the records beside them.

A record names its picture in the tag `Picture`, and in `View` the seat that looks (0 for a spectator); without that tag
all hands are open.
"""

from pathlib import Path

from tafelrunde.games.chocolate import svg as chocolate
from tafelrunde.games.chocolate.moves import Placement
from tafelrunde.games.chocolate.table import ChocolateTable
from tafelrunde.games.drawing.svg import Picture
from tafelrunde.games.tokan import svg as tokan
from tafelrunde.games.tokan.moves import Placing, Step
from tafelrunde.games.tokan.position import TokanTable
from tafelrunde.records.record import Record, read_records
from tafelrunde.records.replay import replay, view_of

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
HEIGHT = 900
GAP = 24


def draw(record: Record) -> Picture:
    """Draw what lies after the last move of a record."""
    played = replay(record)
    table = view_of(record, int(record.tags["View"]) - 1) if "View" in record.tags else played.final
    last = played.moves[-1]
    if isinstance(table, ChocolateTable):
        return chocolate.picture(table, last=last if isinstance(last, Placement) else None)
    assert isinstance(table, TokanTable)
    assert isinstance(last, Step | Placing)
    return tokan.picture(table, last=last)


def beside(*parts: Picture) -> Picture:
    """Set pictures side by side, all of one height."""
    body = ""
    width = 0.0
    for part in parts:
        span = part.width * HEIGHT / part.height
        body += part.inside(width, 0, span, HEIGHT)
        width += span + GAP
    return Picture(width - GAP, HEIGHT, "Tafelrunde", "; ".join(part.title for part in parts), body)


def pictures() -> dict[str, str]:
    """Return every picture of the documentation by its name."""
    records = read_records((FOLDER / "records.txt").read_text(encoding="utf-8"))
    drawn = {record.tags["Picture"]: draw(record) for record in records}
    drawn["tafelrunde"] = beside(drawn["schokoly"], drawn["tokan"])
    texts = {name: str(picture) for name, picture in drawn.items()}
    return {**texts, "hand": chocolate.draw_hand(("DDMW", "MMWW", "DWWWs", "?")), "tower": tokan.draw_tower("LmJjL")}


def main() -> None:
    """Write the pictures."""
    for name, text in pictures().items():
        (FOLDER / f"{name}.svg").write_text(text + "\n", encoding="utf-8")
        print(f"docs/pictures/{name}.svg")


if __name__ == "__main__":
    main()
