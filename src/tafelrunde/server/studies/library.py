"""All studies of the server: changes are checked, written to the store, and only then broadcast.

Any process may write to a study, each entry after the last one it knew (optimistic concurrency). Whoever was slower
reads what came in between and tries again, so all processes and all pages have the same log in the same order.
"""

from __future__ import annotations

import contextlib
import time
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial

import msgspec

from tafelrunde.records.record import RecordError, write_records
from tafelrunde.server.limits.token_bucket import Allowance, Buckets, Shared
from tafelrunde.server.limits.work import Desk
from tafelrunde.server.live.fairness import check_fair
from tafelrunde.server.live.host import Host
from tafelrunde.server.match.decide import clean
from tafelrunde.server.match.parts import owner_of, session_of
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.people.callers import still_there
from tafelrunde.server.studies import ops as do
from tafelrunde.server.studies.followers import Followers
from tafelrunde.server.studies.live import Access, Listener, LiveStudy, no_study, shown
from tafelrunde.server.studies.rules import checked, line_of, main_line_of
from tafelrunde.server.tokens import derived_id, token_hash
from tafelrunde.server.wire import studies as wire
from tafelrunde.store import Entry, Script, StoreUnavailable
from tafelrunde.store import studies as kept
from tafelrunde.store.people.accounts import find_account
from tafelrunde.store.people.sessions import api_tokens_of

MOST_ENTRIES = 20_000
MOST_BYTES = 1_000_000
"""The longest that the log of a study may be."""
_SHARE = 0.9
"""What part of it is for those with a link; the rest is for whoever keeps the study, to set right what they did."""
MOST_OWNED = 200
_IN_MEMORY = 32
_NODES_IN_MEMORY = 100_000
"""Of all studies together, about half a kilobyte each."""
_RETRIES = 20


class Library:
    """The studies of one server process."""

    def __init__(self, host: Host, desk: Desk, shared: Shared | None = None) -> None:
        self._host = host
        self._desk = desk
        self._store = host.store
        limits, seconds = host.settings.limits, time.monotonic
        self._new = Allowance("shared-study", limits.shared_per_hour, limits.shared_burst, seconds, shared)
        self._written = Buckets(limits.shared_bytes_per_second, limits.shared_bytes_burst, seconds)
        self._lives: OrderedDict[str, LiveStudy] = OrderedDict()
        self.followers = Followers(host)

    # Making and keeping

    async def create(self, asked: wire.StudyWanted, account: str, address: str) -> wire.StudyGiven:
        """Make a study, for an account or a guest; the same again finds it. Raise Refusal."""
        self._refuse_when_stopping()
        hashes = [token_hash(token) for token in (asked.read, asked.write, asked.keep)]
        if len(set(hashes)) < len(hashes):
            raise Refusal("not-allowed", "each link has a token of its own")
        if not self._host.banned.isdisjoint(hashes):
            raise Refusal("banned", "this token has been shut out")
        reads, writes, keeps = hashes
        name, now = derived_id("study", keeps), self._host.now()
        known = await self._store.ask(partial(kept.find_study, name))
        if known is None and not await self._new.take(address):
            raise Refusal("too-many", "too many new studies from your address; try again later")
        # Who has an account needs no token to keep what is theirs, and loses nothing with a device.
        new = kept.Kept(name, account, line_of(asked.title), reads, writes, "" if account else keeps, 0, 0, now, now)

        def add() -> Script[kept.Kept | None]:
            if account:
                yield from still_there(account)
            return (yield from kept.add_study(new, MOST_OWNED))

        written = await self._store.transact(add)
        if written is None:
            raise Refusal("too-many", f"an account has at most {MOST_OWNED} studies")
        if (written.owner, written.keeps) != (new.owner, new.keeps):
            raise no_study()
        return wire.StudyGiven(name)

    async def owned(self, account: str) -> list[wire.StudyListed]:
        """Return the studies of an account."""
        found = await self._store.ask(lambda: kept.studies_of(account))
        return [wire.StudyListed(each.id, each.title, each.created, each.changed) for each in found]

    async def set_links(self, name: str, access: Access, asked: wire.LinksAsked) -> None:
        """Let new links open a study and the old ones no more; raise Refusal."""
        await self._kept(name, access, "keep")
        reads, writes = (None if token is None else token_hash(token) for token in (asked.read, asked.write))
        if not await self._store.transact(lambda: kept.set_links(name, reads, writes)):
            raise Refusal("not-allowed", "each link has a token of its own")
        await self.followers.look()

    async def delete(self, name: str, access: Access) -> None:
        """Delete a study for everybody; raise Refusal."""
        await self._kept(name, access, "keep")
        await self._store.transact(lambda: kept.remove_study(name))
        self._lives.pop(name, None)
        await self.followers.look()

    # Reading

    async def log(self, name: str, access: Access, since: int) -> wire.StudyLog:
        """Return what was done in a study after a number; raise Refusal."""
        (study, entries), role = await self._read(name, access, since)
        return wire.StudyLog(name, study.title, role, study.number, [shown(entry) for entry in entries])

    async def _read(self, name: str, access: Access, since: int) -> tuple[kept.Found, wire.Role]:
        """Return a study with what was done in it after a number, and what may be done with it; raise Refusal."""
        # Who may not read it makes nobody read all of it.
        await self._kept(name, access)
        found = await self._store.ask(lambda: kept.read_study(name, since))
        if found is None:
            raise no_study()
        return found, self._role(found[0], access)

    async def file(self, name: str, access: Access, address: str) -> str:
        """Return a study as one file: a record for each chapter; raise Refusal."""
        study = await self._kept(name, access)
        live = await self._live(name)
        async with live.lock:
            await self._refresh(live, study, address)
            try:
                return await self._desk.ask(address, lambda: write_records(live.study.records()))
            except RecordError as error:
                raise Refusal("too-large", str(error)) from None

    async def follow(self, listener: Listener, holder: str | None, asked: wire.FollowStudy) -> None:
        """Tell somebody what is done in a study from now on, and what they missed; raise Refusal."""
        account, session = owner_of(holder or ""), session_of(holder or "")
        if account and asked.token is None:
            await self._check_scope(account, session)
        access = Access("" if asked.token is None else token_hash(asked.token), account, session)
        try:
            found, role = await self._read(asked.study, access, asked.since)
        except Refusal as refusal:
            listener.tell(wire.StudyClosed(asked.study, refusal.refusal))
            return
        known = await self._store.ask(partial(find_account, account)) if account else None
        name = clean(asked.name) if known is None else known.name
        await self.followers.add(listener, access, name, role, found)

    async def _check_scope(self, account: str, session: str) -> None:
        """Raise Refusal for an API token that may not read what its account owns."""
        tokens = await self._store.ask(partial(api_tokens_of, account))
        if any(token.id == session and "read" not in token.scopes.split() for token in tokens):
            raise Refusal("forbidden", "this API token has no scope read")

    # Writing

    async def write(self, name: str, access: Access, asked: wire.OpsAsked, address: str) -> list[wire.OpDone]:
        """Do some things in a study, as far as they may be done; raise Refusal if nothing may."""
        self._refuse_when_stopping()
        await self._kept(name, access, "write")
        if not self._written.of(address).is_left(time.monotonic()):
            raise Refusal("too-many", "so much was written from your address; try again later")
        for op in asked.ops:
            if isinstance(op, do.ChapterAdded):
                await self._check_fair(op, asked.tokens, access.account, address)
        live = await self._live(name)
        async with live.lock:
            for _ in range(_RETRIES):
                study = await self._kept(name, access, "write")
                await self._refresh(live, study, address)
                share = 1.0 if self._role(study, access) == "keep" else _SHARE
                try:
                    done, entries = await self._desk.ask(address, self._decide, live, asked.ops, share)
                    if not entries:
                        return done
                    written = await self._store.transact(partial(kept.append, name, entries, live.study.title, study))
                except BaseException as error:
                    if not isinstance(error, Refusal):
                        # Something may be folded in that was not written.
                        live.reset()
                    raise
                if written is not None:
                    self._written.of(address).spend(sum(len(entry.body) for entry in entries))
                    self.followers.tell(written, entries)
                    self._host.bus.publish(name, entries[-1].number)
                    return done
                # Somebody else was faster: what was folded in here never was.
                live.reset()
        raise Refusal("unavailable", "too many write at once; send the same again")

    async def _check_fair(self, op: do.ChapterAdded, tokens: Sequence[str], account: str, address: str) -> None:
        """Raise Refusal for a match that is still being played by whoever brings it."""
        try:
            played = await self._desk.ask(address, main_line_of, op.record)
        except RecordError:
            # What is wrong with it is told where it is read.
            return
        await check_fair(self._host, tokens, played, account)

    def _decide(self, live: LiveStudy, ops: Sequence[do.Op], share: float) -> tuple[list[wire.OpDone], list[Entry]]:
        """Fold in what may be done; return what became of everything, and what is to be written."""
        done: list[wire.OpDone] = []
        entries: list[Entry] = []
        at = self._host.now()
        for op in ops:
            if op.id in live.keys:
                done.append(wire.OpDone(op.id, live.keys[op.id]))
                continue
            try:
                written = checked(live.study, op, live.tables)
                entry = Entry(live.number + 1, at, op.id, do.encode(written))
                _check_reads_back(entry)
                if entry.number > MOST_ENTRIES * share or live.size + len(entry.body) > MOST_BYTES * share:
                    raise Refusal("too-large", "this study is full; begin another one")
            except Refusal as refusal:
                done.append(wire.OpDone(op.id, None, refusal.refusal, refusal.message))
                continue
            live.fold(entry)
            entries.append(entry)
            done.append(wire.OpDone(op.id, entry.number))
        return done, entries

    # In memory

    async def _kept(self, name: str, access: Access, needed: wire.Role = "read") -> kept.Kept:
        """Return a study that may be read, written or kept as is asked; raise Refusal."""
        study = await self._store.ask(partial(kept.find_study, name))
        if study is None:
            raise no_study()
        role = self._role(study, access)
        if needed == "keep" and role != "keep":
            raise Refusal("forbidden", "only who made the study may do this")
        if needed == "write" and role == "read":
            raise Refusal("forbidden", "this link is for reading")
        return study

    def _role(self, study: kept.Kept, access: Access) -> wire.Role:
        if access.session and access.session in self._host.barred.ended:
            # A socket outlives the session it was opened with.
            raise Refusal("signed-out", "you were signed out")
        if access.hashed in self._host.banned:
            raise no_study()
        return access.role_in(study)

    async def _live(self, name: str) -> LiveStudy:
        live = self._lives.get(name)
        if live is None:
            study = await self._store.ask(partial(kept.find_study, name))
            if study is None:
                raise no_study()
            live = self._lives.setdefault(name, LiveStudy(study))
        self._lives.move_to_end(name)
        while len(self._lives) > _IN_MEMORY or sum(one.study.size for one in self._lives.values()) > _NODES_IN_MEMORY:
            idle = next((each for each, one in self._lives.items() if not one.lock.locked()), name)
            if idle == name:
                break
            del self._lives[idle]
        return live

    async def _refresh(self, live: LiveStudy, study: kept.Kept, address: str) -> None:
        """Take in what others have written; for whoever holds the lock. Raise Refusal."""
        if live.created != study.created or live.number > study.number:
            # It was deleted, and another one has its name.
            live.begin(study)
        if live.number < study.number:
            entries = await self._store.ask(partial(kept.entries_of, study.id, live.number))
            await self._desk.ask(address, live.fold_all, entries)

    async def hear(self, name: str) -> None:
        """Hear that another process has written to a study."""
        if self.followers.has(name):
            with contextlib.suppress(StoreUnavailable):
                await self.followers.look()

    def _refuse_when_stopping(self) -> None:
        if self._host.stopping:
            raise Refusal("shutting-down", "the server restarts; send the same again in a moment")

    def start(self) -> None:
        """Begin to look for what others write, until the host stops."""
        self._host.elsewhere = self.hear
        self._working = self._host.chore(self.followers.run())


def _check_reads_back(entry: Entry) -> None:
    """Raise Refusal for what cannot be read again: in its normal form something can be longer than it may be."""
    try:
        do.decoder.decode(entry.body)
    except msgspec.ValidationError:
        raise Refusal("too-large", "written out in full this is too long") from None
