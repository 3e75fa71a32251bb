"""What a tournament is: entrants, a format, and meetings of two over one deal with every seating."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import NamedTuple

from tafelrunde.games.core import Outcome
from tafelrunde.games.errors import BadOptions
from tafelrunde.players import arena
from tafelrunde.players.base import Budget
from tafelrunde.players.registry import find_player


class Format(StrEnum):
    """Who meets whom."""

    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"
    GAUNTLET = "gauntlet"


class Meeting(NamedTuple):
    """Two entrants, by their numbers, over one deal."""

    first: int
    second: int
    deal: int


@dataclass(frozen=True)
class Tournament:
    """A plain value that travels to workers; the same value gives the same matches, wherever they are played.

    `deals` is how many deals two entrants play when they meet; every deal is played with every seating. A Swiss
    tournament has `rounds` rounds. In a gauntlet the first entrant meets all others.
    """

    game: str
    options: str
    entrants: tuple[str, ...]
    format: Format = Format.ROUND_ROBIN
    deals: int = 10
    rounds: int = 5
    seed: str = "1"
    budget: Budget = Budget()  # noqa: RUF009  # frozen
    balanced: bool = False
    """Whether meetings begin with balanced starts instead of random deals."""

    def check(self) -> None:
        """Raise UnknownGame, UnknownPlayer or BadOptions where it cannot be played."""
        self.plan(0, 1).deal(0)
        for entrant in self.entrants:
            find_player(entrant)
        if len(self.entrants) < 2:
            raise BadOptions("players", "at least two")
        if len(set(self.entrants)) < len(self.entrants):
            raise BadOptions("players", "everybody enters once")
        if self.deals < 1 or self.rounds < 1:
            raise BadOptions("deals", "at least one, and at least one round")

    def plan(self, first: int, second: int) -> arena.Plan:
        """Return the matches of two entrants as an arena."""
        names = (self.entrants[first], self.entrants[second]) if second < len(self.entrants) else ("", "")
        budgets = (self.budget, self.budget)
        return arena.Plan(self.game, self.options, *names, self.deals, self.seed, budgets, self.balanced)

    def meetings(self, pairs: Sequence[tuple[int, int]], round_number: int = 0) -> list[Meeting]:
        """List the meetings of pairs in a round; all pairs of a round have the same deals."""
        deals = range(round_number * self.deals, (round_number + 1) * self.deals)
        return [Meeting(first, second, deal) for deal in deals for first, second in pairs]

    def pairs(self) -> list[tuple[int, int]]:
        """List who meets whom where that does not depend on results."""
        everybody = range(len(self.entrants))
        if self.format is Format.GAUNTLET:
            return [(0, other) for other in everybody[1:]]
        return list(combinations(everybody, 2))

    @property
    def matches_a_deal(self) -> int:
        """How many seatings a deal is played with."""
        return len(self.plan(0, 1).seatings())

    def total(self) -> int:
        """Return how many matches there will be."""
        if self.format is Format.SWISS:
            return self.rounds * (len(self.entrants) // 2) * self.deals * self.matches_a_deal
        return len(self.pairs()) * self.deals * self.matches_a_deal


def comparison(plan: arena.Plan, match: int, outcome: Outcome) -> float:
    """Return what the first player scored against the second: 1, 0.5 or 0; among three seats the mean of two.

    With three seats one is the first player's and two are the second's: it is compared with either by points, and by
    who is in front where points are equal, so that equal players get one half.
    """
    seating = plan.seatings()[match]
    if len(outcome.points) == 2:
        return arena.score_of(plan, match, outcome)
    mine = seating.index(True)
    ranks = [(points, outcome.share(side)) for side, points in enumerate(outcome.points)]
    own = ranks[mine]
    others = [rank for side, rank in enumerate(ranks) if side != mine]
    return sum((own > other) + (own == other) / 2 for other in others) / len(others)
