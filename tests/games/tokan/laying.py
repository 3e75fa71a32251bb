"""Fields of TOKAN laid out by hand."""

from __future__ import annotations

from collections import Counter

from tafelrunde.games.tokan import TokanOptions, TokanPosition
from tafelrunde.games.tokan.position import parse_position

FULL = Counter("MMMJJJJJJJLLLLLmmmjjjjjjjlllll")


def lay(side: str, options: str = "", taboo: str = "-", rest: str = "a5", **towers: str) -> TokanPosition:
    """Lay the named towers; the tiles that are left stand as one tower far away, on `rest`."""
    left = FULL - Counter("".join(towers.values()))
    assert sum(left.values()) + sum(map(len, towers.values())) == 30
    cells = {**towers, rest: "".join(sorted(left.elements()))}
    rows = (",".join(cells.get(f"{column}{row}", "-") for column in "abcdef") for row in (5, 4, 3, 2, 1))
    return parse_position(TokanOptions.parse(options), f"{'/'.join(rows)} {side} {taboo}")


def moves_from(position: TokanPosition, cell: str) -> list[str]:
    """The legal moves of the animal on a cell, sorted."""
    return sorted(str(move) for move in position.turns() if str(move).startswith(cell))


def tower(position: TokanPosition, cell: str) -> str:
    """The tower on a cell, from bottom to top."""
    rows = str(position).split(" ", maxsplit=1)[0].split("/")
    return rows[5 - int(cell[1])].split(",")["abcdef".index(cell[0])].replace("-", "")
