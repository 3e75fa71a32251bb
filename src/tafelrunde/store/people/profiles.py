"""What a profile is made of: matches with what they did to a rating, and counts of results."""

from __future__ import annotations

from typing import NamedTuple

from tafelrunde.players.registry import PERFECT
from tafelrunde.store.base import Owner, Summary
from tafelrunde.store.people.owners import OWNER_COLUMNS, SUMMARY_COLUMNS, summary_of
from tafelrunde.store.people.ratings import Step
from tafelrunde.store.script import Ask, Script

_OUTCOMES = ("won", "drawn", "lost")
NEWEST = 2**31 - 1
"""No result has a higher number: that of a column of 32 bits."""
_MANY = 1_000_000
"""More matches than anybody ever plays in a pool."""
_COMPUTERS = tuple(f"computer:{level}" for level in range(1, PERFECT + 1))


class RatedMatch(NamedTuple):
    """A rated match of somebody, with their rating after it."""

    step: Step
    owner: Owner
    summary: Summary


class Tally(NamedTuple):
    """How often something came of matches of one pool, against people or a level of the computer."""

    pool: str
    computer: str
    """As in `computer:3`; empty for people."""
    outcome: str
    times: int


class Met(NamedTuple):
    """How often something came of matches against one opponent."""

    opponent: str
    outcome: str
    times: int


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
    """Return how somebody's matches ended, by pool and level; what people at one screen played counts once."""
    # Whoever plays a lot is rated: that tells most pools without reading all matches once more.
    found = yield Ask("SELECT pool FROM ratings WHERE account = ? ORDER BY pool", (account,))
    times, left = yield from _added_up(account, [str(pool) for (pool,) in found])
    if left:
        found = yield Ask("SELECT DISTINCT pool FROM owners WHERE account = ? ORDER BY pool", (account,))
        times, _ = yield from _added_up(account, [str(pool) for (pool,) in found])
    against = yield Ask(
        "SELECT pool, opponent, outcome, count(*) FROM owners WHERE account = ? AND opponent IN "  # noqa: S608
        f"({', '.join('?' * len(_COMPUTERS))}) AND status = 'finished' AND outcome <> '' "
        "GROUP BY opponent, pool, outcome",
        (account, *_COMPUTERS),
    )
    computers = [Tally(*row) for row in against]
    for tally in computers:
        times[tally.pool, tally.outcome] -= tally.times
    return computers + [Tally(pool, "", outcome, count) for (pool, outcome), count in times.items() if count]


def _added_up(account: str, pools: list[str]) -> Script[tuple[dict[tuple[str, str], int], int]]:
    """Return how matches of some pools ended, and how many there are in others."""
    # To group many rows SQLite sorts them, which takes far longer than reading them: so they are added up, all
    # outcomes of a pool in one number.
    added = " ".join(f"WHEN '{outcome}' THEN {_MANY**place}" for place, outcome in enumerate(_OUTCOMES))
    asked = [f"sum(CASE outcome {added} ELSE 0 END) FILTER (WHERE pool = ?)" for _ in pools]
    asked.append(f"count(*) FILTER (WHERE pool NOT IN ({', '.join('?' * len(pools))}))" if pools else "count(*)")
    rows = yield Ask(
        f"SELECT {', '.join(asked)} FROM owners "  # noqa: S608
        "WHERE account = ? AND status = 'finished' AND opponent <> ?",
        (*pools, *pools, account, account),
    )
    *sums, left = rows[0] if rows else (0,)
    times = {
        (pool, outcome): int(total or 0) // _MANY**place % _MANY
        for pool, total in zip(pools, sums, strict=False)
        for place, outcome in enumerate(_OUTCOMES)
    }
    return times, int(left)


def met_most(account: str, limit: int) -> Script[list[Met]]:
    """Return how matches ended against those whom somebody met most often."""
    found = yield Ask(
        "SELECT opponent FROM owners WHERE account = ? AND opponent <> '' AND opponent <> ? "
        "AND opponent NOT LIKE 'computer:%' AND status = 'finished' AND outcome <> '' "
        "GROUP BY opponent ORDER BY count(*) DESC, opponent LIMIT ?",
        (account, account, limit),
    )
    met = []
    for (other,) in found:
        rows = yield Ask(
            "SELECT opponent, outcome, count(*) FROM owners WHERE account = ? AND opponent = ? "
            "AND status = 'finished' AND outcome <> '' GROUP BY opponent, outcome",
            (account, other),
        )
        met += [Met(*row) for row in rows]
    return met


def have_met(account: str, other: str) -> Script[bool]:
    """Return whether two accounts have sat opposite each other."""
    rows = yield Ask("SELECT 1 FROM owners WHERE account = ? AND opponent = ? LIMIT 1", (account, other))
    return bool(rows)
