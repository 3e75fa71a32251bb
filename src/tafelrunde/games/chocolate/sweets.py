"""The art of the chocolate games: pieces, cards as they lie and as they are hidden, smarties.

A piece is 44 units wide, a card 88. Light comes from the top left. Each kind of chocolate has its own raised mark:
white a ring, milk a diamond, dark three bars.
"""

from __future__ import annotations

from tafelrunde.games.chocolate.palette import (
    CHOCOLATES,
    FOIL,
    FOIL_DEEP,
    FOIL_LIGHT,
    RIM,
    RIM_EDGE,
    SMARTIE,
    SMARTIE_LIGHT,
    SMARTIE_SHADE,
    Chocolate,
)
from tafelrunde.games.drawing.palette import GOLD, LEGAL
from tafelrunde.games.drawing.svg import at, blur, box, disc, gradient, line, named, paint, tag, use

PIECE = 44
CARD = 2 * PIECE
_HALF = PIECE // 2

MARKS = {
    "D": "M13.5 15.5h17M13.5 22h17M13.5 28.5h17",
    "M": "M22 12.5l9.5 9.5-9.5 9.5-9.5-9.5z",
    "W": "M22 13.6a8.4 8.4 0 1 0 .01 0z",
}
# The bevel on the upper side of a piece; the other three are the same one turned.
_BEVEL = "M2.6 2.6Q4 1.2 6.5 1.2H37.5Q40 1.2 41.4 2.6L36.6 7.4H7.4z"
# The cells of a card in the order of its text.
_CORNERS = ((0, 0), (PIECE, 0), (PIECE, PIECE), (0, PIECE))


def _piece(kind: str, colours: Chocolate) -> str:
    sides = ((0, colours.light), (270, colours.glow), (90, colours.shade), (180, colours.shade))
    bevels = (
        tag("path", d=_BEVEL, fill=fill, transform=f"rotate({angle} {_HALF} {_HALF})" if angle else None)
        for angle, fill in sides
    )
    mark = MARKS[kind]
    return tag(
        "g",
        tag("rect", width=PIECE, height=PIECE, rx=6, fill=colours.seam),
        *bevels,
        line("M36.6 36.6L41 41", colours.seam, 1, opacity=0.5),
        box(7, 7, 30, 30, 3, fill=paint(f"face{kind}")),
        # A raised line has light on its upper left and shade on its lower right.
        at(1.1, 1.2, line(mark, colours.seam, 3, stroke_linejoin="round", opacity=0.45)),
        at(-0.8, -0.8, line(mark, colours.light, 3, stroke_linejoin="round", opacity=0.8)),
        line(mark, colours.mark, 3, stroke_linejoin="round"),
        id=named(f"piece{kind}"),
    )


def _back() -> str:
    """Draw the back of a card: a wrapper with a round table and a bar of four pieces on it."""
    rays = "M44 8V80M8 44H80M18 18L70 70M70 18L18 70"
    bar = "M34 34h9v9h-9zM45 34h9v9h-9zM34 45h9v9h-9zM45 45h9v9h-9z"
    return tag(
        "g",
        box(0, 0, CARD, CARD, 8, fill=FOIL_DEEP),
        box(2, 2, 84, 84, 7, fill=paint("foil")),
        line(rays, GOLD, 1.2, opacity=0.3),
        box(7.5, 7.5, 73, 73, 4, fill="none", stroke=GOLD, stroke_width=1.6, opacity=0.75),
        disc(44, 44, 23, fill=FOIL_DEEP, stroke=GOLD, stroke_width=2.2),
        disc(44, 44, 18.6, fill="none", stroke=GOLD, opacity=0.6),
        tag("path", d=bar, fill=GOLD),
        id=named("back"),
    )


def _smartie() -> str:
    return tag(
        "g",
        tag("ellipse", cx=1.6, cy=4.2, rx=14, ry=12, opacity=0.42, filter=paint("soft")),
        tag("ellipse", rx=14, ry=12.4, fill=SMARTIE_SHADE),
        tag("ellipse", cy=-0.9, rx=13.6, ry=11.3, fill=paint("candy")),
        tag("ellipse", cx=-4.4, cy=-5, rx=5.8, ry=2.9, fill="#fff", opacity=0.75, transform="rotate(-16 -4.4 -5)"),
        line("M-7.5 7Q1 12 9 5", "#fff", 1.2, opacity=0.35),
        id=named("smartie"),
    )


def _rim() -> str:
    rims = ((RIM_EDGE, 5), (RIM, 3))
    return tag(
        "g",
        *(box(-1.6, -1.6, 91.2, 91.2, 8.5, fill="none", stroke=colour, stroke_width=width) for colour, width in rims),
        id=named("rim"),
    )


_CORNER_LINES = "M-6 16V2Q-6-6 2-6H16M72-6H86Q94-6 94 2V16M94 72V86Q94 94 86 94H72M16 94H2Q-6 94-6 86V72"
_DASHED = {"fill": LEGAL, "fill_opacity": 0.16, "stroke": LEGAL, "stroke_width": 3.4, "stroke_dasharray": "10 7"}

DEFINITIONS = {
    **{
        f"face{kind}": gradient(f"face{kind}", colours.glow, colours.face, colours.face)
        for kind, colours in CHOCOLATES.items()
    },
    "candy": gradient("candy", SMARTIE_LIGHT, SMARTIE, SMARTIE_SHADE, radial=True, cx=0.36, cy=0.26, r=0.85),
    "foil": gradient("foil", FOIL_LIGHT, FOIL, FOIL_DEEP),
    "soft": blur("soft", 2.4),
    "softer": blur("softer", 6.5),
    "rest": box(1.5, 3.5, CARD, CARD, 9, id=named("rest"), opacity=0.5, filter=paint("soft")),
    "float": box(11, 15, CARD, CARD, 9, id=named("float"), opacity=0.62, filter=paint("softer")),
    **{f"piece{kind}": _piece(kind, colours) for kind, colours in CHOCOLATES.items()},
    "back": _back(),
    "smartie": _smartie(),
    "bed": box(0, 0, CARD, CARD, 7, id=named("bed"), fill="#3a2114"),
    "rim": _rim(),
    "corners": line(_CORNER_LINES, GOLD, 5, id=named("corners")),
    "place": box(2, 2, 84, 84, 9, id=named("place"), **_DASHED),
}


def card(text: str, smartie: tuple[float, float] | None = None) -> str:
    """Draw the face of a card, 88 units wide, with a smartie at a place on it.

    A printed smartie sits in the middle unless a place is named, in a ring of sugar.
    """
    pieces = (use(f"piece{kind}", x, y) for kind, (x, y) in zip(text, _CORNERS, strict=False))
    parts = [use("bed"), *pieces]
    printed = text.endswith("s")
    if smartie is None and printed:
        smartie = (PIECE, PIECE)
    if smartie is not None:
        x, y = smartie
        parts.append(disc(x, y, 16.5, fill="#fff8e8", stroke="#c2a671") if printed else "")
        parts.append(use("smartie", x, y))
    return "".join(parts)
