"""The questions before a match: play on or begin, which game, which options, who plays."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from tafelrunde.cli.dealing import MAX_NAME
from tafelrunde.cli.play import messages
from tafelrunde.cli.play.match import LocalMatch
from tafelrunde.cli.play.players import computer_name, read_level
from tafelrunde.cli.play.rooms import line_of, role_of, room_of
from tafelrunde.cli.play.saves import Save, running_matches
from tafelrunde.cli.screen import Screen
from tafelrunde.games.core import Game, Options
from tafelrunde.games.registry import all_games

T = TypeVar("T")

MOST_RESUMABLE = 9


def choose(screen: Screen, heading: str, choices: Sequence[tuple[T, str]]) -> T:
    """Let somebody choose by number; Enter takes the first."""
    screen.say(heading)
    for number, (_, label) in enumerate(choices, start=1):
        screen.say(messages.CHOICE_LINE.format(number=number, label=label))
    while True:
        answer = screen.ask(messages.CHOICE_QUESTION) or "1"
        if answer in map(str, range(1, len(choices) + 1)):
            return choices[int(answer) - 1][0]
        screen.say(messages.NOT_A_CHOICE)


def choose_resumable(screen: Screen, folder: Path, game: Game | None) -> tuple[Save, LocalMatch] | None:
    """Offer the matches that are not finished; None where there is none or a new one is wanted."""
    running, damaged = running_matches(folder)
    for file, error in damaged:
        screen.say(messages.CANNOT_RESUME.format(file=file, reason=error))
    offered = [pair for pair in running if game in (None, pair[1].game)][:MOST_RESUMABLE]
    if not offered:
        return None
    screen.say(messages.RESUME_HEADING)
    for number, (_, match) in enumerate(offered, start=1):
        screen.say(messages.CHOICE_LINE.format(number=number, label=describe(match)))
    while True:
        answer = screen.ask(messages.RESUME_QUESTION)
        if not answer:
            return None
        if answer in map(str, range(1, len(offered) + 1)):
            return offered[int(answer) - 1]


def wants_to_resume(screen: Screen, match: LocalMatch) -> bool:
    """Ask whether a match is played on."""
    return screen.ask(messages.RESUME_FILE.format(line=describe(match))).lower() not in messages.NO


def describe(match: LocalMatch) -> str:
    """Return one line about a match."""
    return messages.RESUME_LINE.format(
        title=match.game.title, names=messages.AND.join(match.names), moves=len(match.moves)
    )


def choose_game(screen: Screen) -> Game:
    """Let the players choose a game."""
    return choose(screen, messages.WHICH_GAME, [(game, line_of(game)) for game in all_games().values()])


def choose_options(screen: Screen, game: Game) -> Options:
    """Let the players choose a preset, or every option that has a meaning beside those chosen before."""
    kind, room = game.options_type, room_of(game)
    if not kind.CHOICES:
        return kind()
    names = {**messages.PRESETS, **room.presets}
    presets: list[tuple[str | None, str]] = [(preset, names.get(preset, preset)) for preset in kind.PRESETS]
    chosen = choose(screen, messages.WHICH_PRESET.format(title=game.title), [*presets, (None, messages.OWN_CHOICE)])
    if chosen is not None:
        return kind.read(kind.PRESETS[chosen])
    words: dict[str, str] = {}
    for option, allowed in kind.CHOICES.items():
        if option in kind.read(words).applicable():
            heading = messages.WHICH_OPTION.format(option=room.options.get(option, option))
            words[option] = choose(screen, heading, [(word, room.choices.get(word, word)) for word in allowed])
    return kind.read(words)


def choose_names(screen: Screen, game: Game, options: Options, given: Sequence[str]) -> list[str]:
    """Ask for the names that were not given; everybody has a different one, and a number is a computer's level."""
    from tafelrunde.players.registry import PERFECT, has_perfect

    names = list(given)
    perfect = has_perfect(game)
    computers = messages.LEVELS_AND_PERFECT if perfect else messages.LEVELS
    for seat in range(len(names), game.seats(options)):
        role = role_of(game, seat)
        default = messages.DEFAULT_NAME.format(number=seat + 1)
        while True:
            question = messages.NAME_QUESTION.format(role=role, default=default, computers=computers)
            name = screen.ask(question) or default
            level = read_level(name)
            if level is not None and (perfect or level != PERFECT):
                name = computer_name(level, names)
            if not name.isprintable() or len(name) > MAX_NAME:
                screen.say(messages.NAME_UNUSABLE.format(limit=MAX_NAME))
            elif name in names:
                screen.say(messages.NAME_TAKEN)
            else:
                break
        names.append(name)
    return names
