"""The options of Schokoly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from tafelrunde.games.core import Options


@dataclass(frozen=True)
class SchokolyOptions(Options):
    """The number of players, and with three of them whether cards may be swapped."""

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"players": ("2", "3", "4"), "swap": ("on", "off")}
    PRESETS: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "standard": {},
        "three": {"players": "3"},
        "teams": {"players": "4"},
    }

    players: int = 2
    swap: bool = True

    def __post_init__(self) -> None:
        # Only three players swap; for the others the choice has no meaning, and equal games have equal options.
        if self.players != 3:
            object.__setattr__(self, "swap", False)

    def words(self) -> dict[str, str]:
        """Return the options that have a meaning for this number of players."""
        words = super().words()
        return words if self.players == 3 else {"players": words["players"]}
