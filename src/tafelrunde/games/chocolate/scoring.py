"""How a chocolate field is scored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tafelrunde.games.chocolate.cards import COLOURS
from tafelrunde.games.chocolate.field import Cell, Field, cells_of, contacts, groups
from tafelrunde.games.chocolate.rules import NEUTRAL_MINIMUM, Rules


class Group(NamedTuple):
    """Pieces of one colour that hang together."""

    colour: str
    cells: tuple[Cell, ...]


class NeutralGroup(NamedTuple):
    """A group of the colour that belongs to no side, and how the sides touch it."""

    cells: tuple[Cell, ...]
    contacts: tuple[int, ...]
    holder: int | None
    """The side it counts for; None for too few pieces or equal contacts."""


def colour_groups(field: Field, colour: str) -> list[Group]:
    """List the groups of a colour, the largest first."""
    return [Group(colour, tuple(cells_of(group))) for group in groups(field.seen[COLOURS.index(colour)])]


def sizes(field: Field, colour: str | None) -> list[int]:
    """List the sizes of the groups of a colour, the largest first; no colour has no groups."""
    return [group.bit_count() for group in groups(field.seen[COLOURS.index(colour)])] if colour else []


def neutral_colour(rules: Rules, colours: Sequence[str | None]) -> str | None:
    """Return the colour that belongs to no side; None where there is none or not every side has its own yet."""
    if not rules.has_neutral_colour or None in colours:
        return None
    (neutral,) = (colour for colour in rules.colours if colour not in colours)
    return neutral


def neutral_groups(rules: Rules, field: Field, colours: Sequence[str | None], least: int = 1) -> list[NeutralGroup]:
    """List the neutral groups of at least so many pieces, the largest first; none before every side has its colour."""
    neutral = neutral_colour(rules, colours)
    if neutral is None:
        return []
    masks = [field.seen[COLOURS.index(colour)] for colour in colours if colour is not None]
    found = []
    for group in groups(field.seen[COLOURS.index(neutral)]):
        if group.bit_count() < least:
            break
        touching = tuple(contacts(group, mask) for mask in masks)
        first, second = touching
        holder = None if first == second or group.bit_count() < NEUTRAL_MINIMUM else int(second > first)
        found.append(NeutralGroup(tuple(cells_of(group)), touching, holder))
    return found


def points(rules: Rules, field: Field, colours: Sequence[str | None]) -> tuple[int, ...]:
    """Count each side's largest group and the neutral groups it holds."""
    totals = [max(sizes(field, colour), default=0) for colour in colours]
    for group in neutral_groups(rules, field, colours, NEUTRAL_MINIMUM):
        if group.holder is not None:
            totals[group.holder] += len(group.cells)
    return tuple(totals)


def tied(totals: Sequence[int]) -> tuple[int, ...]:
    """Return the sides that share the highest total; none where one has it alone."""
    best = max(totals)
    sides = tuple(side for side, total in enumerate(totals) if total == best)
    return sides if len(sides) > 1 else ()


def broken_ties(rules: Rules, totals: Sequence[int]) -> tuple[int, ...]:
    """Return the sides whose tie their second groups are to break; none without a tie, or where it stays a draw."""
    return tied(totals) if rules.second_group_breaks_ties else ()


def leaders(
    rules: Rules, field: Field, colours: Sequence[str | None], totals: Sequence[int], sides: Iterable[int]
) -> tuple[int, ...]:
    """Return which of some sides are in front: by totals, and by their second groups where these break ties."""
    among = tuple(sides)
    best = max(totals[side] for side in among)
    found = tuple(side for side in among if totals[side] == best)
    if len(found) == 1 or not rules.second_group_breaks_ties:
        return found
    seconds = {side: sum(sizes(field, colours[side])[1:2]) for side in found}
    return tuple(side for side in found if seconds[side] == max(seconds.values()))
