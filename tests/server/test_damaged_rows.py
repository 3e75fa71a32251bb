"""A row that cannot be read concerns whom it is about and nobody else, whatever its table: no page or round fails."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import LargeBinary

from tafelrunde.server.ratings.counting import count_waiting, rebuild
from tafelrunde.store import Ask, Script, people_schema, puzzle_schema, study_schema
from tafelrunde.store.people.accounts import find_by_name
from tafelrunde.store.people.ratings import ratings_of
from tafelrunde.store.people.seeks import find_seek
from tafelrunde.store.schema import METADATA
from tests.server.inside import Inside, Wire, inside
from tests.server.people.devices import Device, device

pytestmark = pytest.mark.anyio

LIVE = {"kind": "live", "seconds": 600}
RATED = {"game": "tokan", "seats": [{"kind": "local"}, {"kind": "open"}], "clock": LIVE, "rated": True}
GARBAGE = [b"", b"{", b"\xff\xfe\x00", b"[1]", b'{"id": 3}', b"[" * 5000, "text"]


async def damage(server: Inside, table: str, column: str, value: object, where: str, *values: object) -> None:
    def write() -> Script[int]:
        rows = yield Ask(
            f"UPDATE {table} SET {column} = ? WHERE {where} RETURNING 1",
            (value, *values),
        )
        return len(rows)

    assert await server.host.store.transact(write) > 0


def test_every_column_that_has_to_be_read_is_looked_at_here() -> None:
    """A new table with something to be read belongs into one of these tests, or into the one that is named."""
    elsewhere = {
        ("entries", "body"): "test_survival",
        ("study_entries", "body"): "studies/test_study_attacks",
        ("push_subscriptions", "body"): "people/test_push_edges",
        ("ceremonies", "body"): "its owner only, for five minutes",
        ("passkeys", "public_key"): "its owner only",
    }
    here = {("matches", "body"), ("seeks", "body"), ("results", "body"), ("accounts", "settings")}
    assert all(module.METADATA is METADATA for module in (people_schema, puzzle_schema, study_schema))
    found = {
        (table.name, column.name)
        for table in METADATA.sorted_tables
        for column in table.columns
        if isinstance(column.type, LargeBinary)
    }
    assert found == here | set(elsewhere)


@pytest.mark.parametrize("garbage", GARBAGE)
async def test_a_line_of_the_lobby_that_cannot_be_read_hides_no_other(tmp_path: Path, garbage: bytes | str) -> None:
    open_ = [{"kind": "local"}, {"kind": "open"}]
    async with inside(tmp_path / "m.db") as server:
        bad, tokens = await server.create(seats=open_, listed=True)
        good, others = await server.create(seats=open_, listed=True)
        await damage(server, "matches", "body", garbage, "match = ?", bad)
    async with inside(tmp_path / "m.db") as server:
        lobby = await server.get("/api/matches")
        assert [each["id"] for each in lobby.json()["matches"]] == [good]
        mine = await server.post("/api/matches/mine", {"tokens": [*tokens, *others]})
        assert [each["match"]["id"] for each in mine.json()] == [good]
        async with server.socket() as wire:
            await wire.send(type="watch-lobby", on=True)
            shown = await wire.until("lobby")
            assert [each["id"] for each in shown["open"]] == [good]
        # The match itself is whole, and its next step writes its line anew.
        joined = await server.post(f"/api/matches/{bad}/seats", {"name": "Bo", "new_token": "n" * 32})
        assert joined.status_code == 201
        mine = await server.post("/api/matches/mine", {"tokens": tokens})
        assert [each["match"]["status"] for each in mine.json()] == ["running"]


async def seek(wire: Wire, letter: str, game: str = "tokan") -> dict[str, Any]:
    return await wire.ask("seeking", type="seek", id=letter, token=letter * 32, name="Guest", terms={"game": game})


@pytest.mark.parametrize("garbage", GARBAGE)
async def test_a_seek_that_cannot_be_read_keeps_nobody_else_waiting(server: Inside, garbage: bytes | str) -> None:
    async with server.socket() as eve, server.socket() as ann, server.socket() as bo:
        bad = (await seek(eve, "e"))["seek"]["id"]
        await damage(server, "seeks", "body", garbage, "id = ?", bad)
        await ann.send(type="watch-lobby", on=True)
        assert (await ann.until("lobby"))["seeks"] == []
        # Neither those who answer it nor those who wish for the same are cut off.
        await bo.send(type="seek", id="x", token="x" * 32, name="Bo", answer=bad)
        assert (await bo.until("refusal"))["code"] == "not-found"
        await seek(ann, "a")
        await bo.send(type="seek", id="b", token="b" * 32, name="Bo", terms={"game": "tokan"})
        paired = [(await wire.until("paired"))["match"] for wire in (ann, bo)]
        assert paired[0] == paired[1]
        await server.server.company.pool.tick()
        # Whoever looks so is told that it does not go on.
        assert (await eve.until("seek-ended"))["reason"] == "replaced"


async def test_a_table_that_is_gone_keeps_no_news_from_others(server: Inside) -> None:
    async with server.socket() as eve, server.socket() as ann:
        pool = server.server.company.pool
        bad = (await seek(eve, "e"))["seek"]["id"]
        good = (await seek(ann, "a", "schoko"))["seek"]["id"]
        match, _ = await server.create()
        await damage(server, "seeks", "match", "nowhere" * 3 + "x", "id = ?", bad)
        await damage(server, "seeks", "match", match, "id = ?", good)
        await pool.tick()
        assert (await eve.until("seek-ended"))["reason"] == "lost"
        assert (await ann.until("seek-ended"))["reason"] == "lost"
        assert pool.tended == 0
        assert (await server.host.store.ask(lambda: find_seek(bad))) is not None


async def rated_match(ann: Device, bo: Device) -> str:
    """Let Ann lose a rated match against Bo."""
    match = str((await ann.post("/api/matches", RATED)).json()["match"])
    assert (await bo.post(f"/api/matches/{match}/seats", {"name": "x"})).status_code == 201
    ended = await ann.post(f"/api/matches/{match}/acts?seat=0", {"id": "r", "action": {"type": "resign"}})
    assert ended.status_code == 200, ended.text
    return match


DAMAGED_RESULTS = {
    "nonsense": b"{",
    "no text": b"\xff",
    "no seats": b'{"seats":[],"places":[],"first":0}',
    "sides": b'{"seats":[{"side":7,"account":"a"},{"side":1,"account":"b"}],"places":[0,1],"first":0}',
    "places": b'{"seats":[{"side":0,"account":"a"},{"side":1,"account":"b"}],"places":[0,1,2],"first":0}',
}


@pytest.mark.parametrize("kind", [*DAMAGED_RESULTS, "pool", "rating"])
async def test_a_result_that_makes_no_sense_keeps_no_other_from_counting(server: Inside, kind: str) -> None:
    async with device(server) as ann, device(server) as bo, device(server) as cleo, device(server) as dan:
        for one, name in ((ann, "Ann"), (bo, "Bo"), (cleo, "Cleo"), (dan, "Dan")):
            await one.register(name)
        bad = await rated_match(ann, bo)
        await count_waiting(server.host.store)
        assert [each["games"] for each in (await bo.get("/api/people/Bo")).json()["ratings"]] == [1]
        if kind == "pool":
            await damage(server, "results", "pool", "nonsense", "match = ?", bad)
        elif kind == "rating":
            await damage(server, "ratings", "volatility", 0.0, "1 = 1")
        else:
            await damage(server, "results", "body", DAMAGED_RESULTS[kind], "match = ?", bad)
        # It waits to be counted, as far as anybody knows.
        await damage(server, "results", "number", None, "match = ?", bad)
        await rated_match(cleo, dan)
        await count_waiting(server.host.store)
        assert [each["games"] for each in (await cleo.get("/api/people/Cleo")).json()["ratings"]] == [1]
        count, _ = await server.host.store.transact(rebuild)
        assert count == 2
        assert [each["games"] for each in (await cleo.get("/api/people/Cleo")).json()["ratings"]] == [1]


@pytest.mark.parametrize("garbage", [each for each in GARBAGE if each != b'{"id": 3}'])
async def test_choices_that_cannot_be_read_show_nothing_and_can_be_made_again(
    server: Inside, garbage: bytes | str
) -> None:
    async with device(server) as ann, device(server) as bo:
        await ann.register("Ann")
        await bo.register("Bo")
        await rated_match(ann, bo)
        await count_waiting(server.host.store)
        await damage(server, "accounts", "settings", garbage, "folded = 'ann'")
        # Nobody is shown who may have chosen not to be.
        assert (await bo.get("/api/people/Ann")).status_code == 404
        assert (await bo.get("/api/people/Bo")).status_code == 200
        assert (await bo.get("/api/leaderboards", pool="tokan standard live")).status_code == 200
        assert (await ann.get("/api/me/public")).status_code == 200
        assert (await ann.get("/api/me/data")).status_code == 200
        chosen = {"profile": True, "matches": True, "board": True}
        assert (await ann.post("/api/me/public", chosen)).json() == chosen
        assert (await bo.get("/api/people/Ann")).status_code == 200


async def test_an_account_goes_although_a_result_cannot_be_read(server: Inside) -> None:
    async with device(server) as ann, device(server) as bo:
        await ann.register("Ann")
        await bo.register("Bo")
        match = await rated_match(ann, bo)
        await count_waiting(server.host.store)
        await damage(server, "results", "body", b"{", "match = ?", match)
        assert (await ann.post("/api/me/delete", {"name": "Ann"})).status_code == 200
        assert await server.host.store.ask(lambda: find_by_name("ann")) is None
        bo_id = await server.host.store.ask(lambda: find_by_name("bo"))
        assert bo_id is not None
        assert await server.host.store.ask(lambda: ratings_of(bo_id.id))


@pytest.mark.parametrize("column", ["begun", "ended"])
async def test_a_time_that_cannot_be_read_stops_no_start_and_is_given_to_nobody(tmp_path: Path, column: str) -> None:
    async with inside(tmp_path / "m.db") as server:
        match, _ = await server.create(clock={"kind": "days", "seconds": 86_400})
        server.now.time += 60_000
        server.host._owe(10_000)
        await server.host._noting
        await damage(server, "stalls", column, "soon", "ended > ?", 0)
    async with inside(tmp_path / "m.db") as server:
        assert not server.host._lost._times
        assert (await server.host.find(match)).match.status == "running"


async def test_a_sign_of_life_that_cannot_be_read_stops_no_start(tmp_path: Path) -> None:
    async with inside(tmp_path / "m.db") as server:
        match, _ = await server.create(clock={"kind": "days", "seconds": 86_400})
    with sqlite3.connect(tmp_path / "m.db") as db:
        db.execute("UPDATE beats SET at = 'long ago'")
    for _ in range(2):
        async with inside(tmp_path / "m.db") as server:
            assert (await server.get(f"/api/matches/{match}")).status_code == 200
            # From now on there are signs of life again.
            assert isinstance(await server.host.store.last_beat(), int)


@pytest.mark.parametrize("column", ["rating", "range", "since", "body"])
async def test_a_number_of_a_seek_that_is_none_keeps_nobody_else_waiting(server: Inside, column: str) -> None:
    async with server.socket() as eve, server.socket() as ann, server.socket() as bo:
        bad = (await seek(eve, "e"))["seek"]["id"]
        await damage(server, "seeks", column, "damaged", "id = ?", bad)
        await ann.send(type="watch-lobby", on=True)
        assert (await ann.until("lobby"))["seeks"] == []
        await seek(ann, "a")
        await bo.send(type="seek", id="b", token="b" * 32, name="Bo", terms={"game": "tokan"})
        paired = [(await wire.until("paired"))["match"] for wire in (ann, bo)]
        assert paired[0] == paired[1]


async def test_a_place_in_the_order_of_results_that_cannot_be_read_stops_no_counting(server: Inside) -> None:
    async with device(server) as ann, device(server) as bo:
        await ann.register("Ann")
        await bo.register("Bo")
        first = await rated_match(ann, bo)
        await count_waiting(server.host.store)
        await damage(server, "results", "number", "first", "match = ?", first)
        await rated_match(ann, bo)
        await count_waiting(server.host.store)

        def games() -> Script[list[int]]:
            account = yield from find_by_name("ann")
            assert account is not None
            return [rated.games for rated in (yield from ratings_of(account.id))]

        assert await server.host.store.ask(games) == [2]


@pytest.mark.parametrize("column", ["number", "created"])
async def test_a_study_that_cannot_be_read_keeps_no_news_of_others_from_anybody(server: Inside, column: str) -> None:
    made = dict[str, str]()
    for letter in "xy":
        links = {"read": letter * 32, "write": letter.upper() * 32, "keep": letter * 31 + "_"}
        made[(await server.post("/api/studies", {"title": letter, **links})).json()["id"]] = letter * 32
    # The damaged one comes first.
    bad, good = sorted(made)
    async with server.socket() as wire:
        for name in (bad, good):
            await wire.ask("study-told", type="follow-study", study=name, since=0, name="Guest", token=made[name])
        followers = server.server.library.followers
        await damage(server, "studies", column, "damaged", "id = ?", bad)
        await followers.tick()
        closed = await wire.until("study-closed")
        assert (closed["study"], closed["reason"] in ("damaged", "not-found")) == (bad, True)
        assert (followers.has(bad), followers.has(good)) == (False, True)
