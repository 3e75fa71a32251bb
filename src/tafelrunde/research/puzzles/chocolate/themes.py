"""What a turn of the chocolate games shows, read off the field before and after."""

from __future__ import annotations

from tafelrunde.games.chocolate.cards import COLOURS
from tafelrunde.games.chocolate.field import groups, neighbours
from tafelrunde.games.chocolate.moves import Placement
from tafelrunde.games.chocolate.scoring import neutral_groups, sizes
from tafelrunde.games.chocolate.table import ChocolateTable


def themes(before: ChocolateTable, text: str) -> tuple[str, ...]:
    """Return the themes of a turn, sorted."""
    move = before.parse(text)
    if not isinstance(move, Placement):
        return ("pass",)
    after = before.apply(move)
    mine = before.rules.side(before.to_move)
    own, other = before.colours[mine], before.colours[1 - mine]
    found = {"second-tier" if move.tier == 2 else "first-tier"}
    if after.smarties != before.smarties or move.card.endswith("s"):
        found.add("smartie")
    if move.smartie is not None:
        found.add("secure")
    if own is not None:
        if joined(before, after, own) > 1:
            found.add("join")
        if _largest(after, own) > _largest(before, own):
            found.add("grow")
    if other is not None and _largest(after, other) < _largest(before, other):
        found.add("cut-off")
    if _neutral_lead(after, mine) > _neutral_lead(before, mine):
        found.add("neutral-group")
    if after.is_over:
        found.add("last-move")
        points = after.outcome().points
        if points[mine] == points[1 - mine]:
            found.add("tie-break")
    return tuple(sorted(found))


def joined(before: ChocolateTable, after: ChocolateTable, colour: str) -> int:
    """Count the groups of a colour that were separate and are connected now."""
    index = COLOURS.index(colour)
    earlier = groups(before.field.seen[index])
    new = after.field.seen[index] & ~before.field.seen[index]
    counts = [
        sum(bool(group & old) for old in earlier)
        for group in groups(after.field.seen[index])
        if group & (new | neighbours(new))
    ]
    return max(counts, default=0)


def _largest(table: ChocolateTable, colour: str) -> int:
    return max(sizes(table.field, colour), default=0)


def _neutral_lead(table: ChocolateTable, side: int) -> int:
    held = neutral_groups(table.rules, table.field, table.colours)
    return sum((1 if group.holder == side else -1) * len(group.cells) for group in held if group.holder is not None)
