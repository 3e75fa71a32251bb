"""What tells one chocolate game from another, as data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tafelrunde.games.core import Options

HAND_SIZE = 4
NEUTRAL_MINIMUM = 6
"""A neutral group of fewer pieces belongs to nobody."""


@dataclass(frozen=True)
class Rules:
    """The material and the rule differences of a chocolate game with its options."""

    game: str
    options: Options
    deck: tuple[str, ...]
    """Every card of the game, sorted."""
    colours: str
    seats: int
    teams: bool = False
    """Whether opposite seats play together."""
    smarties: int = 0
    """The smarties each seat begins with, beside those printed on cards."""
    swap: bool = False
    """Whether cards may be swapped before a turn."""
    second_group_breaks_ties: bool = False
    """Whether of the sides that share the highest total the one with the larger second group wins."""

    @property
    def sides(self) -> int:
        """The number of sides that score."""
        return 2 if self.teams else self.seats

    def side(self, seat: int) -> int:
        """Return the side a seat plays for."""
        return seat % self.sides

    @property
    def has_neutral_colour(self) -> bool:
        """Whether a colour is left over that belongs to no side."""
        return len(self.colours) > self.sides

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The different cards of the deck."""
        return tuple(dict.fromkeys(self.deck))

    def showing(self, colour: str, number: int) -> tuple[str, ...]:
        """List the kinds that show so many pieces of a colour."""
        return tuple(card for card in self.kinds if card.count(colour) == number)
