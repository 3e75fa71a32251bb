"""What every store keeps of a person in charge: each act with its line in a log that only grows, never half of it."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest
from sqlalchemy import create_engine

from tafelrunde.games.errors import BadSetup
from tafelrunde.store import Act, Append, Dumped, Entry, Query, Store, StoreUnavailable, open_store
from tafelrunde.store.migrate import MIGRATIONS
from tafelrunde.store.postgres import PostgresStore
from tests.databases import Postgres
from tests.store.test_contract import entry, summary

pytestmark = pytest.mark.anyio

ACT = Act(7, "ann", "close", "m", "", "spam")


async def execute(address: str, statement: str) -> None:
    """Send a statement past the store."""
    if address.startswith("sqlite:"):
        with closing(sqlite3.connect(address.removeprefix("sqlite:"))) as db:
            db.execute(statement)
            db.commit()
        return
    connection = await asyncpg.connect(address)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


async def put(store: Store, match: str, *tokens: tuple[str, int], **about: Any) -> None:
    assert await store.append(Append(match, 1, 5, "k", b"body", summary(match, 5, **about), tokens))


async def acts(store: Store) -> list[Act]:
    return [act for _, act in await store.acts()]


# The audit log


async def test_the_log_keeps_its_lines_in_their_order(store: Store) -> None:
    assert await store.acts() == []
    assert await store.last_act() == 0
    lines = [Act(at, "ann", "ban", "", f"h{at}", "why" * at) for at in (3, 1, 2)]
    await store.note(lines)
    numbers = [number for number, _ in await store.acts()]
    assert numbers == sorted(numbers)
    assert await acts(store) == lines
    assert await store.last_act() == numbers[-1]
    assert [act for _, act in await store.acts(after=numbers[0], limit=1)] == lines[1:2]


@pytest.mark.parametrize("statement", ["UPDATE audit SET why = 'no reason'", "DELETE FROM audit"])
async def test_nobody_can_change_the_log(store: Store, address: str, statement: str) -> None:
    await store.note([ACT])
    with pytest.raises((sqlite3.Error, asyncpg.PostgresError), match="only grows"):
        await execute(address, statement)
    assert await acts(store) == [ACT]


async def test_an_act_is_noted_with_what_it_changes_and_not_without(store: Store) -> None:
    assert await store.ban("h", 1, ACT)
    assert not await store.ban("h", 1, ACT)
    assert await store.unban("h", ACT)
    assert not await store.unban("h", ACT)
    await put(store, "m")
    assert await store.append(Append("m", 2, 6, None, b"", act=ACT))
    assert not await store.append(Append("m", 2, 6, None, b"", act=ACT))
    assert await store.delete("m", ACT)
    assert not await store.delete("m", ACT)
    assert await acts(store) == [ACT] * 4


async def test_numbers_of_the_log_never_appear_behind_one_that_was_read(store: Store, address: str) -> None:
    # Who reads on from the last number must not miss a line that was numbered earlier and became visible later.
    other = await open_store(address)
    seen: list[int] = []
    try:
        work = asyncio.gather(
            *(each.note([Act(n, who, "x")]) for n in range(50) for each, who in ((store, "a"), (other, "b")))
        )
        while not work.done() or seen[-1:] != [await store.last_act()]:
            seen += [number for number, _ in await store.acts(after=seen[-1] if seen else 0)]
        await work
    finally:
        await other.close()
    assert len(seen) == 100


# Names and values


async def test_a_name_has_the_value_that_was_set_last(store: Store, address: str) -> None:
    assert await store.get_meta("key") is None
    await store.set_meta("key", "one")
    await store.set_meta("key", "two")
    await store.set_meta("other", "")
    again = await open_store(address)
    try:
        assert await again.get_meta("key") == "two"
        assert await again.get_meta("other") == ""
    finally:
        await again.close()


# Tokens


async def test_revoked_tokens_lead_nowhere_in_that_match_alone(store: Store) -> None:
    await put(store, "m", ("old", 0), ("other", 1))
    await put(store, "n", ("old", 0))
    assert not await store.append(Append("m", 5, 6, None, b"", revoked=("old",)))
    assert len(await store.find_by_tokens(["old"])) == 2
    assert await store.append(Append("m", 2, 6, None, b"", None, (("new", 0),), revoked=("old", "unknown")))
    assert [(found[0], found[2].match) for found in await store.find_by_tokens(["old", "new", "other"])] == [
        ("old", "n"),
        ("new", "m"),
        ("other", "m"),
    ]


async def test_a_token_that_changes_seats_is_revoked_before_it_is_given(store: Store) -> None:
    await put(store, "m", ("h", 0))
    assert await store.append(Append("m", 2, 6, None, b"", None, (("h", 1),), revoked=("h",)))
    assert [(seat, found.match) for _, seat, found in await store.find_by_tokens(["h"])] == [(1, "m")]


async def test_tokens_are_revoked_where_many_matches_are_written_together(store: Store) -> None:
    for index in range(20):
        await put(store, f"m{index}", (f"h{index}", 0))
    appends = [Append(f"m{index}", 2, 6, None, b"", revoked=(f"h{index}",)) for index in range(20)]
    assert all(await asyncio.gather(*map(store.append, appends)))
    assert await store.find_by_tokens([f"h{index}" for index in range(20)]) == []


# Deleting


async def test_a_deleted_match_leaves_nothing_behind_and_the_others_alone(store: Store) -> None:
    for match in ("m", "n"):
        await put(store, match, (f"{match}-token", 0))
        assert await store.append(entry(2, match=match))
    assert await store.delete("m")
    assert await store.entries("m") == []
    assert [found.match for found in await store.find(Query("open"))] == ["n"]
    assert [found[0] for found in await store.find_by_tokens(["m-token", "n-token"])] == ["n-token"]
    assert [found.number for found in await store.entries("n")] == [1, 2]
    assert not await store.append(entry(3, match="m"))
    assert await store.strays() == []


async def test_a_match_that_is_written_to_while_it_is_deleted_is_there_or_gone(store: Store, address: str) -> None:
    other = await open_store(address)
    try:
        for attempt in range(20):
            match = f"m{attempt}"
            await put(store, match)
            await asyncio.gather(other.append(entry(2, match=match)), store.delete(match))
            assert await store.entries(match) == []
    finally:
        await other.close()


# Expiring


async def test_open_matches_that_wait_long_are_found(store: Store) -> None:
    for match, changed, status in (("c", 30, "open"), ("a", 10, "open"), ("b", 20, "open"), ("r", 1, "running")):
        row = summary(match, changed, status=status, listed=match != "b")
        await store.append(Append(match, 1, 0, None, b"", row))
    assert await store.open_before(30) == ["a", "b"]
    assert await store.open_before(31) == ["a", "b", "c"]
    assert await store.open_before(31, limit=1) == ["a"]


# Taking everything out


async def test_matches_are_taken_out_as_they_stand_at_one_moment(store: Store) -> None:
    over = asyncio.Event()

    async def play(match: str) -> None:
        number = 1
        while not over.is_set():
            row = summary(match, number)
            token = (f"{match}-{number}", 0)
            assert await store.append(
                Append(match, number, number, None, b"", row, (token,), (f"{match}-{number - 1}",))
            )
            number += 1

    playing = [asyncio.create_task(play(f"m{index}")) for index in range(3)]
    count = 0
    while count < 60:
        async for dumped in store.dump():
            count += 1
            last = dumped.entries[-1].number
            assert [entry.number for entry in dumped.entries] == list(range(1, last + 1))
            assert dumped.summary.changed == last
            assert dumped.tokens == [(f"{dumped.match}-{last}", 0)]
    over.set()
    await asyncio.gather(*playing)


# Restoring


WHOLE = Dumped("m", [Entry(n, n, f"k{n}", b"x") for n in (1, 2, 3)], summary("m", 3), [("h", 0), ("i", 1)])


async def test_a_match_is_restored_as_it_was(store: Store) -> None:
    assert await store.restore(WHOLE)
    assert not await store.restore(WHOLE)
    assert [found async for found in store.dump()] == [WHOLE]


async def test_what_a_store_lacks_of_a_match_is_added(store: Store) -> None:
    part = WHOLE._replace(entries=WHOLE.entries[:1], summary=summary("m", 3, status="running"), tokens=[("old", 0)])
    assert await store.restore(part)
    assert not await store.restore(WHOLE, after=2)
    assert [found async for found in store.dump()] == [part]
    assert await store.restore(WHOLE, after=1)
    assert [found async for found in store.dump()] == [WHOLE]


async def test_a_match_is_restored_whole_or_not_at_all(store: Store) -> None:
    doubled = WHOLE._replace(entries=[*WHOLE.entries[:2], Entry(3, 3, "k1", b"x")])
    with pytest.raises(StoreUnavailable):
        await store.restore(doubled)
    assert await store.entries("m") == []
    assert [found async for found in store.dump()] == []


async def test_strays_are_found(store: Store, address: str) -> None:
    await put(store, "m", ("h", 0))
    assert await store.append(entry(1, match="no-summary"))
    await execute(address, "INSERT INTO tokens (hash, match, seat) VALUES ('h', 'no-match', 0)")
    assert await store.strays() == ["no-match", "no-summary"]


# Databases of yesterday, of tomorrow, and those that are gone


async def test_a_database_of_the_first_version_is_upgraded_with_everything_in_it(tmp_path: Path) -> None:
    from alembic import command
    from alembic.config import Config

    file = tmp_path / "old.db"
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    engine.dispose()
    await execute(f"sqlite:{file}", "INSERT INTO bans (hash, at) VALUES ('h', 1)")
    await execute(f"sqlite:{file}", "INSERT INTO entries VALUES ('m', 1, 2, 'k', x'78')")
    store = await open_store(str(file))
    try:
        assert await store.banned() == {"h"}
        assert await store.entries("m") == [Entry(1, 2, "k", b"x")]
        await store.note([ACT])
        assert await acts(store) == [ACT]
    finally:
        await store.close()


async def test_a_database_of_a_newer_version_is_left_alone(store: Store, address: str) -> None:
    await execute(address, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(BadSetup, match="newer"):
        await open_store(address)


async def test_a_file_that_is_no_database_is_reported(tmp_path: Path) -> None:
    (tmp_path / "no.db").write_bytes(b"no database at all, but long enough to look like one" * 100)
    with pytest.raises(StoreUnavailable, match="not a database"):
        await open_store(str(tmp_path / "no.db"))


@pytest.mark.long
async def test_a_database_that_stays_away_is_reported_after_a_while_and_one_that_comes_back_is_used(
    postgres: Postgres,
) -> None:
    store = await PostgresStore.open(postgres.new_database(), patience=0.3)
    try:
        assert await store.append(entry(1))
        postgres.stop(signal.SIGQUIT)
        try:
            async with asyncio.timeout(30):
                with pytest.raises(StoreUnavailable):
                    await store.entries("m")
                with pytest.raises(StoreUnavailable):
                    await store.append(entry(2))
        finally:
            postgres.start()
        # Nothing was written while nobody could be asked.
        assert [found.number for found in await store.entries("m")] == [1]
        assert await store.append(entry(2))
    finally:
        await store.close()


@pytest.mark.long
async def test_a_database_that_is_away_for_a_moment_is_waited_for(postgres: Postgres) -> None:
    store = await PostgresStore.open(postgres.new_database(), patience=240)
    try:
        postgres.stop(signal.SIGQUIT)
        asking = asyncio.create_task(store.get_meta("x"))
        await asyncio.sleep(0)
        await asyncio.to_thread(postgres.start)
        assert await asking is None
    finally:
        await store.close()


async def test_a_new_file_can_be_read_by_its_owner_alone(tmp_path: Path) -> None:
    store = await open_store(f"sqlite:{tmp_path / 'm.db'}")
    try:
        await store.beat(1)
        assert {path.stat().st_mode & 0o077 for path in tmp_path.iterdir()} == {0}  # noqa: ASYNC240
    finally:
        await store.close()
