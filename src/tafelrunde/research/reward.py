"""The reward of a match, shared by environments, OpenSpiel and data sets."""

from __future__ import annotations

from tafelrunde.games.core import Game, Options


def rewards(game: Game, options: Options, winner: int | None) -> list[float]:
    """Return the reward of every seat for a winning side: 1 for winners, 0 for all after a draw.

    The losers share what the winners get, so the sum is zero: -1 between two sides of one size, -0.5 for either of
    two losers. The native batches write the same numbers.
    """
    sides = [game.side(options, seat) for seat in range(game.seats(options))]
    winners = sides.count(winner) if winner is not None else 0
    losers = len(sides) - winners
    if not winners or not losers:
        return [0.0] * len(sides)
    return [1.0 if side == winner else -winners / losers for side in sides]


def limits(game: Game, options: Options) -> tuple[float, float]:
    """Return the smallest and the largest reward that a seat can get."""
    sides = {game.side(options, seat) for seat in range(game.seats(options))}
    every = [0.0, *(reward for side in sides for reward in rewards(game, options, side))]
    return min(every), max(every)
