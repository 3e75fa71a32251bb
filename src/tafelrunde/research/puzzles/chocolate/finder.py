"""Finding puzzles in matches of the chocolate games with two players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import log2, sqrt
from operator import attrgetter
from random import Random

from tafelrunde.games.chocolate.moves import Placement
from tafelrunde.games.chocolate.position import ChocolatePosition, ChocolateView
from tafelrunde.games.core import Move, Position, View
from tafelrunde.native.chocolate import NativePosition
from tafelrunde.native.chocolate_search import Limits, Settings, search, search_open
from tafelrunde.players.chocolate.analysis import SETTINGS as JUDGING
from tafelrunde.players.chocolate.levels import SETTINGS as LEVELS
from tafelrunde.players.chocolate.levels import Form
from tafelrunde.players.registry import HIGHEST
from tafelrunde.records.replay import redact
from tafelrunde.research.puzzles.chocolate.themes import themes
from tafelrunde.research.puzzles.chocolate.twins import twin_key
from tafelrunde.research.puzzles.grading import Grade, Task, choice, grade, rating_of, tempting, weakest
from tafelrunde.research.puzzles.plain import Plain, try_everything
from tafelrunde.research.puzzles.puzzle import Kind, Puzzle, name_of
from tafelrunde.research.puzzles.room import Moment, Room

MOST_HELD = 3
"""An end is proved from this many cards on, in both hands together."""
MOST_TURNS = {1: 4_000, 2: 1_500, 3: 130}
"""The most turns a position may have, by the cards still held: more would take too long to prove twice."""
HARD_TURNS = {3: 260, 4: 130}
"""The same where hard puzzles are looked for."""
EASY = (1, 2, 3)
"""None of these levels may find the answer of a hard puzzle."""
MOST_NODES = 4_000_000
MOST_AHEAD = 3
"""A side that leads by more than this has more than one way to win."""
LAST_WITHOUT = 2
"""For this many turns at the end no smartie is kept."""
ENDS = 10
"""How often the end of a match is played, each time differently."""
MOST_ENDS = 3
"""The most puzzles from the ends of one match, with different numbers of cards."""
FIRST_ASKED = 10
"""How many turns of a long end are tried first: if several of them win, the end is no puzzle."""
GRADING_NODES = 1 << 14

SMALL = range(3, 10)
"""How many cards are on the table where a puzzle asks for the most points."""
LEAST_GAIN = 2
"""How much more the best turn must bring there than the next."""

HIDDEN_STACK = range(1, 4)
"""How many cards are in the stack where a puzzle asks for the best chance."""
HIDDEN_SHARE = 0.04
"""The share of matches in which one does: judging it takes as long as proving many ends."""
WORLDS = 128
OTHER_WORLDS = 48
"""Deals in which a verdict is checked again."""
CANDIDATES = 8
_HIDDEN = JUDGING._replace(candidates=CANDIDATES, depth=12)
"""How a hidden hand is judged: played on to the end, or nearly so."""
ENOUGH = 0.03
"""A turn whose chance is this close to the best one's is good as well."""
APART = 0.12
"""How much worse than the best a tempting turn must be."""


def look(position: Position, nodes: int) -> str:
    """Return what the strongest level chooses with this many nodes."""
    assert isinstance(position, ChocolatePosition)
    view = position.view(position.seat)
    return search(view, LEVELS[Form.of(view)][HIGHEST], 1, Limits(nodes)).judged[0].move


def find(moments: Sequence[Moment], rng: Random, dropped: Counter[str], hard: bool = False) -> Iterator[Puzzle]:
    """Yield the puzzles of a match: one small board, one hidden hand, and the ends that have one answer.

    If they are to be hard, ends alone.
    """
    small = rng.choice(SMALL)
    hidden = rng.choice(HIDDEN_STACK) if rng.random() < HIDDEN_SHARE else -1
    for moment in moments:
        position, seed = moment.position, str(rng.getrandbits(32))
        assert isinstance(position, ChocolatePosition)
        if len(position.hands) != 2 or None in position.colours:
            continue
        if not position.stack:
            yield from _ends(moment, rng, dropped, hard)
            return
        if hard:
            continue
        if len(position.field.cards) == small:
            yield from _most(moment, position, seed, dropped)
        elif len(position.stack) == hidden:
            yield from _chance(moment, position, seed, dropped)


def _ends(moment: Moment, rng: Random, dropped: Counter[str], hard: bool) -> Iterator[Puzzle]:
    """Play the end of a match several times, and yield the positions with one answer."""
    most_turns = HARD_TURNS if hard else MOST_TURNS
    found: dict[int, Puzzle] = {}
    for _ in range(ENDS):
        position, record = moment
        assert isinstance(position, ChocolatePosition)
        while not position.is_over and len(found) < MOST_ENDS:
            held = sum(map(len, position.hands))
            if held in most_turns and held not in found:
                for puzzle in _win(Moment(position, record), position, str(rng.getrandbits(32)), dropped, hard):
                    found[held] = puzzle
            chosen = position.parse(choice(position, rng.choice(ROOM.levels), str(rng.getrandbits(32))))
            move = spend(position, chosen, rng)
            position, record = position.play(move), record.with_move(move)
    yield from found.values()


def _win(moment: Moment, position: ChocolatePosition, seed: str, dropped: Counter[str], hard: bool) -> Iterator[Puzzle]:
    dropped["looked-at"] += 1
    turns = [str(turn) for turn in position.turns()]
    if len(turns) < 2:
        dropped["forced"] += 1
        return
    if len(turns) > (HARD_TURNS if hard else MOST_TURNS)[sum(map(len, position.hands))]:
        dropped["too-many-turns"] += 1
        return
    side = position.rules.side(position.to_move)
    points = position.outcome().points
    if points[side] - points[1 - side] > MOST_AHEAD:
        dropped["already-ahead"] += 1
        return
    limits = Limits(MOST_NODES)
    if len(turns) > FIRST_ASKED:
        best = search_open(position, Settings(), 1, limits)
        if best.exact and best.judged[0].chance < 1:
            dropped["not-won"] += 1
            return
        if hard and any(choice(position, level, seed) == best.judged[0].move for level in EASY):
            dropped["easy"] += 1
            return
        first = search_open(position, Settings(), 1, limits, asked=[one.move for one in best.judged[:FIRST_ASKED]])
        if first.exact and sum(one.chance == 1 for one in first.judged) > 1:
            dropped["several-answers"] += 1
            return
    answer = search_open(position, Settings(), 1, limits, asked=turns)
    if not answer.exact:
        dropped["unproved"] += 1
        return
    winning = [one.move for one in answer.judged if one.chance == 1]
    if len(winning) != 1:
        dropped["several-answers" if winning else "not-won"] += 1
        return
    puzzle = _puzzle("win", moment, position, seed, tuple(winning))
    refutation: tuple[str, ...] = ()
    if puzzle.tempting:
        refutation = (puzzle.tempting[0], *_best_line(position.play(puzzle.tempting[0])))
    yield replace(puzzle, refutation=refutation)


def _best_line(position: ChocolatePosition) -> Iterator[str]:
    """Yield best play on both sides to the end."""
    while not position.is_over:
        best = search_open(position, Settings(), 1, Limits(MOST_NODES)).judged[0].move
        yield best
        position = position.play(best)


def _most(moment: Moment, position: ChocolatePosition, seed: str, dropped: Counter[str]) -> Iterator[Puzzle]:
    dropped["small-boards"] += 1
    side = position.rules.side(position.to_move)
    points: dict[Placement, int] = {}
    for turn in position.turns():
        if isinstance(turn, Placement) and turn.smartie is None:
            points[turn] = position.apply(turn).outcome().points[side]
    best = max(points.values(), default=0)
    right = [turn for turn, number in points.items() if number == best]
    others = [number for number in points.values() if number < best]
    if len(right) != 1 or not others or best - max(others) < LEAST_GAIN:
        dropped["small-boards-equal"] += 1
        return
    (turn,) = right
    secured = [str(other) for other in position.turns() if isinstance(other, Placement) and _plain(other) == turn]
    yield _puzzle("most", moment, position, seed, tuple(dict.fromkeys((str(turn), *secured))))


def _plain(turn: Placement) -> Placement:
    """Return a turn without the smartie that goes along; it changes no points now."""
    return turn._replace(smartie=None)


def _chance(moment: Moment, position: ChocolatePosition, seed: str, dropped: Counter[str]) -> Iterator[Puzzle]:
    dropped["hidden-hands"] += 1
    view = position.view(position.seat)
    first = search(view, _HIDDEN._replace(worlds=24), 1, Limits(12_000)).judged
    asked = [one.move for one in first if one.worlds][:CANDIDATES]
    asked += [move for move in tempting(position, asked, seed) if move not in asked]
    judged = search(view, _HIDDEN._replace(worlds=WORLDS), 2, Limits(10**9), asked=asked).judged
    best = judged[0].chance
    good = tuple(one.move for one in judged if one.chance >= best - ENOUGH)
    apart = [one.move for one in judged if one.chance <= best - APART]
    if not apart or len(good) > 2 or not 0.05 < best < 0.98:
        dropped["hidden-hands-equal"] += 1
        return
    puzzle = _puzzle("chance", moment, position, seed, good)
    grades = " ".join(f"{one.move}={100 * one.chance:.0f}±{_error(one.chance, one.worlds):.0f}" for one in judged)
    yield replace(puzzle, grades=grades)


def _error(chance: float, worlds: int) -> float:
    """Return the half width of the 95 per cent interval of a chance, in hundredths."""
    return 100 * 1.96 * sqrt(max(chance * (1 - chance), 0.25 / worlds) / worlds)


def _puzzle(kind: Kind, moment: Moment, position: ChocolatePosition, seed: str, right: tuple[str, ...]) -> Puzzle:
    record = moment.record if kind == "win" else redact(moment.record, position.seat)
    return Puzzle(
        name_of(f"{kind} {twin_key(position)}"),
        position.game.name,
        kind,
        str(record),
        right[:1],
        right,
        *_grade(kind, position, seed, right),
        themes(position, right[0]),
        tempting(position, right, seed),
        (),
    )


def end_grade(position: ChocolatePosition, level: int) -> Grade:
    """Grade an end: the strongest level solves it in no time, so the lines of play that there are count as nodes."""
    nodes = position.count_turns() ** sum(map(len, position.hands))
    return Grade(rating_of(level, nodes), level, nodes)


def _grade(kind: Kind, position: ChocolatePosition, seed: str, right: tuple[str, ...]) -> Grade:
    task = Task([position], [right])
    if kind == "win":
        return end_grade(position, weakest(task, seed))
    if kind == "chance":
        return grade(task, seed, look, GRADING_NODES)
    # Levels do not play for the points of the moment; what counts is among how many places one has to look.
    turns = position.count_turns()
    return Grade(round(350 + 60 * log2(turns)) + 150 * ("^" in right[0]), weakest(task, seed), turns)


def spend(position: Position, move: Move, rng: Random) -> Move:
    """Spend a smartie now and then, so that none is left at the end.

    With one to spare, every winning card would also win with the smartie on it, and no answer would be the only one.
    """
    if not isinstance(position, ChocolatePosition) or not isinstance(move, Placement):
        return move
    seat = position.to_move
    turns = len(position.hands[seat]) + len(position.stack) // len(position.hands)
    spare = turns - LAST_WITHOUT
    if move.tier > 1 or move.smartie is not None or rng.random() * max(1, spare) >= position.smarties[seat]:
        return move
    return move._replace(smartie=(move.x, move.y))


def doubt(puzzle: Puzzle, view: View) -> str | None:
    """Judge the graded turns in other deals; return what is wrong if a good one is beaten by more than by chance."""
    assert isinstance(view, ChocolateView)
    asked = [grade.partition("=")[0] for grade in puzzle.grades.split()]
    judged = search(view, _HIDDEN._replace(worlds=OTHER_WORLDS), 3, Limits(10**9), asked=asked).judged
    chances = {one.move: one.chance for one in judged}
    worst = min(chances[move] for move in puzzle.right)
    best = max(chances.values())
    allowed = ENOUGH + 2 * _error(best, OTHER_WORLDS) / 100
    return None if best - worst <= allowed else f"in other deals {worst:.2f} is far from {best:.2f}"


def keeping(position: Position) -> tuple[int, list[str]]:
    """Try everything, by the Python rules up to two cards and by the native ones with more."""
    assert isinstance(position, ChocolatePosition)
    if sum(map(len, position.hands)) < MOST_HELD:
        return try_everything(position)
    # With two players each seat is a side.
    return Plain(NativePosition.play, attrgetter("seat")).keeping(NativePosition(position))


ROOM = Room(("standard",), (2, 3, 4, 5, 6), (4, 5, 6), find, spend, doubt=doubt, keeping=keeping)
