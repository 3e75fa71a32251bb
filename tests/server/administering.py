"""A database that administrators' tests look at, what they do to it, and their commands."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from tafelrunde.server.administration import admin
from tafelrunde.server.administration.admin import Charge
from tests.cli.running import Answer, run
from tests.server.inside import Inside, inside

CHARGE = Charge("ann", "moving house", 7)


async def act(server: Inside, match: str, token: str, name: str, **action: Any) -> None:
    answer = await server.post(f"/api/matches/{match}/acts", {"id": name, "action": action}, token)
    assert answer.status_code == 200, answer.text


async def fill(file: Path) -> None:
    """Make a database with matches in several states, a ban, acts and a name with a value."""
    async with inside(file) as server:
        finished, tokens = await server.create(game="schoko")
        await act(server, finished, tokens[0], "1", type="resign")
        running, tokens = await server.create(clock={"kind": "live", "seconds": 600})
        view = (await server.get(f"/api/matches/{running}", tokens[0])).json()
        source, steps = next(iter(view["table"]["legal"]["steps"].items()))
        await act(server, running, tokens[0], "1", type="move", move=f"{source}{steps[0]['target']}", ply=0)
        await act(server, running, tokens[1], "2", type="chat", text="well played")
        opened_, _ = await server.create(seats=[{"kind": "open"}, {"kind": "invited", "name": "Bo"}])
        given = (await server.post(f"/api/matches/{opened_}/seats", {"name": "Ann"})).json()
        await act(server, opened_, given["token"], "1", type="leave")
        await admin.mute(server.host.store, CHARGE, running, 1)
        await admin.ban(server.host.store, CHARGE, tokens[1])
        await server.host.store.set_meta("key", "fingerprint")


def execute(file: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(file)) as db:
        assert db.execute(statement, values).rowcount
        db.commit()


def running(file: Path) -> str:
    with closing(sqlite3.connect(file)) as db:
        return str(db.execute("SELECT match FROM matches WHERE status = 'running'").fetchone()[0])


async def run_there(*arguments: str | Path, given: str = "") -> Answer:
    """Run a command beside the test's own loop."""
    return await asyncio.to_thread(run, *arguments, given=given)
