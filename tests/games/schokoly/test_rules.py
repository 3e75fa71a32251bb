"""The rules of Schokoly, as docs/rules/schokoly.md numbers them; the swap has tests of its own."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from tafelrunde.games.chocolate import scoring
from tafelrunde.games.chocolate.scoring import NeutralGroup
from tafelrunde.games.errors import BadOptions
from tafelrunde.games.schokoly import SchokolyOptions
from tafelrunde.records.record import read_record
from tafelrunde.records.replay import replay
from tests.brute.chocolate import looks
from tests.games.chocolate.tables import FOUR, THREE, TWO, chocolate, deck, lying, placings, refusal, table
from tests.strategies import Variant, play, variant

EXAMPLE = """[Game "schokoly"]
[Players "2"]
[Deck "DDDW MMWW DDDW DWMM DDWW MWWW DMMM DDMM DMMW DDWW DDWW DWWW DDWW DMWW DDMM DWWW MMWW DWWM MMWW DWWW MMMW \
DDWM DWMM DWWW MMMW DWWM MWWW MMMW MMWW DMMW DMWW DDDM DDDM DMMM DDDM DMMM DMMM DDDW MMMW DDMM MWWW DDMW \
DDDM MWWW DDMW DDMM DDWM DDDW"]

W:MMDW@0,0 D:WWMW@0,-2 WMMW@0,2 MDDM@2,0 DMMW@4,0 DWWD@-2,0 DDDW@2,2 WWDM@6,0 DDMM@2,-2 DMMM@4,2 WMMW@4,-2
"""


class TestMaterial:
    def test_y1_and_y2_the_deck(self) -> None:
        """Twelve combinations of colours, four cards each; pairs lie side by side; mirror forms are equal in number."""
        cards = deck(TWO, "").split()
        assert len(cards) == 48
        combinations = Counter("".join(sorted(card)) for card in cards)
        assert len(combinations) == 12
        assert set(combinations.values()) == {4}
        assert all(2 <= len(set(card)) <= 3 for card in cards)
        assert all(any(a == b for a, b in zip(card, card[1:] + card[0], strict=True)) for card in cards)
        mirrors = Counter(cards)
        assert all(mirrors[card] == mirrors[min(looks(card[::-1]))] for card in cards)

    @pytest.mark.parametrize(("of", "smarties"), [(TWO, 6), (THREE, 4), (FOUR, 3)], ids=str)
    def test_y3_smarties_are_shared_equally(self, of: Variant, smarties: int) -> None:
        position = table(of, "DDDM")
        assert set(position.smarties) == {smarties}
        assert sum(position.smarties) == 12

    def test_y3_in_a_team_each_seat_spends_its_own(self) -> None:
        position = table(FOUR, "DDDM", "D:DDDM@0,0*")
        assert position.smarties == (2, 3, 3, 3)


class TestSides:
    def test_y4_and_y6_two_seats_are_two_sides_and_the_third_colour_is_neutral(self) -> None:
        position = table(TWO, "DDDM DDDM DDDM DDDM DDDW", "D:DDDM@0,0", "W:DWDD@2,0")
        assert position.colours == ("D", "W")
        assert position.rules.has_neutral_colour

    def test_y5_opposite_seats_are_a_team_whose_first_seat_announces(self) -> None:
        assert [FOUR.game.side(FOUR.options, seat) for seat in range(4)] == [0, 1, 0, 1]
        cards = "DDDM DDDM DDDM DDDM DDDW DDDW DDDW DDDW DDMM DDMM DDMM DDMM"
        position = table(FOUR, cards, "D:DDDM@0,0", "M:DDDW@2,0")
        assert position.colours == ("D", "M")
        assert position.announceable() == (None,)
        assert len(position.outcome().points) == 2

    def test_y5_partners_do_not_see_each_others_hands(self) -> None:
        assert table(FOUR, "DDDM").view(0).hands[2] == ("?",) * 4

    def test_y7_the_third_of_three_receives_the_remaining_colour(self) -> None:
        position = table(THREE, "DDDM DDDM DDDM DDDM DDDW", "M:DDDM@0,0", "W:DWDD@2,0")
        assert position.colours == ("M", "W", "D")
        assert position.neutral_groups() == []


class TestSmarties:
    START = ("D:DDDM@0,0", "W:DWDD@2,0")

    def test_y9_a_stack_card_takes_a_smartie(self) -> None:
        position = table(TWO, "DDDM DDDM DDDM DDDM DDDW", *self.START)
        after = position.play(position.parse("DDDM^1,0"))
        assert after.smarties == (5, 6)
        card = after.field.at((1, 0), tier=2)
        assert card is not None
        assert card.smartie

    def test_y10_securing_the_card_itself_or_another(self) -> None:
        position = table(TWO, "DDDM DDDM DDDM DDDM DDDW", *self.START)
        assert position.smartie_targets() == [(0, 0), (2, 0)]
        own = position.play(position.parse("MDDD@4,0*"))
        assert [card.place for card in own.field.cards if card.smartie] == [(4, 0)]
        other = position.play(position.parse("MDDD@4,0*2,0"))
        assert [card.place for card in other.field.cards if card.smartie] == [(2, 0)]
        assert own.smarties == other.smarties == (5, 6)

    def test_y10_a_card_has_one_smartie_at_most(self) -> None:
        position = table(TWO, "DDDM DDDM DDDM DDDM DDDW", "D:DDDM@0,0*", "W:DWDD@2,0")
        assert refusal(position, "MDDD@4,0*0,0") == "that card has a smartie already"
        assert position.smartie_targets() == [(2, 0)]

    def test_y10_only_lying_cards_of_the_first_tier_are_secured(self) -> None:
        position = table(TWO, "DDDM DDDM DDDM DDDM DDDW", *self.START, "DDDM^1,0")
        turn = next(str(turn) for turn in placings(position) if turn.tier == 1)
        for place in ("1,0", "1,1", "9,9", "9999,-9999"):
            assert refusal(position, f"{turn}*{place}") == f"no card of the first tier lies at {place}"

    def test_y10_a_card_that_is_wholly_covered_cannot_be_secured(self) -> None:
        """Two stack cards cover the middle one of three cards in a row."""
        cards = "DDDM DDDM DDDM DDDM DDDW DDWW DDMM DDMM"
        position = table(TWO, cards, "D:DDDM@0,0", "W:DDDW@2,0", "DDDM@4,0", "DDWW^1,0", "DDDM^3,0")
        turn = next(str(turn) for turn in placings(position) if turn.tier == 1)
        assert refusal(position, f"{turn}*2,0") == "that card is wholly covered"
        assert position.smartie_targets() == [(0, 0), (4, 0)]

    def test_y8_without_smarties_nothing_is_stacked_or_secured(self) -> None:
        position = table(TWO, "DDDM DDDM DDDM DDDM DDDW", *self.START)
        while position.smarties[0] or position.to_move != 0:
            spending = [turn for turn in placings(position) if turn.smartie or position.to_move == 1]
            position = position.play(spending[0])
        assert position.smartie_targets() == []
        assert all(turn.tier == 1 and turn.smartie is None for turn in placings(position))
        turn = placings(position)[0]
        assert refusal(position, f"{turn}*") == "no smartie is left"
        assert refusal(position, f"{turn}*0,0") == "no smartie is left"
        assert refusal(position, str(turn).replace("@", "^")) == "no smartie for a card in the second tier"
        assert all(
            position.places(card)[2][look] == [] for card in position.hands[0] for look in position.places(card)[2]
        )

    def test_y8_one_smartie_a_turn(self) -> None:
        """A card in the second tier has its smartie already and cannot bring another."""
        position = table(TWO, "DDDM DDDM DDDM DDDM DDDW", *self.START)
        turn = next(turn for turn in placings(position) if str(turn) == "DDDM^1,0")
        assert not position.is_legal(turn._replace(smartie=(0, 0)))
        assert not position.is_legal(turn._replace(smartie=(1, 0)))


class TestScore:
    RULES = table(TWO, "DDDM").rules

    def test_y20_each_side_scores_its_largest_group(self) -> None:
        field = lying("DDMM@0,0", "DDWW@2,0", "WWDD@5,0")
        assert scoring.points(table(THREE, "DDDM").rules, field, ("D", "M", "W")) == (4, 2, 2)

    def test_y21_small_neutral_groups_go_to_nobody(self) -> None:
        """Five pieces of milk are too few, six are enough."""
        five = lying("MMMM@0,0", "MDDD@2,0")
        six = lying("MMMM@0,0", "MDDM@2,0")
        assert [group.holder for group in scoring.neutral_groups(self.RULES, five, ("D", "W"))] == [None]
        assert [group.holder for group in scoring.neutral_groups(self.RULES, six, ("D", "W"))] == [0]
        assert scoring.points(self.RULES, five, ("D", "W")) == (3, 0)
        assert scoring.points(self.RULES, six, ("D", "W")) == (2 + 6, 0)

    def test_y21_equal_contacts_go_to_nobody(self) -> None:
        field = lying("MMMM@0,0", "MDDM@2,0", "WMMW@-2,0")
        (group,) = scoring.neutral_groups(self.RULES, field, ("D", "W"))
        assert (len(group.cells), group.contacts, group.holder) == (8, (2, 2), None)
        assert scoring.points(self.RULES, field, ("D", "W")) == (2, 2)

    def test_y21_every_shared_side_is_one_contact(self) -> None:
        """Three dark pieces in a nook of milk, of which one touches it with two sides."""
        (group,) = scoring.neutral_groups(self.RULES, lying("MMMM@0,0", "MMMM@0,2", "MMMM@2,2", "DDDD@2,0"), ("D", "W"))
        assert (len(group.cells), group.contacts, group.holder) == (12, (4, 0), 0)

    def test_y21_nothing_is_neutral_with_three_players(self) -> None:
        assert scoring.neutral_groups(table(THREE, "DDDM").rules, lying("MMMM@0,0"), ("D", "W", "M")) == []

    def test_y22_the_example_of_the_booklet(self) -> None:
        """A neutral group of seven, six contacts with white, eight with dark: dark has seven points for it."""
        position = chocolate(replay(read_record(EXAMPLE)).final)
        sevens = [group for group in position.neutral_groups() if len(group.cells) == 7]
        cells = ((1, -1), (2, -1), (3, -1), (0, 0), (1, 0), (2, 0), (2, 1))
        assert sevens == [NeutralGroup(cells, contacts=(6, 8), holder=1)]
        assert position.colours == ("W", "D")
        white, dark = (len(position.groups(colour)[0].cells) for colour in "WD")
        assert position.outcome().points == (white, dark + 7)

    def test_y23_equal_totals_are_a_draw_even_among_some(self) -> None:
        rules = table(THREE, "DDDM").rules
        field = lying("DDMM@0,0", "WDDW@3,0")
        assert scoring.leaders(rules, field, ("D", "M", "W"), (2, 2, 1), range(3)) == (0, 1)
        assert scoring.leaders(rules, field, ("D", "M", "W"), (2, 3, 2), range(3)) == (1,)

    @pytest.mark.parametrize(
        ("cards", "points", "leaders"),
        [
            pytest.param(["DDDM@0,0", "MMMW@3,0", "DWWW@6,0", "DDWW@9,0"], (3, 3, 3), (0, 2), id="two of three share"),
            pytest.param(["DDDM@0,0", "MMMW@3,0", "DWWW@6,0", "DDMW@9,0"], (3, 3, 3), (0,), id="one of three wins"),
            pytest.param(["DDDM@0,0", "MMMM@3,0", "WWWW@6,0", "DDMW@9,0"], (3, 4, 4), (1, 2), id="among those tied"),
            pytest.param(["DDDM@0,0", "MMMM@3,0", "WWWW@6,0", "DDMM@9,0"], (3, 4, 4), (1,), id="not the third one"),
            pytest.param(["DDMW@0,0"], (2, 1, 1), (0,), id="points come first"),
            pytest.param(["DDDM@0,0", "MMMW@3,0", "DWWW@6,0"], (3, 3, 3), (0, 1, 2), id="all equal"),
        ],
    )
    def test_y24_the_second_group_decides_where_that_was_chosen(
        self, cards: list[str], points: tuple[int, int, int], leaders: tuple[int, ...]
    ) -> None:
        field, colours = lying(*cards), ("D", "M", "W")
        rules = table(variant("schokoly", "players=3 ties=second"), "DDDM").rules
        assert scoring.points(rules, field, colours) == points
        assert scoring.leaders(rules, field, colours, points, range(3)) == leaders
        draws = tuple(side for side in range(3) if points[side] == max(points))
        assert scoring.leaders(table(THREE, "DDDM").rules, field, colours, points, range(3)) == draws

    @pytest.mark.parametrize("players", ["2", "4"])
    def test_y24_neutral_groups_count_first_and_are_no_second_group(self, players: str) -> None:
        """White holds eight pieces of milk, so that totals are equal; two dark pieces are more than no white ones."""
        field = lying("DDDD@0,0", "DDDD@0,2", "DDDD@0,4", "WWWW@6,0", "MMMM@8,0", "MMMM@10,0", "DDMM@20,0")
        rules = table(variant("schokoly", f"players={players} ties=second"), "DDDM").rules
        totals = scoring.points(rules, field, ("D", "W"))
        assert totals == (12, 4 + 8)
        assert scoring.leaders(rules, field, ("D", "W"), totals, range(2)) == (0,)

    def test_y24_a_whole_game(self) -> None:
        """The same cards are a draw by default; with the option the larger second group wins."""
        won: Counter[int] = Counter()
        # Ties among the first hundred seeds, and a game with a winner each.
        for players, seed in product((2, 3, 4), (0, 1, 12, 43, 59, 73, 80)):
            plain = chocolate(play(variant("schokoly", f"players={players} swap=off"), Random(seed)).positions[-1])
            outcome = plain.outcome()
            other = play(variant("schokoly", f"players={players} swap=off ties=second"), Random(seed)).positions[-1]
            assert other.outcome().points == outcome.points
            if outcome.winner is not None:
                assert other.outcome() == outcome
                continue
            in_front = [side for side, points in enumerate(outcome.points) if points == max(outcome.points)]
            seconds = {side: scoring.sizes(plain.field, plain.colours[side])[1:2] for side in in_front}
            best = [side for side in in_front if seconds[side] == max(seconds.values())]
            assert other.outcome().winner == (best[0] if len(best) == 1 else None)
            assert [side for side in range(len(outcome.points)) if other.outcome().share(side)] == best
            won[players] += len(best) == 1
        assert sorted(+won) == [2, 3, 4]


class TestOptions:
    def test_only_three_players_have_a_choice_about_the_swap(self) -> None:
        assert str(SchokolyOptions()) == "players=2"
        assert SchokolyOptions.parse("three") == SchokolyOptions(3, swap=True)
        assert str(SchokolyOptions(3, swap=False)) == "players=3 swap=off"
        assert SchokolyOptions.parse("players=4 swap=on") == SchokolyOptions.parse("teams") == SchokolyOptions(4)
        assert SchokolyOptions(2, swap=True) == SchokolyOptions(2, swap=False)
        assert SchokolyOptions.from_tags({"Players": "3"}).swap

    @pytest.mark.parametrize("players", ["2", "3", "4"])
    def test_what_becomes_of_ties_is_written_where_it_is_not_the_default(self, players: str) -> None:
        plain = SchokolyOptions.parse(f"players={players} ties=draw")
        chosen = SchokolyOptions.parse(f"players={players} ties=second")
        assert plain == SchokolyOptions.parse(f"players={players}") != chosen
        assert "ties" not in plain.words()
        assert "Ties" not in plain.tags()
        assert chosen.tags()["Ties"] == "second"
        assert SchokolyOptions.from_tags(chosen.tags()) == SchokolyOptions.parse(str(chosen)) == chosen
        assert "ties" in plain.applicable()
        assert ("swap" in plain.applicable()) == (players == "3")

    def test_other_words_for_ties_are_refused(self) -> None:
        with pytest.raises(BadOptions, match="'third' is not one of draw, second"):
            SchokolyOptions.parse("ties=third")
