"""Hiding a match of a chocolate game while it is played: cards of other seats, and swap cards that were not seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from tafelrunde.games.chocolate.cards import HIDDEN
from tafelrunde.games.chocolate.moves import Accept, Counter, Offer, announced
from tafelrunde.games.chocolate.negotiation import announced_number
from tafelrunde.games.chocolate.starts import Start
from tafelrunde.games.chocolate.table import ChocolateTable
from tafelrunde.games.core import SPECTATOR, Move, Table
from tafelrunde.games.redactor import Redactor


class _SwapCard(NamedTuple):
    """A swap action that names a card, and how those hear it who do not see the card."""

    number: int
    seat: int
    to: int
    hidden: Move


class ChocolateRedactor(Redactor):
    """Knows who was dealt or drew each card of the deck, and which swap cards changed hands."""

    def __init__(self, start: Start) -> None:
        self._start = start
        self._cards = start.cards
        # Cards that nobody has drawn yet have no owner.
        self._owners = start.owners(SPECTATOR)
        self._moves: list[Move] = []
        self._swaps: list[_SwapCard] = []
        self._accepted: set[int] = set()
        self._is_over = False

    def add(self, before: Table, move: Move, after: Table) -> None:
        """Take in a move."""
        assert isinstance(before, ChocolateTable)
        assert isinstance(after, ChocolateTable)
        index = len(self._moves)
        self._moves.append(move)
        self._is_over = after.is_over
        if len(after.stack) < len(before.stack):
            self._owners[len(self._cards) - len(before.stack)] = before.seat
        if isinstance(move, Offer | Counter):
            to = move.to if isinstance(move, Offer) else before.to_move
            hidden = replace(move, card=announced(announced_number(before, move.card, to)))
            self._swaps.append(_SwapCard(index, before.seat, to, hidden))
        elif isinstance(move, Accept):
            # An offer and its counter stand directly before their acceptance.
            self._accepted |= {index - 1, index - 2}

    def known(self, observer: int) -> tuple[str, Sequence[Move]]:
        """Hide the cards that an observer neither was dealt nor drew, and the swap cards it has not seen.

        A swap card is named by its number, unless it is the observer's, or became it in an accepted swap.
        """
        if self._is_over:
            return self._start.text(self._cards), tuple(self._moves)
        heard = list(self._moves)
        for swap in self._swaps:
            if observer != swap.seat and not (observer == swap.to and swap.number in self._accepted):
                heard[swap.number] = swap.hidden
        cards = zip(self._cards, self._owners, strict=True)
        return self._start.text([card if owner == observer != SPECTATOR else HIDDEN for card, owner in cards]), heard
