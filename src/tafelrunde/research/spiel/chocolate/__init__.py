"""Scho K.O. and Schokoly for OpenSpiel: chance deals the hands card by card, and every card that is drawn later.

A turn is chosen part by part, as in `tafelrunde.research.spaces.chocolate`, through the window of 128 cells, which
every field fits. When it is complete chance draws a card, if there is one, and then the turn is played.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from tafelrunde.games.chocolate.game import ChocolateGame
from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.core import Game, Options
from tafelrunde.native.chocolate import NativePosition
from tafelrunde.records.replay import Replay
from tafelrunde.research.spaces.chocolate import TYPES
from tafelrunde.research.spiel.chocolate.node import WINDOW, ChocolateNode
from tafelrunde.research.spiel.node import SpielRules


class ChocolateSpiel(SpielRules):
    """A chocolate game for OpenSpiel."""

    window: ClassVar[int] = WINDOW
    has_secrets = True

    def __init__(self, game: Game, options: Options) -> None:
        assert isinstance(game, ChocolateGame)
        super().__init__(game, options)
        self._rules = game.rules(options)

    @property
    def most_chances(self) -> int:
        """The kinds of cards."""
        return len(TYPES)

    @property
    def longest(self) -> int:
        """Three parts a card; between two cards every seat may pass; in every turn three swap actions."""
        turns = len(self._rules.deck) * self._rules.seats
        return 3 * len(self._rules.deck) + turns + 3 * turns * self._rules.swap

    def first(self) -> ChocolateNode:
        """Return the moment before a card is dealt."""
        return ChocolateNode(self._rules)

    def resumed(self, told: Replay) -> ChocolateNode:
        """Return the moment after a record, every seat knowing its hand; the order of the stack is that of the deck."""
        final = told.final
        assert isinstance(final, ChocolatePosition)
        node = ChocolateNode(self._rules, position=NativePosition(final), open_deck=True)
        hands = {seat: " ".join(f"+{card}" for card in hand) for seat, hand in enumerate(final.hands)}
        return replace(node, logs=node.told(hands))
