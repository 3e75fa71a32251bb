"""Positions of TOKAN: who may move what where, and what then lies on the field."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self, TypeVar

from tafelrunde.games.core import Chance, Move, Outcome, Position, Table, View
from tafelrunde.games.errors import NO_MOVE, BadSetup, IllegalMove, InvalidNotation, Why
from tafelrunde.games.tokan import objections, scoring
from tafelrunde.games.tokan.board import (
    BACKWARD,
    CELL_OF,
    CELLS,
    COLUMNS,
    DIRECTION_OF,
    NAMES,
    NO_CELL,
    RAYS,
    REACH,
    SIDE,
    SIDE_LETTERS,
    Towers,
    check_full_set,
    parse_grid,
    print_grid,
)
from tafelrunde.games.tokan.draft import Draft
from tafelrunde.games.tokan.moves import PASSED, RUNS, Placing, Step, TokanMove
from tafelrunde.games.tokan.options import TokanOptions

if TYPE_CHECKING:
    from tafelrunde.games.tokan import Tokan

T = TypeVar("T", bound="TokanTable")


@dataclass(frozen=True)
class TokanTable(Table):
    """The field, the side to move, and the tower the opponent's last move made taboo.

    While the players still lay the field, `draft` holds the tiles laid so far and all towers are gaps.
    """

    options: TokanOptions
    towers: Towers
    side: int
    taboo: int = NO_CELL
    draft: Draft | None = None

    @property
    def game(self) -> Tokan:
        """The rules of TOKAN."""
        from tafelrunde.games.registry import GAMES

        return GAMES["tokan"]  # type: ignore[return-value]

    @property
    def seat(self) -> int:
        """The seat to move: 0 is red, 1 is black."""
        return self.side

    @property
    def is_over(self) -> bool:
        """Whether the side to move has no legal move."""
        # Kept by hand: a `cached_property` takes a lock in Python 3.11, and this is asked after every move.
        kept = self.__dict__
        over: bool | None = kept.get("_over")
        if over is None:
            over = kept["_over"] = self.draft is None and not self._can_move()
        return over

    def _can_move(self) -> bool:
        """Return whether there is a legal step: the first that is found will do, and most fields have many."""
        towers, side, taboo = self.towers, self.side, self.taboo
        for source, tower in enumerate(towers):
            if not tower or SIDE[tower[-1]] != side:
                continue
            height, reach = len(tower), REACH[tower[-1]]
            # With as many tiles as it can carry it ends as high as it can.
            missing = height - min(height, reach)
            for target, passed, _, _ in RUNS[source][reach]:
                if target != taboo and len(towers[target]) > missing and all(map(towers.__getitem__, passed)):
                    return True
        return False

    @cached_property
    def _occupied(self) -> int:
        """The cells that hold a tower, as bits."""
        return sum(1 << cell for cell, tower in enumerate(self.towers) if tower)

    def turns(self) -> list[TokanMove]:
        """List the legal moves, or placings while drafting."""
        if self.draft is not None:
            return list(self.draft.placings(self.side))
        return list(self._steps)

    @cached_property
    def _steps(self) -> tuple[Step, ...]:
        """The legal steps of the side to move."""
        towers, occupied, side, taboo = self.towers, self._occupied, self.side, self.taboo
        steps: list[Step] = []
        for source, tower in enumerate(towers):
            if not tower or SIDE[tower[-1]] != side:
                continue
            height = len(tower)
            for target, _, needed, ways in RUNS[source][REACH[tower[-1]]]:
                if occupied & needed == needed and target != taboo:
                    # It must end at least one level higher than it began, and can carry only what lies below it.
                    steps += ways[max(0, height - len(towers[target])) : height]
        return tuple(steps)

    def movable(self) -> list[int]:
        """List the cells whose top animal has a legal move."""
        return list(dict.fromkeys(step.source for step in self._steps)) if self.draft is None else []

    def targets(self, source: int) -> dict[int, list[int]]:
        """Return the legal targets of the animal on a cell, each with the numbers of tiles it may carry there."""
        targets: dict[int, list[int]] = {}
        if self.draft is None:
            for step in self._steps:
                if step.source == source:
                    targets.setdefault(step.target, []).append(step.carried)
        return targets

    def check(self, move: Move) -> None:
        """Raise IllegalMove, with the reason, unless the move is legal here."""
        if isinstance(move, Placing):
            if self.draft is None:
                raise IllegalMove(move, objections.FIELD_LAID())
            self.draft.check(move, self.side)
        elif isinstance(move, Step):
            if self.draft is not None:
                raise IllegalMove(move, objections.FIELD_UNFINISHED())
            if why := self._objection(move):
                raise IllegalMove(move, why)
        else:
            raise IllegalMove(move, NO_MOVE(game=self.game.title))

    def _objection(self, step: Step) -> Why | None:
        """Say why a step is illegal."""
        source, target, carried = step
        tower = self.towers[source]
        if not tower:
            return objections.NO_TOWER(cell=NAMES[source])
        top, height = tower[-1], len(tower)
        if SIDE[top] != self.side:
            return objections.NOT_YOUR_TOWER(cell=NAMES[source])
        passed = PASSED.get((source, target, REACH[top]))
        if passed is None:
            return objections.WRONG_DISTANCE(animal=ANIMALS[top], n=REACH[top])
        for cell in passed:
            if not self.towers[cell]:
                return objections.GAP_IN_THE_WAY()
        if target == self.taboo:
            return objections.TABOO(cell=NAMES[target])
        if carried >= REACH[top]:
            return objections.CARRIES_TOO_MANY(animal=ANIMALS[top], n=REACH[top] - 1)
        if carried >= height:
            return objections.TOO_FEW_BELOW(n=height - 1)
        if len(self.towers[target]) + carried + 1 <= height:
            return objections.MUST_CLIMB()
        return None

    def apply(self, move: TokanMove) -> Self:
        """Return the table after a legal move."""
        if isinstance(move, Placing):
            return self._after_placing(move)
        source, target, carried = move
        towers = list(self.towers)
        tower = towers[source]
        split = len(tower) - carried - 1
        towers[target] += tower[split:]
        towers[source] = tower[:split]
        if not split:
            self._close_gap(towers, source, BACKWARD[DIRECTION_OF[source, target]])
        return self._next(tuple(towers), taboo=target)

    def _close_gap(self, towers: list[str], gap: int, backward: int) -> None:
        """Move the towers behind a gap up by one space."""
        for behind in RAYS[gap][backward]:
            if not towers[behind] and self.options.gaps == "contiguous":
                break
            towers[gap], towers[behind] = towers[behind], ""
            gap = behind

    def _after_placing(self, placing: Placing) -> Self:
        assert self.draft is not None
        draft = self.draft.lay(placing)
        if draft.is_complete:
            return self._next(draft.field)
        return self._next(self.towers, draft=draft)

    def _next(self, towers: Towers, *, taboo: int = NO_CELL, draft: Draft | None = None) -> Self:
        return self._made(type(self), towers, 1 - self.side, taboo, draft)

    def _made(self, kind: type[T], towers: Towers, side: int, taboo: int, draft: Draft | None, **more: int) -> T:
        """Return a table with the same options, past the slow constructor of a frozen class."""
        made = object.__new__(kind)
        fields = made.__dict__
        fields["options"], fields["towers"], fields["side"] = self.options, towers, side
        fields["taboo"], fields["draft"] = taboo, draft
        if more:
            fields.update(more)
        return made

    def outcome(self) -> Outcome:
        """Return the points of red and black as they stand."""
        by_heads = self.options.scoring == "heads"
        points = scoring.head_points(self.towers) if by_heads else scoring.tower_points(self.towers)
        over = self.is_over
        return Outcome(over, points, scoring.winner(self.towers, points, by_heads) if over else None)

    def __str__(self) -> str:
        grid = str(self.draft) if self.draft is not None else print_grid(self.towers, COLUMNS)
        return f"{grid} {SIDE_LETTERS[self.side]} {'-' if self.taboo == NO_CELL else NAMES[self.taboo]}"

    def notation(self) -> str:
        """Return rows, the side to move and the taboo cell."""
        return str(self)

    def diagram(self, colour: bool = False) -> str:
        """Draw the field with characters."""
        from tafelrunde.games.tokan.diagram import draw

        return draw(self, colour)

    def svg(self, last: Move | None = None) -> str:
        """Draw the field as an SVG document, with the last move marked if it is given."""
        from tafelrunde.games.tokan.svg import draw

        return draw(self, last=last)


class TokanPosition(TokanTable, Position):
    """A position of TOKAN; nothing in it is secret."""

    def view(self, observer: int) -> TokanView:
        """Return the same as a view."""
        return self._made(TokanView, self.towers, self.side, self.taboo, self.draft, observer=observer)


@dataclass(frozen=True)
class TokanView(TokanTable, View):
    """What an observer knows of a position of TOKAN: everything."""

    observer: int = -1

    def _next(self, towers: Towers, *, taboo: int = NO_CELL, draft: Draft | None = None) -> Self:
        return self._made(type(self), towers, 1 - self.side, taboo, draft, observer=self.observer)

    def resample(self, chance: Chance) -> TokanPosition:
        """Return the one position there is."""
        return TokanPosition(self.options, self.towers, self.side, taboo=self.taboo, draft=self.draft)


ANIMALS = {"M": "mouse", "J": "jackal", "L": "lion", "m": "mouse", "j": "jackal", "l": "lion"}


def parse_position(options: TokanOptions, text: str) -> TokanPosition:
    """Read a position, or the two columns of a draft if the options say so; raise InvalidNotation or BadSetup."""
    parts = text.split(" ")
    if len(parts) != 3:
        raise InvalidNotation(text, "a position is its rows, the side to move and the taboo cell")
    grid, side, taboo = parts
    if side not in ("r", "b"):
        raise InvalidNotation(side, "the side to move is 'r' or 'b'")
    if taboo != "-" and taboo not in CELL_OF:
        raise InvalidNotation(taboo, "the taboo cell is a cell like c3, or '-'")
    if options.setup == "draft":
        if taboo != "-":
            raise BadSetup("nothing is taboo in a draft")
        return TokanPosition(options, ("",) * CELLS, SIDE_LETTERS.index(side), draft=Draft.parse(grid))
    cells = parse_grid(grid, COLUMNS)
    check_full_set(cells)
    if taboo != "-":
        tower = cells[CELL_OF[taboo]]
        if len(tower) < 2 or SIDE_LETTERS[SIDE[tower[-1]]] == side:
            raise BadSetup(f"the taboo tower on {taboo} was not built by the opponent")
    return TokanPosition(options, tuple(cells), SIDE_LETTERS.index(side), taboo=CELL_OF.get(taboo, NO_CELL))
