"""Matches in one SQLite file.

One thread owns the connection that writes. Everything that was handed in while it waited for the disk goes into the
next transaction together, so that the cost of a synchronised commit is shared by all who move at the same time. The
entries of a transaction go in with one statement: between two statements the thread may have to wait for its turn in
the interpreter. A second connection in a thread of its own reads, which the write-ahead log allows without waiting.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from sqlalchemy.exc import DBAPIError

from tafelrunde.store import sql
from tafelrunde.store.base import PAYER, Act, Append, Dumped, Entry, Query, Store, StoreUnavailable, Summary
from tafelrunde.store.migrate import migrate_sqlite
from tafelrunde.store.script import Make
from tafelrunde.store.sqlite_rows import change, dumped, insert, insertion, page, restore, save_rest, summary
from tafelrunde.store.sqlite_script import ask, result_of, run

T = TypeVar("T")

_BATCH = 1000
_BUSY_SECONDS = 10.0
_LOG_PAGES = 4000
"""How long the write-ahead log may get, 16 MB, before it is taken into the database."""
_CROWD = 8
_GATHERING_SECONDS, _LONGEST_GATHERING = 0.00025, 0.02
"""How long to wait for more, by how many came last time, and at most. Colyseus waits 50 ms by default."""

_NOTHING_MORE = Append("", 0, 0, None, b"")[5:]
"""What changes with an entry that changes nothing but itself."""

_Work = Callable[[sqlite3.Connection], Any]
_Told = Callable[[bool], None]
_Job = tuple[Append | _Work, asyncio.Future[Any] | _Told, asyncio.AbstractEventLoop]
"""What is to be done, who hears of it, and in which event loop."""


class SqliteStore(Store):
    """A store in a file; made by `open`."""

    def __init__(self, path: Path, writing: sqlite3.Connection, reading: sqlite3.Connection) -> None:
        self.path = path
        self._writing = writing
        self._reading = reading
        self._readers = ThreadPoolExecutor(1, "sqlite-reader")
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None
        """The one in which somebody waited last: servers start with that."""
        self._writer = Thread(target=self._write, name="sqlite-writer", daemon=True)
        self._writer.start()

    @classmethod
    def open(cls, path: Path) -> SqliteStore:
        """Open or create a file."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                # The deals of running matches are in it: nobody else on this machine needs to read them.
                path.touch(mode=0o600)
            migrate_sqlite(path)
            return cls(path, _connect(path), _connect(path))
        except (OSError, sqlite3.Error, DBAPIError) as error:
            raise StoreUnavailable(str(getattr(error, "orig", error))) from error

    # Writing

    def append(self, append: Append) -> asyncio.Future[bool]:
        """Hand an entry to the writer."""
        return self._queue(append)

    async def beat(self, at: int) -> None:
        """Note that a server is alive."""
        await self._queue(lambda db: db.execute(sql.BEAT, (at,)).close())

    async def ban(self, token_hash: str, at: int, act: Act | None = None) -> bool:
        """Shut a token out."""
        return bool(await self._queue(partial(change, statement=sql.BAN, values=(token_hash, at), act=act)))

    async def unban(self, token_hash: str, act: Act | None = None) -> bool:
        """Let a token in again."""
        return bool(await self._queue(partial(change, statement=sql.UNBAN, values=(token_hash,), act=act)))

    async def delete(self, match: str, act: Act | None = None) -> bool:
        """Delete a match with everything that belongs to it."""

        def work(db: sqlite3.Connection) -> bool:
            if not change(db, sql.DELETE_ENTRIES, (match,), act):
                return False
            for statement in sql.DELETE_REST:
                db.execute(statement, (match,))
            return True

        return bool(await self._queue(work))

    async def restore(self, dumped: Dumped, after: int = 0) -> bool:
        """Write the entries that follow a number, the summary and the tokens."""
        return bool(await self._queue(partial(restore, dumped=dumped, after=after)))

    async def note(self, acts: Sequence[Act]) -> None:
        """Write lines of the audit log."""
        await self._queue(lambda db: db.executemany(sql.NOTE, acts).close())

    async def set_meta(self, name: str, value: str) -> None:
        """Set the value of a name."""
        await self._queue(lambda db: db.execute(sql.SET_META, (name, value)).close())

    async def transact(self, make: Make[T]) -> T:
        """Run a script in the writer's next transaction."""
        result: T = result_of(await self._queue(partial(run, make=make)))
        return result

    async def ask(self, make: Make[T]) -> T:
        """Run a script on what the reader sees at one moment."""
        return await self._read(partial(ask, make=make))

    async def changes(self) -> int:
        """Return SQLite's own count of what other connections than the writing one have written."""
        return int(await self._queue(lambda db: db.execute("PRAGMA data_version").fetchone()[0]))

    def append_soon(self, append: Append, told: Callable[[bool], None]) -> None:
        """Hand an entry to the writer, without a future."""
        # Asking for the running loop is a call of the system each time.
        self._jobs.put((append, told, self._loop or asyncio.get_running_loop()))

    def _queue(self, work: Append | _Work) -> asyncio.Future[Any]:
        self._loop = loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._jobs.put((work, future, loop))
        return future

    def _write(self) -> None:
        """Commit what is handed in, as much at a time as there is, until told to stop."""
        batch: list[_Job] = []
        while (job := self._jobs.get()) is not None:
            if len(batch) >= _CROWD:
                # Many are moving: wait a moment for more of them, since every commit costs about the same.
                time.sleep(min(_LONGEST_GATHERING, len(batch) * _GATHERING_SECONDS))
            batch = [job]
            # Nobody else takes anything out.
            for _ in range(min(self._jobs.qsize(), _BATCH)):
                job = self._jobs.get()
                if job is None:
                    self._jobs.put(None)
                    break
                batch.append(job)
            self._commit(batch)

    def _commit(self, batch: list[_Job]) -> None:
        results: list[Any] = []
        failure: StoreUnavailable | None = None
        try:
            self._writing.execute("BEGIN IMMEDIATE")
            results += self._carry_out([job[0] for job in batch])
            self._writing.execute("COMMIT")
        except Exception as error:  # noqa: BLE001  (whatever it is: those who wait are told, and the writer goes on)
            failure = StoreUnavailable(str(error))
            with contextlib.suppress(sqlite3.Error):
                self._writing.execute("ROLLBACK")
            if len(batch) > 1 and not isinstance(error, sqlite3.OperationalError):
                # Something in it cannot be written; what was handed in with it can.
                for job in batch:
                    self._commit([job])
                return
        _answer(batch, results, failure)

    def _carry_out(self, works: list[Append | _Work]) -> list[Any]:
        """Do everything inside the open transaction and return what came of each."""
        appends = [work for work in works if isinstance(work, Append)]
        together = self._insert_together(appends)
        if together:
            for append in appends:
                if append[5:] != _NOTHING_MORE:
                    save_rest(self._writing, append)
            if len(appends) == len(works):
                return [True] * len(works)
        results: list[Any] = []
        for work in works:
            if not isinstance(work, Append):
                results.append(work(self._writing))
            else:
                results.append(together or insert(self._writing, work))
        return results

    def _insert_together(self, appends: list[Append]) -> bool:
        """Insert all entries with one statement; False, with nothing inserted, if one of them does not fit."""
        if len(appends) < 2 or len({append.match for append in appends}) < len(appends):
            return False
        values: list[Any] = []
        # In the order of the table, so that neighbours find their page at hand.
        for append in sorted(appends):
            # The first five fields are the columns of an entry.
            values += append[:5]
        if self._writing.execute(insertion(len(appends)), values).rowcount == len(appends):
            return True
        # It is the first statement of the transaction.
        self._writing.execute("ROLLBACK")
        self._writing.execute("BEGIN IMMEDIATE")
        return False

    # Reading

    async def _read(self, ask: Callable[[sqlite3.Connection], T]) -> T:
        spent = 0.0

        def guarded() -> T:
            nonlocal spent
            began = time.thread_time()
            try:
                return ask(self._reading)
            except sqlite3.Error as error:
                raise StoreUnavailable(str(error)) from error
            finally:
                spent = time.thread_time() - began

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, guarded)
        finally:
            if (pay := PAYER.get()) is not None:
                pay(spent)

    async def entries(self, match: str, after: int = 0) -> list[Entry]:
        """Return the entries of a match that follow a number."""
        rows = await self._read(lambda db: db.execute(sql.ENTRIES, (match, after)).fetchall())
        return [Entry(*row) for row in rows]

    async def find(self, query: Query) -> list[Summary]:
        """Return the summaries that fit, the newest first."""
        statement, values = sql.find(query)
        rows = await self._read(lambda db: db.execute(statement, values).fetchall())
        return [summary(row) for row in rows]

    async def find_by_tokens(self, hashes: Sequence[str]) -> list[tuple[str, int, Summary]]:
        """Return hash, seat and summary of every match that some tokens have a seat in."""
        if not hashes:
            return []
        statement = sql.find_by_tokens(len(hashes))
        rows = await self._read(lambda db: db.execute(statement, hashes).fetchall())
        return [(row[0], row[1], summary(row[2:])) for row in rows]

    async def waking(self) -> list[tuple[str, int]]:
        """Return the running matches that have a clock or a computer, with their last numbers."""
        return await self._read(lambda db: db.execute(sql.WAKING).fetchall())

    async def last_beat(self) -> int | None:
        """Return when a server was alive last; None where that cannot be read."""
        row = await self._read(lambda db: db.execute(sql.LAST_BEAT).fetchone())
        return row[0] if row and isinstance(row[0], int) else None

    async def open_before(self, moment: int, limit: int = 100) -> list[str]:
        """Return open matches in which nobody came or went since a moment."""
        rows = await self._read(lambda db: db.execute(sql.OPEN_BEFORE, (moment, limit)).fetchall())
        return [match for (match,) in rows]

    async def bans(self) -> list[tuple[str, int]]:
        """Return the hashes of the tokens that are shut out, the oldest first."""
        return await self._read(lambda db: db.execute(sql.BANS).fetchall())

    async def acts(self, after: int = 0, limit: int = 1000) -> list[tuple[int, Act]]:
        """Return lines of the audit log that follow a number."""
        rows = await self._read(lambda db: db.execute(sql.ACTS, (after, limit)).fetchall())
        return [(number, Act(*act)) for number, *act in rows]

    async def last_act(self) -> int:
        """Return the number of the audit log's last line."""
        return int(await self._read(lambda db: db.execute(sql.LAST_ACT).fetchone()[0]))

    async def get_meta(self, name: str) -> str | None:
        """Return the value that was set for a name."""
        row = await self._read(lambda db: db.execute(sql.GET_META, (name,)).fetchone())
        return row[0] if row else None

    async def all_meta(self) -> dict[str, str]:
        """Return all names with their values."""
        return dict(await self._read(lambda db: db.execute(sql.ALL_META).fetchall()))

    async def strays(self) -> list[str]:
        """Return the names of matches that have no summary."""
        return [match for (match,) in await self._read(lambda db: db.execute(sql.STRAYS).fetchall())]

    async def dump(self) -> AsyncIterator[Dumped]:
        """Iterate over all matches."""
        after = ""
        while names := await self._read(partial(page, after=after)):
            for name in names:
                found = await self._read(partial(dumped, match=name))
                if found is not None:
                    yield found
            after = names[-1]

    async def close(self) -> None:
        """Write what was handed in and close the file."""
        self._jobs.put(None)
        await asyncio.to_thread(self._writer.join)
        self._readers.shutdown()
        self._reading.close()
        self._writing.close()


def copy_database(path: Path, target: Path) -> None:
    """Copy a database as it is at one moment, its tables as they are, into a new file.

    Raise FileExistsError, another OSError where the copy cannot be written, or StoreUnavailable.
    """
    # It holds the secrets of deals.
    target.touch(mode=0o600, exist_ok=False)
    try:
        with contextlib.closing(sqlite3.connect(path)) as db, contextlib.closing(sqlite3.connect(target)) as other:
            db.backup(other)
    except sqlite3.Error as error:
        target.unlink()
        raise StoreUnavailable(str(error)) from error


def find_damage(path: Path) -> list[str]:
    """Return what is wrong with a database file itself, page by page; nothing where it is sound."""
    try:
        with contextlib.closing(sqlite3.connect(path)) as db:
            return [text for (text,) in db.execute("PRAGMA integrity_check") if text != "ok"]
    except sqlite3.Error as error:
        return [str(error)]


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint = {_LOG_PAGES}")
    return connection


def _answer(batch: list[_Job], results: list[Any], failure: StoreUnavailable | None) -> None:
    """Tell everybody who waits in this batch what became of it, with one call into their loop."""

    def tell() -> None:
        answers = results if failure is None else [False] * len(batch)
        for (_, told, loop), result in zip(batch, answers, strict=True):
            try:
                if isinstance(told, asyncio.Future):
                    _settle(told, result, failure)
                else:
                    told(result)
            except Exception as error:  # noqa: BLE001  (one listener's mistake must not keep the others waiting)
                loop.call_exception_handler({"message": "telling of an entry failed", "exception": error})

    # A loop that was closed meanwhile has nobody left who waits.
    with contextlib.suppress(RuntimeError):
        batch[0][2].call_soon_threadsafe(tell)


def _settle(future: asyncio.Future[Any], result: Any, failure: StoreUnavailable | None) -> None:
    """Put what came of something into a future, unless nobody waits for it any more."""
    if future.done():
        return
    if failure is None:
        future.set_result(result)
    else:
        future.set_exception(failure)
