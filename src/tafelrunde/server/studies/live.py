"""A study in memory: its state, and who may read and write it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from secrets import compare_digest
from typing import NamedTuple, Protocol

import msgspec
import structlog

from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.studies import ops as do
from tafelrunde.server.studies.rules import Tables
from tafelrunde.server.studies.state import Study
from tafelrunde.server.wire import studies as wire
from tafelrunde.store import Entry
from tafelrunde.store.studies import Kept

log = structlog.get_logger()


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
        self.lock = asyncio.Lock()
        self.begin(kept)

    def begin(self, kept: Kept) -> None:
        """Forget everything; it is read again before it is used."""
        self._title, self.created = kept.title, kept.created
        self.reset()

    def reset(self) -> None:
        """Forget what was done; it is read again before it is used."""
        self.study = Study(self._title)
        self.tables = Tables()
        self.number = 0
        self.size = 0
        self.keys: dict[str, int] = {}
        """By the id of what was done: its number."""

    def fold(self, entry: Entry) -> None:
        """Take in what was written; raise Refusal if it cannot be read."""
        assert entry.key is not None
        op = read_op(entry)
        try:
            self.study.fold(op)
        except Exception as error:
            log.exception("damaged", study=self.study.title, number=entry.number)
            raise _set_aside() from error
        self.number = entry.number
        self.size += len(entry.body)
        self.keys[entry.key] = entry.number

    def fold_all(self, entries: Sequence[Entry]) -> None:
        """Take in what was written, or nothing of it; raise Refusal."""
        try:
            for entry in entries:
                self.fold(entry)
        except Refusal:
            self.reset()
            raise


def read_op(entry: Entry) -> do.Op:
    """Return what an entry says was done; raise Refusal where that cannot be read."""
    try:
        op: do.Op = do.decoder.decode(entry.body)
    except msgspec.MsgspecError as error:
        log.error("damaged", number=entry.number, reason=str(error)[:200])
        raise _set_aside() from error
    return op


def shown(entry: Entry) -> wire.StudyEntry:
    """Return an entry as clients see it; raise Refusal."""
    return wire.StudyEntry(entry.number, entry.at, read_op(entry))


def _set_aside() -> Refusal:
    return Refusal("damaged", "this study cannot be read and was set aside; whoever runs the server has been told")
