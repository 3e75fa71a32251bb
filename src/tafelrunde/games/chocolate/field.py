"""The chocolate field: which card may lie where, and which pieces hang together.

The field is unbounded for players; 48 cards, each two cells from the last, cannot leave a frame of 200 by 200 cells.
Every set of cells is one whole number with one bit a cell, so that a shift moves all cells at once and all legal places
of a card come from a handful of shifts and masks. A card's place is its top-left cell.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from tafelrunde.games.chocolate import objections
from tafelrunde.games.chocolate.cards import COLOURS
from tafelrunde.games.errors import Why

Cell = tuple[int, int]

STRIDE = 200
ORIGIN = 98
LIMIT = 96
"""No cell of a card lies further out than this."""

# The cells of a card in the order of its text: top left, top right, bottom right, bottom left.
CORNERS: tuple[Cell, ...] = ((0, 0), (1, 0), (1, 1), (0, 1))
_OFFSETS = tuple(dy * STRIDE + dx for dx, dy in CORNERS)
_ROW = (1 << STRIDE) - 1
_CARD_MASK = sum(1 << offset for offset in _OFFSETS)
# For each of the four pieces the two cells outside the card that it touches.
_OUTSIDE = (
    (-STRIDE, -1),
    (-STRIDE + 1, 2),
    (STRIDE + 2, 2 * STRIDE + 1),
    (2 * STRIDE, STRIDE - 1),
)


class Placed(NamedTuple):
    """A card in the field."""

    tier: int
    x: int
    y: int
    card: str
    smartie: bool

    @property
    def place(self) -> Cell:
        """The top-left cell."""
        return self.x, self.y

    def pieces(self) -> Iterator[tuple[Cell, str]]:
        """Iterate over the cells of the card with the colours that lie there."""
        for (dx, dy), colour in zip(CORNERS, self.card, strict=False):
            yield (self.x + dx, self.y + dy), colour


def bit_of(x: int, y: int) -> int:
    """Return the number of the bit that stands for a cell."""
    return (y + ORIGIN) * STRIDE + x + ORIGIN


def cells_of(mask: int) -> list[Cell]:
    """List the cells of a set, row by row."""
    cells = []
    # Row by row the numbers stay small, and small numbers are fast.
    y = (mask & -mask).bit_length() // STRIDE
    mask >>= y * STRIDE
    y -= ORIGIN
    while mask:
        row = mask & _ROW
        while row:
            lowest = row & -row
            cells.append((lowest.bit_length() - 1 - ORIGIN, y))
            row ^= lowest
        mask >>= STRIDE
        y += 1
    return cells


def _shift(mask: int, offset: int) -> int:
    """Return the cells from which the given offset leads into the set."""
    return mask >> offset if offset >= 0 else mask << -offset


@dataclass(frozen=True)
class Field:
    """The cards that lie, and the sets of cells that decide where the next one may lie.

    The sets follow from the cards, so that they take no part in comparing and printing.
    """

    cards: tuple[Placed, ...] = ()
    """Sorted by tier and place, so that equal fields are equal whatever the order of play."""
    lower: int = field(default=0, compare=False, repr=False)
    """Cells covered in the first tier."""
    upper: int = field(default=0, compare=False, repr=False)
    """Cells covered in the second tier."""
    guarded: int = field(default=0, compare=False, repr=False)
    """Cells of cards that carry a smartie."""
    places: int = field(default=0, compare=False, repr=False)
    """Places of first-tier cards."""
    seen: tuple[int, ...] = field(default=(0, 0, 0), compare=False, repr=False)
    """Visible cells of each colour, in the order of COLOURS."""

    def put(self, card: str, x: int, y: int, tier: int, smartie: bool) -> Field:
        """Return the field with a card more."""
        place = 1 << bit_of(x, y)
        covered = place * _CARD_MASK
        cards = list(self.cards)
        insort(cards, Placed(tier, x, y, card, smartie))
        seen = list(self.seen) if tier == 1 else [mask & ~covered for mask in self.seen]
        for colour, offset in zip(card, _OFFSETS, strict=False):
            seen[COLOURS.index(colour)] |= place << offset
        return Field(
            tuple(cards),
            self.lower | covered if tier == 1 else self.lower,
            self.upper | covered if tier == 2 else self.upper,
            self.guarded | covered if smartie else self.guarded,
            self.places | place if tier == 1 else self.places,
            tuple(seen),
        )

    def secure(self, place: Cell) -> Field:
        """Return the field with a smartie on the first-tier card at a place."""
        cards = tuple(
            card._replace(smartie=True) if card.tier == 1 and card.place == place else card for card in self.cards
        )
        guarded = self.guarded | (1 << bit_of(*place)) * _CARD_MASK
        return Field(cards, self.lower, self.upper, guarded, self.places, self.seen)

    def at(self, place: Cell, tier: int = 1) -> Placed | None:
        """Return the card of a tier whose place this is."""
        return next((card for card in self.cards if card.tier == tier and card.place == place), None)

    @cached_property
    def free_places(self) -> int:
        """First-tier places: four empty cells that touch at least two pieces."""
        filled = self.lower
        blocked = once = twice = 0
        for offset in _OFFSETS:
            blocked |= _shift(filled, offset)
        for pair in _OUTSIDE:
            for offset in pair:
                touching = _shift(filled, offset)
                twice |= once & touching
                once |= touching
        return twice & ~blocked

    @cached_property
    def stack_places(self) -> int:
        """Second-tier places: four covered, unguarded cells of at least two cards."""
        supported = self.lower & ~self.upper & ~self.guarded
        places = supported
        for offset in _OFFSETS[1:]:
            places &= _shift(supported, offset)
        # Four cells of one card are that card's place.
        return places & ~self.places

    @cached_property
    def _joins(self) -> tuple[dict[str, int], ...]:
        """For each of a card's four pieces and each colour: the places where that piece would join its colour."""
        shown = dict(zip(COLOURS, self.seen, strict=True))
        return tuple(
            {colour: _shift(mask, first) | _shift(mask, second) for colour, mask in shown.items()}
            for first, second in _OUTSIDE
        )

    def fits(self, card: str, tier: int) -> int:
        """Return the set of places where a card, as it is turned, may lie in a tier."""
        if not self.cards:
            return 1 << bit_of(0, 0) if tier == 1 else 0
        a, b, c, d = self._joins
        joined = a[card[0]] | b[card[1]] | c[card[2]] | d[card[3]]
        return joined & (self.free_places if tier == 1 else self.stack_places)

    def objection(self, card: str, x: int, y: int, tier: int) -> Why | None:
        """Say why a card, as it is turned, may not lie at a place."""
        if max(abs(x), abs(y)) > LIMIT:
            return objections.FAR_OUTSIDE()
        place = 1 << bit_of(x, y)
        if self.fits(card, tier) & place:
            return None
        if not self.cards:
            return objections.FIRST_CARD()
        covered = place * _CARD_MASK
        if tier == 1:
            if covered & self.lower:
                return objections.CARD_THERE()
            if not place & self.free_places:
                return objections.TOUCHES_TOO_FEW()
        elif covered & ~self.lower:
            return objections.NOT_ON_CARDS()
        elif covered & self.guarded:
            return objections.COVERS_SMARTIE()
        elif place & self.places:
            return objections.ON_ONE_CARD()
        return objections.JOINS_NO_COLOUR()

    def securable(self) -> list[Cell]:
        """List the places of the first-tier cards that have no smartie and are not wholly covered."""
        return [
            card.place
            for card in self.cards
            if card.tier == 1 and not card.smartie and (_CARD_MASK << bit_of(*card.place)) & ~self.upper
        ]

    def colour_at(self, cell: Cell) -> str | None:
        """Return the colour that is visible on a cell."""
        if max(map(abs, cell)) > LIMIT:
            return None
        bit = 1 << bit_of(*cell)
        return next((colour for colour, mask in zip(COLOURS, self.seen, strict=True) if mask & bit), None)

    def extent(self) -> tuple[int, int, int, int]:
        """Return the smallest and the largest x and y of all cells, as left, top, right, bottom."""
        xs = [card.x for card in self.cards] or [0]
        ys = [card.y for card in self.cards] or [0]
        return min(xs), min(ys), max(xs) + 1, max(ys) + 1


def neighbours(mask: int) -> int:
    """Return the cells that share a side with a set, and parts of the set itself."""
    return mask << 1 | mask >> 1 | mask << STRIDE | mask >> STRIDE


def groups(mask: int) -> list[int]:
    """Split a set of cells into its connected groups, the largest first."""
    # Without the empty rows below it the numbers are short, and the flood is several times faster.
    empty = (mask & -mask).bit_length() // STRIDE * STRIDE
    mask >>= empty
    found = []
    while mask:
        group, grown = 0, mask & -mask
        while grown != group:
            group = grown
            grown |= neighbours(grown) & mask
        found.append(group << empty)
        mask ^= group
    return sorted(found, key=int.bit_count, reverse=True)


def contacts(group: int, others: int) -> int:
    """Count the sides that a group shares with other cells."""
    return sum((_shift(group, offset) & others).bit_count() for offset in (1, -1, STRIDE, -STRIDE))
