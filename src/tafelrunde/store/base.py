"""The one interface of all stores.

A match is a list of entries, numbered from 1 without a gap, that only ever grows. What an entry says is bytes to the
store. Beside the entries it keeps what can be found without reading them: a summary of each match for the lobby, and
which seat tokens (as hashes) belong to which match. An entry is written together with what it changes there.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tafelrunde.games.errors import TafelrundeError


class StoreUnavailable(TafelrundeError):
    """The database does not answer; whether the last entries were written is not known."""

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


@dataclass(frozen=True, slots=True)
class Append:
    """An entry to be written, and what changes with it."""

    match: str
    number: int
    at: int
    key: str | None
    body: bytes
    summary: Summary | None = None
    tokens: tuple[tuple[str, int], ...] = ()
    """New hashes of tokens with their seats."""


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
        """Hand in an entry; the result is True once it will survive a power failure.

        It is False, with nothing written, when the number does not follow the last one or the key is taken: somebody
        else was first, or this very entry was written before.
        """

    @abstractmethod
    async def entries(self, match: str, after: int = 0) -> list[Entry]:
        """Return the entries of a match that follow a number, in their order; none for an unknown match."""

    @abstractmethod
    async def find(self, query: Query) -> list[Summary]:
        """Return the summaries that fit, the newest first."""

    @abstractmethod
    async def find_by_tokens(self, hashes: Sequence[str]) -> list[tuple[str, int, Summary]]:
        """Return hash, seat and summary of every match that some tokens have a seat in, the newest first."""

    @abstractmethod
    async def waking(self) -> list[str]:
        """Return the running matches that have a clock or a computer."""

    @abstractmethod
    async def beat(self, at: int) -> None:
        """Note that a server is alive."""

    @abstractmethod
    async def last_beat(self) -> int | None:
        """Return when a server was alive last; None if never."""

    @abstractmethod
    async def ban(self, token_hash: str, at: int) -> None:
        """Shut a token out for good."""

    @abstractmethod
    async def banned(self) -> frozenset[str]:
        """Return the hashes of the tokens that are shut out."""

    @abstractmethod
    async def changes(self) -> int:
        """Return a number that is another one after another process has written; always 0 where nobody can tell."""

    @abstractmethod
    def dump(self) -> AsyncIterator[tuple[str, list[Entry], Summary, list[tuple[str, int]]]]:
        """Run through all matches with their entries, summary and tokens."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what was handed in and let go of the database."""
