"""A study in memory: what it is now, and who hears of it."""

from __future__ import annotations

import asyncio
from secrets import compare_digest
from typing import NamedTuple, Protocol

from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.studies import ops as do
from tafelrunde.server.studies.rules import Tables
from tafelrunde.server.studies.state import Study
from tafelrunde.server.wire import studies as wire
from tafelrunde.store import Entry
from tafelrunde.store.studies import Kept


class Listener(Protocol):
    """Somebody who is told things."""

    def tell(self, message: wire.ServerMessage) -> None:
        """Send a message."""


class Access(NamedTuple):
    """By what somebody asks for a study: the hash of a link's token, an account, or both."""

    hashed: str = ""
    account: str = ""
    session: str = ""

    def role_in(self, kept: Kept) -> wire.Role:
        """Return what may be done with a study; raise the same Refusal where there is none and where it is closed."""
        if self.account and kept.owner == self.account:
            return "keep"
        for hashed, role in ((kept.keeps, "keep"), (kept.writes, "write"), (kept.reads, "read")):
            if hashed and self.hashed and compare_digest(hashed, self.hashed):
                return "keep" if role == "keep" else "write" if role == "write" else "read"
        raise no_study()


def no_study() -> Refusal:
    """Return what those hear who ask for something that is not theirs, and those who guess."""
    return Refusal("not-found", "there is no such study, or this link opens it no more")


class Follower(NamedTuple):
    """Somebody who has a study open here."""

    listener: Listener
    access: Access
    name: str
    person: str
    """By which others know them."""
    writes: bool


class LiveStudy:
    """A study with everything that was done in it so far."""

    def __init__(self, kept: Kept) -> None:
        self._title = kept.title
        self.lock = asyncio.Lock()
        self.reset()

    def reset(self) -> None:
        """Forget everything; it is read again before it is used."""
        self.study = Study(self._title)
        self.tables = Tables()
        self.number = 0
        self.size = 0
        self.keys: dict[str, int] = {}
        """By the id of what was done: its number."""

    def fold(self, entry: Entry) -> None:
        """Take in what was written."""
        assert entry.key is not None
        self.study.fold(do.decoder.decode(entry.body))
        self.number = entry.number
        self.size += len(entry.body)
        self.keys[entry.key] = entry.number


def shown(entry: Entry) -> wire.StudyEntry:
    """Return an entry as clients see it."""
    return wire.StudyEntry(entry.number, entry.at, do.decoder.decode(entry.body))
