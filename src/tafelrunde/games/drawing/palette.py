"""The colours of the drawings, for terminals and for pictures alike.

No meaning hangs on a colour alone: every colour here goes with a letter, a mark or a line of its own.
"""

from __future__ import annotations

from typing import NamedTuple


class Chocolate(NamedTuple):
    """The colours of a piece of chocolate under light from the top left."""

    name: str
    face: str
    glow: str
    """The part of the face next to the light."""
    light: str
    """The bevel towards the light."""
    shade: str
    """The bevel away from the light."""
    seam: str
    mark: str
    ink: str
    """Letters on the face."""


CHOCOLATES = {
    "D": Chocolate("dark", "#4a2a1c", "#5e3827", "#7a4c38", "#321a10", "#1c0d07", "#8d5d47", "#f6e3d3"),
    "M": Chocolate("milk", "#a5673c", "#b97a4c", "#cf9668", "#84491f", "#5f3216", "#6d3a19", "#fff4e4"),
    "W": Chocolate("white", "#f6e8cb", "#fdf4de", "#fffaf0", "#dcc498", "#c2a671", "#b8995f", "#4a321c"),
}

RED_INK = "#b3261e"
BLACK_INK = "#231f1c"
MAPLE = "#ecd09b"
MAPLE_LIGHT = "#f8e8c6"
MAPLE_SHADE = "#dcb777"
MAPLE_SIDE = "#c0935a"
MAPLE_EDGE = "#8f6636"
WELL = "#6a4a26"
LAST = "#d99a1c"
TABOO = "#6b2d8f"
BADGE = "#2f6f4f"

SMARTIE = "#d8232f"
SMARTIE_LIGHT = "#f4606a"
SMARTIE_SHADE = "#97101b"

CREAM = "#fbf5ea"
GOLD = "#ffd877"
RIM = "#ffe6a6"
RIM_EDGE = "#5c3d12"
LEGAL = "#8fdb9a"
LEGAL_DEEP = "#2f8a4a"
COCOA = "#2b1d14"
FOIL_LIGHT = "#94324a"
FOIL = "#7a2639"
FOIL_DEEP = "#541626"
