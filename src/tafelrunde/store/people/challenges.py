"""Challenges by name: each is an open match with a seat that is kept for somebody."""

from __future__ import annotations

from typing import NamedTuple

from tafelrunde.store.base import Summary
from tafelrunde.store.people.relations import is_blocked
from tafelrunde.store.script import Ask, Row, Script, blob

_CHALLENGE = "c.match, c.challenger, c.challenged, c.at"
_SUMMARY = "m.match, m.game, m.status, m.listed, m.waking, m.created, m.changed, m.body"


class Challenge(NamedTuple):
    """Somebody wants to play with somebody."""

    match: str
    challenger: str
    challenged: str
    """Empty where nobody has that name, or does not want to meet: then nobody hears of it."""
    at: int


class Open(NamedTuple):
    """A challenge with what the lobby shows of its match."""

    challenge: Challenge
    summary: Summary


def add_challenge(match: str, challenger: str, folded: str, at: int) -> Script[None]:
    """Write a challenge to whoever has a name. It reads alike for the challenger whether anybody has, or wants it."""
    rows = yield Ask("SELECT id FROM accounts WHERE folded = ? AND status = 'active'", (folded,))
    challenged = str(rows[0][0]) if rows else ""
    if challenged == challenger or (challenged and (yield from is_blocked(challenger, [challenged]))):
        challenged = ""
    yield Ask(
        "INSERT INTO challenges (match, challenger, challenged, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (match, challenger, challenged, at),
    )


def find_challenge(match: str) -> Script[Challenge | None]:
    """Return the challenge that a match is."""
    rows = yield Ask(f"SELECT {_CHALLENGE} FROM challenges c WHERE c.match = ?", (match,))  # noqa: S608
    return Challenge(*rows[0]) if rows else None


def challenges_after(match: str, limit: int = 500) -> Script[list[Challenge]]:
    """Return challenges that wait for an answer, in the order of their matches, after one of them."""
    rows = yield Ask(
        f"SELECT {_CHALLENGE} FROM challenges c WHERE c.match > ? ORDER BY c.match LIMIT ?",  # noqa: S608
        (match, limit),
    )
    return [Challenge(*row) for row in rows]


def restore_challenge(challenge: Challenge) -> Script[None]:
    """Write a challenge as it was elsewhere, unless it is known."""
    yield Ask(
        "INSERT INTO challenges (match, challenger, challenged, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        tuple(challenge),
    )


def challenges_to(account: str, limit: int = 50) -> Script[list[Open]]:
    """Return who challenges somebody, the newest first; without those whose match is no longer open."""
    rows = yield Ask(
        f"SELECT {_CHALLENGE}, {_SUMMARY} FROM challenges c JOIN matches m ON m.match = c.match "  # noqa: S608
        "WHERE c.challenged = ? AND m.status = 'open' ORDER BY c.at DESC, c.match DESC LIMIT ?",
        (account, limit),
    )
    return [Open(Challenge(*row[:4]), _summary(row[4:])) for row in rows]


def challenges_from(account: str, limit: int = 500) -> Script[list[Challenge]]:
    """Return somebody's challenges that are not answered yet."""
    rows = yield Ask(
        f"SELECT {_CHALLENGE} FROM challenges c WHERE c.challenger = ? LIMIT ?",  # noqa: S608
        (account, limit),
    )
    return [Challenge(*row) for row in rows]


def challenges_with(account: str, limit: int = 50) -> Script[list[str]]:
    """Return the matches of challenges to somebody, and of theirs."""
    found: list[str] = []
    for whose in ("challenged", "challenger"):
        rows = yield Ask(f"SELECT match FROM challenges WHERE {whose} = ? LIMIT ?", (account, limit))  # noqa: S608
        found += [row[0] for row in rows]
    return found


def challenges_by(account: str, matches: list[str]) -> Script[list[str]]:
    """Return which of somebody's matches are challenges of theirs."""
    if not matches:
        return []
    marks = ", ".join("?" * len(matches))
    rows = yield Ask(
        f"SELECT match FROM challenges WHERE match IN ({marks}) AND challenger = ?",  # noqa: S608
        (*matches, account),
    )
    return [row[0] for row in rows]


def end_challenge(match: str) -> Script[None]:
    """Forget a challenge that was answered, or taken back."""
    yield Ask("DELETE FROM challenges WHERE match = ?", (match,))


def challenges_before(at: int, limit: int = 50) -> Script[list[str]]:
    """Return the matches of challenges that nobody answered since a moment."""
    rows = yield Ask("SELECT match FROM challenges WHERE at < ? ORDER BY at LIMIT ?", (at, limit))
    return [row[0] for row in rows]


def _summary(row: Row) -> Summary:
    match, game, status, listed, waking, created, changed, body = row
    return Summary(match, game, status, bool(listed), bool(waking), created, changed, blob(body))
