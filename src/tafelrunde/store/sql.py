"""The statements that both databases understand, with `?` where a value goes."""

from __future__ import annotations

from tafelrunde.store.base import Query

_SUMMARY = "match, game, status, listed, waking, created, changed, body"

ENTRIES = "SELECT number, at, key, body FROM entries WHERE match = ? AND number > ? ORDER BY number"
WAKING = (
    "SELECT m.match, (SELECT coalesce(max(e.number), 0) FROM entries e WHERE e.match = m.match) "
    "FROM matches m WHERE m.status = 'running' AND m.waking ORDER BY m.match"
)
LAST_BEAT = "SELECT at FROM beats WHERE id = 1"
BEAT = (
    "INSERT INTO beats (id, at) VALUES (1, ?) "
    "ON CONFLICT (id) DO UPDATE SET at = excluded.at WHERE excluded.at > beats.at"
)
SAVE_SUMMARY = (
    f"INSERT INTO matches ({_SUMMARY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (match) DO UPDATE SET "  # noqa: S608
    "status = excluded.status, listed = excluded.listed, waking = excluded.waking, changed = excluded.changed, "
    "body = excluded.body"
)
SAVE_TOKEN = "INSERT INTO tokens (hash, match, seat) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"  # noqa: S105
REVOKE_TOKEN = "DELETE FROM tokens WHERE match = ? AND hash = ?"  # noqa: S105
OPEN_BEFORE = "SELECT match FROM matches WHERE status = 'open' AND changed < ? ORDER BY changed, match LIMIT ?"
BAN = "INSERT INTO bans (hash, at) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING hash"
UNBAN = "DELETE FROM bans WHERE hash = ? RETURNING hash"
BANS = "SELECT hash, at FROM bans ORDER BY at, hash"
DELETE_ENTRIES = "DELETE FROM entries WHERE match = ? RETURNING number"
FORGET_OWNERS = "DELETE FROM owners WHERE match = ?"
SAVE_OWNER = (
    "INSERT INTO owners (account, match, seat, pool, status, changed, outcome, opponent) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
)
SAVE_RESULT = "INSERT INTO results (match, at, pool, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
DELETE_REST = ("DELETE FROM matches WHERE match = ?", "DELETE FROM tokens WHERE match = ?", FORGET_OWNERS)
PUT_ENTRY = "INSERT INTO entries (match, number, at, key, body) VALUES (?, ?, ?, ?, ?)"
LAST_NUMBER = "SELECT coalesce(max(number), 0) FROM entries WHERE match = ?"
FORGET_TOKENS = "DELETE FROM tokens WHERE match = ?"
NOTE = "INSERT INTO audit (at, who, what, match, target, why) VALUES (?, ?, ?, ?, ?, ?)"
ACTS = "SELECT id, at, who, what, match, target, why FROM audit WHERE id > ? ORDER BY id LIMIT ?"
LAST_ACT = "SELECT coalesce(max(id), 0) FROM audit"
ALL_META = "SELECT name, value FROM meta ORDER BY name"
GET_META = "SELECT value FROM meta WHERE name = ?"
SET_META = "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
STRAYS = (
    "SELECT match FROM entries WHERE match NOT IN (SELECT match FROM matches) "
    "UNION SELECT match FROM tokens WHERE match NOT IN (SELECT match FROM matches) ORDER BY match"
)
MATCHES_AFTER = "SELECT match FROM matches WHERE match > ? ORDER BY match LIMIT 100"
SUMMARY_OF = f"SELECT {_SUMMARY} FROM matches WHERE match = ?"  # noqa: S608
TOKENS_OF = "SELECT hash, seat FROM tokens WHERE match = ? ORDER BY seat, hash"


MOST_FOUND = 500
"""The newest matches of some tokens that are found; a series of rematches may have any number."""


def find(query: Query) -> tuple[str, list[object]]:
    """Return the statement and the values of a lobby search."""
    conditions, values = ["status = ?"], list[object]([query.status])
    if query.listed:
        # Only as an equation it is a part of the index, so that a page is read and not sorted out of all matches.
        conditions.append("listed = ?")
        values.append(True)
    if query.game is not None:
        conditions.append("game = ?")
        values.append(query.game)
    if query.before is not None:
        conditions.append("(changed, match) < (?, ?)")
        values += query.before
    where = " AND ".join(conditions)
    values.append(query.limit)
    statement = f"SELECT {_SUMMARY} FROM matches WHERE {where} ORDER BY changed DESC, match DESC LIMIT ?"  # noqa: S608
    return statement, values


def find_by_tokens(count: int) -> str:
    """Return the statement that looks for the matches of this many tokens."""
    columns = ", ".join(f"m.{name}" for name in _SUMMARY.split(", "))
    marks = ", ".join("?" * count)
    return (
        f"SELECT t.hash, t.seat, {columns} FROM tokens t JOIN matches m ON m.match = t.match "  # noqa: S608
        f"WHERE t.hash IN ({marks}) ORDER BY m.changed DESC, m.match DESC, t.seat LIMIT {MOST_FOUND}"
    )


def numbered(statement: str) -> str:
    """Return a statement with `$1`, `$2` … in place of the question marks."""
    first, *rest = statement.split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(rest, start=1))
