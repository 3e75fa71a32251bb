"""Mining: matches of the levels, or records, searched for puzzles on all cores or on a cluster, resumable.

What a task found is one line of a file, written as soon as it is there. A task that has a line is not done again; a
line that was cut off is passed over.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tafelrunde.games.core import Position
from tafelrunde.games.errors import BadOptions
from tafelrunde.games.registry import find_game
from tafelrunde.players.base import Budget
from tafelrunde.players.registry import find_player
from tafelrunde.records.record import read_record
from tafelrunde.records.replay import new_record, replay
from tafelrunde.research.puzzles.puzzle import Puzzle
from tafelrunde.research.puzzles.room import Moment, Room
from tafelrunde.research.puzzles.rooms import room_of
from tafelrunde.research.spread import spread

WILD = 0.08
"""How often a move of a match is drawn at random, so that matches differ and mistakes are made."""
BATCH = 8
"""How many matches a task has."""


@dataclass(frozen=True)
class Found:
    """What came of a task."""

    task: str
    puzzles: tuple[Puzzle, ...]
    dropped: Counter[str]
    seconds: float
    """Of a processor."""

    def line(self) -> str:
        """Return it as a line of the file."""
        rows = [puzzle.row() for puzzle in self.puzzles]
        return json.dumps(
            {"task": self.task, "puzzles": rows, "dropped": self.dropped, "seconds": round(self.seconds, 3)},
            ensure_ascii=False,
        )


def played(game: str, seed: str, number: int, hard: bool = False) -> list[Moment]:
    """Play match `number` of a seed, every move by a level drawn at random; return it moment by moment."""
    room, rules = _room(game), find_game(game)
    rng = Random(f"{seed}/{game}/{number}")
    options = rules.options_type.parse(room.presets[number % len(room.presets)])
    deal = rules.deal(options, rng)
    position, record = rules.start(options, deal), new_record(rules, options, deal)
    moments: list[Moment] = []
    while not position.is_over:
        moments.append(Moment(position, record))
        level = find_player(str(rng.choice(room.hard_levels if hard else room.levels)))
        chosen = level.choose(position.view(position.seat), Budget(), Random(rng.getrandbits(32))).move
        move = rng.choice(position.turns()) if rng.random() < WILD else room.vary(position, chosen, rng)
        position, record = position.play(move), record.with_move(move)
    return moments


def _room(game: str) -> Room:
    room = room_of(find_game(game))
    if room is None:
        raise BadOptions("game", "nobody looks for puzzles of it")
    return room


def mine_matches(game: str, seed: str, number: int, hard: bool = False) -> Found:
    """Do task `number`: some matches of the levels, in which only hard puzzles are looked for if asked."""
    matches = (played(game, seed, BATCH * number + i, hard) for i in range(BATCH))
    return _mine(game, _task(seed, hard, number), matches, hard)


def _task(seed: str, hard: bool, number: int) -> str:
    return f"{'hard ' if hard else ''}{seed}/{number}"


def mine_record(text: str) -> Found:
    """Look for puzzles in an open record; raise RecordError, or BadOptions where something is hidden."""
    found = replay(read_record(text))
    record = new_record(found.game, found.options, found.deal)
    moments: list[Moment] = []
    for table, move in zip(found.tables(), found.moves, strict=False):
        if not isinstance(table, Position):
            raise BadOptions("from", "only open records can be looked into")
        moments.append(Moment(table, record))
        record = record.with_move(move)
    return _mine(found.game.name, _name(text), [moments])


def _name(record: str) -> str:
    """Return the name of the task that looks into a record."""
    return f"record {sha256(record.encode()).hexdigest()[:16]}"


def _mine(game: str, task: str, matches: Iterable[list[Moment]], hard: bool = False) -> Found:
    start = time.process_time()
    dropped: Counter[str] = Counter()
    puzzles: list[Puzzle] = []
    for number, moments in enumerate(matches):
        puzzles += _room(game).find(moments, Random(f"{task}/{number}"), dropped, hard)
        dropped["matches"] += 1
    return Found(task, tuple(puzzles), dropped, time.process_time() - start)


def read_found(file: Path) -> Iterator[Found]:
    """Read what was found so far."""
    if not file.exists():
        return
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            try:
                words = json.loads(line)
                puzzles = tuple(
                    Puzzle.of({name: str(value) for name, value in row.items()}) for row in words["puzzles"]
                )
                yield Found(words["task"], puzzles, Counter(words["dropped"]), words["seconds"])
            except (ValueError, KeyError):
                continue


class Plan(NamedTuple):
    """Which matches to look at: tasks of a seed."""

    game: str
    seed: str
    tasks: range
    hard: bool = False
    """Whether only hard ones are looked for, in matches of stronger levels."""


class Work(NamedTuple):
    """Who does the tasks, where what they find goes, and who is told how many are done."""

    pool: Executor
    workers: int
    out: Path
    show: Callable[[int], object]


def run(work: Work, plan: Plan) -> None:
    """Mine the tasks that the file does not know yet and add what they find to it."""
    _room(plan.game)
    tasks = {_task(plan.seed, plan.hard, number): number for number in plan.tasks}
    _do(work, partial(mine_matches, plan.game, plan.seed, hard=plan.hard), tasks)


def run_records(work: Work, records: list[str]) -> None:
    """Do the same with open records."""
    _do(work, mine_record, {_name(record): record for record in records})


def _do(work: Work, mine: Callable[[Any], Found], tasks: Mapping[str, Any]) -> None:
    work.out.parent.mkdir(parents=True, exist_ok=True)
    done = {found.task for found in read_found(work.out)}
    todo = [task for name, task in tasks.items() if name not in done]
    count = len(tasks) - len(todo)
    with work.out.open("a", encoding="utf-8") as lines:
        for _, found in spread(work.pool, work.workers, mine, todo):
            lines.write(found.line() + "\n")
            lines.flush()
            count += 1
            work.show(count)
