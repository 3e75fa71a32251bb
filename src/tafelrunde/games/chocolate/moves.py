"""The moves of the chocolate games and their notation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from tafelrunde.games.chocolate.cards import HIDDEN, parse_held
from tafelrunde.games.chocolate.field import Cell
from tafelrunde.games.errors import InvalidNotation

_NUMBER = r"(0|-?[1-9][0-9]{0,3})"
_PLACEMENT = re.compile(rf"(?:([DMW]):)?([DMW]{{4}}s?)([@^]){_NUMBER},{_NUMBER}(?:(\*)(?:{_NUMBER},{_NUMBER})?)?")
_OFFER = re.compile(r"offer([ -])([1-9])\1(\S+)")
_COUNTER = re.compile(r"counter[ -](\S+)")
_ANNOUNCED = re.compile(r"\?[0-4]")


class Placement(NamedTuple):
    """A card, as it lies, goes to a place; a smartie may go along."""

    card: str
    x: int
    y: int
    tier: int = 1
    smartie: Cell | None = None
    """The place of the first-tier card that is secured; its own place for the card itself."""
    colour: str | None = None
    """The colour announced with this turn."""

    def __str__(self) -> str:
        text = f"{self.card}{'@' if self.tier == 1 else '^'}{self.x},{self.y}"
        if self.smartie is not None:
            text += "*" if self.smartie == (self.x, self.y) else f"*{self.smartie[0]},{self.smartie[1]}"
        return text if self.colour is None else f"{self.colour}:{text}"


@dataclass(frozen=True)
class Pass:
    """No card of the hand fits anywhere."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True)
class Offer:
    """A card of the hand is offered to another seat for a swap."""

    to: int
    card: str

    def __str__(self) -> str:
        return f"offer {self.to + 1} {self.card}"


@dataclass(frozen=True)
class Decline:
    """The offer is turned down."""

    def __str__(self) -> str:
        return "decline"


@dataclass(frozen=True)
class Counter:
    """A card is named in return for the offered one."""

    card: str

    def __str__(self) -> str:
        return f"counter {self.card}"


@dataclass(frozen=True)
class Accept:
    """The two cards change hands."""

    def __str__(self) -> str:
        return "accept"


@dataclass(frozen=True)
class Reject:
    """The swap does not take place."""

    def __str__(self) -> str:
        return "reject"


ChocolateMove = Placement | Pass | Offer | Decline | Counter | Accept | Reject

_PLAIN: dict[str, ChocolateMove] = {str(move): move for move in (Pass(), Decline(), Accept(), Reject())}


def _swap_card(text: str) -> str:
    return text if _ANNOUNCED.fullmatch(text) else parse_held(text)


def parse_move(text: str) -> ChocolateMove:
    """Read a placement, a pass or a swap action (its words joined by spaces or hyphens); raise InvalidNotation."""
    if text in _PLAIN:
        return _PLAIN[text]
    if found := _PLACEMENT.fullmatch(text):
        return _parse_placement(text, found)
    if offer := _OFFER.fullmatch(text):
        return Offer(int(offer[2]) - 1, _swap_card(offer[3]))
    if counter := _COUNTER.fullmatch(text):
        return Counter(_swap_card(counter[1]))
    raise InvalidNotation(text, "a turn reads like DDMW@2,0 or DDMW^1,1, a swap action like offer 2 DDMW")


def _parse_placement(text: str, found: re.Match[str]) -> Placement:
    colour, card, sign = found[1], found[2], found[3]
    x, y = int(found[4]), int(found[5])
    smartie: Cell | None = None
    if found[6]:
        smartie = (x, y) if found[7] is None else (int(found[7]), int(found[8]))
        if found[7] is not None and smartie == (x, y):
            raise InvalidNotation(text, "a smartie on the card itself is written '*' alone")
    if sign == "^" and smartie is not None:
        raise InvalidNotation(text, "a card in the second tier has its smartie without '*'")
    return Placement(card, x, y, 1 if sign == "@" else 2, smartie, colour)


def announced(number: int) -> str:
    """Return the text of a swap card of which only the announced number is known."""
    return f"{HIDDEN}{number}"
