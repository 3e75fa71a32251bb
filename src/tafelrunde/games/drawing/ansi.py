"""Colours in a terminal."""

from __future__ import annotations

from dataclasses import dataclass

_RESET = "\x1b[0m"


@dataclass(frozen=True)
class Pen:
    """Writes in 24-bit colours, or plainly; the characters are the same either way."""

    colour: bool

    def paint(self, text: str, ink: str | None = None, ground: str | None = None, bold: bool = False) -> str:
        """Return the text in an ink on a ground, both given as `#rrggbb`."""
        codes = ["1"] if bold else []
        codes += [f"38;2;{_triple(ink)}"] if ink else []
        codes += [f"48;2;{_triple(ground)}"] if ground else []
        if not (self.colour and codes and text):
            return text
        return f"\x1b[{';'.join(codes)}m{text}{_RESET}"


def _triple(colour: str) -> str:
    return ";".join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))
