"""Tables of Scho K.O. and Schokoly as they are sent.

A cell is `[x, y]`, x to the right and y downwards. Cards, moves and colours are written as in the notation of records.
"""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from typing import Literal

from tafelrunde.games.chocolate import scoring
from tafelrunde.games.chocolate.cards import is_hidden
from tafelrunde.games.chocolate.field import Field
from tafelrunde.games.chocolate.position import ChocolatePosition, ChocolateView
from tafelrunde.games.chocolate.rules import NEUTRAL_MINIMUM, Rules
from tafelrunde.games.core import Table, View
from tafelrunde.server.wire.games.base import Cell, Struct, encode


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
    """Pieces of one colour that are connected; `side` is whose colour it is, None for nobody's (yet)."""

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


class ChocolateTableShown(Struct, frozen=True, tag_field="family", tag="chocolate"):
    """A table of Scho K.O. or Schokoly; an unknown card reads `?`."""

    field: list[LyingCard]
    hands: list[list[str]]
    stack: int
    colours: list[str | None]
    """By side."""
    smarties: list[int]
    """By seat."""
    seat: int
    """The seat that decides: the one to move, or the one that was offered a card."""
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
    """Only for the seat that decides now, and where its observer knows all its cards."""


class ChocolateRoom:
    """Shows the chocolate games, with the hands that the observer knows."""

    family = "chocolate"

    def show(self, view: View, decides: bool) -> ChocolateTableShown:
        """Return a view as it is sent."""
        assert isinstance(view, ChocolateView)
        groups, neutral, points = _score(view.rules, view.field, view.colours, view.is_over)
        winner = view.outcome().winner if view.is_over else None
        return ChocolateTableShown(
            field=[LyingCard(*placed) for placed in view.field.cards],
            hands=[list(hand) for hand in view.hands],
            stack=len(view.stack),
            colours=list(view.colours),
            smarties=list(view.smarties),
            seat=view.seat,
            turn=view.to_move,
            swap=_show_swap(view),
            facts=_show_facts(view),
            groups=groups,
            neutral=neutral,
            neutral_colour=scoring.neutral_colour(view.rules, view.colours),
            points=points,
            over=view.is_over,
            winner=winner,
            legal=_legal(view) if decides and not view.is_over else None,
        )

    def write(self, view: View, decides: bool) -> bytes:
        """Return the JSON of a view as it is sent."""
        return encode(self.show(view, decides))

    def write_both(self, view: View) -> tuple[bytes, bytes]:
        """Return the JSON of a view for the seat that decides, and without what is legal for it."""
        return self.write(view, True), self.write(view, False)

    def show_open(self, table: Table) -> ChocolateTableShown:
        """Return a table with every hand it knows."""
        if isinstance(table, ChocolatePosition):
            known = {field.name: getattr(table, field.name) for field in fields(table)}
            table = ChocolateView(**known | {"facts": ()}, observer=table.seat)
        assert isinstance(table, ChocolateView)
        return self.show(table, table.observer == table.seat)


@lru_cache(maxsize=256)
def _score(
    rules: Rules, field: Field, colours: tuple[str | None, ...], over: bool
) -> tuple[list[GroupShown], list[NeutralShown], list[int]]:
    """Return groups, neutral groups and points, which are the same for every observer of a field."""
    sides = {colour: side for side, colour in enumerate(colours) if colour is not None}
    points = list(scoring.points(rules, field, colours))
    tied = scoring.broken_ties(rules, points) if over else ()

    def counts(colour: str, rank: int) -> Literal["largest", "tie"] | None:
        if colour not in sides or rank > 1:
            return None
        if rank == 0:
            return "largest"
        return "tie" if sides[colour] in tied else None

    groups = [
        GroupShown(
            colour,
            sides.get(colour),
            list(group.cells),
            counts(colour, rank),
        )
        for colour in rules.colours
        for rank, group in enumerate(scoring.colour_groups(field, colour))
    ]
    neutral = [
        NeutralShown(list(group.cells), list(group.contacts), group.holder, len(group.cells) >= NEUTRAL_MINIMUM)
        for group in scoring.neutral_groups(rules, field, colours)
    ]
    return groups, neutral, points


def _show_swap(view: ChocolateView) -> SwapShown | None:
    swap = view.swap
    return None if swap is None else SwapShown(view.to_move, swap.to, swap.offered, swap.countered)


def _show_facts(view: ChocolateView) -> list[FactShown]:
    known = dict(view.knowledge())[view.observer]
    return [FactShown(fact.kind, list(fact.seats), list(fact.cards), fact.spare) for fact in known]


def _legal(view: ChocolateView) -> ChocolateLegal | None:
    """Return what the seat that decides may do; None where it holds a card that the observer does not know."""
    if any(map(is_hidden, view.hands[view.seat])):
        return None
    swap = [str(action) for action in view.swap_actions()]
    if view.swap is not None:
        return ChocolateLegal([], {}, False, [], False, swap)
    cards = {card: _looks(view, card) for card in dict.fromkeys(view.hands[view.to_move])}
    fits = any(look.first or look.second for looks in cards.values() for look in looks)
    return ChocolateLegal(
        announce=[colour for colour in view.announceable() if colour is not None],
        cards=cards,
        smartie=view.smarties[view.to_move] > 0,
        secure=view.smartie_targets(),
        may_pass=not fits,
        swap=swap,
    )


def _looks(view: ChocolateView, card: str) -> list[Looks]:
    places = view.places(card)
    return [Looks(look, places[1][look], places[2][look]) for look in places[1]]
