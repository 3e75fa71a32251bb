"""What is asked of TOKAN after every move: how it stands, and what is legal.

The answers are those of the rules in Python, which are asked where the core is missing.
"""

from __future__ import annotations

from tafelrunde import native
from tafelrunde.games.core import Outcome
from tafelrunde.games.tokan import TokanTable

if native.AVAILABLE:
    from tafelrunde.native.tokan import NativePosition

    def standing(table: TokanTable) -> tuple[Outcome, list[str]]:
        """Return the outcome of a laid field as it stands, and the legal moves in their notation, sorted."""
        position = NativePosition(table)
        return position.outcome(), sorted(position.turns())

    def written(table: TokanTable, legal: bool) -> bytes | None:
        """Return the JSON of a table as clients are sent it, with what is legal if that is asked for.

        Return None where the rules in Python have to make it.
        """
        return NativePosition(table).table(legal)

else:

    def standing(table: TokanTable) -> tuple[Outcome, list[str]]:
        """Return the outcome of a laid field as it stands, and the legal moves in their notation, sorted."""
        return table.outcome(), sorted(str(move) for move in table.turns())

    def written(table: TokanTable, legal: bool) -> bytes | None:  # noqa: ARG001  (the core's)
        """Return nothing: the rules in Python have to make it."""
        return None
