"""Why a move is illegal: a code with parameters for programs, the same as a sentence for people."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given

from tafelrunde.games.chocolate.moves import Pass, Placement
from tafelrunde.games.core import SPECTATOR, Position, Table
from tafelrunde.games.errors import NO_ACTION, OBJECTIONS, IllegalMove, InvalidNotation, Objection, Parameter, Why
from tafelrunde.games.tokan import Tokan, TokanOptions, TokanPosition
from tafelrunde.games.tokan.moves import Step
from tests.games.chocolate.tables import SCHOKO, THREE, TWO, table
from tests.games.tokan.laying import lay
from tests.strategies import SEEDS, PlayedMatch, matches, mutated, play, variant

ROOT = Path(__file__).parents[2]
SWAPPED = "DDDM DWWW MMMW DDDM DMMM DMMM DDWM DDMW DDDW DWMM MWWW MWWW MWWW DDDW MMWW DDMM DMMM DMWW"


def swapping(*moves: str) -> Table:
    """Seat 3 (white) is on turn and may offer a card; seats 1 and 2 are dark and milk."""
    return table(THREE, SWAPPED, "D:DDDM@0,0", "M:DMMM@2,0", *moves)


def laid(side: str, taboo: str = "-", **towers: str) -> TokanPosition:
    """A field on which either side has some legal move."""
    return lay(side, taboo=taboo, e5="M", f5="m", **towers)


def drafting() -> TokanPosition:
    return Tokan().start(TokanOptions.parse("less-chance"), "L,J/m,L/M,j/J,l/j,j b -")


def two(*moves: str) -> Table:
    return table(TWO, "DDDM DDDM DDDM DDDM DDDW DDDW DDDW DDDW", *moves)


def after(position: Table, *moves: str) -> Table:
    for move in moves:
        position = position.play(position.parse(move))
    return position


def covered() -> Table:
    """Two cards of the second tier hide the one at 2,0 below them."""
    position = two("D:DDDM@0,0", "W:DDDW@2,0", "DDDM@4,0")
    for move in ("WDDD^1,0", "DDDM^3,0", "DDDW@-2,0"):
        position = position.play(position.parse(move))
    return position


def watched() -> Table:
    position = swapping()
    assert isinstance(position, Position)
    return position.view(SPECTATOR)


Case = tuple[Callable[[], Table], object, dict[str, Parameter]]
CASES: dict[str, list[Case]] = {
    "game-over": [(lambda: play(variant("tokan"), Random(1)).final, "a1a2", {})],
    "no-move": [
        (lambda: laid("r", c3="J"), Pass(), {"game": "TOKAN"}),
        (two, Step(0, 1, 0), {"game": "Schokoly"}),
    ],
    # TOKAN
    "field-laid": [(lambda: laid("r", c3="J"), "J@0,1", {})],
    "field-unfinished": [(drafting, "a1a2", {})],
    "no-tower": [(lambda: laid("r", c3="J"), "d4d3", {"cell": "d4"})],
    "not-your-tower": [(lambda: laid("b", c3="J", e3="m"), "c3e3", {"cell": "c3"})],
    "wrong-distance": [
        (lambda: laid("r", c3="M", d3="m"), "c3e3", {"animal": "mouse", "n": 1}),
        (lambda: laid("b", c3="j", d3="m"), "c3d3", {"animal": "jackal", "n": 2}),
        (lambda: laid("r", c3="L", d3="m"), "c3d4", {"animal": "lion", "n": 3}),
    ],
    "gap-in-the-way": [(lambda: laid("r", c3="J", e3="m"), "c3e3", {})],
    "taboo": [(lambda: laid("r", taboo="b1", a1="M", b1="Jm"), "a1b1", {"cell": "b1"})],
    "carries-too-many": [
        (lambda: laid("r", a1="jM", b1="m"), "a1b1+1", {"animal": "mouse", "n": 0}),
        (lambda: laid("r", a1="jjJ", b1="m", c1="m"), "a1c1+2", {"animal": "jackal", "n": 1}),
    ],
    "too-few-below": [(lambda: laid("r", a1="jL", b1="m", c1="j", d1="l"), "a1d1+2", {"n": 1})],
    "must-climb": [(lambda: laid("r", a1="jjM", b1="m"), "a1b1", {})],
    "not-your-tile": [(drafting, "J@2,1", {})],
    "no-such-tile": [(lambda: after(drafting(), "m@-1,1", "J@2,1", "m@-1,2", "J@2,2"), "m@-1,3", {})],
    "tile-there": [(drafting, "j@0,1", {})],
    "too-wide": [
        (lambda: after(drafting(), "j@2,1", "J@3,1", "j@4,1", "J@5,1"), "j@-1,1", {"n": 6}),
    ],
    "touches-no-tile": [(drafting, "j@3,1", {})],
    # The chocolate games
    "card-not-in-hand": [(two, "D:DDWW@0,0", {}), (lambda: swapping("offer 1 DDDW"), "counter DWMM", {})],
    "far-outside": [(lambda: two("D:DDDM@0,0"), "W:DDDW@9999,0", {})],
    "first-card": [(two, "D:DDDM@1,0", {})],
    "card-there": [(lambda: two("D:DDDM@0,0"), "W:DDDW@1,1", {})],
    "touches-too-few": [(lambda: two("D:DDDM@0,0"), "W:DDDW@2,1", {})],
    "joins-no-colour": [(lambda: two("D:DDDM@0,0"), "W:DWDD@0,2", {})],
    "not-on-cards": [(lambda: two("D:DDDM@0,0"), "W:DDDW^1,0", {})],
    "covers-smartie": [(lambda: two("D:DDDM@0,0*", "W:DDDW@2,0"), "DDDM^1,0", {})],
    "on-one-card": [(lambda: two("D:DDDM@0,0"), "W:DDDW^0,0", {})],
    "must-place": [(two, "pass", {})],
    "colour-missing": [(two, "DDDM@0,0", {"colours": "D, M, W"})],
    "colour-known": [(lambda: two("D:DDDM@0,0", "W:DDDW@2,0"), "M:DDDM@4,0", {})],
    "colour-taken": [(lambda: two("D:DDDM@0,0"), "D:DDDW@2,0", {})],
    "no-smartie-to-stack": [
        (lambda: table(SCHOKO, "DDDW DDWW DDWWs DDDW DDDW", "D:DDDW@0,0", "DDDW@2,0"), "DDWW^1,0", {}),
    ],
    "stacked-has-smartie": [
        (lambda: two("D:DDDM@0,0", "W:DDDW@2,0"), Placement("DDDM", 1, 0, 2, (0, 0), None), {}),
    ],
    "no-smartie-left": [(lambda: table(SCHOKO, "DDDW"), "D:DDDW@0,0*", {})],
    "no-card-there": [(lambda: two("D:DDDM@0,0"), "W:DDDW@2,0*-7,3", {"x": -7, "y": 3})],
    "card-has-smartie": [(lambda: two("D:DDDM@0,0*"), "W:DDDW@2,0*0,0", {})],
    "card-covered": [(covered, "MDDD@6,0*2,0", {})],
    "swap-under-way": [(lambda: swapping("offer 1 DDDW"), move, {}) for move in ("pass", "offer 2 DWMM")],
    "no-swaps": [(lambda: two("D:DDDM@0,0", "W:DDDW@2,0"), "offer 2 DDDM", {})],
    "one-offer": [(lambda: swapping("offer 1 DDDW", "decline"), "offer 2 DWMM", {})],
    "colours-unknown": [(lambda: table(THREE, SWAPPED), "offer 2 DDDM", {})],
    "offer-to-another": [(swapping, "offer 3 DDDW", {})],
    "nothing-offered": [(swapping, "accept", {})],
    "offer-unanswered": [(lambda: swapping("offer 1 DDDW"), "accept", {})],
    "offer-answered": [(lambda: swapping("offer 1 DDDW", "counter DWWW"), "decline", {})],
    "impossible-number": [(watched, "offer 1 ?4", {})],
}  # fmt: skip


def why(position: Table, move: object) -> Why:
    before = repr(position), hash(position)
    with pytest.raises(IllegalMove) as caught:
        position.parse(move) if isinstance(move, str) else position.play(move)
    assert (repr(position), hash(position)) == before
    error = caught.value
    assert error.reason == str(error.why) == error.why.sentence
    return error.why


@pytest.mark.parametrize("code", CASES)
def test_every_rule_that_is_broken_has_its_code(code: str) -> None:
    for position, move, params in CASES[code]:
        said = why(position(), move)
        assert (said.code, said.params) == (code, params)


def test_every_code_is_reached_by_a_move() -> None:
    """All but the one for numbers of actions, which are no moves of a game."""
    assert {*CASES, NO_ACTION.code} == OBJECTIONS.keys()


@given(matches(), SEEDS)
def test_whatever_is_refused_has_a_known_code_with_exactly_its_parameters(match: PlayedMatch, seed: int) -> None:
    position, rng = match.final, Random(seed)
    sources = [*map(str, position.legal_moves()), *map(str, match.moves[-5:]), "pass", "decline", "c3c4+1", "DDMW@0,0"]
    for _ in range(30):
        try:
            position.parse(mutated(rng.choice(sources), rng))
        except IllegalMove as error:
            said = error.why
            assert said.params.keys() == OBJECTIONS[said.code].parameters
            assert said == OBJECTIONS[said.code](**said.params)
        except InvalidNotation:
            pass


class TestCodes:
    def test_are_words_and_stay_unique(self) -> None:
        assert all(re.fullmatch("[a-z]+(-[a-z]+)*", code) for code in OBJECTIONS)
        assert len({objection.sentence for objection in OBJECTIONS.values()}) == len(OBJECTIONS)
        with pytest.raises(ValueError, match="the code taboo is taken"):
            Objection("taboo", "something else")
        assert "was moved to just now" in OBJECTIONS["taboo"].sentence

    def test_take_exactly_their_parameters(self) -> None:
        taboo = OBJECTIONS["taboo"]
        assert taboo(cell="c3") == Why("taboo", {"cell": "c3"}, "the tower on c3 was moved to just now and is taboo")
        for wrong in ({}, {"cell": "c3", "n": 1}, {"place": "c3"}):
            with pytest.raises(TypeError, match=r"taboo takes \['cell'\]"):
                taboo(**wrong)

    def test_a_sentence_alone_is_about_no_rule(self) -> None:
        error = IllegalMove(17, "no animal runs there")
        assert (error.why.code, error.why.params, error.reason) == ("no-action", {}, "no animal runs there")

    def test_are_listed_with_their_parameters(self) -> None:
        page = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
        section = page.partition("## Why a move is illegal")[2].partition("\n## ")[0]
        rows = re.findall(r"^\| `([a-z-]+)` \| ([^|]*) \|", section, re.MULTILINE)
        listed = {code: frozenset(re.findall(r"`(\w+)`", params)) for code, params in rows}
        assert listed == {code: objection.parameters for code, objection in OBJECTIONS.items()}
