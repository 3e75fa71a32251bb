"""Profiles, leaderboards, follow and block over HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from litestar import Controller, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter, QueryParameter

from tafelrunde.server.doors.http import REFUSED, HttpRequest
from tafelrunde.server.doors.people import signed_in
from tafelrunde.server.people.callers import Caller, Callers
from tafelrunde.server.people.profiles import Profiles, public_of
from tafelrunde.server.wire import profiles as wire

Name = Annotated[str, PathParameter(min_length=1, max_length=40, description="The name of an account")]
Pool = Annotated[
    str,
    QueryParameter(pattern="^[a-z0-9-]{1,40} [a-z0-9-]{1,40} (live|days)$", description="As in `tokan standard live`"),
]


def _profiles(state: State) -> Profiles:
    profiles: Profiles = state.profiles
    return profiles


async def _caller(state: State, request: HttpRequest) -> Caller | None:
    """Return who asks, where that is known; a script needs the scope for it."""
    callers: Callers = state.callers
    caller = await callers.find(request.scope)
    if caller is not None:
        caller.check("read")
    return caller


class Pages(Controller):
    """What is shown of people."""

    path = "/api"
    tags: Sequence[str] | None = ("people",)

    @get("/people/{name:str}", operation_id="showProfile", responses=REFUSED)
    async def profile(self, state: State, request: HttpRequest, name: Name) -> wire.ProfileShown:
        """Return somebody's page, with what they allow to be seen."""
        return await _profiles(state).profile(name, await _caller(state, request))

    @get("/people/{name:str}/curve", operation_id="showCurve", responses=REFUSED)
    async def curve(self, state: State, request: HttpRequest, name: Name, pool: Pool) -> wire.CurveShown:
        """Return how somebody's rating in a pool came about."""
        return await _profiles(state).curve(name, pool, await _caller(state, request))

    @get("/people/{name:str}/matches", operation_id="listRatedMatches", responses=REFUSED)
    async def matches(
        self,
        state: State,
        request: HttpRequest,
        name: Name,
        pool: Pool,
        after: Annotated[int | None, QueryParameter(ge=1, le=2**31 - 1)] = None,
    ) -> wire.RatedPage:
        """List somebody's rated matches in a pool, the running ones first."""
        return await _profiles(state).matches(name, pool, after, await _caller(state, request))

    @get("/leaderboards", operation_id="showLeaderboard", responses=REFUSED)
    async def board(self, state: State, pool: Pool) -> wire.BoardShown:
        """List the best of a pool whose ratings are certain."""
        return await _profiles(state).board(pool)


class Relations(Controller):
    """What one shows, whom one follows and whom one blocks."""

    path = "/api/me"
    tags: Sequence[str] | None = ("me",)

    @get("/public", operation_id="showPublic", responses=REFUSED)
    async def public(self, state: State, request: HttpRequest) -> wire.Public:
        """Return what others may see of oneself."""
        return public_of((await signed_in(state, request, "read")).account)

    @post("/public", operation_id="setPublic", responses=REFUSED, status_code=200)
    async def set_public(self, state: State, request: HttpRequest, data: JSONBody[wire.Public]) -> wire.Public:
        """Set what others may see of oneself."""
        return await _profiles(state).set_public(data, await signed_in(state, request))

    @get("/relations", operation_id="listRelations", responses=REFUSED)
    async def relations(self, state: State, request: HttpRequest) -> wire.RelationsShown:
        """List whom one follows and whom one blocks."""
        return await _profiles(state).relations(await signed_in(state, request, "read"))

    @post("/relations", operation_id="relate", responses=REFUSED, status_code=200)
    async def relate(
        self, state: State, request: HttpRequest, data: JSONBody[wire.RelationAsked]
    ) -> wire.RelationsShown:
        """Follow somebody, block them, or neither."""
        return await _profiles(state).relate(data, await signed_in(state, request))
