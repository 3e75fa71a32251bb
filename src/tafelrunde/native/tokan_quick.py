"""What is asked of TOKAN after every move: whether it is over, how it stands, and what is legal.

A game of TOKAN is over when there is no legal move, so that its end means looking for moves. The answers are those of
the rules in Python, which are asked where the core is missing.
"""

from __future__ import annotations

from functools import lru_cache

from tafelrunde import native
from tafelrunde.games.core import Outcome
from tafelrunde.games.tokan import TokanOptions, TokanTable

if native.AVAILABLE:
    from tafelrunde.native.tokan import NativePosition

    _field = native.require().tokan.Position.from_field

    @lru_cache(maxsize=64)
    def _words(options: TokanOptions) -> dict[str, str]:
        return options.words()

    def _native(table: TokanTable) -> NativePosition:
        return NativePosition.wrap(_field(table.towers, table.side, table.taboo, **_words(table.options)))

    def is_over(table: TokanTable) -> bool:
        """Tell whether a table is over."""
        return table.draft is None and _native(table).is_over

    def standing(table: TokanTable) -> tuple[Outcome, list[str]]:
        """Return the outcome of a laid field as it stands, and the legal moves in their notation, sorted."""
        position = _native(table)
        return position.outcome(), sorted(position.turns())

else:

    def is_over(table: TokanTable) -> bool:
        """Tell whether a table is over."""
        return table.is_over

    def standing(table: TokanTable) -> tuple[Outcome, list[str]]:
        """Return the outcome of a laid field as it stands, and the legal moves in their notation, sorted."""
        return table.outcome(), sorted(str(move) for move in table.turns())
