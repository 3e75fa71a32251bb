"""SVG pictures of the chocolate games: the field with its two tiers, the seats, the hands, a swap under way."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tafelrunde.games.chocolate import sweets
from tafelrunde.games.chocolate.cards import is_hidden, parse_card
from tafelrunde.games.chocolate.field import Cell, Field, Placed
from tafelrunde.games.chocolate.moves import Placement
from tafelrunde.games.chocolate.negotiation import Swap, announced_number
from tafelrunde.games.chocolate.palette import CHOCOLATES
from tafelrunde.games.chocolate.scoring import neutral_colour
from tafelrunde.games.chocolate.sweets import CARD, PIECE
from tafelrunde.games.chocolate.table import ChocolateTable
from tafelrunde.games.core import Move
from tafelrunde.games.drawing.palette import GOLD
from tafelrunde.games.drawing.panel import (
    CLOTH,
    INNER,
    MARGIN,
    WIDTH,
    definitions,
    ground,
    headline,
    plate,
    points,
)
from tafelrunde.games.drawing.svg import Picture, at, box, disc, line, tag, use, words

_DEFINITIONS = {**definitions(CLOTH), **sweets.DEFINITIONS}
_PLATE_HEIGHT = 84
_GAP = 12
_LIFT = 7
"""How far the second tier is shifted up and left, in units of a card that is 88 wide."""


def draw(table: ChocolateTable, *, last: Move | None = None, legal: Collection[Cell] = ()) -> str:
    """Draw a table as an SVG document.

    The card of the last move gets golden corners, legal places of a card in the hand a dashed outline.
    """
    return str(picture(table, last=last, legal=legal))


def draw_card(card: str) -> str:
    """Draw a single card as an SVG document; a hidden one shows its back. Raise InvalidNotation for no card."""
    return draw_hand((card,))


def draw_hand(cards: Sequence[str]) -> str:
    """Draw the cards of a hand side by side as an SVG document. Raise InvalidNotation for what is no card."""
    cards = [card if is_hidden(card) else parse_card(card) for card in cards]
    pitch = CARD + 14
    body = "".join(at(10 + index * pitch, 9, _held(card)) for index, card in enumerate(cards))
    title = "Cards" if len(cards) != 1 else "Card"
    width = max(1, len(cards)) * pitch + 6
    return str(Picture(width, CARD + 22, title, ", ".join(map(_spoken, cards)) or "none", body, _DEFINITIONS))


def picture(table: ChocolateTable, *, last: Move | None = None, legal: Collection[Cell] = ()) -> Picture:
    """Draw a table as a picture that can become part of another."""
    parts = [headline(CLOTH, table.game.title), _supplies(table)]
    y = 84.0
    for content, height in (_plates(table), _field(table.field, last, legal), _swap(table), _hands(table)):
        parts.append(at(0, y, content) if content else "")
        y += height
    height = y + 12
    return Picture(
        WIDTH, height, _title(table), _description(table), ground(CLOTH, height) + "".join(parts), _DEFINITIONS
    )


# What stands above and below the field


def _supplies(table: ChocolateTable) -> str:
    """Draw the stack with its number, and which colour is neutral."""
    parts = []
    right = WIDTH - MARGIN - 10.0
    count = len(table.stack)
    parts.append(words(right, 60, str(count), 30, "end", fill=CLOTH.ink, font_weight=600))
    right -= 44 + (count > 9) * 10
    pile = "".join(use("back", index * 8, -index * 8) for index in range(min(count, 3)))
    parts.append(at(right - 46, 28, tag("title", f"stack {count}"), pile or _blank(), scale=0.45))
    neutral = neutral_colour(table.rules, table.colours)
    if neutral is not None:
        right -= 82
        parts.append(at(right - 36, 30, use(f"piece{neutral}"), scale=36 / PIECE))
        parts.append(words(right - 46, 56, "neutral", 22, "end", fill=CLOTH.ink, opacity=0.85))
    return "".join(parts)


def _plates(table: ChocolateTable) -> tuple[str, float]:
    """Draw a plate for each seat: colour, smarties left, cards nobody sees, points of its side."""
    seats = table.rules.seats
    across = 3 if seats == 3 else 2
    width = (INNER - (across - 1) * _GAP) / across
    outcome = table.outcome()
    parts = []
    for seat in range(seats):
        side = table.rules.side(seat)
        backs = _small_backs(table.hands[seat], width)
        step = 16 if across == 3 else 19
        smarties = (at(77 + index * step, 59, use("smartie"), scale=step / 31) for index in range(table.smarties[seat]))
        height = 36 if backs or table.smarties[seat] else 50
        name = words(68, height, f"Seat {seat + 1}", 21, fill=CLOTH.ink, font_weight=600)
        score = points(CLOTH, width - 16, 42 if backs else 56, outcome.points[side])
        content = (_colour_mark(table.colours[side]), name, *smarties, backs, score)
        column, row = seat % across, seat // across
        parts.append(
            plate(
                CLOTH,
                MARGIN + column * (width + _GAP),
                row * (_PLATE_HEIGHT + _GAP),
                width,
                _PLATE_HEIGHT,
                *content,
                is_next=seat == table.seat and not outcome.over,
                won=outcome.winner == side,
            )
        )
    rows = -(-seats // across)
    return "".join(parts), rows * (_PLATE_HEIGHT + _GAP) + 6


def _colour_mark(colour: str | None) -> str:
    if colour is None:
        frame = {"fill": "none", "stroke": CLOTH.ink, "stroke_width": 2.5, "stroke_dasharray": "6 5", "opacity": 0.7}
        return box(16, 20, PIECE, PIECE, 8, **frame)
    return at(16, 20, use(f"piece{colour}"))


def _small_backs(hand: Sequence[str], width: float) -> str:
    """Draw the backs of a hand of which no card is known."""
    if not all(map(is_hidden, hand)):
        return ""
    step = 11 if width < 300 else 20
    left = width - 14 - 26 - step * (len(hand) - 1)
    return "".join(at(left + index * step, 49, use("back"), scale=26 / CARD) for index in range(len(hand)))


def _hands(table: ChocolateTable) -> tuple[str, float]:
    """Draw a row for each hand of which cards are known."""
    known = [seat for seat, hand in enumerate(table.hands) if any(not is_hidden(card) for card in hand)]
    if not known:
        return "", 8
    size = {1: 128, 2: 98, 3: 84}.get(len(known), 74)
    height = size + 24
    parts = []
    for row, seat in enumerate(known):
        hand = table.hands[seat]
        pitch = size + 20
        left = (WIDTH + 56 - pitch * len(hand) + 20) / 2
        middle = row * height + height / 2
        parts.append(_seat_number(MARGIN + 36, middle, seat, is_next=seat == table.seat and not table.is_over))
        for index, card in enumerate(hand):
            lean = (index - (len(hand) - 1) / 2) * 1.6
            face = at(-CARD / 2, -CARD / 2, _held(card))
            parts.append(at(left + index * pitch + size / 2, middle, face, scale=size / CARD, rotation=lean))
    return "".join(parts), len(known) * height + 4


def _seat_number(x: float, y: float, seat: int, is_next: bool) -> str:
    outline = {"stroke": GOLD, "stroke_width": 3.5} if is_next else {}
    number = words(0, 9, str(seat + 1), 26, "middle", fill=CLOTH.ink, font_weight=600)
    return at(x, y, disc(0, 0, 24, fill=CLOTH.plate, fill_opacity=0.16, **outline), number)


def _swap(table: ChocolateTable) -> tuple[str, float]:
    """Draw a swap under way: who offers what, and what is given in return."""
    swap = table.swap
    if swap is None:
        return "", 0
    height = 124
    half = INNER / 2
    offered = _swap_card(table, swap.offered, swap.to)
    countered = _swap_card(table, swap.countered, table.to_move) if swap.countered is not None else at(0, 6, _blank())
    content = (
        words(24, 48, f"Seat {table.to_move + 1}", 23, fill=CLOTH.ink, font_weight=600),
        words(24, 82, "offers", 22, fill=CLOTH.ink, opacity=0.85),
        at(half - 150, 18, offered),
        at(half, 62, line("M-24-12H18l-9-9M24 12H-18l9 9", GOLD, 5, stroke_linejoin="round")),
        at(half + 92, 18, countered),
        words(INNER - 24, 48, f"Seat {swap.to + 1}", 23, "end", fill=CLOTH.ink, font_weight=600),
        words(INNER - 24, 82, _swap_word(swap), 22, "end", fill=CLOTH.ink, opacity=0.85),
    )
    return plate(CLOTH, MARGIN, 0, INNER, height, *content), height + _GAP


def _swap_word(swap: Swap) -> str:
    return "chooses" if swap.countered is None else "returns"


def _swap_card(table: ChocolateTable, card: str, to: int) -> str:
    """Draw a card of a swap with the number that was announced: so many pieces of the other seat's colour."""
    colour = table.colours[table.rules.side(to)]
    label = (
        box(-42, 58, 58, 32, 16, fill="#20352c"),
        words(-31, 81, str(announced_number(table, card, to)), 22, fill=CLOTH.ink, font_weight=700),
        at(-14, 62, use(f"piece{colour}"), scale=24 / PIECE),
    )
    return _held(card) + "".join(label)


def _held(card: str) -> str:
    """Draw a card that lies nowhere yet."""
    return use("rest") + (use("back") if is_hidden(card) else sweets.card(card))


def _blank() -> str:
    frame = {"fill": "none", "stroke": CLOTH.ink, "stroke_width": 3, "stroke_dasharray": "9 7", "opacity": 0.6}
    return box(2, 2, CARD - 4, CARD - 4, 9, **frame)


# The field


def _field(field: Field, last: Move | None, legal: Collection[Cell]) -> tuple[str, float]:
    """Draw the field, as large as it fits, with coordinates at its upper and left edge."""
    left, top, right, bottom = _extent(field, legal)
    columns, rows = right - left + 1, bottom - top + 1
    axis = 34
    size = min(56.0, (INNER - axis - 16) / columns, 760 / rows)
    scale = size / PIECE
    x0 = MARGIN + axis + (INNER - axis - size * columns) / 2 - left * size
    y0 = axis + 14 - top * size
    layers = [
        _tier(field, 1, "rest", 0),
        _tier(field, 2, "float", -_LIFT),
        "".join(use("place", x * PIECE, y * PIECE, data_legal=f"{x},{y}") for x, y in legal),
        _highlight(field, last),
    ]
    if not field.cards and not legal:
        layers.append(_blank())
    axes = _axes((left, right), (top, bottom), x0, y0, size)
    return axes + at(x0, y0, *layers, scale=scale), axis + 14 + max(rows * size, 180) + 26


def _extent(field: Field, legal: Collection[Cell]) -> tuple[int, int, int, int]:
    """Return the first and the last cells of the field and of legal places, as left, top, right, bottom."""
    left, top, right, bottom = field.extent()
    xs, ys = zip((left, top), (right - 1, bottom - 1), *legal, strict=True)
    return min(xs), min(ys), max(xs) + 1, max(ys) + 1


def _axes(columns: tuple[int, int], rows: tuple[int, int], x0: float, y0: float, size: float) -> str:
    """Write every second coordinate."""
    (left, right), (top, bottom) = columns, rows
    style = {"fill": CLOTH.ink, "opacity": 0.72, "style": "font-variant-numeric:tabular-nums"}
    above, before = y0 + top * size - 16, x0 + left * size - 16
    evens = range(left + left % 2, right + 1, 2), range(top + top % 2, bottom + 1, 2)
    across = (words(x0 + (x + 0.5) * size, above, _signed(x), 18, "middle") for x in evens[0])
    down = (words(before, y0 + (y + 0.5) * size + 6, _signed(y), 18, "end") for y in evens[1])
    return tag("g", *across, *down, **style)


def _signed(value: int) -> str:
    return str(value).replace("-", "\N{MINUS SIGN}")


def _tier(field: Field, tier: int, shadow: str, lift: int) -> str:
    """Draw the cards of a tier; all shadows lie below all cards of the tier."""
    cards = [card for card in field.cards if card.tier == tier]
    hidden = _hidden(field, tier)
    shadows = (use(shadow, card.x * PIECE + lift, card.y * PIECE + lift) for card in cards)
    return "".join((*shadows, *(_placed(card, lift, hidden) for card in cards)))


def _hidden(field: Field, tier: int) -> set[Cell]:
    """Return the cells that a higher tier covers."""
    return {cell for card in field.cards if card.tier > tier for cell, _ in card.pieces()}


def _placed(card: Placed, lift: int, hidden: Collection[Cell]) -> str:
    # A little smaller than its four cells, so that the edges of cards are seen.
    shrink = 0.965
    inset = CARD * (1 - shrink) / 2
    return at(
        card.x * PIECE + inset + lift,
        card.y * PIECE + inset + lift,
        use("rim") if card.tier == 2 else "",
        sweets.card(card.card, _smartie_spot(card, hidden) if card.smartie else None),
        scale=shrink,
        data_card=card.card,
        data_place=f"{card.x},{card.y}",
        data_tier=card.tier,
    )


def _smartie_spot(card: Placed, hidden: Collection[Cell]) -> tuple[float, float]:
    """Return where on a card its smartie is seen: a card that is partly covered may have been secured afterwards."""
    spots = [
        ((x - card.x + 0.5) * PIECE, (y - card.y + 0.5) * PIECE) for (x, y), _ in card.pieces() if (x, y) not in hidden
    ]
    if len(spots) == 4:
        return PIECE, PIECE
    pairs = [((a + c) / 2, (b + d) / 2) for a, b in spots for c, d in spots if (a == c) != (b == d)]
    return (pairs or spots)[0]


def _highlight(field: Field, last: Move | None) -> str:
    """Mark the card of the last turn with golden corners, and the smartie it spent elsewhere with a golden ring."""
    if not isinstance(last, Placement):
        return ""
    lift = -_LIFT if last.tier == 2 else 0
    corners = use("corners", last.x * PIECE + lift, last.y * PIECE + lift, data_last=str(last))
    secured = field.at(last.smartie) if last.smartie is not None else None
    if secured is None or secured.place == (last.x, last.y):
        return corners
    dx, dy = _smartie_spot(secured, _hidden(field, 1))
    x, y = secured.x * PIECE + dx, secured.y * PIECE + dy
    return corners + disc(x, y, 21, fill="none", stroke=GOLD, stroke_width=4, data_secured=f"{secured.x},{secured.y}")


# In words


def _spoken(card: str) -> str:
    if is_hidden(card):
        return "a hidden card"
    names = " ".join(CHOCOLATES[kind].name for kind in card[:4])
    return f"{names} with a smartie" if card.endswith("s") else names


def _title(table: ChocolateTable) -> str:
    outcome = table.outcome()
    if not outcome.over:
        return f"{table.game.title}: seat {table.seat + 1} to move"
    if outcome.winner is None:
        return f"{table.game.title}: a draw"
    seats = [str(seat + 1) for seat in range(table.rules.seats) if table.rules.side(seat) == outcome.winner]
    return f"{table.game.title}: seat{'s' * (len(seats) > 1)} {' and '.join(seats)} won"


def _description(table: ChocolateTable) -> str:
    cards = table.field.cards
    stacked = sum(card.tier == 2 for card in cards)
    secured = sum(card.smartie for card in cards)
    sentences = [f"{len(cards)} cards lie in the field, {stacked} in the second tier, {secured} with a smartie."]
    for side, (colour, total) in enumerate(zip(table.colours, table.outcome().points, strict=True), start=1):
        name = CHOCOLATES[colour].name if colour else "no colour yet"
        sentences.append(f"Side {side}: {name}, {total} points.")
    sentences.append(f"{len(table.stack)} cards in the stack.")
    lying = (f"{card.card}{'@' if card.tier == 1 else '^'}{card.x},{card.y}{'*' * card.smartie}" for card in cards)
    sentences.append(" ".join(lying))
    return " ".join(sentences)
