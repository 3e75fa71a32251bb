"""Analysis of TOKAN: every legal move solved where that can be done in time, else estimated.

Records are gone through from their end: late positions are solved quickly, and what the solver learnt of them helps
with the earlier ones.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from tafelrunde.games.core import Table
from tafelrunde.games.tokan import TokanTable
from tafelrunde.native.tokan_search import CERTAIN, Settings, Sight, search, search_draft
from tafelrunde.native.tokan_search import Limits as SearchLimits
from tafelrunde.native.tokan_solver import Limits, Result, Solver, Value
from tafelrunde.players.base import NEVER, Budget, Stop
from tafelrunde.players.judgement import Analysis, JudgedTurn, MoveValue, PositionAnalysis, Show
from tafelrunde.players.pace import Pace
from tafelrunde.players.tokan.exact import UNKNOWN
from tafelrunde.records.record import Record
from tafelrunde.records.replay import replay

MEMORY = 64 << 20
"""Bytes for what is remembered during one analysis."""

DEFAULT_NODES = 2_000_000
MARGIN_SHARE = 4
"""The exact margins may take this part of the nodes on top."""

ESTIMATE_SHARE = 20
"""An estimate takes this part of the nodes, or of the time at this many a second."""
NODES_A_SECOND = 2_000_000
MOST_ESTIMATING = 200_000
DRAFTS_A_MOVE = 20
DRAFT_NODE = 16
CHANCES: dict[Result, float] = {"win": 1.0, "draw": 0.5, "loss": 0.0}


class TokanAnalyst:
    """Judges TOKAN, drafts included."""

    def analyse(self, record: Record, budget: Budget, stop: Stop = NEVER, show: Show | None = None) -> Analysis:
        """Judge every turn of a record; raise RecordError or NativeMissing. A stop leaves the first turns out."""
        played = replay(record)
        tables = list(played.tables())
        total = len(played.moves)
        bench = _Bench(budget, stop, total)
        turns: list[JudgedTurn] = []
        for index in reversed(range(total)):
            table = tables[index]
            assert isinstance(table, TokanTable)
            judged = bench.judge(table)
            if stop.is_set():
                break
            turns.append(_turn(index + 1, str(played.moves[index]), judged))
            if show is not None:
                show(total - index, total)
        turns.reverse()
        complete = len(turns) == total
        sides = _sides(played.final, turns) if complete and played.final.is_over else ()
        return Analysis(played.game.name, tuple(turns), sides, complete)

    def judge(self, table: Table, budget: Budget, stop: Stop = NEVER) -> PositionAnalysis:
        """Judge every legal move; raise NativeMissing."""
        assert isinstance(table, TokanTable)
        return _Bench(budget, stop, 1).judge(table)


class _Bench:
    """A solver with its limits, for the positions of one match, the last first."""

    def __init__(self, budget: Budget, stop: Stop, turns: int) -> None:
        # One thread finds the same every time; with a clock nobody asks for that.
        timed = budget.seconds is not None
        self._solver = Solver(MEMORY, 0 if timed else 1)
        self._nodes = None if timed else budget.nodes or DEFAULT_NODES
        self._stop = stop
        self._pace = Pace(budget.seconds, turns, stop, time.monotonic) if budget.seconds is not None else None
        self._share = 0.0 if budget.seconds is None else budget.seconds / max(1, turns)
        self._fresh = True

    def judge(self, table: TokanTable) -> PositionAnalysis:
        """Judge a position within its share of the limits."""
        name = table.game.name
        if self._pace is not None and not self._fresh:
            self._share = self._pace.next_turn()
        self._fresh = False
        if table.is_over:
            return PositionAnalysis(name, table.seat, (), (), exact=True, details={"result": None, "margin": None})
        values = self._values(table) if table.draft is None else {str(move): UNKNOWN for move in table.turns()}
        open_ = not all(value.exact for value in values.values())
        estimates, guess = self._estimates(table) if open_ else ({}, ())
        moves = [_move_value(move, value, estimates.get(move, 0.5)) for move, value in values.items()]
        moves.sort(key=_worth, reverse=True)
        best = moves[0]
        # A win is enough; for anything less all other moves must be known to be no better.
        exact = best.exact and (best.chance == 1.0 or all(move.exact for move in moves))
        line = self._line(table, best.move) if exact else guess if guess[:1] == (best.move,) else (best.move,)
        details = {"result": best.details["result"] if exact else "unknown", "margin": best.details["margin"]}
        return PositionAnalysis(name, table.seat, tuple(moves), line, exact, details)

    def _values(self, table: TokanTable) -> dict[str, Value]:
        values = self._solver.values(table, self._limits())
        if not all(value.exact for value in values.values()) or self._stopped():
            return values
        # The margins are asked for one after the other: what is known by then stays known.
        measured = self._solver.values(table, self._limits(MARGIN_SHARE), margin=True)
        return {move: both if (both := measured[move]).exact else value for move, value in values.items()}

    def _estimates(self, table: TokanTable) -> tuple[dict[str, float], tuple[str, ...]]:
        """Return the chances of all moves by search, for those that are not solved, and the line it thinks best."""
        nodes = self._nodes if self._nodes is not None else int(self._share * NODES_A_SECOND)
        nodes = max(1, min(nodes // ESTIMATE_SHARE, MOST_ESTIMATING))
        if table.draft is not None:
            drafts = max(nodes // DRAFT_NODE, DRAFTS_A_MOVE * table.count_turns())
            visits = search_draft(table, Sight.ALL, 1, SearchLimits(drafts))
            return {one.move: one.chance for one in visits.moves}, (visits.moves[0].move,)
        found = search(table, Settings(near=CERTAIN), SearchLimits(nodes))
        return {one.move: one.chance for one in found.moves}, tuple(found.line)

    def _line(self, table: TokanTable, best: str) -> tuple[str, ...]:
        after = table.play(table.parse(best))
        return best, *self._solver.solve(after, self._limits(MARGIN_SHARE), line=True).line

    def _limits(self, part: int = 1) -> Limits:
        nodes = None if self._nodes is None else max(1, self._nodes // part)
        return Limits(positions=nodes, tick=lambda _: not self._stopped())

    def _stopped(self) -> bool:
        return self._stop.is_set() if self._pace is None else self._pace.is_set()


def _move_value(move: str, value: Value, estimate: float) -> MoveValue:
    chance = CHANCES[value.result] if value.exact else _within(estimate, value)
    return MoveValue(move, chance, value.exact, {"result": value.result, "margin": value.margin})


def _within(chance: float, value: Value) -> float:
    """Return an estimate that does not contradict what is known for certain."""
    if value.low >= 0:
        return max(chance, CHANCES["draw"])
    return min(chance, CHANCES["draw"]) if value.high <= 0 else chance


def _worth(move: MoveValue) -> tuple[float, int]:
    return move.chance, move.details["margin"] or 0


def _turn(number: int, move: str, judged: PositionAnalysis) -> JudgedTurn:
    best = judged.moves[0]
    played = next(one for one in judged.moves if one.move == move)
    known = judged.exact and played.exact
    changed = played.details["result"] != judged.details["result"] if known else None
    details: dict[str, Any] = {
        "result": played.details["result"],
        "margin": played.details["margin"],
        "best_result": judged.details["result"],
        "best_margin": judged.details["margin"],
        "changed": changed,
        "line": list(judged.line),
        "moves": [one.to_json() for one in judged.moves],
    }
    note = f"{judged.details['result']} becomes {played.details['result']}" if changed else ""
    better = best if best.chance > played.chance else played
    return JudgedTurn(number, judged.seat, move, played.chance, better.move, best.chance, known, note, details)


def _sides(final: Table, turns: Sequence[JudgedTurn]) -> tuple[dict[str, Any], ...]:
    outcome = final.outcome()
    sides = []
    for side, points in enumerate(outcome.points):
        own = [turn for turn in turns if turn.seat == side]
        result = outcome.share(side)
        loss = round(sum(turn.loss for turn in own), 4)
        mistakes = sum(turn.details["changed"] is True for turn in own)
        sides.append({"points": points, "result": result, "loss": loss, "mistakes": mistakes})
    return tuple(sides)
