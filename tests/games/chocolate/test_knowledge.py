"""What swaps and passes tell: nothing false, nothing that was not heard, and as long as it is certain."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from tafelrunde.games.chocolate import knowledge
from tafelrunde.games.chocolate.knowledge import ANNOUNCED, GIVEN, UNABLE, Fact, holds
from tafelrunde.games.chocolate.moves import Pass, Placement
from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.core import SPECTATOR, Move
from tests.games.chocolate.guesses import agrees, guesses, witness
from tests.games.chocolate.tables import THREE, table
from tests.strategies import (
    SEEDS,
    SWAPPING,
    PlayedMatch,
    Policy,
    Variant,
    fewer,
    matches,
    play,
    swapper,
    variants,
    walled,
    walled_matches,
)

CARDS = "DDDM DWWW MMMW DDDM DMMM DMMM DDWM DDMW DDDW DWMM MWWW MWWW MWWW DDDW MMWW DDMM DMMM DMWW"
OPENING = ("D:DDDM@0,0", "M:DMMM@2,0")
THREE_DARK = ("DDDM", "DDDW")
THREE_WHITE = ("DWWW", "MWWW")


def known(observer: int, *moves: str) -> list[Fact]:
    """What an observer has learned after seat 3 (white) was on turn; seats 1 and 2 are dark and milk."""
    return list(dict(table(THREE, CARDS, *OPENING, *moves).knowledge())[observer])


class TestWhatASwapTells:
    def test_while_it_lasts_nothing_is_noted(self) -> None:
        assert known(1, "offer 1 DDDW") == known(1, "offer 1 DDDW", "counter DWWW") == []

    def test_a_declined_offer_tells_the_others_its_number(self) -> None:
        fact = Fact(ANNOUNCED, (2,), THREE_DARK)
        for observer in (0, 1, SPECTATOR):
            assert known(observer, "offer 1 DDDW", "decline") == [fact]
        assert known(2, "offer 1 DDDW", "decline") == []

    def test_a_rejected_swap_tells_both_numbers(self) -> None:
        moves = ("offer 1 DDDW", "counter DWWW", "reject")
        offered, countered = Fact(ANNOUNCED, (2,), THREE_DARK), Fact(ANNOUNCED, (0,), THREE_WHITE)
        assert known(0, *moves) == [offered]
        assert known(2, *moves) == [countered]
        assert known(1, *moves) == known(SPECTATOR, *moves) == [offered, countered]

    def test_an_accepted_swap_tells_partners_the_card_and_the_others_where_the_numbers_went(self) -> None:
        moves = ("offer 1 DDDW", "counter DWWW", "accept")
        assert known(2, *moves) == [Fact(GIVEN, (0,), ("DDDW",))]
        assert known(0, *moves) == [Fact(GIVEN, (2,), ("DWWW",))]
        heard = [Fact(ANNOUNCED, (0,), THREE_DARK), Fact(ANNOUNCED, (2,), THREE_WHITE)]
        assert known(1, *moves) == known(SPECTATOR, *moves) == heard

    def test_a_fact_ends_when_a_card_that_may_be_meant_is_placed(self) -> None:
        moves = ("offer 1 DDDW", "counter DWWW", "accept")
        assert known(0, *moves, "WDWW@0,2") == []
        assert known(0, *moves, "DWMM@4,0") == [Fact(GIVEN, (2,), ("DWWW",))]
        assert known(1, *moves, "WDWW@0,2") == [Fact(ANNOUNCED, (0,), THREE_DARK)]
        assert known(1, *moves, "DWMM@4,0") == known(1, *moves)

    def test_a_card_given_away_may_be_passed_on(self) -> None:
        """Seat 3 gave DDDW to seat 1, who then swaps a card with as much milk: it may have been that one."""
        moves = ("offer 1 DDDW", "counter DWWW", "accept", "WDWW@0,2", "offer 2 DDDW", "counter DMMM")
        assert Fact(GIVEN, (0, 1), ("DDDW",)) in known(2, *moves, "accept")
        assert Fact(GIVEN, (0,), ("DDDW",)) in known(2, *moves, "reject")
        other = ("offer 1 DDDW", "counter DWWW", "accept", "WDWW@0,2", "offer 2 DDDM", "counter DMMM", "accept")
        assert Fact(GIVEN, (0,), ("DDDW",)) in known(2, *other)


class TestFacts:
    def test_given_cards_are_counted(self) -> None:
        facts = knowledge.give(knowledge.give((), 1, "DDMW"), 1, "DDMW")
        assert not holds(facts, [(), ("DDMW",), ()])
        assert holds(facts, [(), ("DDMW", "DDMW"), ()])
        left = knowledge.lose(facts, 1, "DDMW")
        assert holds(left, [(), ("DDMW",), ()])
        assert not holds(left, [(), (), ("DDMW",)])

    def test_of_two_given_cards_the_surer_one_leaves_first(self) -> None:
        facts = (Fact(GIVEN, (1, 2), ("DDMW",)), Fact(GIVEN, (1,), ("DDMW",)))
        assert knowledge.lose(facts, 1, "DDMW") == (Fact(GIVEN, (1, 2), ("DDMW",)),)

    def test_a_number_needs_one_card(self) -> None:
        facts = knowledge.announce((), 1, THREE_DARK)
        assert knowledge.announce(facts, 1, THREE_DARK) == facts
        assert holds(facts, [(), ("DDDW",), ()])
        assert not holds(facts, [("DDDW",), ("MMMW",), ("DDDM",)])

    def test_who_passed_had_no_card_that_fitted(self) -> None:
        facts = knowledge.fail((), 1, THREE_DARK)
        assert holds(facts, [("DDDM",), ("MMMW",), ()])
        assert not holds(facts, [(), ("MMMW", "DDDM"), ()])

    def test_cards_that_came_after_a_pass_may_fit(self) -> None:
        passed = knowledge.fail((), 1, THREE_DARK)
        drawn = knowledge.draw(knowledge.lose(passed, 1, "MMMW"), 1)
        assert drawn == (Fact(UNABLE, (1,), THREE_DARK, 1),)
        assert knowledge.lose(drawn, 1, "DDDW") == passed

    def test_only_a_card_that_would_have_fitted_raises_the_limit(self) -> None:
        passed = knowledge.fail((), 1, THREE_DARK)
        assert Fact(UNABLE, (1,), THREE_DARK, 0) in knowledge.give(passed, 1, "MMMW")
        assert Fact(UNABLE, (1,), THREE_DARK, 1) in knowledge.give(passed, 1, "DDDM")
        for came, spare in ((THREE_DARK, 1), (THREE_WHITE, 0)):
            assert Fact(UNABLE, (1,), THREE_DARK, spare) in knowledge.swap(passed, 1, ("DDMM",), 2, came)
            assert Fact(UNABLE, (1,), THREE_DARK, spare) in knowledge.swap(passed, 2, came, 1, ("DDMM",))

    def test_a_card_that_surely_fitted_and_left_lowers_the_limit(self) -> None:
        facts = (Fact(UNABLE, (1,), (*THREE_DARK, *THREE_WHITE), 2),)
        assert Fact(UNABLE, (1,), (*THREE_DARK, *THREE_WHITE), 1) in knowledge.swap(facts, 1, THREE_DARK, 2, ("DDMM",))
        assert Fact(UNABLE, (1,), (*THREE_DARK, *THREE_WHITE), 2) in knowledge.swap(
            facts, 2, THREE_DARK, 1, THREE_WHITE
        )
        assert Fact(UNABLE, (1,), (*THREE_DARK, *THREE_WHITE), 2) in knowledge.swap(
            facts, 0, THREE_DARK, 2, THREE_WHITE
        )

    def test_a_second_pass_adds_to_the_first(self) -> None:
        """What fitted then but does not now is still not in the hand."""
        first = knowledge.fail((), 1, THREE_DARK)
        both = knowledge.fail(first, 1, THREE_WHITE)
        assert not holds(both, [(), ("DDDM",), ()])
        assert not holds(both, [(), ("DWWW",), ()])
        wider = (*THREE_DARK, *THREE_WHITE)
        assert knowledge.fail(both, 1, wider) == (Fact(UNABLE, (1,), wider),)


each_match = st.one_of(matches([SWAPPING], limit=200, policies=(swapper,)), walled_matches(limit=200))


@fewer(2)
@given(each_match)
def test_the_truth_agrees_with_everything_that_anybody_knows(match: PlayedMatch) -> None:
    for position in match.positions:
        assert isinstance(position, ChocolatePosition)
        for _, facts in position.knowledge():
            assert holds(facts, position.hands)


@fewer(2)
@given(st.one_of(matches([SWAPPING], limit=30, policies=(swapper,)), walled_matches(limit=16)), SEEDS)
def test_hands_that_fit_everything_heard_are_never_ruled_out(match: PlayedMatch, seed: int) -> None:
    """What can be found by taking back move after move agrees with all facts."""
    position = match.final
    assume(not position.is_over)
    assert isinstance(position, ChocolatePosition)
    for observer in range(match.variant.game.seats(match.variant.options)):
        watching = witness(match, observer)
        assert watching.fits(position.hands)
        for hands in guesses(position, observer, Random(seed), 6):
            assert agrees(position, observer, hands) or not watching.fits(hands)


def sparing(offers: int) -> Policy:
    """Play so that at most some offers are made."""
    left = [offers]

    def choose(moves: Sequence[Move], rng: Random) -> Move:
        turns = [move for move in moves if isinstance(move, Placement | Pass)]
        answers = [move for move in moves if move not in turns]
        if answers and (not turns or (left[0] and rng.random() < 0.5)):
            left[0] -= bool(turns)
            return rng.choice(answers)
        return rng.choice(turns)

    return choose


@fewer(2)
@given(SEEDS, st.integers(3, 20))
def test_after_one_negotiation_an_observer_knows_exactly_what_can_be_concluded(seed: int, length: int) -> None:
    """Hands agree with the facts if and only if the moves can be taken back to some deal."""
    compare(play(SWAPPING, Random(seed), length, sparing(1)), seed)


@fewer(2)
@given(SEEDS, st.integers(4, 12), st.integers(1, 4), st.sampled_from(variants("schokoly")))
def test_after_one_pass_an_observer_knows_exactly_what_can_be_concluded(
    seed: int, length: int, white: int, of: Variant
) -> None:
    rng = Random(seed)
    deal, opening = walled(of, rng, white)
    match = play(of, rng, length, sparing(0), deal, opening)
    assume([str(move) for move in match.moves].count("pass") <= 1)
    compare(match, seed)


def compare(match: PlayedMatch, seed: int) -> None:
    position = match.final
    assume(not position.is_over)
    assert isinstance(position, ChocolatePosition)
    for observer in match.variant.observers:
        watching = witness(match, observer)
        for hands in guesses(position, observer, Random(seed), 4):
            assert agrees(position, observer, hands) == watching.fits(hands)
