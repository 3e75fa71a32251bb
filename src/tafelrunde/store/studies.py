"""Studies as they are kept: what opens each, and a log of what was done in it that only ever grows.

An entry is written after the last one that its author knew; somebody else who was faster is noticed by that number.
What is deleted is gone with everything that belongs to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tafelrunde.store.base import Entry
from tafelrunde.store.script import Ask, Row, Script, blob

_STUDY = "id, owner, title, reads, writes, keeps, number, size, created, changed"
_AT_ONCE = 500
"""How many names go into one query: databases have a limit."""


class Kept(NamedTuple):
    """A study without what was done in it."""

    id: str
    owner: str
    """An account; empty for a guest's."""
    title: str
    reads: str
    """The hash of the token that opens it for reading."""
    writes: str
    keeps: str
    """The hash of the token by which a guest may delete it and make new links; empty where it has an owner."""
    number: int
    """The number of its last entry."""
    size: int
    """The bytes of its entries."""
    created: int
    changed: int


Found = tuple[Kept, list[Entry]]
"""A study with what was done in it, both of one moment."""


class Person(NamedTuple):
    """Somebody who has a study open."""

    study: str
    id: str
    name: str
    writes: bool
    seen: int


def add_study(study: Kept, most: int) -> Script[Kept | None]:
    """Write a new study and return it as it is; the same again finds it. None if its owner has too many."""
    known = yield from find_study(study.id)
    if known is not None:
        return known
    if study.owner:
        rows = yield Ask("SELECT count(*) FROM studies WHERE owner = ?", (study.owner,))
        if rows[0][0] >= most:
            return None
    yield Ask(
        f"INSERT INTO studies ({_STUDY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",  # noqa: S608
        tuple(study),
    )
    return (yield from find_study(study.id))


def find_study(name: str) -> Script[Kept | None]:
    """Return a study by its id."""
    rows = yield Ask(f"SELECT {_STUDY} FROM studies WHERE id = ?", (name,))  # noqa: S608
    return Kept(*rows[0]) if rows else None


def find_studies(names: Sequence[str]) -> Script[list[Kept]]:
    """Return those of some studies that are there."""
    found = []
    for some in _parts(names):
        marks = ", ".join("?" * len(some))
        rows = yield Ask(f"SELECT {_STUDY} FROM studies WHERE id IN ({marks})", tuple(some))  # noqa: S608
        found += [Kept(*row) for row in rows]
    return found


def studies_of(owner: str, limit: int = 500) -> Script[list[Kept]]:
    """Return the studies of an account, the one that was changed last first."""
    rows = yield Ask(
        f"SELECT {_STUDY} FROM studies WHERE owner = ? ORDER BY changed DESC, id LIMIT ?",  # noqa: S608
        (owner, limit),
    )
    return [Kept(*row) for row in rows]


def studies_after(name: str, limit: int = 100) -> Script[list[Kept]]:
    """Return studies in the order of their ids, after one of them."""
    rows = yield Ask(
        f"SELECT {_STUDY} FROM studies WHERE id > ? ORDER BY id LIMIT ?",  # noqa: S608
        (name, limit),
    )
    return [Kept(*row) for row in rows]


def entries_of(study: str, after: int = 0) -> Script[list[Entry]]:
    """Return what was done in a study after a number, in its order."""
    rows = yield Ask(
        "SELECT number, at, key, body FROM study_entries WHERE study = ? AND number > ? ORDER BY number", (study, after)
    )
    return [_entry(row) for row in rows]


def read_study(name: str, after: int = 0) -> Script[Found | None]:
    """Return a study with what was done in it after a number, both of one moment."""
    kept = yield from find_study(name)
    return None if kept is None else (kept, (yield from entries_of(name, after)))


def append(study: str, entries: Sequence[Entry], title: str, known: Kept | None = None) -> Script[Kept | None]:
    """Write entries after the last one, and return the study with them.

    None, with nothing written, if they do not follow it or one is known; or if other links open the study than those by
    which it was decided who may write.
    """
    first, last = entries[0], entries[-1]
    written = yield Ask("SELECT key FROM study_entries WHERE study = ? AND number = ?", (study, last.number))
    if written:
        # Run again after a commit that nobody heard of, it finds its work done.
        return (yield from find_study(study)) if written[0][0] == last.key else None
    rows = yield Ask(
        "UPDATE studies SET number = ?, size = size + ?, title = ?, changed = ? WHERE id = ? AND number = ? "  # noqa: S608
        "AND reads = COALESCE(?, reads) AND writes = COALESCE(?, writes) AND created = COALESCE(?, created) "
        f"RETURNING {_STUDY}",
        (
            last.number,
            sum(len(entry.body) for entry in entries),
            title,
            last.at,
            study,
            first.number - 1,
            *((None, None, None) if known is None else (known.reads, known.writes, known.created)),
        ),
    )
    if not rows:
        return None
    for entry in entries:
        yield Ask("INSERT INTO study_entries (study, number, at, key, body) VALUES (?, ?, ?, ?, ?)", (study, *entry))
    return Kept(*rows[0])


def set_links(study: str, reads: str | None, writes: str | None) -> Script[bool]:
    """Let other tokens open a study, and no longer those before; a link for which nothing is given stays.

    False, with nothing changed, if there is no such study or two of its links would be the same. One statement, so that
    whoever changes the other link meanwhile does not bring this one back.
    """
    rows = yield Ask(
        "UPDATE studies SET reads = COALESCE(?, reads), writes = COALESCE(?, writes) WHERE id = ? "
        "AND COALESCE(?, reads) <> COALESCE(?, writes) AND keeps NOT IN (COALESCE(?, reads), COALESCE(?, writes)) "
        "RETURNING id",
        (reads, writes, study, reads, writes, reads, writes),
    )
    return bool(rows)


def remove_study(study: str) -> Script[bool]:
    """Delete a study with everything that belongs to it; False if there is none."""
    yield Ask("DELETE FROM study_people WHERE study = ?", (study,))
    # The study itself first: whoever writes to it at this moment waits for that, and then finds nothing.
    rows = yield Ask("DELETE FROM studies WHERE id = ? RETURNING id", (study,))
    yield Ask("DELETE FROM study_entries WHERE study = ?", (study,))
    return bool(rows)


def remove_studies_of(owner: str) -> Script[None]:
    """Delete all studies of an account."""
    rows = yield Ask("SELECT id FROM studies WHERE owner = ?", (owner,))
    for (name,) in rows:
        yield from remove_study(name)


def restore_study(study: Kept, entries: Sequence[Entry]) -> Script[bool]:
    """Write a study as it was elsewhere; False if there is one of this id."""
    if (yield from find_study(study.id)) is not None:
        return False
    yield Ask(
        f"INSERT INTO studies ({_STUDY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
        tuple(study),
    )
    for entry in entries:
        yield Ask("INSERT INTO study_entries (study, number, at, key, body) VALUES (?, ?, ?, ?, ?)", (study.id, *entry))
    return True


# Who is there


def note_people(people: Sequence[Person]) -> Script[None]:
    """Note that some people are there."""
    for person in people:
        yield Ask(
            "INSERT INTO study_people (study, id, name, writes, seen) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (study, id) DO UPDATE SET name = excluded.name, "
            "writes = excluded.writes, seen = excluded.seen",
            tuple(person),
        )


def forget_people(study: str, names: Sequence[str]) -> Script[None]:
    """Note that some people are no longer there."""
    for some in _parts(names):
        marks = ", ".join("?" * len(some))
        yield Ask(f"DELETE FROM study_people WHERE study = ? AND id IN ({marks})", (study, *some))  # noqa: S608


def forget_unseen(before: int) -> Script[None]:
    """Forget those for whom nobody has spoken since a moment."""
    yield Ask("DELETE FROM study_people WHERE seen < ?", (before,))


def people_in(studies: Sequence[str], alive: int) -> Script[list[Person]]:
    """Return who is in some studies, those who write first, by their names."""
    found = []
    for some in _parts(studies):
        marks = ", ".join("?" * len(some))
        rows = yield Ask(
            f"SELECT study, id, name, writes, seen FROM study_people WHERE study IN ({marks}) AND seen >= ? "  # noqa: S608
            "ORDER BY writes DESC, name, id",
            (*some, alive),
        )
        found += [Person(study, name, shown, bool(writes), seen) for study, name, shown, writes, seen in rows]
    return found


def _parts(names: Sequence[str]) -> Iterator[Sequence[str]]:
    return (names[at : at + _AT_ONCE] for at in range(0, len(names), _AT_ONCE))


def _entry(row: Row) -> Entry:
    number, at, key, body = row
    return Entry(number, at, key, blob(body))
