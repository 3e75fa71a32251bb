"""What computers know of Scho K.O. and Schokoly."""

from __future__ import annotations

from tafelrunde.games.chocolate.position import ChocolateView
from tafelrunde.games.core import View
from tafelrunde.native import chocolate_search
from tafelrunde.players.base import Choice, Stop
from tafelrunde.players.chocolate.analyst import ChocolateAnalyst
from tafelrunde.players.chocolate.levels import chocolate_level, linear_player
from tafelrunde.players.chocolate.luck import luck_of
from tafelrunde.players.chocolate.strength import LADDERS
from tafelrunde.players.room import Room


def plain_search(view: View, seed: int, *, games: int, seconds: float, stop: Stop) -> Choice:
    """Take the move that was visited most, with a tree for each drawn world."""
    assert isinstance(view, ChocolateView)
    answer = chocolate_search.plain_uct(view, seed, chocolate_search.Limits(games, seconds, stop))
    return Choice(view.parse(answer.judged[0].move), nodes=answer.nodes)


CHOCOLATE = Room(
    chocolate_level, plain_search, ChocolateAnalyst(), linear=linear_player(), luck=luck_of, ladders=LADDERS
)
