"""TOKAN on a dictionary of cells."""

from __future__ import annotations

from collections import Counter

COLUMNS = "abcdef"
DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1))
REACH = {"m": 1, "j": 2, "l": 3}
OWNED = {"m": 3, "j": 7, "l": 5}

Cell = tuple[int, int]
"""Column and row, both from 1; in a draft columns may be anything."""


def name(cell: Cell) -> str:
    return f"{COLUMNS[cell[0] - 1]}{cell[1]}"


def owner(tile: str) -> str:
    return "r" if tile.isupper() else "b"


class BruteTokan:
    """A game of TOKAN that is changed by every move."""

    def __init__(self, start: str, scoring: str = "towers", gaps: str = "contiguous", setup: str = "random") -> None:
        rows, self.side, taboo = start.split()
        self.scoring, self.gaps = scoring, gaps
        self.drafting = setup == "draft"
        self.towers: dict[Cell, str] = {}
        for row, line in zip((5, 4, 3, 2, 1), rows.split("/"), strict=True):
            for column, tower in enumerate(line.split(","), start=0 if self.drafting else 1):
                if tower != "-":
                    self.towers[column, row] = tower
        self.taboo = None if taboo == "-" else (COLUMNS.index(taboo[0]) + 1, int(taboo[1]))

    def moves(self) -> set[str]:
        """All legal moves."""
        return self.placings() if self.drafting else self.steps()

    def steps(self) -> set[str]:
        found = set()
        for (column, row), tower in self.towers.items():
            top = tower[-1]
            if owner(top) != self.side:
                continue
            for dx, dy in DIRECTIONS:
                path = [(column + dx * i, row + dy * i) for i in range(1, REACH[top.lower()] + 1)]
                target = path[-1]
                if not all(cell in self.towers for cell in path) or target == self.taboo:
                    continue
                for carried in range(REACH[top.lower()]):
                    began = len(tower)
                    ended = len(self.towers[target]) + carried + 1
                    if carried < len(tower) and ended > began:
                        found.add(name((column, row)) + name(target) + (f"+{carried}" if carried else ""))
        return found

    def reserve(self, side: str) -> set[str]:
        laid = Counter("".join(self.towers.values()))
        kinds = [kind.upper() if side == "r" else kind for kind in OWNED]
        return {kind for kind in kinds if laid[kind] < OWNED[kind.lower()]}

    def placings(self) -> set[str]:
        columns = [column for column, _ in self.towers]
        spaces = set()
        for column, row in self.towers:
            for dx, dy in DIRECTIONS:
                space = (column + dx, row + dy)
                wide = max(*columns, space[0]) - min(*columns, space[0]) + 1
                if space not in self.towers and 1 <= space[1] <= 5 and wide <= 6:
                    spaces.add(space)
        return {f"{tile}@{column},{row}" for tile in self.reserve(self.side) for column, row in spaces}

    def play(self, move: str) -> None:
        """Make a legal move."""
        if "@" in move:
            self.lay(move)
        else:
            self.step(move)
        self.side = "b" if self.side == "r" else "r"

    def lay(self, move: str) -> None:
        tile, place = move.split("@")
        column, row = place.split(",")
        self.towers[int(column), int(row)] = tile
        if len(self.towers) == 30:
            left = min(column for column, _ in self.towers)
            self.towers = {(column - left + 1, row): tile for (column, row), tile in self.towers.items()}
            self.drafting = False

    def step(self, move: str) -> None:
        source = (COLUMNS.index(move[0]) + 1, int(move[1]))
        target = (COLUMNS.index(move[2]) + 1, int(move[3]))
        carried = int(move[5:] or 0)
        tower = self.towers.pop(source)
        rest, moved = tower[: len(tower) - carried - 1], tower[len(tower) - carried - 1 :]
        self.towers[target] += moved
        self.taboo = target
        if rest:
            self.towers[source] = rest
        else:
            self.close(source, target)

    def close(self, source: Cell, target: Cell) -> None:
        """Push up what stands behind an emptied space, one tower after the other."""
        dx = (target[0] > source[0]) - (target[0] < source[0])
        dy = (target[1] > source[1]) - (target[1] < source[1])
        behind = [(source[0] - dx * i, source[1] - dy * i) for i in range(1, 6)]
        for cell in behind:
            if cell in self.towers:
                self.towers[cell[0] + dx, cell[1] + dy] = self.towers.pop(cell)
            elif self.gaps == "contiguous":
                return

    def position(self) -> str:
        """The position's text."""
        columns = range(1, 7)
        if self.drafting:
            used = [column for column, _ in self.towers]
            columns = range(min(used), max(used) + 1)
        rows = (",".join(self.towers.get((column, row), "-") for column in columns) for row in (5, 4, 3, 2, 1))
        return f"{'/'.join(rows)} {self.side} {name(self.taboo) if self.taboo else '-'}"

    def heights(self, side: str) -> list[int]:
        mine = sorted((len(tower) for tower in self.towers.values() if owner(tower[-1]) == side), reverse=True)
        return mine + [0] * (30 - len(mine))

    def points(self, side: str) -> int:
        total = 0
        for tower in self.towers.values():
            if self.drafting or owner(tower[-1]) != side:
                continue
            if self.scoring == "heads":
                total += REACH[tower[-1].lower()]
            elif len(tower) >= 2:
                total += len(tower)
        return total

    def score(self) -> dict[str, object]:
        """What the command `score` answers."""
        over = not self.moves()
        red, black = self.points("r"), self.points("b")
        ranks: list[list[int]] = [[red], [black]]
        if self.scoring == "heads":
            ranks = [[red, *self.heights("r")], [black, *self.heights("b")]]
        winner = None
        if over and ranks[0] != ranks[1]:
            winner = 0 if ranks[0] > ranks[1] else 1
        return {"over": over, "points": [red, black], "winner": winner}
