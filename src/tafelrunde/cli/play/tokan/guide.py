"""The guide to TOKAN."""

from __future__ import annotations

from collections.abc import Sequence

from tafelrunde.cli.play.guide import Guide, Room
from tafelrunde.cli.play.tokan import messages
from tafelrunde.games.tokan import TokanTable
from tafelrunde.games.tokan.board import CELL_OF, NAMES, SIDE
from tafelrunde.games.tokan.draft import Draft
from tafelrunde.games.tokan.scoring import heights


class TokanGuide(Guide[TokanTable]):
    """Tells where animals can go, what can be laid, and which towers score."""

    def moves(self) -> list[str]:
        """List the targets of every animal, or the tiles and spaces of a draft."""
        table = self._table
        if table.draft is not None:
            return _laying(table, table.draft)
        animals = [
            messages.FROM.format(cell=NAMES[cell], animal=_animal(table, cell), targets=_targets(table, cell))
            for cell in table.movable()
        ]
        return [messages.MOVES, *animals, messages.MORE]

    def about(self, text: str) -> list[str] | None:
        """Tell what stands on a cell and where it can go."""
        table = self._table
        if table.draft is not None or text.lower() not in CELL_OF:
            return None
        name = text.lower()
        cell = CELL_OF[name]
        tower = table.towers[cell]
        if not tower:
            return [messages.GAP.format(cell=name)]
        contents = messages.TOWER.format(tower=tower)
        if SIDE[tower[-1]] != table.side:
            return [messages.NOT_YOURS.format(cell=name), contents]
        targets = _targets(table, cell)
        line = messages.ANIMAL if targets else messages.STUCK
        return [line.format(animal=_animal(table, cell), cell=name, targets=targets), contents]

    def score(self, sides: Sequence[str]) -> list[str]:
        """List the towers, or the heads, of both sides."""
        table = self._table
        outcome = table.outcome()
        by_heads = table.options.scoring == "heads"
        explain = _heads if by_heads else _towers
        lines = [explain(table, side, sides[side], outcome.points[side]) for side in range(len(sides))]
        if by_heads and outcome.winner is not None and len(set(outcome.points)) == 1:
            red, black = (" ".join(map(str, heights(table.towers, side))) for side in range(len(sides)))
            lines.append(messages.TIE.format(red=red, black=black))
        return lines


def _animal(table: TokanTable, cell: int) -> str:
    return messages.ANIMALS[table.towers[cell][-1].upper()]


def _targets(table: TokanTable, cell: int) -> str:
    return " ".join(
        NAMES[target] + (f"+{carried}" if carried else "")
        for target, numbers in table.targets(cell).items()
        for carried in numbers
    )


def _laying(table: TokanTable, draft: Draft) -> list[str]:
    reserve = draft.reserve(table.side)
    spaces = draft.spaces()
    tiles = ", ".join(messages.PIECES.format(number=reserve.count(tile), name=tile) for tile in dict.fromkeys(reserve))
    return [
        messages.LAY.format(example=table.turns()[0]),
        messages.RESERVE.format(tiles=tiles),
        messages.SPACES.format(spaces="  ".join(f"{column},{row}" for column, row in spaces)),
    ]


def _towers(table: TokanTable, side: int, name: str, points: int) -> str:
    towers = [
        f"{NAMES[cell]} {len(tower)}"
        for cell, tower in enumerate(table.towers)
        if len(tower) > 1 and SIDE[tower[-1]] == side
    ]
    line = messages.TOWERS if towers else messages.NO_TOWERS
    return line.format(side=name, points=points, towers=", ".join(towers))


def _heads(table: TokanTable, side: int, name: str, points: int) -> str:
    tops = [tower[-1].upper() for tower in table.towers if tower and SIDE[tower[-1]] == side]
    heads = ", ".join(
        messages.PIECES.format(number=tops.count(animal), name=(messages.ANIMALS_PLURAL, messages.ANIMALS)[one][animal])
        for animal in messages.ANIMALS
        if (one := tops.count(animal) == 1) or animal in tops
    )
    return messages.HEADS.format(side=name, points=points, heads=heads)


TOKAN = Room(TokanGuide, messages.TITLE, messages.ROLES, messages.PRESETS, messages.OPTIONS, messages.CHOICES)
