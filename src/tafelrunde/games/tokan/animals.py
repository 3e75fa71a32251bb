"""The art of TOKAN: maple tiles with burnt-in animals, and the towers they make.

A tile is 84 units wide. Red tiles have a dashed frame and a broken band on their edge, black ones solid lines; the
reach of an animal is told by its pips, the animal by its outline: a mouse has round ears, a jackal tall ones, a lion
a scalloped mane.
"""

from __future__ import annotations

from math import cos, pi, sin

from tafelrunde.games.drawing.svg import at, blur, box, disc, gradient, line, named, number, paint, tag, use
from tafelrunde.games.tokan.palette import BLACK_INK, MAPLE, MAPLE_EDGE, MAPLE_LIGHT, MAPLE_SHADE, MAPLE_SIDE, RED_INK

TILE = 84
_HALF = TILE // 2
THICKEST = 11.0
TALLEST = 42.0
"""The edges of a tower never take more room than this; tiles of higher towers look thinner."""

_PIPS = {"m": 1, "j": 2, "l": 3}
_WOOD = "#f1dcb0"


def _ink(tile: str) -> str:
    """Return the ink of a tile's owner."""
    return RED_INK if tile.isupper() else BLACK_INK


def _dashes(tile: str, pattern: str) -> str | None:
    """Return the pattern for a red tile's lines; a black tile's are solid."""
    return pattern if tile.isupper() else None


def _mouse(colour: str) -> str:
    head = "M-12.5-3C-12-11.5-6-13.5 0-13.5S12-11.5 12.5-3C12.6 6 5.5 18.8 0 18.8S-12.6 6-12.5-3z"
    parts = (
        disc(-12.2, -10.5, 9.6),
        disc(12.2, -10.5, 9.6),
        disc(-12.6, -10.8, 5.2, fill=_WOOD),
        disc(12.6, -10.8, 5.2, fill=_WOOD),
        line("M-4.5 11.5L-16 8.5M-4.5 13.5L-15 15M4.5 11.5L16 8.5M4.5 13.5L15 15", colour, 1.5),
        tag("path", d=head),
        disc(-5.2, -0.6, 2.3, fill=_WOOD),
        disc(5.2, -0.6, 2.3, fill=_WOOD),
        tag("ellipse", cy=14.2, rx=2.9, ry=2.3, fill=_WOOD),
    )
    return "".join(parts)


def _jackal(colour: str) -> str:
    left = "M-14.5-22.5C-15.5-12-15-5-16-1L-8.2 6.5-4.4 16.5"
    right = "Q0 21.5 4.4 16.5L8.2 6.5 16-1C15-5 15.5-12 14.5-22.5"
    ears = "M-12.4-17L-11.8-6.6-7.4-10.6zM12.4-17L11.8-6.6 7.4-10.6z"
    eyes = "M-9.6-2.4L-3.4 1.6-8.2 2.2zM9.6-2.4L3.4 1.6 8.2 2.2z"
    parts = (
        tag("path", d=f"{left}{right}L4.6-10.2Q0-11.8-4.6-10.2z", stroke=colour, stroke_linejoin="round"),
        tag("path", d=f"{ears}{eyes}M-3 14.4H3L0 18.2z", fill=_WOOD),
        line("M0 4V10", _WOOD, 1.5),
    )
    return "".join(parts)


def _lion(colour: str) -> str:
    curls = (2 * pi * (curl + 0.5) / 10 for curl in range(10))
    face = "M-10.6-3C-10.6-9-5-11 0-11S10.6-9 10.6-3C10.6 6 6 12.6 0 12.6S-10.6 6-10.6-3z"
    parts = (
        *(disc(round(14.2 * cos(angle), 1), round(14.2 * sin(angle), 1), 6.5) for angle in curls),
        disc(0, 0, 15),
        tag("path", d=face, fill=_WOOD),
        line("M-8-5.2Q-5.2-7.4-2.6-4.8M8-5.2Q5.2-7.4 2.6-4.8", colour, 1.6),
        disc(-4.8, -1.6, 1.9),
        disc(4.8, -1.6, 1.9),
        tag("path", d="M-3.6 3.4H3.6L0 7.6z"),
        line("M0 7V9.4M-4.6 9.2Q-2.4 12.2 0 9.4Q2.4 12.2 4.6 9.2", colour, 1.5),
    )
    return "".join(parts)


_ANIMALS = {"m": _mouse, "j": _jackal, "l": _lion}


def _animal(tile: str) -> str:
    colour = _ink(tile)
    return at(0, -4, _ANIMALS[tile.lower()](colour), scale=1.32, fill=colour, id=named(f"animal{tile}"))


def _tile(tile: str) -> str:
    colour = _ink(tile)
    count = _PIPS[tile.lower()]
    pips = (disc((index - (count - 1) / 2) * 9, 32.5, 2.8) for index in range(count))
    frame = {"fill": "none", "stroke": colour, "stroke_width": 2.2, "opacity": 0.85}
    return tag(
        "g",
        use("blank"),
        box(-36.5, -36.5, 73, 73, 9, stroke_dasharray=_dashes(tile, "7 4.5"), **frame),
        use(f"animal{tile}"),
        tag("g", *pips, fill=colour),
        id=named(f"tile{tile}"),
    )


def _blank() -> str:
    """Draw the wood of a tile: its grain, and light on the upper and left edge."""
    grain = "M-42-26Q-10-32 42-22M-42-6Q-5-16 42-4M-42 14Q4 4 42 17M-42 31Q-8 24 42 33"
    return tag(
        "g",
        box(-_HALF, -_HALF, TILE, TILE, 13, fill=paint("maple"), stroke=MAPLE_EDGE, stroke_width=1.4),
        line(grain, MAPLE_EDGE, 1.3, opacity=0.16),
        line("M-39.5 30V-29Q-39.5-39.5-29-39.5H30", "#fff", 2, opacity=0.55),
        id=named("blank"),
    )


def _edge(tile: str) -> str:
    """Draw the edge of a tile, 84 wide and 11 high: pips for the reach, then a band for the owner."""
    colour = _ink(tile)
    pips = (disc(-33.5 + index * 7, 5.2, 2.4, fill=colour) for index in range(_PIPS[tile.lower()]))
    band = line("M-10 5.2H36", colour, 5.4, stroke_linecap=None, stroke_dasharray=_dashes(tile, "7.5 3.8"))
    return tag("g", *pips, band, id=named(f"edge{tile}"))


_SLAB = {"fill": paint("side"), "stroke": MAPLE_EDGE, "stroke_width": 1.2}

DEFINITIONS = {
    "maple": gradient("maple", MAPLE_LIGHT, MAPLE, MAPLE_SHADE),
    "side": gradient("side", MAPLE_SIDE, MAPLE_SHADE, MAPLE_SIDE, y2=0),
    "haze": blur("haze", 4),
    "shadow": box(-_HALF, -_HALF, TILE, TILE, 14, id=named("shadow"), fill="#3b2412", filter=paint("haze")),
    "blank": _blank(),
    "slab": box(-_HALF, -_HALF, TILE, TILE, 13, id=named("slab"), **_SLAB),
    **{f"animal{tile}": _animal(tile) for tile in "MJLmjl"},
    **{f"tile{tile}": _tile(tile) for tile in "MJLmjl"},
    **{f"edge{tile}": _edge(tile) for tile in "MJLmjl"},
}


def thickness(height: int) -> float:
    """Return how thick each tile of a tower is drawn."""
    return min(THICKEST, TALLEST / height)


def tower(tiles: str) -> str:
    """Draw a tower whose lowest tile lies around 0, 0: the edges from bottom to top, then the top tile's face."""
    step = thickness(len(tiles))
    parts = [use("shadow", 4 + len(tiles), step + 4, opacity=0.4)]
    for level, tile in enumerate(tiles):
        y = step - level * step
        squeeze = f"translate(0 {number(y + _HALF - step)}) scale(1 {step / THICKEST:.4g})"
        parts += [use("slab", 0, y), use(f"edge{tile}", transform=squeeze)]
    parts.append(use(f"tile{tiles[-1]}", 0, step - len(tiles) * step))
    return "".join(parts)
