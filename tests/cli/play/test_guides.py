"""The guides explain moves, things and scores in words, for every game that is registered."""

import json
import random
from collections.abc import Iterator

import pytest

from tafelrunde.cli.play.guide import Guide
from tafelrunde.cli.play.rooms import guide_for
from tafelrunde.games.chocolate.table import ChocolateTable
from tafelrunde.games.core import Position, Table
from tafelrunde.games.registry import GAMES
from tafelrunde.games.tokan import TokanTable
from tafelrunde.records.record import read_record
from tafelrunde.records.replay import replay
from tests.cli.running import TRIO, VECTORS, run

SIDES = ("Anna", "Ben", "Cleo")


def tables() -> Iterator[Table]:
    for file in sorted(VECTORS.glob("*.json")):
        for vector in json.loads(file.read_text()):
            yield replay(read_record(vector["record"])).final


def table_of(text: str, *moves: str) -> Table:
    record = read_record(text)
    for move in moves:
        record = record.with_move(move)
    return replay(record).final


def test_every_registered_game_has_a_guide_of_its_own() -> None:
    for game in GAMES.values():
        options = game.options_type()
        start = game.start(options, game.deal(options, random.Random(1)))
        assert type(guide_for(start)) is not Guide
        assert type(guide_for(start.view(0))) is type(guide_for(start))


def test_a_game_without_a_guide_of_its_own_is_explained_by_its_moves_and_points() -> None:
    table = table_of(run("new", "tokan", "--seed", "x").out)
    guide = Guide(table)
    assert guide.moves() == [" ".join(sorted(map(str, table.turns())))]
    assert guide.about("c3") is None
    assert guide.hints(SIDES) == []
    assert guide.score(SIDES[:2]) == ["Anna: 0", "Ben: 0"]


def test_every_score_names_every_side_with_its_points() -> None:
    for table in tables():
        points = table.outcome().points
        lines = guide_for(table).score(SIDES[: len(points)])
        for side, number in zip(SIDES, points, strict=False):
            assert any(line.startswith(f"{side}: {number}") for line in lines)


def test_the_short_form_of_the_moves_tells_all_places_of_all_cards() -> None:
    for table in tables():
        if not isinstance(table, ChocolateTable) or table.is_over:
            continue
        lines = guide_for(table).moves()
        told = {
            f"{parts[0]}{place}"
            for line in lines
            if line.startswith("  ")
            for parts in [line.split()]
            for place in parts[1:]
        }
        turns = {str(turn).rpartition(":")[2].partition("*")[0] for turn in table.turns()} - {"pass"}
        assert told == turns


def test_the_short_form_of_the_moves_tells_all_targets_of_all_animals() -> None:
    for table in tables():
        if not isinstance(table, TokanTable) or table.is_over or table.draft is not None:
            continue
        lines = [line.replace(":", "").split() for line in guide_for(table).moves() if line.startswith("  ")]
        assert {f"{cell}{target}" for cell, _, *targets in lines for target in targets} == set(map(str, table.turns()))


@pytest.fixture
def tokan() -> Table:
    text = '[Game "tokan"]\n[Start "-,-,j,-,-,j/-,-,j,ljLLJ,LMJJl,-/-,-,MJm,l,Jj,m/-,Ml,mlJ,L,-,-/Jj,-,j,-,L,- b d4"]\n'
    return table_of(text)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("c4", "The jackal on c4 can go to e4 c2."),
        ("E3", "The jackal on e3 can go to c3 c3+1."),
        ("a1", "The jackal on a1 cannot move now."),
        ("d4", "The tower on d4 belongs to the other player."),
        ("a5", "There is no tower on a5."),
    ],
)
def test_a_cell_tells_what_stands_there(tokan: Table, text: str, line: str) -> None:
    told = guide_for(tokan).about(text)
    assert told is not None
    assert told[0] == line


def test_a_move_is_no_cell(tokan: Table) -> None:
    assert guide_for(tokan).about("c4e4") is None


def test_the_towers_that_score_are_listed(tokan: Table) -> None:
    assert guide_for(tokan).score(SIDES[:2]) == [
        "Anna: 8 for c2 3, d4 5",
        "Ben: 14 for a1 2, b2 2, c3 3, e3 2, e4 5",
    ]


@pytest.mark.parametrize(
    ("rows", "lines"),
    [
        pytest.param(
            "JJJJJJJ,-,-,-,-,-/jjjjjjj,-,-,-,-,-/MMML,-,-,-,-,mmml/-,-,-,-,-,-/LLLL,-,-,-,l,lll",
            ["Anna: 8 for 1 jackal, 2 lions", "Ben: 11 for 1 jackal, 3 lions"],
            id="more heads",
        ),
        pytest.param(
            "JJJJJJJ,-,-,-,-,-/jjjjjjj,-,-,-,-,-/MMMLL,-,-,-,-,mmml/-,-,-,-,-,-/LLL,-,-,-,-,llll",
            [
                "Anna: 8 for 1 jackal, 2 lions",
                "Ben: 8 for 1 jackal, 2 lions",
                "Equal points: the higher towers decide, 7 5 3 against 7 4 4.",
            ],
            id="higher towers",
        ),
    ],
)
def test_heads_are_listed_and_a_tie_is_explained(rows: str, lines: list[str]) -> None:
    table = table_of(f'[Game "tokan"]\n[Scoring "heads"]\n[Start "{rows} r -"]\n')
    assert table.is_over
    assert guide_for(table).score(SIDES[:2]) == lines


def test_a_draft_tells_what_can_be_laid_where() -> None:
    table = table_of(run("new", "tokan", "--preset", "less-chance", "--seed", "x").out)
    assert guide_for(table).moves() == [
        "To lay a tile, type its letter, column and row: m@-1,1.",
        "Tiles you can lay: 2 m, 4 j, 4 l.",
        "Free spaces: -1,1  2,1  -1,2  2,2  -1,3  2,3  -1,4  2,4  -1,5  2,5.",
    ]
    assert guide_for(table).about("a1") is None


def test_a_card_tells_where_it_fits_in_any_rotation() -> None:
    fresh = run("new", "schoko", "--seed", "3").out
    table = table_of(fresh)
    expected = ["DDWW fits here:", "  DDWW@ 0,0", "  WDDW@ 0,0", "  WWDD@ 0,0", "  DWWD@ 0,0"]
    for text in ("DDWW", "WWDD", "ddww"):
        assert guide_for(table).about(text) == expected
    assert guide_for(table).about("DWWW") == ["You do not have DWWW."]
    assert guide_for(table).about("DMWX") is None


def test_a_swap_is_told_to_its_partners() -> None:
    table = table_of(TRIO)
    assert any("offer one card for a swap" in line for line in guide_for(table).moves())
    offered = table_of(TRIO, "offer 2 DDMM")
    assert isinstance(offered, Position)
    guide = guide_for(offered.view(1))
    assert guide.hints(SIDES) == [
        "Anna offers you a card with 2 milk, your colour.",
        "Offer one of yours in return (counter DMMM) or decline.",
    ]
    assert guide.moves() == ["decline, counter DMMM, counter DMWW, counter DWWW"]
    countered = table_of(TRIO, "offer 2 DDMM", "counter DMMM")
    assert isinstance(countered, Position)
    assert guide_for(countered.view(0)).hints(SIDES) == [
        "You offered DDMM.",
        "Ben offers a card with 0 white, your colour, in return: accept or reject.",
    ]
    assert guide_for(countered.view(0)).moves() == ["reject, accept"]


def test_neutral_groups_are_explained() -> None:
    explained = [line for table in tables() for line in guide_for(table).score(SIDES[: len(table.outcome().points)])]
    assert any(line.startswith("A neutral area of ") and line.endswith(" goes to Anna.") for line in explained)
    assert any(line.startswith("A neutral area of ") and line.endswith(" goes to nobody.") for line in explained)


def test_the_second_groups_that_break_a_tie_are_told() -> None:
    for seed in range(200):
        game = GAMES["schoko"]
        rng = random.Random(seed)
        table: Position = game.start(game.options_type(), game.deal(game.options_type(), rng))
        while not table.is_over:
            table = table.play(rng.choice(table.turns()))
        first, second = table.outcome().points
        if first == second and table.outcome().winner is not None:
            lines = guide_for(table).score(SIDES[:2])
            assert lines[-1].startswith("Equal points: the second largest areas decide, ")
            return
    pytest.fail("no tie was found")
