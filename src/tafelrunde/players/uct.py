"""A plain tree search with random games, and nothing else: the yardstick that needs no knowledge of a game."""

from __future__ import annotations

from random import Random

from tafelrunde.games.core import View
from tafelrunde.players.base import NEVER, Budget, Choice, History, Player, Stop
from tafelrunde.players.rooms import room_of

PLAYOUTS = 1_000
"""Random games for a move where neither nodes nor seconds are given."""


class UctPlayer(Player):
    """Plays by UCT; a node is a random game."""

    name = "uct"

    def choose(
        self, view: View, budget: Budget, rng: Random, *, stop: Stop = NEVER, history: History | None = None
    ) -> Choice:
        """Take the move that was visited most."""
        games = budget.nodes or (0 if budget.seconds else PLAYOUTS)
        search = room_of(view.game).search
        return search(view, rng.getrandbits(63), games=games, seconds=budget.seconds or 0.0, stop=stop)
