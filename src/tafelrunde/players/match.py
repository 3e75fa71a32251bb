"""One match between players, from the deal to the score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from tafelrunde.games.core import Game, Options, Position
from tafelrunde.players.base import NEVER, Budget, Choice, Player, Stop
from tafelrunde.records.record import Record
from tafelrunde.records.replay import new_record, redact


class Interrupted(Exception):
    """A match was stopped before its end."""


@dataclass(frozen=True)
class Seating:
    """Who plays what: a game with its options and deal, a player and a budget for each seat."""

    game: Game
    options: Options
    deal: str
    players: Sequence[Player]
    budgets: Sequence[Budget]


def play_match(
    seating: Seating, seed: str, stop: Stop = NEVER, *, notice: Callable[[Choice], object] = lambda _: None
) -> tuple[Record, Position]:
    """Play a deal to its end; the same seed and budgets of nodes give the same match.

    `notice` is called with every choice. Raise IllegalMove if a player chooses one, and Interrupted once `stop` is set.
    """
    position = seating.game.start(seating.options, seating.deal)
    names = {f"Seat{seat}": player.name for seat, player in enumerate(seating.players, start=1)}
    record = new_record(seating.game, seating.options, seating.deal, **names)
    chances = [Random(f"{seed}/{seat}") for seat in range(len(seating.players))]
    while not position.is_over:
        seat = position.seat
        choice = seating.players[seat].choose(
            position.view(seat),
            seating.budgets[seat],
            chances[seat],
            stop=stop,
            history=partial(redact, record, seat),
        )
        if stop.is_set():
            raise Interrupted
        position = position.play(choice.move)
        notice(choice)
        record = record.with_move(choice.move)
    return record.with_tags(Result="-".join(map(str, position.outcome().points))), position
