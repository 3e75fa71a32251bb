"""Which hands fit everything that an observer has seen and heard, found by undoing the game move by move.

From the hands as they may be now, every move is taken back in every way in which it can have happened. Hands fit if
some way back meets no contradiction. Hands are sorted tuples, by seat; the observer's own is never looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from tests.brute.chocolate import BruteChocolate, held

Hands = tuple[tuple[str, ...], ...]


class Event(NamedTuple):
    """Something that an observer noticed about the hands of others."""

    kind: str
    seat: int
    card: str = ""
    """The card that left the hand before everybody's or the observer's eyes."""
    kinds: frozenset[str] = frozenset()
    """The kinds that the card in question can be; after a pass, those that would have fitted."""
    other: int = -1
    """The other partner of a swap between two other seats."""
    others_kinds: frozenset[str] = frozenset()
    got: str = ""
    """The card the observer gave."""


class Witness:
    """Follows a game with open eyes and notes what an observer of it notices."""

    def __init__(self, game: BruteChocolate, kinds: Sequence[str], observer: int) -> None:
        self.game, self.kinds, self.observer = game, tuple(kinds), observer
        self.events: list[Event] = []

    def showing(self, card: str, to: int) -> frozenset[str]:
        colour = str(self.game.colours[to % self.game.sides])
        return frozenset(kind for kind in self.kinds if kind.count(colour) == card.count(colour))

    def play(self, move: str) -> None:
        """Make a move in the game and note what it tells."""
        self.events += self.noticed(move)
        self.game.play(move)

    def noticed(self, move: str) -> Iterator[Event]:
        game, turn = self.game, self.game.to_move
        if move == "pass":
            if turn != self.observer:
                yield Event("pass", turn, kinds=frozenset(kind for kind in self.kinds if game.placings(kind)))
        elif move in ("decline", "accept", "reject"):
            assert game.offered is not None
            yield from self.heard_of_swap(turn, *game.offered, game.countered, move == "accept")
        elif not move.startswith(("offer", "counter")) and turn != self.observer:
            card = held(move.rpartition(":")[2].replace("^", "@").partition("@")[0])
            yield Event("draw" if game.stack else "play", turn, card=card)

    def heard_of_swap(self, turn: int, to: int, offered: str, countered: str | None, accepted: bool) -> Iterator[Event]:
        offer = self.showing(offered, to)
        counter = self.showing(countered, turn) if countered else frozenset[str]()
        if accepted:
            assert countered is not None
            if self.observer == turn:
                yield Event("trade", to, card=countered, got=offered)
            elif self.observer == to:
                yield Event("trade", turn, card=offered, got=countered)
            else:
                yield Event("swap", turn, kinds=offer, other=to, others_kinds=counter)
            return
        if self.observer != turn:
            yield Event("show", turn, kinds=offer)
        if countered and self.observer != to:
            yield Event("show", to, kinds=counter)

    def under_way(self) -> Iterator[Event]:
        """What has been said in a swap that is not over yet."""
        if self.game.offered is not None:
            yield from self.heard_of_swap(self.game.to_move, *self.game.offered, self.game.countered, False)

    def fits(self, hands: Hands) -> bool:
        """Return whether these can be the hands now."""
        return _possible(hands, (*self.events, *self.under_way()))


def _possible(hands: Hands, events: tuple[Event, ...]) -> bool:
    # Cards that come and go without a word rule nothing out: what lies before the first word is left alone.
    first = next((index for index, event in enumerate(events) if event.kind not in ("play", "draw")), len(events))
    events = events[first:]

    @cache
    def before(hands: Hands, count: int) -> bool:
        return count == 0 or any(before(earlier, count - 1) for earlier in _undo(hands, events[count - 1]))

    return before(hands, len(events))


def _undo(hands: Hands, event: Event) -> Iterator[Hands]:
    """Iterate over the hands that can have been held before an event."""
    hand = hands[event.seat]
    if event.kind == "play":
        yield _with(hands, event.seat, (*hand, event.card))
    elif event.kind == "draw":
        for drawn in set(hand):
            yield _with(hands, event.seat, (*_less(hand, drawn), event.card))
    elif event.kind == "pass":
        if not event.kinds.intersection(hand):
            yield hands
    elif event.kind == "show":
        if event.kinds.intersection(hand):
            yield hands
    elif event.kind == "trade":
        if event.got in hand:
            yield _with(hands, event.seat, (*_less(hand, event.got), event.card))
    else:
        for came in event.others_kinds.intersection(hand):
            for went in event.kinds.intersection(hands[event.other]):
                undone = _with(hands, event.seat, (*_less(hand, came), went))
                yield _with(undone, event.other, (*_less(hands[event.other], went), came))


def _less(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    index = hand.index(card)
    return hand[:index] + hand[index + 1 :]


def _with(hands: Hands, seat: int, hand: tuple[str, ...]) -> Hands:
    return (*hands[:seat], tuple(sorted(hand)), *hands[seat + 1 :])
