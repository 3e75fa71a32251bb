"""Draws a match as a short film: docs/pictures/match.webp, for those who look at the README.

The match is one that level 4 plays against itself, the same every time; every frame is the drawing of a real position.
"""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import resvg_py
from PIL import Image

import tafelrunde
from tafelrunde.games.core import SPECTATOR, Position

TARGET = Path(__file__).resolve().parent.parent / "docs" / "pictures" / "match.webp"
WIDTH, FRAME_MS, LAST_MS = 560, 700, 3000


def positions() -> list[Position]:
    """Return the positions of a match of TOKAN."""
    shown = [tafelrunde.new("tokan", seed=4)]
    chance = Random(4)
    while not shown[-1].is_over:
        answer = tafelrunde.ask(shown[-1], level=4, nodes=2000, seed=chance.getrandbits(32))
        shown.append(shown[-1].play(answer.move))
    return shown


def main() -> None:
    """Write the film."""
    frames = []
    for position in positions():
        drawn = bytes(resvg_py.svg_to_bytes(position.view(SPECTATOR).svg(), width=WIDTH))
        picture = Image.open(io.BytesIO(drawn)).convert("RGBA")
        paper = Image.new("RGBA", picture.size, "#fbf7f0")
        frames.append(Image.alpha_composite(paper, picture).convert("RGB"))
    durations = [FRAME_MS] * (len(frames) - 1) + [LAST_MS]
    first, *others = frames
    first.save(TARGET, save_all=True, append_images=others, duration=durations, loop=0, quality=70, method=6)
    print(TARGET.name, len(frames), "frames", TARGET.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
