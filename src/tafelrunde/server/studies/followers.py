"""Who has which study open, and what they are told: what is done, and who else is there.

What this process writes is told at once. What others write, and who is connected to them, is found in the store: when
the bus says so, and every second in any case.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

from tafelrunde.server.live.host import Host
from tafelrunde.server.match.refusal import Code, Refusal
from tafelrunde.server.rounds import every
from tafelrunde.server.studies.live import Access, Follower, Listener, no_study, shown
from tafelrunde.server.tokens import new_token
from tafelrunde.server.wire import studies as wire
from tafelrunde.store import Entry, StoreUnavailable
from tafelrunde.store import studies as kept

_TICK_SECONDS = 1.0
_SPEAK_MS, _ALIVE_MS = 10_000, 30_000
_SHOWN = 30
"""So many people are shown of a study."""
_PERSON = 12


class _Followed:
    """A study that somebody here has open."""

    def __init__(self, number: int) -> None:
        self.number = number
        """The last entry that followers were told of."""
        self.followers: dict[Listener, Follower] = {}
        self.people: list[wire.StudyPerson] = []


class Followers:
    """Everybody who is connected to this process."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._store = host.store
        self._followed: dict[str, _Followed] = {}
        self._spoken = 0
        self._looking = asyncio.Lock()

    def has(self, name: str) -> bool:
        """Return whether somebody here has a study open."""
        return name in self._followed

    async def add(self, listener: Listener, access: Access, study: str, name: str, found: wire.StudyLog) -> None:
        """Let somebody hear of a study from where they know it; raise Refusal."""
        limit = self._host.settings.limits.subscriptions
        if sum(listener in each.followers for each in self._followed.values()) >= limit:
            raise Refusal("too-many", f"one connection follows at most {limit} studies")
        followed = self._followed.setdefault(study, _Followed(found.number))
        if listener in followed.followers:
            raise Refusal("pending", "you are told already")
        person = new_token(self._host.entropy)[:_PERSON]
        followed.followers[listener] = Follower(listener, access, name, person, found.role != "read")
        listener.tell(wire.StudyTold(study, found.entries, found.number))
        if followed.number > found.number:
            # Something was told to the others while it was read for this one.
            missed = await self._store.ask(partial(kept.entries_of, study, found.number))
            listener.tell(wire.StudyTold(study, [shown(entry) for entry in missed], followed.number))
        elif found.number > followed.number:
            await self.look()
        if len(followed.followers) <= _SHOWN:
            one = kept.Person(study, person, name, found.role != "read", self._host.now())
            await self._store.transact(lambda: kept.note_people([one]))
        await self._tell_people([study])

    def remove(self, listener: Listener, study: str) -> None:
        """Stop telling somebody; raise Refusal if they were not being told."""
        followed = self._followed.get(study)
        follower = None if followed is None else followed.followers.pop(listener, None)
        if followed is None or follower is None:
            raise Refusal("not-subscribed", "this connection does not follow that study")
        if not followed.followers:
            del self._followed[study]
        if not self._host.stopping:
            self._leaving = self._host.chore(self._left(study, follower.person))

    def gone(self, listener: Listener) -> None:
        """Hear that somebody is not connected any more."""
        for study in [name for name, each in self._followed.items() if listener in each.followers]:
            self.remove(listener, study)

    async def _left(self, study: str, person: str) -> None:
        try:
            await self._store.transact(lambda: kept.forget_person(study, person))
            await self._tell_people([study])
        except StoreUnavailable:
            # Nobody speaks for them any more: in half a minute they are not shown.
            return

    def tell(self, study: str, entries: Sequence[Entry]) -> None:
        """Tell of entries that follow those told before; if some are missing, all are read."""
        followed = self._followed.get(study)
        if followed is None or entries[0].number != followed.number + 1:
            return
        followed.number = entries[-1].number
        message = wire.StudyTold(study, [shown(entry) for entry in entries], followed.number)
        for listener in list(followed.followers):
            listener.tell(message)

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
                followed, study = self._followed.get(name), found.get(name)
                if followed is None:
                    continue
                for follower in list(followed.followers.values()):
                    reason = self._against(study, follower.access)
                    if reason is not None:
                        self.remove(follower.listener, name)
                        follower.listener.tell(wire.StudyClosed(name, reason))
                if study is not None and study.number > followed.number:
                    entries = await self._store.ask(partial(kept.entries_of, name, followed.number))
                    # Some of it may have been told meanwhile.
                    new = [entry for entry in entries if entry.number > followed.number]
                    if new:
                        self.tell(name, new)

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

    async def _tell_people(self, studies: Sequence[str]) -> None:
        """Tell those who follow some studies who else is there, where that has changed."""
        alive = self._host.now() - _ALIVE_MS
        found = await self._store.ask(lambda: kept.people_in(studies, alive))
        for study in studies:
            followed = self._followed.get(study)
            if followed is None:
                continue
            here = [
                wire.StudyPerson(person.id, person.name, person.writes) for person in found if person.study == study
            ][:_SHOWN]
            if here != followed.people:
                followed.people = here
                for follower in list(followed.followers.values()):
                    follower.listener.tell(wire.StudyPeople(study, follower.person, here))
