"""What computers know of a game: its room among the players, filled by one value a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol

from tafelrunde.games.core import Move, Options, Position, Table, View
from tafelrunde.players.base import NEVER, Budget, Choice, Player, Stop
from tafelrunde.players.judgement import Analysis, PositionAnalysis, Show
from tafelrunde.players.strength import Ladder
from tafelrunde.records.record import Record

Tick = Callable[[int], bool]
"""Is told the number of positions looked at, from time to time; returns whether to continue."""


class PlainSearch(Protocol):
    """A tree search (UCT) with random games and no knowledge of a game: a yardstick."""

    def __call__(self, view: View, seed: int, *, games: int, seconds: float, stop: Stop) -> Choice:
        """Choose after this many random games or seconds, 0 for no such limit; one of the two is given."""


class Analyst(Protocol):
    """Somebody who judges moves of a game."""

    def analyse(self, record: Record, budget: Budget, stop: Stop = NEVER, show: Show | None = None) -> Analysis:
        """Judge every turn of a record."""

    def judge(self, table: Table, budget: Budget, stop: Stop = NEVER) -> PositionAnalysis:
        """Judge the moves of the seat that decides next."""


class LuckOf(Protocol):
    """Somebody who judges what the cards of a match gave."""

    def __call__(
        self, start: Position, moves: Sequence[Move], seed: int = 1, *, stop: Stop = NEVER
    ) -> tuple[float, ...]:
        """Return what they gave each side, as a part of a win; the same every time. Raise NativeMissing.

        Its mean over all cards that could have come is zero, whoever plays.
        """


class Solution(Protocol):
    """What is certain of a position, seen by the side to move."""

    @property
    def result(self) -> Literal["win", "draw", "loss", "unknown"]:
        """What the side to move gets with best play on both sides."""

    @property
    def exact(self) -> bool:
        """Whether that is certain."""

    @property
    def margin(self) -> int | None:
        """The points it leads by then, if known exactly."""

    @property
    def best(self) -> str | None:
        """A move that keeps the result, or the most promising one; None if the game is over."""

    @property
    def line(self) -> tuple[str, ...]:
        """Best play on both sides, as far as it was looked for."""

    @property
    def positions(self) -> int:
        """The number of positions looked at."""

    @property
    def seconds(self) -> float:
        """How long it took."""


class Solver(Protocol):
    """Solves positions one after the other; what it learns from one helps with the next."""

    def solve(
        self, table: Table, seconds: float | None, *, tick: Tick | None = None, margin: bool = False, line: bool = False
    ) -> Solution:
        """Find out who wins, with `margin` by how much, and with `line` how; raise BadSetup for what it cannot take."""

    def prove(self, table: Table, solution: Solution, *, tick: Tick | None = None) -> bytes | None:
        """Write a file that shows a solution to whoever checks it by the rules alone; None if stopped or too large."""


class Solving(Protocol):
    """The ability to solve positions of a game."""

    def objection(self, table: Table) -> str | None:
        """Say why a position cannot be solved; None if it can."""

    def open(self, memory: int | None, threads: int) -> Solver:
        """Return a solver with this many bytes (None: what is usual) and threads (0: all cores).

        Raise NativeMissing, or BadOptions for what cannot be had.
        """


Balance = Literal["draw", "only"]
"""With best play on both sides a draw, or won by whoever moves first with exactly one move."""


class BalancedStart(NamedTuple):
    """A start that is balanced, and what is proved of it."""

    id: str
    kind: Balance
    start: str
    """The value of the record's tag for a deal."""


class BalancedStarts(Protocol):
    """The balanced starts that are known of a game."""

    def of(self, options: Options) -> Sequence[BalancedStart]:
        """List those that go with some options; none where nobody has looked."""

    def images(self, options: Options, start: BalancedStart) -> list[str]:
        """List a start as it looks in all mirrors, itself first: the same to play, and not to be recognised."""


@dataclass(frozen=True)
class Room:
    """What computers know of a game."""

    level: Callable[[int], Player]
    """Returns the player of a level from 1 to 8."""
    search: PlainSearch
    analyst: Analyst | None = None
    """None for a game whose moves nobody judges."""
    solving: Solving | None = None
    """None for a game that cannot be solved."""
    perfect: Player | None = None
    """Thinks until it knows; None where that would never be, and level 8 plays instead."""
    linear: Player | None = None
    """The strongest level without its net, a yardstick; None where no net judges."""
    luck: LuckOf | None = None
    """None for a game in which nothing is drawn, or nobody judges it."""
    ladders: Mapping[str, Ladder] = field(default_factory=dict)
    """By game and form, as in `tokan heads`: how strong the levels are, where that was measured."""
    balanced: BalancedStarts | None = None
    """None for a game of which no balanced starts are known."""
