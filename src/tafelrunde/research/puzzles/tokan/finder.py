"""Finding puzzles in matches of TOKAN."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

from tafelrunde.games.core import Position
from tafelrunde.games.tokan.position import TokanPosition
from tafelrunde.native.tokan_search import Limits as SearchLimits
from tafelrunde.native.tokan_search import Settings, search
from tafelrunde.native.tokan_solver import Solver
from tafelrunde.records.replay import new_record
from tafelrunde.research.puzzles.grading import Task, grade, solves, tempting
from tafelrunde.research.puzzles.puzzle import Puzzle, name_of
from tafelrunde.research.puzzles.room import Moment, Room
from tafelrunde.research.puzzles.tokan.lines import MOST_POSITIONS, Lines, Unproved, texts_of, without_forced_end
from tafelrunde.research.puzzles.tokan.themes import themes
from tafelrunde.research.puzzles.tokan.twins import twin_key

MEMORY = 32 << 20
LATEST, EARLIEST = 3, 14
"""Moves before the end of a match between which puzzles are looked for."""
HARD_LATEST, HARD_EARLIEST = 8, 18
"""Where they are looked for if they are to be hard."""
HARD_POSITIONS = 600_000
"""What proving all moves of a position may take then."""
EASY = 5
"""A level that does not find the answer of a hard one, at least at one try."""
LEAST_MOVES = 2


@cache
def _solver() -> Solver:
    return Solver(MEMORY, 1)


def look(position: Position, nodes: int) -> str:
    """Return what the search chooses with this many nodes."""
    assert isinstance(position, TokanPosition)
    return search(position, Settings(), SearchLimits(nodes)).moves[0].move


def find(moments: Sequence[Moment], rng: Random, dropped: Counter[str], hard: bool = False) -> Iterator[Puzzle]:
    """Yield the puzzles of a match, the earliest first; a later one is not the end of an earlier one."""
    lines = Lines(_solver(), HARD_POSITIONS if hard else MOST_POSITIONS)
    latest, earliest = (HARD_LATEST, HARD_EARLIEST) if hard else (LATEST, EARLIEST)
    seen: set[TokanPosition] = set()
    for moment in moments[max(0, len(moments) - earliest) : max(0, len(moments) - latest + 1)]:
        position, seed = moment.position, str(rng.getrandbits(32))
        assert isinstance(position, TokanPosition)
        dropped["looked-at"] += 1
        if position.draft is not None or position in seen:
            dropped["part-of-another"] += 1
            continue
        try:
            puzzle = _puzzle_at(position, lines, seed, seen, dropped, hard=hard)
        except Unproved:
            dropped["unproved"] += 1
            continue
        if puzzle is not None:
            yield puzzle


def _puzzle_at(
    position: TokanPosition, lines: Lines, seed: str, seen: set[TokanPosition], dropped: Counter[str], *, hard: bool
) -> Puzzle | None:
    here = lines.keeping(position)
    if here.worth < 0:
        dropped["lost"] += 1
        return None
    if not here.only:
        dropped["several-answers" if here.legal > 1 else "forced"] += 1
        return None
    steps = without_forced_end(lines.solution(position))
    if len(steps) < LEAST_MOVES:
        dropped["too-short"] += 1
        return None
    wrong = tempting(position, here.kept, seed)
    if not wrong:
        dropped["nothing-tempts"] += 1
        return None
    seen.update(step.position for step in steps)
    task = Task([step.position for step in steps], [(step.move,) for step in steps])
    if hard and solves(task, EASY, seed):
        dropped["easy"] += 1
        return None
    graded = grade(task, seed, look)
    solved = _solver().solve(position, margin=True)
    record = new_record(position.game, position.options, str(position))
    return Puzzle(
        name_of(twin_key(position)),
        position.game.name,
        "win" if here.worth > 0 else "draw",
        str(record),
        texts_of(steps),
        here.kept,
        *graded,
        themes(steps, here.worth, tie_break=solved.value.low == solved.value.high == 1),
        wrong,
        (wrong[0], *_refutation(position, wrong[0])),
    )


def _refutation(position: TokanPosition, wrong: str) -> tuple[str, ...]:
    """Return best play on both sides after a wrong move."""
    after = position.play(wrong)
    return () if after.is_over else _solver().solve(after, line=True).line


@cache
def _plain_solver() -> Solver:
    """Return a solver that remembers nothing and tries everything."""
    return Solver(0, 1)


def keeping(position: Position) -> tuple[int, list[str]]:
    """Prove all moves without a table."""
    assert isinstance(position, TokanPosition)
    worths = {move: value.low for move, value in _plain_solver().values(position).items() if value.exact}
    signs = {move: (low > 0) - (low < 0) for move, low in worths.items()}
    best = max(signs.values())
    return best, [move for move, sign in signs.items() if sign == best]


ROOM = Room(
    ("scoring=towers", "scoring=heads"), (2, 3, 4, 5, 6), (5, 6, 7), find, least_moves=LEAST_MOVES, keeping=keeping
)
