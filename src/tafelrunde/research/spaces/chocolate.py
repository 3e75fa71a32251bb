"""Scho K.O. and Schokoly for learners: a turn is decided in up to three steps, the field is seen through a window.

The window is a square of 32 or 128 cells over the middle of the field, so that every legal place lies inside; with 32 a
field that grows beyond 29 cells ends a match early (about one random game of Schokoly in 700, none of Scho K.O.).

Actions, with n for the cells of the window (32 x 32 or 128 x 128):

- 0 to 32n - 1, a card of the hand at a place: `((slot * 4 + rotation) * 2 + tier - 1) * n + row * window + column`;
  slot counts the different cards of the hand in the order of their texts, rotation the letters by which the text of the
  card is turned to the left;
- 32n, pass;
- 32n + 1 to 8, offer: `1 + 4 * k + slot`, to the seat k + 1 places further on;
- 32n + 9, decline;
- 32n + 10 to 13, counter with the card of a slot;
- 32n + 14 and 15, accept and reject;
- 32n + 16 to 65, the second step, after a card in the first tier where the seat has smarties left: no smartie, one on
  the card itself, one on the k-th card that can be secured, row by row;
- 32n + 66 to 68, the last step, where a colour is to be announced: D, M, W.

A step in which there is but one choice is left out. An observation has two arrays. `observation` is
[plane, row, column]: visible D, M, W, second tier, guarded by a smartie (first tier), places (first tier), and the card
of a turn that is being decided. `scalars` are 64 numbers, see `Scalar`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from tafelrunde.games.chocolate import moves
from tafelrunde.games.chocolate.cards import COLOURS, is_hidden, upright
from tafelrunde.games.chocolate.field import CORNERS, Cell, Field
from tafelrunde.games.chocolate.moves import Accept, ChocolateMove, Decline, Offer, Pass, Reject, Turn
from tafelrunde.games.chocolate.negotiation import announced_number
from tafelrunde.games.chocolate.rules import HAND_SIZE, Rules
from tafelrunde.games.chocolate.table import ChocolateTable
from tafelrunde.games.core import Move, Table, View
from tafelrunde.games.errors import BadSetup, IllegalMove
from tafelrunde.research.spaces.base import Box, Observation, Space

WINDOWS = (32, 128)
ROTATIONS = 4
LAYERS = HAND_SIZE * ROTATIONS * 2
OTHERS = 16
SMARTIES = 50
MARGIN = 3
"""A field may be this much smaller than its window: two cells for a card on one side, one for the middle."""

PASS, OFFER, DECLINE, COUNTER, ACCEPT, REJECT = 0, 1, 9, 10, 14, 15

TYPES = (
    *("DDDM", "DDDW", "DDDWs", "DDMM", "DDMW", "DDWM", "DDWW", "DDWWs", "DMMM"),
    *("DMMW", "DMWW", "DWMM", "DWWM", "DWWW", "DWWWs", "MMMW", "MMWW", "MWWW"),
)
"""The cards of both games as they stand in a hand, in the order of their texts."""

PLANES = ("D", "M", "W", "second tier", "guarded", "places", "pending")


class Scalar(IntEnum):
    """Where numbers stand in `scalars`; seats and sides count from 0, colours D, M, W, cards as in TYPES."""

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
    """0, or the step of a turn that is being decided: 1 smartie, 2 colour."""
    PENDING_SLOT = 60
    """1 and more: which card of the hand is being laid, in its order; 0 for none."""
    PENDING_ROTATION = 61
    PENDING_TIER = 62
    PENDING_SMARTIE = 63
    """1 and more: the smartie choice made, plus 1."""


SCALARS = 64


class ChocolateSpace(Space):
    """The space of a chocolate game, seen through a window."""

    def __init__(self, rules: Rules, window: int = 32) -> None:
        if window not in WINDOWS:
            raise BadSetup(f"a window has 32 or 128 cells, not {window}")
        self.rules = rules
        self.window = window
        self.placings = LAYERS * window * window
        self.smarties = self.placings + OTHERS
        self.colours = self.smarties + SMARTIES
        self.size = self.colours + len(COLOURS)

    @property
    def boxes(self) -> Mapping[str, Box]:
        """The planes and the scalars."""
        return {
            "observation": Box((len(PLANES), self.window, self.window), np.uint8, 0, 1),
            "scalars": Box((SCALARS,), np.int8, -128, 127),
        }

    def corner(self, field: Field) -> Cell:
        """Return the field coordinates of the window's first cell; raise BadSetup for a field that is too large."""
        left, top, right, bottom = field.extent()
        room = self.window - MARGIN
        if max(right - left, bottom - top) + 1 > room:
            raise BadSetup(f"the field is too large for a window of {self.window} cells")
        return left - 2 - (room - (right - left + 1)) // 2, top - 2 - (room - (bottom - top + 1)) // 2

    # Moves

    def encode(self, table: Table, move: Move) -> tuple[int, ...]:
        """Return the steps of a legal move; raise BadSetup for a field that is too large."""
        assert isinstance(table, ChocolateTable)
        if not isinstance(move, Turn):
            return (self.placings + _other_of(table, move),)
        x, y = self.corner(table.field)
        slot = _slots(table).index(upright(move.card))
        rotation = (upright(move.card)[:4] * 2).index(move.card[:4])
        layer = (slot * ROTATIONS + rotation) * 2 + move.tier - 1
        steps = [(layer * self.window + move.y - y) * self.window + move.x - x]
        if move.tier == 1 and table.smarties[table.turn]:
            steps.append(self.smarties + _smartie_number(table, move))
        if move.colour is not None:
            steps.append(self.colours + COLOURS.index(move.colour))
        return tuple(steps)

    def decode(self, table: Table, actions: Sequence[int]) -> Move:
        """Return the move of its steps; raise IllegalMove."""
        assert isinstance(table, ChocolateTable)
        what, *rest = actions or (-1,)
        if not 0 <= what < self.smarties:
            raise IllegalMove(tuple(actions), "a turn begins with a card, a pass or a swap action")
        move = self._placing(table, what, rest) if what < self.placings else self._other(table, what - self.placings)
        if what >= self.placings and rest:
            raise IllegalMove(tuple(actions), "this move has one step")
        table.check(move)
        return move

    def _placing(self, table: ChocolateTable, what: int, rest: Sequence[int]) -> Turn:
        layer, cell = divmod(what, self.window * self.window)
        slot, rotation, tier = layer // 8, layer // 2 % 4, layer % 2 + 1
        x, y = self.corner(table.field)
        place = (cell % self.window + x, cell // self.window + y)
        card = _card_at(table, slot)
        smartie, colour = None, None
        left = list(rest)
        if tier == 1 and table.smarties[table.turn]:
            smartie = self._smartie(table, left.pop(0) if left else -1, place)
        if None not in table.announceable():
            colour = self._colour(left.pop(0) if left else -1)
        if left:
            raise IllegalMove((what, *rest), "there are too many steps")
        return Turn(card[rotation:4] + card[:rotation] + card[4:], *place, tier, smartie, colour)

    def _smartie(self, table: ChocolateTable, action: int, place: Cell) -> Cell | None:
        targets = _targets(table)
        if not 0 <= action - self.smarties < 2 + len(targets):
            raise IllegalMove(action, "that is no choice of a smartie here")
        return (None, place, *targets)[action - self.smarties]

    def _colour(self, action: int) -> str:
        if not 0 <= action - self.colours < len(COLOURS):
            raise IllegalMove(action, "a colour is to be announced")
        return COLOURS[action - self.colours]

    def _other(self, table: ChocolateTable, number: int) -> ChocolateMove:
        if number in _PLAIN:
            return _PLAIN[number]
        if number < DECLINE:
            seat, slot = divmod(number - OFFER, HAND_SIZE)
            return Offer((table.turn + seat + 1) % self.rules.seats, _card_at(table, slot))
        return moves.Counter(_card_at(table, number - COUNTER))

    # Observations

    def observe(self, view: View, pending: Sequence[int] = ()) -> Observation:
        """Return the planes and scalars of an observer, with the steps decided so far of an incomplete turn."""
        assert isinstance(view, ChocolateTable)
        x, y = self.corner(view.field)
        planes = np.zeros((len(PLANES), self.window, self.window), np.uint8)
        visible: dict[Cell, str] = {}
        for placed in view.field.cards:  # the first tier comes first
            visible.update(placed.pieces())
            if placed.tier == 1:
                planes[5, placed.y - y, placed.x - x] = 1
            for dx, dy in CORNERS:
                if placed.tier == 2:
                    planes[3, placed.y + dy - y, placed.x + dx - x] = 1
                elif placed.smartie:
                    planes[4, placed.y + dy - y, placed.x + dx - x] = 1
        for (column, row), colour in visible.items():
            planes[COLOURS.index(colour), row - y, column - x] = 1
        scalars = self._scalars(view, (x, y))
        show_pending(planes, scalars, pending, self)
        return {"observation": planes, "scalars": scalars}

    def _scalars(self, view: ChocolateTable, corner: Cell) -> NDArray[np.int8]:
        observer = max(view.observer, 0) if isinstance(view, View) else view.seat
        hand = view.hands[observer]
        unseen = Counter(view.rules.deck)
        unseen.subtract(upright(placed.card) for placed in view.field.cards)
        unseen.subtract(card for card in hand if not is_hidden(card))
        numbers = np.zeros(SCALARS, np.int8)
        numbers[Scalar.OBSERVER], numbers[Scalar.ON_TURN] = observer, view.turn
        numbers[Scalar.COLOURS : Scalar.SMARTIES] = 3
        for side, colour in enumerate(view.colours):
            numbers[Scalar.COLOURS + side] = 3 if colour is None else COLOURS.index(colour)
        for seat in range(self.rules.seats):
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


def show_pending(
    planes: NDArray[np.uint8], scalars: NDArray[np.int8], pending: Sequence[int], space: ChocolateSpace
) -> None:
    """Write the steps decided so far into an observation."""
    if not pending:
        return
    layer, cell = divmod(pending[0], space.window * space.window)
    row, column = divmod(cell, space.window)
    planes[6, row : row + 2, column : column + 2] = 1
    scalars[Scalar.PENDING_SLOT] = layer // 8 + 1
    scalars[Scalar.PENDING_ROTATION] = layer // 2 % 4
    scalars[Scalar.PENDING_TIER] = layer % 2 + 1
    smartie_due = layer % 2 == 0 and len(pending) == 1 and scalars[Scalar.SMARTIES + scalars[Scalar.ON_TURN]] > 0
    scalars[Scalar.STEP] = 1 if smartie_due else 2
    if len(pending) > 1:
        scalars[Scalar.PENDING_SMARTIE] = pending[1] - space.smarties + 1


def _show_swap(numbers: NDArray[np.int8], view: ChocolateTable, observer: int) -> None:
    swap = view.swap
    if swap is None:
        return
    numbers[Scalar.SWAP_PHASE] = 1 if swap.countered is None else 2
    numbers[Scalar.SWAP_SEAT] = swap.to
    numbers[Scalar.OFFERED] = announced_number(view, swap.offered, swap.to)
    if swap.countered is not None:
        numbers[Scalar.COUNTERED] = announced_number(view, swap.countered, view.turn)
        if observer == view.turn:
            numbers[Scalar.OWN_OFFER] = TYPES.index(swap.offered)


_PLAIN: dict[int, ChocolateMove] = {PASS: Pass(), DECLINE: Decline(), ACCEPT: Accept(), REJECT: Reject()}
_NUMBERS: dict[type[Move], int] = {type(move): number for number, move in _PLAIN.items()}


def _slots(table: ChocolateTable) -> list[str]:
    """List the different cards of the seat that decides."""
    return sorted(set(table.hands[table.seat]))


def _card_at(table: ChocolateTable, slot: int) -> str:
    cards = _slots(table)
    if slot >= len(cards) or is_hidden(cards[slot]):
        raise IllegalMove(slot, "there is no such card in the hand")
    return cards[slot]


def _targets(table: ChocolateTable) -> list[Cell]:
    """List the cards that can be secured, row by row."""
    return sorted(table.smartie_targets(), key=lambda cell: (cell[1], cell[0]))


def _smartie_number(table: ChocolateTable, turn: Turn) -> int:
    if turn.smartie is None:
        return 0
    return 1 if turn.smartie == (turn.x, turn.y) else 2 + _targets(table).index(turn.smartie)


def _other_of(table: ChocolateTable, move: Move) -> int:
    if isinstance(move, Offer):
        further = (move.to - table.turn) % table.rules.seats - 1
        return OFFER + HAND_SIZE * further + _slots(table).index(move.card)
    if isinstance(move, moves.Counter):
        return COUNTER + _slots(table).index(move.card)
    return _NUMBERS[type(move)]
