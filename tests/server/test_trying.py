"""Whatever is legal can be tried: over the WebSocket and over HTTP every such question gets an answer."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tafelrunde.games.chocolate.moves import Accept
from tafelrunde.games.core import Move, Position
from tafelrunde.records.replay import redact
from tests.server.inside import Inside
from tests.server.test_secrets import created, token
from tests.strategies import SWAPPING, play, swapper

pytestmark = pytest.mark.anyio

WORDS = {"players": "3"}
MOST = 15
"""Moves tried at a moment, all swap actions among them."""


def some(position: Position, rng: Random) -> list[Move]:
    turns, legal = position.turns(), position.legal_moves()
    swaps = [move for move in legal if move not in set(turns)]
    return [*swaps, *rng.sample(list(turns), min(len(turns), max(0, MOST - len(swaps))))]


def is_unknown(table: dict[str, Any]) -> bool:
    """Return whether the hand that decides holds a card that is not known."""
    return any(card.startswith("?") for card in table["hands"][table["seat"]])


@pytest.mark.parametrize("seed", range(2))
async def test_every_legal_move_can_be_tried_in_a_match(server: Inside, seed: int) -> None:
    rng = Random(seed)
    match, name = play(SWAPPING, rng, limit=18, policy=swapper), f"{seed}" * 22
    await server.begin(name, created("schokoly", WORDS, match.deal, 3))
    accepted = 0
    async with server.socket() as wire:
        for seat in range(3):
            await wire.follow(name, token(seat))
        for ply, (position, move) in enumerate(zip(match.positions, match.moves, strict=False)):
            seat = position.seat
            for number, tried in enumerate(some(position, rng)):
                asked = {"id": f"{ply}-{number}", "match": name, "seat": seat, "move": str(tried)}
                answer = await wire.ask("tried", type="try", **asked)
                assert (answer["type"], answer["id"], answer["legal"]) == ("tried", asked["id"], True)
                # What the seat would hold then it cannot know, and so neither what it could do.
                table = answer["table"]
                assert not (is_unknown(table) and table["legal"])
                if isinstance(tried, Accept):
                    accepted += 1
                    assert table["seat"] == seat
                    assert is_unknown(table)
                    assert table["legal"] is None
            await wire.act(name, seat, f"m{ply}", type="move", move=str(move), ply=ply)
    assert accepted or seed


@pytest.mark.parametrize("seed", range(2))
async def test_every_legal_move_can_be_studied_by_its_seat(server: Inside, seed: int) -> None:
    rng = Random(seed)
    match = play(SWAPPING, rng, limit=18, policy=swapper)
    for ply, position in enumerate(match.positions[:-1]):
        seat, whole = position.seat, match.record(ply)
        moves = some(position, rng)
        accepting = Accept() in moves
        for tried in [Accept()] if accepting else rng.sample(moves, min(3, len(moves))):
            for record in (whole, redact(whole, seat)):
                asked = {"record": str(record), "move": str(tried), "seat": seat}
                answer = await server.post("/api/study", asked)
                assert answer.status_code == 200, answer.text
                told = answer.json()
                assert told["reason"] is None
                assert told["moves"][-1] == str(tried)
                # An open record tells the card that comes; the seat's own does not.
                if accepting:
                    assert is_unknown(told["table"]) is (record is not whole)
                    assert (told["table"]["legal"] is None) is (record is not whole)
