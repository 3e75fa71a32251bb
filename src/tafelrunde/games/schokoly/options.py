"""The options of Schokoly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from tafelrunde.games.core import Options


@dataclass(frozen=True)
class SchokolyOptions(Options):
    """The number of players, with three of them whether cards may be swapped, and what becomes of ties."""

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "players": ("2", "3", "4"),
        "swap": ("on", "off"),
        "ties": ("draw", "second"),
    }
    PRESETS: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "standard": {},
        "three": {"players": "3"},
        "teams": {"players": "4"},
    }
    ONLY_WITH: ClassVar[Mapping[str, Mapping[str, tuple[str, ...]]]] = {"swap": {"players": ("3",)}}
    UNWRITTEN: ClassVar[frozenset[str]] = frozenset({"ties"})
    TIE_BREAKS: ClassVar[frozenset[str]] = frozenset({"ties"})

    players: int = 2
    swap: bool = True
    ties: Literal["draw", "second"] = "draw"

    def __post_init__(self) -> None:
        # Only three players swap; for the others the choice has no meaning, and equal games have equal options.
        if self.players != 3:
            object.__setattr__(self, "swap", False)
