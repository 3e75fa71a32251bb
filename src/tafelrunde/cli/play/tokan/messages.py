"""What the terminal game says of TOKAN."""

from __future__ import annotations

TITLE = "TOKAN (two players, towers of animals, nothing hidden)"
ROLES = ("red", "black")
PRESETS = {
    "every-head-counts": "every head counts: each visible animal scores",
    "less-chance": "less chance: you lay most of the tiles yourselves",
}
OPTIONS = {"scoring": "What scores", "gaps": "How gaps close", "setup": "The start"}
CHOICES = {
    "towers": "towers of two or more",
    "heads": "every head",
    "contiguous": "towers directly behind move forward",
    "line": "the whole line behind moves forward",
    "random": "dealt at random",
    "draft": "laid by the players",
}

ANIMALS = {"M": "mouse", "J": "jackal", "L": "lion"}
ANIMALS_PLURAL = {"M": "mice", "J": "jackals", "L": "lions"}
MOVES = "To move, type the animal's cell and its target, and +1 or +2 if it carries tiles: c3f3, b2b4+1."
FROM = "  {cell} {animal}: {targets}"
MORE = "Type a cell to see where its animal can go."
ANIMAL = "The {animal} on {cell} can go to {targets}."
STUCK = "The {animal} on {cell} cannot move now."
NOT_YOURS = "The tower on {cell} belongs to the other player."
GAP = "There is no tower on {cell}."
TOWER = "From bottom to top: {tower}."
LAY = "To lay a tile, type its letter, column and row: {example}."
RESERVE = "Tiles you can lay: {tiles}."
SPACES = "Free spaces: {spaces}."
TOWERS = "{side}: {points} for {towers}"
NO_TOWERS = "{side}: 0, no tower of two or more"
HEADS = "{side}: {points} for {heads}"
TIE = "Equal points: the higher towers decide, {red} against {black}."
PIECES = "{number} {name}"
