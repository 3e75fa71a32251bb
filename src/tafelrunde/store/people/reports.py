"""What people report about each other, until somebody in charge has looked at it."""

from __future__ import annotations

from typing import NamedTuple

from tafelrunde.store import sql
from tafelrunde.store.base import Act
from tafelrunde.store.script import Ask, Lock, Script

_REPORT = "id, at, reporter, reported, match, text, state, seat, line"


class Report(NamedTuple):
    """A report, with the accounts of who reports and who is reported; empty for guests."""

    id: int
    at: int
    reporter: str
    reported: str
    match: str
    text: str
    state: str
    """`open` or `resolved`."""
    seat: int | None
    """-1 for who watches; None where it was not kept yet."""
    line: int | None
    """The number of the entry in which something was said."""


def add_report(
    at: int, reporter: str, reported: str, match: str, text: str, *, seat: int | None = None, line: int | None = None
) -> Script[None]:
    """Write a report; the same again changes nothing."""
    rows = yield Ask("SELECT 1 FROM reports WHERE reporter = ? AND match = ? AND text = ?", (reporter, match, text))
    if not rows:
        yield Ask(
            "INSERT INTO reports (at, reporter, reported, match, text, state, seat, line) "
            "VALUES (?, ?, ?, ?, ?, 'open', ?, ?)",
            (at, reporter, reported, match, text, seat, line),
        )


def open_reports(after: int = 0, limit: int = 100) -> Script[list[tuple[Report, str, str]]]:
    """Return the reports that nobody has looked at, the oldest first, with the names of both."""
    rows = yield Ask(
        f"SELECT {', '.join(f'r.{name}' for name in _REPORT.split(', '))}, "  # noqa: S608
        "coalesce(one.name, ''), coalesce(two.name, '') FROM reports r "
        "LEFT JOIN accounts one ON one.id = r.reporter LEFT JOIN accounts two ON two.id = r.reported "
        "WHERE r.state = 'open' AND r.id > ? ORDER BY r.id LIMIT ?",
        (after, limit),
    )
    return [(Report(*row[:-2]), row[-2], row[-1]) for row in rows]


def reports_by(reporter: str, after: int = 0, limit: int = 500) -> Script[list[Report]]:
    """Return the reports that somebody made, the oldest first, after one of them."""
    rows = yield Ask(
        f"SELECT {_REPORT} FROM reports WHERE reporter = ? AND id > ? ORDER BY id LIMIT ?",  # noqa: S608
        (reporter, after, limit),
    )
    return [Report(*row) for row in rows]


def reports_after(number: int, limit: int = 500) -> Script[list[Report]]:
    """Return reports in their order, after one of them, whether somebody has looked at them or not."""
    rows = yield Ask(f"SELECT {_REPORT} FROM reports WHERE id > ? ORDER BY id LIMIT ?", (number, limit))  # noqa: S608
    return [Report(*row) for row in rows]


def restore_report(report: Report) -> Script[None]:
    """Write a report as it was elsewhere, under a number of its own, unless it is known."""
    same = (report.at, report.reporter, report.match, report.text)
    if not (yield Ask("SELECT 1 FROM reports WHERE at = ? AND reporter = ? AND match = ? AND text = ?", same)):
        yield Ask(
            "INSERT INTO reports (at, reporter, reported, match, text, state, seat, line) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            tuple(report[1:]),
        )


def find_report(number: int) -> Script[Report | None]:
    """Return a report by its number."""
    rows = yield Ask(f"SELECT {_REPORT} FROM reports WHERE id = ?", (number,))  # noqa: S608
    return Report(*rows[0]) if rows else None


def resolve(number: int, act: Act) -> Script[bool]:
    """Note that a report was looked at, and who did; False, with nothing written, if that was so before."""
    rows = yield Ask("UPDATE reports SET state = 'resolved' WHERE id = ? AND state = 'open' RETURNING id", (number,))
    if not rows:
        return False
    # Lines of the log appear in the order of their numbers.
    yield Lock("audit")
    yield Ask(sql.NOTE, tuple(act))
    return True
