"""The drill: everything is lost but a copy, and from the copy everybody plays on as if nothing had happened."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Answer, run
from tests.databases import Postgres
from tests.server.client import Client
from tests.server.outages import check, make_clients, play_through
from tests.server.serving import ServerProcess, serving

pytestmark = [pytest.mark.anyio, pytest.mark.long]

LOCAL = [{"kind": "local", "name": "Ann"}, {"kind": "local", "name": "Bo"}]


async def admin(*arguments: str | Path) -> Answer:
    """Run `tafelrunde admin …` beside the running server."""
    answer = await asyncio.to_thread(run, "admin", *arguments)
    assert answer.status == 0, answer.err
    return answer


async def play_some(clients: list[Client], moves: int) -> None:
    """Let clients make so many moves in all and then go away, with nothing under way."""
    gate, enough = asyncio.Event(), asyncio.Event()
    gate.set()
    count = 0

    def ack() -> None:
        nonlocal count
        count += 1
        if count == moves:
            gate.clear()
            enough.set()

    for client in clients:
        client.gate, client.on_ack = gate, ack
    playing = [asyncio.create_task(client.play()) for client in clients]
    await enough.wait()
    while any(client.pending for client in clients):  # noqa: ASYNC110  (what was sent is acknowledged)
        await asyncio.sleep(0.01)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    for client in clients:
        client.gate, client.on_ack = None, lambda: None


async def play_on(server: ServerProcess, clients: list[Client]) -> None:
    """Let clients resume at a server and play to the end; nothing they were told before may be missing or doubled."""
    for client in clients:
        client.address = server.socket_address.__str__
    await asyncio.gather(*(client.play() for client in clients))
    await check(server, clients)


class Scene:
    """Matches that nobody is playing in: each as somebody saw it last."""

    def __init__(self, server: ServerProcess) -> None:
        self.seen: dict[tuple[str, str | None], Any] = {}
        self.banned: tuple[str, str] = ("", "")
        for prepare in (self._open, self._paused, self._resigned, self._spoken, self._against_computer):
            match, tokens = prepare(server)
            for token in (*tokens, None):
                self.seen[match, token] = self._look(server, match, token)

    @staticmethod
    def _look(server: ServerProcess, match: str, token: str | None) -> Any:
        return [server.get(f"/api/matches/{match}{path}", token) for path in ("", "/events")]

    @staticmethod
    def _create(server: ServerProcess, **asked: Any) -> tuple[str, list[str]]:
        made = server.post("/api/matches", {"game": "tokan", "seats": LOCAL, **asked})
        return made["match"], [given["token"] for given in made["seats"]]

    @staticmethod
    def _act(server: ServerProcess, match: str, token: str, name: str, **action: Any) -> Any:
        answer = server.post(f"/api/matches/{match}/acts", {"id": name, "action": action}, token)
        assert "number" in answer, answer
        return answer["number"]

    def _open(self, server: ServerProcess) -> tuple[str, list[str]]:
        match, tokens = self._create(
            server, game="schokoly", seats=[{"kind": "open"}, {"kind": "invited"}], listed=True
        )
        return match, [*tokens, server.post(f"/api/matches/{match}/seats", {"name": "Ann"})["token"]]

    def _paused(self, server: ServerProcess) -> tuple[str, list[str]]:
        match, tokens = self._create(server, game="schoko", clock={"kind": "live", "seconds": 60})
        for token in tokens:
            self._act(server, match, token, "1", type="propose", what="pause")
        return match, tokens

    def _resigned(self, server: ServerProcess) -> tuple[str, list[str]]:
        match, tokens = self._create(server)
        self._act(server, match, tokens[1], "1", type="resign")
        self.banned = match, tokens[1]
        return match, tokens[:1]

    def _spoken(self, server: ServerProcess) -> tuple[str, list[str]]:
        match, tokens = self._create(server)
        self._act(server, match, tokens[0], "1", type="chat", text="hello")
        return match, tokens

    def _against_computer(self, server: ServerProcess) -> tuple[str, list[str]]:
        match, tokens = self._create(server, seats=[LOCAL[0], {"kind": "computer", "level": 1}])
        while server.get(f"/api/matches/{match}")["state"]["turn"] != 0:
            # The deal may let the computer begin.
            pass
        return match, tokens

    def check(self, server: ServerProcess) -> None:
        """See that everybody sees what they saw."""
        for (match, token), seen in self.seen.items():
            assert self._look(server, match, token) == seen
        match, token = self.banned
        assert server.get(f"/api/matches/{match}", token)["code"] == "banned"


def lose(file: Path) -> None:
    """Damage a database beyond use, as a dying disk does."""
    for name in (f"{file}-wal", f"{file}-shm"):
        Path(name).unlink(missing_ok=True)
    data = file.read_bytes()
    file.write_bytes(data[: len(data) // 3].ljust(len(data), b"\xa5"))


async def begin(server: ServerProcess, database: str) -> tuple[Scene, list[Client]]:
    """Bring about matches of several kinds in several states, some of them in the middle of the play."""
    scene = await asyncio.to_thread(Scene, server)
    await admin("ban", scene.banned[1], "--who", "ann", "--why", "drill", "--database", database)
    while server.get(f"/api/matches/{scene.banned[0]}", scene.banned[1]).get("code") != "banned":  # noqa: ASYNC110
        await asyncio.sleep(0.02)
    clients = make_clients([server], 4)
    await play_some(clients, 40)
    return scene, clients


async def test_a_lost_database_is_replaced_by_its_backup_and_everybody_plays_on(tmp_path: Path) -> None:
    file, copy = tmp_path / "m.db", tmp_path / "copy.db"
    database = f"sqlite:{file}"
    with serving(database, "--think", "0.05") as server:
        scene, clients = await begin(server, database)
        await admin("backup", copy, "--database", database)
        server.kill()
    await asyncio.to_thread(lose, file)
    assert (await asyncio.to_thread(run, "admin", "verify", file)).status == 1
    assert (await admin("verify", copy)).out == "9 matches, 0 problems\n"
    await asyncio.to_thread(shutil.copy, copy, file)
    with serving(database, "--think", "0.05") as server:
        scene.check(server)
        await play_on(server, clients)
    assert (await admin("verify", file)).out == "9 matches, 0 problems\n"
    assert (await admin("audit", "--database", database)).out.endswith("(drill)\n")


async def test_an_export_moves_everything_to_another_kind_of_database(tmp_path: Path, postgres: Postgres) -> None:
    old, new = f"sqlite:{tmp_path / 'm.db'}", postgres.new_database()
    with serving(old, "--think", "0.05") as server:
        scene, clients = await begin(server, old)
        lines = (await admin("export", "--database", old)).out
    await asyncio.to_thread((tmp_path / "all").write_text, lines)
    await admin("restore", tmp_path / "all", "--database", new)
    assert (await admin("verify", new)).out == "9 matches, 0 problems\n"
    with serving(new, "--think", "0.05") as server:
        scene.check(server)
        await play_on(server, clients)
    assert (await admin("verify", new)).out == "9 matches, 0 problems\n"
    assert "ann ban" in (await admin("audit", "--database", new)).out


async def test_backups_and_exports_in_the_middle_of_the_play_are_sound(tmp_path: Path) -> None:
    database = f"sqlite:{tmp_path / 'm.db'}"
    count = 0

    def copy() -> None:
        nonlocal count
        count += 1
        target = tmp_path / f"copy{count}.db"
        assert run("admin", "backup", target, "--database", database).status == 0
        assert run("admin", "verify", target) == (0, "8 matches, 0 problems\n", "")
        assert run("admin", "verify", database) == (0, "8 matches, 0 problems\n", "")
        exported = run("admin", "export", "--database", database).out
        (tmp_path / "all").write_text(exported)
        target = tmp_path / f"restored{count}.db"
        assert run("admin", "restore", tmp_path / "all", "--database", f"sqlite:{target}").status == 0
        assert run("admin", "verify", target) == (0, "8 matches, 0 problems\n", "")

    with serving(database) as server:
        clients = make_clients([server], 8)
        toll = await play_through(clients, [copy, copy], every=50)
        assert len(toll.away) == 2
        await check(server, clients)
