"""How matches ended, added up as they end: a page of somebody takes no longer, however much they have played.

Triggers keep the sums, so that whatever writes or removes an owner keeps them: a result, a deletion, a restored match.
"""

from __future__ import annotations

import zlib

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

_OUTCOMES = ("won", "drawn", "lost")
_BOARD = ["pool", "certain", "rating", "account"]
_COUNTS = "{row}.status = 'finished' AND {row}.outcome IN ('won', 'drawn', 'lost') AND {row}.opponent <> {row}.account"
"""What people at one screen played against themselves says nothing of anybody."""
_IS_COMPUTER = "substr({row}.opponent, 1, 9) = 'computer:'"
_AGAINST = f"CASE WHEN {_IS_COMPUTER} THEN {{row}}.opponent ELSE '' END"
_IS_PERSON = f"{{row}}.opponent <> '' AND NOT {_IS_COMPUTER}"


def _more(table: str, columns: tuple[str, ...]) -> str:
    return ", ".join(f"{column} = {table}.{column} + excluded.{column}" for column in columns)


def _count(row: str, step: int) -> str:
    """Return the statements that count a row of owners once more, or once less."""
    ended = ", ".join(f"CASE WHEN {{row}}.outcome = '{outcome}' THEN {step} ELSE 0 END" for outcome in _OUTCOMES)
    text = (
        f"INSERT INTO tallies (account, against, pool, won, drawn, lost) "  # noqa: S608
        f"SELECT {{row}}.account, {_AGAINST}, {{row}}.pool, {ended} WHERE {_COUNTS} "
        f"ON CONFLICT (account, against, pool) DO UPDATE SET {_more('tallies', _OUTCOMES)}; "
        f"INSERT INTO met (account, other, times, won, drawn, lost) "
        f"SELECT {{row}}.account, {{row}}.opponent, {step}, {ended} WHERE {_COUNTS} AND {_IS_PERSON} "
        f"ON CONFLICT (account, other) DO UPDATE SET {_more('met', ('times', *_OUTCOMES))}; "
    )
    if step < 0:
        # Nothing is left of somebody whose matches have forgotten them.
        text += (
            "DELETE FROM tallies WHERE account = {row}.account AND won = 0 AND drawn = 0 AND lost = 0; "
            "DELETE FROM met WHERE account = {row}.account AND other = {row}.opponent AND times = 0; "
        )
    return text.format(row=row)


_LESS, _MORE = _count("OLD", -1), _count("NEW", 1)
_WHEN = {
    "INSERT": _COUNTS.format(row="NEW"),
    "DELETE": _COUNTS.format(row="OLD"),
    "UPDATE": f"({_COUNTS.format(row='OLD')}) OR ({_COUNTS.format(row='NEW')})",
}
_SQLITE = [
    f"CREATE TRIGGER owners_counted_{act.lower()} AFTER {act} ON owners WHEN {_WHEN[act]} BEGIN {body}END"
    for act, body in (("INSERT", _MORE), ("DELETE", _LESS), ("UPDATE", _LESS + _MORE))
]
# One after the other: two matches of the same people that end at once would wait for each other's sums for ever.
_FUNCTION = f"""CREATE FUNCTION count_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock({zlib.crc32(b"tallies")});
    IF TG_OP <> 'INSERT' THEN {_LESS}END IF;
    IF TG_OP <> 'DELETE' THEN {_MORE}END IF;
    RETURN NULL;
END $$"""
_POSTGRES = [
    _FUNCTION,
    *(
        f"CREATE TRIGGER owners_counted_{act.lower()} AFTER {act} ON owners FOR EACH ROW WHEN ({when}) "
        "EXECUTE FUNCTION count_owner()"
        for act, when in _WHEN.items()
    ),
]
_SUMS = ", ".join(f"sum(CASE WHEN o.outcome = '{outcome}' THEN 1 ELSE 0 END)" for outcome in _OUTCOMES)
_FILL = (
    "INSERT INTO tallies (account, against, pool, won, drawn, lost) "  # noqa: S608
    f"SELECT o.account, {_AGAINST}, o.pool, {_SUMS} FROM owners o WHERE {_COUNTS} "
    f"GROUP BY o.account, {_AGAINST}, o.pool".format(row="o"),
    "INSERT INTO met (account, other, times, won, drawn, lost) "  # noqa: S608
    f"SELECT o.account, o.opponent, count(*), {_SUMS} FROM owners o WHERE {_COUNTS} AND {_IS_PERSON} "
    "GROUP BY o.account, o.opponent".format(row="o"),
)


def _sums() -> list[sa.Column[int]]:
    return [sa.Column(outcome, sa.Integer, nullable=False) for outcome in _OUTCOMES]


def upgrade() -> None:
    """Create the tables, add up what was played before, and keep the sums from now on."""
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    op.create_table(
        "tallies",
        sa.Column("account", sa.String, primary_key=True),
        sa.Column("against", sa.String, primary_key=True),
        sa.Column("pool", sa.String, primary_key=True),
        *_sums(),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "met",
        sa.Column("account", sa.String, primary_key=True),
        sa.Column("other", sa.String, primary_key=True),
        sa.Column("times", sa.Integer, nullable=False),
        *_sums(),
        sqlite_with_rowid=False,
    )
    for statement in (*_FILL, *(_SQLITE if is_sqlite else _POSTGRES)):
        op.execute(statement)
    op.create_index("met_often", "met", ["account", "times", "other"])
    op.create_index("owners_opponent", "owners", ["account", "opponent"])
    op.drop_index("owners_statistics", "owners")
    # With the moment, so that those who are away are passed over without a look at their rows.
    op.drop_index("ratings_board", "ratings")
    op.create_index("ratings_board", "ratings", [*_BOARD, "at"])
    # What is added up of somebody lies all over PostgreSQL's table.
    op.create_index("luck_sums", "luck", ["account", "pool", "result", "luck"])


def downgrade() -> None:
    """Drop the tables, and leave the indexes as they were."""
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    op.drop_index("luck_sums", "luck")
    op.drop_index("ratings_board", "ratings")
    op.create_index("ratings_board", "ratings", _BOARD)
    op.create_index("owners_statistics", "owners", ["account", "opponent", "pool", "status", "outcome"])
    op.drop_index("owners_opponent", "owners")
    for act in _WHEN:
        op.execute(f"DROP TRIGGER owners_counted_{act.lower()}{'' if is_sqlite else ' ON owners'}")
    if not is_sqlite:
        op.execute("DROP FUNCTION count_owner")
    op.drop_table("met")
    op.drop_table("tallies")
