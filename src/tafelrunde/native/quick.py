"""Whether a game is over, at the speed of the native core where a game's room has a fast way to tell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tafelrunde.games.core import Position
from tafelrunde.games.tokan import TokanPosition
from tafelrunde.native import tokan_quick

IS_OVER: dict[type[Position], Callable[[Any], bool]] = {TokanPosition: tokan_quick.is_over}
"""By kind of position: what answers instead of the rules in Python, and the same."""


def is_over(position: Position) -> bool:
    """Return whether a position is over."""
    fast = IS_OVER.get(type(position))
    return position.is_over if fast is None else fast(position)
