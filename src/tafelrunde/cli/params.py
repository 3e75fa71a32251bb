"""The arguments and options that several commands share."""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from typing import Annotated

import typer

from tafelrunde.games import core
from tafelrunde.games.registry import GAMES, all_games


class ColourMode(StrEnum):
    """When to draw in colour."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"

    def resolve(self) -> bool:
        """Return whether to draw in colour: on request, or on a terminal unless the environment says NO_COLOR."""
        if self is not ColourMode.AUTO:
            return self is ColourMode.ALWAYS
        return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def complete_game(incomplete: str) -> list[str]:
    """List the games that begin with what was typed."""
    return [name for name in all_games() if name.startswith(incomplete)]


def _games_typed(context: typer.Context) -> list[core.Game]:
    """Return the game that was typed before, or all games."""
    # While an option still lacks its value, the words before it are not sorted into parameters yet.
    words = (context.params.get("game"), *context.args)
    games = all_games()
    return [games[word] for word in words if word in games] or list(games.values())


def complete_option(context: typer.Context, incomplete: str) -> list[str]:
    """List the `name=value` words that begin with what was typed."""
    choices = (choice for game in _games_typed(context) for choice in game.options_type.CHOICES.items())
    words = (f"{name}={word}" for name, allowed in choices for word in allowed)
    return [word for word in words if word.startswith(incomplete)]


def complete_preset(context: typer.Context, incomplete: str) -> list[str]:
    """List the presets that begin with what was typed."""
    presets = dict.fromkeys(preset for game in _games_typed(context) for preset in game.options_type.PRESETS)
    return [preset for preset in presets if preset.startswith(incomplete)]


DEFAULT_GAME = next(iter(GAMES))
"""What commands are about that need a game and are told none."""

_GAMES = f"One of {', '.join(GAMES)}, or a game that an installed package brings."

File = Annotated[str, typer.Argument(metavar="FILE", help="A file of records, or - for standard input.")]
Game = Annotated[
    str | None,
    typer.Argument(metavar="GAME", help=_GAMES, autocompletion=complete_game),
]
GameWanted = Annotated[str, typer.Argument(metavar="GAME", help=_GAMES, autocompletion=complete_game)]
OptionWords = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-p",
        metavar="NAME=VALUE",
        help="An option of the game; may be repeated.",
        autocompletion=complete_option,
    ),
]
Preset = Annotated[
    str | None,
    typer.Option("--preset", metavar="NAME", help="A named set of options.", autocompletion=complete_preset),
]
Seed = Annotated[str | None, typer.Option("--seed", metavar="TEXT", help="Seed; the same text gives the same deal.")]
Words = Annotated[
    list[str] | None,
    typer.Option("--word", metavar="WORD", help="A seat's word for the deal, seat 1 first; may be repeated."),
]
Names = Annotated[
    list[str] | None, typer.Option("--name", metavar="NAME", help="A seat's name, seat 1 first; may be repeated.")
]
Colour = Annotated[
    ColourMode, typer.Option("--colour", "--color", help="Draw in colour; auto means on a terminal without NO_COLOR.")
]
Seat = Annotated[int | None, typer.Option("--seat", min=0, metavar="N", help="What seat N may know; 0 is a spectator.")]
Everything = Annotated[bool, typer.Option("--all", help="Show every hand in the record.")]
MoveNumber = Annotated[
    int | None, typer.Option("--move", min=0, metavar="M", help="After M moves, not after the last; 0 is the start.")
]
