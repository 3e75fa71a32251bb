"""The guide to the chocolate games."""

from __future__ import annotations

from collections.abc import Sequence

from tafelrunde.cli.play.chocolate import messages
from tafelrunde.cli.play.guide import Guide, Room
from tafelrunde.cli.play.messages import AGAINST
from tafelrunde.games.chocolate import scoring
from tafelrunde.games.chocolate.cards import HIDDEN, parse_card, upright
from tafelrunde.games.chocolate.moves import Placement
from tafelrunde.games.chocolate.negotiation import announced_number
from tafelrunde.games.chocolate.rules import NEUTRAL_MINIMUM
from tafelrunde.games.chocolate.table import ChocolateTable
from tafelrunde.games.errors import InvalidNotation


class ChocolateGuide(Guide[ChocolateTable]):
    """Tells where cards fit, how a swap stands, and which groups score."""

    def moves(self) -> list[str]:
        """List the places of every card in the hand, in each rotation and tier."""
        table = self._table
        if table.swap is not None:
            return [", ".join(map(str, table.swap_actions()))]
        places = [line for card in dict.fromkeys(table.hands[table.to_move]) for line in _places(table, card)]
        return [*_how_to(table), *places, messages.CARD_MORE]

    def about(self, text: str) -> list[str] | None:
        """Tell where a card fits."""
        table = self._table
        try:
            card = upright(parse_card(text[:4].upper() + text[4:].lower()))
        except InvalidNotation:
            return None
        if card not in table.hands[table.seat]:
            return [messages.CARD_NOT_HELD.format(card=card)]
        return _places(table, card)

    def hints(self, names: Sequence[str]) -> list[str]:
        """Tell of a swap under way."""
        table = self._table
        swap = table.swap
        if swap is None:
            return []
        if swap.countered is None:
            return [
                messages.SWAP_OFFERED.format(name=names[table.to_move], **_announced(table, swap.offered, swap.to)),
                messages.SWAP_ANSWER.format(card=table.hands[swap.to][0]),
            ]
        return [
            messages.SWAP_YOURS.format(card=swap.offered),
            messages.SWAP_COUNTERED.format(name=names[swap.to], **_announced(table, swap.countered, table.to_move)),
        ]

    def score(self, sides: Sequence[str]) -> list[str]:
        """Name each side's largest group, the neutral groups, and what decided a tie."""
        table = self._table
        outcome = table.outcome()
        sizes = [[len(group.cells) for group in table.groups(colour)] if colour else [] for colour in table.colours]
        lines = [
            messages.LARGEST.format(
                side=sides[side],
                points=outcome.points[side],
                colour=messages.COLOURS[colour] if colour else HIDDEN,
                group=max(sizes[side], default=0),
            )
            for side, colour in enumerate(table.colours)
        ]
        lines += _neutral(table, sides)
        if outcome.winner is not None and (tied := scoring.tied(outcome.points)):
            second = AGAINST.join(str(sum(sizes[side][1:2])) for side in tied)
            lines.append(messages.SECOND_GROUPS.format(groups=second))
        return lines


def _announced(table: ChocolateTable, card: str, to: int) -> dict[str, object]:
    """Return the number of pieces that was named in a swap, and the colour it is about."""
    colour = table.colours[table.rules.side(to)]
    assert colour is not None
    return {"number": announced_number(table, card, to), "colour": messages.COLOURS[colour]}


def _places(table: ChocolateTable, card: str) -> list[str]:
    """List the places of a card: for each look and tier the cells of its top-left piece."""
    lines = [
        messages.CARD_PLACES.format(look=look, tier=sign, places=" ".join(f"{x},{y}" for x, y in cells))
        for tier, sign in ((1, "@"), (2, "^"))
        for look, cells in table.places(card)[tier].items()
        if cells
    ]
    heading = messages.CARD_FITS if lines else messages.CARD_NOWHERE
    return [heading.format(card=card), *lines]


def _how_to(table: ChocolateTable) -> list[str]:
    """Show by legal examples how the turns of this moment are written."""
    turns = [turn for turn in table.turns() if isinstance(turn, Placement)]
    lines = []
    if flat := next((turn for turn in turns if turn.tier == 1), None):
        lines.append(messages.TURN_HELP.format(example=flat))
        if flat.colour is not None:
            colours = " ".join(f"{letter}: {messages.COLOURS[letter]}" for letter in table.announceable() if letter)
            lines.append(messages.COLOUR_HELP.format(colours=colours))
        if table.smarties[table.to_move]:
            lines.append(messages.SMARTIE_HELP.format(number=table.smarties[table.to_move], own=f"{flat}*"))
            if targets := table.smartie_targets():
                places = " ".join(f"{x},{y}" for x, y in targets)
                lines.append(messages.SECURING_HELP.format(other=f"{flat}*{places.split()[0]}", places=places))
    if high := next((turn for turn in turns if turn.tier == 2), None):
        lines.append(messages.STACK_HELP.format(example=high))
    if swaps := table.swap_actions():
        lines.append(messages.SWAP_HELP.format(example=swaps[0]))
    return lines


def _neutral(table: ChocolateTable, sides: Sequence[str]) -> list[str]:
    lines = []
    for group in table.neutral_groups():
        if len(group.cells) < NEUTRAL_MINIMUM:
            break
        line = messages.NEUTRAL_TO_NOBODY if group.holder is None else messages.NEUTRAL_TO
        lines.append(
            line.format(
                size=len(group.cells),
                contacts=AGAINST.join(map(str, group.contacts)),
                side="" if group.holder is None else sides[group.holder],
            )
        )
    return lines


SCHOKO = Room(ChocolateGuide, messages.SCHOKO)
SCHOKOLY = Room(
    ChocolateGuide, messages.SCHOKOLY, presets=messages.PRESETS, options=messages.OPTIONS, choices=messages.CHOICES
)
