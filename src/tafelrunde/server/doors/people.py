"""Accounts over HTTP: names, passkeys, devices, and who owns what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from litestar import Controller, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, QueryParameter
from litestar.response import Response, Stream

from tafelrunde.server.doors.http import REFUSED, HttpRequest, Status, own_summaries
from tafelrunde.server.doors.middleware import address_of
from tafelrunde.server.live.host import Host
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.people.accounts import Accounts, shown
from tafelrunde.server.people.callers import Caller, Callers, place_of, set_cookie
from tafelrunde.server.people.data import data_of
from tafelrunde.server.people.farewell import leave
from tafelrunde.server.people.seats import claim
from tafelrunde.server.pool.challenges import Challenges
from tafelrunde.server.wire import people as wire
from tafelrunde.store.people.owners import owned_by

_PAGE = 50
_PLACE = "^[0-9]{1,15}-[A-Za-z0-9_-]{22}-[0-3]$"


def _accounts(state: State) -> Accounts:
    accounts: Accounts = state.accounts
    return accounts


def _callers(state: State) -> Callers:
    callers: Callers = state.callers
    return callers


def host_of(state: State) -> Host:
    """Return the host of all matches."""
    host: Host = state.host
    return host


async def signed_in(state: State, request: HttpRequest, scope: str | None = None) -> Caller:
    """Return who asks; raise Refusal for guests, and for scripts unless they may do this."""
    caller = await _callers(state).find(request.scope)
    if caller is None:
        raise Refusal("signed-out", "sign in first")
    if caller.scopes is not None:
        if scope is None:
            raise Refusal("forbidden", "a script may not do this: sign in on the page")
        caller.check(scope)
    return caller


class People(Controller):
    """Making an account and opening it."""

    path = "/api/people"
    tags: Sequence[str] | None = ("people",)

    @post("/register/options", operation_id="askRegistration", responses=REFUSED, status_code=200)
    async def ask_new(self, state: State, request: HttpRequest, data: JSONBody[wire.RegisterAsked]) -> wire.Question:
        """Ask for a passkey for a new name."""
        return await _accounts(state).ask_new(place_of(request.scope), data, address_of(request.scope))

    @post("/register", operation_id="register", responses=REFUSED)
    async def register(self, state: State, request: HttpRequest, data: JSONBody[wire.Proof]) -> Response[wire.Welcomed]:
        """Make an account with its first passkey, and sign this device in."""
        await _accounts(state).check_proofs(address_of(request.scope))
        place_of(request.scope)
        caller = await _callers(state).find(request.scope)
        welcomed, cookie = await _accounts(state).make(data, caller)
        return Response(welcomed, headers={"set-cookie": set_cookie(request.scope, cookie)})

    @post("/sign-in/options", operation_id="askSignIn", responses=REFUSED, status_code=200)
    async def ask_proof(self, state: State, request: HttpRequest, data: JSONBody[wire.Empty]) -> wire.Question:
        """Ask for a passkey; no name is needed."""
        await _accounts(state).check_proofs(address_of(request.scope))
        return await _accounts(state).ask_proof(place_of(request.scope))

    @post("/sign-in", operation_id="signIn", responses=REFUSED, status_code=200)
    async def sign_in(self, state: State, request: HttpRequest, data: JSONBody[wire.Proof]) -> Response[wire.Me]:
        """Sign this device in with a passkey."""
        await _accounts(state).check_proofs(address_of(request.scope))
        place_of(request.scope)
        caller = await _callers(state).find(request.scope)
        me, cookie = await _accounts(state).sign_in(data, caller)
        return Response(me, headers={"set-cookie": set_cookie(request.scope, cookie)})

    @post("/recover", operation_id="recover", responses=REFUSED, status_code=200)
    async def recover(self, state: State, request: HttpRequest, data: JSONBody[wire.RecoverAsked]) -> Response[wire.Me]:
        """Sign this device in with a recovery code, which is used up."""
        await _accounts(state).check_proofs(address_of(request.scope))
        place_of(request.scope)
        caller = await _callers(state).find(request.scope)
        me, cookie = await _accounts(state).recover(data, caller)
        return Response(me, headers={"set-cookie": set_cookie(request.scope, cookie)})


class Own(Controller):
    """One's own account."""

    path = "/api/me"
    tags: Sequence[str] | None = ("me",)

    @post("/", operation_id="whoAmI", responses=REFUSED, status_code=200)
    async def me(self, state: State, request: HttpRequest, data: JSONBody[wire.Empty]) -> Response[wire.Me]:
        """Return whom this device is signed in as; once a day its cookie is replaced by a new one."""
        caller, cookie = await _callers(state).refresh(request.scope)
        if caller is None:
            return Response(wire.Me(None))
        headers = {} if cookie is None else {"set-cookie": set_cookie(request.scope, cookie)}
        return Response(wire.Me(shown(caller.account), caller.session), headers=headers)

    @post("/sign-out", operation_id="signOut", responses=REFUSED, status_code=200)
    async def sign_out(self, state: State, request: HttpRequest, data: JSONBody[wire.Empty]) -> Response[wire.Me]:
        """Sign this device out: it loses the seats of the account at once."""
        await _accounts(state).sign_out(await signed_in(state, request))
        return Response(wire.Me(None), headers={"set-cookie": set_cookie(request.scope, "")})

    @get("/devices", operation_id="listDevices", responses=REFUSED)
    async def devices(self, state: State, request: HttpRequest) -> wire.DevicesShown:
        """List the devices, passkeys and API tokens that open one's account."""
        return await _accounts(state).devices(await signed_in(state, request))

    @post("/devices/end", operation_id="endDevice", responses=REFUSED, status_code=200)
    async def end_device(
        self, state: State, request: HttpRequest, data: JSONBody[wire.SessionNamed]
    ) -> wire.DevicesShown:
        """Sign a device out: it loses the seats of the account at once."""
        caller = await signed_in(state, request)
        await _accounts(state).end_session(data.id, caller)
        return await _accounts(state).devices(caller)

    @post("/passkeys/options", operation_id="askPasskey", responses=REFUSED, status_code=200)
    async def ask_passkey(self, state: State, request: HttpRequest, data: JSONBody[wire.Empty]) -> wire.Question:
        """Ask for one more passkey."""
        return await _accounts(state).ask_another(place_of(request.scope), await signed_in(state, request))

    @post("/passkeys", operation_id="addPasskey", responses=REFUSED)
    async def add_passkey(self, state: State, request: HttpRequest, data: JSONBody[wire.Proof]) -> wire.DevicesShown:
        """Add a passkey."""
        caller = await signed_in(state, request)
        await _accounts(state).add_passkey(data, caller)
        return await _accounts(state).devices(caller)

    @post("/passkeys/remove", operation_id="removePasskey", responses=REFUSED, status_code=200)
    async def remove_passkey(
        self, state: State, request: HttpRequest, data: JSONBody[wire.PasskeyNamed]
    ) -> wire.DevicesShown:
        """Remove a passkey; the last one stays."""
        caller = await signed_in(state, request)
        await _accounts(state).remove_passkey(data.credential, caller)
        return await _accounts(state).devices(caller)

    @post("/codes", operation_id="newRecoveryCodes", responses=REFUSED)
    async def codes(self, state: State, request: HttpRequest, data: JSONBody[wire.Empty]) -> wire.Welcomed:
        """Make new recovery codes; the old ones are void."""
        return await _accounts(state).new_codes(await signed_in(state, request))

    @post("/tokens", operation_id="newApiToken", responses=REFUSED)
    async def new_token(
        self, state: State, request: HttpRequest, data: JSONBody[wire.ApiTokenAsked]
    ) -> wire.ApiTokenGiven:
        """Make a token for scripts."""
        return await _accounts(state).new_api_token(data, await signed_in(state, request), address_of(request.scope))

    @post("/tokens/end", operation_id="endApiToken", responses=REFUSED, status_code=200)
    async def end_token(
        self, state: State, request: HttpRequest, data: JSONBody[wire.SessionNamed]
    ) -> wire.DevicesShown:
        """End a token for scripts."""
        caller = await signed_in(state, request)
        await _accounts(state).end_api_token(data.id, caller)
        return await _accounts(state).devices(caller)

    @post("/claim", operation_id="claimSeats", responses=REFUSED, status_code=200)
    async def claim(self, state: State, request: HttpRequest, data: JSONBody[wire.ClaimAsked]) -> wire.ClaimShown:
        """Make the seats that this device holds one's own, in the middle of a match or after it."""
        return await claim(host_of(state), await signed_in(state, request, "play"), data.tokens)

    @get("/matches", operation_id="listOwnedMatches", responses=REFUSED)
    async def matches(
        self,
        state: State,
        request: HttpRequest,
        status: Annotated[Status, QueryParameter()] = "running",
        after: Annotated[str | None, QueryParameter(pattern=_PLACE)] = None,
    ) -> wire.OwnedPage:
        """List the matches in which one has a seat, on whatever device, the newest first."""
        caller = await signed_in(state, request, "read")
        before: tuple[int, str, int] | None = None
        if after is not None:
            moment, rest_ = after.split("-", 1)
            before = (int(moment), rest_[:22], int(rest_[-1]))
        account = caller.account.id
        found = await host_of(state).store.ask(lambda: owned_by(account, status, before, _PAGE))
        summaries = await own_summaries(host_of(state), [each.summary for each in found])
        lines = [
            wire.OwnedMatch(each.owner.seat, _outcome(each.owner.outcome), summaries[each.summary.match])
            for each in found
            if each.summary.match in summaries
        ]
        last = found[-1].owner if len(found) == _PAGE else None
        return wire.OwnedPage(lines, None if last is None else f"{last.changed}-{last.match}-{last.seat}")

    @get("/data", operation_id="downloadData", responses=REFUSED, media_type="application/x-ndjson")
    async def data(self, state: State, request: HttpRequest) -> Stream:
        """Download everything that is kept about oneself: a line of JSON for the account, each device and match."""
        caller = await signed_in(state, request)
        headers = {"content-disposition": 'attachment; filename="tafelrunde.ndjson"'}
        lines = data_of(host_of(state), _accounts(state), caller)
        return Stream(lines, media_type="application/x-ndjson", headers=headers)

    @post("/delete", operation_id="deleteAccount", responses=REFUSED, status_code=200)
    async def delete(self, state: State, request: HttpRequest, data: JSONBody[wire.DeleteAsked]) -> Response[wire.Me]:
        """Delete one's account for good; its matches stay, under a name that says nothing."""
        caller = await signed_in(state, request)
        _accounts(state).check_fresh(caller)
        if data.name != caller.account.name:
            raise Refusal("bad-name", "write your own name to delete it")
        challenges: Challenges = state.challenges
        await challenges.leave(caller)
        await leave(host_of(state), caller)
        return Response(wire.Me(None), headers={"set-cookie": set_cookie(request.scope, "")})


def _outcome(text: str) -> wire.Outcome:
    known: tuple[wire.Outcome, ...] = ("won", "lost", "drawn")
    return next((outcome for outcome in known if outcome == text), "")
