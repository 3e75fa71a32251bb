"""The terminal game: several people at one keyboard, or somebody and the computer."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from tafelrunde.cli.io import Refused
from tafelrunde.cli.params import Colour, ColourMode, Game, Names, OptionWords, Preset, Seed, Words


def play(
    game: Game = None,
    *,
    option: OptionWords = None,
    preset: Preset = None,
    name: Names = None,
    seed: Seed = None,
    word: Words = None,
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="Keep the match in this file, or play it on.")
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            "--against", metavar="LEVEL", help="Play against the computer: from 1 to 8, or perfect where that is known."
        ),
    ] = None,
    colour: Colour = ColourMode.AUTO,
) -> None:
    """Play in this terminal, against the computer or with several people at one keyboard.

    You are asked for whatever you leave out. Secret hands are shown to one player at a time. The match is saved
    after every move, and the next start offers to resume it.

    Examples: tafelrunde play; tafelrunde play tokan --against 3; tafelrunde play schokoly
    --preset three --name Anna --name Ben --name Cleo
    """
    from tafelrunde.cli.dealing import check_texts, read_options
    from tafelrunde.cli.play import messages
    from tafelrunde.cli.play.players import read_level
    from tafelrunde.cli.play.saves import matches_folder
    from tafelrunde.cli.play.session import Request, Session
    from tafelrunde.cli.screen import Screen
    from tafelrunde.games.errors import quoted
    from tafelrunde.games.registry import find_game
    from tafelrunde.players.registry import PERFECT, has_perfect

    if game is None and (option or preset):
        raise Refused("options belong to a game: name it")
    rules = find_game(game) if game is not None else None
    options = read_options(rules, preset, option or ()) if rules and (option or preset) else None
    if not Screen.is_possible():
        raise Refused("play needs a terminal with a screen to hide hands on")
    level = None if against is None else read_level(against)
    if against is not None and level is None:
        raise Refused(f"{quoted(against)} is no level: levels go from 1 to 8, and some games know perfect")
    if rules and level == PERFECT and not has_perfect(rules):
        raise Refused(messages.NOT_PERFECT.format(title=rules.title))
    names, words = name or [], word or []
    check_texts(words, names, rules.seats(options) if rules and options else None)
    if len(set(names)) < len(names):
        raise Refused("two seats have the same name")
    request = Request(rules, options, names, words, seed, file, level)
    screen = Screen.of_terminal()
    session = Session(screen, matches_folder(os.environ), datetime.now().astimezone(), colour.resolve())
    try:
        with screen:
            session.run(request)
    except (EOFError, KeyboardInterrupt):
        typer.echo()
    for line in session.farewell():
        typer.echo(line)
