"""No answer helps a guess: whoever posts records, moves or tokens learns nothing of what they may not know.

The oracle is a second server in which everything is the same but the hidden cards: whatever somebody asks, and
whatever they guess, both must answer byte by byte alike.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tafelrunde.games.registry import find_game
from tafelrunde.records.record import read_record
from tafelrunde.server.match import events as ev
from tafelrunde.server.tokens import token_hash
from tests.server.inside import Inside, inside

pytestmark = pytest.mark.anyio

NAME = "m" * 22
TOKENS = ["t" * 32, "u" * 32]
GAME = find_game("schoko")
OPTIONS = GAME.options_type.parse("")


def decks(seed: int) -> tuple[str, str]:
    """Return two deals that the first seat cannot tell apart."""
    cards = GAME.deal(OPTIONS, Random(seed)).split()
    start = GAME.start(OPTIONS, " ".join(cards))
    own = start.view(0)
    rng = Random(seed)
    while True:
        # The first seat's cards stay where they are; all others are mixed.
        hidden = [index for index in range(len(cards)) if index not in _own(cards)]
        mixed = [cards[index] for index in hidden]
        rng.shuffle(mixed)
        other = list(cards)
        for index, card in zip(hidden, mixed, strict=True):
            other[index] = card
        if other != cards and GAME.start(OPTIONS, " ".join(other)).view(0) == own:
            return " ".join(cards), " ".join(other)


def _own(cards: list[str]) -> set[int]:
    """Return the places in the deck whose cards the first seat sees."""
    seen = GAME.redact(OPTIONS, " ".join(cards), [], 0)[0].split()
    return {index for index, card in enumerate(seen) if "?" not in card}


async def begin(server: Inside, deck: str) -> None:
    seats = tuple(
        ev.SeatPlan("local", f"P{seat}", token=token_hash(token), word="w") for seat, token in enumerate(TOKENS)
    )
    created = ev.Created("schoko", {}, seats, tags={"Deck": deck})
    await server.begin(NAME, created)


def guesses(one: str, other: str) -> list[str]:
    """Return records that somebody might post: of either deal, with nothing, one or two moves made."""
    texts = []
    for deck in (one, other):
        position = GAME.start(OPTIONS, deck)
        text = f'[Game "schoko"]\n[Deck "{deck}"]\n\n'
        texts.append(text)
        for _ in range(2):
            turn = position.turns()[0]
            position = position.apply(turn)
            text += f" {turn}"
            texts.append(text)
    return texts


async def ask_everything(server: Inside, texts: list[str], token: str | None) -> list[tuple[str, int, Any]]:
    """Return what every question is answered with, at every endpoint that takes one."""
    own = [] if token is None else [token]
    answers: list[tuple[str, int, Any]] = []

    async def note(path: str, data: object) -> None:
        answer = await server.post(path, data, token)
        body = answer.text.splitlines()
        answers.append((path, answer.status_code, [_plain(line) for line in body]))

    for text in texts:
        await note("/api/replay", {"record": text})
        await note("/api/study", {"record": text})
        await note("/api/normalise", {"record": text})
        await note("/api/study", {"record": text, "seat": 0, "move": "pass"})
        await note("/api/analyses", {"record": text, "seconds": 0.01, "tokens": own})
        await note("/api/solutions", {"record": text, "seconds": 0.01, "tokens": own})
        await note(f"/api/matches/{NAME}/acts", {"id": "x", "action": {"type": "move", "move": "pass"}})
    await note("/api/matches/mine", {"tokens": own})
    await note(f"/api/matches/{NAME}/seats", {"name": "Eve"})
    await note(f"/api/matches/{NAME}/token", {"new_token": TOKENS[0]})
    await note("/api/analyses", {"match": NAME})
    for path in ("", "/record", "/events"):
        answer = await server.get(f"/api/matches/{NAME}{path}", token)
        answers.append((path, answer.status_code, answer.text))
    return answers


def _plain(line: str) -> str:
    """Return a line of an answer without what depends on the speed of the machine alone."""
    return "analysed" if '"analysis"' in line or '"progress"' in line else line


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("token", [TOKENS[0], None])
async def test_every_endpoint_answers_a_guess_alike_whether_it_is_right_or_not(
    tmp_path: Path, seed: int, token: str | None
) -> None:
    one, other = decks(seed)
    texts = guesses(one, other)
    heard: list[list[tuple[str, int, Any]]] = []
    for deck in (one, other):
        async with inside(tmp_path / f"{len(heard)}.db") as server:
            # Every question about the time counts, and on a slow machine the server asks more often.
            server.now.time, server.now.step = 2_000_000_000_000, 0
            await begin(server, deck)
            heard.append(await ask_everything(server, texts, token))
    for first, second in zip(*heard, strict=True):
        assert first == second
    assert read_record(texts[0]).tags["Deck"] == one
