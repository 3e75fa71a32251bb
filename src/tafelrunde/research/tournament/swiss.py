"""Swiss pairing: those with like scores meet, nobody twice as long as that can be avoided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def pair_up(
    scores: Sequence[float], met: Mapping[tuple[int, int], int], rested: Mapping[int, int]
) -> tuple[list[tuple[int, int]], int | None]:
    """Return the pairs of a round, and who rests where the number is odd.

    The lowest of those who rested least rests. The others are paired from the top: each with the nearest below that it
    has met least often, going back where that leaves somebody without an opponent who was not met yet.
    """
    order = sorted(range(len(scores)), key=lambda entrant: (-scores[entrant], entrant))
    resting = None
    if len(order) % 2:
        resting = min(reversed(order), key=lambda entrant: rested.get(entrant, 0))
        order.remove(resting)
    limit = 0
    while (pairs := _pairs(order, met, limit)) is None:
        limit += 1
    return pairs, resting


def _pairs(order: list[int], met: Mapping[tuple[int, int], int], limit: int) -> list[tuple[int, int]] | None:
    """Pair an even number of entrants who met at most so often; None where that cannot be."""
    if not order:
        return []
    first, *others = order
    for opponent in others:
        pair = (min(first, opponent), max(first, opponent))
        if met.get(pair, 0) <= limit:
            rest = _pairs([other for other in others if other != opponent], met, limit)
            if rest is not None:
                return [pair, *rest]
    return None
