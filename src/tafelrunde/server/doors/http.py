"""The HTTP API: creating, finding, joining and downloading matches, and playing without a WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Literal, TypeVar

import msgspec
from litestar import Controller, Request, get, post
from litestar.datastructures import State
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.response import Response
from msgspec.structs import replace

from tafelrunde import __version__
from tafelrunde.games.core import MOST_SEATS, SPECTATOR
from tafelrunde.games.errors import TafelrundeError
from tafelrunde.games.registry import all_games
from tafelrunde.players.engine import LEVELS
from tafelrunde.server.doors.middleware import Middleware, address_of
from tafelrunde.server.doors.records import read_replay
from tafelrunde.server.limits.work import Desk
from tafelrunde.server.live import keyed
from tafelrunde.server.live.fairness import check_fair
from tafelrunde.server.live.hints import hint
from tafelrunde.server.live.host import Host
from tafelrunde.server.live.live_match import Actor, LiveMatch
from tafelrunde.server.live.rotation import rotate
from tafelrunde.server.live.seating import Owner
from tafelrunde.server.match.record import record_for
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.people.callers import API_PREFIX, Callers
from tafelrunde.server.people.farewell import stay
from tafelrunde.server.tokens import new_token, token_hash
from tafelrunde.server.wire import messages as wire
from tafelrunde.server.wire import rest
from tafelrunde.server.wire.state import happened, show_game, snapshot, summary
from tafelrunde.server.wire.summaries import read_summaries, read_summary
from tafelrunde.store import Query, Summary
from tafelrunde.store.people.relations import is_blocked

T = TypeVar("T")

Name = Annotated[str, PathParameter(pattern="^[A-Za-z0-9_-]{22}$", description="The name of a match")]
Status = Literal["open", "running", "finished"]
HttpRequest = Request[object, object, State]
OwnSeat = Annotated[
    int | None,
    QueryParameter(ge=0, lt=MOST_SEATS, description="Without a seat's token: a seat of the account that asks"),
]

REFUSED = {
    status: ResponseSpec(rest.ErrorShown, generate_examples=False, description="Refused, with the reason")
    for status in (400, 403, 404, 405, 409, 413, 415, 429, 503)
}
_PAGE = 50
_SILENCE = 5.0
"""A server that could not write a heartbeat for this many seconds cannot do its work."""
_LOOKED_UP = 20
"""For this many of one's own matches it is looked up whose turn it is."""


def _host(state: State) -> Host:
    host: Host = state.host
    return host


def desk_of(state: State) -> Desk:
    """Return where questions are answered that take a moment."""
    desk: Desk = state.desk
    return desk


def token_of(request: HttpRequest) -> str | None:
    """Return the token of the header `Authorization: Bearer …`; raise Refusal for a misshapen one."""
    header = request.headers.get("authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer":
        raise Refusal("forbidden", "the header reads: Authorization: Bearer TOKEN")
    return token.strip()


async def own_summaries(host: Host, kept: Sequence[Summary]) -> dict[str, rest.SummaryShown]:
    """Return the summaries of somebody's own matches by their names, those that run and are new with whose turn it is.

    One that nobody can read is left out.
    """
    running = dict.fromkeys(each.match for each in kept if each.status == "running")
    # A summary is written when somebody comes or goes; whose turn it is only the match itself knows.
    fresh = {name: await _fresh(host, name) for name in list(running)[:_LOOKED_UP]}
    found = {each.match: fresh.get(each.match) or _shown(each) for each in kept}
    return {name: shown for name, shown in found.items() if shown is not None}


def _shown(kept: Summary) -> rest.SummaryShown | None:
    shown = read_summary(kept)
    return None if shown is None else replace(shown, turn=None)


async def _fresh(host: Host, name: str) -> rest.SummaryShown | None:
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
    async def games(self, state: State) -> rest.GamesShown:
        """List the games with their options, the levels of computers and the engines."""
        shown = [show_game(game) for game in all_games().values()]
        return rest.GamesShown(shown, list(LEVELS), sorted(_host(state).settings.engines))

    @get("/health", operation_id="health", responses={503: ResponseSpec(rest.Health, generate_examples=False)})
    async def health(self, state: State) -> Response[rest.Health]:
        """Return whether the server can do its work; status 503 when it cannot."""
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
        body = rest.Health(status, __version__, len(host.lives), gate.connections)
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
    ) -> rest.LobbyPage:
        """List the listed matches that are open, running or finished, the newest first."""
        if game is not None and game not in all_games():
            # Else the store would look through everything there ever was.
            return rest.LobbyPage([], None)
        before: tuple[int, str] | None = None
        if after is not None:
            moment, _, match = after.partition("-")
            before = (int(moment), match)
        found = await _host(state).store.find(Query(status, game, before, _PAGE))
        following = f"{found[-1].changed}-{found[-1].match}" if len(found) == _PAGE else None
        return rest.LobbyPage([replace(shown, turn=None) for shown in read_summaries(found)], following)

    @post("/", operation_id="createMatch", responses=REFUSED)
    async def create(self, state: State, request: HttpRequest, data: JSONBody[rest.Create]) -> rest.CreatedShown:
        """Set up a match. It begins at once if no seat is open or invited."""
        gate = state.gate
        assert isinstance(gate, Middleware)
        await gate.check_creation(request)
        host, owner = _host(state), await _owner(state, request)
        if data.key is not None and (made := await keyed.made(host, data.key)) is not None:
            return await _staying(host, owner, made)
        if data.record is None:
            return await _staying(host, owner, await host.create(data, owner=owner))
        played = await desk_of(state).ask(address_of(request.scope), read_replay, data.record)
        await check_fair(host, data.tokens or (), played, "" if owner is None else owner.account)
        return await _staying(host, owner, await host.create(data, played, owner))

    @post("/withdraw", operation_id="withdrawMatch", responses=REFUSED, status_code=200)
    async def withdraw(self, state: State, data: JSONBody[rest.Withdraw]) -> rest.WithdrawnShown:
        """End the match that was made with a key, without a winner, as long as nobody else sat down to it."""
        return rest.WithdrawnShown(await keyed.withdraw(_host(state), data.key))

    @post("/mine", operation_id="listOwnMatches", responses=REFUSED, status_code=200)
    async def mine(self, state: State, data: JSONBody[rest.TrackAsked]) -> list[rest.OwnMatch]:
        """List the matches that some tokens have a seat in, the newest first."""
        host = _host(state)
        places = {token_hash(token): index for index, token in enumerate(data.tokens)}
        found = await host.store.find_by_tokens(list(places))
        summaries = await own_summaries(host, [kept for _, _, kept in found])
        return [
            rest.OwnMatch(places[hashed], seat, summaries[kept.match])
            for hashed, seat, kept in found
            if kept.match in summaries
        ]

    @get("/{name:str}", operation_id="showMatch", responses=REFUSED)
    async def show(self, state: State, request: HttpRequest, name: Name, seat: OwnSeat = None) -> wire.Snapshot:
        """Return a match as the token's seat, or a spectator without one, may see it."""
        live, actor = await _live(state, request, name, seat)
        return snapshot(live.match, actor.seat, tables=True)

    @post("/{name:str}/seats", operation_id="joinMatch", responses=REFUSED)
    async def join(self, state: State, request: HttpRequest, name: Name, data: JSONBody[rest.Join]) -> rest.SeatGiven:
        """Take a seat and receive the token that opens it."""
        host, gate = _host(state), state.gate
        assert isinstance(gate, Middleware)
        await gate.check_join(request)
        owner = await _owner(state, request)
        live = await host.find_fresh(name)
        if owner is not None:
            others = [seat.owner for seat in live.match.seats if seat.owner]
            if await host.store.ask(lambda: is_blocked(owner.account, others)):
                raise Refusal("not-allowed", "somebody at this table, or you, would rather not meet")
        return await _staying(host, owner, await host.join(live, data, owner))

    @post("/{name:str}/acts", operation_id="act", responses=REFUSED, status_code=200)
    async def act(
        self, state: State, request: HttpRequest, name: Name, data: JSONBody[rest.ActAsked], seat: OwnSeat = None
    ) -> wire.Ack:
        """Act for the token's seat; the same id is carried out once, however often it is sent."""
        live, actor = await _seated(state, request, name, seat)
        gate = state.gate
        assert isinstance(gate, Middleware)
        await gate.check_act(address_of(request.scope), live.match, actor.seat, data.action)
        return wire.Ack(data.id, await _host(state).act(live, actor, data.id, data.action))

    @post("/{name:str}/hint", operation_id="hint", responses=REFUSED, status_code=200)
    async def hint(self, state: State, request: HttpRequest, name: Name, seat: OwnSeat = None) -> rest.HintShown:
        """Get a hint for the token's seat, in a friendly match against computers; it is counted once a turn."""
        live, actor = await _seated(state, request, name, seat)
        return await hint(_host(state), live, actor)

    @post("/{name:str}/token", operation_id="rotateToken", responses=REFUSED, status_code=200)
    async def rotate(
        self, state: State, request: HttpRequest, name: Name, data: JSONBody[rest.Rotate], seat: OwnSeat = None
    ) -> rest.SeatGiven:
        """Take a new token for the seat: the old one opens it no more, and all other devices are signed out."""
        host = _host(state)
        live, actor = await _seated(state, request, name, seat)
        token = data.new_token or new_token(host.entropy)
        await rotate(host, live, actor, token)
        return rest.SeatGiven(actor.seat, token)

    @get("/{name:str}/events", operation_id="listEvents", responses=REFUSED)
    async def events(  # noqa: PLR0917  (the framework hands them over by name)
        self,
        state: State,
        request: HttpRequest,
        name: Name,
        since: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
        wait: Annotated[int, QueryParameter(ge=0, le=25, description="Seconds to wait for the first one")] = 0,
        seat: OwnSeat = None,
    ) -> rest.EventsShown:
        """Return the events after a number as the token's seat hears them; wait for one if there is none."""
        live, actor = await _live(state, request, name, seat)
        if wait and live.match.number <= since:
            gate = state.gate
            assert isinstance(gate, Middleware)
            with gate.waiting(address_of(request.scope)):
                await live.next_event(wait)
            # The seat may have changed hands, or the match may be gone.
            live, actor = await _live(state, request, name, seat)
        return rest.EventsShown([happened(live.match, told, actor.seat) for told in live.match.told[since:]])

    @get("/{name:str}/record", operation_id="downloadRecord", responses=REFUSED, media_type="text/plain")
    async def record(self, state: State, request: HttpRequest, name: Name, seat: OwnSeat = None) -> Response[str]:
        """Download the record: open once the match is over, before that as the token's seat may know it."""
        live, actor = await _live(state, request, name, seat)
        text = str(record_for(live.match, actor.seat))
        headers = {"content-disposition": f'attachment; filename="{live.match.game.name}-{name}.txt"'}
        return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


async def _staying(host: Host, owner: Owner | None, given: T) -> T:
    """Return what somebody with a name was given; raise Refusal if they have none any more."""
    if owner is not None:
        await stay(host, owner.account)
    return given


async def _owner(state: State, request: HttpRequest) -> Owner | None:
    """Return whose a seat will be that is taken by this request; None for a guest's. Raise Refusal."""
    callers: Callers = state.callers
    caller = await callers.find(request.scope)
    if caller is None:
        return None
    caller.check("play")
    return caller.owner


async def _seated(state: State, request: HttpRequest, name: str, seat: int | None) -> tuple[LiveMatch, Actor]:
    live, actor = await _live(state, request, name, seat)
    if actor.seat == SPECTATOR:
        raise Refusal("not-seated", "only seats may act: send the header Authorization: Bearer TOKEN")
    return live, actor


async def _live(state: State, request: HttpRequest, name: str, seat: int | None) -> tuple[LiveMatch, Actor]:
    """Return a match and who asks for it: by a seat's token, by an account that owns a seat, or as a spectator."""
    host = _host(state)
    token = token_of(request)
    callers: Callers = state.callers
    if token is not None and not token.startswith(API_PREFIX):
        live = await host.find_fresh(name)
        return live, host.seat_of(live.match, token)
    caller = await callers.find(request.scope) if token is not None or seat is not None else None
    live = await host.find_fresh(name)
    if seat is None:
        return live, Actor(SPECTATOR, None)
    if caller is None:
        raise Refusal("signed-out", "sign in first: this seat is asked for without its token")
    caller.check("play")
    return live, host.own_seat(live.match, caller.holder, seat)
