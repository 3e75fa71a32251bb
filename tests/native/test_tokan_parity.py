"""The native TOKAN beside the Python rules: the same moves, positions, scores and errors at every step."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tafelrunde.games.errors import BadSetup, IllegalMove, InvalidNotation, TafelrundeError
from tafelrunde.games.tokan import Placing, Step, TokanOptions, TokanPosition
from tafelrunde.native import AVAILABLE
from tafelrunde.native.tokan import NativePosition, action_of, random_game
from tafelrunde.records.record import read_record
from tafelrunde.records.replay import replay
from tests.strategies import TOKAN, Variant

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not compiled")

GAMES_EACH = 250
VECTORS = sorted((Path(__file__).parent.parent / "vectors").glob("tokan-*.json"))
CASES = [
    pytest.param(case, id=f"{file.stem}-{number}")
    for file in VECTORS
    for number, case in enumerate(json.loads(file.read_text(encoding="utf-8")))
]


def options_of(variant: Variant) -> TokanOptions:
    assert isinstance(variant.options, TokanOptions)
    return variant.options


def compare(python: TokanPosition, native: NativePosition) -> None:
    """Everything that both say about a position."""
    turns = python.turns()
    assert str(native) == str(python)
    assert sorted(native.turns()) == sorted(map(str, turns))
    assert native.count_turns() == len(turns)
    assert native.actions() == [native.parse(text) for text in native.turns()]
    assert sorted(native.actions()) == sorted(map(action_of, turns))
    assert [native.print(action) for action in native.actions()] == native.turns()
    assert native.outcome() == python.outcome()
    assert native.is_over == python.is_over
    assert native.seat == python.seat
    assert native.to_python() == python
    again = NativePosition(python)
    assert again == native
    assert again.key == native.key


def follow_game(variant: Variant, number: int) -> None:
    """Play a numbered random game through both, and compare at every step."""
    options = options_of(variant)
    start, moves = random_game(seed=1, game=number, options=options)
    python = variant.game.start(options, start)
    native = NativePosition.from_text(start, options)
    assert isinstance(python, TokanPosition)
    for text in moves:
        compare(python, native)
        move = python.parse(text)
        assert isinstance(move, Step | Placing)
        python, native = python.play(move), native.play(move)
    compare(python, native)
    assert native.is_over


@pytest.mark.parametrize("variant", TOKAN, ids=str)
def test_random_games_agree_at_every_step(variant: Variant) -> None:
    for number in range(GAMES_EACH):
        follow_game(variant, number)


@pytest.mark.parametrize("case", CASES)
def test_vectors(case: dict[str, Any]) -> None:
    python = replay(read_record(case["record"])).final
    assert isinstance(python, TokanPosition)
    native = NativePosition(python)
    assert sorted(native.turns()) == case["moves"]
    assert str(native) == case["position"]
    outcome = native.outcome()
    assert {"over": outcome.over, "points": list(outcome.points), "winner": outcome.winner} == case["score"]
    if "perft" in case:
        depth, sequences = case["perft"]
        assert native.perft(depth) == sequences
        assert native.perft(depth, threads=2) == sequences


@pytest.mark.parametrize("variant", TOKAN, ids=str)
def test_all_moves_that_can_be_written_are_judged_alike(variant: Variant) -> None:
    """From one position, every step and placing of the notation: accepted by both, or refused for the same reason."""
    options = options_of(variant)
    start, moves = random_game(seed=2, game=0, options=options)
    for played in (0, len(moves) // 3, len(moves) - 2, len(moves)):
        python = variant.game.start(options, start)
        for text in moves[:played]:
            python = python.play(python.parse(text))
        assert isinstance(python, TokanPosition)
        native = NativePosition(python)
        moves_written: list[Step | Placing] = [
            Placing(tile, column, row) for tile in "MJLmjl" for column in range(-4, 6) for row in range(1, 6)
        ]
        moves_written += [Step(source, target, n) for source in range(30) for target in range(30) for n in range(3)]
        for move in moves_written:
            assert verdict(python, move) == verdict(native, move)


def verdict(position: TokanPosition | NativePosition, move: Step | Placing) -> str:
    """What a move leads to, or why it is refused."""
    try:
        return str(position.play(move))
    except IllegalMove as error:
        return f"{error} ({error.why.code} {sorted(error.why.params.items())})"


@pytest.mark.parametrize(
    "text",
    [
        "", "a1", "a1b", "g1a1", "a0a1", "a1a6", "a1b1+", "a1b1+0", "a1b1+3", "a1b1+1 ", "A1b1", "a1b1\n", "ä1b1",
        "L@", "L@0", "L@0,", "L@0,0", "L@0,6", "L@6,1", "L@-0,1", "L@-5,1", "L@+1,1", "X@0,1", "@0,1", "L@0,1,1",
        "L@--1,1",
    ],
)  # fmt: skip
def test_unreadable_moves(text: str) -> None:
    position = NativePosition.deal(1)
    with pytest.raises(InvalidNotation) as native:
        position.play(text)
    with pytest.raises(InvalidNotation) as python:
        position.to_python().parse(text)
    assert str(native.value) == str(python.value)


START = "J,J,l,J,L,j/L,j,j,L,l,M/m,j,l,j,L,m/M,M,m,L,j,l/J,J,l,J,J,j"
DRAFT = "L,J/m,L/M,j/J,l/j,j"


@pytest.mark.parametrize(
    ("setup", "text"),
    [
        ("random", ""),
        ("random", START),
        ("random", f"{START} r"),
        ("random", f"{START} x -"),
        ("random", f"{START} r z9"),
        ("random", f"{START}  r -"),
        ("random", f"{START} r a1"),
        ("random", f"{START}/- r -"),
        ("random", f"{START},- r -"),
        ("random", f"{START.replace('J', 'L', 1)} r -"),
        ("random", f"{START.replace('J', 'X', 1)} r -"),
        ("random", f"{START.replace('J', '', 1)} r -"),
        ("random", f"{START.replace('J', '-', 1)} r -"),
        ("random", f"{DRAFT} b -"),
        ("draft", f"{START} b -"),
        ("draft", f"{DRAFT} b a1"),
        ("draft", f"{DRAFT.replace('L', '-', 1)} b -"),
        ("draft", f"{DRAFT.replace('L', 'l', 1)} b -"),
        ("draft", f"{DRAFT.replace('L', 'LJ', 1)} b -"),
        ("draft", "M,M/M,M/L,l/j,l/j,j r -"),
    ],
)
def test_positions_that_cannot_be(setup: str, text: str) -> None:
    options = TokanOptions.read({"setup": setup})
    with pytest.raises(TafelrundeError) as native:
        NativePosition.from_text(text, options)
    with pytest.raises(TafelrundeError) as python:
        TOKAN[0].game.start(options, text)
    assert native.type is python.type
    assert str(native.value) == str(python.value)


def test_towers_of_any_height() -> None:
    """All thirty tiles on two cells: higher than any game is likely to build."""
    towers = ["MMMJJJJJJJLLLLmmmjjjjjjjlllll", "L"] + [""] * 28
    python = TokanPosition(TokanOptions(), tuple(towers), 1, -1)
    native = NativePosition(python)
    compare(python, native)
    towers = ["LLLLJ" + "MMMJJJJJJmmm", "jjjjjjjllll", "Ll"] + [""] * 27
    for side in (0, 1):
        python = TokanPosition(TokanOptions(), tuple(towers), side, -1)
        compare(python, NativePosition(python))


@pytest.mark.parametrize(
    ("towers", "side", "taboo"),
    [
        ([""] * 29, 0, -1),
        ([""] * 30, 0, -1),
        (["X"] * 30, 0, -1),
        (["MMMJJJJJJJLLLLLmmmjjjjjjjlllll"] + [""] * 29, 0, 30),
        (["MMMJJJJJJJLLLLLmmmjjjjjjjlllll"] + [""] * 29, 1, 0),
        (["MMMJJJJJJJLLLLLmmmjjjjjjjlllll"] + [""] * 29, 0, 1),
    ],
)
def test_fields_that_cannot_be(towers: list[str], side: int, taboo: int) -> None:
    with pytest.raises(BadSetup):
        NativePosition(TokanPosition(TokanOptions(), tuple(towers), side, taboo))


def test_a_position_is_frozen() -> None:
    position = NativePosition.deal(3)
    text, key = str(position), position.key
    moves = [position.play(move) for move in position.turns()]
    assert (str(position), position.key) == (text, key)
    assert len({str(move) for move in moves}) == len(moves) == len({move.key for move in moves})
    with pytest.raises(IllegalMove):
        position.play(359 if 359 not in position.actions() else 358)
    with pytest.raises(IllegalMove):
        position.play(-1)
    with pytest.raises(ValueError, match="depth"):
        position.perft(-1)
