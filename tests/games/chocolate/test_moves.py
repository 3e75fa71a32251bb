"""The notation of the chocolate games, as docs/notation.md has it."""

from __future__ import annotations

import pytest

from tafelrunde.games.chocolate.cards import parse_card, parse_held
from tafelrunde.games.chocolate.moves import Accept, Counter, Decline, Offer, Pass, Placement, Reject, parse_move
from tafelrunde.games.errors import IllegalMove, InvalidNotation
from tests.games.chocolate.tables import THREE, TWO, table

MOVES = {
    "DDMW@2,0": Placement("DDMW", 2, 0),
    "DDMW@2,0*": Placement("DDMW", 2, 0, 1, (2, 0)),
    "DDMW@2,0*-2,1": Placement("DDMW", 2, 0, 1, (-2, 1)),
    "WDDMs^-1,-12": Placement("WDDMs", -1, -12, 2),
    "D:DDMW@0,0": Placement("DDMW", 0, 0, 1, None, "D"),
    "W:DDMW@0,0*": Placement("DDMW", 0, 0, 1, (0, 0), "W"),
    "pass": Pass(),
    "offer 2 DDMW": Offer(1, "DDMW"),
    "offer 3 ?3": Offer(2, "?3"),
    "counter DDDW": Counter("DDDW"),
    "counter ?0": Counter("?0"),
    "decline": Decline(),
    "accept": Accept(),
    "reject": Reject(),
}


@pytest.mark.parametrize(("text", "move"), MOVES.items(), ids=list(MOVES))
def test_a_move_reads_and_prints(text: str, move: object) -> None:
    assert parse_move(text) == move
    assert str(move) == text
    assert parse_move(text.replace(" ", "-")) == move, "in a record its words are joined"


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "DDMW", "DDMW@", "DDMW@2", "DDMW@2,", "DDMW@2,0,0", "DDMX@2,0", "DDM@2,0", "DDMWW@2,0", "ddmw@2,0",
        "DDMW@+2,0", "DDMW@02,0", "DDMW@-0,0", "DDMW@2 ,0", "DDMW@2,0 ", "DDMW@2.0", "DDMW@\uff12,0", "DDMW@12345,0",
        "DDMW@2,0**", "DDMW@2,0*1", "DDMW@2,0*1,", "DDMW@2,0*2,0", "DDMW^2,0*", "DDMW^2,0*0,0", "DDMWss@2,0",
        "X:DDMW@0,0", ":DDMW@0,0", "DM:DDMW@0,0", "D: DDMW@0,0", "d:DDMW@0,0",
        "Pass", "passes", "pass pass", "offer", "offer 2", "offer 0 DDMW", "offer 12 DDMW", "offer 2 DDM",
        "offer 2 WDDM",
        "offer 2 ?", "offer 2 ?5", "offer 2 ?03", "offer  2 DDMW", "offer 2  DDMW", "offer 2 DDMW ", "offer two DDMW",
        "offer 2-DDMW", "offer-2 DDMW", "offer 2 D DMW", "offer2DDMW", "counter", "counter ", "counter WDDM",
        "counter ?",
        "counter ?-1", "counter DDMW DDMW", "accept 1", "accept\n", "declined", "reject-",
        "DDMW@" + "9" * 5000 + ",0", "offer-" * 1000, "9" * 100_000,
    ],
    ids=lambda text: text[:20],
)  # fmt: skip
def test_other_texts_are_no_moves(text: str) -> None:
    with pytest.raises(InvalidNotation) as refusal:
        parse_move(text)
    assert len(str(refusal.value)) < 200, "a message stays short whatever it quotes"


def test_a_card_is_written_as_it_lies_or_as_it_is_held() -> None:
    assert parse_card("WDDM") == "WDDM"
    assert parse_held("DDMW") == "DDMW"
    with pytest.raises(InvalidNotation, match="is written DDMW"):
        parse_held("WDDM")
    with pytest.raises(InvalidNotation, match="four of the colours"):
        parse_card("DDDDD")


def test_absurd_places_are_refused() -> None:
    position = table(TWO, "DDDM")
    for text in ("D:DDDM@9999,0", "D:DDDM@0,-9999", "D:DDDM^9999,9999", "D:DDDM@0,0*9999,9999"):
        with pytest.raises(IllegalMove):
            position.parse(text)
    later = position.play(position.parse("D:DDDM@0,0"))
    for text in ("W:DDDM@9999,0", "W:DDDM@-97,97", "W:DDDM^-9999,-9999"):
        with pytest.raises(IllegalMove):
            later.parse(text)


def test_a_hidden_card_is_no_card_of_an_open_hand() -> None:
    """`?3` says what somebody else heard; the seat that offers knows its card."""
    position = table(THREE, "DDDM DDDM DDDM DDDM DDDW", "D:DDDM@0,0", "W:DWDD@2,0")
    with pytest.raises(IllegalMove, match="that card is not in the hand"):
        position.parse("offer 1 ?3")


def test_a_move_that_is_no_move_of_the_game_is_refused() -> None:
    with pytest.raises(IllegalMove, match="that is no move of Schokoly"):
        table(TWO, "DDDM").play(("DDDM", 0, 0))
