"""Attempts at puzzles by somebody with an account. Results follow from the moves: nobody's own claim is trusted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tafelrunde.games.errors import TafelrundeError
from tafelrunde.records.record import read_record
from tafelrunde.records.replay import replay
from tafelrunde.research.puzzles.corpus import by_id
from tafelrunde.research.puzzles.puzzle import Puzzle
from tafelrunde.server.live.host import Host
from tafelrunde.server.match.refusal import Code, Refusal
from tafelrunde.server.people.callers import Caller
from tafelrunde.server.wire.puzzles import AttemptShown, AttemptTold, StandingShown, TrainingShown
from tafelrunde.store.people.puzzles import Attempt, Standing, count_attempt, solver_of


def came_of(puzzle: Puzzle, moves: Sequence[str], shown: bool) -> bool:
    """Return whether the solver's moves solved a puzzle; only the last of them may be wrong.

    Raise Refusal if they cannot be an attempt: moves are missing, go on after a mistake, or are illegal.
    """
    own = puzzle.own
    if len(moves) > len(own):
        raise Refusal("bad-message", "the puzzle has fewer moves")
    for index, move in enumerate(moves):
        right = puzzle.right if index == 0 else own[index : index + 1]
        if move not in right:
            if index + 1 < len(moves):
                raise Refusal("bad-message", "a puzzle ends with the first wrong move")
            _check_legal(puzzle, index, move)
            return False
    if len(moves) < len(own) and not shown:
        raise Refusal("bad-message", "nothing came of it yet: moves are missing")
    return not shown


def _check_legal(puzzle: Puzzle, index: int, move: str) -> None:
    """Make sure that a wrong move can be made where it is said to have been made; raise Refusal."""
    try:
        table = replay(read_record(puzzle.record)).final
        for before in puzzle.solution[: 2 * index]:
            table = table.play(before)
        table.parse(move)
    except TafelrundeError:
        raise Refusal("illegal", "a move is not legal there") from None


def standing_shown(standing: Standing) -> StandingShown:
    """Return how strong somebody is as clients get it."""
    rating, deviation, volatility = standing.strength
    return StandingShown(rating, deviation, volatility, standing.tried, standing.solved)


async def training(host: Host, caller: Caller) -> StandingShown:
    """Return how strong somebody is at puzzles."""
    account = caller.account.id
    return standing_shown(await host.store.ask(lambda: solver_of(account)))


class Judged(NamedTuple):
    """What came of an attempt."""

    told: AttemptTold
    solved: bool = False
    rating: int = 0
    """How hard the puzzle is by itself."""
    refusal: Code | None = None


def judge(told: Sequence[AttemptTold]) -> list[Judged]:
    """Return what came of attempts. It takes a moment: whole records are replayed for wrong moves."""
    puzzles = by_id()
    judged = []
    for one in told:
        puzzle = puzzles.get(one.puzzle)
        try:
            if puzzle is None:
                raise Refusal("not-found", "there is no such puzzle")
            judged.append(Judged(one, came_of(puzzle, one.moves, one.shown), puzzle.rating))
        except Refusal as refusal:
            judged.append(Judged(one, refusal=refusal.refusal))
    return judged


async def count(host: Host, caller: Caller, judged: Sequence[Judged]) -> TrainingShown:
    """Count attempts in their order, each once; one that cannot be counted does not keep the others from it.

    Raise Refusal if the account is gone.
    """
    shown: list[AttemptShown] = []
    for one, solved, rating, refusal in judged:
        if refusal is not None:
            shown.append(AttemptShown(one.id, refusal=refusal))
            continue
        counted = await _count(host, caller, one, solved, rating)
        if counted is None:
            raise Refusal("signed-out", "the account is gone")
        shown.append(AttemptShown(one.id, counted.solved, counted.rated))
    return TrainingShown(await training(host, caller), shown)


async def _count(host: Host, caller: Caller, told: AttemptTold, solved: bool, rating: int) -> Attempt | None:
    at = min(told.at, host.now())
    moves = " ".join(told.moves)
    attempt = Attempt(caller.account.id, told.id, told.puzzle, moves, told.shown, solved, True, at)
    return await host.store.transact(lambda: count_attempt(attempt, rating))
