"""Analysis of any game: of a whole record, or of one moment of it.

A budget of nodes counts for every turn and gives the same answer every time; one of seconds is for all turns together.
"""

from __future__ import annotations

from tafelrunde.games.core import Game, Table
from tafelrunde.games.errors import BadOptions
from tafelrunde.players.base import NEVER, Budget, Stop
from tafelrunde.players.judgement import Analysis, PositionAnalysis, Show
from tafelrunde.players.room import Analyst
from tafelrunde.players.rooms import room_of
from tafelrunde.records.record import Record, RecordError
from tafelrunde.records.replay import replay

__all__ = ["Analysis", "PositionAnalysis", "analyse", "analyse_position", "judge"]


AS_USUAL = Budget()


def analyse(record: Record, *, budget: Budget = AS_USUAL, stop: Stop = NEVER, show: Show | None = None) -> Analysis:
    """Judge every turn of a record, reporting progress to `show`.

    Once `stop` is set, what was judged so far is returned. Raise RecordError for a broken record, NotOpen for one that
    hides cards, BadOptions for a game that nobody judges, NativeMissing without the native core.
    """
    return _analyst(replay(record).game).analyse(record, budget, stop, show)


def judge(table: Table, *, budget: Budget = AS_USUAL, stop: Stop = NEVER) -> PositionAnalysis:
    """Judge the moves of the seat that decides next; raise BadSetup if its cards are hidden, or what `analyse` does."""
    return _analyst(table.game).judge(table, budget, stop)


def analyse_position(
    record: Record, move: int | None = None, *, budget: Budget = AS_USUAL, stop: Stop = NEVER
) -> PositionAnalysis:
    """Judge the table after this many moves of a record, or after the last; raise RecordError and what `judge` does."""
    played = replay(record)
    number = len(played.moves) if move is None else move
    if not 0 <= number <= len(played.moves):
        raise RecordError(1, f"it has {len(played.moves)} moves, not {number}")
    table = played.start
    for one in played.moves[:number]:
        table = table.apply(one)
    return judge(table, budget=budget, stop=stop)


def _analyst(game: Game) -> Analyst:
    analyst = room_of(game).analyst
    if analyst is None:
        raise BadOptions("game", f"there is no analysis of {game.title}")
    return analyst
