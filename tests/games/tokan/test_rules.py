"""The rules of TOKAN, one by one, as docs/rules/tokan.md numbers them."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import ClassVar

import pytest

from tafelrunde.games.core import Outcome
from tafelrunde.games.errors import BadSetup, IllegalMove, InvalidNotation
from tafelrunde.games.tokan import Tokan, TokanOptions, TokanPosition
from tests.games.tokan.laying import FULL, lay, moves_from, tower

GAME = Tokan()
DEALT = "J,J,m,l,L,J/j,j,M,L,J,j/l,J,m,j,L,j/L,M,m,M,j,l/l,J,l,L,j,J b -"


def start(text: str, options: str = "") -> TokanPosition:
    return GAME.start(TokanOptions.parse(options), text)


def refusal(position: TokanPosition, move: str) -> str:
    """The reason why a move is illegal."""
    with pytest.raises(IllegalMove) as caught:
        position.check(GAME.parse_move(move))
    return caught.value.reason


def apart(red: str, black: str, options: str = "scoring=heads") -> TokanPosition:
    """Towers with the given tops and heights, none beside another, so that nothing moves."""
    towers = [(word[0], int(word[1:])) for word in f"{red} {black}".split()]
    body = sorted((FULL - Counter(top for top, _ in towers)).elements())
    cells = {}
    for cell, (top, height) in zip(["a1", "c1", "e1", "b3", "d3", "f3", "a5", "c5", "e5"], towers, strict=False):
        cells[cell] = "".join(body[: height - 1]) + top
        del body[: height - 1]
    rows = (",".join(cells.get(f"{column}{row}", "-") for column in "abcdef") for row in (5, 4, 3, 2, 1))
    return start(f"{'/'.join(rows)} r -", options)


class TestTilesAndField:
    def test_t1_to_t6_a_deal_lays_every_tile_of_both_players_once(self) -> None:
        deal = GAME.deal(TokanOptions(), Random(1))
        rows = deal.split(" ")[0].split("/")
        assert [len(row.split(",")) for row in rows] == [6] * 5
        assert Counter("".join(rows).replace(",", "")) == FULL

    def test_t6_and_t7_all_deals_are_equally_likely(self) -> None:
        """Every tile comes to every space, and both sides begin, about as often as chance has it."""
        rng = Random(2)
        deals = [GAME.deal(TokanOptions(), rng) for _ in range(3000)]
        assert 1400 < sum(deal.endswith(" r -") for deal in deals) < 1600
        corners = Counter(deal[0] for deal in deals)
        assert all(abs(corners[tile] - FULL[tile] * 100) < 110 for tile in FULL)

    def test_t8_a_record_may_start_with_towers_and_gaps(self) -> None:
        position = lay("r", a1="Jm", b1="L", rest="f5")
        assert tower(position, "a1") == "Jm"
        assert tower(position, "c3") == ""

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            (DEALT.replace("J,J,m", "J,M,m"), "tiles M"),
            (DEALT.replace("J,J,m", "J,J,-"), "tiles m, not 2"),
            (DEALT.replace("J,J,m", "J,J,mm"), "tiles m, not 4"),
        ],
    )
    def test_t8_a_start_uses_the_full_set(self, text: str, reason: str) -> None:
        with pytest.raises(BadSetup, match=reason):
            start(text)

    @pytest.mark.parametrize("taboo", ["c3", "d3", "e3"])
    def test_t9_the_taboo_tower_was_built_by_the_opponent(self, taboo: str) -> None:
        """A gap, a single tile and an own tower were not; the tower on f3 was."""
        towers = {"d3": "j", "e3": "jJ", "f3": "Jj"}
        assert str(lay("r", taboo="f3", **towers)).endswith(" r f3")
        with pytest.raises(BadSetup, match="was not built by the opponent"):
            lay("r", taboo=taboo, **towers)


class TestMoving:
    def test_t15_only_the_own_animal_on_top_moves(self) -> None:
        position = lay("r", c3="mJ", d3="j", e3="m", c1="Jm", b3="j", a3="l")
        assert moves_from(position, "c3") == ["c3a3+1", "c3e3+1"]
        assert refusal(position, "c1c3") == "the tower on c1 belongs to the other player"
        assert refusal(position, "d4d3") == "there is no tower on d4"

    @pytest.mark.parametrize(
        ("animal", "targets"),
        [("M", "b3 c2 c4 d3"), ("J", "a3 c1 c5 e3"), ("L", "f3")],
    )
    def test_t2_and_t16_an_animal_goes_exactly_its_reach(self, animal: str, targets: str) -> None:
        tiles = sorted((FULL - Counter(animal)).elements())
        tiles.insert(14, animal)
        rows = (",".join(tiles[row * 6 : row * 6 + 6]) for row in range(5))
        position = start(f"{'/'.join(rows)} r -")
        assert moves_from(position, "c3") == [f"c3{target}" for target in targets.split()]

    def test_t16_an_animal_goes_straight(self) -> None:
        position = start(DEALT)
        assert refusal(position, "c5d4") == "a mouse moves exactly 1 along a row or a column"
        assert refusal(position, "a4b3") == "a jackal moves exactly 2 along a row or a column"
        assert refusal(position, "d5c5") == "a lion moves exactly 3 along a row or a column"
        assert refusal(position, "c5c5") == "a mouse moves exactly 1 along a row or a column"

    def test_t17_it_never_ends_on_a_gap(self) -> None:
        position = lay("r", c3="J", d3="m")
        assert refusal(position, "c3e3") == "a gap lies in the way or on the target"

    def test_t17_it_may_end_on_an_own_tower(self) -> None:
        assert moves_from(lay("r", c3="J", d3="m", e3="J"), "c3") == ["c3e3"]

    def test_t18_it_passes_over_towers_of_any_height_but_not_over_gaps(self) -> None:
        high = lay("r", b2="L", c2="jjjjjj", d2="m", e2="l")
        assert moves_from(high, "b2") == ["b2e2"]
        assert refusal(lay("r", b2="L", c2="m", e2="l"), "b2e2") == "a gap lies in the way or on the target"

    def test_t19_it_ends_at_least_one_level_higher(self) -> None:
        """From height 3: alone onto 3 and more, with one tile onto 2, with two tiles onto 1."""
        onto = {
            height: moves_from(lay("r", a1="jjL", b1="m", c1="m", d1="j" * height), "a1") for height in (1, 2, 3, 4)
        }
        assert onto == {
            1: ["a1d1+2"],
            2: ["a1d1+1", "a1d1+2"],
            3: ["a1d1", "a1d1+1", "a1d1+2"],
            4: ["a1d1", "a1d1+1", "a1d1+2"],
        }
        low = lay("r", a1="jjL", b1="m", c1="m", d1="jj")
        assert refusal(low, "a1d1") == "it must end at least one level higher than it began"

    def test_t20_the_tower_the_opponent_moved_to_is_taboo_for_one_turn(self) -> None:
        position = lay("b", c1="j", c2="m", c3="m", a3="J", b3="m", e3="J", d3="l")
        after = position.play(position.parse("c1c3"))
        assert refusal(after, "a3c3") == "the tower on c3 was moved to just now and is taboo"
        assert moves_from(after, "e3") == []
        later = lay("r", taboo="c3", c3="mj", a3="J", b3="m", d3="j", e1="J", e2="m", e3="l")
        assert moves_from(later, "a3") == []
        later = later.play(later.parse("e1e3"))
        later = later.play(later.parse("d3b3"))
        assert moves_from(later, "a3") == ["a3c3"]

    def test_t20_towers_pushed_up_are_not_taboo(self) -> None:
        """Black runs from b1 to d1; the tower that follows from a1 to b1 may be climbed at once."""
        position = lay("b", a1="m", b1="j", c1="m", d1="m", b2="M", rest="f5")
        after = position.play(position.parse("b1d1"))
        assert tower(after, "b1") == "m"
        assert moves_from(after, "b2") == ["b2b1"]

    @pytest.mark.parametrize(
        ("animal", "target", "reach", "carried"),
        [("M", "b1", 1, [""]), ("J", "c1", 2, ["", "+1"]), ("L", "d1", 3, ["", "+1", "+2"])],
    )
    def test_t21_how_many_tiles_an_animal_may_carry(
        self, animal: str, target: str, reach: int, carried: list[str]
    ) -> None:
        way = {f"{column}1": "jjjjjj" if index == reach else "m" for index, column in enumerate("bcd"[:reach], start=1)}
        position = lay("r", a1=f"jJ{animal}" if animal != "J" else "jLJ", **way)
        assert moves_from(position, "a1") == [f"a1{target}{number}" for number in carried]

    def test_t21_too_much_is_refused(self) -> None:
        position = lay("r", a1="jJJ", b1="m", c1="jjjjj", a2="L", b2="m", c2="m", d2="l")
        assert refusal(position, "a1c1+2") == "a jackal carries at most 1"
        assert refusal(position, "a2d2+1") == "only 0 lie below it"

    def test_t21_what_is_carried_keeps_its_order(self) -> None:
        position = lay("r", a1="mJjL", b1="m", c1="m", d1="jj")
        after = position.play(position.parse("a1d1+2"))
        assert (tower(after, "a1"), tower(after, "d1")) == ("m", "jjJjL")

    def test_t22_carrying_can_be_the_only_way(self) -> None:
        assert moves_from(lay("r", a1="jJ", b1="m", c1="m"), "a1") == ["a1c1+1"]

    def test_t24_a_side_that_can_move_must(self) -> None:
        for text in ("pass", "-", "--", "0000"):
            with pytest.raises(InvalidNotation):
                start(DEALT).parse(text)


class TestClosingTheGap:
    """T23. A red jackal leaves d3 for f3; behind it stand c3 and, beyond a gap on b3, a3."""

    TOWERS: ClassVar = {"d3": "J", "e3": "m", "f3": "m", "c3": "jM", "a3": "l"}

    def rows(self, position: TokanPosition) -> str:
        return str(position).split("/")[2]

    def test_only_the_unbroken_run_moves_up(self) -> None:
        position = lay("r", **self.TOWERS)
        assert self.rows(position.play(position.parse("d3f3"))) == "l,-,-,jM,m,mJ"

    def test_in_the_line_rule_everything_behind_moves_up(self) -> None:
        position = lay("r", "gaps=line", **self.TOWERS)
        assert self.rows(position.play(position.parse("d3f3"))) == "-,l,-,jM,m,mJ"

    def test_the_whole_run_up_to_the_edge_moves_up(self) -> None:
        position = lay("r", **{**self.TOWERS, "b3": "jj"})
        assert self.rows(position.play(position.parse("d3f3"))) == "-,l,jj,jM,m,mJ"

    def test_where_nothing_stands_behind_the_gap_stays(self) -> None:
        for gaps in ("contiguous", "line"):
            position = lay("r", f"gaps={gaps}", d3="J", e3="m", f3="m")
            assert self.rows(position.play(position.parse("d3f3"))) == "-,-,-,-,m,mJ"

    def test_directly_behind_a_gap_nothing_moves_unless_the_line_does(self) -> None:
        towers = {"d3": "J", "e3": "m", "f3": "m", "b3": "l"}
        contiguous, line = lay("r", **towers), lay("r", "gaps=line", **towers)
        assert self.rows(contiguous.play(contiguous.parse("d3f3"))) == "-,l,-,-,m,mJ"
        assert self.rows(line.play(line.parse("d3f3"))) == "-,-,l,-,m,mJ"

    def test_a_space_that_keeps_a_tile_is_no_gap(self) -> None:
        position = lay("r", **{**self.TOWERS, "d3": "lJ", "f3": "mm"})
        assert self.rows(position.play(position.parse("d3f3"))) == "l,-,jM,l,m,mmJ"

    def test_what_is_carried_leaves_a_gap_as_well(self) -> None:
        position = lay("r", **{**self.TOWERS, "d3": "lJ", "f3": "mm"})
        assert self.rows(position.play(position.parse("d3f3+1"))) == "l,-,-,jM,m,mmlJ"

    @pytest.mark.parametrize(
        ("move", "towers", "pushed"),
        [
            ("c3a3", {"c3": "J", "b3": "m", "a3": "m", "d3": "l"}, "c3"),
            ("c3c5", {"c3": "J", "c4": "m", "c5": "m", "c2": "l"}, "c3"),
            ("c3c1", {"c3": "J", "c2": "m", "c1": "m", "c4": "l"}, "c3"),
        ],
    )
    def test_it_closes_from_behind_in_every_direction(self, move: str, towers: dict[str, str], pushed: str) -> None:
        position = lay("r", rest="f1", **towers)
        assert tower(position.play(position.parse(move)), pushed) == "l"


class TestEndAndScore:
    def test_t24_the_game_ends_when_the_side_on_turn_has_no_move(self) -> None:
        """Red could still move, but black is on turn."""
        over = lay("b", c3="J", d3="M", e3="M", rest="a5")
        assert not lay("r", c3="J", d3="M", e3="M", rest="a5").is_over
        assert over.is_over
        assert over.turns() == []

    def test_t24_a_taboo_can_end_the_game(self) -> None:
        towers = {"a1": "m", "b1": "mJ"}
        assert not lay("b", rest="f5", **towers).is_over
        assert lay("b", rest="f5", taboo="b1", **towers).is_over

    def test_t26_towers_score_their_height_and_single_tiles_nothing(self) -> None:
        position = lay("b", c3="jJ", c5="L", e1="JJm", rest="a5")
        assert position.outcome() == Outcome(True, (2, 3 + 24), 1)

    def test_t26_equal_towers_are_a_draw(self) -> None:
        assert apart("J10 J5", "j15", "scoring=towers").outcome() == Outcome(True, (15, 15), None)

    def test_t27_every_head_scores_its_reach(self) -> None:
        position = lay("b", "scoring=heads", c3="jJ", c5="L", e1="JJm", rest="a5")
        assert tower(position, "a5").endswith("m")
        assert position.outcome() == Outcome(True, (2 + 3, 1 + 1), 0)

    @pytest.mark.parametrize(
        ("red", "black", "winner"),
        [
            pytest.param("J10 J5", "j10 j5", None, id="equal towers are a draw"),
            pytest.param("J11 J4", "j10 j5", 0, id="the highest tower counts first"),
            pytest.param("J9 J5", "j9 j7", 1, id="then the second"),
            pytest.param("J8 J3 J2 J1", "j8 j3 j3 j2", 1, id="and so on"),
            pytest.param("M10 M4 M1 J1", "l10 j4", 0, id="single tiles take part, and a missing tower counts 0"),
        ],
    )
    def test_t28_equal_heads_are_broken_by_towers(self, red: str, black: str, winner: int | None) -> None:
        position = apart(red, black)
        points = position.outcome().points
        assert points[0] == points[1]
        assert position.outcome() == Outcome(True, points, winner)

    def test_t29_a_running_game_has_a_score_but_no_winner(self) -> None:
        position = start(DEALT)
        assert position.outcome() == Outcome(False, (0, 0), None)
        assert position.play(position.parse("d3d1")).outcome() == Outcome(False, (0, 2), None)


class TestWhatAPlayerSees:
    def test_the_animals_that_can_move_and_where_to(self) -> None:
        position = start(DEALT)
        names = [f"{column}{row}" for row in range(1, 6) for column in "abcdef"]
        shown = {
            f"{names[source]}{names[target]}" + (f"+{carried}" if carried else "")
            for source in position.movable()
            for target, numbers in position.targets(source).items()
            for carried in numbers
        }
        assert shown == set(map(str, position.turns()))
        assert position.targets(names.index("a5")) == {}

    def test_a_choice_of_carrying_is_shown(self) -> None:
        assert lay("r", a1="jjL", b1="m", c1="m", d1="jj").targets(0) == {3: [1, 2]}

    def test_while_drafting_no_animal_moves(self) -> None:
        draft = start("L,J/m,L/M,j/J,l/j,j b -", "less-chance")
        assert draft.movable() == []
        assert draft.targets(0) == {}
