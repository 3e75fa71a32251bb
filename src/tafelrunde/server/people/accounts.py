"""Accounts: a name and passkeys, nothing else. How one is created, signed in to, kept and recovered."""

from __future__ import annotations

import base64
import time
from collections.abc import Sequence
from typing import Any

import msgspec

from tafelrunde.server.limits.token_bucket import Allowance, Seconds, Shared
from tafelrunde.server.live.host import Host
from tafelrunde.server.match.decide import clean
from tafelrunde.server.match.events import AccountKind
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.people import names, passkeys
from tafelrunde.server.people.callers import API_PREFIX, FRESH_MS, Caller, still_there
from tafelrunde.server.tokens import new_name, new_token, token_hash
from tafelrunde.server.wire import people as wire
from tafelrunde.store.people import accounts as kept
from tafelrunde.store.people import sessions as open_
from tafelrunde.store.script import Script

MODERATOR = "moderator"
"""The role of those who look at reports."""
_CODES, _CODE_BYTES = 10, 10
_MOST_PASSKEYS, _MOST_SESSIONS, _MOST_TOKENS = 20, 50, 20
_asked_reader = msgspec.json.Decoder(passkeys.Asked)


class Accounts:
    """Creates accounts, signs people in and out, and manages passkeys, sessions and API tokens."""

    def __init__(self, host: Host, shared: Shared | None = None, seconds: Seconds = time.monotonic) -> None:
        limits = host.settings.limits
        self._host = host
        self._store = host.store
        self._registrations = Allowance(
            "register", limits.registrations_per_hour, limits.registrations_burst, seconds, shared
        )
        self._proofs = Allowance("prove", limits.proofs_per_hour, limits.proofs_burst, seconds, shared)

        self._api_tokens = Allowance("api-token", limits.api_tokens_per_hour, limits.api_tokens_burst, seconds, shared)

    async def check_proofs(self, address: str) -> None:
        """Raise Refusal if an address tries too often to prove who it is."""
        if not await self._proofs.take(address):
            raise Refusal("too-many", "too many attempts from your address; try again later")

    # Making one

    async def ask_new(self, place: passkeys.Place, asked: wire.RegisterAsked, address: str) -> wire.Question:
        """Ask for the passkey of a new account; raise Refusal if the name is not available."""
        name = names.checked(asked.name)
        if not await self._registrations.take(address):
            raise Refusal("too-many", "too many new names from your address; try again later")
        folded = names.fold(name)
        if await self._store.ask(lambda: kept.find_by_name(folded)) is not None:
            raise _taken()
        question = self._question(place, account=new_name(self._host.entropy), name=name, kind=asked.kind)
        return await self._begin("register", question, passkeys.registration(question))

    async def make(self, proof: wire.Proof, caller: Caller | None) -> tuple[wire.Welcomed, str]:
        """Make an account with its first passkey; return it, its recovery codes, and the value of the cookie.

        Whoever was signed in on this device is no longer: their cookie makes room for the new one.
        """
        asked = await self._answered("register", proof)
        now, label = self._host.now(), _label(proof.label)
        passkey = passkeys.registered(asked, proof.credential, label, now)
        account = kept.Account(asked.account, asked.name, names.fold(asked.name), asked.kind, "", "active", now, b"{}")
        codes = self._codes()
        session, cookie = self._session(account.id, label, now)

        def make() -> Script[None]:
            if not (yield from kept.add_account(account)) and (yield from kept.find_account(account.id)) is None:
                raise _taken()
            if not (yield from kept.add_passkey(passkey)):
                known = yield from kept.find_passkey(passkey.credential)
                if known is None or known.account != account.id:
                    raise passkeys.refused()
            yield from kept.replace_codes(account.id, [_code_hash(code) for code in codes])
            if caller is not None and caller.scopes is None:
                yield from open_.end_sessions([caller.session], now)
            yield from open_.add_session(session)

        await self._store.transact(make)
        await self._host.end_revoked()
        return wire.Welcomed(shown(account), codes), cookie

    # Coming back

    async def ask_proof(self, place: passkeys.Place) -> wire.Question:
        """Ask a browser for any passkey that it has for this server."""
        question = self._question(place)
        return await self._begin("sign-in", question, passkeys.authentication(question))

    async def sign_in(self, proof: wire.Proof, caller: Caller | None) -> tuple[wire.Me, str]:
        """Sign in with a passkey; whoever is signed in on this device already counts as having proved who they are."""
        asked = await self._answered("sign-in", proof)
        now, label = self._host.now(), _label(proof.label)
        name = passkeys.name_of(proof.credential)
        passkey = await self._store.ask(lambda: kept.find_passkey(name))
        if passkey is None:
            raise passkeys.refused()
        count = passkeys.signed(asked, proof.credential, passkey)

        def use() -> Script[kept.Account]:
            account = yield from kept.find_account(passkey.account)
            if account is None or account.status != "active":
                raise passkeys.refused()
            if not (yield from kept.use_passkey(passkey, count, now)):
                raise passkeys.refused()
            return account

        account = await self._store.transact(use)
        return await self._open(account, label, caller)

    async def recover(self, asked: wire.RecoverAsked, caller: Caller | None) -> tuple[wire.Me, str]:
        """Sign in with a recovery code, which works once."""
        hashed = _code_hash(asked.code)

        def use() -> Script[kept.Account]:
            owner = yield from kept.spend_code(hashed)
            account = None if owner is None else (yield from kept.find_account(owner))
            if account is None or account.status != "active":
                raise passkeys.refused()
            return account

        return await self._open(await self._store.transact(use), _label(asked.label), caller)

    async def _open(self, account: kept.Account, label: str, caller: Caller | None) -> tuple[wire.Me, str]:
        """Open an account on this device: in a session of its own, or in the one that was open already."""
        now = self._host.now()
        session, cookie = self._session(account.id, label, now)
        is_same = caller is not None and caller.scopes is None and caller.account.id == account.id

        def open_one() -> Script[str]:
            yield from still_there(account.id)
            if caller is not None and is_same:
                while (known := (yield from open_.find_session(caller.session))) is not None:
                    # The same device stays the same device; everything that it holds goes on, and so does what other
                    # tabs send with the old cookie until they have the new one.
                    renewed = session._replace(id=known.id, label=known.label, previous=known.hash)
                    if known.hash == session.hash or (yield from open_.change_session(known, renewed)):
                        return known.id
            elif caller is not None and caller.scopes is None:
                yield from open_.end_sessions([caller.session], now)
            others = yield from open_.sessions_of(account.id)
            yield from open_.end_sessions([other.id for other in others[_MOST_SESSIONS - 1 :]], now)
            yield from open_.add_session(session)
            return session.id

        name = await self._store.transact(open_one)
        await self._host.end_revoked()
        return wire.Me(shown(account), name), f"{name}.{cookie.partition('.')[2]}"

    async def sign_out(self, caller: Caller) -> None:
        """End the session of whoever asks."""
        if caller.scopes is not None:
            raise Refusal("forbidden", "an API token is ended where it was made")
        await self._end([caller.session])

    # What opens an account

    async def devices(self, caller: Caller) -> wire.DevicesShown:
        """List the passkeys, sessions and API tokens of an account."""
        account = caller.account.id

        def read() -> Script[wire.DevicesShown]:
            sessions = yield from open_.sessions_of(account)
            keys = yield from kept.passkeys_of(account)
            tokens = yield from open_.api_tokens_of(account)
            left = len((yield from kept.codes_of(account)))
            return wire.DevicesShown(
                [wire.SessionShown(s.id, s.label, s.created, s.seen, s.id == caller.session) for s in sessions],
                [wire.PasskeyShown(key.credential, key.label, key.created, key.used) for key in keys],
                [wire.ApiTokenShown(t.id, t.label, _scopes(t.scopes), t.created, t.used) for t in tokens],
                left,
            )

        return await self._store.ask(read)

    async def ask_another(self, place: passkeys.Place, caller: Caller) -> wire.Question:
        """Ask for one more passkey."""
        self.check_fresh(caller)
        known = await self._store.ask(lambda: kept.passkeys_of(caller.account.id))
        _check_room(known)
        question = self._question(place, account=caller.account.id, name=caller.account.name)
        return await self._begin("passkey", question, passkeys.registration(question, known))

    async def add_passkey(self, proof: wire.Proof, caller: Caller) -> None:
        """Add a passkey to an account."""
        self.check_fresh(caller)
        asked = await self._answered("passkey", proof)
        if asked.account != caller.account.id:
            raise passkeys.refused()
        passkey = passkeys.registered(asked, proof.credential, _label(proof.label), self._host.now())

        def add() -> Script[None]:
            yield from still_there(passkey.account)
            known = yield from kept.find_passkey(passkey.credential)
            if known is None:
                # Asked again: any number of questions may have been open at once.
                _check_room((yield from kept.passkeys_of(passkey.account)))
                yield from kept.add_passkey(passkey)
            elif known.account != passkey.account:
                raise passkeys.refused()

        await self._store.transact(add)

    async def remove_passkey(self, credential: str, caller: Caller) -> None:
        """Remove a passkey; the last one stays."""
        account = caller.account.id

        def remove() -> Script[None]:
            # One after the other: of the last two that go at the same time one stays.
            yield from still_there(account)
            known = yield from kept.passkeys_of(account)
            if credential not in [key.credential for key in known]:
                raise Refusal("not-found", "there is no such passkey")
            if len(known) == 1:
                raise Refusal("not-allowed", "add another passkey first: this is the last one")
            yield from kept.remove_passkey(account, credential)

        self.check_fresh(caller)
        await self._store.transact(remove)

    async def end_session(self, name: str, caller: Caller) -> None:
        """Sign a device out: what it holds of one's seats is closed to it at once."""
        sessions = await self._store.ask(lambda: open_.sessions_of(caller.account.id))
        if name not in [session.id for session in sessions]:
            raise Refusal("not-found", "there is no such device")
        await self._end([name])

    async def new_codes(self, caller: Caller) -> wire.Welcomed:
        """Make new recovery codes; the old ones are void."""
        self.check_fresh(caller)
        codes = self._codes()
        hashes = [_code_hash(code) for code in codes]

        def replace() -> Script[None]:
            yield from still_there(caller.account.id)
            yield from kept.replace_codes(caller.account.id, hashes)

        await self._store.transact(replace)
        return wire.Welcomed(shown(caller.account), codes)

    async def new_api_token(self, asked: wire.ApiTokenAsked, caller: Caller, address: str) -> wire.ApiTokenGiven:
        """Make a token for scripts."""
        self.check_fresh(caller)
        if not await self._api_tokens.take(address):
            raise Refusal("too-many", "too many new API tokens from your address; try again later")
        account, now = caller.account.id, self._host.now()
        name, token = new_name(self._host.entropy), API_PREFIX + new_token(self._host.entropy)
        scopes = " ".join(sorted(set(asked.scopes)))
        made = open_.ApiToken(name, token_hash(token), account, clean(asked.label), scopes, now, 0)

        def add() -> Script[None]:
            yield from still_there(account)
            if len((yield from open_.api_tokens_of(account))) >= _MOST_TOKENS:
                raise Refusal("too-many", f"an account has at most {_MOST_TOKENS} API tokens")
            yield from open_.add_api_token(made)

        await self._store.transact(add)
        return wire.ApiTokenGiven(name, token)

    async def end_api_token(self, name: str, caller: Caller) -> None:
        """End a token for scripts."""
        now = self._host.now()
        if not await self._store.transact(lambda: open_.end_api_token(caller.account.id, name, now)):
            raise Refusal("not-found", "there is no such API token")
        await self._host.end_revoked()

    # Parts

    def check_fresh(self, caller: Caller) -> None:
        """Raise Refusal unless somebody has just shown who they are."""
        if self._host.now() - caller.proved > FRESH_MS:
            raise Refusal("not-fresh", "show once more who you are, with your passkey")

    def _question(self, place: passkeys.Place, account: str = "", name: str = "", kind: str = "") -> passkeys.Asked:
        challenge = base64.urlsafe_b64encode(self._host.entropy(32)).rstrip(b"=").decode()
        return passkeys.Asked(challenge, place, account, name, kind)

    async def _begin(self, purpose: str, question: passkeys.Asked, options: dict[str, Any]) -> wire.Question:
        now = self._host.now()
        name = new_name(self._host.entropy)
        ceremony = kept.Ceremony(name, purpose, msgspec.json.encode(question), now + passkeys.WAITING_MS)
        await self._store.transact(lambda: kept.begin_ceremony(ceremony, now))
        return wire.Question(name, options)

    async def _answered(self, purpose: str, proof: wire.Proof) -> passkeys.Asked:
        """Return what was asked, which nobody can answer a second time; raise Refusal."""
        now = self._host.now()
        body = await self._store.transact(lambda: kept.end_ceremony(proof.ceremony, purpose, now))
        if body is None:
            raise passkeys.refused()
        return _asked_reader.decode(body)

    def _session(self, account: str, label: str, now: int) -> tuple[open_.Session, str]:
        """Return a new session and the value of its cookie."""
        name, secret = new_name(self._host.entropy), new_token(self._host.entropy)
        return open_.Session(name, account, token_hash(secret), "", now, now, now, label), f"{name}.{secret}"

    async def _end(self, sessions: list[str]) -> None:
        now = self._host.now()
        await self._store.transact(lambda: open_.end_sessions(sessions, now))
        await self._host.end_revoked()

    def _codes(self) -> list[str]:
        texts = [base64.b32encode(self._host.entropy(_CODE_BYTES)).decode().lower() for _ in range(_CODES)]
        return ["-".join(text[at : at + 4] for at in range(0, len(text), 4)) for text in texts]


def _check_room(known: Sequence[kept.Passkey]) -> None:
    if len(known) >= _MOST_PASSKEYS:
        raise Refusal("too-many", f"an account has at most {_MOST_PASSKEYS} passkeys")


def shown(account: kept.Account) -> wire.AccountShown:
    """Return an account as its owner sees it."""
    kind: AccountKind = "bot" if account.kind == "bot" else "person"
    return wire.AccountShown(account.name, kind, account.created, account.role == MODERATOR)


def _scopes(text: str) -> list[wire.Scope]:
    known: tuple[wire.Scope, ...] = ("read", "play")
    return [scope for scope in known if scope in text.split()]


def _label(text: str) -> str:
    return clean(text) if text.strip() else ""


def _code_hash(code: str) -> str:
    """Return what is kept of a recovery code. It has 80 random bits, so a plain hash cannot be brute-forced."""
    return token_hash("".join(letter for letter in code.lower() if letter.isalnum()))


def _taken() -> Refusal:
    return Refusal("name-taken", "somebody has this name, or one that looks like it")
