"""A plain tree search with random games, and nothing else: the yardstick that needs no knowledge of a game."""

from __future__ import annotations

from random import Random

from tafelrunde.games.chocolate.position import ChocolateView
from tafelrunde.games.core import View
from tafelrunde.games.tokan import TokanView
from tafelrunde.native import chocolate_search, tokan_search
from tafelrunde.players.base import NEVER, Budget, Choice, History, Player, Stop

GAMES = 1_000
"""Random games for a move where neither nodes nor seconds are given."""


class UctPlayer(Player):
    """Plays by UCT, in Scho K.O. and Schokoly with a tree for each drawn world; nodes are random games."""

    name = "uct"

    def choose(
        self, view: View, budget: Budget, rng: Random, *, stop: Stop = NEVER, history: History | None = None
    ) -> Choice:
        """Take the move that was visited most."""
        nodes = budget.nodes or (0 if budget.seconds else GAMES)
        seed = rng.getrandbits(63)
        if isinstance(view, TokanView):
            visits = tokan_search.plain_uct(view, seed, tokan_search.Limits(nodes, budget.seconds or 0.0, stop))
            return Choice(view.parse(visits.moves[0].move), nodes=visits.nodes)
        assert isinstance(view, ChocolateView)
        answer = chocolate_search.plain_uct(view, seed, chocolate_search.Limits(nodes, budget.seconds or 0.0, stop))
        return Choice(view.parse(answer.judged[0].move), nodes=answer.nodes)
