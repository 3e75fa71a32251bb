"""Scho K.O.: two players, dark against white, the largest bar wins."""

from __future__ import annotations

from typing import ClassVar

from tafelrunde.games.chocolate.game import ChocolateGame
from tafelrunde.games.chocolate.rules import Rules
from tafelrunde.games.core import Ability, Options
from tafelrunde.games.schoko.deck import DECK
from tafelrunde.games.schoko.options import SchokoOptions

__all__ = ["Schoko", "SchokoOptions"]


class Schoko(ChocolateGame):
    """The rules of Scho K.O."""

    name: ClassVar[str] = "schoko"
    title: ClassVar[str] = "Scho K.O."
    options_type: ClassVar[type[Options]] = SchokoOptions
    abilities: ClassVar[frozenset[Ability]] = frozenset({"hands"})

    def rules(self, options: Options) -> Rules:
        """Return the rules: printed smarties only, and the second largest group breaks a tie."""
        return Rules(self.name, options, DECK, "DW", seats=2, second_group_breaks_ties=True)
