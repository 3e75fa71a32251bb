"""The statements that both databases understand, with `?` where a value goes."""

from __future__ import annotations

from tafelrunde.store.base import Query

_SUMMARY = "match, game, status, listed, waking, created, changed, body"

ENTRIES = "SELECT number, at, key, body FROM entries WHERE match = ? AND number > ? ORDER BY number"
WAKING = "SELECT match FROM matches WHERE status = 'running' AND waking ORDER BY match"
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
BAN = "INSERT INTO bans (hash, at) VALUES (?, ?) ON CONFLICT DO NOTHING"
BANNED = "SELECT hash FROM bans"
ALL_SUMMARIES = f"SELECT {_SUMMARY} FROM matches WHERE match > ? ORDER BY match LIMIT 100"  # noqa: S608
TOKENS_OF = "SELECT hash, seat FROM tokens WHERE match = ? ORDER BY seat, hash"


def find(query: Query) -> tuple[str, list[object]]:
    """Return the statement and the values of a lobby search."""
    conditions, values = ["status = ?"], list[object]([query.status])
    if query.listed:
        conditions.append("listed")
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
    """Return the statement that looks for the matches of so many tokens."""
    columns = ", ".join(f"m.{name}" for name in _SUMMARY.split(", "))
    marks = ", ".join("?" * count)
    return (
        f"SELECT t.hash, t.seat, {columns} FROM tokens t JOIN matches m ON m.match = t.match "  # noqa: S608
        f"WHERE t.hash IN ({marks}) ORDER BY m.changed DESC, m.match DESC, t.seat"
    )


def numbered(statement: str) -> str:
    """Return a statement with `$1`, `$2` … in place of the question marks."""
    first, *rest = statement.split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(rest, start=1))
