"""Tables of TOKAN as they are sent. A cell is its name; moves are written as in the notation of records."""

from __future__ import annotations

from dataclasses import replace

from tafelrunde.games.core import Outcome, Position, Table, View
from tafelrunde.games.tokan.board import BLACK, COLUMNS, NAMES, NO_CELL, REACH, RED, SIDE
from tafelrunde.games.tokan.draft import FIRST
from tafelrunde.games.tokan.position import TokanView
from tafelrunde.games.tokan.scoring import heights
from tafelrunde.native.tokan_quick import standing, written
from tafelrunde.server.wire.games.base import Cell, Struct, encode


class TokanStep(Struct, frozen=True):
    """A legal target of an animal, and the numbers of tiles it may carry there."""

    target: str
    carry: list[int]


class TokanPlacings(Struct, frozen=True):
    """What may be laid in a draft: any of the tiles on any of the spaces, each `[column, row]`."""

    tiles: str
    spaces: list[Cell]


class TokanLegal(Struct, frozen=True):
    """What the seat may do now: steps by source cell, or placings while drafting."""

    steps: dict[str, list[TokanStep]]
    placings: TokanPlacings | None


class TokanDraft(Struct, frozen=True):
    """The tiles laid so far, row by row from row 1, `columns` to a row from column `first`; what each side holds."""

    first: int
    columns: int
    most: int
    """How many columns the field may come to have."""
    cells: list[str]
    reserves: list[str]


class TokanScored(Struct, frozen=True):
    """A tower that counts for a side."""

    cell: str
    side: int
    points: int


class TokanTableShown(Struct, frozen=True, tag_field="family", tag="tokan"):
    """A table of TOKAN. Towers from a1 to f1, then a2 and so on, each from bottom to top, empty for a gap."""

    position: str
    towers: list[str]
    seat: int
    taboo: str | None
    draft: TokanDraft | None
    scored: list[TokanScored]
    points: list[int]
    tie: list[list[int]] | None
    """The heights of red's and black's towers, the highest first, where they decide a game that is over."""
    over: bool
    winner: int | None
    legal: TokanLegal | None
    """Only for the seat that decides now."""
    by_taboo: bool = False
    """Whether a game that is over could go on without the taboo."""


class TokanRoom:
    """Shows TOKAN, where nothing is hidden."""

    family = "tokan"

    def show(self, view: View, decides: bool) -> TokanTableShown:
        """Return a view as it is sent."""
        assert isinstance(view, TokanView)
        outcome, moves = (view.outcome(), []) if view.draft is not None else standing(view)
        return TokanTableShown(
            position=str(view),
            towers=list(view.towers),
            seat=view.seat,
            taboo=None if view.taboo == NO_CELL else NAMES[view.taboo],
            draft=_show_draft(view),
            scored=_scored(view),
            points=list(outcome.points),
            tie=_tie(view, outcome),
            over=outcome.over,
            winner=outcome.winner,
            legal=_legal(view, moves) if decides and not outcome.over else None,
            by_taboo=outcome.over and view.taboo != NO_CELL and not replace(view, taboo=NO_CELL).is_over,
        )

    def write(self, view: View, decides: bool) -> bytes:
        """Return the JSON of a view as it is sent; the native core writes it where it is there."""
        assert isinstance(view, TokanView)
        quickly = written(view, decides)
        return encode(self.show(view, decides)) if quickly is None else quickly

    def write_both(self, view: View) -> tuple[bytes, bytes]:
        """Return the JSON of a view for the seat that decides, and without what is legal for it."""
        assert isinstance(view, TokanView)
        with_legal = self.write(view, True)
        # What is legal comes last but for `by_taboo`, which only a game that is over can be.
        same, key, legal = with_legal.rpartition(b'"legal":')
        return with_legal, with_legal if legal.startswith(b"null") else same + key + b'null,"by_taboo":false}'

    def show_open(self, table: Table) -> TokanTableShown:
        """Return a table as the seat that decides sees it."""
        view = table.view(table.seat) if isinstance(table, Position) else table
        assert isinstance(view, View)
        return self.show(view, view.observer == view.seat)


def _show_draft(view: TokanView) -> TokanDraft | None:
    if view.draft is None:
        return None
    left, right = view.draft.span
    reserves = [view.draft.reserve(side) for side in (0, 1)]
    return TokanDraft(left + FIRST, right - left + 1, COLUMNS, list(view.draft.field), reserves)


def _scored(view: TokanView) -> list[TokanScored]:
    if view.options.scoring == "heads":
        return [
            TokanScored(NAMES[cell], SIDE[tower[-1]], REACH[tower[-1]])
            for cell, tower in enumerate(view.towers)
            if tower
        ]
    return [
        TokanScored(NAMES[cell], SIDE[tower[-1]], len(tower))
        for cell, tower in enumerate(view.towers)
        if len(tower) > 1
    ]


def _tie(view: TokanView, outcome: Outcome) -> list[list[int]] | None:
    red, black = outcome.points
    if not outcome.over or red != black or view.options.scoring != "heads":
        return None
    return [heights(view.towers, side) for side in (RED, BLACK)]


def _legal(view: TokanView, moves: list[str]) -> TokanLegal:
    if view.draft is not None:
        tiles = "".join(dict.fromkeys(view.draft.reserve(view.side)))
        return TokanLegal({}, TokanPlacings(tiles, view.draft.spaces()))
    carries: dict[str, dict[str, list[int]]] = {}
    for move in moves:
        # Source, target, and perhaps + and the number of tiles that are carried.
        carries.setdefault(move[:2], {}).setdefault(move[2:4], []).append(int(move[5:] or 0))
    steps = {
        source: [TokanStep(target, carry) for target, carry in targets.items()] for source, targets in carries.items()
    }
    return TokanLegal(steps, None)
