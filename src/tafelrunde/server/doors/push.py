"""Push subscriptions over HTTP."""

from __future__ import annotations

from collections.abc import Sequence

from litestar import Controller, get, post
from litestar.datastructures import State
from litestar.params import JSONBody

from tafelrunde.server.doors.http import REFUSED, HttpRequest
from tafelrunde.server.doors.people import signed_in
from tafelrunde.server.people.callers import place_of
from tafelrunde.server.push.digest import Push
from tafelrunde.server.wire.people import Empty
from tafelrunde.server.wire.push import PushAsked, PushShown


def _push(state: State) -> Push:
    push: Push = state.push
    return push


class Turns(Controller):
    """Messages to this device when it is one's turn."""

    path = "/api/me/push"
    tags: Sequence[str] | None = ("me",)

    @get("/", operation_id="showPush", responses=REFUSED)
    async def shown(self, state: State, request: HttpRequest) -> PushShown:
        """Return whether this device is sent messages when it is one's turn."""
        return await _push(state).shown(await signed_in(state, request))

    @post("/", operation_id="beginPush", responses=REFUSED, status_code=200)
    async def begin(self, state: State, request: HttpRequest, data: JSONBody[PushAsked]) -> PushShown:
        """Send messages to this device when it is one's turn in a match by days, as a digest."""
        caller = await signed_in(state, request)
        return await _push(state).subscribe(data, place_of(request.scope).name, caller)

    @post("/end", operation_id="endPush", responses=REFUSED, status_code=200)
    async def end(self, state: State, request: HttpRequest, data: JSONBody[Empty]) -> PushShown:
        """Send nothing more to this device."""
        return await _push(state).end(await signed_in(state, request))
