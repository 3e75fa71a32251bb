"""Levels are what was measured: docs/strength.md and the ratings of computers hold for these settings and no others.

Whoever changes one measures it again (`make ladder`) and runs `python -m tests.players.test_measured`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tafelrunde.players import general
from tafelrunde.players.chocolate import levels as chocolate
from tafelrunde.players.tokan import levels as tokan

MEASURED = Path(__file__).with_name("measured.txt")


def settings() -> str:
    """Return what every level of every game looks at, a line each."""
    lines = [
        *(f"tokan towers {level}: {made}" for level, made in tokan.LEVELS.items()),
        *(f"tokan heads {level}: {made}" for level, made in tokan.HEADS.items()),
        f"tokan perfect: {tokan.PERFECT}, {tokan.GUESS_SECONDS} seconds for a guess",
        *(
            f"{form.name.lower()} {level}: {made}, {chocolate.NODES[form][level]} nodes"
            for form, levels in chocolate.SETTINGS.items()
            for level, made in levels.items()
        ),
        *(f"any game {level}: {played} playouts" for level, played in general.PLAYOUTS.items()),
        f"any game 8: {general.LAST_SECONDS} seconds",
    ]
    return "".join(f"{line}\n" for line in lines)


def test_levels_are_as_they_were_measured() -> None:
    assert settings() == MEASURED.read_text(encoding="utf-8")


def test_no_two_levels_of_a_game_are_the_same() -> None:
    games: list[dict[int, Any]] = [tokan.LEVELS, tokan.HEADS, *chocolate.SETTINGS.values()]
    for levels in games:
        assert list(levels) == list(range(1, 9))
        assert len(set(levels.values())) == 8


if __name__ == "__main__":
    MEASURED.write_text(settings(), encoding="utf-8")
