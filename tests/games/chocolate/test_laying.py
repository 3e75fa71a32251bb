"""Tables that were laid by hand: counted as a match that ended like this, or refused with what is wrong."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.core import Game
from tafelrunde.games.errors import FLAWS, BadSetup, ImpossibleTable, InvalidNotation, Why
from tests.strategies import CHOCOLATE, SEEDS, PlayedMatch, Variant, fewer, mutated, play, swapper, variant, variants

NOTATION = Path(__file__).parents[3] / "docs" / "notation.md"
finished = st.builds(lambda of, seed: play(of, Random(seed), policy=swapper), st.sampled_from(CHOCOLATE), SEEDS)


def laid(match: PlayedMatch, rng: Random) -> list[str]:
    """A field as somebody writes it down who walks around the table: the words for colours and cards."""
    final = match.final
    assert isinstance(final, ChocolatePosition)
    right, down = rng.randint(-20, 20), rng.randint(-20, 20)
    cards = []
    for tier, x, y, card, smartie in final.field.cards:
        star = "*" if smartie and tier == 1 and not card.endswith("s") else ""
        cards.append(f"{card}{'@' if tier == 1 else '^'}{x + right},{y + down}{star}")
    rng.shuffle(cards)
    return [",".join(map(str, final.colours)), *cards]


@fewer(4)
@given(finished, SEEDS)
def test_a_table_counts_as_the_match_that_led_to_it(match: PlayedMatch, seed: int) -> None:
    of, final = match.variant, match.final
    table = of.game.lay(of.options, " ".join(laid(match, Random(seed))))
    assert table.outcome() == final.outcome()
    assert isinstance(table, ChocolatePosition)
    assert isinstance(final, ChocolatePosition)
    for colour in table.rules.colours:
        assert [len(group.cells) for group in table.groups(colour)] == [len(g.cells) for g in final.groups(colour)]
    ours, theirs = (sorted((len(g.cells), g.contacts) for g in one.neutral_groups()) for one in (table, final))
    assert ours == theirs


@fewer(4)
@given(finished, SEEDS)
def test_whatever_is_changed_is_counted_or_refused(match: PlayedMatch, seed: int) -> None:
    of, rng = match.variant, Random(seed)
    text = " ".join(laid(match, rng))
    for _ in range(20):
        changed = mutated(text, rng)
        try:
            table = of.game.lay(of.options, changed)
        except (InvalidNotation, ImpossibleTable):
            continue
        assert table.is_over


SCHOKO, TWO = variant("schoko"), variant("schokoly", "players=2")

IMPOSSIBLE: dict[str, list[tuple[str, str, dict[str, str | int]]]] = {
    "not-a-colour": [("schoko", "D,M", {"colour": "M"}), ("schoko", "D,", {"colour": ""})],
    "colour-twice": [("schoko", "D,D", {"colour": "D"})],
    "too-many-of-a-card": [
        ("schoko", "D,W " + " ".join(f"DDWWs@{2 * n},0" for n in range(5)), {"n": 4, "card": "DDWWs"}),
        ("schoko", "D,W DDMW@0,0", {"n": 0, "card": "DDMW"}),
        ("schokoly", "D,W WDDDs@0,0", {"n": 0, "card": "DDDWs"}),
    ],
    "too-many-smarties": [("schoko", "D,W DDDW@0,0*", {"n": 0})],
    "too-far-out": [("schoko", "D,W DDDW@97,0", {"card": "DDDW@97,0"})],
    "cards-overlap": [
        ("schoko", "D,W DDDW@0,0 DDDW@1,1", {"card": "DDDW@1,1", "other": "DDDW@0,0"}),
        ("schokoly", "D,W DDDW@0,0 DDDW@2,0 DDWW^1,0 DDWW^1,0", {"card": "DDWW^1,0", "other": "DDWW^1,0"}),
    ],
    "upper-without-smartie": [("schoko", "D,W DDDW@0,0 DDDW@2,0 DDWW^1,0", {"card": "DDWW^1,0"})],
    "upper-not-on-cards": [("schokoly", "D,W DDDW@0,0 DDWW^1,0", {"card": "DDWW^1,0"})],
    "upper-on-one-card": [("schokoly", "D,W DDDW@0,0 DDWW^0,0", {"card": "DDWW^0,0"})],
    "smartie-covered": [
        ("schoko", "D,W DDDWs@0,0 DDDW@2,0 DDWWs^1,0", {"card": "DDDWs@0,0", "other": "DDWWs^1,0"}),
        (
            "schokoly",
            "D,W DDDW@0,0 DDDW@2,0* DDDW@4,0 DDDM^1,0 DDDM^3,0",
            {"card": "DDDW@2,0", "other": "DDDM^1,0"},
        ),
    ],
    "lies-apart": [
        ("schoko", "D,W DDDW@0,0 DDDW@3,0", {"card": "DDDW@3,0"}),
        ("schoko", "D,W DDDW@0,0 DDDW@2,1", {"card": "DDDW@2,1"}),
        ("schokoly", "D,W DDDM@0,0 WWMW@2,0", {"card": "WWMW@2,0"}),
    ],
}  # fmt: skip


def flaw(name: str, text: str) -> Why:
    of = {"schoko": SCHOKO, "schokoly": TWO}[name]
    with pytest.raises(ImpossibleTable) as refusal:
        of.game.lay(of.options, text)
    assert refusal.value.code == "bad-setup"
    assert str(refusal.value) == refusal.value.why.sentence
    return refusal.value.why


@pytest.mark.parametrize("code", IMPOSSIBLE)
def test_an_impossible_table_is_explained_by_a_code(code: str) -> None:
    for name, text, params in IMPOSSIBLE[code]:
        why = flaw(name, text)
        assert (why.code, dict(why.params)) == (code, params)


def test_the_codes_are_listed() -> None:
    section = NOTATION.read_text(encoding="utf-8").partition("## Why a table is impossible")[2]
    rows = re.findall(r"^\| `([a-z-]+)` \| ([^|]*) \| ([^|]*) \|$", section, re.MULTILINE)
    listed = {code: (frozenset(re.findall(r"`(\w+)`", params)), said) for code, params, said in rows}
    assert listed == {code: (one.parameters, one.sentence) for code, one in FLAWS.items()}


def test_smarties_are_counted_for_all_seats_together() -> None:
    """Two players have twelve."""
    cards = TWO.game.deal(TWO.options, Random(1)).split()
    row = [f"{card}@{3 * place},0*" for place, card in enumerate(cards)]
    assert flaw("schokoly", f"D,W {' '.join(row[:12])}").code == "lies-apart"
    assert flaw("schokoly", f"D,W {' '.join(row[:13])}") == FLAWS["too-many-smarties"](n=12)


def test_a_smartie_may_lie_on_a_card_that_is_covered_in_part() -> None:
    """It was put there afterwards."""
    table = TWO.game.lay(TWO.options, "D,W DDDW@0,0* DDDW@2,0 DDDM^1,0")
    assert table.outcome().points == (6, 1)


@pytest.mark.parametrize(
    "text",
    ["", "D", "D,W,M", "D,W ", "D,W  DDDW@0,0", "D,W pass", "D,W D:DDDW@0,0", "D,W DDDW@0,0*2,0", "D,W DDDWs@0,0*",
     "D,W DDDW^0,0*", "D,W ?@0,0", "D,W x"],
)  # fmt: skip
def test_what_does_not_read_as_a_table_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotation):
        SCHOKO.game.lay(SCHOKO.options, text)


def test_an_empty_table_has_no_points() -> None:
    assert SCHOKO.game.lay(SCHOKO.options, "D,W").outcome().points == (0, 0)


@given(SEEDS, st.sampled_from(variants("tokan")))
def test_a_field_of_tokan_counts_as_it_lies(seed: int, of: Variant) -> None:
    plain = variant("tokan", str(of.options).replace("setup=draft", "setup=random"))
    final = play(plain, Random(seed)).final
    text = final.notation()
    assert text is not None
    assert of.game.lay(of.options, text).outcome() == final.outcome()


def test_a_game_need_not_know_how() -> None:
    with pytest.raises(BadSetup, match="cannot be counted"):
        Game.lay(SCHOKO.game, SCHOKO.options, "D,W")
