"""A game for up to nine: over the network, against computers, in records, arenas, data sets and for learners."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest

from tafelrunde.games.core import MOST_SEATS, Game, Options
from tafelrunde.games.errors import BadSetup
from tafelrunde.games.registry import GAMES, find_game, register
from tafelrunde.records.deals import verify
from tafelrunde.records.record import read_record
from tafelrunde.records.replay import replay
from tests.cli.running import run
from tests.fourth.many import HEAP, Heap
from tests.research.needs import need
from tests.server.inside import Inside


@pytest.fixture(autouse=True)
def heap() -> Iterator[Game]:
    undo = register(HEAP)
    yield HEAP
    undo()


@pytest.mark.anyio
@pytest.mark.parametrize("players", [2, 5, 9])
async def test_everybody_has_a_seat_on_the_server(server: Inside, players: int) -> None:
    seats = [{"kind": "local", "name": f"Guest {seat}"} for seat in range(players)]
    match, tokens = await server.create(game="heap", options={"players": str(players)}, seats=seats)
    last = players - 1
    async with server.socket() as wire:
        shown = [await wire.follow(match, token) for token in tokens][last]
        assert (len(shown["state"]["seats"]), shown["state"]["sides"]) == (players, list(range(players)))
        said = {"type": "chat", "text": "hello"}
        assert (await wire.act(match, last, "chat", **said))["type"] == "ack"
        beyond = await wire.act(match, MOST_SEATS, "no", **said)
        assert (beyond["type"], beyond["code"]) == ("refusal", "bad-message")
        ply = 0
        while shown["state"]["status"] != "finished":
            turn = shown["state"]["turn"]
            action = {"type": "move", "move": "take1", "ply": ply}
            await wire.send(type="act", id=f"m{ply}", match=match, seat=turn, action=action)
            ply += 1
            shown = await wire.until("event", lambda event, ply=ply: event["state"]["ply"] == ply)  # type: ignore[misc]
    played = replay(read_record((await server.get(f"/api/matches/{match}/record")).text))
    assert verify(played).status == "verified"
    assert played.final.outcome().points == tuple(shown["table"]["points"])


@pytest.mark.anyio
async def test_computers_take_all_other_seats(server: Inside) -> None:
    seats: list[dict[str, Any]] = [{"kind": "local", "name": "Ann"}, *[{"kind": "computer", "level": 2}] * 8]
    match, (token,) = await server.create(game="heap", options={"players": "9"}, seats=seats)
    async with server.socket() as wire:
        shown = await wire.follow(match, token)
        while shown["state"]["status"] != "finished":
            if shown["state"]["turn"] == 0:
                ply = shown["state"]["ply"]
                action = {"type": "move", "move": shown["table"]["legal"][0], "ply": ply}
                await wire.send(type="act", id=f"m{ply}", match=match, seat=0, action=action)
            shown = await wire.until("event")
    assert sum(shown["table"]["points"]) >= 20


def test_commands_play_and_tell_it(tmp_path: Path) -> None:
    played = run("arena", "2", "random", "--game", "heap", "-p", "players=9", "-n", "9", "--workers", "1")
    assert (played.status, "9 games" in played.out, "one against 8" in played.out) == (0, True, True)
    folder = tmp_path / "set"
    written = run("dataset", str(folder), "--game", "heap", "-p", "players=7", "--player", "random", "-n", "2")
    assert (written.status, (folder / "decisions-00000.parquet").exists()) == (0, True)


def test_a_game_that_lists_no_moves_is_refused_before_it_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Heap, "all_moves", lambda self, options: ())
    folder = tmp_path / "set"
    refused = run("dataset", str(folder), "--game", "heap", "--player", "random", "-n", "1")
    assert (refused.status, folder.exists()) == (2, False)
    assert "Heap does not list its moves" in refused.err


@pytest.mark.parametrize("players", [2, 9])
def test_learners_play_it(players: int) -> None:
    need("pettingzoo")
    from tafelrunde.research.envs.aec import MatchEnv

    env = MatchEnv("heap", f"players={players}")
    env.reset(seed=1)
    rng = Random(1)
    assert len(env.possible_agents) == players
    for _ in env.agent_iter(200):
        seen, _, ended, _, _ = env.last()
        env.step(None if ended else rng.choice([number for number, may in enumerate(seen["action_mask"]) if may]))
    assert not env.agents


@pytest.mark.parametrize("words", [(), ("1",), ("2", "10"), ("5", "0")])
def test_a_game_of_nobody_or_of_a_crowd_is_refused(words: tuple[str, ...]) -> None:
    @dataclass(frozen=True)
    class Wrong(Options):
        CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"players": words}
        players: int = int(next(iter(words), "1"))

    class Unfit(Heap):
        name = "unfit"
        options_type: ClassVar[type[Options]] = Wrong

        def seats(self, options: Any) -> int:
            return int(options.players)

    before = tuple(GAMES)
    with pytest.raises(BadSetup, match="a game has 2 to 9 seats, which 'unfit' has not"):
        register(Unfit())
    assert tuple(GAMES) == before
    assert find_game("heap").numbers_of_seats() == set(range(2, MOST_SEATS + 1))
