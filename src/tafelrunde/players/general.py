"""What computers know of a game that they know nothing of: random moves, greedy ones, and a plain tree search.

The search is UCT over information sets (SO-ISMCTS): every random game begins in a position that is drawn from what the
seat knows, and all games share one tree of moves. Without secrets the drawn position is always the same one, and the
search is plain UCT.
"""

from __future__ import annotations

import time
from functools import cache
from math import inf, log, sqrt
from random import Random

from tafelrunde.games.core import Move, Position, View
from tafelrunde.players.base import NEVER, Budget, Choice, History, Player, Stop
from tafelrunde.players.room import Room
from tafelrunde.players.simple import GreedyPlayer, RandomPlayer

EXPLORATION = 1.0
"""How much a move that was tried seldom is preferred: 1 suits results between 0 and 1."""

PLAYOUTS = {3: 25, 4: 75, 5: 200, 6: 500, 7: 1_200}
"""Random games for a move, by level."""
LAST_SECONDS = 1.0
"""How long the last level thinks where nothing is said."""


class _Node:
    """What is known of the moment after a move: visits, the sum of results for who made it, and what follows."""

    __slots__ = ("available", "children", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.available = 0
        """How often the move could have been chosen: in other worlds it may not be legal."""
        self.total = 0.0
        self.children: dict[Move, _Node] = {}

    def promise(self) -> float:
        """Return the upper confidence bound of the move's result."""
        if not self.visits:
            return inf
        return self.total / self.visits + EXPLORATION * sqrt(log(self.available) / self.visits)


def plain_search(view: View, seed: int, *, games: int, seconds: float, stop: Stop) -> Choice:
    """Take the move that was visited most; there is always one game at least."""
    rng = Random(seed)
    root = _Node()
    end = time.monotonic() + seconds
    played = 0
    while True:
        _play(root, view.resample(rng), rng)
        played += 1
        if stop.is_set() or played == games or (seconds and time.monotonic() >= end):
            break
    move, best = max(root.children.items(), key=lambda child: child[1].visits)
    return Choice(move, value=round(best.total / best.visits, 4), nodes=played)


def _play(root: _Node, position: Position, rng: Random) -> None:
    """Play one game: by the tree as far as it reaches, one move beyond it, then at random; note its result."""
    node, path = root, list[tuple[int, _Node]]()
    grown = False
    while not position.is_over and not grown:
        moves = position.legal_moves()
        new = [move for move in moves if move not in node.children]
        if new:
            grown = True
            node.children[rng.choice(new)] = _Node()
        known = [(move, node.children[move]) for move in moves if move in node.children]
        for _, child in known:
            child.available += 1
        # One that was never visited is the new one.
        move, child = max(known, key=lambda pair: pair[1].promise())
        path.append((position.game.side(position.options, position.seat), child))
        node, position = child, position.apply(move)
    while not position.is_over:
        position = position.apply(rng.choice(position.legal_moves()))
    outcome = position.outcome()
    for side, visited in path:
        visited.visits += 1
        visited.total += outcome.share(side)


class SearchPlayer(Player):
    """Plays any game by the plain tree search."""

    def __init__(self, level: int) -> None:
        self.name = str(level)
        self._games = PLAYOUTS.get(level)

    def choose(
        self, view: View, budget: Budget, rng: Random, *, stop: Stop = NEVER, history: History | None = None
    ) -> Choice:
        """Choose after the level's number of games, or less where the budget is smaller; a node is a game."""
        games, seconds = self._games, budget.seconds
        if budget.nodes is not None:
            games = budget.nodes if games is None else min(games, budget.nodes)
        if games is None and seconds is None:
            seconds = LAST_SECONDS
        return plain_search(view, rng.getrandbits(63), games=games or 0, seconds=seconds or 0.0, stop=stop)


@cache
def general_level(level: int) -> Player:
    """Return the player of a level from 1 to 8: random moves, greedy ones, then ever more search."""
    return {1: RandomPlayer(), 2: GreedyPlayer()}.get(level) or SearchPlayer(level)


GENERAL = Room(general_level, plain_search)
