"""The colours of the chocolate games: three kinds of chocolate, smarties, and the foil on the backs of cards."""

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

SMARTIE = "#d8232f"
SMARTIE_LIGHT = "#f4606a"
SMARTIE_SHADE = "#97101b"
RIM = "#ffe6a6"
RIM_EDGE = "#5c3d12"
FOIL_LIGHT = "#94324a"
FOIL = "#7a2639"
FOIL_DEEP = "#541626"
