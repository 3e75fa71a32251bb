"""Nothing that a seat may not know reaches it: the same match with other hidden cards sends the same bytes.

Two servers with the same clock and the same chance serve the same match twice; only cards that an observer never gets
to see differ. Everything the observer receives (frames, snapshots, refusals, previews, downloads, lobby) is compared,
also what the observer's former devices receive after the seat has changed hands.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from tafelrunde.games.core import SPECTATOR, Move, Position
from tafelrunde.games.errors import TafelrundeError
from tafelrunde.games.registry import find_game
from tafelrunde.server.match import events as ev
from tafelrunde.server.tokens import token_hash
from tests.server.inside import Inside, Wire, inside

pytestmark = pytest.mark.anyio

MATCH = "m" * 22
PLIES = 14


def token(seat: int) -> str:
    return f"{seat}" * 32


def created(game: str, options: dict[str, str], deal: str, seats: int) -> ev.Created:
    plans = tuple(ev.SeatPlan("local", f"P{seat}", token=token_hash(token(seat))) for seat in range(seats))
    tag = find_game(game).deal_tag
    return ev.Created(game, options, plans, listed=True, tags={"Game": game, tag: deal})


def twin_deals(game: str, words: dict[str, str], observer: int, seed: int) -> tuple[str, str, list[str]]:
    """Return two deals and moves that are legal in both, such that the observer cannot tell which deal it is."""
    rules = find_game(game)
    options = rules.options_type.read(words)
    for attempt in range(1000):
        rng = Random(1000 * seed + attempt)
        deal = rules.deal(options, rng)
        position: Position = rules.start(options, deal)
        moves: list[Move] = []
        while len(moves) < PLIES and not position.is_over:
            choices = position.legal_moves() if rng.random() < 0.5 else position.turns() or position.legal_moves()
            move = rng.choice(choices)
            moves.append(move)
            position = position.play(move)
        if position.is_over:
            continue
        shown, _ = rules.redact(options, deal, moves, observer)
        hidden = [index for index, card in enumerate(shown.split(" ")) if card == "?"]
        cards = deal.split(" ")
        # Exchange two cards that the observer has not seen and try the same moves with the other deal.
        for _ in range(200):
            one, other = rng.sample(hidden, 2)
            swapped = list(cards)
            swapped[one], swapped[other] = swapped[other], swapped[one]
            if swapped == cards:
                continue
            twin = " ".join(swapped)
            try:
                again = rules.start(options, twin)
                for move in moves:
                    again = again.play(move)
            except TafelrundeError:
                continue
            if again != position and again.view(observer) == position.view(observer):
                return deal, twin, [str(move) for move in moves]
    raise AssertionError("no such pair of deals found")


async def overheard(server: Inside, deal: ev.Created, observer: int, moves: list[str]) -> list[str | bytes]:
    """Play a match and return everything one observer receives."""
    # The clock stands still: how often the server looks at it depends on how fast the machine is.
    server.now.time, server.now.step = 1_000_000_000_000, 0
    await server.begin(MATCH, deal)
    own = None if observer == SPECTATOR else token(observer)
    heard: list[str | bytes] = []
    async with server.socket() as former, server.socket() as watcher, server.socket() as players:
        await former.follow(MATCH, own)
        await watcher.follow(MATCH, own)
        for seat in range(len(deal.seats)):
            await players.follow(MATCH, token(seat), tables=False)
        number = 1
        for ply, move in enumerate(moves):
            if ply == PLIES // 2 and own is not None:
                # The seat goes to another token: from here on the former device hears nothing of it.
                fresh = await server.post(f"/api/matches/{MATCH}/token", {"new_token": "n" * 32}, own)
                assert fresh.status_code == 200, fresh.text
                own = fresh.json()["token"]
                assert (await former.until("unsubscribed"))["seat"] == observer
                for device in (watcher, players):
                    await device.follow(MATCH, own, tables=device is watcher)
                number += 1
            live = await server.host.find(MATCH)
            turn = live.match.deciding
            assert turn is not None
            answer = await players.act(MATCH, turn, f"m{ply}", type="move", move=move, ply=ply)
            assert answer["type"] == "ack", answer
            number += 1
            await watcher.until("event", lambda message, number=number: message["number"] == number)  # type: ignore[misc]
            heard.append((await server.get(f"/api/matches/{MATCH}", own)).content)
            if observer != SPECTATOR:
                await go_wrong(watcher, observer, ply)
                page = await server.post(f"/api/matches/{MATCH}/acts", {"id": "h", "action": {"type": "resume"}}, own)
                heard.append(page.content)
            page = await server.post(f"/api/matches/{MATCH}/seats", {"name": "Eve"})
            heard.append(page.content)
        if observer != SPECTATOR:
            assert (await former.act(MATCH, observer, "late", type="resign"))["code"] == "not-subscribed"
            assert json.loads(numbered(former)[-2])["type"] == "unsubscribed"
        heard += numbered(former)
        heard += numbered(watcher)
    async with server.socket() as late:
        await late.follow(MATCH, own, since=0)
        heard += numbered(late)
    mine = await server.post("/api/matches/mine", {"tokens": [token(max(observer, 0)), own or "x" * 32]})
    heard.append(mine.content)
    # The first of them has no token: downloads of spectators, whoever asks.
    for path in (f"/api/matches/{MATCH}/record", f"/api/matches/{MATCH}/events", "/api/matches?status=running"):
        heard.append((await server.get(path)).content)
        page = await server.get(path, own)
        assert page.status_code == 200
        heard.append(page.content)
    return heard


def numbered(wire: Wire) -> list[str]:
    """Return what was heard but who is here, which is told when there is time for it."""
    return [text for text in wire.read if json.loads(text)["type"] != "presence"]


async def go_wrong(watcher: Wire, observer: int, ply: int) -> None:
    """Try what is not legal, and do it; refusals must not depend on what the observer does not know."""
    for wrong in WRONG:
        tried = await watcher.ask("tried", type="try", id="t", match=MATCH, seat=observer, move=wrong)
        if tried["type"] == "refusal" or not tried["legal"]:
            answer = await watcher.act(MATCH, observer, f"w{ply}", type="move", move=wrong)
            assert answer["type"] == "refusal", answer


WRONG = (
    "pass",
    "DDWW@0,0",
    "DDWW@9,9",
    "D:DDDW@2,0",
    "MMWW^0,0",
    "DMMW@1,2*",
    "DDDM@2,0*0,0",
    "offer 2 DDMW",
    "offer 3 DDDM",
    "accept",
    "decline",
    "counter DDMW",
)

CASES = [
    ("schoko", {}, 2, SPECTATOR),
    ("schoko", {}, 2, 0),
    ("schoko", {}, 2, 1),
    ("schokoly", {"players": "3"}, 3, SPECTATOR),
    ("schokoly", {"players": "3"}, 3, 0),
    ("schokoly", {"players": "3"}, 3, 2),
    ("schokoly", {"players": "4"}, 4, 1),
]


@pytest.mark.parametrize(("game", "options", "seats", "observer"), CASES)
async def test_other_hidden_cards_send_the_same_bytes(
    game: str, options: dict[str, str], seats: int, observer: int, tmp_path: Path
) -> None:
    first, second, moves = twin_deals(game, options, observer, seed=observer + 2)
    heard = []
    for index, deal in enumerate((first, second)):
        async with inside(tmp_path / f"{index}.db") as server:
            heard.append(await overheard(server, created(game, options, deal, seats), observer, moves))
    assert len(heard[0]) == len(heard[1])
    for one, other in zip(*heard, strict=True):
        assert one == other
    text = "".join(part if isinstance(part, str) else part.decode() for part in heard[0])
    assert "Secret" not in text
    assert first not in text
