"""The programs around the server: example bots, external engines, a stop in good order."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from tests.server.inside import inside
from tests.server.serving import serving

pytestmark = pytest.mark.anyio

BOTS = Path(__file__).parent.parent.parent / "examples" / "bots"
SPEAK = "import sys; from tafelrunde.players.engine import serve; [print(a, flush=True) for a in serve(sys.stdin)]"
ENGINE = f'{sys.executable} -c "{SPEAK}"'
ENGINES = {
    "sound": (ENGINE, False),
    "crashing": (f'{sys.executable} -c "import sys; sys.stdin.readline(); sys.exit(3)"', True),
    "lying": (f"{sys.executable} -c \"import sys; [print('{{}}', flush=True) for _ in sys.stdin]\"", True),
    "missing": ("/nowhere/engine", True),
    "greedy for memory": (f'{sys.executable} -c "x = bytearray(8 << 30)"', True),
}


async def run(*command: str) -> str:
    """Run a Python program to its end and return what it says."""
    program = await asyncio.create_subprocess_exec(sys.executable, *command, stdout=asyncio.subprocess.PIPE)
    said, _ = await program.communicate()
    assert program.returncode == 0
    return said.decode()


async def test_the_example_bots_play_whole_matches(tmp_path: Path) -> None:
    with serving(f"sqlite:{tmp_path / 'm.db'}") as server:
        seats = [{"kind": "open"}, {"kind": "open"}]
        for game in ("tokan", "schokoly"):
            match = server.post("/api/matches", {"game": game, "seats": seats})["match"]
            command = ["--server", server.address, "--match", match]
            said = await asyncio.gather(*(run(str(BOTS / bot), *command) for bot in ("http_bot.py", "socket_bot.py")))
            assert all("'reason': 'played'" in text for text in said)


@pytest.mark.parametrize("name", ENGINES)
async def test_a_match_goes_on_whatever_an_engine_does(name: str, tmp_path: Path) -> None:
    command, stumbles = ENGINES[name]
    async with inside(tmp_path / "m.db", engines={name: command}, think_seconds=0.05) as server:
        seats = [{"kind": "computer", "engine": name}, {"kind": "computer", "level": 1}]
        match, _ = await server.create(seats=seats)
        live = await server.host.find(match)
        while live.match.finished is None:
            await live.next_event(20)
        heard = [event for told in live.match.told for event in told.heard_by(-1)]
        assert ("Stumbled(seat=0)" in map(str, heard)) == stumbles
        assert live.match.finished.reason == "played"


async def test_a_server_told_to_stop_says_goodbye_and_finishes(tmp_path: Path) -> None:
    with serving(f"sqlite:{tmp_path / 'm.db'}") as server:
        async with connect(server.socket_address) as socket:
            assert json.loads(await socket.recv())["type"] == "welcome"
            ending = asyncio.create_task(asyncio.to_thread(server.end, signal.SIGTERM))
            goodbye = json.loads(await socket.recv())
            assert (goodbye["type"], goodbye["reason"]) == ("goodbye", "restart")
            assert 1000 <= goodbye["retry"] < 1500
        await ending
