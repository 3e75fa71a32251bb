"""Hands: sorted tuples of cards, of which some may be hidden."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tafelrunde.games.chocolate.cards import HIDDEN, is_hidden

Hand = tuple[str, ...]


def without_card(hand: Hand, card: str) -> Hand:
    """Remove a card from a hand; one that is not seen there is one of the hidden ones."""
    index = hand.index(card if card in hand else HIDDEN)
    return hand[:index] + hand[index + 1 :]


def with_card(hand: Hand, card: str) -> Hand:
    """Add a card to a hand, which stays sorted."""
    return tuple(sorted((*hand, HIDDEN if is_hidden(card) else card)))


def filled(cards: Iterable[str], supply: Iterator[str]) -> list[str]:
    """Replace hidden cards by the next cards of a supply."""
    return [next(supply) if is_hidden(card) else card for card in cards]
