"""Who sends a request: a session by its cookie, or a script by its API token.

A cookie holds the name of a session and a secret, of which the store has a hash. The secret changes every day. The one
before is good until the new one was seen, and for a minute at least: what was sent with it may still be on its way. It
proves nothing afresh. A secret that is older is a copy, and ends the session.
"""

from __future__ import annotations

from secrets import compare_digest
from typing import Any, NamedTuple

import structlog

from tafelrunde.server.live.host import Host
from tafelrunde.server.live.seating import Owner
from tafelrunde.server.match.parts import holder_of
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.people.passkeys import Place
from tafelrunde.server.tokens import new_token, token_hash
from tafelrunde.store.people.accounts import Account, find_account
from tafelrunde.store.people.farewell import is_there
from tafelrunde.store.people.sessions import (
    SEEN,
    UNSEEN_MS,
    Session,
    change_session,
    end_sessions,
    find_api_token,
    find_session,
    use_api_token,
)
from tafelrunde.store.script import Script

log = structlog.get_logger()

API_PREFIX = "tafelrunde_"
_COOKIE = "tafelrunde"
_SAFE = ("GET", "HEAD", "OPTIONS")
_MINUTE_MS, _HOUR_MS, _DAY_MS = 60_000, 3_600_000, 86_400_000
FRESH_MS = 15 * _MINUTE_MS
"""How long after proving who they are somebody may change what opens their account."""
_COOKIE_SECONDS = 400 * 86_400


class Caller(NamedTuple):
    """Somebody with a name who asks for something."""

    account: Account
    session: str
    """The name of the session or of the API token."""
    scopes: frozenset[str] | None
    """What an API token may do; None for a session, which may do everything."""
    proved: int
    """When they last proved who they are; 0 for an API token."""

    @property
    def holder(self) -> str:
        """Who it is, as seats know it."""
        return holder_of(self.account.id, self.session)

    @property
    def owner(self) -> Owner:
        """Who it is, for a seat that they take."""
        return Owner(
            self.account.id, self.account.name, "bot" if self.account.kind == "bot" else "person", self.session
        )

    def check(self, scope: str) -> None:
        """Raise Refusal unless this may be done."""
        if self.scopes is not None and scope not in self.scopes:
            raise Refusal("forbidden", f"this API token has no scope {scope}")


class Callers:
    """Finds out who asks."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._store = host.store
        self._now = host.now

    async def find(self, scope: Any) -> Caller | None:
        """Return who sends a request; None for guests.

        Raise Refusal for a page elsewhere that uses somebody's cookie, and for an API token that opens nothing.
        """
        header = _header(scope, b"authorization")
        kind, _, token = header.partition(" ")
        if kind.lower() == "bearer" and token.strip().startswith(API_PREFIX):
            return await self._script(token.strip())
        cookie = _cookie(scope)
        if not cookie:
            return None
        if not _is_own_page(scope):
            raise Refusal("forbidden", "only the server's own pages may do this for somebody who is signed in")
        found = await self._session(cookie)
        return found[1] if found else None

    async def _script(self, token: str) -> Caller:
        hashed, now = token_hash(token), self._now()
        found = await self._store.ask(lambda: find_api_token(hashed))
        account = None if found is None else await self._store.ask(lambda: find_account(found.account))
        if found is None or account is None or account.status != "active":
            raise Refusal("signed-out", "this API token opens nothing")
        if now - found.used > _HOUR_MS:
            await self._store.transact(lambda: use_api_token(hashed, now))
        return Caller(account, found.id, frozenset(found.scopes.split()), 0)

    async def _session(self, cookie: str) -> tuple[Session, Caller] | None:
        name, _, secret = cookie.partition(".")
        hashed, now = token_hash(secret), self._now()
        found = await self._store.ask(lambda: _with_account(name))
        if found is None:
            return None
        session, account = found
        if account.status != "active" or now - session.seen > UNSEEN_MS:
            return None
        if compare_digest(hashed, session.hash):
            changed = session
            is_first = session.previous and not session.previous.startswith(SEEN)
            if is_first or now - session.seen > _HOUR_MS:
                # The new secret has arrived: the one before is good for what is still on its way.
                changed = session._replace(previous=SEEN + session.previous if is_first else "", seen=now)
                await self._store.transact(lambda: change_session(session, changed))
            return changed, Caller(account, name, None, session.created)
        late = SEEN + hashed if now - session.rotated < _MINUTE_MS else hashed
        if session.previous and session.previous in (hashed, late):
            # Whoever has an old copy gains nothing by waiting for its owner's next proof.
            return session, Caller(account, name, None, 0)
        log.warning("replayed-cookie", session=name)
        await self._store.transact(lambda: end_sessions([name], now))
        await self._host.end_revoked()
        return None

    async def refresh(self, scope: Any) -> tuple[Caller | None, str | None]:
        """Return who sends a request, and a new value for the cookie where it is time for one."""
        cookie = _cookie(scope)
        caller = await self.find(scope)
        found = await self._session(cookie) if cookie and caller is not None and caller.scopes is None else None
        if found is None:
            return caller, None
        session, caller = found
        now = self._now()
        presented = token_hash(cookie.partition(".")[2])
        is_old = presented == session.previous
        # Several requests may come with the old secret at once: only after a minute the new one is taken for lost.
        if now - session.rotated < (_MINUTE_MS if is_old else _DAY_MS):
            return caller, None
        secret = new_token(self._host.entropy)
        proved = min(session.created, now - FRESH_MS - 1) if is_old else session.created
        renewed = session._replace(hash=token_hash(secret), previous=presented, rotated=now, created=proved, seen=now)
        if not await self._store.transact(lambda: change_session(session, renewed)):
            return caller, None
        return caller, f"{session.id}.{secret}"


def still_there(account: str) -> Script[None]:
    """Raise Refusal if an account was deleted while one of its requests was on its way."""
    if not (yield from is_there(account)):
        raise Refusal("signed-out", "you were signed out")


def _with_account(name: str) -> Script[tuple[Session, Account] | None]:
    session = yield from find_session(name)
    account = None if session is None else (yield from find_account(session.account))
    return None if session is None or account is None else (session, account)


def _header(scope: Any, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def _is_secure(scope: Any) -> bool:
    return scope["scheme"] in ("https", "wss")


def _cookie_name(scope: Any) -> str:
    return f"__Host-{_COOKIE}" if _is_secure(scope) else _COOKIE


def _cookie(scope: Any) -> str:
    """Return the value of our cookie; empty without one."""
    wanted = _cookie_name(scope)
    for key, value in scope["headers"]:
        if key == b"cookie":
            for part in value.decode("latin-1").split(";"):
                name, _, content = part.strip().partition("=")
                if name == wanted:
                    return str(content)
    return ""


def _is_own_page(scope: Any) -> bool:
    """Return whether a request comes from a page of this server; one that changes nothing may come from no page."""
    origin = _header(scope, b"origin").lower()
    if not origin:
        return scope.get("method", "") in _SAFE
    scheme, _, place = origin.partition("://")
    if _is_secure(scope) and scheme != "https":
        # Whoever is between the two can write a page of the same name that came without encryption.
        return False
    return place == _header(scope, b"host").lower()


def place_of(scope: Any) -> Place:
    """Return where a page is that asks for a passkey; raise Refusal unless it is one of this server."""
    origin = _header(scope, b"origin")
    if not origin or not _is_own_page(scope):
        raise Refusal("forbidden", "only the server's own pages may do this")
    host = _header(scope, b"host").lower()
    name = host if host.startswith("[") else host.partition(":")[0]
    return Place(name, origin)


def set_cookie(scope: Any, value: str) -> str:
    """Return the header that gives a browser its cookie, or takes it away."""
    secure = "; Secure" if _cookie_name(scope) != _COOKIE else ""
    seconds = _COOKIE_SECONDS if value else 0
    return f"{_cookie_name(scope)}={value}; Max-Age={seconds}; Path=/; HttpOnly; SameSite=Strict{secure}"
