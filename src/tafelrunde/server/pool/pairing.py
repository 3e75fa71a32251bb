"""Pairing (matchmaking): those who have waited longest first, each with the nearest in rating who may."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import NamedTuple

WIDENING = 20.0
"""By how much a range grows per second."""
MOST = 4_000.0
MOST_TOGETHER = 200
"""So many who wish for the same are looked at together, those who wait longest first."""


class Waiting(NamedTuple):
    """Somebody who waits in a pool."""

    id: str
    account: str
    """Empty for a guest."""
    terms: str
    """What is wished for: only those who wish for exactly the same play with each other."""
    seats: int
    rating: float
    range: int
    since: int
    """In milliseconds."""


def reach(one: Waiting, now: int) -> float:
    """Return how far away the ratings of others may be now."""
    return min(MOST, one.range + WIDENING * max(0, now - one.since) / 1000)


def may_play(one: Waiting, other: Waiting, now: int, blocked: AbstractSet[frozenset[str]]) -> bool:
    """Return whether two who wait may sit at one table: both are content with the difference, and nobody blocks."""
    if one.terms != other.terms or (one.account and one.account == other.account):
        return False
    if frozenset((one.account, other.account)) in blocked:
        return False
    return abs(one.rating - other.rating) <= min(reach(one, now), reach(other, now))


def groups(waiting: list[Waiting], now: int, blocked: AbstractSet[frozenset[str]]) -> list[list[Waiting]]:
    """Return full tables; nobody sits at two. Whoever waits longest is served first, with the nearest who may."""
    by_terms: dict[str, list[Waiting]] = {}
    for one in sorted((one for one in waiting if one.since <= now), key=lambda one: (one.since, one.id)):
        by_terms.setdefault(one.terms, []).append(one)
    # Of those who wish for the same; a crowd that wishes for something else is in nobody's way.
    return [table for left in by_terms.values() for table in _groups(left[:MOST_TOGETHER], now, blocked)]


def _groups(left: list[Waiting], now: int, blocked: AbstractSet[frozenset[str]]) -> list[list[Waiting]]:
    tables: list[list[Waiting]] = []
    while left:
        table = [left.pop(0)]
        nearest = sorted(left, key=lambda other: (abs(other.rating - table[0].rating), other.since, other.id))
        for other in nearest:
            if len(table) == table[0].seats:
                break
            if all(may_play(seated, other, now, blocked) for seated in table):
                table.append(other)
        if len(table) == table[0].seats:
            tables.append(table)
            left = [one for one in left if one not in table]
    return tables
