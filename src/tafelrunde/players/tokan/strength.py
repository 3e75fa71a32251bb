"""How strong the levels of TOKAN are."""

from __future__ import annotations

from tafelrunde.players.strength import Ladder

LADDERS = {
    "tokan standard": Ladder(
        (0, 210, 400, 610, 775, 1004, 1197, 1412),
        (0, 174, 348, 547, 703, 923, 1110, 1314),
        (0, 251, 457, 680, 855, 1094, 1293, 1522),
        first=(-8, 18, 37, 61, 53, 77, 107),
    ),
}
