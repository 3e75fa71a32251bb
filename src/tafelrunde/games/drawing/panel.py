"""What surrounds a field in a picture: the room, its title, and a plate for each seat."""

from __future__ import annotations

from typing import NamedTuple

from tafelrunde.games.drawing.palette import COCOA, CREAM, GOLD
from tafelrunde.games.drawing.svg import SERIF, at, box, disc, gradient, named, paint, tag, words

WIDTH = 720
MARGIN = 24
INNER = WIDTH - 2 * MARGIN


class Room(NamedTuple):
    """The colours around a field."""

    name: str
    grounds: tuple[str, str, str]
    weave: str
    ink: str
    plate: str
    """The colour of plates, laid on thinly."""
    accent: str
    """The outline of the plate whose seat is to move."""


CLOTH = Room("cloth", ("#78a088", "#4c7763", "#335447"), "#ffffff", CREAM, "#ffffff", GOLD)
PAPER = Room("paper", ("#f7f0e4", "#e8dac3", "#d3bf9f"), "#7a5a30", COCOA, "#5a3c1e", "#b07a12")


def definitions(room: Room) -> dict[str, str]:
    """Return the ground of a room and its weave."""
    threads = tag("path", d="M0 1H6M1 0V6", stroke=room.weave, stroke_width=0.8, opacity=0.05)
    size = {"width": 6, "height": 6, "patternUnits": "userSpaceOnUse"}
    return {
        room.name: gradient(room.name, *room.grounds, radial=True, cx=0.32, cy=0.08, r=1.1),
        "weave": tag("pattern", threads, id=named("weave"), **size),
    }


def ground(room: Room, height: float) -> str:
    """Draw the table top."""
    return "".join(box(0, 0, WIDTH, height, 28, fill=paint(name)) for name in (room.name, "weave"))


def headline(room: Room, title: str) -> str:
    """Write the name of the game."""
    return words(MARGIN + 8, 60, title, 38, font_family=SERIF, font_weight=600, fill=room.ink)


def plate(
    room: Room, x: float, y: float, width: float, height: float, *content: str, is_next: bool = False, won: bool = False
) -> str:
    """Draw a plate; that of the seat to move has an outline and an arrow, that of a winner a star."""
    outline = {"stroke": room.accent, "stroke_width": 3.5} if is_next or won else {}
    arrow = tag("path", d=f"M-9 {height / 2 - 13:g}l17 13-17 13z", fill=room.accent) if is_next else ""
    back = box(0, 0, width, height, 18, fill=room.plate, fill_opacity=0.14, **outline)
    return at(x, y, back, arrow, _medal(room, width) if won else "", *content)


def _medal(room: Room, width: float) -> str:
    """Draw the winner's star at the upper right corner of a plate."""
    star = "M0-11L3.2-3.9 11-3.2 5 2 6.8 9.6 0 5.6-6.8 9.6-5 2-11-3.2-3.2-3.9z"
    coin = disc(0, 0, 17, fill=room.accent, stroke=room.grounds[2], stroke_width=3)
    return at(width - 16, 2, coin, tag("path", d=star))


def points(room: Room, x: float, y: float, value: int) -> str:
    """Write a score."""
    style = {"font_family": SERIF, "font_weight": 700, "fill": room.ink, "style": "font-variant-numeric:tabular-nums"}
    return words(x, y, str(value), 40, "end", **style)
