"""What the chocolate games share, rule by rule, as docs/rules/chocolate.md numbers it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from tafelrunde.games.chocolate import scoring
from tafelrunde.games.chocolate.cards import rotations, upright
from tafelrunde.games.chocolate.field import Field
from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.core import SPECTATOR
from tafelrunde.games.errors import BadSetup, InvalidNotation
from tests.games.chocolate.tables import (
    FOUR,
    SCHOKO,
    THREE,
    TWO,
    chocolate,
    deck,
    lying,
    placings,
    refusal,
    table,
)
from tests.strategies import CHOCOLATE, WALL, Variant, play, walled

each_variant = pytest.mark.parametrize("of", CHOCOLATE, ids=str)


def lies(field: Field, card: str, x: int, y: int, tier: int = 1) -> str | None:
    """The objection to laying a card; None where it may lie. Every answer of the field agrees with it."""
    why = field.objection(card, x, y, tier)
    assert (why is None) == bool(field.fits(card, tier) & field.put(card, x, y, 1, False).places & ~field.places)
    return None if why is None else why.sentence


class TestCards:
    def test_c1_a_card_is_turned_but_never_flipped(self) -> None:
        assert rotations("DDMW") == ("DDMW", "WDDM", "MWDD", "DMWD")
        assert "DDWM" not in rotations("DDMW")
        assert upright("WDDM") == "DDMW"
        assert upright("WWDDs") == "DDWWs"

    def test_c26_turns_that_look_alike_are_one(self) -> None:
        assert rotations("DWDW") == ("DWDW", "WDWD")
        assert rotations("DDDD") == ("DDDD",)

    def test_c26_equal_cards_of_a_hand_make_no_difference(self) -> None:
        one = table(TWO, "DDDM DDMM DDWW MMMW")
        two = table(TWO, "DDDM DDDM DDWW MMMW")
        assert set(placings(two)) == {turn for turn in placings(one) if upright(turn.card) != "DDMM"}
        assert len(placings(two)) == len(set(placings(two)))

    def test_c2_a_card_covers_four_cells_at_any_offset(self) -> None:
        field = lying("DDWW@0,0", "DDMW@-3,5")
        assert [field.colour_at(cell) for cell in ((-3, 5), (-2, 5), (-2, 6), (-3, 6))] == ["D", "D", "M", "W"]
        assert lies(lying("DDWW@0,0", "DDWW@0,2"), "WDDW", 2, 1) is None


class TestDealing:
    @each_variant
    def test_c6_seats_get_four_cards_each_in_their_order(self, of: Variant) -> None:
        cards = of.deal(Random(1)).split()
        position = table(of, " ".join(cards))
        for seat, hand in enumerate(position.hands):
            assert sorted(hand) == sorted(cards[4 * seat : 4 * seat + 4])
        assert list(position.stack) == cards[4 * len(position.hands) :]

    @each_variant
    def test_c7_hands_and_stack_are_secret_but_not_their_sizes(self, of: Variant) -> None:
        position = chocolate(play(of, Random(2), limit=6).final)
        for observer in of.observers:
            view = position.view(observer)
            assert view.stack == ("?",) * len(position.stack)
            for seat, hand in enumerate(view.hands):
                assert hand == (position.hands[seat] if seat == observer else ("?",) * len(position.hands[seat]))

    @pytest.mark.parametrize("of", [SCHOKO, TWO], ids=str)
    def test_c8_a_deck_is_the_full_deck_in_any_order(self, of: Variant) -> None:
        full = deck(of, "")
        card, *rest = full.split()
        with pytest.raises(BadSetup, match=f"the deck has {len(rest) + 1} cards, not {len(rest)}"):
            of.game.start(of.options, " ".join(rest))
        with pytest.raises(BadSetup, match="not"):
            of.game.start(of.options, " ".join([rest[-1], *rest]))
        with pytest.raises(BadSetup, match="hidden cards"):
            of.game.start(of.options, " ".join(["?", *rest]))
        with pytest.raises(InvalidNotation, match=f"is written {card}"):
            of.game.start(of.options, " ".join([card[1:4] + card[0] + card[4:], *rest]))
        for wrong in ("DDDX", "DDD", "dddw", "DDDWs s", "DDDW\t", "", "?1"):
            with pytest.raises((InvalidNotation, BadSetup)):
                of.game.start(of.options, " ".join([wrong, *rest]))

    def test_c8_a_card_of_another_game_is_refused(self) -> None:
        with pytest.raises(BadSetup, match="the deck has 0 cards DDDM, not 1"):
            SCHOKO.game.start(SCHOKO.options, deck(SCHOKO, "").replace("DDDW", "DDDM", 1))

    @each_variant
    def test_c9_seat_1_begins_and_the_others_follow(self, of: Variant) -> None:
        match = play(of, Random(4), policy=lambda moves, rng: moves[0], limit=8)
        seats = of.game.seats(of.options)
        assert [position.seat for position in match.positions] == [number % seats for number in range(9)]


class TestColours:
    def test_c10_every_side_announces_a_colour_of_its_own_with_its_first_card(self) -> None:
        first = table(TWO, "DDDM")
        assert first.announceable() == ("D", "M", "W")
        assert refusal(first, "DDDM@0,0") == "this turn announces a colour, one of D, M, W"
        second = first.play(first.parse("M:DDDM@0,0"))
        assert second.announceable() == ("D", "W")
        assert {str(turn)[:2] for turn in second.turns()} == {"D:", "W:"}
        free = next(str(turn)[2:] for turn in second.turns())
        assert refusal(second, f"M:{free}") == "that colour cannot be chosen"
        third = second.play(second.parse(f"D:{free}"))
        assert third.colours == ("M", "D")
        assert third.announceable() == (None,)
        assert refusal(third, f"W:{third.turns()[0]}") == "no colour is announced with this turn"

    def test_c11_the_last_colour_falls_to_the_last_side_if_none_stays_neutral(self) -> None:
        assert table(SCHOKO, "DDDW", "W:DDDW@0,0").colours == ("W", "D")
        first = table(THREE, "DDDM DDDM DDDM DDDM DDDW", "D:DDDM@0,0")
        assert first.colours == ("D", None, None)
        assert first.play(first.parse("M:DDDW@2,0")).colours == ("D", "M", "W")


class TestFirstTier:
    FIELD = lying("DDWW@0,0")
    """Dark above, white below."""

    def test_c12_the_first_card_lies_in_the_middle(self) -> None:
        assert lies(Field(), "DDWW", 0, 0) is None
        for x, y, tier in ((1, 0, 1), (0, -1, 1), (0, 0, 2), (96, 96, 1)):
            assert lies(Field(), "DDWW", x, y, tier) == "the first card lies at 0,0 in the first tier"

    @pytest.mark.parametrize("place", [(0, 0), (1, 0), (-1, -1), (1, 1), (0, 1)])
    def test_c13_it_goes_on_empty_cells(self, place: tuple[int, int]) -> None:
        assert lies(self.FIELD, "DDWW", *place) == "a card lies there already"

    def test_c14_it_touches_two_pieces(self) -> None:
        assert lies(self.FIELD, "DDWW", 2, 0) is None
        for place in ((2, 1), (2, -1), (1, 2), (-1, 2), (-2, -1), (1, -2)):
            assert lies(self.FIELD, "DDWW", *place) == "it must touch at least two pieces side to side"

    def test_c14_and_c3_corners_do_not_touch(self) -> None:
        for place in ((2, 2), (-2, -2), (2, -2), (-2, 2)):
            assert lies(self.FIELD, "DDWW", *place) == "it must touch at least two pieces side to side"

    def test_c14_far_away_nothing_touches(self) -> None:
        assert lies(self.FIELD, "DDWW", 20, 20) == "it must touch at least two pieces side to side"
        for x, y in ((97, 0), (0, -97), (9999, 9999), (-9999, 0)):
            assert str(self.FIELD.objection("DDWW", x, y, 1)) == "that is far outside the field"

    def test_c14_one_corner_of_the_card_may_touch_both(self) -> None:
        """The card at 2,2 touches one piece of the card above it and one of the card beside it, with one piece."""
        field = lying("DDWW@0,0", "DDWW@2,-1", "DDWW@0,2")
        assert lies(lying("DDWW@0,0", "DDWW@1,-2"), "WDDD", -1, -2) is None
        assert field.objection("WDDD", 2, 1, 1) is None

    def test_c14_the_pieces_may_be_on_several_cards(self) -> None:
        assert lies(lying("DDWW@0,0", "DDWW@2,0"), "WDDD", 1, 2) is None

    def test_c15_at_least_one_contact_joins_equal_colours(self) -> None:
        assert lies(self.FIELD, "DDWW", 0, 2) == "at least one piece must touch one of the same colour"
        assert lies(self.FIELD, "WWDD", 0, 2) is None
        assert lies(self.FIELD, "DWWW", 0, 2) is None

    def test_c15_and_c4_what_counts_is_seen_from_above(self) -> None:
        """A second-tier card shows dark where white lay."""
        below = lying("WWWW@0,0", "WWWW@2,0")
        assert lies(below, "MMDD", 1, -2) == "at least one piece must touch one of the same colour"
        assert lies(lying("WWWW@0,0", "WWWW@2,0", "DDWW^1,0"), "MMDD", 1, -2) is None

    def test_c16_gaps_may_arise(self) -> None:
        """Four cards in a pinwheel leave a hole of one cell, and a card may lie across it."""
        wheel = lying("DDDD@0,0", "DDDD@2,-1", "DDDD@3,1", "DDDD@1,2")
        assert wheel.colour_at((2, 1)) is None
        assert lies(wheel, "DDDD", 2, 1) == "a card lies there already"


class TestSecondTier:
    FIELD = lying("DDWW@0,0", "DDWW@2,0", "DDWW@0,2")

    def test_c18_all_four_cells_lie_on_cards(self) -> None:
        for place in ((3, 0), (1, 1), (0, -1), (20, 20)):
            assert lies(self.FIELD, "DDWW", *place, tier=2) == "in the second tier all four pieces must lie on cards"

    def test_c19_it_covers_at_least_two_cards(self) -> None:
        assert lies(self.FIELD, "DDWW", 1, 0, tier=2) is None
        assert lies(self.FIELD, "DDWW", 0, 1, tier=2) is None
        assert lies(self.FIELD, "DDWW", 0, 0, tier=2) == "in the second tier it must lie on at least two cards"

    def test_c20_and_c5_a_card_with_a_smartie_is_never_covered(self) -> None:
        for field in (self.FIELD.secure((2, 0)), lying("DDWW@0,0", "DDWWs@2,0"), lying("DDWW@0,0", "DDWW@2,0*")):
            assert lies(field, "DDWW", 1, 0, tier=2) == "a card with a smartie is never covered"

    def test_c18_there_is_no_third_tier(self) -> None:
        row = lying("DDWW@0,0", "DDWW@2,0", "DDWW@4,0", "DDWW^1,0", "DDWW^3,0")
        for x in range(5):
            assert lies(row, "DDWW", x, 0, tier=2) is not None

    def test_c21_it_joins_a_visible_piece_outside(self) -> None:
        """At 1,0 the pieces beside it are dark above and white below on both sides."""
        field = lying("DDWW@0,0", "DDWW@2,0")
        assert lies(field, "WWDD", 1, 0, tier=2) == "at least one piece must touch one of the same colour"
        assert lies(field, "DWDD", 1, 0, tier=2) is None

    def test_c21_one_contact_is_enough(self) -> None:
        field = lying("MMMM@0,0", "MMMM@2,0", "MMMM@0,2", "DDDD@2,2", "MMMM@4,0")
        assert lies(field, "WWDW", 1, 0, tier=2) is None
        assert lies(field, "WWWD", 1, 0, tier=2) == "at least one piece must touch one of the same colour"

    def test_c4_covered_pieces_lose_all_meaning(self) -> None:
        covered = lying("DDDD@0,0", "DDDD@2,0", "WWDD^1,0")
        assert [covered.colour_at((x, 0)) for x in range(-1, 5)] == [None, "D", "W", "W", "D", None]
        assert covered.colour_at((200, 0)) is None


class TestATurn:
    def test_c17_only_a_card_with_a_smartie_goes_up(self) -> None:
        plain = table(SCHOKO, "DDDW DDWW DDWWs DDDW DDDW", "D:DDDW@0,0", "DDDW@2,0")
        assert refusal(plain, "DDWW^1,0") == "no smartie for a card in the second tier"
        assert plain.is_legal(plain.parse("DDWWs^1,0"))

    def test_c22_the_card_leaves_the_hand_and_the_next_one_is_drawn(self) -> None:
        start = table(TWO, "DDDM DDMM DDWW MMMW")
        after = start.play(start.parse("D:MDDD@0,0"))
        drawn = start.stack[0]
        assert after.hands == (tuple(sorted(("DDMM", "DDWW", "MMMW", drawn))), start.hands[1])
        assert after.stack == start.stack[1:]

    def test_c22_only_cards_of_the_hand_are_placed(self) -> None:
        start = table(TWO, "DDDM DDMM DDWW MMMW DDDW")
        assert refusal(start, "D:DDDW@0,0") == "that card is not in the hand"
        assert refusal(start, "D:DDMW@0,0") == "that card is not in the hand"

    @each_variant
    def test_c22_nothing_is_drawn_from_an_empty_stack(self, of: Variant) -> None:
        match = play(of, Random(3), policy=lambda moves, rng: rng.choice([m for m in moves if "@" in str(m)] or moves))
        for before, after in zip(match.positions, match.positions[1:], strict=False):
            held = [sum(map(len, chocolate(position).hands)) for position in (before, after)]
            assert held[0] - held[1] == (not chocolate(before).stack)

    def test_c23_a_seat_that_can_place_a_card_must(self) -> None:
        assert refusal(table(TWO, "DDDM"), "pass") == "a card of the hand fits"

    @pytest.mark.parametrize("of", [TWO, THREE], ids=str)
    def test_c24_a_seat_none_of_whose_cards_fits_passes_and_draws_nothing(self, of: Variant) -> None:
        deal, opening = walled(of, Random(1), white=0)
        position = table(of, deal, *opening)
        assert list(map(str, position.turns())) == ["pass"]
        assert position.count_turns() == 1
        passed = position.play(position.parse("pass"))
        assert (passed.hands, passed.stack, passed.passes) == (position.hands, position.stack, 1)
        assert passed.seat == (position.seat + 1) % of.game.seats(of.options)
        card = position.hands[position.seat][0]
        assert refusal(position, f"{card}@4,0") in (
            "it must touch at least two pieces side to side",
            "at least one piece must touch one of the same colour",
        )

    def test_c24_a_pass_is_undone_by_the_next_card(self) -> None:
        """Seat 1 cannot place; seat 2 opens the wall, and then seat 1 can."""
        first = "MWWW MWWW DDDM DDDM MWWW MWWW DDWW DDDM DMMM DMMM DDMM DDMM"
        position = table(TWO, first, *WALL, "pass", "WWDD@4,0")
        assert position.passes == 0
        assert "pass" not in map(str, position.turns())
        assert position.turns()

    def test_c25_a_seat_without_cards_passes_while_others_have_some(self) -> None:
        """Near the end, after a pass, seat 2 has run out of cards before seat 1."""
        early = table(TWO, "DDDM DDDM DDDM DDDM DDDW", "D:DDDM@0,0", "W:DWDD@2,0", "MDDD@4,0")
        late = replace(early, hands=(("DDDM", "DDDM"), ()), stack=())
        assert list(map(str, late.turns())) == ["pass"]
        passed = late.play(late.parse("pass"))
        assert passed.facts == ()
        last = passed.play(passed.turns()[0])
        assert not last.is_over
        last = last.play(last.parse("pass"))
        assert last.play(last.turns()[0]).is_over


class TestEnd:
    @each_variant
    def test_c27_the_game_ends_with_the_last_card(self, of: Variant) -> None:
        match = play(of, Random(6))
        assert not any(position.is_over for position in match.positions[:-1])
        final = chocolate(match.final)
        assert final.is_over
        assert (final.stack, set(final.hands)) == ((), {()})
        cards = [
            upright(str(move).split(":")[-1].replace("^", "@").split("@")[0])
            for move in match.moves
            if "," in str(move)
        ]
        assert Counter(cards) == Counter(deck(of, "").split())

    @pytest.mark.parametrize("of", [TWO, THREE], ids=str)
    def test_c28_the_game_ends_when_everybody_passed_in_succession(self, of: Variant) -> None:
        deal, opening = walled(of, Random(1), white=0)
        position = table(of, deal, *opening)
        for _ in range(of.game.seats(of.options)):
            assert not position.is_over
            position = position.play(position.parse("pass"))
        assert position.is_over
        assert position.legal_moves() == []
        assert position.outcome().over
        assert position.view(SPECTATOR).hands == position.hands, "C31: a finished game is open"

    def test_c30_a_side_without_a_colour_has_no_points(self) -> None:
        assert table(FOUR, "DDDM").outcome().points == (0, 0)
        assert table(FOUR, "DDDM", "D:DDDM@0,0").outcome().points == (3, 0)
        assert table(THREE, "DDDM", "D:DDDM@0,0").outcome().points == (3, 0, 0)
        assert table(SCHOKO, "DDDW", "D:DDDW@0,0").outcome().points == (3, 1)


class TestWhatAPlayerSees:
    @each_variant
    def test_places_and_targets_are_the_legal_turns(self, of: Variant) -> None:
        """An interface that offers cards, rotations, places, tiers and targets offers exactly the legal turns."""
        for limit in (0, 1, 2, 9, 20):
            position = chocolate(play(of, Random(limit), limit).final)
            shown = set()
            for card in position.hands[position.to_move]:
                for tier, looks in position.places(card).items():
                    for look, places in looks.items():
                        for x, y in places:
                            shown |= _ways(position, look, x, y, tier)
            prefixes = ["" if colour is None else f"{colour}:" for colour in position.announceable()]
            assert {prefix + turn for prefix in prefixes for turn in shown} == set(map(str, position.turns()))

    def test_c29_groups_and_their_cells(self) -> None:
        position = table(TWO, "DDDM DDDM DDDM DDDM DDDW", "D:DDDM@0,0", "W:DWDD@2,0")
        (dark,) = position.groups("D")
        assert dark.colour == "D"
        assert set(dark.cells) == {(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (3, 1)}
        assert [group.cells for group in position.groups("M")] == [((0, 1),)]

    def test_the_field_knows_its_extent_and_cards(self) -> None:
        assert Field().extent() == (0, 0, 1, 1)
        field = lying("DDWW@0,0", "DDWW@2,-1", "DDWW^1,0")
        assert field.extent() == (0, -1, 3, 1)
        placed = field.at((2, -1))
        assert placed is not None
        assert dict(placed.pieces()) == {(2, -1): "D", (3, -1): "D", (3, 0): "W", (2, 0): "W"}
        assert field.at((1, 0)) is None
        assert field.at((1, 0), tier=2) is not None


def _ways(position: ChocolatePosition, look: str, x: int, y: int, tier: int) -> set[str]:
    if tier == 2:
        return {f"{look}^{x},{y}"}
    ways = {f"{look}@{x},{y}"}
    if position.smarties[position.to_move]:
        ways |= {f"{look}@{x},{y}*", *(f"{look}@{x},{y}*{u},{v}" for u, v in position.smartie_targets())}
    return ways


def test_a_tie_is_between_those_who_share_the_highest_total() -> None:
    assert scoring.tied((5, 5)) == (0, 1)
    assert scoring.tied((3, 7, 7)) == (1, 2)
    assert scoring.tied((7, 3, 3)) == ()
    assert scoring.tied((4, 4, 4)) == (0, 1, 2)


def test_second_groups_break_only_ties_and_only_where_the_game_says_so() -> None:
    draws, seconds = (table(of, "").rules for of in (TWO, SCHOKO))
    assert scoring.broken_ties(seconds, (5, 5)) == (0, 1)
    assert scoring.broken_ties(seconds, (5, 4)) == ()
    assert scoring.broken_ties(draws, (5, 5)) == ()
