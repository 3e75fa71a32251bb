"""What a solution of TOKAN shows, read off the board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tafelrunde.games.tokan.board import NO_CELL, SIDE
from tafelrunde.games.tokan.moves import Step as Run
from tafelrunde.games.tokan.position import TokanPosition
from tafelrunde.research.puzzles.tokan.lines import Step

_ANIMALS = {"m": "mouse", "j": "jackal", "l": "lion"}
_LENGTHS = {2: "two-moves", 3: "three-moves"}


def themes(steps: list[Step], worth: int, tie_break: bool) -> tuple[str, ...]:
    """Return the themes of a solution, sorted."""
    found = {_LENGTHS.get(len(steps), "long")}
    if worth == 0:
        found.add("hold")
    if tie_break:
        found.add("tie-break")
    for step in steps:
        found.update(_of_move(step.position, step.move))
    last = steps[-1].position.play(steps[-1].move)
    if last.is_over:
        found.add("last-move")
    return tuple(sorted(found))


def _of_move(position: TokanPosition, text: str) -> Iterator[str]:
    run = position.parse(text)
    assert isinstance(run, Run)
    tower, target = position.towers[run.source], position.towers[run.target]
    after = position.apply(run)
    yield _ANIMALS[tower[-1].lower()]
    if run.carried:
        yield "carry"
    yield "bury" if SIDE[target[-1]] != position.side else "build"
    if len(tower) == run.carried + 1 and after.towers[run.source]:
        yield "close-gap"
    freed = replace(after, taboo=NO_CELL)
    if len(freed.turns()) > len(after.turns()):
        yield "taboo"
