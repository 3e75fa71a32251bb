"""The chocolate games behind the one door of all analyses: turns count by what the player could know."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from tafelrunde.games.chocolate.position import ChocolatePosition, ChocolateView
from tafelrunde.games.core import Table
from tafelrunde.games.errors import BadSetup
from tafelrunde.native.chocolate_search import Judged, Limits, search
from tafelrunde.players.base import NEVER, Budget, Stop
from tafelrunde.players.chocolate import analysis
from tafelrunde.players.judgement import (
    WORTH_A_WORD,
    Analysis,
    JudgedTurn,
    MoveValue,
    PositionAnalysis,
    Show,
)
from tafelrunde.players.pace import Pace
from tafelrunde.records.record import Record

FEW_WORLDS = 8
SOLVED_NODES = 4 * analysis.DEFAULT_NODES


class ChocolateAnalyst:
    """Judges Scho K.O. and Schokoly."""

    def analyse(self, record: Record, budget: Budget, stop: Stop = NEVER, show: Show | None = None) -> Analysis:
        """Judge every turn of an open record; raise RecordError, NotOpen or NativeMissing."""
        nodes = budget.nodes or analysis.DEFAULT_NODES
        if budget.seconds is None:
            judged = analysis.analyse(record, nodes, stop, show)
        else:
            pace = Pace(budget.seconds, len(record.moves), stop, time.monotonic)

            def next_turn(done: int, total: int) -> None:
                pace.next_turn()
                if show is not None:
                    show(done, total)

            judged = analysis.analyse(record, nodes, pace, next_turn)
        return Analysis(
            record.tags["Game"],
            tuple(map(_turn, judged.turns)),
            tuple(asdict(side) for side in judged.sides),
            complete=len(judged.turns) == len(record.moves),
        )

    def judge(self, table: Table, budget: Budget, stop: Stop = NEVER) -> PositionAnalysis:
        """Judge the candidates of the seat that decides, by what it can know; raise BadSetup or NativeMissing."""
        game = table.game.name
        if table.is_over:
            return PositionAnalysis(game, table.seat, (), (), exact=True)
        view = table.view(table.seat) if isinstance(table, ChocolatePosition) else table
        assert isinstance(view, ChocolateView)
        if view.observer != view.seat:
            raise BadSetup(f"the cards of seat {view.seat + 1}, who decides next, are hidden")
        limits = Limits(budget.nodes or 0, budget.seconds or 0.0, stop)
        if budget.nodes is None and budget.seconds is None:
            limits = limits._replace(nodes=analysis.DEFAULT_NODES)
        settings = analysis.settings_for(view)
        answer = search(view, settings, 1, limits)
        judged = [one for one in answer.judged if one.worlds]
        if not judged:
            # Too little to try anything in a world: the best by evaluation are tried in a few.
            asked = [one.move for one in answer.judged[: settings.candidates]]
            judged = search(view, settings._replace(worlds=FEW_WORLDS), 1, Limits(), asked=asked).judged
        if answer.exact:
            return _solved(view, judged)
        moves = tuple(MoveValue(one.move, one.chance, exact=False, details=_lead(one)) for one in judged)
        return PositionAnalysis(game, table.seat, moves, (moves[0].move,), exact=False)


def _solved(view: ChocolateView, judged: Sequence[Judged]) -> PositionAnalysis:
    """Judge what the search of an open end says of the best move for the next ones too.

    It is certain of the best alone; of the others it knows that they are no better.
    """
    asked = [one.move for one in judged[1 : analysis.SETTINGS.candidates]]
    answer = search(view, analysis.SETTINGS, 1, Limits(SOLVED_NODES), asked=asked) if asked else None
    moves = [MoveValue(judged[0].move, judged[0].chance, exact=True, details=_lead(judged[0]))]
    if answer is not None:
        moves += [MoveValue(one.move, one.chance, answer.exact, _lead(one)) for one in answer.judged]
    return PositionAnalysis(view.game.name, view.seat, tuple(moves), (moves[0].move,), exact=True)


def _lead(one: Judged) -> dict[str, float]:
    return {"lead": round(one.lead, 2)}


def _turn(turn: analysis.Decision) -> JudgedTurn:
    known, truth = turn.known, turn.truth
    notes = [f"before it {known.offer}"] if known.offer else []
    if truth.loss >= WORTH_A_WORD:
        notes.append(f"open cards: {100 * truth.chance:.1f}, lost {100 * truth.loss:.1f}, better {truth.best}")
    return JudgedTurn(
        turn.number,
        turn.seat,
        turn.move,
        known.chance,
        known.best,
        known.best_chance,
        known.exact,
        "; ".join(notes),
        {"known": _plain(known), "truth": _plain(truth)},
    )


def _plain(verdict: analysis.Verdict) -> dict[str, Any]:
    return {**asdict(verdict), "loss": verdict.loss}
