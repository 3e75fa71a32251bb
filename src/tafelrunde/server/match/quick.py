"""What the server has to know after every move, asked of the native core where there is one.

In TOKAN a game is over when there is no legal move, so that the end of a match means looking for moves. The answers are
those of the rules in Python, which are asked where the core is missing.
"""

from __future__ import annotations

from tafelrunde import native
from tafelrunde.games.core import Outcome, Position
from tafelrunde.games.tokan import TokanPosition, TokanTable

if native.AVAILABLE:
    from tafelrunde.native.tokan import NativePosition

    def is_over(position: Position) -> bool:
        """Tell whether a position is over."""
        if isinstance(position, TokanPosition) and position.draft is None:
            return NativePosition(position).is_over
        return position.is_over

    def tokan_facts(table: TokanTable) -> tuple[Outcome, list[str]]:
        """Return the outcome of a laid field as it stands, and the legal moves in their notation, sorted."""
        position = NativePosition(table)
        return position.outcome(), sorted(position.turns())

else:

    def is_over(position: Position) -> bool:
        """Tell whether a position is over."""
        return position.is_over

    def tokan_facts(table: TokanTable) -> tuple[Outcome, list[str]]:
        """Return the outcome of a laid field as it stands, and the legal moves in their notation, sorted."""
        return table.outcome(), sorted(str(move) for move in table.turns())
