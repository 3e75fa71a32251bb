"""What is asked of TOKAN after every move: whether it is over, how it stands, and what is legal.

A game of TOKAN is over when there is no legal move, so that its end means looking for moves. The answers are those of
the rules in Python, which are asked where the core is missing.
"""

from __future__ import annotations

from tafelrunde import native
from tafelrunde.games.core import Outcome
from tafelrunde.games.tokan import TokanTable

if native.AVAILABLE:
    from tafelrunde.native.tokan import NativePosition

    def is_over(table: TokanTable) -> bool:
        """Return whether a table is over."""
        return table.draft is None and NativePosition(table).is_over

    def standing(table: TokanTable) -> tuple[Outcome, list[str]]:
        """Return the outcome of a laid field as it stands, and the legal moves in their notation, sorted."""
        position = NativePosition(table)
        return position.outcome(), sorted(position.turns())

    def written(table: TokanTable, legal: bool) -> bytes | None:
        """Return the JSON of a table as clients are sent it; None where the rules in Python have to make it."""
        return NativePosition(table).table(legal)

else:

    def is_over(table: TokanTable) -> bool:
        """Return whether a table is over."""
        return table.is_over

    def standing(table: TokanTable) -> tuple[Outcome, list[str]]:
        """Return the outcome of a laid field as it stands, and the legal moves in their notation, sorted."""
        return table.outcome(), sorted(str(move) for move in table.turns())

    def written(table: TokanTable, legal: bool) -> bytes | None:  # noqa: ARG001  (the core's)
        """Return nothing: the rules in Python have to make it."""
        return None
