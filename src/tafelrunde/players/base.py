"""The one interface of all computer players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from tafelrunde.games.core import Chance, Move, View


@dataclass(frozen=True)
class Budget:
    """How long a player may think: seconds, or nodes for an answer that can be reproduced."""

    seconds: float | None = None
    nodes: int | None = None


class Player(Protocol):
    """Somebody who can decide. A player sees only a view, so that it cannot know what its seat may not know."""

    @property
    def name(self) -> str:
        """What people call it."""

    def choose(self, view: View, budget: Budget, chance: Chance) -> Move:
        """Return a legal move for the seat whose view this is; it must be this seat that decides."""
