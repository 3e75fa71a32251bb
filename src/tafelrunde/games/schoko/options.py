"""The options of Scho K.O.: there are none."""

from __future__ import annotations

from dataclasses import dataclass

from tafelrunde.games.core import Options


@dataclass(frozen=True)
class SchokoOptions(Options):
    """Scho K.O. is played in one form."""
