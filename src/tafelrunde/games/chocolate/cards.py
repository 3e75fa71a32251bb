"""Chocolate cards: four pieces, clockwise from the top left, turned but never flipped.

A card is its text: `DDMW`, or `DDWWs` with a printed smartie. In a hand or a deck it stands in the rotation that sorts
first. `?` is a card one does not know, `?3` one that shows three pieces of an announced colour.
"""

from __future__ import annotations

import re
from functools import cache

from tafelrunde.games.errors import InvalidNotation

COLOURS = "DMW"
HIDDEN = "?"

_CARD = re.compile(r"[DMW]{4}s?")


@cache
def rotations(card: str) -> tuple[str, ...]:
    """List the distinct looks of a card under quarter turns clockwise, beginning with the card as it is."""
    pieces, printed = card[:4], card[4:]
    return tuple(dict.fromkeys(pieces[4 - quarter :] + pieces[: 4 - quarter] + printed for quarter in range(4)))


@cache
def upright(card: str) -> str:
    """Return the rotation that sorts first, in which a card is held and named."""
    return min(rotations(card))


def is_hidden(card: str) -> bool:
    """Return whether a text stands for an unknown card."""
    return card.startswith(HIDDEN)


def parse_card(text: str) -> str:
    """Read a card as it lies; raise InvalidNotation."""
    if not _CARD.fullmatch(text):
        raise InvalidNotation(text, "a card is four of the colours D M W, and s for a printed smartie")
    return text


def parse_held(text: str) -> str:
    """Read a card as it stands in a hand or a deck; raise InvalidNotation."""
    if upright(parse_card(text)) != text:
        raise InvalidNotation(text, f"in a hand or a deck this card is written {upright(text)}")
    return text
