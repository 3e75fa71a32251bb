"""The rules of Scho K.O., as docs/rules/schoko.md numbers them."""

from __future__ import annotations

from collections import Counter

import pytest

from tafelrunde.games.chocolate import scoring
from tests.games.chocolate.tables import SCHOKO, deck, lying, placings, refusal, table

RULES = table(SCHOKO, "DDDW").rules


def test_s1_and_s2_the_deck() -> None:
    cards = Counter(deck(SCHOKO, "").split())
    assert cards == {"DDDW": 7, "DDDWs": 3, "DWWW": 7, "DWWWs": 3, "DDWW": 8, "DDWWs": 4}
    assert sum(cards.values()) == 32


def test_s3_printed_smarties_may_lie_on_either_tier_and_are_never_covered() -> None:
    position = table(SCHOKO, "DDDW DDWWs DDWWs DDDW DDDW DDDW DDWWs", "D:DDDW@0,0", "DDDW@2,0")
    assert {"DDWWs@4,0", "DDWWs^1,0"} <= set(map(str, position.turns()))
    stacked = position.play(position.parse("DDWWs^1,0"))
    assert refusal(stacked, "DDWWs^1,0") == "a card with a smartie is never covered"
    flat = position.play(position.parse("DDWWs@4,0"))
    assert refusal(flat, "DDWWs^3,0") == "a card with a smartie is never covered"


def test_s4_there_are_no_loose_smarties() -> None:
    position = table(SCHOKO, "DDDW DDDW", "D:DDDW@0,0")
    assert position.smarties == (0, 0)
    assert position.smartie_targets() == []
    turn = next(str(turn) for turn in placings(position) if turn.tier == 1)
    assert refusal(position, f"{turn}*") == "no smartie is left"
    assert refusal(position, f"{turn}*0,0") == "no smartie is left"


def test_s5_the_first_player_announces_and_the_other_has_the_other_colour() -> None:
    assert {str(turn)[:2] for turn in table(SCHOKO, "DDDW").turns()} == {"D:", "W:"}
    second = table(SCHOKO, "DDDW", "W:DDDW@0,0")
    assert second.colours == ("W", "D")
    assert all(":" not in str(turn) for turn in second.turns())
    assert refusal(table(SCHOKO, "DDDW"), "M:DDDW@0,0") == "that colour cannot be chosen"


@pytest.mark.parametrize(
    ("cards", "points", "winner"),
    [
        pytest.param(["DDDW@0,0"], (3, 1), 0, id="the larger group wins"),
        pytest.param(["DDWW@0,0"], (2, 2), None, id="without second groups equal groups are a draw"),
        pytest.param(["DDDD@0,0", "WWWW@3,0", "DDWW@6,0"], (4, 4), None, id="equal second groups are a draw"),
        pytest.param(["DDDD@0,0", "WWWW@3,0", "DDDW@6,0"], (4, 4), 0, id="the larger second group wins"),
        pytest.param(["DDDD@0,0", "WWWW@3,0", "DWWW@6,0"], (4, 4), 1, id="for either side"),
        pytest.param(["DDDD@0,0", "WWWW@3,0", "DDWW@6,0", "DWWD@9,0", "DDDW@12,0"], (4, 4), 0, id="not the third"),
    ],
)
def test_s6_and_s7_largest_groups_then_second_largest(
    cards: list[str], points: tuple[int, int], winner: int | None
) -> None:
    field = lying(*cards)
    assert scoring.points(RULES, field, ("D", "W")) == points
    assert scoring.leaders(RULES, field, ("D", "W"), points, range(2)) == ((0, 1) if winner is None else (winner,))


def test_s7_a_missing_second_group_counts_nothing() -> None:
    field = lying("DDDD@0,0", "WWWW@3,0", "WWWW@6,0")
    assert scoring.leaders(RULES, field, ("D", "W"), (4, 4), range(2)) == (1,)
    assert scoring.leaders(RULES, field, ("W", "D"), (4, 4), range(2)) == (0,)
