"""Studies over HTTP: creating, reading and changing them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from litestar import Controller, MediaType, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter, QueryParameter

from tafelrunde.server.doors.http import REFUSED, HttpRequest, token_of
from tafelrunde.server.doors.middleware import address_of
from tafelrunde.server.doors.people import signed_in
from tafelrunde.server.people.callers import API_PREFIX, Callers
from tafelrunde.server.studies.library import Library
from tafelrunde.server.studies.live import Access
from tafelrunde.server.tokens import token_hash
from tafelrunde.server.wire import studies as wire
from tafelrunde.server.wire.people import Empty

Name = Annotated[str, PathParameter(pattern="^[A-Za-z0-9_-]{22}$", description="The id of a study")]
Since = Annotated[int, QueryParameter(ge=0, le=1_000_000, description="The last number that is known")]


class SharedStudies(Controller):
    """Studies that several people read and write. The token of a link goes into `Authorization: Bearer …`."""

    path = "/api/studies"
    tags: Sequence[str] | None = ("studies",)

    @post("/", operation_id="makeStudy", responses=REFUSED)
    async def create(self, state: State, request: HttpRequest, data: JSONBody[wire.StudyWanted]) -> wire.StudyGiven:
        """Make a study. Whoever is signed in owns it; a guest keeps it by the token `keep`."""
        access = await _access(state, request, "play")
        return await _library(state).create(data, access.account, address_of(request.scope))

    @get("/", operation_id="listOwnStudies", responses=REFUSED)
    async def own(self, state: State, request: HttpRequest) -> list[wire.StudyListed]:
        """List the studies of one's account, the one that was changed last first."""
        caller = await signed_in(state, request, "read")
        return await _library(state).owned(caller.account.id)

    @get("/{name:str}", operation_id="readStudy", responses=REFUSED)
    async def log(self, state: State, request: HttpRequest, name: Name, since: Since = 0) -> wire.StudyLog:
        """Return what was done in a study after a number."""
        return await _library(state).log(name, await _access(state, request, "read"), since)

    @post("/{name:str}/ops", operation_id="writeStudy", responses=REFUSED, status_code=200)
    async def do(self, state: State, request: HttpRequest, name: Name, data: JSONBody[wire.OpsAsked]) -> wire.OpsDone:
        """Do something in a study: each `id` once. What may not be done changes nothing, and says why."""
        access = await _access(state, request, "play")
        return wire.OpsDone(await _library(state).write(name, access, data, address_of(request.scope)))

    @get("/{name:str}/file", operation_id="exportStudy", responses=REFUSED, media_type=MediaType.TEXT)
    async def file(self, state: State, request: HttpRequest, name: Name) -> str:
        """Return a study as one file of records, a chapter each."""
        access = await _access(state, request, "read")
        return await _library(state).file(name, access, address_of(request.scope))

    @post("/{name:str}/links", operation_id="setStudyLinks", responses=REFUSED, status_code=200)
    async def links(self, state: State, request: HttpRequest, name: Name, data: JSONBody[wire.LinksAsked]) -> Empty:
        """Set new links; the old ones no longer open the study, and whoever came by them is sent away."""
        await _library(state).set_links(name, await _access(state, request, "play"), data)
        return Empty()

    @post("/{name:str}/delete", operation_id="deleteStudy", responses=REFUSED, status_code=200)
    async def delete(self, state: State, request: HttpRequest, name: Name, data: JSONBody[Empty]) -> Empty:
        """Delete a study with all that is in it."""
        await _library(state).delete(name, await _access(state, request, "play"))
        return Empty()


async def _access(state: State, request: HttpRequest, scope: str) -> Access:
    """Return by what somebody asks: the token of a link, their account, or both; raise Refusal."""
    callers: Callers = state.callers
    token = token_of(request) or ""
    caller = await callers.find(request.scope)
    if caller is not None:
        caller.check(scope)
    hashed = "" if not token or token.startswith(API_PREFIX) else token_hash(token)
    return Access(hashed, "" if caller is None else caller.account.id, "" if caller is None else caller.session)


def _library(state: State) -> Library:
    library: Library = state.library
    return library
