"""The command that counts a table of a real game."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from tafelrunde.cli.dealing import read_options
from tafelrunde.cli.io import Refused, write
from tafelrunde.cli.params import Colour, ColourMode, GameWanted, OptionWords, Preset
from tafelrunde.cli.play.rooms import guide_for
from tafelrunde.games.registry import find_game

MAX_TABLE = 10_000
"""A longer text is no table."""


def count(
    game: GameWanted,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table, or - for standard input.")],
    *,
    option: OptionWords = None,
    preset: Preset = None,
    colour: Colour = ColourMode.AUTO,
) -> None:
    """Score a table after a game with the real box: draw it, explain the points, say who won.

    For the chocolate games, a table is the colours of the sides and every card as placed, with * for a smartie on
    it; for TOKAN it is the position. A table that cannot arise in play is refused, with the reason.

    Example: tafelrunde count schoko "D,W DDDW@0,0 DDDW@2,0 DDWWs^1,0"
    """
    rules = find_game(game)
    options = read_options(rules, preset, option or ())
    text = sys.stdin.read(MAX_TABLE + 1) if table == "-" else table
    if len(text) > MAX_TABLE:
        raise Refused(f"a table has at most {MAX_TABLE} characters")
    laid = rules.lay(options, " ".join(text.split()))
    sides = len(laid.outcome().points)
    names = [f"side {side + 1}" for side in range(sides)]
    lines = [*laid.diagram(colour.resolve()).rstrip().splitlines(), "", *guide_for(laid).score(names)]
    outcome = laid.outcome()
    if not outcome.over:
        lines.append(f"The game is not over: {names[rules.side(options, laid.seat)]} can move.")
    else:
        lines.append("A draw." if outcome.winner is None else f"{names[outcome.winner]} wins.".capitalize())
    write("\n".join(lines) + "\n")
