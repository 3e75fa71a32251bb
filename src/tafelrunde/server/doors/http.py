"""The HTTP side: making, finding, joining and downloading matches, and playing without a WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from litestar import Controller, Request, get, post
from litestar.datastructures import State
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.response import Response
from msgspec.structs import replace

from tafelrunde import __version__
from tafelrunde.games.core import SPECTATOR
from tafelrunde.games.errors import TafelrundeError
from tafelrunde.games.registry import all_games
from tafelrunde.players.engine import LEVELS
from tafelrunde.server.doors.middleware import Middleware
from tafelrunde.server.live.host import Host
from tafelrunde.server.live.live_match import Actor, LiveMatch
from tafelrunde.server.match.record import record_for
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.tokens import new_token, token_hash
from tafelrunde.server.wire import messages as wire
from tafelrunde.server.wire.state import happened, show_game, snapshot, summary
from tafelrunde.store import Query, Summary

Name = Annotated[str, PathParameter(pattern="^[A-Za-z0-9_-]{22}$", description="The name of a match")]
Status = Literal["open", "running", "finished"]
HttpRequest = Request[object, object, State]

REFUSED = {
    status: ResponseSpec(wire.ErrorShown, generate_examples=False, description="Refused, with the reason")
    for status in (400, 403, 404, 405, 409, 413, 415, 429, 503)
}
_PAGE = 50
_SILENCE = 5.0
"""A server that could not write a sign of life for so many seconds cannot do its work."""
_LOOKED_UP = 20
"""Of so many of one's own matches it is looked up whose turn it is."""
_summaries = msgspec.json.Decoder(wire.SummaryShown)


def _host(state: State) -> Host:
    host: Host = state.host
    return host


def _token(request: HttpRequest) -> str | None:
    """Return the token of the header `Authorization: Bearer …`; raise Refusal for a misshapen one."""
    header = request.headers.get("authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer":
        raise Refusal("forbidden", "the header reads: Authorization: Bearer TOKEN")
    return token.strip()


def _shown(kept: Summary) -> wire.SummaryShown:
    return replace(_summaries.decode(kept.body), turn=None)


async def _fresh(host: Host, name: str) -> wire.SummaryShown | None:
    """Return the summary of a match as it is now; None if it cannot be read."""
    try:
        return summary((await host.find(name)).match)
    except (Refusal, TafelrundeError, msgspec.MsgspecError):
        return None


class Games(Controller):
    """What can be played, and whether the server is well."""

    path = "/api"
    tags: Sequence[str] | None = ("games",)

    @get("/games", operation_id="listGames", responses=REFUSED)
    async def games(self, state: State) -> wire.GamesShown:
        """List the games with their options, the levels of computers and the engines."""
        shown = [show_game(game) for game in all_games().values()]
        return wire.GamesShown(shown, list(LEVELS), sorted(_host(state).settings.engines))

    @get("/health", operation_id="health", responses={503: ResponseSpec(wire.Health, generate_examples=False)})
    async def health(self, state: State) -> Response[wire.Health]:
        """Tell whether the server can do its work; status 503 when it cannot."""
        host, gate = _host(state), state.gate
        assert isinstance(gate, Middleware)
        status: Literal["ok", "unavailable", "stopping"] = "stopping" if host.stopping else "ok"
        if status == "ok" and (host.beaten is None or asyncio.get_running_loop().time() - host.beaten > _SILENCE):
            status = "unavailable"
        if status == "ok":
            try:
                await asyncio.wait_for(host.store.last_beat(), 2.0)
            except (TimeoutError, TafelrundeError):
                status = "unavailable"
        body = wire.Health(status, __version__, len(host.lives), gate.connections)
        return Response(body, status_code=200 if status == "ok" else 503)


class Matches(Controller):
    """Matches: the lobby, making and joining one, and acting in it."""

    path = "/api/matches"
    tags: Sequence[str] | None = ("matches",)

    @get("/", operation_id="listMatches", responses=REFUSED)
    async def lobby(
        self,
        state: State,
        status: Annotated[Status, QueryParameter()] = "open",
        game: Annotated[str | None, QueryParameter(max_length=40)] = None,
        after: Annotated[str | None, QueryParameter(pattern="^[0-9]{1,15}-[A-Za-z0-9_-]{22}$")] = None,
    ) -> wire.LobbyPage:
        """List the listed matches that are open, running or finished, the newest first."""
        before: tuple[int, str] | None = None
        if after is not None:
            moment, _, match = after.partition("-")
            before = (int(moment), match)
        found = await _host(state).store.find(Query(status, game, before, _PAGE))
        following = f"{found[-1].changed}-{found[-1].match}" if len(found) == _PAGE else None
        return wire.LobbyPage([_shown(summary) for summary in found], following)

    @post("/", operation_id="createMatch", responses=REFUSED)
    async def create(self, state: State, request: HttpRequest, data: JSONBody[wire.Create]) -> wire.CreatedShown:
        """Set up a match. It begins at once if no seat is open or invited."""
        gate = state.gate
        assert isinstance(gate, Middleware)
        await gate.check_creation(request)
        return await _host(state).create(data)

    @post("/mine", operation_id="listOwnMatches", responses=REFUSED, status_code=200)
    async def mine(self, state: State, data: JSONBody[wire.TrackAsked]) -> list[wire.OwnMatch]:
        """List the matches that some tokens have a seat in, the newest first."""
        host = _host(state)
        places = {token_hash(token): index for index, token in enumerate(data.tokens)}
        found = await host.store.find_by_tokens(list(places))
        running = dict.fromkeys(kept.match for _, _, kept in found if kept.status == "running")
        # A summary is written when somebody comes or goes; whose turn it is only the match itself knows.
        fresh = {name: await _fresh(host, name) for name in list(running)[:_LOOKED_UP]}
        return [
            wire.OwnMatch(places[hashed], seat, fresh.get(kept.match) or _shown(kept)) for hashed, seat, kept in found
        ]

    @get("/{name:str}", operation_id="showMatch", responses=REFUSED)
    async def show(self, state: State, request: HttpRequest, name: Name) -> wire.Snapshot:
        """Return a match as the token's seat, or a spectator without one, may see it."""
        live, seat = await self._live(state, request, name)
        return snapshot(live.match, seat, tables=True)

    @post("/{name:str}/seats", operation_id="joinMatch", responses=REFUSED)
    async def join(self, state: State, request: HttpRequest, name: Name, data: JSONBody[wire.Join]) -> wire.SeatGiven:
        """Take a seat and receive the token that opens it."""
        host, gate = _host(state), state.gate
        assert isinstance(gate, Middleware)
        await gate.check_join(request)
        return await host.join(await host.find_fresh(name), data)

    @post("/{name:str}/acts", operation_id="act", responses=REFUSED, status_code=200)
    async def act(self, state: State, request: HttpRequest, name: Name, data: JSONBody[wire.ActAsked]) -> wire.Ack:
        """Act for the token's seat; the same id is carried out once, however often it is sent."""
        live, actor = await self._seated(state, request, name)
        return wire.Ack(data.id, await _host(state).act(live, actor, data.id, data.action))

    @post("/{name:str}/token", operation_id="rotateToken", responses=REFUSED, status_code=200)
    async def rotate(
        self, state: State, request: HttpRequest, name: Name, data: JSONBody[wire.Rotate]
    ) -> wire.SeatGiven:
        """Take a new token for the seat: the old one opens it no more, and all other devices are signed out."""
        host = _host(state)
        live, actor = await self._seated(state, request, name)
        token = data.new_token or new_token(host.entropy)
        await host.rotate(live, actor, token)
        return wire.SeatGiven(actor.seat, token)

    @get("/{name:str}/events", operation_id="listEvents", responses=REFUSED)
    async def events(
        self,
        state: State,
        request: HttpRequest,
        name: Name,
        since: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
        wait: Annotated[int, QueryParameter(ge=0, le=25, description="Seconds to wait for the first one")] = 0,
    ) -> wire.EventsShown:
        """Return the events after a number as the token's seat hears them; wait for one if there is none."""
        live, seat = await self._live(state, request, name)
        if wait and live.match.number <= since:
            await live.next_event(wait)
            # The seat may have changed hands, or the match may be gone.
            live, seat = await self._live(state, request, name)
        return wire.EventsShown([happened(live.match, told, seat) for told in live.match.told[since:]])

    @get("/{name:str}/record", operation_id="downloadRecord", responses=REFUSED, media_type="text/plain")
    async def record(self, state: State, request: HttpRequest, name: Name) -> Response[str]:
        """Download the record: open once the match is over, before that as the token's seat may know it."""
        live, seat = await self._live(state, request, name)
        text = str(record_for(live.match, seat))
        headers = {"content-disposition": f'attachment; filename="{live.match.game.name}-{name}.txt"'}
        return Response(text, media_type="text/plain; charset=utf-8", headers=headers)

    async def _seated(self, state: State, request: HttpRequest, name: str) -> tuple[LiveMatch, Actor]:
        live, seat = await self._live(state, request, name)
        token = _token(request)
        if seat == SPECTATOR or token is None:
            raise Refusal("not-seated", "only seats may act: send the header Authorization: Bearer TOKEN")
        return live, Actor(seat, token_hash(token))

    async def _live(self, state: State, request: HttpRequest, name: str) -> tuple[LiveMatch, int]:
        host = _host(state)
        token = _token(request)
        live = await host.find_fresh(name)
        return live, host.seat_of(live.match, token)
