"""Balanced starts: positions to begin a match with that are proved to be fair, or to be won by a single move."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tafelrunde.games.core import Chance, Game, Options
from tafelrunde.games.errors import BadOptions
from tafelrunde.players.room import BalancedStart
from tafelrunde.players.rooms import room_of


def has_balanced_starts(game: Game, options: Options) -> bool:
    """Return whether balanced starts of a game are known with some options."""
    room = room_of(game)
    return room.balanced is not None and bool(room.balanced.of(options))


def balanced_starts(game: Game, options: Options) -> Sequence[BalancedStart]:
    """List the balanced starts of a game with some options; raise BadOptions where there are none."""
    room = room_of(game)
    found = room.balanced.of(options) if room.balanced is not None else ()
    if not found:
        raise BadOptions("balanced", f"no balanced starts of {game.title} are known with these options")
    return found


def draw_start(game: Game, options: Options, chance: Chance, seen: Sequence[str] = ()) -> tuple[BalancedStart, str]:
    """Draw a start and an image of it; those whose ids were seen come last. Raise BadOptions."""
    found = balanced_starts(game, options)
    fresh = [start for start in found if start.id not in seen]
    # Once all were seen they come again, but for the last one.
    drawn = fresh or [start for start in found if start.id not in seen[-1:]] or list(found)
    start = drawn[chance.randrange(len(drawn))]
    return start, _image(game, options, start, chance)


def start_of_round(game: Game, options: Options, seed: str, number: int) -> str:
    """Return the start of a round of many: all are gone through before one comes again. Raise BadOptions."""
    found = balanced_starts(game, options)
    turn, place = divmod(number, len(found))
    order = Random(f"{seed}/starts").sample(found, len(found))
    return _image(game, options, order[place], Random(f"{seed}/starts/{turn}/{place}"))


def images_of(game: Game, options: Options, start: BalancedStart) -> list[str]:
    """List a start in all its mirrors, itself first."""
    balanced = room_of(game).balanced
    return [start.start] if balanced is None else balanced.images(options, start)


def _image(game: Game, options: Options, start: BalancedStart, chance: Chance) -> str:
    found = images_of(game, options, start)
    return found[chance.randrange(len(found))]
