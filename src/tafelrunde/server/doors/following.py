"""Limits on what an address follows: a followed match is held in memory with all its entries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Protocol, TypeVar


class Follower(Protocol):
    """Somebody who follows matches."""

    @property
    def address(self) -> str:
        """By which it is counted."""

    @property
    def held(self) -> Mapping[str, int]:
        """The matches it follows, with the number of their entries."""


F = TypeVar("F", bound=Follower)


def heaviest(followers: Iterable[F], most: int) -> list[F]:
    """Return who has to go so that no address holds more entries than are allowed: those who hold most of them."""
    by_address: defaultdict[str, list[tuple[F, Mapping[str, int]]]] = defaultdict(list)
    for follower in followers:
        if held := follower.held:
            by_address[follower.address].append((follower, held))
    going = []
    for holding in by_address.values():
        holding.sort(key=lambda each: sum(each[1].values()))
        while sum({match: size for _, held in holding for match, size in held.items()}.values()) > most:
            going.append(holding.pop()[0])
    return going
