"""Challenges and reports over HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from litestar import Controller, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter

from tafelrunde.server.doors.http import REFUSED, HttpRequest, Name
from tafelrunde.server.doors.middleware import Middleware, address_of
from tafelrunde.server.doors.people import signed_in
from tafelrunde.server.people.callers import Callers
from tafelrunde.server.people.reports import Reports
from tafelrunde.server.pool.challenges import Challenges as Work
from tafelrunde.server.wire import people as wire
from tafelrunde.server.wire import rest

Number = Annotated[int, PathParameter(ge=1, le=2**31 - 1, description="The number of a report")]


class Challenges(Controller):
    """Challenging somebody by name."""

    path = "/api/challenges"
    tags: Sequence[str] | None = ("challenges",)

    @post("/", operation_id="challenge", responses=REFUSED)
    async def make(self, state: State, request: HttpRequest, data: JSONBody[wire.ChallengeAsked]) -> rest.CreatedShown:
        """Challenge whoever has a name; the answer does not tell whether anybody has."""
        gate = state.gate
        assert isinstance(gate, Middleware)
        caller = await signed_in(state, request, "play")
        await gate.check_creation(request)
        return await _work(state).make(data, caller)

    @get("/", operation_id="listChallenges", responses=REFUSED)
    async def shown(self, state: State, request: HttpRequest) -> wire.ChallengesShown:
        """List who challenges one, and whom one has challenged."""
        return await _work(state).shown(await signed_in(state, request, "read"))

    @post("/{name:str}/accept", operation_id="acceptChallenge", responses=REFUSED)
    async def accept(
        self, state: State, request: HttpRequest, name: Name, data: JSONBody[wire.Empty]
    ) -> rest.SeatGiven:
        """Sit down: the match begins."""
        return await _work(state).accept(name, await signed_in(state, request, "play"))

    @post("/{name:str}/decline", operation_id="declineChallenge", responses=REFUSED, status_code=200)
    async def decline(
        self, state: State, request: HttpRequest, name: Name, data: JSONBody[wire.Empty]
    ) -> wire.ChallengesShown:
        """Decline a challenge, or take one's own back."""
        caller = await signed_in(state, request, "play")
        await _work(state).decline(name, caller)
        return await _work(state).shown(caller)


class Order(Controller):
    """Reports, and what moderators decide about them."""

    path = "/api/reports"
    tags: Sequence[str] | None = ("reports",)

    @post("/", operation_id="report", responses=REFUSED)
    async def make(self, state: State, request: HttpRequest, data: JSONBody[wire.ReportAsked]) -> wire.Empty:
        """Report a player or what somebody said; somebody in charge will look at it."""
        callers: Callers = state.callers
        caller = await callers.find(request.scope)
        if caller is not None:
            caller.check("play")
        await _reports(state).make(data, caller, address_of(request.scope))
        return wire.Empty()

    @get("/", operation_id="listReports", responses=REFUSED)
    async def queue(self, state: State, request: HttpRequest) -> wire.ReportsShown:
        """List the reports that nobody has looked at, for moderators."""
        return await _reports(state).queue(await signed_in(state, request))

    @post("/{number:int}/resolve", operation_id="resolveReport", responses=REFUSED, status_code=200)
    async def resolve(
        self, state: State, request: HttpRequest, number: Number, data: JSONBody[wire.ResolveAsked]
    ) -> wire.ReportsShown:
        """Decide about a report, as a moderator; it is written down who did, and why."""
        caller = await signed_in(state, request)
        await _reports(state).resolve(number, data, caller)
        return await _reports(state).queue(caller)


class Moderation(Controller):
    """What moderators do without a report, and what was done."""

    path = "/api/moderation"
    tags: Sequence[str] | None = ("reports",)

    @get("/acts", operation_id="listActs", responses=REFUSED)
    async def acts(self, state: State, request: HttpRequest) -> wire.ActsShown:
        """List what was done by those in charge, for moderators."""
        return await _reports(state).acts(await signed_in(state, request))

    @post("/people", operation_id="moderate", responses=REFUSED, status_code=200)
    async def act(self, state: State, request: HttpRequest, data: JSONBody[wire.PersonActAsked]) -> wire.ActsShown:
        """Suspend an account, let it in again or change its name, as a moderator; it is written down why."""
        caller = await signed_in(state, request)
        await _reports(state).act(data, caller)
        return await _reports(state).acts(caller)

    @post("/play", operation_id="lookAtPlay", responses=REFUSED, status_code=200)
    async def play(self, state: State, request: HttpRequest, data: JSONBody[wire.PlayAsked]) -> wire.PlayShown:
        """Look at how somebody plays, beside their opponents; ask again until all matches are there."""
        return await _reports(state).play(data, await signed_in(state, request))


def _work(state: State) -> Work:
    work: Work = state.challenges
    return work


def _reports(state: State) -> Reports:
    reports: Reports = state.reports
    return reports
