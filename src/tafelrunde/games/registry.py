"""The games this library knows, by name.

A game from elsewhere joins them by `register`, for as long as a program runs, or for good by an entry point of the
group `tafelrunde.games` in the package that brings it: a `Game`, or something that returns one when it is called.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from tafelrunde.games.core import MOST_SEATS, Game
from tafelrunde.games.errors import BadSetup, UnknownGame, quoted
from tafelrunde.games.schoko import Schoko
from tafelrunde.games.schokoly import Schokoly
from tafelrunde.games.tokan import Tokan

ENTRY_POINTS = "tafelrunde.games"
"""The group of entry points under which installed packages offer games."""

GAMES: dict[str, Game] = {game.name: game for game in (Tokan(), Schoko(), Schokoly())}

FIRST = next(iter(GAMES))
"""The game that is meant where a program names none."""


def register(game: Game) -> Callable[[], None]:
    """Add a game, and return what takes it away again.

    Raise BadSetup if it is none, if another one has its name, or if nobody plays against anybody.
    """
    if not isinstance(game, Game):
        raise BadSetup(f"a {type(game).__name__} is no game")
    if not game.numbers_of_seats() <= set(range(2, MOST_SEATS + 1)):
        raise BadSetup(f"a game has 2 to {MOST_SEATS} seats, which {quoted(game.name)} has not")
    if game.name in GAMES:
        raise BadSetup(f"there is a game {quoted(game.name)} already")
    GAMES[game.name] = game

    def undo() -> None:
        if GAMES.get(game.name) is game:
            del GAMES[game.name]

    return undo


def all_games() -> dict[str, Game]:
    """Return the games by name, those of installed packages included; raise BadSetup for one that cannot be used."""
    _discover()
    return GAMES


def find_game(name: str) -> Game:
    """Return the game of that name; raise UnknownGame."""
    # Looking through the installed packages takes a moment, which only a name that is not known here is worth.
    if name not in GAMES:
        all_games()
    try:
        return GAMES[name]
    except KeyError:
        raise UnknownGame(name, tuple(GAMES)) from None


@cache
def _discover() -> None:
    """Register the games of installed packages, once a process, all of them or none."""
    from importlib.metadata import entry_points

    registered: list[Callable[[], None]] = []
    for entry in entry_points(group=ENTRY_POINTS):
        try:
            found = entry.load()
            registered.append(register(found if isinstance(found, Game) else found()))
        except Exception as error:
            # Whoever asks again is told the same.
            for undo in registered:
                undo()
            # Whatever is wrong with a foreign package, the user has to know which one it is.
            raise BadSetup(f"the game {quoted(entry.value)} of an installed package cannot be used: {error}") from error
