"""Schokoly: two to four players, three kinds of chocolate, and smarties to spend."""

from __future__ import annotations

from typing import ClassVar

from tafelrunde.games.chocolate.game import ChocolateGame
from tafelrunde.games.chocolate.rules import Rules
from tafelrunde.games.core import Ability, Options
from tafelrunde.games.schokoly.deck import DECK, SMARTIES
from tafelrunde.games.schokoly.options import SchokolyOptions

__all__ = ["Schokoly", "SchokolyOptions"]


class Schokoly(ChocolateGame):
    """The rules of Schokoly."""

    name: ClassVar[str] = "schokoly"
    title: ClassVar[str] = "Schokoly"
    options_type: ClassVar[type[Options]] = SchokolyOptions
    abilities: ClassVar[frozenset[Ability]] = frozenset({"hands", "swap", "teams"})

    def rules(self, options: Options) -> Rules:
        """Return the rules for two, three or four players."""
        assert isinstance(options, SchokolyOptions)
        return Rules(
            self.name,
            options,
            DECK,
            "DMW",
            seats=options.players,
            teams=options.players == 4,
            smarties=SMARTIES // options.players,
            swap=options.swap,
            second_group_breaks_ties=options.ties == "second",
        )
