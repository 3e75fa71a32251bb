"""Tables that were laid by hand: the field of a real game, to be counted, and why one cannot have come about.

A laid table reads `D,W DDDW@0,0 DDWW@2,0* DDDM^1,0`: the colours of the sides, then every card as in the turn that laid
it, with `*` where a smartie lies on a card of the first tier. The field may lie anywhere.
"""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Iterable, Sequence

from tafelrunde.games.chocolate.cards import upright
from tafelrunde.games.chocolate.field import LIMIT, Cell, Field, Placed
from tafelrunde.games.chocolate.moves import Placement, parse_move
from tafelrunde.games.chocolate.rules import Rules
from tafelrunde.games.errors import Flaw, ImpossibleTable, InvalidNotation

NOT_A_COLOUR = Flaw("not-a-colour", "{colour} is no colour of this game")
COLOUR_TWICE = Flaw("colour-twice", "two sides have the colour {colour}")
TOO_MANY_OF_A_CARD = Flaw("too-many-of-a-card", "the game has {n} cards {card}")
TOO_MANY_SMARTIES = Flaw("too-many-smarties", "the game has {n} smarties to lay")
TOO_FAR_OUT = Flaw("too-far-out", "{card} lies too far out")
CARDS_OVERLAP = Flaw("cards-overlap", "{card} lies where {other} lies")
UPPER_WITHOUT_SMARTIE = Flaw("upper-without-smartie", "{card}: only a card with a smartie lies in the second tier")
UPPER_NOT_ON_CARDS = Flaw("upper-not-on-cards", "{card}: in the second tier all four pieces lie on cards")
UPPER_ON_ONE_CARD = Flaw("upper-on-one-card", "{card}: in the second tier a card lies on at least two")
SMARTIE_COVERED = Flaw("smartie-covered", "{other} covers the smartie on {card}")
LIES_APART = Flaw("lies-apart", "{card} could not be laid: it touches fewer than two pieces, or none of its colour")


def parse_laid(rules: Rules, text: str) -> tuple[Field, tuple[str, ...]]:
    """Read the field and the colours of the sides; raise InvalidNotation or ImpossibleTable."""
    said, *words = text.split(" ")
    colours = _parse_colours(rules, said)
    return parse_field(rules, words), colours


def parse_field(rules: Rules, words: Sequence[str]) -> Field:
    """Read the cards that lie; raise InvalidNotation, or ImpossibleTable where they cannot lie so."""
    cards = [_parse_card(word) for word in words]
    _check_numbers(rules, cards)
    lower = [card for card in cards if card.tier == 1]
    upper = [card for card in cards if card.tier == 2]
    below = _cells(lower)
    _check_upper(upper, below, _cells(upper))
    _check_reached(cards)
    field = Field()
    # The second tier hides what lies below it, so that it is laid last.
    for card in (*lower, *upper):
        field = field.put(card.card, card.x, card.y, card.tier, card.smartie)
    return field


def _parse_colours(rules: Rules, text: str) -> tuple[str, ...]:
    colours = tuple(text.split(","))
    if len(colours) != rules.sides:
        raise InvalidNotation(text, f"a laid table begins with the colours of its {rules.sides} sides, as D,W")
    check_colours(rules, colours)
    return colours


def check_colours(rules: Rules, colours: Sequence[str]) -> None:
    """Make sure that the sides have different colours of the game; raise ImpossibleTable."""
    for side, colour in enumerate(colours):
        if colour not in tuple(rules.colours):
            raise ImpossibleTable(NOT_A_COLOUR(colour=colour))
        if colour in colours[:side]:
            raise ImpossibleTable(COLOUR_TWICE(colour=colour))


def _parse_card(word: str) -> Placed:
    turn = parse_move(word)
    reads = "a card that lies reads DDMW@2,0, DDMW@2,0* with a smartie on it, or DDMW^1,1"
    if not isinstance(turn, Placement) or turn.colour is not None or turn.smartie not in (None, (turn.x, turn.y)):
        raise InvalidNotation(word, reads)
    printed = turn.card.endswith("s")
    if printed and turn.smartie is not None:
        raise InvalidNotation(word, "a printed smartie is written without '*'")
    placed = Placed(turn.tier, turn.x, turn.y, turn.card, printed or turn.tier == 2 or turn.smartie is not None)
    if max(abs(turn.x), abs(turn.y)) > LIMIT:
        raise ImpossibleTable(TOO_FAR_OUT(card=_text(placed)))
    return placed


def _text(card: Placed) -> str:
    return f"{card.card}{'@' if card.tier == 1 else '^'}{card.x},{card.y}"


def _check_numbers(rules: Rules, cards: Sequence[Placed]) -> None:
    """Count kinds and smarties."""
    deck = Multiset(rules.deck)
    for kind, number in Multiset(upright(card.card) for card in cards).items():
        if number > deck[kind]:
            raise ImpossibleTable(TOO_MANY_OF_A_CARD(n=deck[kind], card=kind))
    spent = [card for card in cards if card.smartie and not card.card.endswith("s")]
    if not rules.smarties and (stacked := next((card for card in spent if card.tier == 2), None)) is not None:
        raise ImpossibleTable(UPPER_WITHOUT_SMARTIE(card=_text(stacked)))
    if len(spent) > rules.smarties * rules.seats:
        raise ImpossibleTable(TOO_MANY_SMARTIES(n=rules.smarties * rules.seats))


def _cells(cards: Iterable[Placed]) -> dict[Cell, Placed]:
    """Return which card of a tier lies on which cell; raise ImpossibleTable where two do."""
    found: dict[Cell, Placed] = {}
    for card in cards:
        for cell, _ in card.pieces():
            if cell in found:
                raise ImpossibleTable(CARDS_OVERLAP(card=_text(card), other=_text(found[cell])))
            found[cell] = card
    return found


def _check_upper(upper: Sequence[Placed], below: dict[Cell, Placed], above: dict[Cell, Placed]) -> None:
    """Look at the second tier: what carries it, and what it covers."""
    for card in upper:
        carrying = [below.get(cell) for cell, _ in card.pieces()]
        if None in carrying:
            raise ImpossibleTable(UPPER_NOT_ON_CARDS(card=_text(card)))
        if len(set(carrying)) == 1:
            raise ImpossibleTable(UPPER_ON_ONE_CARD(card=_text(card)))
    for card in dict.fromkeys(below.values()):
        covering = [above.get(cell) for cell, _ in card.pieces()]
        first = next(filter(None, covering), None)
        # A smartie can be put on a card that is covered in part, but a printed one was there from the start.
        if first is not None and card.smartie and (card.card.endswith("s") or None not in covering):
            raise ImpossibleTable(SMARTIE_COVERED(card=_text(card), other=_text(first)))


def _check_reached(cards: Sequence[Placed]) -> None:
    """Find out whether the cards can have been laid one after the other, whichever came first.

    What is covered later was open once, and what is laid later may have been there earlier: so a card fits here if it
    would fit with everything reached so far open. Whatever is refused is impossible; some tables that no order of
    turns leads to are counted all the same.
    """
    best: list[Placed] = list(cards)
    for first in (card for card in cards if card.tier == 1):
        apart = _left_over(first, cards)
        if not apart:
            return
        best = min(best, apart, key=len)
    if best:
        raise ImpossibleTable(LIES_APART(card=_text(best[0])))


def _left_over(first: Placed, cards: Sequence[Placed]) -> list[Placed]:
    """Return the cards that cannot be laid after a first one."""
    shown: dict[Cell, set[str]] = {cell: {colour} for cell, colour in first.pieces()}
    ground = set(shown)
    waiting = [card for card in cards if card is not first]
    progress = True
    while waiting and progress:
        progress = False
        for card in list(waiting):
            if _fits(card, ground, shown):
                waiting.remove(card)
                progress = True
                for cell, colour in card.pieces():
                    shown.setdefault(cell, set()).add(colour)
                    if card.tier == 1:
                        ground.add(cell)
    return waiting


def _fits(card: Placed, ground: set[Cell], shown: dict[Cell, set[str]]) -> bool:
    pieces = dict(card.pieces())
    beside = [
        ((x + dx, y + dy), colour)
        for (x, y), colour in pieces.items()
        for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0))
        if (x + dx, y + dy) not in pieces
    ]
    stands = (
        sum(cell in ground for cell, _ in beside) >= 2 if card.tier == 1 else all(cell in ground for cell in pieces)
    )
    return stands and any(colour in shown.get(cell, ()) for cell, colour in beside)
