"""What the cards gave in a match of the chocolate games: a control variate of its result.

Whenever a card is drawn, the chance of each side after the card that came is compared with its mean over all cards
that could have come; the hands that were dealt are compared with others. These differences are what the cards gave.
Whatever the evaluation is worth, their mean is zero, because no player can choose what comes: a result without them is
as high on average as before, and lies closer together the better the evaluation foresees it.

For that the evaluation may not know what comes after the card: the rest of the stack is shuffled anew, for the card
that came as for the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from tafelrunde.games.chocolate.moves import ChocolateMove
from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.core import Position, shuffled
from tafelrunde.native.chocolate_search import Limits, Settings, search_open
from tafelrunde.players.base import NEVER, Stop

SETTINGS = Settings(candidates=4, looks=40, depth=2, worlds=1, offers=False, endgame=False)
ORDERS = 4
"""So many orders of the rest of the stack are looked at for each card."""
WEIGHT = 0.5
"""How much of it is taken off results: more would be right for strong players, less for weak ones (docs/people.md)."""
DEALS = 24
"""With this many other deals the one that was dealt is compared."""

Shares = tuple[float, ...]


def luck_of(start: Position, moves: Sequence[Any], seed: int = 1, *, stop: Stop = NEVER) -> Shares:
    """Return what the cards gave each side, as a part of a win; the same every time. Raise NativeMissing.

    It is that of the match as far as it was played, however it ended, or until somebody says stop.
    """
    assert isinstance(start, ChocolatePosition)
    rng = Random(seed)
    given = _minus(_mean([_value(_mixed(start, rng)) for _ in range(DEALS)]), _dealt_otherwise(start, rng))
    position = start
    for move in moves:
        if stop.is_set():
            break
        after = position.apply(move)
        if len(after.stack) < len(position.stack):
            given = _plus(given, _drawn(position, move, rng))
        position = after
    return tuple(WEIGHT * part for part in given)


def _drawn(before: ChocolatePosition, move: ChocolateMove, rng: Random) -> Shares:
    """Return what the card gave that was drawn after a move."""
    stack, total = Counter(sorted(before.stack)), len(before.stack)
    if len(stack) == 1:
        return (0.0,) * before.rules.sides
    values = dict.fromkeys(stack, (0.0,) * before.rules.sides)
    for _ in range(ORDERS):
        # The same order for every card: what differs between them is then their own doing.
        order = shuffled(sorted(before.stack), rng)
        for card in stack:
            value = _value(_with_top(before, card, order).apply(move))
            values[card] = tuple(sum_ + part / ORDERS for sum_, part in zip(values[card], value, strict=True))
    usual = tuple(sum(stack[card] / total * values[card][side] for card in stack) for side in range(before.rules.sides))
    return _minus(values[before.stack[0]], usual)


def _with_top(position: ChocolatePosition, card: str, order: Sequence[str]) -> ChocolatePosition:
    """Return a position with a card on top of the stack, and the others below it in an order."""
    rest = list(order)
    rest.remove(card)
    return replace(position, stack=(card, *rest))


def _mixed(position: ChocolatePosition, rng: Random) -> ChocolatePosition:
    return replace(position, stack=tuple(shuffled(sorted(position.stack), rng)))


def _dealt_otherwise(start: ChocolatePosition, rng: Random) -> Shares:
    """Return the mean value of other deals than the one of a match."""
    cards = sorted(card for cards in (*start.hands, start.stack) for card in cards)
    values = []
    for _ in range(DEALS):
        deck = iter(shuffled(cards, rng))
        hands = tuple(tuple(sorted(next(deck) for _ in hand)) for hand in start.hands)
        values.append(_value(replace(start, hands=hands, stack=tuple(deck))))
    return _mean(values)


def _value(position: ChocolatePosition) -> Shares:
    """Return the chance of each side, with every hand open and the stack in some order."""
    sides = position.rules.sides
    if position.is_over:
        outcome = position.outcome()
        return tuple(outcome.share(side) for side in range(sides))
    best = search_open(position, SETTINGS, 1, Limits()).judged[0].chance
    own = position.rules.side(position.seat)
    return tuple(best if side == own else (1 - best) / (sides - 1) for side in range(sides))


def _mean(values: Sequence[Shares]) -> Shares:
    return tuple(sum(parts) / len(values) for parts in zip(*values, strict=True))


def _plus(one: Shares, other: Shares) -> Shares:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _minus(one: Shares, other: Shares) -> Shares:
    return tuple(a - b for a, b in zip(one, other, strict=True))
