"""Analyses and solutions over HTTP: finished matches, and records that clients send."""

from __future__ import annotations

import os
from collections.abc import Sequence

from litestar import Controller, Request, post
from litestar.datastructures import State
from litestar.params import JSONBody
from litestar.response import Stream

from tafelrunde.games.core import Position
from tafelrunde.players.analysis import analyse
from tafelrunde.players.base import Budget, Stop
from tafelrunde.players.rooms import room_of
from tafelrunde.records.replay import replay
from tafelrunde.server.doors.http import REFUSED, desk_of
from tafelrunde.server.doors.middleware import address_of
from tafelrunde.server.doors.records import read_replay
from tafelrunde.server.live.fairness import check_fair
from tafelrunde.server.live.host import Host
from tafelrunde.server.match.record import full_record
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.people.callers import Callers
from tafelrunde.server.thinking.study_queue import StudyQueue, Tell
from tafelrunde.server.wire import study as wire

LINES = "application/x-ndjson"
SOLVER_MEMORY = 128 << 20
SOLVER_THREADS = max(1, (os.cpu_count() or 1) // 2)
"""Those who play are not to wait for those who study."""


async def _account(state: State, request: Request[object, object, State]) -> str:
    """Return the account that asks; empty for guests. Raise Refusal."""
    callers: Callers = state.callers
    caller = await callers.find(request.scope)
    return "" if caller is None else caller.account.id


class Thinking(Controller):
    """Analyses and solutions, which take a while and come line by line."""

    path = "/api"
    tags: Sequence[str] | None = ("study",)

    @post("/analyses", operation_id="analyse", responses=REFUSED, status_code=200, media_type=LINES)
    async def analyse(
        self, state: State, request: Request[object, object, State], data: JSONBody[wire.AnalysisAsked]
    ) -> Stream:
        """Judge every move of a match that is over, or of a record; never of a match that is being played here."""
        host: Host = state.host
        if (data.match is None) == (data.record is None):
            raise Refusal("bad-message", "name a match or send a record")
        if data.match is not None:
            match = (await host.find_fresh(data.match)).match
            if match.finished is None:
                raise Refusal("not-over", "the match is still being played")
            played = await desk_of(state).ask(address_of(request.scope), replay, full_record(match))
        else:
            played = await desk_of(state).ask(address_of(request.scope), read_replay, data.record or "")
            if not isinstance(played.final, Position):
                raise Refusal("not-over", "the record hides cards: it is one of a match that is still being played")
            await check_fair(host, data.tokens or (), played, await _account(state, request))
        studies: StudyQueue = state.studies
        seconds = studies.seconds(data.seconds)
        budget = Budget(seconds=seconds)

        def work(stop: Stop, tell: Tell) -> wire.AnalysisShown:
            return wire.show_analysis(analyse(played.record, budget=budget, stop=stop, show=tell))

        return Stream(await studies.answer(address_of(request.scope), seconds, work), media_type=LINES)

    @post("/solutions", operation_id="solve", responses=REFUSED, status_code=200, media_type=LINES)
    async def solve(
        self, state: State, request: Request[object, object, State], data: JSONBody[wire.SolutionAsked]
    ) -> Stream:
        """Find out who wins the last position of a record with best play, as far as time allows."""
        played = await desk_of(state).ask(address_of(request.scope), read_replay, data.record)
        solving = room_of(played.game).solving
        if solving is None:
            raise Refusal("bad-setup", f"{played.game.title} cannot be solved")
        if objection := solving.objection(played.final):
            raise Refusal("bad-setup", objection)
        await check_fair(state.host, data.tokens or (), played, await _account(state, request))
        studies: StudyQueue = state.studies
        seconds = studies.seconds(data.seconds)

        def work(stop: Stop, tell: Tell) -> wire.Solved:
            def tick(positions: int) -> bool:
                tell(positions, None)
                return not stop.is_set()

            solver = solving.open(SOLVER_MEMORY, SOLVER_THREADS)
            found = solver.solve(played.final, seconds, tick=tick, margin=True, line=True)
            return wire.Solved(
                found.result, found.margin, found.best, list(found.line), found.positions, round(found.seconds, 3)
            )

        return Stream(await studies.answer(address_of(request.scope), seconds, work), media_type=LINES)
