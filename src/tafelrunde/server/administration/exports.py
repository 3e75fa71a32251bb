"""Exports of a whole store as lines, restoring them, and backups of the database."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO

import msgspec

from tafelrunde.games.core import SPECTATOR
from tafelrunde.games.errors import BadSetup, TafelrundeError
from tafelrunde.server.administration import export_lines as kinds
from tafelrunde.server.administration.admin import Charge
from tafelrunde.server.administration.verify import Damaged, problems_of, read_match
from tafelrunde.server.live.appending import owners_of
from tafelrunde.server.match.record import record_for
from tafelrunde.server.match.refusal import Refusal
from tafelrunde.server.ratings.counting import rebuild
from tafelrunde.server.studies.ops import decoder
from tafelrunde.store import Act, Dumped, Query, Store, existing_file
from tafelrunde.store.people.challenges import challenges_after, restore_challenge
from tafelrunde.store.people.exports import (
    Person,
    all_revoked,
    people_after,
    relations_after,
    restore_owners,
    restore_person,
    restore_relation,
    restore_results,
    restore_revoked,
    waiting_results,
)
from tafelrunde.store.people.puzzles import ratings_after, restore_rating
from tafelrunde.store.people.ratings import Counted, results_after
from tafelrunde.store.people.reports import reports_after, restore_report
from tafelrunde.store.studies import read_study, restore_study, studies_after

VERSION = 6
"""Of an export. The first had matches only, each as a list on a line, without a head or an end; the second had no
people, the third neither results nor puzzles, the fourth no studies, the fifth neither reports nor challenges."""


@dataclass
class Restored:
    """What came of a restoration."""

    new: int = 0
    known: int = 0
    bans: int = 0
    acts: int = 0
    people: int = 0
    results: int = 0
    problems: list[str] = field(default_factory=list)


class BadExport(TafelrundeError):
    """Some lines of an export are damaged or do not fit the store; nothing of them was written, all others were."""

    code = "bad-export"

    def __init__(self, restored: Restored) -> None:
        first, *rest = restored.problems
        super().__init__(first + (f" (and {len(rest)} more)" if rest else ""))
        self.restored = restored


async def export(store: Store, output: IO[bytes]) -> int:
    """Write everything to a file, one line each; return how many matches there are."""
    count = lines = 0

    def write(line: kinds.Line) -> None:
        nonlocal lines
        output.write(msgspec.json.encode(line) + b"\n")
        lines += 1

    write(kinds.Head(VERSION))
    async for line in _all_but_matches(store):
        write(line)
    async for dumped in store.dump():
        write(kinds.Match(*dumped))
        count += 1
    write(kinds.End(lines))
    return count


async def _studies(store: Store) -> AsyncIterator[kinds.Line]:
    last = ""
    while studies := await store.ask(partial(studies_after, last)):
        for study in studies:
            # Read again together with its entries, which may have grown.
            if (found := await store.ask(partial(read_study, study.id))) is not None:
                yield kinds.Study(*found)
        last = studies[-1].id


async def _all_but_matches(store: Store) -> AsyncIterator[kinds.Line]:
    for name, value in (await store.all_meta()).items():
        yield kinds.Meta(name, value)
    for hash_, at in await store.bans():
        yield kinds.Ban(hash_, at)
    for act in await all_acts(store):
        yield kinds.Act(act)
    for key, at in await store.ask(all_revoked):
        yield kinds.Revoked(key, at)
    last = ""
    while people := await store.ask(partial(people_after, last)):
        for person in people:
            yield kinds.Person(person)
        last = people[-1].account.id
    async for line in _ratings(store):
        yield line
    last = ""
    while ratings := await store.ask(partial(ratings_after, last)):
        for puzzle, standing in ratings:
            yield kinds.Rating(puzzle, standing)
        last = ratings[-1][0]
    async for line in _waiting(store):
        yield line
    async for line in _studies(store):
        yield line


async def _waiting(store: Store) -> AsyncIterator[kinds.Line]:
    """Iterate over what waits for somebody: reports, with those that were looked at, and challenges."""
    number, last = 0, ""
    while reports := await store.ask(partial(reports_after, number)):
        for report in reports:
            yield kinds.Report(report)
        number = reports[-1].id
    while challenges := await store.ask(partial(challenges_after, last)):
        for challenge in challenges:
            yield kinds.Challenge(challenge)
        last = challenges[-1].match


async def _ratings(store: Store) -> AsyncIterator[kinds.Line]:
    """Iterate over what ratings follow from. A match that ends meanwhile brings its result with the next export."""
    place: tuple[str, str, str] = ("", "", "")
    while related := await store.ask(partial(relations_after, *place)):
        for each in related:
            yield kinds.Related(each)
        place = related[-1][:3]
    number = 0
    while counted := await store.ask(partial(results_after, number)):
        for result in counted:
            yield kinds.Result(result)
        number = counted[-1].number or number
    for result in await store.ask(waiting_results):
        yield kinds.Result(result)


async def all_acts(store: Store) -> list[Act]:
    """Return the whole audit log."""
    acts, last = list[Act](), 0
    while page := await store.acts(last):
        acts += [act for _, act in page]
        last = page[-1][0]
    return acts


async def restore(store: Store, charge: Charge, source: IO[bytes]) -> Restored:
    """Write an export into a store; what is there already stays.

    Raise BadExport, after everything else is written, for lines that are damaged or do not fit: nothing of a match that
    cannot be replayed, or is there with other entries, is written.
    """
    done = Restored()
    known_acts = Counter(await all_acts(store))
    acts: list[Act] = []
    revoked: list[tuple[str, int]] = []
    results: list[Counted] = []
    for number, line in _lines(source, done):
        problem = await _restore_line(store, line, done)
        if isinstance(line, kinds.Revoked):
            revoked.append((line.key, line.at))
        elif isinstance(line, kinds.Result):
            results.append(line.counted)
        elif isinstance(line, kinds.Act):
            if known_acts[line.act]:
                known_acts[line.act] -= 1
            else:
                acts.append(line.act)
        if problem:
            done.problems.append(f"line {number}: {problem}")
    done.acts = len(acts)
    await store.transact(lambda: restore_revoked(revoked))
    done.results = await store.transact(lambda: restore_results(results))
    if done.results:
        await store.transact(rebuild)
    if acts or done.new or done.bans or done.people:
        await store.note([*acts, charge.act("restore", target=f"{done.new} matches, {done.bans} bans")])
    if done.problems:
        raise BadExport(done)
    return done


async def _restore_line(store: Store, line: kinds.Line, done: Restored) -> str:
    """Write what stands for itself; return what is wrong with it."""
    if isinstance(line, kinds.Match):
        return await _restore_match(store, Dumped(line.match, line.entries, line.summary, line.tokens), done)
    if isinstance(line, kinds.Meta):
        return await _restore_meta(store, line)
    if isinstance(line, kinds.Person):
        return await _restore_person(store, line.person, done)
    if isinstance(line, kinds.Rating):
        await store.transact(partial(restore_rating, line.puzzle, line.standing))
    if isinstance(line, kinds.Report):
        await store.transact(partial(restore_report, line.report))
    if isinstance(line, kinds.Challenge):
        await store.transact(partial(restore_challenge, line.challenge))
    if isinstance(line, kinds.Study):
        return await _restore_study(store, line)
    if isinstance(line, kinds.Related):
        await store.transact(partial(restore_relation, line.related))
    if isinstance(line, kinds.Ban):
        done.bans += await store.ban(line.hash, line.at)
    return ""


def _lines(source: IO[bytes], done: Restored) -> Iterator[tuple[int, kinds.Line]]:
    """Read the lines of an export, with what is wrong noted; raise BadExport for a version nobody knows."""
    number, has_head, last = 0, False, None
    for number, text in enumerate(source, start=1):
        try:
            if text.startswith(b"["):
                old = kinds.old_decoder.decode(text)
                line: kinds.Line = kinds.Match(old.match, old.entries, old.summary, old.tokens)
            else:
                line = kinds.decoder.decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            done.problems.append(f"line {number}: this does not read as part of an export: {error}"[:200])
            continue
        if isinstance(line, kinds.Head):
            has_head = True
            if line.version > VERSION:
                done.problems.append(f"line {number}: an export of version {line.version}, made by a newer program")
                raise BadExport(done)
        last = line
        yield number, line
    if has_head and (not isinstance(last, kinds.End) or last.lines != number - 1):
        done.problems.append(f"line {number}: the file ends too early or lines are missing")


async def _restore_study(store: Store, line: kinds.Study) -> str:
    """Write a study; return what is wrong with it, with nothing written."""
    study, entries = line.study, line.entries
    try:
        for number, entry in enumerate(entries, start=1):
            if (entry.number, decoder.decode(entry.body).id) != (number, entry.key):
                return f"study {study.id} is damaged: something is missing or in the wrong place"
    except msgspec.MsgspecError:
        return f"study {study.id} is damaged: something in it does not read"
    if (study.number, study.size) != (len(entries), sum(len(entry.body) for entry in entries)):
        return f"study {study.id} is damaged: it does not end where it should"
    await store.transact(lambda: restore_study(study, entries))
    return ""


async def _restore_match(store: Store, dumped: Dumped, done: Restored) -> str:
    """Write a match; return what is wrong with it, with nothing written."""
    problems = problems_of(dumped)
    if problems:
        return problems[0]
    present = await store.entries(dumped.match)
    both = min(len(present), len(dumped.entries))
    if present[:both] != dumped.entries[:both]:
        return f"match {dumped.match} is in the store with other events"
    if len(present) >= len(dumped.entries):
        done.known += 1
    elif not await store.restore(dumped, len(present)):
        return f"match {dumped.match} is being played on"
    else:
        owners = owners_of(await read_match(store, dumped.match))
        await store.transact(lambda: restore_owners(dumped.match, owners))
        done.new += 1
    return ""


async def _restore_person(store: Store, person: Person, done: Restored) -> str:
    restored = await store.transact(lambda: restore_person(person))
    done.people += restored is True
    return f"somebody else is called {person.account.name}" if restored is None else ""


async def _restore_meta(store: Store, line: kinds.Meta) -> str:
    present = await store.get_meta(line.name)
    if present is None:
        await store.set_meta(line.name, line.value)
    return "" if present in (None, line.value) else f"the store has another {line.name}"


def backup(database: str, target: Path) -> None:
    """Copy an SQLite database as it is at one moment, while the server runs; raise BadSetup for another kind.

    A database of an earlier release is copied as that release wrote it: the copy is the way back to it.
    """
    from tafelrunde.store.sqlite import copy_database

    file = existing_file(database)
    if file is None:
        raise BadSetup("a PostgreSQL database is backed up with pg_dump, or exported")
    try:
        copy_database(file, target)
    except FileExistsError:
        raise BadSetup(f"{target} exists already") from None
    except OSError as error:
        raise BadSetup(f"{target} cannot be written: {error.strerror}") from None


async def records(store: Store, output: IO[str]) -> tuple[int, list[str]]:
    """Write the records of all finished matches; return how many, and what is wrong with those that were left out."""
    count, problems = 0, list[str]()
    before: tuple[int, str] | None = None
    while page := await store.find(Query("finished", before=before, listed=False)):
        for summary in page:
            try:
                match = await read_match(store, summary.match)
            except Damaged as damage:
                problems.append(str(damage))
                continue
            except Refusal:
                # It was deleted since the page was read.
                continue
            if match.start is not None:
                output.write(f"{record_for(match, SPECTATOR)}\n")
                count += 1
        before = (page[-1].changed, page[-1].match)
    return count, problems
