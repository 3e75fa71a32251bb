"""Two players that need no search: one that does anything, one that takes what it can see."""

from __future__ import annotations

from collections.abc import Sequence

from tafelrunde.games.core import Chance, Move, View
from tafelrunde.games.errors import BadSetup
from tafelrunde.players.base import Budget


def _choices(view: View) -> Sequence[Move]:
    """List what a plain player chooses from: turns, and in a negotiation the answers."""
    if view.is_over or view.observer != view.seat:
        raise BadSetup("only the seat that decides can choose a move")
    return view.turns() or view.legal_moves()


class RandomPlayer:
    """Plays any legal turn, all equally likely, and never begins a negotiation."""

    name = "random"

    def choose(self, view: View, budget: Budget, chance: Chance) -> Move:
        """Return any legal move."""
        choices = _choices(view)
        return choices[chance.randrange(len(choices))]


class GreedyPlayer:
    """Plays the turn after which its side is furthest ahead of the best other one; equals are drawn by chance."""

    name = "greedy"

    def choose(self, view: View, budget: Budget, chance: Chance) -> Move:
        """Return one of the turns with the best score right after it; in a negotiation, keep the card."""
        choices = _choices(view)
        if not view.turns():
            # The answers to an offer begin with the one that changes nothing; those to a counter end with it.
            return choices[0] if len(choices) != 2 else choices[-1]
        side = view.game.side(view.options, view.observer)
        best: list[Move] = []
        record: int | None = None
        for move in choices:
            points = view.apply(move).outcome().points
            lead = points[side] - max(points[other] for other in range(len(points)) if other != side)
            if record is None or lead > record:
                best, record = [move], lead
            elif lead == record:
                best.append(move)
        return best[chance.randrange(len(best))]
