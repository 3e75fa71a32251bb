"""A table as a client sees it, with everything that is legal, so that the client needs to know no rules.

Seats and sides count from 0. A cell of a chocolate field is `[x, y]`, x to the right and y downwards; a cell of TOKAN
is its name. Cards, moves and colours are written as in the notation of records.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Cell = tuple[int, int]


class Struct(msgspec.Struct, frozen=True):
    """The base of what is sent."""


class TokanStep(Struct, frozen=True):
    """A legal target of an animal, and the numbers of tiles it may carry there."""

    target: str
    carry: list[int]


class TokanPlacings(Struct, frozen=True):
    """What may be laid in a draft: any of the tiles on any of the spaces, each `[column, row]`."""

    tiles: str
    spaces: list[Cell]


class TokanLegal(Struct, frozen=True):
    """What the seat may do now: steps by source cell, or placings while drafting."""

    steps: dict[str, list[TokanStep]]
    placings: TokanPlacings | None


class TokanDraft(Struct, frozen=True):
    """The tiles laid so far, row by row from row 1, `columns` to a row from column `first`; what each side holds."""

    first: int
    columns: int
    most: int
    """How many columns the field may come to have."""
    cells: list[str]
    reserves: list[str]


class TokanScored(Struct, frozen=True):
    """A tower that counts for a side."""

    cell: str
    side: int
    points: int


class TokanTable(Struct, frozen=True, tag_field="family", tag="tokan"):
    """A table of TOKAN. Towers from a1 to f1, then a2 and so on, each from bottom to top, empty for a gap."""

    position: str
    towers: list[str]
    seat: int
    taboo: str | None
    draft: TokanDraft | None
    scored: list[TokanScored]
    points: list[int]
    tie: list[list[int]] | None
    """The heights of red's and black's towers, the highest first, where they decide a game that is over."""
    over: bool
    winner: int | None
    legal: TokanLegal | None
    """Only for the seat that decides now."""


class LyingCard(Struct, frozen=True):
    """A card in the field; its place is its top-left cell."""

    tier: int
    x: int
    y: int
    card: str
    smartie: bool


class Looks(Struct, frozen=True):
    """A card as it can be turned, and the places where it may then lie in the first and the second tier."""

    look: str
    first: list[Cell]
    second: list[Cell]


class ChocolateLegal(Struct, frozen=True):
    """What the seat may do now. A turn reads `[COLOUR:]LOOK@x,y[*[u,v]]` or `[COLOUR:]LOOK^x,y`."""

    announce: list[str]
    """The colours of which one must be put in front of the turn; none where nothing is announced."""
    cards: dict[str, list[Looks]]
    """By card of the hand, as it is held."""
    smartie: bool
    """Whether `*` may follow a turn in the first tier, to secure the card itself."""
    secure: list[Cell]
    """The places `u,v` of lying cards that may be secured instead."""
    may_pass: bool
    swap: list[str]
    """Swap actions, ready to send."""


class GroupShown(Struct, frozen=True):
    """Pieces of one colour that hang together; `side` is whose colour it is, None for nobody's (yet)."""

    colour: str
    side: int | None
    cells: list[Cell]
    counts: Literal["largest", "tie"] | None
    """Why it counts for its side: as the largest group, or because it decides a game that is over and level."""


class NeutralShown(Struct, frozen=True):
    """A neutral group with each side's contacts; `holder` is the side it counts for, if it has enough pieces to."""

    cells: list[Cell]
    contacts: list[int]
    holder: int | None
    counts: bool
    """Whether it has enough pieces to count at all."""


class SwapShown(Struct, frozen=True):
    """A swap under way; a card that the observer has not seen reads `?n` with the number that was announced."""

    by: int
    to: int
    offered: str
    countered: str | None


class FactShown(Struct, frozen=True):
    """Something certain about other hands: one of these cards is there (`given`, `announced`), or `spare` at most."""

    kind: str
    seats: list[int]
    cards: list[str]
    spare: int


class ChocolateTable(Struct, frozen=True, tag_field="family", tag="chocolate"):
    """A table of Scho K.O. or Schokoly; an unknown card reads `?`."""

    field: list[LyingCard]
    hands: list[list[str]]
    stack: int
    colours: list[str | None]
    """By side."""
    smarties: list[int]
    """By seat."""
    seat: int
    """The seat that decides: the one on turn, or the one that was offered a card."""
    turn: int
    swap: SwapShown | None
    facts: list[FactShown]
    groups: list[GroupShown]
    neutral: list[NeutralShown]
    neutral_colour: str | None
    """The colour that belongs to no side, once every side has its own."""
    points: list[int]
    over: bool
    winner: int | None
    legal: ChocolateLegal | None
    """Only for the seat that decides now."""


AnyTable = TokanTable | ChocolateTable
