"""The levels of the chocolate games: lower ones see less.

The first levels look at the table once, with part of the hand, the first tier or the own points alone. Then turns are
judged by evaluation, and from level 6 on candidates are played on in worlds drawn from the view, ever more of them and
further.
"""

from __future__ import annotations

from functools import cache
from random import Random

from tafelrunde.games.chocolate.position import ChocolateView
from tafelrunde.games.core import View
from tafelrunde.native import prefer
from tafelrunde.native.chocolate_search import Limits, Settings, search
from tafelrunde.players.base import NEVER, Budget, Choice, History, Player, Stop
from tafelrunde.players.simple import GreedyPlayer

_ONE_LOOK = Settings(candidates=1, looks=1, endgame=False)

SETTINGS: dict[int, Settings] = {
    1: _ONE_LOOK._replace(cards=1, second=False, others=False, habits=False),
    2: _ONE_LOOK._replace(cards=2, second=False, others=False, habits=False),
    3: _ONE_LOOK._replace(others=False, habits=False),
    4: _ONE_LOOK,
    5: _ONE_LOOK._replace(looks=160),
    6: Settings(candidates=12, depth=2),
    7: Settings(candidates=24, depth=4),
    8: Settings(),
}

NODES: dict[int, int] = {6: 1_000, 7: 5_000, 8: 40_000}
"""What a level thinks where no budget is given; the others do not depend on it."""


class SearchPlayer(Player):
    """Plays the chocolate games by search in the native core, or greedily where that is missing."""

    def __init__(self, name: str, settings: Settings, nodes: int = 0) -> None:
        self.name = name
        self._settings = settings
        self._nodes = nodes
        self._greedy = GreedyPlayer()

    def choose(
        self, view: View, budget: Budget, rng: Random, *, stop: Stop = NEVER, history: History | None = None
    ) -> Choice:
        """Choose by what the seat knows; the value is the lead expected at the end."""
        assert isinstance(view, ChocolateView)
        seed = rng.getrandbits(63)
        if not prefer():
            return self._greedy.choose(view, budget, rng, stop=stop, history=history)
        answer = search(view, self._settings, seed, self._limits(budget, stop))
        best = answer.judged[0]
        value = round(best.lead, 2) if best.worlds else None
        return Choice(view.parse(best.move), value, exact=answer.exact, nodes=answer.nodes)

    def _limits(self, budget: Budget, stop: Stop) -> Limits:
        if budget.nodes is None and budget.seconds is None:
            return Limits(self._nodes, 0.0, stop)
        return Limits(budget.nodes or 0, budget.seconds or 0.0, stop)


@cache
def chocolate_level(level: int) -> Player:
    """Return the player of a level from 1 to 8."""
    return SearchPlayer(str(level), SETTINGS[level], NODES.get(level, 0))
