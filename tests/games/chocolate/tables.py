"""Chocolate tables laid out by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from tafelrunde.games.chocolate.field import Field
from tafelrunde.games.chocolate.moves import Placement
from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.errors import IllegalMove
from tests.strategies import Variant, variant

SCHOKO = variant("schoko")
TWO = variant("schokoly", "players=2")
THREE = variant("schokoly", "players=3")
FOUR = variant("schokoly", "players=4")


def deck(of: Variant, first: str) -> str:
    """A full deck that begins with these cards."""
    cards = first.split()
    full = sorted(of.deal(_Unshuffled()).split())
    left = Counter(full) - Counter(cards)
    assert sum(left.values()) + len(cards) == len(full)
    return " ".join([*cards, *sorted(left.elements())])


class _Unshuffled:
    """A chance that always says the highest number, which leaves everything in its place."""

    def randrange(self, stop: int, /) -> int:
        return stop - 1


def table(of: Variant, first: str, *moves: str) -> ChocolatePosition:
    """The position after some moves, from a deck that begins with these cards."""
    position = chocolate(of.game.start(of.options, deck(of, first)))
    for move in moves:
        position = position.play(position.parse(move))
    return position


def chocolate(position: object) -> ChocolatePosition:
    """A position of a chocolate game, as such."""
    assert isinstance(position, ChocolatePosition)
    return position


def placings(position: ChocolatePosition) -> list[Placement]:
    """The legal turns that place a card."""
    return [turn for turn in position.turns() if isinstance(turn, Placement)]


def refusal(position: ChocolatePosition, move: str) -> str:
    """The reason why a move is illegal."""
    with pytest.raises(IllegalMove) as caught:
        position.parse(move)
    return caught.value.reason


def lying(*cards: str) -> Field:
    """A field of cards, written like turns; `*` is a smartie on the card itself."""
    field = Field()
    for text in cards:
        tier = 2 if "^" in text else 1
        card, place = text.rstrip("*").replace("^", "@").split("@")
        x, y = map(int, place.split(","))
        field = field.put(card, x, y, tier, text.endswith("*") or tier == 2 or card.endswith("s"))
    return field
