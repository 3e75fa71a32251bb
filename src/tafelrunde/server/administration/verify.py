"""Verifying a database: a sound file, matches that can be replayed, and derived data that agrees with them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec

from tafelrunde.games.errors import TafelrundeError
from tafelrunde.server.live.appending import append_of
from tafelrunde.server.match import events as ev
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.match.state import Match
from tafelrunde.server.wire.rest import SummaryShown
from tafelrunde.store import Dumped, Entry, Store, StoreUnavailable, Summary, existing_file, open_store

_summaries = msgspec.json.Decoder(SummaryShown)


class Damaged(TafelrundeError):
    """The entries of a match make no match: one of them is missing, cannot be read, or breaks the rules."""

    code = "damaged"

    def __init__(self, match: str, number: int, reason: str) -> None:
        super().__init__(f"match {match} is damaged at entry {number}: {reason}")
        self.match = match
        self.number = number
        self.reason = reason


class Report(NamedTuple):
    """How many matches were looked at, and everything that is wrong."""

    matches: int
    problems: list[str]


class _Replayed(NamedTuple):
    match: Match
    summary: Summary | None
    given: set[tuple[str, int]]
    """The tokens that opened a seat at some time."""


async def read_match(store: Store, name: str) -> Match:
    """Return a match with all its entries; raise Refusal where there is none, Damaged where they make none."""
    entries = await store.entries(name)
    if not entries:
        raise Refusal("no-such-match", "there is no such match")
    return replay(name, entries).match


def replay(name: str, entries: Sequence[Entry]) -> _Replayed:
    """Return what follows from the entries of a match, each move checked by the rules; raise Damaged."""
    match, summary, given, keys = Match(name), None, set[tuple[str, int]](), set[str]()
    for number, entry in enumerate(entries, start=1):
        try:
            if entry.number != number or entry.at < match.changed_at or entry.key in keys:
                raise ValueError("number, time or key do not follow those before")
            events = ev.read_events(entry.body)
            for event in events:
                _check_move(match, event)
            append = append_of(match, number, entry.at, entry.key, events)
            match.fold(number, entry.at, entry.key, events)
            _check_end(match)
        except Exception as error:
            # Whatever a wrong entry leads to: every kind of mistake can follow from it.
            raise Damaged(name, number, f"{type(error).__name__}: {error}"[:200]) from error
        if entry.key is not None:
            keys.add(entry.key)
        summary = append.summary or summary
        given.update(append.tokens)
    return _Replayed(match, summary, given)


def _check_move(match: Match, event: ev.Stored) -> None:
    if isinstance(event, ev.Moved):
        position = match.position
        if match.status != "running" or position is None or position.seat != event.seat:
            raise ValueError("a move out of turn")
        position.check(match.game.parse_move(event.move))


def _check_end(match: Match) -> None:
    if match.finished is not None and match.position is not None:
        outcome = match.position.outcome()
        played = match.finished.reason == "played"
        if match.finished.points != outcome.points or (played and not outcome.over):
            raise ValueError("the result is not that of the moves")


def problems_of(dumped: Dumped) -> list[str]:
    """Return what is wrong with a match as a whole."""
    try:
        if not dumped.entries:
            raise Damaged(dumped.match, 1, "there are no entries")
        match, summary, given = replay(dumped.match, dumped.entries)
    except Damaged as error:
        return [str(error)]
    problems = []
    if summary is None or not _is_same(summary, dumped.summary):
        problems.append(f"match {dumped.match}: the summary does not follow from the entries")
    needed = {(seat.token, index) for index, seat in enumerate(match.seats) if seat.token and seat.taken}
    if not needed <= set(dumped.tokens) <= given:
        # A token that opened a seat once may still stand there: earlier versions did not revoke it.
        problems.append(f"match {dumped.match}: the tokens do not follow from the entries")
    return problems


def _is_same(one: Summary, other: Summary) -> bool:
    """Compare summaries; their texts may have been written by different versions."""
    try:
        same_text = _summaries.decode(one.body) == _summaries.decode(other.body)
    except msgspec.MsgspecError:
        return False
    return same_text and one._replace(body=b"") == other._replace(body=b"")


async def verify(database: str) -> Report:
    """Look at everything a database holds, while a server runs or not; raise BadSetup where there is none.

    A file that an earlier release wrote stays as it is, so that the release can still open it: a copy is looked at.
    """
    file = existing_file(database)
    if file is None:
        return await _opened(database)
    from tafelrunde.store.migrate import is_current
    from tafelrunde.store.sqlite import copy_database, find_damage

    damage = find_damage(file)
    if damage:
        return Report(0, [f"the file is damaged: {text}" for text in damage])
    if is_current(file):
        return await _opened(database)
    with TemporaryDirectory() as folder:
        copy = Path(folder, "copy.db")
        copy_database(file, copy)
        return await _opened(str(copy))


async def _opened(database: str) -> Report:
    store = await open_store(database)
    try:
        return await _verify(store)
    finally:
        await store.close()


async def _verify(store: Store) -> Report:
    count, problems = 0, list[str]()
    try:
        async for dumped in store.dump():
            count += 1
            problems += problems_of(dumped)
        problems += [f"match {name}: there are entries or tokens, but no summary" for name in await store.strays()]
    except StoreUnavailable as error:
        problems.append(f"the database could not be read to its end: {error.reason}")
    return Report(count, problems)
