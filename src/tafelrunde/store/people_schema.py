"""The tables about people, as the newest migration leaves them. Moments are milliseconds since 1970."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, LargeBinary, String, Table, text

from tafelrunde.store.schema import METADATA

ACCOUNTS = Table(
    "accounts",
    METADATA,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    # The name as it is told apart from others: two names that look alike have the same.
    Column("folded", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("role", String, nullable=False),
    Column("status", String, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("settings", LargeBinary, nullable=False),
    Index("accounts_folded", "folded", unique=True),
    sqlite_with_rowid=False,
)

PASSKEYS = Table(
    "passkeys",
    METADATA,
    Column("credential", String, primary_key=True),
    Column("account", String, nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("label", String, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),
    Index("passkeys_account", "account"),
    sqlite_with_rowid=False,
)

RECOVERY_CODES = Table(
    "recovery_codes",
    METADATA,
    Column("hash", String, primary_key=True),
    Column("account", String, nullable=False),
    Index("recovery_codes_account", "account"),
    sqlite_with_rowid=False,
)

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("id", String, primary_key=True),
    Column("account", String, nullable=False),
    Column("hash", String, nullable=False),
    Column("previous", String, nullable=False),
    Column("rotated", BigInteger, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("label", String, nullable=False),
    Index("sessions_account", "account"),
    Index("sessions_seen", "seen"),
    sqlite_with_rowid=False,
)

# By their numbers the processes of a server learn which sessions and tokens have ended.
REVOCATIONS = Table(
    "revocations",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("key", String, nullable=False),
    Column("at", BigInteger, nullable=False),
)

API_TOKENS = Table(
    "api_tokens",
    METADATA,
    Column("hash", String, primary_key=True),
    Column("id", String, nullable=False),
    Column("account", String, nullable=False),
    Column("label", String, nullable=False),
    Column("scopes", String, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),
    Index("api_tokens_account", "account"),
    sqlite_with_rowid=False,
)

# What a passkey is asked to sign, until it was or the time is up.
CEREMONIES = Table(
    "ceremonies",
    METADATA,
    Column("id", String, primary_key=True),
    Column("purpose", String, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Index("ceremonies_expires", "expires"),
    sqlite_with_rowid=False,
)

OWNERS = Table(
    "owners",
    METADATA,
    Column("account", String, primary_key=True),
    Column("match", String, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("pool", String, nullable=False),
    Column("status", String, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("outcome", String, nullable=False),
    Column("opponent", String, nullable=False),
    Index("owners_history", "account", "status", "changed", "match", "seat"),
    Index("owners_match", "match"),
    Index("owners_opponent", "account", "opponent"),
    sqlite_with_rowid=False,
)

# How somebody's matches ended, kept by triggers of `owners`: against people of all kinds, or a level of the computer.
TALLIES = Table(
    "tallies",
    METADATA,
    Column("account", String, primary_key=True),
    Column("against", String, primary_key=True),
    Column("pool", String, primary_key=True),
    Column("won", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    sqlite_with_rowid=False,
)

# The same by opponents with a name, over all pools.
MET = Table(
    "met",
    METADATA,
    Column("account", String, primary_key=True),
    Column("other", String, primary_key=True),
    Column("times", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Index("met_often", "account", "times", "other"),
    sqlite_with_rowid=False,
)

RELATIONS = Table(
    "relations",
    METADATA,
    Column("account", String, primary_key=True),
    Column("kind", String, primary_key=True),
    Column("other", String, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index("relations_other", "other", "kind"),
    sqlite_with_rowid=False,
)

# A rated match that is over, written with its last entry. It has a number once it is rated: the order that counts.
RESULTS = Table(
    "results",
    METADATA,
    Column("match", String, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("pool", String, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("number", Integer),
    Index("results_number", "number", unique=True),
    Index(
        "results_waiting",
        "at",
        "match",
        sqlite_where=text("number IS NULL"),
        postgresql_where=text("number IS NULL"),
    ),
    sqlite_with_rowid=False,
)

RATINGS = Table(
    "ratings",
    METADATA,
    Column("account", String, primary_key=True),
    Column("pool", String, primary_key=True),
    Column("rating", Float(53), nullable=False),
    Column("deviation", Float(53), nullable=False),
    Column("volatility", Float(53), nullable=False),
    Column("games", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("certain", Boolean, nullable=False),
    Index("ratings_board", "pool", "certain", "rating", "account", "at"),
    sqlite_with_rowid=False,
)

RATING_HISTORY = Table(
    "rating_history",
    METADATA,
    Column("account", String, primary_key=True),
    Column("pool", String, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("rating", Float(53), nullable=False),
    Column("deviation", Float(53), nullable=False),
    Column("match", String, nullable=False),
    sqlite_with_rowid=False,
)

# How often two have met in rated matches, with what is long ago counted for less; a row for each of the two.
RATING_PAIRS = Table(
    "rating_pairs",
    METADATA,
    Column("account", String, primary_key=True),
    Column("pool", String, primary_key=True),
    Column("other", String, primary_key=True),
    Column("times", Float(53), nullable=False),
    Column("at", BigInteger, nullable=False),
    # Whether the other is a bot.
    Column("bot", Boolean, nullable=False),
    Index("rating_pairs_other", "other"),
    sqlite_with_rowid=False,
)

SEEKS = Table(
    "seeks",
    METADATA,
    Column("id", String, primary_key=True),
    Column("account", String, nullable=False),
    Column("pool", String, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("rating", Float(53), nullable=False),
    Column("range", Integer, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("match", String, nullable=False),
    Index("seeks_account", "account"),
    Index("seeks_pool", "pool", "since"),
    Index("seeks_seen", "seen"),
    Index("seeks_waiting", "match", "since", "id"),
    sqlite_with_rowid=False,
)

CHALLENGES = Table(
    "challenges",
    METADATA,
    Column("match", String, primary_key=True),
    Column("challenger", String, nullable=False),
    Column("challenged", String, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("challenges_challenged", "challenged", "at"),
    Index("challenges_challenger", "challenger"),
    Index("challenges_at", "at"),
    sqlite_with_rowid=False,
)

# Devices that wish to hear that it is their owner's turn. They end with their session.
PUSH_SUBSCRIPTIONS = Table(
    "push_subscriptions",
    METADATA,
    Column("session", String, primary_key=True),
    Column("account", String, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("sent", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("failures", Integer, nullable=False),
    Index("push_subscriptions_account", "account"),
    Index("push_subscriptions_due", "due"),
    sqlite_with_rowid=False,
)

# What the cards gave somebody in a rated match, and what came of it.
LUCK = Table(
    "luck",
    METADATA,
    Column("account", String, primary_key=True),
    Column("pool", String, primary_key=True),
    Column("match", String, primary_key=True),
    Column("result", Float(53), nullable=False),
    Column("luck", Float(53), nullable=False),
    Index("luck_sums", "account", "pool", "result", "luck"),
    sqlite_with_rowid=False,
)

# Rated matches in which somebody has yet to look at that.
LUCK_WAITING = Table(
    "luck_waiting",
    METADATA,
    Column("match", String, primary_key=True),
    Column("due", BigInteger, nullable=False),
    Index("luck_waiting_due", "due"),
    sqlite_with_rowid=False,
)

REPORTS = Table(
    "reports",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("reporter", String, nullable=False),
    Column("reported", String, nullable=False),
    Column("match", String, nullable=False),
    Column("text", String, nullable=False),
    Column("state", String, nullable=False),
    Column("seat", Integer),
    Column("line", Integer),
    Index("reports_queue", "state", "id"),
    Index("reports_reporter", "reporter"),
    Index("reports_reported", "reported"),
)

PEOPLE = (
    ACCOUNTS,
    PASSKEYS,
    RECOVERY_CODES,
    SESSIONS,
    REVOCATIONS,
    API_TOKENS,
    CEREMONIES,
    OWNERS,
    TALLIES,
    MET,
    RELATIONS,
    RESULTS,
    RATINGS,
    RATING_HISTORY,
    RATING_PAIRS,
    SEEKS,
    CHALLENGES,
    PUSH_SUBSCRIPTIONS,
    LUCK,
    LUCK_WAITING,
    REPORTS,
)
