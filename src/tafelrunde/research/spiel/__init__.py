"""The games in OpenSpiel: `pyspiel.load_game("tafelrunde_schokoly(players=3)")` works once this package is imported.

Chance is explicit, what a player has learned is an information state with perfect recall, and
`resample_from_infostate` draws a determinisation: a state of the same information set, as IS-MCTS needs it.

The names are `tafelrunde_tokan`, `tafelrunde_schoko` and `tafelrunde_schokoly`; parameters are the options of the
games, and `record`: the text of a record after whose last move the game begins, with its deal. A game that is
registered later is made known by `register()`. Needs the extra `research` and the native core.
"""

from __future__ import annotations

from tafelrunde.extras import bring

bring("research", "pyspiel")

from tafelrunde.research.spiel.games import register, spiel_name  # noqa: E402  # only with what it needs

__all__ = ["register", "spiel_name"]

register()
