"""The chocolate swap, rules Y11 to Y19 of docs/rules/schokoly.md."""

from __future__ import annotations

from random import Random

import pytest

from tafelrunde.games.chocolate.moves import Pass, Placement
from tafelrunde.games.chocolate.negotiation import Swap
from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.core import SPECTATOR
from tests.games.chocolate.tables import FOUR, SCHOKO, THREE, TWO, refusal, table
from tests.strategies import Variant, play, swapper, variant, walled

CARDS = "DDDM DWWW MMMW DDDM DMMM DMMM DDWM DDMW DDDW DWMM MWWW MWWW MWWW DDDW MMWW DDMM DMMM DMWW"
OPENING = ("D:DDDM@0,0", "M:DMMM@2,0")


def at(*moves: str) -> ChocolatePosition:
    """Seat 3 (white) is on turn; seats 1 and 2 are dark and milk.

    Seat 1 holds DDDM DWWW MMMW MWWW, seat 2 DDDW DDMW DDWM DMMM, seat 3 DDDW DWMM MWWW MWWW.
    """
    return table(THREE, CARDS, *OPENING, *moves)


def actions(position: ChocolatePosition) -> set[str]:
    return set(map(str, position.swap_actions()))


def test_y12_the_seat_on_turn_offers_a_card_of_its_hand_to_another_seat() -> None:
    position = at()
    cards = ("DDDW", "DWMM", "MWWW")
    assert actions(position) == {f"offer {seat} {card}" for seat in (1, 2) for card in cards}
    assert refusal(position, "offer 3 DDDW") == "a card is offered to another seat"
    assert refusal(position, "offer 4 DDDW") == "a card is offered to another seat"
    assert refusal(position, "offer 1 DDDM") == "that card is not in the hand"


def test_y12_turns_wait_for_the_answer() -> None:
    position = at("offer 1 DDDW")
    assert position.seat == 0
    assert position.turns() == []
    assert position.count_turns() == 0
    assert refusal(position, "MWWW@4,0") == "a swap is being negotiated"
    assert refusal(position, "pass") == "a swap is being negotiated"
    assert refusal(position, "offer 2 DWMM") == "a swap is being negotiated"


def test_y13_the_other_declines_or_answers_with_a_card_of_its_own() -> None:
    position = at("offer 1 DDDW")
    assert actions(position) == {"decline", "counter DDDM", "counter DWWW", "counter MMMW", "counter MWWW"}
    assert refusal(position, "counter DWMM") == "that card is not in the hand"
    for answer in ("accept", "reject"):
        assert refusal(position, answer) == "the offer has not been answered yet"


def test_y14_the_offerer_accepts_or_rejects() -> None:
    position = at("offer 1 DDDW", "counter DWWW")
    assert position.seat == 2
    assert actions(position) == {"accept", "reject"}
    for answer in ("decline", "counter DDDM"):
        assert refusal(position, answer) == "the offer has been answered already"


def test_y14_accepted_cards_change_hands() -> None:
    before, after = at(), at("offer 1 DDDW", "counter DWWW", "accept")
    assert before.hands[0] == ("DDDM", "DWWW", "MMMW", "MWWW")
    assert after.hands[0] == ("DDDM", "DDDW", "MMMW", "MWWW")
    assert after.hands[2] == ("DWMM", "DWWW", "MWWW", "MWWW")
    assert (after.hands[1], after.stack) == (before.hands[1], before.stack)
    assert after.seat == 2


@pytest.mark.parametrize("moves", [("decline",), ("counter DWWW", "reject")], ids=["declined", "rejected"])
def test_y14_refused_cards_stay(moves: tuple[str, ...]) -> None:
    before, after = at(), at("offer 1 DDDW", *moves)
    assert (after.hands, after.stack, after.seat) == (before.hands, before.stack, 2)
    assert after.swap is None


@pytest.mark.parametrize(
    "moves",
    [("decline",), ("counter DWWW", "reject"), ("counter DWWW", "accept")],
    ids=["declined", "rejected", "accepted"],
)
def test_y16_there_is_one_offer_a_turn_and_then_a_card_is_placed(moves: tuple[str, ...]) -> None:
    after = at("offer 1 DDDW", *moves)
    assert actions(after) == set()
    assert refusal(after, "offer 2 MWWW") == "only one card may be offered in a turn"
    assert refusal(after, "pass") == "a card of the hand fits"
    turn = after.turns()[0]
    assert isinstance(turn, Placement)
    following = after.play(turn)
    assert any(action.startswith("offer") for action in actions(following)), "the next seat has an offer of its own"


def test_y16_a_card_that_came_may_be_placed_at_once() -> None:
    after = at("offer 1 DDDW", "counter DWWW", "accept")
    assert after.is_legal(after.parse("WDWW@0,2*"))


def test_y17_offers_need_all_colours_known() -> None:
    first, second = table(THREE, CARDS), table(THREE, CARDS, OPENING[0])
    for position in (first, second):
        assert actions(position) == set()
        card = position.hands[position.seat][0]
        assert refusal(position, f"offer 3 {card}") == "cards are swapped once every colour is known"
    assert actions(at())


@pytest.mark.parametrize("of", [TWO, FOUR, SCHOKO, variant("schokoly", "players=3 swap=off")], ids=str)
def test_y11_only_three_players_who_want_to_swap_do(of: Variant) -> None:
    position = play(of, Random(1), limit=10).final
    assert isinstance(position, ChocolatePosition)
    assert actions(position) == set()
    card = position.hands[position.seat][0]
    assert refusal(position, f"offer {(position.seat + 1) % 2 + 1} {card}") == "cards are not swapped in this game"


def test_without_an_offer_there_is_nothing_to_answer() -> None:
    for answer in ("decline", "counter DDDM", "accept", "reject"):
        assert refusal(at(), answer) == "no card is on offer"


def test_y18_an_offer_may_be_made_when_nothing_fits() -> None:
    """Seat 2 cannot place a card, gets a white one in a swap, and then has to."""
    cards = "MWWW MWWW DDDM DDDM MWWW DDDM DDDM DMMM MWWW DDWW DMMM DMMM DMMM DDMM DDMM DDMM"
    wall = ("W:WWMW@0,0*", "D:WWWM@2,0*", "WMWW@0,2*", "MWWW@2,2*")
    position = table(THREE, cards, *wall)
    assert position.seat == 1
    assert [turn for turn in position.legal_moves() if isinstance(turn, Placement | Pass)] == [Pass()]
    assert position.count_turns() == len(position.turns()) == 1
    swapped = position
    for move in ("offer 3 DDDM", "counter DDWW", "accept"):
        swapped = swapped.play(swapped.parse(move))
    assert refusal(swapped, "pass") == "a card of the hand fits"
    assert {turn.card[:4] for turn in swapped.turns() if isinstance(turn, Placement)} <= {
        "DDWW",
        "WDDW",
        "WWDD",
        "DWWD",
    }


def test_y19_a_swap_does_not_reset_the_count_of_passes() -> None:
    deal, opening = walled(THREE, Random(1), white=0)
    position = table(THREE, deal, *opening)
    position = position.play(position.parse("pass"))
    for move in (f"offer {position.seat} {position.hands[position.seat][0]}", "decline"):
        position = position.play(position.parse(move))
    assert position.passes == 1
    position = position.play(position.parse("pass"))
    assert position.swap_used is False
    assert position.play(position.parse("pass")).is_over


class TestWhoKnowsWhat:
    """Y15. Nobody sees a card before the swap is accepted; numbers are heard by all."""

    def test_an_offered_card_is_known_to_the_offerer_alone(self) -> None:
        position = at("offer 1 DDDW")
        assert position.view(2).swap == Swap(0, "DDDW")
        for observer in (0, 1, SPECTATOR):
            assert position.view(observer).swap == Swap(0, "?3")

    def test_the_number_is_that_of_the_other_seats_colour(self) -> None:
        assert at("offer 2 DWMM").view(1).swap == Swap(1, "?2")
        assert at("offer 1 DWMM").view(1).swap == Swap(0, "?1")
        assert at("offer 1 MWWW").view(1).swap == Swap(0, "?0")

    def test_a_card_named_in_return_is_known_to_its_holder_alone(self) -> None:
        position = at("offer 1 DDDW", "counter DWWW")
        assert position.view(0).swap == Swap(0, "?3", "DWWW")
        assert position.view(2).swap == Swap(0, "DDDW", "?3")
        for observer in (1, SPECTATOR):
            assert position.view(observer).swap == Swap(0, "?3", "?3")

    def test_a_view_hears_the_answers_of_hidden_hands(self) -> None:
        """Seat 2 sees the other two swap without learning a card."""
        view = at().view(1)
        for move in ("offer 1 ?3", "counter ?3", "accept"):
            view = view.play(view.parse(move))
        assert view == at("offer 1 DDDW", "counter DWWW", "accept").view(1)

    def test_a_finished_swap_leaves_no_card_open(self) -> None:
        position = at("offer 1 DDDW", "counter DWWW", "accept")
        assert position.view(0).hands[2] == ("?",) * 4
        assert position.view(0).hands[0] == ("DDDM", "DDDW", "MMMW", "MWWW")

    def test_views_list_swap_actions_only_for_the_seat_that_decides(self) -> None:
        position = at("offer 1 DDDW")
        assert position.view(0).legal_moves() == position.legal_moves()
        for observer in (1, 2, SPECTATOR):
            assert position.view(observer).legal_moves() == []


def test_random_negotiations_keep_every_card() -> None:
    match = play(THREE, Random(9), policy=swapper)
    deck = sorted(match.deal.split())
    for position in match.positions:
        assert isinstance(position, ChocolatePosition)
        placed = [min(card[i:4] + card[:i] for i in range(4)) for card in (card.card for card in position.field.cards)]
        assert sorted([*placed, *position.stack, *(card for hand in position.hands for card in hand)]) == deck
