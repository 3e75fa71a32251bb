"""Where a game begins: with a deck, or with a table that was laid by hand and is played on from there.

A laid start reads `D,W 1 DDDW@0,0 DDDW@2,0 / DDWW … / DWWW … / DDDW …`: the colours of the sides, `-` for one that is
not announced yet; the seat whose turn it is; where seats have smarties the numbers they have left, as `5,6`; the cards
that lie as in a table to be counted, one of them at 0,0; then after ` / ` the hand of each seat, and last the stack in
the order in which it is drawn, `-` for none. Every card of the game is somewhere. Of cards that are not known `?` is
written.
"""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from tafelrunde.games.chocolate.cards import HIDDEN, is_hidden, parse_held, upright
from tafelrunde.games.chocolate.field import Field
from tafelrunde.games.chocolate.hands import Hand
from tafelrunde.games.chocolate.laying import TOO_MANY_OF_A_CARD, check_colours, parse_field
from tafelrunde.games.chocolate.rules import HAND_SIZE, Rules
from tafelrunde.games.chocolate.table import ChocolateTable
from tafelrunde.games.errors import BadSetup, Flaw, ImpossibleTable, InvalidNotation

FIRST_CARD_MISSING = Flaw("first-card-missing", "no card lies at 0,0, where the first one is laid")
FIRST_SEAT_BEGINS = Flaw("first-seat-begins", "before the first card it is the turn of seat 1")
COLOUR_TOO_EARLY = Flaw("colour-too-early", "{n} colours cannot have been announced with the cards that lie")
COLOUR_NONE = Flaw("colour-unknown", "with the cards that lie the colours of more sides are known")
SMARTIES_WRONG = Flaw("smarties-wrong", "the smarties on the cards and beside the field are {n} together")
HAND_TOO_LARGE = Flaw("hand-too-large", "seat {seat} has more than {n} cards")
HAND_NOT_FULL = Flaw("hand-not-full", "seat {seat} has fewer than {n} cards, and cards are left to draw")
CARD_NOWHERE = Flaw("card-nowhere", "{n} cards {card} are neither in the field nor in a hand or the stack")

_PART = " / "
_NONE = "-"
_READS = "a laid start reads D,W 1 DDDW@0,0 / DDWW … / DWWW … / DDDW …: colours, seat, field, every hand, the stack"


@dataclass(frozen=True)
class Start:
    """What lies before the first move of a record."""

    head: str | None
    """What everybody sees of a laid start, as text; None for a deck."""
    field: Field
    hands: tuple[Hand, ...]
    """In the order in which they are written."""
    stack: tuple[str, ...]
    colours: tuple[str | None, ...]
    smarties: tuple[int, ...]
    to_move: int = 0

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards in the hands, seat by seat, and then the stack."""
        return (*chain.from_iterable(self.hands), *self.stack)

    def owners(self, nobody: int) -> list[int]:
        """Return who holds each of `cards`; those of the stack belong to nobody."""
        dealt = chain.from_iterable([seat] * len(hand) for seat, hand in enumerate(self.hands))
        return [*dealt, *([nobody] * len(self.stack))]

    def text(self, cards: Sequence[str]) -> str:
        """Write the start with other cards in place of `cards`."""
        if self.head is None:
            return " ".join(cards)
        parts = [self.head]
        at = 0
        for hand in (*self.hands, self.stack):
            parts.append(_words(cards[at : at + len(hand)]))
            at += len(hand)
        return _PART.join(parts)


def read_start(rules: Rules, text: str) -> Start:
    """Read a deck or a laid start, hidden cards included; raise InvalidNotation, BadSetup or ImpossibleTable."""
    return _parse_start(rules, text) if "/" in text else _parse_deck(rules, text)


def start_text(table: ChocolateTable) -> str:
    """Write what lies on a table as a start; what was learned of hands, passes and a swap under way are not in it."""
    head = [",".join(colour or _NONE for colour in table.colours), str(table.to_move + 1)]
    if table.rules.smarties:
        head.append(",".join(map(str, table.smarties)))
    for tier, x, y, card, smartie in table.field.cards:
        star = "*" if smartie and tier == 1 and not card.endswith("s") else ""
        head.append(f"{card}{'@' if tier == 1 else '^'}{x},{y}{star}")
    return _PART.join([" ".join(head), *map(_words, table.hands), _words(table.stack)])


def _words(cards: Sequence[str]) -> str:
    return " ".join(cards) or _NONE


def _parse_deck(rules: Rules, text: str) -> Start:
    words = text.split(" ")
    if len(words) != len(rules.deck):
        raise BadSetup(f"the deck has {len(rules.deck)} cards, not {len(words)}")
    deck = tuple(map(_parse_known, words))
    full = Multiset(rules.deck)
    for card, number in Multiset(card for card in deck if card != HIDDEN).items():
        if number > full[card]:
            raise BadSetup(f"the deck has {full[card]} cards {card}, not {number}")
    hands = tuple(deck[seat * HAND_SIZE : (seat + 1) * HAND_SIZE] for seat in range(rules.seats))
    colours, smarties = (None,) * rules.sides, (rules.smarties,) * rules.seats
    return Start(None, Field(), hands, deck[rules.seats * HAND_SIZE :], colours, smarties)


def _parse_known(word: str) -> str:
    return word if word == HIDDEN else parse_held(word)


def _parse_start(rules: Rules, text: str) -> Start:
    head, *parts = text.split(_PART)
    if len(parts) != rules.seats + 1:
        raise InvalidNotation(text, _READS)
    said, *words = head.split(" ")
    colours = _parse_colours(rules, said)
    to_move = _parse_seat(rules, words.pop(0) if words else "")
    left = _parse_smarties(rules, words.pop(0) if words else "") if rules.smarties else (0,) * rules.seats
    field = parse_field(rules, words)
    *hands, stack = (() if part == _NONE else tuple(map(_parse_known, part.split(" "))) for part in parts)
    start = Start(head, field, tuple(hands), stack, colours, left, to_move)
    _check_announced(rules, start)
    _check_smarties(rules, start)
    _check_cards(rules, start)
    return start


def _parse_colours(rules: Rules, text: str) -> tuple[str | None, ...]:
    said = text.split(",")
    if len(said) != rules.sides:
        raise InvalidNotation(text, _READS)
    check_colours(rules, [colour for colour in said if colour != _NONE])
    return tuple(None if colour == _NONE else colour for colour in said)


def _parse_seat(rules: Rules, text: str) -> int:
    if text not in map(str, range(1, rules.seats + 1)):
        raise InvalidNotation(text, f"after the colours comes the seat whose turn it is, 1 to {rules.seats}")
    return int(text) - 1


def _parse_smarties(rules: Rules, text: str) -> tuple[int, ...]:
    numbers = text.split(",")
    known = set(map(str, range(rules.smarties + 1)))
    if len(numbers) != rules.seats or not known.issuperset(numbers):
        raise InvalidNotation(text, f"after the seat come the smarties that each has left, 0 to {rules.smarties}")
    return tuple(map(int, numbers))


def _check_announced(rules: Rules, start: Start) -> None:
    """Whoever lays a card has announced a colour, and the last side gets the last one where none is left over."""
    lying, unknown = len(start.field.cards), start.colours.count(None)
    if lying and start.field.at((0, 0)) is None:
        raise ImpossibleTable(FIRST_CARD_MISSING())
    if not lying and start.to_move:
        raise ImpossibleTable(FIRST_SEAT_BEGINS())
    known = rules.sides - unknown
    announced = known - (not rules.has_neutral_colour and not unknown)
    if announced > lying:
        raise ImpossibleTable(COLOUR_TOO_EARLY(n=announced))
    if (lying and not known) or (unknown == 1 and not rules.has_neutral_colour):
        raise ImpossibleTable(COLOUR_NONE())


def _check_smarties(rules: Rules, start: Start) -> None:
    spent = sum(card.smartie and not card.card.endswith("s") for card in start.field.cards)
    if spent + sum(start.smarties) != rules.smarties * rules.seats:
        raise ImpossibleTable(SMARTIES_WRONG(n=rules.smarties * rules.seats))


def _check_cards(rules: Rules, start: Start) -> None:
    """Every card of the game is somewhere, and hands are full as long as there is something to draw."""
    for seat, hand in enumerate(start.hands):
        if len(hand) > HAND_SIZE:
            raise ImpossibleTable(HAND_TOO_LARGE(seat=seat + 1, n=HAND_SIZE))
        if start.stack and len(hand) < HAND_SIZE:
            raise ImpossibleTable(HAND_NOT_FULL(seat=seat + 1, n=HAND_SIZE))
    used = Multiset(upright(placed.card) for placed in start.field.cards)
    used.update(card for card in start.cards if not is_hidden(card))
    full = Multiset(rules.deck)
    for card, number in used.items():
        if number > full[card]:
            raise ImpossibleTable(TOO_MANY_OF_A_CARD(n=full[card], card=card))
    missing = full - used
    hidden = start.cards.count(HIDDEN)
    if hidden and hidden != missing.total():
        raise BadSetup(f"{hidden} cards are hidden, and {missing.total()} are left")
    if missing and not hidden:
        card = min(missing)
        raise ImpossibleTable(CARD_NOWHERE(n=missing[card], card=card))
