"""Matches in a PostgreSQL database that several servers share.

A few writers take what has gathered and insert it with one statement; what somebody else wrote first is left out and
reported. A connection that breaks in the middle leaves open whether its transaction was committed: the same statement
is sent again, and an entry that was committed the first time is then reported as taken, which its author recognises.
"""

from __future__ import annotations

import asyncio
import contextlib
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import asyncpg  # type: ignore[import-untyped]

from tafelrunde.store import sql
from tafelrunde.store.base import Act, Append, Dumped, Entry, Query, Store, StoreUnavailable, Summary
from tafelrunde.store.migrate import migrate_postgres
from tafelrunde.store.script import Lock as ScriptLock
from tafelrunde.store.script import Make, Row, Step

_WRITERS = 4
_BATCH = 500
_PATIENCE = 20.0
_PAUSE = 0.2

_APPEND = (
    "INSERT INTO entries (match, number, at, key, body) "
    "SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::text[], $5::bytea[]) "
    "AS new(match, number, at, key, body) "
    "WHERE new.number = 1 "
    "OR EXISTS (SELECT 1 FROM entries e WHERE e.match = new.match AND e.number = new.number - 1) "
    "ORDER BY new.match ON CONFLICT DO NOTHING RETURNING match, number"
)
_SAVE_SUMMARY = sql.numbered(sql.SAVE_SUMMARY)
_SAVE_TOKEN = sql.numbered(sql.SAVE_TOKEN)
_REVOKE_TOKEN = sql.numbered(sql.REVOKE_TOKEN)
_NOTE = sql.numbered(sql.NOTE)
_FORGET_OWNERS = sql.numbered(sql.FORGET_OWNERS)
_SAVE_OWNER = sql.numbered(sql.SAVE_OWNER)
_SAVE_RESULT = sql.numbered(sql.SAVE_RESULT)
_PUT_ENTRY = sql.numbered(sql.PUT_ENTRY)
# Until the end of the transaction nobody else writes: numbers of the audit log become visible in their order, and no
# entry is added to a match while it is deleted or restored. All lock in the order entries, matches, tokens, audit.
_LOCK_AUDIT = "LOCK TABLE audit IN SHARE ROW EXCLUSIVE MODE"
_LOCK_MATCHES = "LOCK TABLE entries, matches, tokens IN SHARE ROW EXCLUSIVE MODE"

_Job = tuple[Append, "asyncio.Future[bool]"]
# A server that shuts down says so to connections that asked nothing, which confuses the client: an internal error then.
_BROKEN = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.OperatorInterventionError,
    asyncpg.DeadlockDetectedError,
)
T = TypeVar("T")


class PostgresStore(Store):
    """A store in a PostgreSQL database; made by `open`."""

    def __init__(self, pool: Any, patience: float) -> None:
        self._pool = pool
        self._patience = patience
        self._jobs: asyncio.Queue[_Job | None] = asyncio.Queue()
        self._writers = [asyncio.create_task(self._write()) for _ in range(_WRITERS)]

    @classmethod
    async def open(cls, url: str, patience: float = _PATIENCE) -> PostgresStore:
        """Connect to a database; it waits this many seconds for one that went away."""
        try:
            await migrate_postgres(url)
            pool = await asyncpg.create_pool(url, min_size=0, max_size=_WRITERS + 4, command_timeout=60)
        except (*_BROKEN, asyncpg.PostgresError) as error:
            raise StoreUnavailable(str(error)) from error
        return cls(pool, patience)

    # Writing

    def append(self, append: Append) -> asyncio.Future[bool]:
        """Hand an entry to the writers."""
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait((append, future))
        return future

    async def _write(self) -> None:
        """Commit what is handed in, as much at a time as there is, until told to stop."""
        while (job := await self._jobs.get()) is not None:
            batch = [job]
            while len(batch) < _BATCH and not self._jobs.empty():
                job = self._jobs.get_nowait()
                if job is None:
                    # The sign to stop is for one writer each: this one finishes the batch and reads it again.
                    self._jobs.put_nowait(None)
                    break
                batch.append(job)
            await self._commit(batch)

    async def _commit(self, batch: list[_Job]) -> None:
        while batch:
            # Two entries of one match in one statement could not be told apart by what was written.
            first: dict[str, _Job] = {}
            later = [job for job in batch if first.setdefault(job[0].match, job) is not job]
            await self._commit_distinct(list(first.values()))
            batch = later

    async def _commit_distinct(self, batch: list[_Job]) -> None:
        appends = [append for append, _ in batch]
        try:
            written = await self._patiently(lambda connection: _insert(connection, appends))
        except Exception as error:  # noqa: BLE001  (whatever it is: those who wait are told, and the writer goes on)
            if len(batch) > 1 and not isinstance(error, StoreUnavailable):
                # Something in it cannot be written; what was handed in with it can.
                for job in batch:
                    await self._commit_distinct([job])
                return
            failure = error if isinstance(error, StoreUnavailable) else StoreUnavailable(repr(error))
            for _, future in batch:
                if not future.done():
                    future.set_exception(failure)
            return
        for append, future in batch:
            if not future.done():
                future.set_result((append.match, append.number) in written)

    async def _patiently(self, work: Callable[[Any], Awaitable[T]]) -> T:
        """Do something with a connection, and again with another if it breaks; raise StoreUnavailable in the end."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._patience
        while True:
            try:
                async with self._pool.acquire(timeout=self._patience) as connection:
                    try:
                        return await work(connection)
                    except _BROKEN:
                        # Nobody else should get it.
                        connection.terminate()
                        raise
            except _BROKEN as error:
                if loop.time() > deadline:
                    raise StoreUnavailable(str(error)) from error
                await asyncio.sleep(_PAUSE)
            except asyncpg.DataError:
                # The database answers: it was asked with what it cannot keep, which is a mistake of ours.
                raise ValueError("a value that no column takes") from None
            except asyncpg.PostgresError as error:
                raise StoreUnavailable(str(error)) from error

    async def beat(self, at: int) -> None:
        """Note that a server is alive."""
        await self._fetch(sql.BEAT, at)

    async def ban(self, token_hash: str, at: int, act: Act | None = None) -> bool:
        """Shut a token out."""
        return await self._patiently(lambda connection: _change(connection, sql.BAN, (token_hash, at), act))

    async def unban(self, token_hash: str, act: Act | None = None) -> bool:
        """Let a token in again."""
        return await self._patiently(lambda connection: _change(connection, sql.UNBAN, (token_hash,), act))

    async def delete(self, match: str, act: Act | None = None) -> bool:
        """Delete a match with everything that belongs to it."""

        async def work(connection: Any) -> bool:
            async with connection.transaction():
                await connection.execute(_LOCK_MATCHES)
                if not await connection.fetch(sql.numbered(sql.DELETE_ENTRIES), match):
                    return False
                for statement in sql.DELETE_REST:
                    await connection.execute(sql.numbered(statement), match)
                await _note(connection, [] if act is None else [act])
            return True

        return await self._patiently(work)

    async def restore(self, dumped: Dumped, after: int = 0) -> bool:
        """Write the entries that follow a number, the summary and the tokens."""

        async def work(connection: Any) -> bool:
            match = dumped.match
            async with connection.transaction():
                await connection.execute(_LOCK_MATCHES)
                if await connection.fetchval(sql.numbered(sql.LAST_NUMBER), match) != after:
                    return False
                await connection.executemany(_PUT_ENTRY, [(match, *entry) for entry in dumped.entries[after:]])
                await connection.execute(_SAVE_SUMMARY, *dumped.summary)
                await connection.execute(sql.numbered(sql.FORGET_TOKENS), match)
                await connection.executemany(_SAVE_TOKEN, [(hash_, match, seat) for hash_, seat in dumped.tokens])
            return True

        return await self._patiently(work)

    async def note(self, acts: Sequence[Act]) -> None:
        """Write lines of the audit log."""

        async def work(connection: Any) -> None:
            async with connection.transaction():
                await _note(connection, acts)

        await self._patiently(work)

    async def set_meta(self, name: str, value: str) -> None:
        """Set the value of a name."""
        await self._fetch(sql.SET_META, name, value)

    async def transact(self, make: Make[T]) -> T:
        """Run a script in one transaction."""
        return await self._patiently(partial(_run, make=make))

    async def ask(self, make: Make[T]) -> T:
        """Run a script on what is there at one moment."""
        return await self._patiently(partial(_run, make=make, isolation="repeatable_read", readonly=True))

    # Reading

    async def _fetch(self, statement: str, *values: object) -> list[Any]:
        text = sql.numbered(statement)
        return list(await self._patiently(lambda connection: connection.fetch(text, *values)))

    async def entries(self, match: str, after: int = 0) -> list[Entry]:
        """Return the entries of a match that follow a number."""
        return [Entry(*row) for row in await self._fetch(sql.ENTRIES, match, after)]

    async def find(self, query: Query) -> list[Summary]:
        """Return the summaries that fit, the newest first."""
        statement, values = sql.find(query)
        return [Summary(*row) for row in await self._fetch(statement, *values)]

    async def find_by_tokens(self, hashes: Sequence[str]) -> list[tuple[str, int, Summary]]:
        """Return hash, seat and summary of every match that some tokens have a seat in."""
        if not hashes:
            return []
        rows = await self._fetch(sql.find_by_tokens(len(hashes)), *hashes)
        return [(row[0], row[1], Summary(*tuple(row)[2:])) for row in rows]

    async def waking(self) -> list[tuple[str, int]]:
        """Return the running matches that have a clock or a computer, with their last numbers."""
        return [(row[0], row[1]) for row in await self._fetch(sql.WAKING)]

    async def last_beat(self) -> int | None:
        """Return when a server was alive last."""
        rows = await self._fetch(sql.LAST_BEAT)
        return rows[0][0] if rows else None

    async def open_before(self, moment: int, limit: int = 100) -> list[str]:
        """Return open matches in which nobody came or went since a moment."""
        return [row[0] for row in await self._fetch(sql.OPEN_BEFORE, moment, limit)]

    async def bans(self) -> list[tuple[str, int]]:
        """Return the hashes of the tokens that are shut out, the oldest first."""
        return [(row[0], row[1]) for row in await self._fetch(sql.BANS)]

    async def acts(self, after: int = 0, limit: int = 1000) -> list[tuple[int, Act]]:
        """Return lines of the audit log that follow a number."""
        return [(row[0], Act(*tuple(row)[1:])) for row in await self._fetch(sql.ACTS, after, limit)]

    async def last_act(self) -> int:
        """Return the number of the audit log's last line."""
        return int((await self._fetch(sql.LAST_ACT))[0][0])

    async def get_meta(self, name: str) -> str | None:
        """Return the value that was set for a name."""
        rows = await self._fetch(sql.GET_META, name)
        return rows[0][0] if rows else None

    async def all_meta(self) -> dict[str, str]:
        """Return all names with their values."""
        return {row[0]: row[1] for row in await self._fetch(sql.ALL_META)}

    async def strays(self) -> list[str]:
        """Return the names of matches that have no summary."""
        return [row[0] for row in await self._fetch(sql.STRAYS)]

    async def changes(self) -> int:
        """Return 0: several servers tell each other what they wrote."""
        return 0

    async def dump(self) -> AsyncIterator[Dumped]:
        """Iterate over all matches."""
        after = ""
        while page := [row[0] for row in await self._fetch(sql.MATCHES_AFTER, after)]:
            for name in page:
                dumped = await self._patiently(partial(_dumped, match=name))
                if dumped is not None:
                    yield dumped
            after = page[-1]

    async def close(self) -> None:
        """Write what was handed in and disconnect."""
        for _ in self._writers:
            self._jobs.put_nowait(None)
        await asyncio.gather(*self._writers)
        with contextlib.suppress(*_BROKEN, TimeoutError):
            await asyncio.wait_for(self._pool.close(), self._patience)


async def _insert(connection: Any, appends: list[Append]) -> set[tuple[str, int]]:
    """Insert entries and what changes with those that are new; return match and number of these."""
    if not any(each.summary or each.tokens or each.revoked or each.act or each.following for each in appends):
        # Owners and results come with a summary.
        return await _insert_entries(connection, appends)
    async with connection.transaction():
        written = await _insert_entries(connection, appends)
        new = [append for append in appends if (append.match, append.number) in written]
        if following := [append.following for append in new if append.following is not None]:
            begun = await _insert_entries(connection, following)
            new += [append for append in following if (append.match, append.number) in begun]
        summaries = sorted(append.summary for append in new if append.summary is not None)
        revoked = sorted((append.match, hash_) for append in new for hash_ in append.revoked)
        tokens = sorted((hash_, append.match, seat) for append in new for hash_, seat in append.tokens)
        if summaries:
            await connection.executemany(_SAVE_SUMMARY, summaries)
        if revoked:
            await connection.executemany(_REVOKE_TOKEN, revoked)
        if tokens:
            await connection.executemany(_SAVE_TOKEN, tokens)
        owned = sorted((append.match, append.owners) for append in new if append.owners is not None)
        for match, owners in owned:
            await connection.execute(_FORGET_OWNERS, match)
            await connection.executemany(_SAVE_OWNER, owners)
        results = sorted(append.result for append in new if append.result is not None)
        if results:
            await connection.executemany(_SAVE_RESULT, results)
        await _note(connection, [append.act for append in new if append.act is not None])
    return written


async def _insert_entries(connection: Any, appends: Sequence[Append]) -> set[tuple[str, int]]:
    """Insert entries alone; return match and number of those that are new."""
    columns = (
        [append.match for append in appends],
        [append.number for append in appends],
        [append.at for append in appends],
        [append.key for append in appends],
        [append.body for append in appends],
    )
    return {(row[0], row[1]) for row in await connection.fetch(_APPEND, *columns)}


async def _step(connection: Any, step: Step) -> list[Row]:
    if isinstance(step, ScriptLock):
        await connection.execute("SELECT pg_advisory_xact_lock($1)", zlib.crc32(step.name.encode()))
        return []
    return [tuple(row) for row in await connection.fetch(sql.numbered(step.statement), *step.values)]


async def _run(connection: Any, make: Make[T], **how: Any) -> T:
    """Run a script in a transaction of its own."""
    async with connection.transaction(**how):
        script = make()
        try:
            step = next(script)
            while True:
                step = script.send(await _step(connection, step))
        except StopIteration as stop:
            result: T = stop.value
            return result


async def _dumped(connection: Any, match: str) -> Dumped | None:
    """Return a match as it is at one moment; None if it has been deleted."""
    async with connection.transaction(isolation="repeatable_read", readonly=True):
        rows = await connection.fetch(sql.numbered(sql.SUMMARY_OF), match)
        entries = [Entry(*row) for row in await connection.fetch(sql.numbered(sql.ENTRIES), match, 0)]
        tokens = [(row[0], row[1]) for row in await connection.fetch(sql.numbered(sql.TOKENS_OF), match)]
    return Dumped(match, entries, Summary(*rows[0]), tokens) if rows else None


async def _note(connection: Any, acts: Sequence[Act]) -> None:
    """Write lines of the audit log inside the open transaction, as the last thing it does."""
    if acts:
        await connection.execute(_LOCK_AUDIT)
        await connection.executemany(_NOTE, acts)


async def _change(connection: Any, statement: str, values: tuple[object, ...], act: Act | None) -> bool:
    """Change something and note the act that asks for it; False, with nothing noted, if nothing had to change."""
    async with connection.transaction():
        if not await connection.fetch(sql.numbered(statement), *values):
            return False
        await _note(connection, [] if act is None else [act])
    return True
