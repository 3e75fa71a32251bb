"""What is compared with what: matches of one game in one form at one tempo are a pool."""

from __future__ import annotations

from tafelrunde.games.core import Game, Options
from tafelrunde.server.match.events import ClockPlan


def form_of(game: Game, options: Options) -> str:
    """Return the name of the preset that has these options; empty for a form of one's own making."""
    kind = game.options_type
    return next((name for name, words in kind.PRESETS.items() if kind.read(words) == options), "")


def tempo_of(clock: ClockPlan | None) -> str:
    """Return how fast a match is played: `live`, `days`, or `free` without a clock."""
    return "free" if clock is None else clock.kind


def pool_of(game: Game, options: Options, clock: ClockPlan | None) -> str:
    """Return the name of a pool, as in `tokan standard live`."""
    return f"{game.name} {form_of(game, options) or 'own'} {tempo_of(clock)}"
