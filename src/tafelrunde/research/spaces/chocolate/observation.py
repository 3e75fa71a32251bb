"""What the chocolate games look like to a learner: planes over the window, and numbers.

The planes that the native batches write are those of `tafelrunde.native.chocolate.PLANES`; a turn that is chosen part
by part has one plane more, and `PLANES` here are all of them.
"""

from __future__ import annotations

from collections import Counter
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from tafelrunde.games.chocolate.cards import COLOURS, is_hidden, upright
from tafelrunde.games.chocolate.field import CORNERS, Cell
from tafelrunde.games.chocolate.negotiation import announced_number
from tafelrunde.games.chocolate.table import ChocolateTable
from tafelrunde.games.core import View
from tafelrunde.native import chocolate
from tafelrunde.research.spaces.base import Box
from tafelrunde.research.spaces.chocolate.actions import Choices, PartialTurn, Step

BATCH_PLANES = chocolate.PLANES
"""What the planes of the native batches show."""

PLANES = (*BATCH_PLANES, "pending")
"""What the planes show: those of the batches, and the cells of a card whose turn is not complete."""

SECOND_TIER, GUARDED, PLACES, PENDING = map(PLANES.index, ("second tier", "guarded", "places", "pending"))

TYPES = (
    *("DDDM", "DDDW", "DDDWs", "DDMM", "DDMW", "DDWM", "DDWW", "DDWWs", "DMMM"),
    *("DMMW", "DMWW", "DWMM", "DWWM", "DWWW", "DWWWs", "MMMW", "MMWW", "MWWW"),
)
"""The cards of both games as they are written in a hand, in the order of their texts."""


class Scalar(IntEnum):
    """Where numbers are in `scalars`; seats and sides are numbered from 0, colours D, M, W, cards as in TYPES."""

    OBSERVER = 0
    ON_TURN = 1
    COLOURS = 2
    """Three: the colour of each side, 3 for none yet."""
    SMARTIES = 5
    """Four: by seat."""
    HANDS = 9
    """Four: the sizes of hands by seat."""
    STACK = 13
    PASSES = 14
    SWAP_PHASE = 15
    """0 none, 1 offered, 2 countered."""
    SWAP_SEAT = 16
    OFFERED = 17
    """The number announced with an offer."""
    COUNTERED = 18
    SWAP_USED = 19
    WINDOW_X = 20
    """The field coordinates of the window's first cell."""
    WINDOW_Y = 21
    HAND = 22
    """Eighteen: the observer's cards by type."""
    UNSEEN = 40
    """Eighteen: cards that the observer sees nowhere, by type."""
    OWN_OFFER = 58
    """The type of the observer's own card on offer once it is answered, else -1."""
    STEP = 59
    """The part of a turn that is due, see `Step`: 0, or 1 smartie, 2 colour."""
    PENDING_SLOT = 60
    """1 and more: which card of the hand is being laid, in its order; 0 for none."""
    PENDING_ROTATION = 61
    PENDING_TIER = 62
    PENDING_SMARTIE = 63
    """1 and more: the smartie choice made, plus 1."""


SCALARS = 64
ANY_COLOUR = (0, 1, 2)

SCALARS_BOX = Box((SCALARS,), np.int8, -128, 127)


def planes_box(window: int, planes: tuple[str, ...] = PLANES) -> Box:
    """Return the shape of planes as zeros and ones: uint8 [plane, row, column]."""
    return Box((len(planes), window, window), np.uint8, 0, 1)


def draw_planes(view: ChocolateTable, corner: Cell, window: int) -> NDArray[np.uint8]:
    """Return what is on the field, as a new array: uint8 [plane, row, column], zeros and ones."""
    x, y = corner
    planes = np.zeros(planes_box(window).shape, np.uint8)
    visible: dict[Cell, str] = {}
    for placed in view.field.cards:  # the first tier comes first
        visible.update(placed.pieces())
        if placed.tier == 1:
            planes[PLACES, placed.y - y, placed.x - x] = 1
        for dx, dy in CORNERS:
            if placed.tier == 2:
                planes[SECOND_TIER, placed.y + dy - y, placed.x + dx - x] = 1
            elif placed.smartie:
                planes[GUARDED, placed.y + dy - y, placed.x + dx - x] = 1
    for (column, row), colour in visible.items():
        planes[PLANES.index(colour), row - y, column - x] = 1
    return planes


def count_scalars(view: ChocolateTable, corner: Cell) -> NDArray[np.int8]:
    """Return the numbers of an observer, as a new array: int8 [64], see `Scalar`."""
    observer = max(view.observer, 0) if isinstance(view, View) else view.seat
    hand = view.hands[observer]
    unseen = Counter(view.rules.deck)
    unseen.subtract(upright(placed.card) for placed in view.field.cards)
    unseen.subtract(card for card in hand if not is_hidden(card))
    numbers = np.zeros(SCALARS, np.int8)
    numbers[Scalar.OBSERVER], numbers[Scalar.ON_TURN] = observer, view.to_move
    numbers[Scalar.COLOURS : Scalar.SMARTIES] = 3
    for side, colour in enumerate(view.colours):
        numbers[Scalar.COLOURS + side] = 3 if colour is None else COLOURS.index(colour)
    for seat in range(view.rules.seats):
        numbers[Scalar.SMARTIES + seat] = view.smarties[seat]
        numbers[Scalar.HANDS + seat] = len(view.hands[seat])
    numbers[Scalar.STACK], numbers[Scalar.PASSES] = len(view.stack), view.passes
    numbers[Scalar.SWAP_USED] = view.swap_used
    numbers[Scalar.WINDOW_X], numbers[Scalar.WINDOW_Y] = corner
    numbers[Scalar.OWN_OFFER] = -1
    for number, card in enumerate(TYPES):
        numbers[Scalar.HAND + number] = hand.count(card)
        numbers[Scalar.UNSEEN + number] = unseen[card]
    _show_swap(numbers, view, observer)
    return numbers


def _show_swap(numbers: NDArray[np.int8], view: ChocolateTable, observer: int) -> None:
    swap = view.swap
    if swap is None:
        return
    numbers[Scalar.SWAP_PHASE] = 1 if swap.countered is None else 2
    numbers[Scalar.SWAP_SEAT] = swap.to
    numbers[Scalar.OFFERED] = announced_number(view, swap.offered, swap.to)
    if swap.countered is not None:
        numbers[Scalar.COUNTERED] = announced_number(view, swap.countered, view.to_move)
        if observer == view.to_move:
            numbers[Scalar.OWN_OFFER] = TYPES.index(swap.offered)


def show_pending(planes: NDArray[np.uint8], scalars: NDArray[np.int8], turn: PartialTurn) -> None:
    """Write a turn that is not complete into the planes, uint8 [7, row, column], and the scalars, int8 [64]."""
    placing = turn.placing
    if placing is None:
        return
    planes[PENDING, placing.row : placing.row + 2, placing.column : placing.column + 2] = 1
    scalars[Scalar.PENDING_SLOT] = placing.slot + 1
    scalars[Scalar.PENDING_ROTATION] = placing.rotation
    scalars[Scalar.PENDING_TIER] = placing.tier
    has_smarties = scalars[Scalar.SMARTIES + scalars[Scalar.ON_TURN]] > 0
    # Where no smartie is due it must be the colour: otherwise the turn would be complete.
    scalars[Scalar.STEP] = turn.due(Choices(bool(has_smarties), ANY_COLOUR)) or Step.COLOUR
    if turn.smartie is not None:
        scalars[Scalar.PENDING_SMARTIE] = turn.smartie + 1
