"""The native Scho K.O. and Schokoly beside the Python rules: the same moves, positions, scores, views at every step."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tafelrunde.games.chocolate.cards import rotations
from tafelrunde.games.chocolate.field import Cell
from tafelrunde.games.chocolate.moves import Pass, Placement
from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.core import Move, Table
from tafelrunde.games.errors import IllegalMove, InvalidNotation
from tafelrunde.native import AVAILABLE
from tafelrunde.native.chocolate import NativePosition, NativeView
from tafelrunde.records.record import read_record
from tafelrunde.records.replay import replay
from tests.strategies import CHOCOLATE, SWAPPING, PlayedMatch, Variant, play, swapper, variants, walled

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not compiled")

GAMES_EACH = 120
WALLED_EACH = 15
CLOSER_LOOKS = 30
"""In one game of so many, everything is compared at every step."""
VECTORS = sorted((Path(__file__).parent.parent / "vectors").glob("schoko*.json"))
CASES = [
    pytest.param(case, id=f"{file.stem}-{number}")
    for file in VECTORS
    for number, case in enumerate(json.loads(file.read_text(encoding="utf-8")))
]


def chocolate(position: Table) -> ChocolatePosition:
    assert isinstance(position, ChocolatePosition)
    return position


def compare(python: ChocolatePosition, native: NativePosition) -> None:
    """What changes with every move."""
    assert native.count_turns() == python.count_turns()
    assert native.outcome() == python.outcome()
    assert native.is_over == python.is_over
    assert native.seat == python.seat


def compare_closely(python: ChocolatePosition, native: NativePosition, seed: int) -> None:
    """Everything that both say about a position."""
    assert native.to_python() == python
    assert NativePosition(python) == native
    assert NativePosition(python).key == native.key
    assert native.turns() == sorted(map(str, python.turns()))
    assert native.swap_actions() == [str(action) for action in python.swap_actions()]
    assert sorted(native.smartie_targets()) == sorted(python.smartie_targets())
    assert [native.groups(colour) for colour in "DMW"] == [python.groups(colour) for colour in "DMW"]
    assert native.neutral_groups() == python.neutral_groups()
    compare_places(python, native)
    for observer in python.observers:
        view = python.view(observer)
        assert native.view(observer).to_python() == view
        assert NativeView(view).to_python() == view
        drawn = NativeView(view).resample(seed)
        assert drawn.to_python().view(observer) == view
        assert drawn.key == NativePosition(drawn.to_python()).key


def compare_places(python: ChocolatePosition, native: NativePosition) -> None:
    found = {places.look: (places.first, places.second) for places in native.places()}
    if python.is_over or python.swap is not None:
        assert not found
        return
    expected: dict[str, tuple[list[Cell], list[Cell]]] = {}
    for card in set(python.hands[python.to_move]):
        places = python.places(card)
        expected |= {look: (places[1][look], places[2][look]) for look in rotations(card)}
    assert found == expected


def random_text(native: NativePosition, rng: Random) -> str:
    """A move drawn by the native core; every other time a swap action where there is one."""
    swaps = native.swap_actions()
    if swaps and (native.count_turns() == 0 or rng.random() < 0.5):
        return rng.choice(swaps)
    text = native.random_turn(rng.randrange(2**63))
    assert text is not None
    return text


def follow_game(variant: Variant, number: int) -> None:
    """Play a numbered random game through both, and compare at every step."""
    rng = Random(number)
    python = chocolate(variant.game.start(variant.options, variant.deal(rng)))
    native = NativePosition(python)
    while True:
        compare(python, native)
        if python.is_over or number % CLOSER_LOOKS == 0:
            compare_closely(python, native, number)
        if python.is_over:
            break
        text = random_text(native, rng)
        python, native = chocolate(python.play(python.parse(text))), native.play(text)


@pytest.mark.parametrize("variant", CHOCOLATE, ids=str)
def test_random_games_agree_at_every_step(variant: Variant) -> None:
    for number in range(GAMES_EACH):
        follow_game(variant, number)


def follow(match: PlayedMatch, closely: bool) -> None:
    """Play a match of the rules in the native core too."""
    native = NativePosition(chocolate(match.positions[0]))
    for number, python in enumerate(map(chocolate, match.positions)):
        compare(python, native)
        if closely or python.is_over:
            compare_closely(python, native, number)
        if number < len(match.moves):
            native = native.play(str(match.moves[number]))


@pytest.mark.parametrize("variant", variants("schokoly"), ids=str)
def test_games_with_passes_agree(variant: Variant) -> None:
    passes = 0
    for number in range(WALLED_EACH):
        rng = Random(number)
        deal, opening = walled(variant, rng, number % 5)
        match = play(variant, rng, 60, swapper, deal, opening)
        passes += match.moves.count(Pass())
        follow(match, closely=number % 5 == 0)
    assert passes > 0


def test_a_field_as_long_as_it_gets_agrees() -> None:
    """Always the turn that reaches furthest: the field outgrows the native core's narrow window."""

    def furthest(moves: Any, rng: Random) -> Any:
        return max(moves, key=lambda move: (isinstance(move, Placement) and move.x, rng.random()))

    for variant in CHOCOLATE:
        match = play(variant, Random(1), policy=furthest)
        assert max(card.x for card in chocolate(match.final).field.cards) > 30
        follow(match, closely=False)
        compare_closely(chocolate(match.positions[-4]), NativePosition(chocolate(match.positions[-4])), 1)


@pytest.mark.parametrize("case", CASES)
def test_vectors(case: dict[str, Any]) -> None:
    native = NativePosition(chocolate(replay(read_record(case["record"])).final))
    assert native.turns() == case["moves"]
    outcome = native.outcome()
    assert {"over": outcome.over, "points": list(outcome.points), "winner": outcome.winner} == case["score"]
    if "perft" in case:
        depth, sequences = case["perft"]
        assert native.perft(depth) == sequences
        assert native.perft(depth, threads=2) == sequences


@pytest.mark.parametrize("variant", CHOCOLATE, ids=str)
def test_sequences_are_counted_alike(variant: Variant) -> None:
    for length in (0, 1, 5, 20):
        python = play(variant, Random(length), length).final
        assert NativePosition(chocolate(python)).perft(2, threads=2) == variant.game.perft(python, 2)
    end = play(variant, Random(3)).positions[-4]
    assert NativePosition(chocolate(end)).perft(3) == variant.game.perft(end, 3)


def verdict(position: ChocolatePosition | NativePosition, move: Move) -> str:
    """What a move leads to, or why it is refused."""
    try:
        after = position.play(str(move)) if isinstance(position, NativePosition) else position.play(move)
    except IllegalMove as error:
        return str(error)
    return repr(after.to_python() if isinstance(after, NativePosition) else after)


@pytest.mark.parametrize("variant", CHOCOLATE, ids=str)
def test_turns_all_over_the_place_are_judged_alike(variant: Variant) -> None:
    for length in (0, 1, 6, 15):
        rng = Random(length)
        python = chocolate(play(variant, rng, length, swapper).final)
        native = NativePosition(python)
        cards = [look for card in variant.game.deal(variant.options, rng).split()[:6] for look in rotations(card)]
        for _ in range(300):
            tier = rng.choice((1, 2))
            target = rng.choice((None, (0, 0), (rng.randrange(-9, 10), rng.randrange(-9, 10)))) if tier == 1 else None
            colour = rng.choice((None, None, None, *"DMW"))
            turn = Placement(rng.choice(cards), rng.randrange(-9, 10), rng.randrange(-9, 10), tier, target, colour)
            assert verdict(native, turn) == verdict(python, turn)


@pytest.mark.parametrize(
    "text", ["offer 2 DDMW", "offer 1 DDDM", "decline", "counter DDDM", "accept", "reject", "pass"]
)
def test_swap_actions_out_of_place_are_judged_alike(text: str) -> None:
    variant = SWAPPING
    rng = Random(1)
    for match in (play(variant, rng, length, swapper) for length in range(0, 24, 2)):
        python = chocolate(match.final)
        move = variant.game.parse_move(text)
        assert verdict(NativePosition(python), move) == verdict(python, move)


@pytest.mark.parametrize(
    "text",
    [
        "", "DDDM", "DDDM@", "DDDM@0", "DDDM@0,", "DDDM@0,0,", "DDDM@00,0", "DDDM@-0,0", "DDDM@0,0**", "DDDM@0,0*1",
        "DDDM@0,0*0,0", "DDDM^0,0*", "X:DDDM@0,0", "D:", "DDM@0,0", "DDDX@0,0", "DDDMss@0,0", "DDDM@99999,0", " pass",
        "offer", "offer 2", "offer 0 DDDM", "offer 2 MDDD", "counter", "counter ?", "counter MDDD", "DDDM@0,0\n", "ä",
    ],
)  # fmt: skip
def test_unreadable_moves(text: str) -> None:
    position = NativePosition.deal("schokoly", CHOCOLATE[1].options, 1)
    with pytest.raises(InvalidNotation) as native:
        position.play(text)
    with pytest.raises(InvalidNotation) as python:
        position.to_python().parse(text)
    assert str(native.value) == str(python.value)
