"""What the native core says of a chocolate position, by name, and what actions refer to in it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from typing import Any, NamedTuple

from tafelrunde.games.chocolate.cards import COLOURS, upright
from tafelrunde.games.chocolate.field import Cell
from tafelrunde.games.chocolate.moves import parse_move
from tafelrunde.games.chocolate.negotiation import Swap
from tafelrunde.games.chocolate.rules import Rules
from tafelrunde.native.chocolate import NativePosition
from tafelrunde.research.spaces.chocolate.actions import PASS, Choices, Frame, Layout, Placing

_parsed = cache(parse_move)
"""There are few swap actions, and they are read often."""


class Lying(NamedTuple):
    """A card on the field."""

    tier: int
    x: int
    y: int
    card: str
    smartie: bool

    def __str__(self) -> str:
        return f"{self.card}{'^' if self.tier == 2 else '@'}{self.x},{self.y}{'*' if self.smartie else ''}"


class NativeFrame(Frame):
    """The frame of a native position, read once."""

    def __init__(self, layout: Layout, rules: Rules, position: NativePosition) -> None:
        self.layout = layout
        self.rules = rules
        self.position = position
        # The rules come first, and at the end what everybody knows; neither is of interest here.
        *head, cards, hands, stack, colours, smarties, to_move, passes, swap, used, facts = position.unwrap().parts()
        self._head, self._tail = head, (passes, swap, used, facts)
        self._lying = cards
        self.hands: Sequence[Sequence[str]] = hands
        self.stack: Sequence[str] = stack
        self.colours: str = colours
        """The colour of each side, a hyphen for none yet."""
        self.smarties: Sequence[int] = smarties
        """What is left, by seat."""
        self._to_move = to_move
        self.swap = None if swap is None else Swap(*swap)

    def with_stack(self, stack: Sequence[str]) -> NativePosition:
        """Return the position with another order of the stack."""
        table = (self._lying, self.hands, stack, self.colours, self.smarties, self._to_move)
        core: Any = type(self.position.unwrap())
        return NativePosition.wrap(core.build((*self._head, *table, *self._tail)), self.rules)

    @property
    def lying(self) -> list[Lying]:
        """The cards on the field."""
        return [Lying(*card) for card in self._lying]

    @cached_property
    def corner(self) -> Cell:
        """The field coordinates of the window's first cell."""
        xs = [card[1] for card in self._lying] or [0]
        ys = [card[2] for card in self._lying] or [0]
        return self.layout.corner((min(xs), min(ys), max(xs) + 1, max(ys) + 1))

    @cached_property
    def cards(self) -> Sequence[str]:
        """The different cards of the seat that decides."""
        return sorted(set(self.hands[self.position.seat]))

    @property
    def to_move(self) -> int:
        """The seat to move."""
        return self._to_move

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self.rules.seats

    @cached_property
    def choices(self) -> Choices:
        """What there is to choose beside a card and its place."""
        announced = self.colours[self.rules.side(self._to_move)] != "-"
        left = () if announced else (colour for colour in self.rules.colours if colour not in self.colours)
        return Choices(self.smarties[self._to_move] > 0, tuple(map(COLOURS.index, left)))

    def targets(self) -> Sequence[Cell]:
        """List the cards that can be secured, row by row."""
        return self.position.smartie_targets()

    def first_actions(self) -> list[int]:
        """List what a turn may begin with, in ascending order."""
        found = [self.encode(_parsed(text))[0] for text in self.position.swap_actions()]
        if self.swap is None:
            found += self._placings() or [self.layout.placings + PASS]
        return sorted(found)

    def _placings(self) -> list[int]:
        x, y = self.corner
        window = self.layout.window
        found = []
        for look, *places in self.position.places():
            card = upright(look)
            slot, rotation = self.cards.index(card), (card[:4] * 2).index(look[:4])
            for tier, cells in enumerate(places, start=1):
                # The layout is linear: all places of a look follow from that of the cell 0,0.
                origin = self.layout.action(Placing(slot, rotation, tier, -y, -x))
                found += [origin + cell[1] * window + cell[0] for cell in cells]
        return found
