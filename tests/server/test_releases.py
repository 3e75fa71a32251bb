"""Databases that earlier versions of the server left behind, with matches and people in them, are carried on.

`tests/store/releases` has what real servers of those versions wrote: 0002 is the schema of 0.1.0, before there were
people; 0005 has accounts, rated matches and puzzles, but neither messages, luck nor studies.
"""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, MetaData, create_engine
from sqlalchemy.ext.asyncio import create_async_engine

from tafelrunde.server.administration.verify import Report, verify
from tafelrunde.server.ratings.counting import rebuild
from tests.databases import Postgres
from tests.server.inside import Inside, inside
from tests.server.people.devices import device
from tests.server.ratings.test_rated import act, rated
from tests.store.test_scripts import make_old

pytestmark = pytest.mark.anyio
RELEASES = Path(__file__).parents[1] / "store" / "releases"


def _load(connection: Connection, tables: dict[str, Any]) -> None:
    known = MetaData()
    known.reflect(connection)
    for name, table in tables.items():
        for row in table["rows"]:
            values = [base64.b64decode(cell["b"]) if isinstance(cell, dict) else cell for cell in row]
            connection.execute(known.tables[name].insert().values(dict(zip(table["columns"], values, strict=True))))


async def left_behind(address: str, revision: str) -> dict[str, Any]:
    """Make a database as a server of an earlier version left it; return what else is known of it."""
    kept: dict[str, Any] = json.loads((RELEASES / f"{revision}.json").read_text())
    await make_old(address, revision)
    if address.startswith("sqlite:"):
        engine = create_engine(f"sqlite:///{address.removeprefix('sqlite:')}")
        with engine.begin() as connection:
            _load(connection, kept["tables"])
        engine.dispose()
        return kept
    running = create_async_engine(address.replace("postgresql://", "postgresql+asyncpg://", 1))
    async with running.begin() as opened:
        await opened.run_sync(_load, kept["tables"])
    await running.dispose()
    return kept


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'old.db'}"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database()


def check_same(new: Any, old: Any, where: str = "") -> None:
    """Check that everything that was shown is shown, with whatever has been added since."""
    if isinstance(old, dict):
        for key, value in old.items():
            assert key in new, f"{where}.{key}"
            check_same(new[key], value, f"{where}.{key}")
    elif isinstance(old, list):
        assert len(new) == len(old), where
        for number, (one, two) in enumerate(zip(new, old, strict=True)):
            check_same(one, two, f"{where}[{number}]")
    else:
        assert new == old, where


async def check_sound(address: str, matches: int) -> None:
    assert await verify(address) == Report(matches, [])


def later(server: Inside) -> None:
    """Let time go on behind what was written."""
    server.now.time += 100_000


async def test_matches_of_the_first_release_go_on_and_can_be_claimed(address: str) -> None:
    kept = await left_behind(address, "0002")
    async with inside(address) as server, device(server) as laptop:
        later(server)
        await check_sound(address, 6)
        for name, views in kept["views"].items():
            match, tokens = kept["tokens"][name]
            for token, view in zip(tokens, views, strict=True):
                check_same((await server.get(f"/api/matches/{match}", token)).json(), view)
        over, _ = kept["tokens"]["over"]
        assert (await server.get(f"/api/matches/{over}", kept["revoked"])).json()["code"] == "forbidden"
        running, (first, second) = kept["tokens"]["running"]
        await laptop.register("Ann")
        held = [tokens[0] for _, tokens in kept["tokens"].values()]
        assert (await laptop.post("/api/me/claim", {"tokens": held})).json() == {"claimed": len(held), "others": 0}
        await server.post(f"/api/matches/{running}/acts", {"id": "bye", "action": {"type": "resign"}}, second)
        shown = (await server.get(f"/api/matches/{running}", first)).json()["state"]
        assert (shown["finished"]["winner"], shown["seats"][0]["name"]) == (0, "Ann")
        own = {
            line["match"]["id"]: line["outcome"]
            for status in ("open", "running", "finished")
            for line in (await laptop.get("/api/me/matches", status=status)).json()["matches"]
        }
        assert own.keys() == {match for match, _ in kept["tokens"].values()}
        assert own[running] == own[kept["tokens"]["resigned"][0]] == "won"
        await check_sound(address, 6)


async def test_people_of_an_earlier_version_keep_all_that_is_theirs(address: str) -> None:
    kept = await left_behind(address, "0005")
    async with inside(address) as server, device(server) as ann, device(server) as bo:
        later(server)
        await check_sound(address, 10)
        for who, name in ((ann, "Ann"), (bo, "Bo")):
            who.http.cookies.set("tafelrunde", kept["cookies"][name])
            assert await who.me() == name
        for name, profile in kept["profiles"].items():
            check_same((await ann.get(f"/api/people/{name}")).json(), profile)
        assert await server.host.store.transact(rebuild) == (8, False)
        assert (await server.get("/api/me/matches", kept["api"])).status_code == 200
        guest, token = kept["guest"]
        assert (await server.get(f"/api/matches/{guest}", token)).json()["seat"] == 0
        # What there was not yet begins with nothing.
        assert not (await ann.get("/api/me/push")).json()["on"]
        assert (await ann.get("/api/studies")).json() == []
        # A rated match that was running ends, and counts.
        assert (await act(bo, kept["running"], 1, "r", type="resign")).status_code == 200
        assert (await rated(server, "Ann", 6)).games == 6
        assert await server.host.store.transact(rebuild) == (9, False)
        await check_sound(address, 10)
