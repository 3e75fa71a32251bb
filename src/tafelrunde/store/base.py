"""The one interface of all stores.

A match is an append-only list of entries, numbered from 1 without a gap. The content of an entry is opaque bytes to
the store. It also keeps what can be queried without reading them: a summary of each match for the lobby, and
which seat tokens (as hashes) belong to which match. An entry is written together with what it changes there.

What a person in charge does is written together with a line of the audit log, which only ever grows.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Sequence
from contextvars import ContextVar
from typing import NamedTuple, TypeVar

from tafelrunde.games.errors import TafelrundeError
from tafelrunde.store.script import Make

T = TypeVar("T")


class StoreUnavailable(TafelrundeError):
    """The database does not answer; it is unknown whether the last entries were written."""

    code = "unavailable"

    def __init__(self, reason: str) -> None:
        super().__init__(f"the store does not answer: {reason}")
        self.reason = reason


class Entry(NamedTuple):
    """One step in the life of a match."""

    number: int
    at: int
    """Milliseconds since 1970."""
    key: str | None
    """The name its author gave it; no two entries of a match have the same."""
    body: bytes


class Summary(NamedTuple):
    """What the lobby shows of a match."""

    match: str
    game: str
    status: str
    listed: bool
    waking: bool
    """Whether the match needs the server's attention without a client: it has a clock or a computer."""
    created: int
    changed: int
    body: bytes


class Act(NamedTuple):
    """What an administrator did, or the server on their behalf: a line of the audit log."""

    at: int
    who: str
    what: str
    match: str = ""
    target: str = ""
    """Who or what it was done to, where that is not a whole match: a token's hash, a seat, a line."""
    why: str = ""


class Dumped(NamedTuple):
    """A match as a whole: its entries, its summary, and the hashes of its tokens with their seats."""

    match: str
    entries: list[Entry]
    summary: Summary
    tokens: list[tuple[str, int]]


class Owner(NamedTuple):
    """A seat that belongs to an account, as its history shows it."""

    account: str
    match: str
    seat: int
    pool: str
    """The game and its form, as ratings tell them apart."""
    status: str
    changed: int
    outcome: str
    """`won`, `lost` or `drawn` once the match is over; else empty."""
    opponent: str
    """An account, or `computer:LEVEL`; empty for guests and where there are several."""


class Result(NamedTuple):
    """A rated match that is over."""

    match: str
    at: int
    pool: str
    body: bytes


PAYER: ContextVar[Callable[[float], None] | None] = ContextVar("payer", default=None)
"""Who is told how many seconds of processor time it took in this process to read what they asked for."""


class Append(NamedTuple):
    """An entry to be written, and what changes with it."""

    match: str
    number: int
    at: int
    key: str | None
    body: bytes
    summary: Summary | None = None
    tokens: tuple[tuple[str, int], ...] = ()
    """New hashes of tokens with their seats."""
    revoked: tuple[str, ...] = ()
    """Hashes of tokens that no longer open a seat of this match."""
    act: Act | None = None
    """The line of the audit log that goes with it."""
    owners: tuple[Owner, ...] | None = None
    """All seats of the match that belong to accounts; None where nothing changes about that."""
    result: Result | None = None
    """What is to be rated."""
    following: Append | None = None
    """The first entry of the match that this one tells of: written with it or not at all."""


class Query(NamedTuple):
    """A search in the lobby: the newest first, before a moment and a match for the pages that follow."""

    status: str
    game: str | None = None
    before: tuple[int, str] | None = None
    limit: int = 50
    listed: bool = True


class Store(ABC):
    """A place for matches; every method may raise StoreUnavailable."""

    @abstractmethod
    def append(self, append: Append) -> asyncio.Future[bool]:
        """Append an entry; the result is True once it will survive a power failure.

        It is False, with nothing written, when the number does not follow the last one or the key is taken: somebody
        else was first, or this very entry was written before.
        """

    def append_soon(self, append: Append, told: Callable[[bool], None]) -> None:
        """Hand in an entry; `told` hears True once it will survive, and False where it is not there or nobody knows."""

        def done(future: asyncio.Future[bool]) -> None:
            told(not future.cancelled() and future.exception() is None and future.result())

        self.append(append).add_done_callback(done)

    @abstractmethod
    async def entries(self, match: str, after: int = 0) -> list[Entry]:
        """Return the entries of a match that follow a number, in their order; none for an unknown match."""

    @abstractmethod
    async def find(self, query: Query) -> list[Summary]:
        """Return the matching summaries, newest first."""

    @abstractmethod
    async def find_by_tokens(self, hashes: Sequence[str]) -> list[tuple[str, int, Summary]]:
        """Return hash, seat and summary of every match that some tokens have a seat in, the newest first."""

    @abstractmethod
    async def waking(self) -> list[tuple[str, int]]:
        """Return the running matches that have a clock or a computer, each with the number of its last entry."""

    @abstractmethod
    async def beat(self, at: int) -> None:
        """Note that a server is alive."""

    @abstractmethod
    async def last_beat(self) -> int | None:
        """Return when a server was last alive; None if never."""

    @abstractmethod
    async def open_before(self, moment: int, limit: int = 100) -> list[str]:
        """Return open matches in which nobody came or went since a moment, those that wait longest first."""

    @abstractmethod
    async def ban(self, token_hash: str, at: int, act: Act | None = None) -> bool:
        """Ban a token; False, with nothing written, if it was already banned."""

    @abstractmethod
    async def unban(self, token_hash: str, act: Act | None = None) -> bool:
        """Lift the ban on a token; False, with nothing written, if it was not banned."""

    @abstractmethod
    async def bans(self) -> list[tuple[str, int]]:
        """Return the hashes of the banned tokens, each with the time of the ban, oldest first."""

    async def banned(self) -> frozenset[str]:
        """Return the hashes of the banned tokens."""
        return frozenset(hash_ for hash_, _ in await self.bans())

    @abstractmethod
    async def delete(self, match: str, act: Act | None = None) -> bool:
        """Delete a match with everything that belongs to it; False, with nothing written, if there is none."""

    @abstractmethod
    async def restore(self, dumped: Dumped, after: int = 0) -> bool:
        """Write the entries of a match that follow a number, its summary and its tokens, all or nothing.

        It is False, with nothing written, when the store does not hold exactly the entries up to that number.
        """

    @abstractmethod
    async def note(self, acts: Sequence[Act]) -> None:
        """Write lines of the audit log, all or nothing."""

    @abstractmethod
    async def acts(self, after: int = 0, limit: int = 1000) -> list[tuple[int, Act]]:
        """Return lines of the audit log that follow a number, each with its own, in their order."""

    @abstractmethod
    async def last_act(self) -> int:
        """Return the number of the audit log's last line; 0 if there is none."""

    @abstractmethod
    async def get_meta(self, name: str) -> str | None:
        """Return the value that was set for a name; None if there is none."""

    @abstractmethod
    async def all_meta(self) -> dict[str, str]:
        """Return all names with their values."""

    @abstractmethod
    async def set_meta(self, name: str, value: str) -> None:
        """Set the value of a name."""

    @abstractmethod
    async def changes(self) -> int:
        """Return a number that changes after another process has written; always 0 if that is unknown."""

    @abstractmethod
    def dump(self) -> AsyncIterator[Dumped]:
        """Iterate over all matches, each as it is at one moment, in the order of their names."""

    @abstractmethod
    async def strays(self) -> list[str]:
        """Return the names of matches of which there are entries or tokens but no summary."""

    @abstractmethod
    async def transact(self, make: Make[T]) -> T:
        """Run a script in one transaction, on disk once this returns; an exception rolls it back."""

    @abstractmethod
    async def ask(self, make: Make[T]) -> T:
        """Run a read-only script on a consistent snapshot."""

    @abstractmethod
    async def close(self) -> None:
        """Finish pending entries and release the database."""
