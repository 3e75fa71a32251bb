"""Who has which study open, and notifying them of changes and of each other.

What this process writes is told at once. What others write, and who is connected to them, is found in the store: when
the bus says so, and every second in any case. Whether somebody may still read a study is asked whenever they are told
something, of the study as it was when that was written.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from functools import partial

import structlog

from tafelrunde.server.live.host import Host
from tafelrunde.server.match.refusal import Code, Refusal
from tafelrunde.server.rounds import every
from tafelrunde.server.studies.live import Access, Follower, Listener, no_study, shown
from tafelrunde.server.tokens import new_token
from tafelrunde.server.wire import studies as wire
from tafelrunde.store import Entry, Script, StoreUnavailable
from tafelrunde.store import studies as kept

log = structlog.get_logger()

_TICK_SECONDS = 1.0
_PAUSE_SECONDS = 0.25
"""Between two messages about who is there: however often people come and go, the others hear of it no more often."""
_SPEAK_MS, _ALIVE_MS = 10_000, 30_000
_SHOWN = 30
"""How many people are shown for a study at most."""
_PERSON = 12


class _Followed:
    """A study that somebody here has open."""

    def __init__(self, number: int, created: int) -> None:
        self.number = number
        """The last entry that followers were told of."""
        self.created = created
        """When it was made: another one may have its name after it was deleted."""
        self.followers: dict[Listener, Follower] = {}
        self.people: list[wire.StudyPerson] = []
        self.new: set[Listener] = set()
        """Those who were not told yet who is there."""

    def __iter__(self) -> Iterator[Follower]:
        """Iterate over a copy of its followers; telling one of them something may make others leave."""
        for follower in list(self.followers.values()):
            if follower.listener in self.followers:
                yield follower


class Followers:
    """Everybody who is connected to this process."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._store = host.store
        self._followed: dict[str, _Followed] = {}
        self._left: dict[str, list[str]] = {}
        """By study: people who went, which is not in the store yet."""
        self._pausing: dict[str, bool] = {}
        """Studies that were told who is there a moment ago, and whether that has changed since."""
        self._spoken = 0
        self._looking = asyncio.Lock()

    def has(self, name: str) -> bool:
        """Return whether somebody here has a study open."""
        return name in self._followed

    async def add(self, listener: Listener, access: Access, name: str, role: wire.Role, found: kept.Found) -> None:
        """Let somebody hear of a study from where they know it; raise Refusal."""
        study, entries = found
        limit = self._host.settings.limits.subscriptions
        if sum(listener in each.followers for each in self._followed.values()) >= limit:
            raise Refusal("too-many", f"one connection follows at most {limit} studies")
        # Where something cannot be read, nobody follows it from now on.
        told = [shown(entry) for entry in entries]
        followed = self._followed.setdefault(study.id, _Followed(study.number, study.created))
        if listener in followed.followers:
            raise Refusal("pending", "you are told already")
        person = new_token(self._host.entropy)[:_PERSON]
        followed.followers[listener] = Follower(listener, access, name, person, role != "read")
        followed.new.add(listener)
        listener.tell(wire.StudyTold(study.id, told, study.number))
        try:
            if followed.number > study.number:
                # Something was told to the others while it was read for this one.
                await self._tell_missed(listener, study.id, study.number)
            elif study.number > followed.number:
                await self.look()
        except StoreUnavailable:
            self.gone(listener, study.id)
            raise
        self._changed(study.id)

    async def _tell_missed(self, listener: Listener, name: str, after: int) -> None:
        found = await self._store.ask(partial(kept.read_study, name, after))
        followed = self._followed.get(name)
        follower = None if followed is None else followed.followers.get(listener)
        if followed is None or follower is None:
            return
        if self._is_sent_away(followed, follower, name, None if found is None else found[0]):
            return
        assert found is not None
        missed = [entry for entry in found[1] if entry.number <= followed.number]
        listener.tell(wire.StudyTold(name, [shown(entry) for entry in missed], followed.number))

    def remove(self, listener: Listener, study: str) -> None:
        """Stop telling somebody; raise Refusal if they were not being told."""
        followed = self._followed.get(study)
        follower = None if followed is None else followed.followers.pop(listener, None)
        if followed is None or follower is None:
            raise Refusal("not-subscribed", "this connection does not follow that study")
        followed.new.discard(listener)
        if not followed.followers:
            del self._followed[study]
        if not self._host.stopping:
            self._left.setdefault(study, []).append(follower.person)
            self._changed(study)

    def gone(self, listener: Listener, study: str | None = None) -> None:
        """Hear that somebody is not connected any more, or does not follow a study."""
        names = list(self._followed) if study is None else [study]
        for name in names:
            followed = self._followed.get(name)
            if followed is not None and listener in followed.followers:
                self.remove(listener, name)

    def tell(self, study: kept.Kept, entries: Sequence[Entry]) -> None:
        """Tell those of entries who may read a study as it is with them; if some before are missing, all are read."""
        followed = self._followed.get(study.id)
        if followed is None or entries[0].number != followed.number + 1:
            return
        followed.number = entries[-1].number
        message = wire.StudyTold(study.id, [shown(entry) for entry in entries], followed.number)
        for follower in followed:
            if not self._is_sent_away(followed, follower, study.id, study):
                follower.listener.tell(message)

    async def run(self) -> None:
        """Look every second for what others did, until the server stops."""
        await every(_TICK_SECONDS, self.tick)

    async def tick(self) -> None:
        """Do once what is done every second."""
        now = self._host.now()
        if now - self._spoken >= _SPEAK_MS:
            self._spoken = now
            here = [
                kept.Person(study, each.person, each.name, each.writes, now)
                for study, followed in self._followed.items()
                for each in list(followed.followers.values())[:_SHOWN]
            ]
            if here:
                await self._store.transact(lambda: kept.note_people(here))
                await self._store.transact(lambda: kept.forget_unseen(now - 2 * _ALIVE_MS))
        await self.look()
        await self._tell_people(list(self._followed))

    async def look(self) -> None:
        """Take in what was written elsewhere, and send those away whom a study is closed to."""
        async with self._looking:
            names = list(self._followed)
            found = {study.id: study for study in await self._store.ask(lambda: kept.find_studies(names))}
            for name in names:
                followed = self._followed.get(name)
                if followed is None:
                    continue
                reason: Code = "damaged"
                try:
                    await self._look_at(name, followed, found.get(name))
                    continue
                except StoreUnavailable:
                    raise
                except Refusal as refusal:
                    reason = refusal.refusal
                except Exception:
                    log.exception("bug", study=name)
                # What cannot be read of one study keeps nobody from the others.
                for follower in followed:
                    self._send_away(follower, name, reason)

    async def _look_at(self, name: str, followed: _Followed, study: kept.Kept | None) -> None:
        """Take in what was written to one study, and send those away whom it is closed to; raise Refusal."""
        for follower in followed:
            self._is_sent_away(followed, follower, name, study)
        if study is not None and study.number > followed.number:
            await self._tell_new(name, followed)

    async def _tell_new(self, name: str, followed: _Followed) -> None:
        found = await self._store.ask(partial(kept.read_study, name, followed.number))
        if found is not None:
            # Some of it may have been told meanwhile.
            new = [entry for entry in found[1] if entry.number > followed.number]
            if new:
                self.tell(found[0], new)

    def _is_sent_away(self, followed: _Followed, follower: Follower, name: str, study: kept.Kept | None) -> bool:
        """Return whether somebody may not read a study as it is now; then they are told so and hear no more of it."""
        reason = self._against(study, follower.access)
        if study is not None and study.created != followed.created:
            reason = no_study().refusal
        if reason is not None:
            self._send_away(follower, name, reason)
        return reason is not None

    def _send_away(self, follower: Follower, name: str, reason: Code) -> None:
        self.remove(follower.listener, name)
        follower.listener.tell(wire.StudyClosed(name, reason))

    def _against(self, study: kept.Kept | None, access: Access) -> Code | None:
        """Return why somebody may not read a study any more."""
        if access.session and access.session in self._host.barred.ended:
            return "signed-out"
        if study is None or access.hashed in self._host.banned:
            return no_study().refusal
        try:
            access.role_in(study)
        except Refusal as refusal:
            return refusal.refusal
        return None

    # Who is there

    def _changed(self, study: str) -> None:
        """Tell who is there at once, or after a pause if that was told a moment ago."""
        if study in self._pausing:
            self._pausing[study] = True
        else:
            self._pausing[study] = True
            self._telling = self._host.chore(self._tell_by_turns(study))

    async def _tell_by_turns(self, study: str) -> None:
        try:
            while self._pausing[study]:
                self._pausing[study] = False
                try:
                    await self._note(study)
                    await self._tell_people([study])
                except StoreUnavailable:
                    # Of those who are here it is told again in a while; nobody speaks for those who went.
                    pass
                await asyncio.sleep(_PAUSE_SECONDS)
        finally:
            del self._pausing[study]

    async def _note(self, study: str) -> None:
        """Write who came and who went."""
        followed, left, now = self._followed.get(study), self._left.pop(study, []), self._host.now()
        first = [] if followed is None else list(followed.followers.values())[:_SHOWN]
        came = [kept.Person(study, each.person, each.name, each.writes, now) for each in first]

        def write() -> Script[None]:
            yield from kept.note_people(came)
            yield from kept.forget_people(study, left)

        await self._store.transact(write)

    async def _tell_people(self, studies: Sequence[str]) -> None:
        """Tell those who follow some studies who else is there, where that has changed."""
        alive = self._host.now() - _ALIVE_MS
        found = await self._store.ask(lambda: kept.people_in(studies, alive))
        by_study: dict[str, list[wire.StudyPerson]] = {}
        for person in found:
            by_study.setdefault(person.study, []).append(wire.StudyPerson(person.id, person.name, person.writes))
        for study in studies:
            followed = self._followed.get(study)
            if followed is None:
                continue
            here = by_study.get(study, [])[:_SHOWN]
            is_other, followed.people = here != followed.people, here
            new, followed.new = followed.new, set()
            for follower in followed:
                if is_other or follower.listener in new:
                    follower.listener.tell(wire.StudyPeople(study, follower.person, here))
