"""Positions of the chocolate games that are the same but for a turn of the whole field, or where it lies."""

from __future__ import annotations

from tafelrunde.games.chocolate.field import Placed
from tafelrunde.games.chocolate.table import ChocolateTable


def _turned(card: Placed) -> Placed:
    """Return a card after a quarter turn of the field, clockwise around 0,0."""
    pieces, printed = card.card[:4], card.card[4:]
    return card._replace(x=-card.y - 1, y=card.x, card=pieces[3:] + pieces[:3] + printed)


def _text(cards: list[Placed]) -> str:
    left, top = min(card.x for card in cards), min(card.y for card in cards)
    moved = sorted(card._replace(x=card.x - left, y=card.y - top) for card in cards)
    return " ".join(f"{card.card}{'@^'[card.tier - 1]}{card.x},{card.y}{'*' * card.smartie}" for card in moved)


def twin_key(table: ChocolateTable) -> str:
    """Return a text that all twins of a position share, and no other position has."""
    cards = list(table.field.cards)
    images = []
    for _ in range(4):
        images.append(_text(cards))
        cards = [_turned(card) for card in cards]
    # It matters who is to move, not where that one sits.
    mine = table.rules.side(table.to_move)
    order = (mine, 1 - mine)
    hands = "/".join(" ".join(sorted(table.hands[seat])) for seat in order)
    colours = "".join(table.colours[side] or "-" for side in order)
    smarties = ",".join(str(table.smarties[seat]) for seat in order)
    return f"{table.rules.game} {table.options} {colours} {smarties} {hands} {len(table.stack)} {min(images)}"
