"""What a profile is made of: matches with what they did to a rating, and counts of results."""

from __future__ import annotations

from typing import NamedTuple

from tafelrunde.store.base import Owner, Summary
from tafelrunde.store.people.owners import OWNER_COLUMNS, SUMMARY_COLUMNS, summary_of
from tafelrunde.store.people.ratings import Step
from tafelrunde.store.script import Ask, Script

NEWEST = 2**31 - 1
"""No result has a higher number: that of a column of 32 bits."""


class RatedMatch(NamedTuple):
    """A rated match of somebody, with their rating after it."""

    step: Step
    owner: Owner
    summary: Summary


class Tally(NamedTuple):
    """How somebody's matches of one pool ended, against people or a level of the computer."""

    pool: str
    computer: str
    """As in `computer:3`; empty for people."""
    won: int
    drawn: int
    lost: int


class Met(NamedTuple):
    """How somebody's matches against one opponent ended."""

    opponent: str
    won: int
    drawn: int
    lost: int


def rated_matches(account: str, pool: str, before: int, limit: int) -> Script[list[RatedMatch]]:
    """Return somebody's rated matches in a pool, the newest first, before a number."""
    rows = yield Ask(
        f"SELECT h.account, h.pool, h.number, h.at, h.rating, h.deviation, h.match, {OWNER_COLUMNS}, "  # noqa: S608
        f"{SUMMARY_COLUMNS} FROM rating_history h JOIN owners o ON o.account = h.account AND o.match = h.match "
        "JOIN matches m ON m.match = h.match WHERE h.account = ? AND h.pool = ? AND h.number < ? "
        "ORDER BY h.number DESC LIMIT ?",
        (account, pool, before, limit),
    )
    return [RatedMatch(Step(*row[:7]), Owner(*row[7:15]), summary_of(row[15:])) for row in rows]


def tallies(account: str) -> Script[list[Tally]]:
    """Return how somebody's matches ended, by pool and level; what people at one screen played is left out."""
    rows = yield Ask(
        "SELECT pool, against, won, drawn, lost FROM tallies WHERE account = ? ORDER BY against, pool", (account,)
    )
    return [Tally(*row) for row in rows]


def met_most(account: str, limit: int) -> Script[list[Met]]:
    """Return how matches ended against those whom somebody met most often."""
    rows = yield Ask(
        "SELECT other, won, drawn, lost FROM met WHERE account = ? ORDER BY times DESC, other DESC LIMIT ?",
        (account, limit),
    )
    return [Met(*row) for row in rows]


def have_met(account: str, other: str) -> Script[bool]:
    """Return whether two accounts have sat opposite each other."""
    rows = yield Ask("SELECT 1 FROM owners WHERE account = ? AND opponent = ? LIMIT 1", (account, other))
    return bool(rows)
