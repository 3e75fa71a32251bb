"""The notation of TOKAN: positions and moves, as docs/notation.md has them."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from tafelrunde.games.errors import IllegalMove, InvalidNotation, TafelrundeError
from tafelrunde.games.tokan import Placing, Step, Tokan, TokanOptions
from tests.strategies import SEEDS, TOKAN, PlayedMatch, matches, mutated, play, variant

GAME = Tokan()
POSITION = "-,-,j,-,-,j/-,-,j,ljLLJ,LMJJl,-/-,-,MJm,l,Jj,m/-,Ml,mlJ,L,-,-/Jj,-,j,-,L,- b d4"
LAID = [of for of in TOKAN if of.options.words()["setup"] == "random"]


@given(matches(LAID))
def test_a_position_reads_back_from_its_text(match: PlayedMatch) -> None:
    options = match.variant.options
    again = GAME.start(options, str(match.final))
    assert again == match.final
    assert str(again) == str(match.final)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a position is its rows, the side to move and the taboo cell"),
        (POSITION.replace(" b d4", ""), "a position is its rows, the side to move and the taboo cell"),
        (POSITION + " ", "a position is its rows, the side to move and the taboo cell"),
        (POSITION.replace(" b ", "  b "), "a position is its rows, the side to move and the taboo cell"),
        (POSITION.replace(" b ", " w "), "the side to move is 'r' or 'b'"),
        (POSITION.replace("d4", "g4"), "the taboo cell is a cell like c3, or '-'"),
        (POSITION.replace("d4", ""), "the taboo cell is a cell like c3, or '-'"),
        (POSITION.replace("/", "", 1), "a position has 5 rows separated by '/'"),
        (POSITION.replace("Jj,-,j,-,L,-", "Jj,-,j,-,L"), "a row has 6 cells separated by ','"),
        (POSITION.replace("Jj,-,j,-,L,-", "Jj,-,j,-,L,-,-"), "a row has 6 cells separated by ','"),
        (POSITION.replace("Jj,-,j", "Jx,-,j"), "a cell is a tower of the tiles M J L m j l, or '-'"),
        (POSITION.replace("Jj,-,j", "Jj,,j"), "a cell is a tower of the tiles M J L m j l, or '-'"),
        (POSITION.replace("Jj,-,j", "Jj,--,j"), "a cell is a tower of the tiles M J L m j l, or '-'"),
    ],
)
def test_other_texts_are_no_positions(text: str, reason: str) -> None:
    with pytest.raises(InvalidNotation) as refusal:
        GAME.start(TokanOptions(), text)
    assert refusal.value.reason == reason


@given(matches(TOKAN, limit=20), SEEDS)
def test_a_changed_position_is_refused_or_read_as_written(match: PlayedMatch, seed: int) -> None:
    text = mutated(str(match.final), Random(seed))
    try:
        position = GAME.start(match.variant.options, text)
    except TafelrundeError:
        return
    assert str(position) == text


def test_moves_and_placings_are_values_with_one_text() -> None:
    assert GAME.parse_move("c3f3") == Step(14, 17)
    assert GAME.parse_move("b2b4+1") == Step(7, 19, 1)
    assert GAME.parse_move("L@-2,3") == Placing("L", -2, 3)
    for text in ("c3f3", "b2b4+1", "a1a4+2", "L@-2,3", "m@5,1", "J@0,5"):
        assert str(GAME.parse_move(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "c3", "c3f3+0", "c3f3+3", "c3f3+", "C3F3", "c3-f3", "c3f3 ", " c3f3", "c3f3\n", "g1a1", "a6a1", "a0a1",
     "c3f3+1+1", "c\uff13f3", "X@0,1", "L@0,6", "L@6,1", "L@-5,1", "L@0,1 ", "L@ 0,1", "L@0", "l@00,1"],
)  # fmt: skip
def test_other_texts_are_no_moves(text: str) -> None:
    with pytest.raises(InvalidNotation) as refusal:
        GAME.parse_move(text)
    assert refusal.value.text == text


def test_a_move_that_is_no_move_of_tokan_is_refused() -> None:
    start = play(variant("tokan"), Random(1), limit=0).final
    with pytest.raises(IllegalMove, match="that is no move of TOKAN"):
        start.play(("c3", "f3"))
