"""Proofs of results, written by trying everything and checked; and broken ones, which must not pass."""

from __future__ import annotations

import gzip
import json
from random import Random
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelrunde.games.errors import TafelrundeError
from tafelrunde.games.registry import find_game
from tafelrunde.games.tokan import Step, TokanOptions, TokanPosition
from tafelrunde.games.tokan.proof import BadProof, Claim, check, pack

MOST = 120
"""Move sequences from a position that is tried out."""


def sequences(position: TokanPosition, most: int) -> int:
    """Count the move sequences that follow, up to a bound."""
    total = 1
    for move in position.turns():
        if total > most:
            break
        total += sequences(position.apply(move), most)
    return total


def late(options: TokanOptions, seed: int) -> TokanPosition:
    """The earliest position of a random game from which everything can be tried."""
    random = Random(seed)
    game = find_game("tokan")
    position = game.start(options, game.deal(options, random))
    assert isinstance(position, TokanPosition)
    while position.turns() and sequences(position, MOST) > MOST:
        position = position.apply(random.choice(position.turns()))
    return position


def worth(position: TokanPosition, side: int) -> int:
    """What a side gets with best play of both: 1, 0 or -1."""
    if position.is_over:
        winner = position.outcome().winner
        return 0 if winner is None else 1 if winner == side else -1
    best = max if position.side == side else min
    return best(worth(position.apply(move), side) for move in position.turns())


def choices(position: TokanPosition, side: int, goal: int, seen: set[str]) -> bytes:
    """The choices that show that a side reaches a goal."""
    if position.is_over:
        return b""
    moves = sorted(move for move in position.turns() if isinstance(move, Step))
    after = [position.apply(move) for move in moves]
    if position.side != side:
        return b"".join(choices(reply, side, goal, seen) for reply in after)
    if str(position) in seen:
        return b""
    seen.add(str(position))
    number = next(i for i, reply in enumerate(after) if worth(reply, side) >= goal)
    return bytes([number]) + choices(after[number], side, goal, seen)


def claim(position: TokanPosition, side: int, goal: int) -> tuple[Claim, bytes]:
    """What is to be shown, with the choices that do."""
    data = choices(position, side, goal, set())
    name: Literal["r", "b"] = "b" if side else "r"
    return Claim(name, "win" if goal else "draw", len(data)), data


def proof(position: TokanPosition) -> tuple[str, bytes]:
    """The result of a position for the side to move, and the proof of it."""
    value = worth(position, position.side)
    if value == 0:
        return "draw", pack(position, [claim(position, side, 0) for side in (0, 1)])
    winner = position.side if value > 0 else 1 - position.side
    return ("win" if value > 0 else "loss"), pack(position, [claim(position, winner, 1)])


def opened(packed: bytes) -> tuple[dict[str, Any], bytes]:
    """The head and the choices of a proof."""
    line, _, rest = gzip.decompress(packed).partition(b"\n")
    return json.loads(line), rest


def closed(head: object, rest: bytes) -> bytes:
    """A proof of a head and choices."""
    return gzip.compress(json.dumps(head).encode() + b"\n" + rest)


HOUSES = [
    TokanOptions.read({"scoring": scoring, "gaps": gaps})
    for scoring in ("towers", "heads")
    for gaps in ("contiguous", "line")
]


@pytest.mark.parametrize("options", HOUSES, ids=str)
def test_a_proof_shows_what_trying_everything_finds(options: TokanOptions) -> None:
    results = set()
    for seed in range(12):
        position = late(options, seed)
        result, packed = proof(position)
        checked = check(packed)
        assert (checked.result, checked.position) == (result, position)
        assert checked.positions >= checked.choices
        results.add(result)
    assert {"win", "loss"} <= results


def test_a_draw_takes_both_claims() -> None:
    options = HOUSES[0]
    position = next(p for p in (late(options, seed) for seed in range(400)) if worth(p, 0) == 0)
    result, packed = proof(position)
    assert result == "draw" == check(packed).result
    head, rest = opened(packed)
    first, second = head["claims"]
    with pytest.raises(BadProof, match="do not settle"):
        check(closed(head | {"claims": [first]}, rest[: first["choices"]]))
    with pytest.raises(BadProof, match="that is claimed, at"):
        check(closed(head | {"claims": [first | {"reaches": "win"}, second]}, rest))


def test_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tafelrunde.games.tokan.proof._TICK_EVERY", 4)
    proofs = [proof(late(HOUSES[0], seed))[1] for seed in range(20)]
    packed = max(proofs, key=lambda packed: check(packed).positions)
    told: list[int] = []
    walked = check(packed, told.append).positions
    assert walked >= 8
    assert told == list(range(4, walked + 1, 4))


@given(st.integers(0, 30), st.data())
def test_a_tampered_choice_never_shows_another_result(seed: int, data: st.DataObject) -> None:
    position = late(HOUSES[0], seed)
    result, packed = proof(position)
    head, rest = opened(packed)
    if not rest:
        return
    at = data.draw(st.integers(0, len(rest) - 1))
    byte = data.draw(st.integers(0, 255))
    try:
        checked = check(closed(head, rest[:at] + bytes([byte]) + rest[at + 1 :]))
    except BadProof:
        return
    assert checked.result == result  # another move that wins as well


def test_what_fails_is_told_with_its_position() -> None:
    position = next(p for p in (late(HOUSES[0], seed) for seed in range(99)) if worth(p, p.side) == 1)
    head, rest = opened(proof(position)[1])
    with pytest.raises(BadProof, match="no move number 200, at ") as caught:
        check(closed(head, b"\xc8" + rest[1:]))
    assert caught.value.position == position
    assert caught.value.code == "bad-proof"
    with pytest.raises(BadProof, match="no choice is left, at "):
        check(closed(head, rest[:-1]))
    with pytest.raises(BadProof, match="belong to no claim"):
        check(closed(head, rest + b"\0"))
    claims = [head["claims"][0] | {"choices": len(rest) + 1}]
    with pytest.raises(BadProof, match="announced"):
        check(closed(head | {"claims": claims}, rest + b"\0"))
    other = "b" if head["claims"][0]["side"] == "r" else "r"
    with pytest.raises(BadProof, match="at "):
        check(closed(head | {"claims": [head["claims"][0] | {"side": other}]}, rest))


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "something else"},
        {"scoring": "feet"},
        {"gaps": None},
        {"position": "nonsense"},
        {"position": 7},
        {"claims": None},
        {"claims": [7]},
        {"claims": [{"side": "r"}]},
        {"claims": [{"side": "g", "reaches": "win", "choices": 0}]},
        {"claims": [{"side": "r", "reaches": "loss", "choices": 0}]},
        {"claims": [{"side": "r", "reaches": "win", "choices": -1}]},
        {"claims": [{"side": "r", "reaches": "win", "choices": True}]},
        {"claims": []},
    ],
)
def test_a_broken_head_is_no_proof(change: dict[str, object]) -> None:
    head, rest = opened(proof(late(HOUSES[0], 3))[1])
    with pytest.raises(BadProof) as caught:
        check(closed(head | change, rest))
    assert isinstance(caught.value, TafelrundeError)
    assert caught.value.position is None


@pytest.mark.parametrize(
    "data",
    [b"", b"{}", gzip.compress(b""), gzip.compress(b"[]\n"), gzip.compress(b"x" * 99)[:-9]],
    ids=["nothing", "json", "packed nothing", "packed json", "cut short"],
)
def test_other_files_are_no_proofs(data: bytes) -> None:
    with pytest.raises(BadProof):
        check(data)


def test_a_file_that_unpacks_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tafelrunde.games.tokan.proof.MOST_BYTES", 1000)
    with pytest.raises(BadProof, match="too large"):
        check(gzip.compress(b"x" * 1001))
