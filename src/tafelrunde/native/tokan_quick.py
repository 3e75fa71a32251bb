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
        """Tell whether a table is over."""
        return table.draft is None and NativePosition(table).is_over

    def standing(table: TokanTable) -> tuple[Outcome, list[str]]:
        """Return the outcome of a laid field as it stands, and the legal moves in their notation, sorted."""
        position = NativePosition(table)
        return position.outcome(), sorted(position.turns())

else:

    def is_over(table: TokanTable) -> bool:
        """Tell whether a table is over."""
        return table.is_over

    def standing(table: TokanTable) -> tuple[Outcome, list[str]]:
        """Return the outcome of a laid field as it stands, and the legal moves in their notation, sorted."""
        return table.outcome(), sorted(str(move) for move in table.turns())
