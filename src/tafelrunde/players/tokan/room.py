"""What computers know of TOKAN."""

from __future__ import annotations

from tafelrunde.games.core import Table, View
from tafelrunde.games.tokan import TokanPosition, TokanTable, TokanView
from tafelrunde.games.tokan.proof import Claim, Reach, pack
from tafelrunde.native import tokan_search
from tafelrunde.native.tokan_solver import Limits, Solution, Solver
from tafelrunde.players.base import Choice, Stop
from tafelrunde.players.room import Room, Tick
from tafelrunde.players.room import Solution as Answer
from tafelrunde.players.tokan.analysis import TokanAnalyst
from tafelrunde.players.tokan.levels import tokan_level, tokan_perfect
from tafelrunde.players.tokan.starts import TokanStarts
from tafelrunde.players.tokan.strength import LADDERS


def plain_search(view: View, seed: int, *, games: int, seconds: float, stop: Stop) -> Choice:
    """Take the move that was visited most."""
    assert isinstance(view, TokanView)
    visits = tokan_search.plain_uct(view, seed, tokan_search.Limits(games, seconds, stop))
    return Choice(view.parse(visits.moves[0].move), nodes=visits.nodes)


class TokanSolver:
    """The native solver, asked as solvers of all games are."""

    def __init__(self, memory: int | None, threads: int) -> None:
        self._solver = Solver(memory, threads)

    def solve(
        self, table: Table, seconds: float | None, *, tick: Tick | None = None, margin: bool = False, line: bool = False
    ) -> Solution:
        """Find out who wins, with `margin` by how much, and with `line` how; raise BadSetup for a draft."""
        assert isinstance(table, TokanTable)
        return self._solver.solve(table, Limits(seconds, tick=tick), margin=margin, line=line)

    def prove(self, table: Table, solution: Answer, *, tick: Tick | None = None) -> bytes | None:
        """Write a proof that `tafelrunde check` verifies; None if stopped or too large."""
        assert isinstance(table, TokanTable)
        position = TokanPosition(table.options, table.towers, table.side, taboo=table.taboo)
        claims: list[tuple[Claim, bytes]] = []
        for side, reach in CLAIMS[solution.result]:
            player = position.side ^ side
            choices = self._solver.certificate(position, player, 1 if reach == "win" else 0, tick=tick)
            if choices is None:
                return None
            claims.append((Claim("b" if player else "r", reach, len(choices)), choices))
        return pack(position, claims) if claims else None


CLAIMS: dict[str, list[tuple[int, Reach]]] = {
    "win": [(0, "win")],
    "loss": [(1, "win")],
    "draw": [(0, "draw"), (1, "draw")],
    "unknown": [],
}
"""What has to be shown for a result: who (0 is the side to move) reaches what."""


class TokanSolving:
    """Every position of TOKAN whose field is laid can be solved, given the time."""

    def objection(self, table: Table) -> str | None:
        """Say that a field is still being laid."""
        assert isinstance(table, TokanTable)
        return "a field that is still being laid cannot be solved" if table.draft is not None else None

    def open(self, memory: int | None, threads: int) -> TokanSolver:
        """Return a solver; raise NativeMissing or BadOptions."""
        return TokanSolver(memory, threads)


TOKAN = Room(
    tokan_level,
    plain_search,
    TokanAnalyst(),
    TokanSolving(),
    perfect=tokan_perfect(),
    ladders=LADDERS,
    balanced=TokanStarts(),
)
