"""Less chance: the draft of TOKAN, rules T10 to T13 of docs/rules/tokan.md."""

from __future__ import annotations

from random import Random

import pytest

from tafelrunde.games.core import Outcome
from tafelrunde.games.errors import BadSetup, IllegalMove, InvalidNotation
from tafelrunde.games.tokan import Tokan, TokanOptions, TokanPosition
from tests.games.tokan.laying import FULL
from tests.strategies import play, variant

GAME = Tokan()
DRAFT = TokanOptions.parse("less-chance")
START = "L,J/m,L/M,j/J,l/j,j b -"


def draft(*moves: str, start: str = START) -> TokanPosition:
    position = GAME.start(DRAFT, start)
    for move in moves:
        position = position.play(position.parse(move))
    return position


def refusal(position: TokanPosition, move: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        position.parse(move)
    return caught.value.reason


def test_t10_a_deal_is_two_columns_of_five_tiles_of_each_colour() -> None:
    for seed in range(50):
        tiles = "".join(GAME.deal(DRAFT, Random(seed)).split(" ")[0].split("/")).replace(",", "")
        assert sum(map(str.isupper, tiles)) == sum(map(str.islower, tiles)) == 5
        assert all(tiles.count(tile) <= FULL[tile] for tile in tiles)


@pytest.mark.parametrize(
    ("start", "reason"),
    [
        ("L,J/m,L/M,J/J,l/j,j b -", "5 tiles of each colour"),
        ("M,M/m,M/M,m/J,m/m,m r -", "only 3 tiles M"),
        ("L,J/m,L/M,j/J,l/j,jj b -", "one tile on each of its ten spaces"),
        ("L,J/m,L/M,j/J,l/j,- b -", "one tile on each of its ten spaces"),
        ("L,J/m,L/M,j/J,l/j,j b b1", "nothing is taboo in a draft"),
    ],
)
def test_t10_other_starts_are_refused(start: str, reason: str) -> None:
    with pytest.raises(BadSetup, match=reason):
        GAME.start(DRAFT, start)


def test_t10_six_columns_are_no_start_of_a_draft() -> None:
    with pytest.raises(InvalidNotation, match="a row has 2 cells"):
        GAME.start(DRAFT, GAME.deal(TokanOptions(), Random(1)))


def test_t11_a_tile_goes_beside_a_lying_one() -> None:
    position = draft()
    spaces = {(column, row) for column in (-1, 2) for row in range(1, 6)}
    assert {str(move).split("@")[1] for move in position.turns()} == {f"{column},{row}" for column, row in spaces}
    assert refusal(position, "j@3,1") == "it would touch no tile"
    assert refusal(position, "j@0,1") == "a tile lies there already"
    assert str(position.play(position.parse("j@2,4"))) == "L,J,-/m,L,j/M,j,-/J,l,-/j,j,- r -"


def test_t11_only_own_tiles_that_are_left_are_laid() -> None:
    """Black has laid three of seven jackals, one of three mice and one of five lions."""
    position = draft()
    assert {str(move)[0] for move in position.turns()} == {"m", "j", "l"}
    assert refusal(position, "J@2,1") == "that tile belongs to the other player"
    few = draft("m@-1,1", "J@2,1", "m@-1,2", "J@2,2")
    assert {str(move)[0] for move in few.turns()} == {"j", "l"}
    assert refusal(few, "m@-1,3") == "no such tile is left"


def test_t12_the_field_grows_to_six_columns_wherever_they_come_to_lie() -> None:
    to_the_left = draft("j@-1,1", "J@-2,1", "j@-3,1", "J@-4,1")
    assert {int(str(move).split("@")[1].split(",")[0]) for move in to_the_left.turns()} == {-4, -3, -2, -1}
    assert refusal(to_the_left, "j@2,1") == "the field would grow wider than 6 columns"
    to_the_right = draft("j@2,1", "J@3,1", "j@4,1", "J@5,1")
    assert refusal(to_the_right, "j@-1,1") == "the field would grow wider than 6 columns"
    assert {int(str(move).split("@")[1].split(",")[0]) for move in to_the_right.turns()} == {2, 3, 4, 5}


def test_t12_there_are_only_five_rows() -> None:
    for text in ("j@-1,6", "j@-1,0", "j@-5,1", "j@6,1", "j@+2,1", "j@02,1", "j@-0,1"):
        with pytest.raises(InvalidNotation):
            draft().parse(text)


@pytest.mark.parametrize("seed", range(10))
def test_t13_after_thirty_tiles_the_leftmost_column_is_a_and_the_first_layer_moves(seed: int) -> None:
    match = play(variant("tokan", "less-chance"), Random(seed), limit=20)
    first, last = match.positions[0], match.final
    assert isinstance(last, TokanPosition)
    assert last.seat == first.seat
    assert last.draft is None
    rows = str(last).split(" ")[0].split("/")
    assert all(len(row.split(",")) == 6 and "-" not in row for row in rows)
    assert str(last).endswith(" -")
    columns = [int(str(move).split("@")[1].split(",")[0]) for move in match.moves]
    left = min(columns)
    tile, place = str(match.moves[0]).split("@")
    column, row = map(int, place.split(","))
    assert rows[5 - row].split(",")[column - left] == tile


def test_t29_a_draft_scores_nothing() -> None:
    for options in ("less-chance", "setup=draft scoring=heads"):
        position = GAME.start(TokanOptions.parse(options), START)
        assert position.outcome() == Outcome(False, (0, 0), None)


def test_tiles_are_laid_before_animals_move_and_not_after() -> None:
    assert refusal(draft(), "a1b1") == "the field is still being laid"
    done = play(variant("tokan", "less-chance"), Random(1), limit=20).final
    with pytest.raises(IllegalMove, match="the field is laid already"):
        done.parse("J@2,1")
