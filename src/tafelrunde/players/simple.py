"""Players that need no search: a yardstick, and an opponent for the first minute."""

from __future__ import annotations

from random import Random

from tafelrunde.games.core import Move, Table, View
from tafelrunde.players.base import NEVER, Budget, Choice, History, Player, Stop


class RandomPlayer(Player):
    """Plays any turn, all equally likely, and answers offers in the same way; never offers a swap itself."""

    name = "random"

    def choose(
        self, view: View, budget: Budget, rng: Random, *, stop: Stop = NEVER, history: History | None = None
    ) -> Choice:
        """Draw a turn."""
        return Choice(rng.choice(view.turns() or view.legal_moves()))


class GreedyPlayer(Player):
    """Looks one turn ahead and takes the best difference of points; of equal ones, any."""

    name = "greedy"

    def choose(
        self, view: View, budget: Budget, rng: Random, *, stop: Stop = NEVER, history: History | None = None
    ) -> Choice:
        """Try every turn; a swap is always refused, since the card is not seen, and a refusal is listed first."""
        turns = view.turns()
        if not turns:
            return Choice(view.legal_moves()[0])
        side = view.game.side(view.options, view.seat)
        best: list[Move] = []
        best_lead: int | None = None
        nodes = 0
        for turn in turns:
            nodes += 1
            lead = _lead(view.apply(turn), side)
            if best_lead is None or lead > best_lead:
                best, best_lead = [], lead
            if lead == best_lead:
                best.append(turn)
            if stop.is_set():
                break
        return Choice(rng.choice(best), value=float(best_lead or 0), nodes=nodes)


def _lead(table: Table, side: int) -> int:
    """Return the points of a side less those of its best opponent."""
    points = table.outcome().points
    return points[side] - max(other for index, other in enumerate(points) if index != side)
