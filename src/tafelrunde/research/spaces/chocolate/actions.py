"""The actions of the chocolate games: a turn is chosen part by part.

A turn is a card at a place, then a smartie where the seat has one left, then a colour where one is announced; each part
is one action, and a part in which there is but one choice is left out. (The field speaks of an autoregressive or
factored action.) Actions, with n for the cells of the window (32 x 32 or 128 x 128):

- 0 to 32n - 1, a card of the hand at a place: `((slot * 4 + rotation) * 2 + tier - 1) * n + row * window + column`;
  slot counts the different cards of the hand in the order of their texts, rotation the letters by which the text of the
  card is turned to the left;
- 32n, pass;
- 32n + 1 to 8, offer: `1 + 4 * k + slot`, to the seat k + 1 places further on;
- 32n + 9, decline;
- 32n + 10 to 13, counter with the card of a slot;
- 32n + 14 and 15, accept and reject;
- 32n + 16 to 65, the second part, after a card in the first tier where the seat has smarties left: no smartie, one on
  the card itself, one on the k-th card that can be secured, row by row;
- 32n + 66 to 68, the last part, where a colour is to be announced: D, M, W.

Whoever needs them, the action space, the environments and the nodes of OpenSpiel, asks `PartialTurn` which part is due
and a `Frame` what the numbers stand for at a table.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import cache
from typing import NamedTuple

from tafelrunde.games.chocolate import moves
from tafelrunde.games.chocolate.cards import COLOURS, is_hidden, upright
from tafelrunde.games.chocolate.field import Cell
from tafelrunde.games.chocolate.moves import Accept, ChocolateMove, Decline, Offer, Pass, Placement, Reject
from tafelrunde.games.chocolate.rules import HAND_SIZE
from tafelrunde.games.chocolate.table import ChocolateTable
from tafelrunde.games.core import Move
from tafelrunde.games.errors import BadSetup, IllegalMove

WINDOWS = (32, 128)
ROTATIONS = 4
TIERS = 2
OTHERS = 16
SMARTIES = 50
MARGIN = 3
"""A field may be this much smaller than its window: two cells for a card on one side, one for the middle."""

PASS, OFFER, DECLINE, COUNTER, ACCEPT, REJECT = 0, 1, 9, 10, 14, 15
"""The numbers of passes and swap actions behind the placings."""

_PLAIN: dict[int, ChocolateMove] = {PASS: Pass(), DECLINE: Decline(), ACCEPT: Accept(), REJECT: Reject()}
_NUMBERS: dict[type[Move], int] = {type(move): number for number, move in _PLAIN.items()}


class Step(IntEnum):
    """The part of a turn that is chosen next; the number is what `Scalar.STEP` says."""

    WHAT = 0
    """A card and its place, a pass, or a swap action."""
    SMARTIE = 1
    COLOUR = 2


class Choices(NamedTuple):
    """What a seat has to choose beside a card and its place."""

    smartie: bool
    """Whether it has smarties left."""
    colours: tuple[int, ...]
    """The colours of which one is to be announced, by their numbers in D, M, W; none where that is settled."""


class Placing(NamedTuple):
    """A card at a place of the window: the first part of a turn, taken apart."""

    slot: int
    rotation: int
    tier: int
    row: int
    column: int


class Layout:
    """Which actions stand for what with a window; raise BadSetup for a window that is none."""

    def __init__(self, window: int) -> None:
        if window not in WINDOWS:
            raise BadSetup(f"a window has 32 or 128 cells, not {window}")
        self.window = window
        self.placings = HAND_SIZE * ROTATIONS * TIERS * window * window
        """Placings are below it; passes and swap actions begin here."""
        self.smarties = self.placings + OTHERS
        """Choices of a smartie begin here."""
        self.colours = self.smarties + SMARTIES
        """Colours begin here."""
        self.size = self.colours + len(COLOURS)

    def placing(self, action: int) -> Placing:
        """Take a placing apart."""
        layer, cell = divmod(action, self.window * self.window)
        card, tier = divmod(layer, TIERS)
        return Placing(*divmod(card, ROTATIONS), tier + 1, *divmod(cell, self.window))

    def action(self, placing: Placing) -> int:
        """Put a placing together."""
        slot, rotation, tier, row, column = placing
        layer = (slot * ROTATIONS + rotation) * TIERS + tier - 1
        return (layer * self.window + row) * self.window + column

    def corner(self, extent: tuple[int, int, int, int]) -> Cell:
        """Return the field coordinates of the window's first cell.

        The extent is the left, top, right and bottom of all cells that are filled. Raise BadSetup for a field that is
        too large.
        """
        left, top, right, bottom = extent
        room = self.window - MARGIN
        if max(right - left, bottom - top) + 1 > room:
            raise BadSetup(f"the field is too large for a window of {self.window} cells")
        return left - 2 - (room - (right - left + 1)) // 2, top - 2 - (room - (bottom - top + 1)) // 2

    def step_of(self, action: int) -> Step:
        """Return the part of a turn that an action can be."""
        if action < self.smarties:
            return Step.WHAT
        return Step.SMARTIE if action < self.colours else Step.COLOUR


@cache
def layout_of(window: int) -> Layout:
    """Return the layout of a window; raise BadSetup."""
    return Layout(window)


class PartialTurn(NamedTuple):
    """A turn as far as it is chosen, as a value: every part leads to a new one."""

    layout: Layout
    what: int | None = None
    """The first action: a placing, a pass, or a swap action."""
    smartie: int | None = None
    """The choice of a smartie: 0 none, 1 the card itself, 2 + k the k-th card that can be secured."""
    colour: int | None = None
    """The colour that is announced, by its number in D, M, W."""

    @classmethod
    def of(cls, layout: Layout, actions: Iterable[int]) -> PartialTurn:
        """Return the turn of parts that were due one after the other."""
        turn = cls(layout)
        for action in actions:
            turn = turn.then(action)
        return turn

    def then(self, action: int) -> PartialTurn:
        """Return the turn with one part more, which must be one that is due."""
        layout, what, smartie, _ = self
        if what is None:
            return PartialTurn(layout, action)
        if action < layout.colours:
            return PartialTurn(layout, what, action - layout.smarties)
        return PartialTurn(layout, what, smartie, action - layout.colours)

    @property
    def actions(self) -> tuple[int, ...]:
        """The parts as actions, in the order in which they were chosen."""
        smartie = None if self.smartie is None else self.layout.smarties + self.smartie
        colour = None if self.colour is None else self.layout.colours + self.colour
        return tuple(action for action in (self.what, smartie, colour) if action is not None)

    @property
    def placing(self) -> Placing | None:
        """The card and its place; None for other moves, and before anything is chosen."""
        return None if self.what is None or self.what >= self.layout.placings else self.layout.placing(self.what)

    def due(self, choices: Choices) -> Step | None:
        """Return what is chosen next; None once the turn is complete."""
        layout, what, smartie, colour = self
        if what is None:
            return Step.WHAT
        if what >= layout.placings:
            return None
        if choices.smartie and smartie is None and layout.placing(what).tier == 1:
            return Step.SMARTIE
        return Step.COLOUR if choices.colours and colour is None else None


def rotation_of(card: str, look: str) -> int:
    """Return by how many letters the text of a card is turned to the left to give a look of it."""
    return (card[:4] * 2).index(look[:4])


class Frame(ABC):
    """What the numbers of actions refer to at one table: the window over the field, the hand, the seats."""

    layout: Layout

    @property
    @abstractmethod
    def corner(self) -> Cell:
        """The field coordinates of the window's first cell; raise BadSetup for a field that is too large."""

    @property
    @abstractmethod
    def cards(self) -> Sequence[str]:
        """The different cards of the seat that decides, in the order of their texts: slot 0, 1 and so on."""

    @property
    @abstractmethod
    def to_move(self) -> int:
        """The seat to move; in a negotiation somebody else may decide."""

    @property
    @abstractmethod
    def seats(self) -> int:
        """How many seats there are."""

    @property
    @abstractmethod
    def choices(self) -> Choices:
        """What there is to choose beside a card and its place."""

    @abstractmethod
    def targets(self) -> Sequence[Cell]:
        """List the cards that can be secured by a smartie, row by row."""

    def card(self, slot: int) -> str:
        """Return a card of the hand; raise IllegalMove where there is none, or none that is known."""
        if slot >= len(self.cards) or is_hidden(self.cards[slot]):
            raise IllegalMove(slot, "there is no such card in the hand")
        return self.cards[slot]

    def smartie_actions(self) -> range:
        """Return the legal choices of a smartie."""
        begin = self.layout.smarties
        return range(begin, begin + 2 + len(self.targets()))

    def colour_actions(self) -> list[int]:
        """List the legal colours."""
        return [self.layout.colours + colour for colour in self.choices.colours]

    def encode(self, move: Move) -> tuple[int, ...]:
        """Return the parts of a legal move; raise BadSetup for a field that is too large."""
        if not isinstance(move, Placement):
            return (self.layout.placings + self._other_number(move),)
        card, (x, y) = upright(move.card), self.corner
        placing = Placing(self.cards.index(card), rotation_of(card, move.card), move.tier, move.y - y, move.x - x)
        parts = [self.layout.action(placing)]
        if move.tier == 1 and self.choices.smartie:
            parts.append(self.layout.smarties + self._smartie_number(move))
        if move.colour is not None:
            parts.append(self.layout.colours + COLOURS.index(move.colour))
        return tuple(parts)

    def read(self, actions: Sequence[int]) -> PartialTurn:
        """Return the complete turn of its parts; raise IllegalMove where one is missing, too many or out of place."""
        turn = PartialTurn(self.layout)
        for action in actions:
            step = turn.due(self.choices)
            if step is None:
                raise IllegalMove(tuple(actions), "there are too many steps")
            if not 0 <= action < self.layout.size or self.layout.step_of(action) is not step:
                raise IllegalMove(tuple(actions), _WANTED[step])
            if step is Step.SMARTIE and action not in self.smartie_actions():
                raise IllegalMove(action, "that is no choice of a smartie here")
            turn = turn.then(action)
        missing = turn.due(self.choices)
        if missing is not None:
            raise IllegalMove(tuple(actions), _WANTED[missing])
        return turn

    def move(self, turn: PartialTurn) -> ChocolateMove:
        """Return the move that a turn stands for, as far as it is chosen; raise IllegalMove for a card that is none."""
        placing = turn.placing
        if placing is None:
            return self._other_move((turn.what or 0) - self.layout.placings)
        card, rotation, (x, y) = self.card(placing.slot), placing.rotation, self.corner
        place = (placing.column + x, placing.row + y)
        smartie = None if not turn.smartie else place if turn.smartie == 1 else self.targets()[turn.smartie - 2]
        colour = None if turn.colour is None else COLOURS[turn.colour]
        return Placement(card[rotation:4] + card[:rotation] + card[4:], *place, placing.tier, smartie, colour)

    def _smartie_number(self, turn: Placement) -> int:
        if turn.smartie is None:
            return 0
        return 1 if turn.smartie == (turn.x, turn.y) else 2 + self.targets().index(turn.smartie)

    def _other_number(self, move: Move) -> int:
        if isinstance(move, Offer):
            further = (move.to - self.to_move) % self.seats - 1
            return OFFER + HAND_SIZE * further + self.cards.index(move.card)
        if isinstance(move, moves.Counter):
            return COUNTER + self.cards.index(move.card)
        return _NUMBERS[type(move)]

    def _other_move(self, number: int) -> ChocolateMove:
        if number in _PLAIN:
            return _PLAIN[number]
        if number < DECLINE:
            further, slot = divmod(number - OFFER, HAND_SIZE)
            return Offer((self.to_move + further + 1) % self.seats, self.card(slot))
        return moves.Counter(self.card(number - COUNTER))


_WANTED = {
    Step.WHAT: "a turn begins with a card, a pass or a swap action",
    Step.SMARTIE: "a smartie is to be decided on",
    Step.COLOUR: "a colour is to be announced",
}


class TableFrame(Frame):
    """The frame of a table of the rules."""

    def __init__(self, layout: Layout, table: ChocolateTable) -> None:
        self.layout = layout
        self._table = table
        self._cards = sorted(set(table.hands[table.seat]))

    @property
    def corner(self) -> Cell:
        """The field coordinates of the window's first cell."""
        return self.layout.corner(self._table.field.extent())

    @property
    def cards(self) -> Sequence[str]:
        """The different cards of the seat that decides."""
        return self._cards

    @property
    def to_move(self) -> int:
        """The seat to move."""
        return self._table.to_move

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self._table.rules.seats

    @property
    def choices(self) -> Choices:
        """What there is to choose beside a card and its place."""
        colours = tuple(COLOURS.index(colour) for colour in self._table.announceable() if colour is not None)
        return Choices(self._table.smarties[self._table.to_move] > 0, colours)

    def targets(self) -> Sequence[Cell]:
        """List the cards that can be secured, row by row."""
        return sorted(self._table.smartie_targets(), key=lambda cell: (cell[1], cell[0]))

    def first_actions(self) -> list[int]:
        """List the legal first parts of a move in ascending order: placings, a pass, swap actions."""
        table, (x, y) = self._table, self.corner
        found = [self.layout.placings + self._other_number(move) for move in table.swap_actions()]
        if table.swap is None:
            placings = [
                self.layout.action(Placing(slot, rotation_of(card, look), tier, row - y, column - x))
                for slot, card in enumerate(self._cards)
                for tier, looks in table.places(card).items()
                for look, cells in looks.items()
                for column, row in cells
            ]
            found += placings or [self.layout.placings + PASS]
        return sorted(found)
