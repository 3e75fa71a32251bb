"""Writes a database with matches of every kind in every state, to be kept for the releases after this one.

    python -m tests.upgrade.write tests/upgrade/VERSION

makes VERSION.db and VERSION.json, which tells the tokens and what each seat saw. Run it with the code of the release.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from tests.server.client import choose
from tests.server.inside import Inside, inside

KINDS: dict[str, dict[str, Any]] = {
    "tokan": {"game": "tokan"},
    "tokan heads": {"game": "tokan", "options": {"scoring": "heads", "gaps": "line"}},
    "tokan draft": {"game": "tokan", "options": {"setup": "draft"}},
    "schoko": {"game": "schoko"},
    "schokoly": {"game": "schokoly"},
    "schokoly three": {"game": "schokoly", "options": {"players": "3"}, "seats": 3},
    "schokoly four": {"game": "schokoly", "options": {"players": "4"}, "seats": 4},
}
STATES = (
    "open",
    "fresh",
    "running",
    "live clock",
    "days",
    "proposed",
    "paused",
    "left",
    "resigned",
    "over",
    "rematched",
)


class Writer:
    """Fills a database through the doors of a server."""

    def __init__(self, server: Inside) -> None:
        self.server = server
        self.matches: list[dict[str, Any]] = []

    async def create(self, kind: str, state: str) -> tuple[str, list[str]]:
        made = dict(KINDS[kind])
        seats = [{"kind": "local", "name": f"Seat {n + 1}"} for n in range(made.pop("seats", 2))]
        if state == "open":
            seats[-1] = {"kind": "open"}
        clocks = {"live clock": {"kind": "live", "seconds": 3600}, "days": {"kind": "days", "seconds": 864000}}
        answer = await self.server.post("/api/matches", {**made, "seats": seats, "clock": clocks.get(state)})
        assert answer.status_code == 201, answer.text
        given = answer.json()
        tokens = [seat.get("token") for seat in given["seats"]] if "seats" in given else given["tokens"]
        return given["match"], [token for token in tokens if token]

    async def act(self, match: str, token: str, **action: Any) -> None:
        name = f"a{Random(str(action) + token).getrandbits(40):x}"
        answer = await self.server.post(f"/api/matches/{match}/acts", {"id": name, "action": action}, token)
        assert answer.status_code == 200, answer.text

    async def move(self, match: str, tokens: list[str], moves: int) -> None:
        for ply in range(moves):
            shot = await self.shot(match, tokens[0])
            turn = shot["state"]["turn"]
            if turn is None:
                return
            shot = await self.shot(match, tokens[turn])
            await self.act(match, tokens[turn], type="move", move=choose(shot["table"], Random(ply)), ply=ply)

    async def shot(self, match: str, token: str) -> Any:
        return (await self.server.get(f"/api/matches/{match}", token)).json()

    async def write(self, kind: str, state: str) -> None:
        match, tokens = await self.create(kind, state)
        if state not in ("open", "fresh"):
            await self.move(match, tokens, 1000 if state in ("over", "rematched") else 3)
        if state == "running":
            await self.act(match, tokens[0], type="chat", text="good luck")
        elif state == "proposed":
            await self.act(match, tokens[0], type="propose", what="takeback", ply=0)
        elif state == "paused":
            await self.act(match, tokens[0], type="propose", what="pause")
            for token in tokens[1:]:
                await self.act(match, token, type="agree")
        elif state == "left":
            await self.act(match, tokens[-1], type="leave")
        elif state == "resigned":
            await self.act(match, tokens[0], type="resign")
        elif state == "rematched":
            await self.act(match, tokens[0], type="propose", what="rematch")
            for token in tokens[1:]:
                await self.act(match, token, type="agree")
        seen = [kept(await self.shot(match, token)) for token in tokens]
        self.matches.append({"kind": kind, "state": state, "match": match, "tokens": tokens, "seen": seen})


def kept(shot: dict[str, Any]) -> dict[str, Any]:
    """Return what a seat was shown and must still see; later releases may show more."""
    return {name: shot[name] for name in ("number", "moves", "table")} | {"turn": shot["state"]["turn"]}


async def write(file: Path) -> list[dict[str, Any]]:
    async with inside(file) as server:
        writer = Writer(server)
        for kind in KINDS:
            # The plain game of each family in every state, the others at their beginning and in the middle.
            for state in STATES if kind in ("tokan", "schokoly") else ("fresh", "running", "over"):
                await writer.write(kind, state)
    return writer.matches


def main() -> None:
    target = Path(sys.argv[1])
    file = target.with_name(f"{target.name}.db")
    found = asyncio.run(write(file))
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
        database.execute("VACUUM")
    target.with_name(f"{target.name}.json").write_text(json.dumps(found, indent=0), encoding="utf-8")


if __name__ == "__main__":
    main()
