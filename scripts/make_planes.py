"""Draws what learners see and do, for docs/spaces.md, and the curves of docs/learning.md.

    python scripts/make_planes.py

Positions are those after a few random moves from a fixed seed, so that the pictures are the same every time; the curves
are drawn from docs/pictures/learning/*.jsonl, as the example learners wrote them.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from tafelrunde.games.registry import find_game
from tafelrunde.research.spaces import space_of
from tafelrunde.research.spaces.chocolate import PLANES

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures" / "learning"
TOKAN_FEATURES = (
    *("own mouse", "own jackal", "own lion", "own 2nd", "own 3rd", "own 4th", "height", "field"),
    *("its mouse", "its jackal", "its lion", "its 2nd", "its 3rd", "its 4th", "taboo", "draft"),
)
RIVALS = {"random": "random"} | {str(level): f"level {level}" for level in range(1, 9)}
COLOURS = {
    "random": "#8a8a8a",
    "1": "#2f7d5b",
    "2": "#b0413e",
    "3": "#3d5a98",
    "4": "#7a5c99",
    "5": "#a8741a",
    "6": "#2a7f8e",
    "7": "#8a3d62",
    "8": "#444444",
}
AXES = {"ppo": "minutes of processor time", "alphazero": "minutes on one H200"}
"""What the minutes of a curve are, by how its file begins."""


def observed(game: str, moves: int) -> dict[str, NDArray[np.generic]]:
    """Return what the seat that decides sees after some random moves."""
    rules, chance = find_game(game), Random(7)
    options = rules.options_type.parse("")
    position = rules.start(options, rules.deal(options, chance))
    for _ in range(moves):
        position = position.apply(chance.choice(list(position.turns())))
    return space_of(game, options).observe(position.view(position.seat))


def planes(arrays: NDArray[np.generic], names: tuple[str, ...], size: int, across: int) -> str:
    """Draw planes [plane, row, column], the first row below, each with its number and name."""
    _, rows, columns = arrays.shape
    wide, tall = columns * size + 14, rows * size + 26
    shapes = []
    for number, name in enumerate(names):
        x, y = number % across * wide + 4, number // across * tall + 18
        shapes.append(f'<text x="{x}" y="{y - 4}">{number} {name}</text>')
        shapes.append(f'<rect x="{x}" y="{y}" width="{columns * size}" height="{rows * size}" fill="#f3efe8"/>')
        top = max(int(arrays[number].max()), 1)
        for row, column in np.argwhere(arrays[number]).tolist():
            value = int(arrays[number, row, column])
            place = f'x="{x + column * size}" y="{y + (rows - 1 - row) * size}"'
            shapes.append(
                f'<rect {place} width="{size}" height="{size}" fill-opacity="{0.25 + 0.75 * value / top:.2f}"/>'
            )
    width, height = across * wide, -(-len(names) // across) * tall
    style = 'font-family="sans-serif" font-size="11" fill="#5b3a1e"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" {style}>'
        + "".join(shapes)
        + "</svg>\n"
    )


def curve(file: Path) -> str:
    """Draw how a learner scored against players of known strength, with 95% intervals."""
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    last = max(row["minutes"] for row in rows)
    width, height, left, top = 620, 300, 44, 14
    shapes = [f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="#f7f4ee"/>']

    def at(minutes: float, score: float) -> tuple[float, float]:
        return round(left + 10 + (width - 20) * minutes / last, 1), round(top + height * (1 - score), 1)

    for percent in (0, 25, 50, 75, 100):
        _, y = at(0, percent / 100)
        shapes.append(f'<path d="M{left} {y}h{width}" stroke="#cfc6b8" fill="none"/>')
        shapes.append(f'<text x="{left - 6}" y="{y + 4}" text-anchor="end">{percent}%</text>')
    shapes += [
        f'<text x="{at(minutes, 0)[0]}" y="{top + height + 16}" text-anchor="middle">{minutes}</text>'
        for minutes in sorted({round(row["minutes"], 1) for row in rows})
    ]
    for rival, name in RIVALS.items():
        if rival not in rows[0]:
            continue
        points = [at(row["minutes"], row[rival][0]) for row in rows]
        path = "L".join(f"{x} {y}" for x, y in points)
        shapes.append(f'<path d="M{path}" stroke="{COLOURS[rival]}" stroke-width="2" fill="none"/>')
        for row in rows:
            (x, low), (_, high) = at(row["minutes"], row[rival][1]), at(row["minutes"], row[rival][2])
            shapes.append(f'<path d="M{x} {low}V{high}" stroke="{COLOURS[rival]}" fill="none"/>')
        x, y = points[-1]
        shapes.append(f'<text x="{x - 6}" y="{y - 8}" text-anchor="end" fill="{COLOURS[rival]}">{name}</text>')
    middle = left + width / 2
    axis = AXES[file.stem.partition("-")[0]]
    shapes.append(f'<text x="{middle}" y="{top + height + 34}" text-anchor="middle">{axis}</text>')
    style = 'font-family="sans-serif" font-size="12" fill="#5b3a1e"'
    size = f'viewBox="0 0 {left + width + 8} {top + height + 42}" width="{left + width + 8}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>' + "".join(shapes) + "</svg>\n"


def main() -> None:
    """Write the pictures."""
    tokan = observed("tokan", 9)["observation"]
    schoko = observed("schoko", 14)["observation"]
    drawn = {
        "tokan-planes": planes(np.moveaxis(tokan, -1, 0), TOKAN_FEATURES, 14, 8),
        "schoko-planes": planes(schoko[:, ::-1], PLANES, 5, 4),
        **{file.stem: curve(file) for file in sorted(FOLDER.glob("*.jsonl"))},
    }
    for name, text in drawn.items():
        (FOLDER / f"{name}.svg").write_text(text, encoding="utf-8")
        print(f"docs/pictures/learning/{name}.svg")


if __name__ == "__main__":
    main()
