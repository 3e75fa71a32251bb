"""Positions of TOKAN that are the same but for a mirror or the colours."""

from __future__ import annotations

from tafelrunde.games.tokan import TokanTable
from tafelrunde.games.tokan.mirrors import images


def twin_key(table: TokanTable) -> str:
    """Return a text that all twins of a position share, and no other position has."""
    least = min(f"{','.join(image.towers)} {image.side} {image.taboo}" for image in images(table))
    return f"tokan {table.options} {least}"
