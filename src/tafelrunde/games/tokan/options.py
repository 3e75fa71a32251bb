"""The options of TOKAN."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from tafelrunde.games.core import Options


@dataclass(frozen=True)
class TokanOptions(Options):
    """Scoring by towers or by heads, how gaps close, and whether the start is dealt or drafted."""

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "scoring": ("towers", "heads"),
        "gaps": ("contiguous", "line"),
        "setup": ("random", "draft"),
    }
    PRESETS: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "standard": {},
        "every-head-counts": {"scoring": "heads"},
        "less-chance": {"setup": "draft"},
    }

    scoring: Literal["towers", "heads"] = "towers"
    gaps: Literal["contiguous", "line"] = "contiguous"
    setup: Literal["random", "draft"] = "random"
