"""What an observer knows of the hands of others beyond their sizes, from swaps and passes.

Three kinds of facts are kept, each as long as it is certain:
- given: one of some seats holds a certain card, because the observer gave it away in a swap;
- announced: one of some seats holds a card with the number of pieces that was named in a swap;
- unable: a seat passed, so at most so many of its cards (those it got later) are of the kinds that fitted then.
A card that leaves a hand may be the one a fact speaks of; then the fact is dropped, or, where the card went to another
hidden hand, it speaks of all these hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

GIVEN, ANNOUNCED, UNABLE = "given", "announced", "unable"


class Fact(NamedTuple):
    """Something certain about the hands of one or more seats."""

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
    return (*_received(facts, seat, {card}), Fact(GIVEN, (seat,), (card,)))


def announce(facts: Facts, seat: int, cards: tuple[str, ...]) -> Facts:
    """Learn that a seat holds a card of one of these kinds."""
    return _distinct(iter((*facts, Fact(ANNOUNCED, (seat,), cards))))


def fail(facts: Facts, seat: int, cards: tuple[str, ...]) -> Facts:
    """Learn that a seat holds no card of these kinds."""
    kept = (
        fact for fact in facts if not (fact.kind == UNABLE and fact.seats == (seat,) and set(fact.cards) <= set(cards))
    )
    return (*kept, Fact(UNABLE, (seat,), cards))


def draw(facts: Facts, seat: int) -> Facts:
    """Take in that a seat got a card nobody else saw."""
    return tuple(_received(facts, seat))


def _received(facts: Facts, seat: int, cards: set[str] | None = None) -> Iterator[Fact]:
    """Raise the limits of a seat that got a card, of any kind or of one of those given."""
    for fact in facts:
        gained = fact.kind == UNABLE and fact.seats == (seat,) and (cards is None or not cards.isdisjoint(fact.cards))
        yield fact._replace(spare=fact.spare + 1) if gained else fact


def lose(facts: Facts, seat: int, card: str) -> Facts:
    """Take in that a card left a seat's hand for the field or for the observer's own hand."""
    return _distinct(_without(facts, seat, card))


def _without(facts: Facts, seat: int, card: str) -> Iterator[Fact]:
    given_found = False
    # A given card of this seat alone is the one that left before one that several seats may hold.
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
    for fact in _received(tuple(_received(facts, first, countered)), second, offered):
        if fact.kind == UNABLE:
            left = offered if fact.seats == (first,) else countered
            surely = fact.seats[0] in (first, second) and left <= set(fact.cards)
            yield fact._replace(spare=fact.spare - surely)
            continue
        seats = set(fact.seats)
        if first in fact.seats and offered.intersection(fact.cards):
            seats.add(second)
        if second in fact.seats and countered.intersection(fact.cards):
            seats.add(first)
        yield fact._replace(seats=tuple(sorted(seats)))
    yield Fact(ANNOUNCED, (second,), tuple(sorted(offered)))
    yield Fact(ANNOUNCED, (first,), tuple(sorted(countered)))


def given_cards(facts: Facts) -> list[tuple[tuple[int, ...], str]]:
    """List the seats that may hold a card given away, and the card; the fewer seats there are, the earlier."""
    given = [(fact.seats, fact.cards[0]) for fact in facts if fact.kind == GIVEN]
    return sorted(given, key=lambda seats_and_card: len(seats_and_card[0]))


def unable(facts: Facts, seat: int) -> Fact:
    """Return what is known of the kinds that a seat lacks; a fact of no kinds where it never passed."""
    passed = (fact for fact in facts if fact.kind == UNABLE and fact.seats == (seat,))
    return next(passed, Fact(UNABLE, (seat,), ()))


def holds(facts: Facts, hands: Sequence[Sequence[str]]) -> bool:
    """Return whether hands agree with all facts; given cards are looked for one by one."""
    given: Counter[tuple[tuple[int, ...], str]] = Counter()
    for fact in facts:
        matching = sum(card in fact.cards for seat in fact.seats for card in hands[seat])
        if fact.kind == GIVEN:
            given[fact.seats, fact.cards[0]] += 1
            if matching < given[fact.seats, fact.cards[0]]:
                return False
        elif matching > fact.spare if fact.kind == UNABLE else not matching:
            return False
    return True
