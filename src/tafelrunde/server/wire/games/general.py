"""Tables of games that have no room of their own here: the game's own drawing, and the legal moves as a list."""

from __future__ import annotations

from tafelrunde.games.core import Table, View
from tafelrunde.server.wire.games.base import Struct, encode


class GeneralTableShown(Struct, frozen=True, tag_field="family", tag="general"):
    """A table of any game, drawn as its observer may see it."""

    svg: str
    diagram: str
    """The same with characters."""
    seat: int
    points: list[int]
    over: bool
    winner: int | None
    legal: list[str] | None
    """Every legal move in its notation; only for the seat that decides now."""


class GeneralRoom:
    """Shows any game by what all games can do."""

    family = "general"

    def show(self, view: View, decides: bool) -> GeneralTableShown:
        """Return a view as it is sent."""
        return _show(view, decides)

    def write(self, view: View, decides: bool) -> bytes:
        """Return the JSON of a view as it is sent."""
        return encode(_show(view, decides))

    def write_both(self, view: View) -> tuple[bytes, bytes]:
        """Return the JSON of a view for the seat that decides, and without what is legal for it."""
        return self.write(view, True), self.write(view, False)

    def show_open(self, table: Table) -> GeneralTableShown:
        """Return a table with everything that its own drawing shows."""
        return _show(table, decides=not isinstance(table, View) or table.observer == table.seat)


def _show(table: Table, decides: bool) -> GeneralTableShown:
    outcome = table.outcome()
    return GeneralTableShown(
        svg=table.svg(),
        diagram=table.diagram(),
        seat=table.seat,
        points=list(outcome.points),
        over=outcome.over,
        winner=outcome.winner,
        # Nothing is listed where the hand that decides is hidden.
        legal=([str(move) for move in table.legal_moves()] or None) if decides and not outcome.over else None,
    )
