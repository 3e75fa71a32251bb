"""What an observer knows of the hands of others beyond their sizes, from swaps and passes.

Three kinds of facts are kept, each as long as it is certain:
- given: one of some seats holds a certain card, because the observer gave it away in a swap;
- announced: one of some seats holds a card with the number of pieces that was named in a swap;
- unable: a seat passed, so at most so many of its cards (those it got later) are of the kinds that fitted then.
A card that leaves a hand may be the one a fact speaks of; then the fact is dropped, or, where the card went to another
hidden hand, it speaks of both hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

GIVEN, ANNOUNCED, UNABLE = "given", "announced", "unable"


class Fact(NamedTuple):
    """Something certain about the hands of one or two seats."""

    kind: str
    seats: tuple[int, ...]
    cards: tuple[str, ...]
    """The kinds of card that the card in question can be; for `unable`, the kinds that fitted."""
    spare: int = 0
    """For `unable`: how many cards of those kinds the seat may hold all the same."""


Facts = tuple[Fact, ...]


def _distinct(facts: Iterator[Fact]) -> Facts:
    """Keep one of equal facts, but every given card."""
    result: list[Fact] = []
    for fact in facts:
        if fact.kind == GIVEN or fact not in result:
            result.append(fact)
    return tuple(result)


def give(facts: Facts, seat: int, card: str) -> Facts:
    """Learn that a seat holds a card the observer gave it."""
    return (*_received(facts, seat), Fact(GIVEN, (seat,), (card,)))


def announce(facts: Facts, seat: int, cards: tuple[str, ...]) -> Facts:
    """Learn that a seat holds a card of one of these kinds."""
    return _distinct(iter((*facts, Fact(ANNOUNCED, (seat,), cards))))


def fail(facts: Facts, seat: int, cards: tuple[str, ...]) -> Facts:
    """Learn that a seat holds no card of these kinds."""
    kept = (fact for fact in facts if not (fact.kind == UNABLE and fact.seats == (seat,)))
    return (*kept, Fact(UNABLE, (seat,), cards))


def draw(facts: Facts, seat: int) -> Facts:
    """Take in that a seat got a card nobody else saw."""
    return tuple(_received(facts, seat))


def _received(facts: Facts, seat: int) -> Iterator[Fact]:
    for fact in facts:
        yield fact._replace(spare=fact.spare + 1) if fact.kind == UNABLE and fact.seats == (seat,) else fact


def lose(facts: Facts, seat: int, card: str) -> Facts:
    """Take in that a card left a seat's hand for the field or for the observer's own hand."""
    return _distinct(_without(facts, seat, card))


def _without(facts: Facts, seat: int, card: str) -> Iterator[Fact]:
    given_found = False
    # A given card of this seat alone is the one that left before one that two seats may hold.
    for fact in sorted(facts, key=lambda fact: len(fact.seats)):
        if seat not in fact.seats or card not in fact.cards:
            yield fact
        elif fact.kind == UNABLE:
            yield fact._replace(spare=fact.spare - 1)
        elif fact.kind == GIVEN and given_found:
            yield fact
        elif fact.kind == GIVEN:
            given_found = True


def swap(facts: Facts, first: int, offered: tuple[str, ...], second: int, countered: tuple[str, ...]) -> Facts:
    """Take in that two other seats swapped cards of these kinds."""
    return _distinct(_swapped(facts, first, set(offered), second, set(countered)))


def _swapped(facts: Facts, first: int, offered: set[str], second: int, countered: set[str]) -> Iterator[Fact]:
    both = tuple(sorted((first, second)))
    for fact in facts:
        leaving = offered if fact.seats == (first,) else countered if fact.seats == (second,) else set()
        if not leaving.intersection(fact.cards):
            gains = fact.kind == UNABLE and fact.seats[0] in both
            yield fact._replace(spare=fact.spare + 1) if gains else fact
        elif fact.kind == UNABLE:
            # A card that fitted may have left and another may have come: the limit rises by the one that came.
            yield fact._replace(spare=fact.spare + 1)
        else:
            yield fact._replace(seats=both)
    yield Fact(ANNOUNCED, (second,), tuple(sorted(offered)))
    yield Fact(ANNOUNCED, (first,), tuple(sorted(countered)))


def holds(facts: Facts, hands: Sequence[Sequence[str]]) -> bool:
    """Tell whether hands agree with all facts."""
    given: Counter[tuple[tuple[int, ...], str]] = Counter()
    for fact in facts:
        cards = [card for seat in fact.seats for card in hands[seat]]
        if fact.kind == GIVEN:
            given[fact.seats, fact.cards[0]] += 1
        elif fact.kind == ANNOUNCED:
            if not any(card in fact.cards for card in cards):
                return False
        elif sum(card in fact.cards for card in cards) > fact.spare:
            return False
    for (seats, card), number in given.items():
        # What single seats must hold of this card counts towards what both together must hold.
        needed = number + sum(n for (other, c), n in given.items() if c == card and set(other) < set(seats))
        if sum(list(hands[seat]).count(card) for seat in seats) < needed:
            return False
    return True
