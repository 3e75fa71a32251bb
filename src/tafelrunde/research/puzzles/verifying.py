"""Proving puzzles again by a second way: every turn is tried to the end, in most games by the Python rules."""

from __future__ import annotations

from collections.abc import Iterator

from tafelrunde.games.core import Position, Table, View
from tafelrunde.games.errors import TafelrundeError
from tafelrunde.records.record import read_record
from tafelrunde.records.replay import replay
from tafelrunde.research.puzzles.plain import DRAW, WIN
from tafelrunde.research.puzzles.puzzle import PROVED, Puzzle
from tafelrunde.research.puzzles.room import Room
from tafelrunde.research.puzzles.rooms import room_of

_WORTH = {"win": WIN, "draw": DRAW}


def objection(puzzle: Puzzle) -> str | None:
    """Say what is wrong with a puzzle; None if nothing is."""
    try:
        return next(_objections(puzzle), None)
    except TafelrundeError as error:
        return str(error)


def _objections(puzzle: Puzzle) -> Iterator[str]:
    played = replay(read_record(puzzle.record))
    table, room = played.final, room_of(played.game)
    if room is None or puzzle.game != played.game.name:
        yield "it is of another game than it says"
        return
    if len(puzzle.solution) % 2 == 0:
        yield "it does not end with an own move"
    if puzzle.right[0] != puzzle.solution[0]:
        yield "the solution does not begin with a right move"
    for move in (*puzzle.right, *puzzle.tempting):
        table.parse(move)
    if set(puzzle.tempting) & set(puzzle.right):
        yield "a right move is said to tempt"
    after = table
    for move in puzzle.refutation:
        after = after.play(move)
    if puzzle.kind in PROVED:
        if len(puzzle.own) < room.least_moves:
            yield "it is too short"
        if not isinstance(table, Position):
            yield "something is hidden"
            return
        yield from _proof(puzzle, table, room)
    elif puzzle.kind == "most":
        yield from _points(puzzle, table)
    else:
        assert isinstance(table, View)
        if room.doubt is not None and (doubt := room.doubt(puzzle, table)):
            yield doubt


def _proof(puzzle: Puzzle, position: Position, room: Room) -> Iterator[str]:
    """Try everything at every own step."""
    legal = 0
    for index, move in enumerate(puzzle.solution):
        if index % 2 == 0:
            legal = position.count_turns()
            if index == 0 and legal < 2:
                yield "there is nothing to choose"
            worth, kept = room.keeping(position)
            if worth != _WORTH[puzzle.kind]:
                yield f"before move {index + 1} the position is worth {worth}"
            if kept != [move]:
                yield f"move {index + 1} is {move}, but these keep the result: {' '.join(kept)}"
        position = position.play(move)
    if legal < 2:
        yield "the last move is forced"


def _points(puzzle: Puzzle, table: Table) -> Iterator[str]:
    """Count what every turn brings."""
    side = table.game.side(table.options, table.seat)
    points = {str(turn): table.apply(turn).outcome().points[side] for turn in table.turns()}
    best = {turn for turn, number in points.items() if number == max(points.values())}
    if best != set(puzzle.right):
        yield f"these bring the most: {' '.join(sorted(best))}"
