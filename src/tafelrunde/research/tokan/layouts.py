"""How fair are the starts of TOKAN? Layouts, dealt or drafted, solved one by one, and what they say together.

A layout is solved with a limit. What is not solved by then is estimated: the solver plays both sides on, with a small
limit a move, until it reaches a position that it can solve, and that result stands for the start's. Solved and
estimated layouts are counted apart. Every layout is estimated, the solved ones too, so that a study tells how far its
estimates can be trusted.

Every thread works at a layout of its own, so that a study with a limit of positions, one size of memory and one number
of threads says the same every time.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from math import sqrt
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from statistics import NormalDist
from typing import IO, Any, Self

from tafelrunde.games.errors import BadOptions, quoted
from tafelrunde.games.tokan import TokanOptions, TokanPosition
from tafelrunde.native.tokan import NativePosition
from tafelrunde.native.tokan_solver import LEAST_MEMORY, Limits, Result, Solver
from tafelrunde.players.base import Budget
from tafelrunde.players.registry import find_player
from tafelrunde.research.spread import spread

__all__ = [
    "Layout",
    "Progress",
    "Share",
    "Study",
    "Tally",
    "estimate",
    "layout_of",
    "look_at",
    "run",
    "run_spread",
    "wilson",
]

RESULTS: tuple[Result, ...] = ("win", "draw", "loss")
_CONFIDENCE = 0.95
_LOOK_EVERY = 0.25
_DRAFTING = "8"
"""The player that lays both sides' tiles of a draft."""
_DRAFTING_NODES = 160_000
"""Its limit a tile, so that the same number of a study is the same start everywhere."""


@dataclass(frozen=True)
class Study:
    """Which layouts are looked at, and how long at each: what has to stay the same when a study is resumed."""

    seed: int = 1
    scoring: str = "towers"
    gaps: str = "contiguous"
    positions: int | None = None
    seconds: float | None = None
    positions_a_move: int = 500_000
    """The limit of a move in an estimate."""
    setup: str = "random"
    """Where starts come from: `random` deals them, `draft` lets the strongest level lay them for both sides."""

    @property
    def options(self) -> TokanOptions:
        """The house rules; raise BadOptions for words that they do not know."""
        return TokanOptions.read({"scoring": self.scoring, "gaps": self.gaps, "setup": self.setup})


@dataclass(frozen=True)
class Layout:
    """A start and what became of it, seen by the player who moves first."""

    number: int
    start: str
    result: Result
    """Proved, or `unknown` when the limit was reached first."""
    estimate: Result
    """What playing on led to."""
    positions: int
    seconds: float
    memory: int
    """The bytes that the solver had for it."""

    @classmethod
    def read(cls, words: dict[str, Any]) -> Self:
        """Read a line of a study's file; raise ValueError."""
        try:
            layout = cls(**words)
        except TypeError as error:
            raise ValueError(error) from None
        if layout.result not in (*RESULTS, "unknown") or layout.estimate not in RESULTS:
            raise ValueError("no such result")
        return layout


@dataclass(frozen=True)
class Progress:
    """How far a study is: layouts done and wanted, and positions looked at by those at work."""

    done: Sequence[Layout]
    wanted: int
    positions: int


Show = Callable[[Progress], None]


def layout_of(study: Study, number: int) -> TokanPosition:
    """Deal or draft a layout of a study; numbers count from 0."""
    seed = (study.seed << 32) + number
    start = NativePosition.deal(seed, study.options).to_python()
    player, chance = find_player(_DRAFTING), Random(seed)
    while start.draft is not None:
        placing = player.choose(start.view(start.seat), Budget(nodes=_DRAFTING_NODES), chance).move
        start = start.play(placing)
    return start


def estimate(solver: Solver, start: TokanPosition, keep_on: Callable[[], bool], positions: int) -> Result:
    """Play both sides on until a position is solved, and return what that means for the side to move at the start.

    It is a guess, never a proof. Gives `unknown` only when `keep_on` says so.
    """
    here = start
    while True:
        solution = solver.solve(here, Limits(positions=positions, tick=lambda _: keep_on()))
        if solution.exact or not keep_on():
            value = solution.value if here.seat == start.seat else -solution.value
            return value.result
        assert solution.best is not None
        here = here.apply(here.game.parse_move(solution.best))


# -- counting ----------------------------------------------------------------------------------------------------------


def wilson(hits: int, of: int, confidence: float = _CONFIDENCE) -> tuple[float, float]:
    """Return Wilson's interval for a share of which `hits` of `of` samples were seen."""
    if not of:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = hits / of
    centre = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return max(0.0, centre - half), min(1.0, centre + half)


@dataclass(frozen=True)
class Share:
    """How many of some layouts had a result, with the interval for all layouts there are."""

    count: int
    of: int

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval."""
        return wilson(self.count, self.of)

    def __str__(self) -> str:
        low, high = self.interval
        percent = f"{100 * self.count / self.of:.0f} % [{100 * low:.0f}, {100 * high:.0f}]" if self.of else "-"
        return f"{self.count} of {self.of}, {percent}"


@dataclass(frozen=True)
class Tally:
    """What layouts say together."""

    layouts: Sequence[Layout]

    @property
    def solved(self) -> list[Layout]:
        """Those whose result is proved."""
        return [layout for layout in self.layouts if layout.result != "unknown"]

    def proved(self, result: Result) -> Share:
        """How many of the solved ones have a result."""
        return Share(sum(layout.result == result for layout in self.solved), len(self.solved))

    def estimated(self, result: Result) -> Share:
        """How many of the unsolved ones are estimated at a result."""
        left = [layout for layout in self.layouts if layout.result == "unknown"]
        return Share(sum(layout.estimate == result for layout in left), len(left))

    def together(self, result: Result) -> Share:
        """How many of all have a result, proved or estimated."""
        return Share(self.proved(result).count + self.estimated(result).count, len(self.layouts))

    @property
    def agreement(self) -> Share:
        """How many of the solved ones were estimated right."""
        return Share(sum(layout.estimate == layout.result for layout in self.solved), len(self.solved))


# -- running -----------------------------------------------------------------------------------------------------------


@dataclass
class _Team:
    """Solvers that take turns, and a word to stop them all."""

    study: Study
    solvers: SimpleQueue[Solver]
    memory: int
    stopped: threading.Event = field(default_factory=threading.Event)
    at_work: dict[int, int] = field(default_factory=dict)

    def look_at(self, number: int) -> Layout | None:
        """Solve one layout; None if it was stopped."""
        solver = self.solvers.get()
        try:
            return self._look_at(solver.forget(), number)
        finally:
            self.at_work.pop(number, None)
            self.solvers.put(solver)

    def _look_at(self, solver: Solver, number: int) -> Layout | None:
        start = layout_of(self.study, number)

        def tick(positions: int) -> bool:
            self.at_work[number] = positions
            return not self.stopped.is_set()

        guess = estimate(solver, start, lambda: not self.stopped.is_set(), self.study.positions_a_move)
        if self.stopped.is_set():
            return None
        solution = solver.forget().solve(start, Limits(self.study.seconds, self.study.positions, tick))
        if self.stopped.is_set() and not solution.exact:
            return None
        return Layout(
            number, str(start), solution.result, guess, solution.positions, round(solution.seconds, 3), self.memory
        )


def run(
    study: Study,
    count: int,
    file: Path | None = None,
    *,
    memory: int = 1 << 30,
    threads: int = 0,
    show: Show | None = None,
) -> list[Layout]:
    """Look at the first `count` layouts of a study and return them in order.

    A file keeps what is done, a line of JSON a layout, and is gone on with; raise BadOptions if it holds another study
    or cannot be used. `memory` bytes are shared by as many solvers as there are threads (0: all cores). Interrupting
    loses only the layouts at work.
    """
    if study.positions is None and study.seconds is None:
        raise BadOptions("positions", "a study needs a limit, of positions or of seconds")
    Limits(study.seconds, study.positions).check()
    workers = threads or os.cpu_count() or 1
    share = memory // workers
    if share < LEAST_MEMORY:
        raise BadOptions("memory", f"{workers} threads need at least {workers * LEAST_MEMORY >> 20} MiB")
    with _log(study, file) as (done, log):
        numbers = [number for number in range(count) if number not in done]
        team = _Team(study, SimpleQueue(), share)
        for _ in range(min(workers, len(numbers))):
            team.solvers.put(Solver(share, threads=1))
        with ThreadPoolExecutor(workers) as pool:
            ended: SimpleQueue[Future[Layout | None]] = SimpleQueue()
            for number in numbers:
                pool.submit(team.look_at, number).add_done_callback(ended.put)
            try:
                for layout in _as_done(ended, len(numbers), lambda: _tell(show, done, count, team)):
                    done[layout.number] = layout
                    if log is not None:
                        log.write(json.dumps(asdict(layout)) + "\n")
                        log.flush()
                    _tell(show, done, count, team)
            finally:
                team.stopped.set()
                pool.shutdown(wait=False, cancel_futures=True)
    return [done[number] for number in sorted(done) if number < count]


def look_at(task: tuple[Study, int, int]) -> Layout:
    """Solve one layout of a study, by its number, with this many bytes of memory; what a machine of a cluster does."""
    study, number, memory = task
    team = _Team(study, SimpleQueue(), memory)
    team.solvers.put(Solver(memory, threads=1))
    layout = team.look_at(number)
    assert layout is not None
    return layout


def run_spread(
    study: Study,
    count: int,
    file: Path | None,
    pool: tuple[Executor, int],
    *,
    memory: int = 1 << 30,
    show: Show | None = None,
) -> list[Layout]:
    """Look at layouts like `run`, on a pool of this many workers, each with `memory` bytes; raise BadOptions."""
    if study.positions is None and study.seconds is None:
        raise BadOptions("positions", "a study needs a limit, of positions or of seconds")
    Limits(study.seconds, study.positions).check()
    if memory < LEAST_MEMORY:
        raise BadOptions("memory", f"a worker needs at least {LEAST_MEMORY >> 20} MiB")
    with _log(study, file) as (done, log):
        tasks = [(study, number, memory) for number in range(count) if number not in done]
        for _, layout in spread(*pool, look_at, tasks):
            done[layout.number] = layout
            if log is not None:
                log.write(json.dumps(asdict(layout)) + "\n")
                log.flush()
            if show is not None:
                show(Progress([known for known in done.values() if known.number < count], count, 0))
    return [done[number] for number in sorted(done) if number < count]


def _tell(show: Show | None, done: dict[int, Layout], count: int, team: _Team) -> None:
    if show is not None:
        show(Progress([layout for layout in done.values() if layout.number < count], count, sum(team.at_work.values())))


def _as_done(ended: SimpleQueue[Future[Layout | None]], count: int, waiting: Callable[[], None]) -> Iterator[Layout]:
    """Give layouts as they come; `waiting` is called now and then.

    Waiting for the futures themselves would hold their locks for moments, and an interrupt in such a moment would keep
    them locked for good.
    """
    while count:
        try:
            layout = ended.get(timeout=_LOOK_EVERY).result()
        except Empty:
            pass
        else:
            count -= 1
            if layout is not None:
                yield layout
        waiting()


@contextmanager
def _log(study: Study, file: Path | None) -> Iterator[tuple[dict[int, Layout], IO[str] | None]]:
    """Open the file of a study behind what it holds; raise BadOptions."""
    if file is None:
        yield {}, None
        return
    try:
        log = file.open("a+", encoding="utf-8", newline="\n")
    except OSError as error:
        raise BadOptions("out", f"cannot use {quoted(str(file))}: {error.strerror}") from error
    with log:
        done, end = _read_log(study, file)
        # A line that was cut off in the middle is written anew.
        log.truncate(end)
        if end == 0:
            log.write(_head(study))
            log.flush()
        yield done, log


def _read_log(study: Study, file: Path) -> tuple[dict[int, Layout], int]:
    """Return what a file holds, and how many of its bytes are whole lines; raise BadOptions."""
    head, *lines = file.read_bytes().splitlines(keepends=True) or [b""]
    expected = _head(study).encode()
    if not head.endswith(b"\n"):
        if not expected.startswith(head):
            raise BadOptions("out", f"{quoted(str(file))} is no file of layouts")
        return {}, 0
    if head != expected:
        raise BadOptions("out", f"{quoted(str(file))} holds something else: {quoted(head.decode(errors='replace'))}")
    done: dict[int, Layout] = {}
    end = len(head)
    for line in lines:
        if not line.endswith(b"\n"):
            break
        try:
            layout = Layout.read(json.loads(line))
        except (ValueError, TypeError):
            raise BadOptions("out", f"{quoted(str(file))} has a line that is no layout") from None
        done[layout.number] = layout
        end += len(line)
    return done, end


def _head(study: Study) -> str:
    words = asdict(study)
    if study.setup == "random":
        # As studies were written when there were no others.
        del words["setup"]
    return json.dumps({"study": words}) + "\n"
