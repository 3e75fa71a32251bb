"""Resampling: positions that fit what an observer knows, all equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import permutations
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tafelrunde.games.chocolate.cards import upright
from tafelrunde.games.chocolate.knowledge import GIVEN, UNABLE, Fact, Facts, holds
from tafelrunde.games.chocolate.moves import Accept, Decline, Offer, Placement, Reject
from tafelrunde.games.chocolate.moves import Counter as Answer
from tafelrunde.games.chocolate.position import ChocolatePosition, ChocolateView
from tafelrunde.games.core import SPECTATOR, Move
from tafelrunde.games.errors import TafelrundeError
from tests.brute.knowledge import Hands
from tests.games.chocolate.guesses import agrees, witness
from tests.games.chocolate.tables import FOUR, THREE, chocolate, table
from tests.strategies import (
    CHOCOLATE,
    SEEDS,
    SWAPPING,
    WALL,
    PlayedMatch,
    Variant,
    fewer,
    matches,
    play,
    swapper,
    variant,
    walled,
    walled_matches,
)

each_match = st.one_of(matches(CHOCOLATE, limit=150, policies=(swapper,)), walled_matches(limit=60))


@given(each_match, SEEDS)
def test_a_drawn_position_is_one_that_the_observer_could_be_in(match: PlayedMatch, seed: int) -> None:
    """It looks the same, has every card once, agrees with all facts, and can be played on."""
    position, rng = match.final, Random(seed)
    assert isinstance(position, ChocolatePosition)
    assume(not position.is_over)
    for observer in match.variant.observers:
        drawn = position.view(observer).resample(rng)
        assert drawn.view(observer) == position.view(observer)
        cards = [upright(card.card) for card in drawn.field.cards]
        assert sorted([*cards, *drawn.stack, *(card for hand in drawn.hands for card in hand)]) == sorted(
            drawn.rules.deck
        )
        assert agrees(drawn, observer, drawn.hands)
        assert drawn.legal_moves()
        assert drawn.play(drawn.legal_moves()[0]) != drawn
        if drawn.swap is not None:
            assert drawn.swap.offered in drawn.hands[drawn.to_move]
            assert drawn.swap.countered is None or drawn.swap.countered in drawn.hands[drawn.swap.to]


@fewer(3)
@given(each_match, SEEDS)
def test_a_draw_follows_from_its_chance_alone(match: PlayedMatch, seed: int) -> None:
    view = match.final.view(SPECTATOR)
    assume(not view.is_over)
    assert view.resample(Random(seed)) == view.resample(Random(seed))


@pytest.mark.parametrize("of", CHOCOLATE, ids=str)
def test_a_finished_game_has_nothing_to_draw(of: Variant) -> None:
    final = chocolate(play(of, Random(1), policy=swapper).final)
    assert final.is_over
    drawn = final.view(0).resample(Random(2))
    assert (drawn.hands, drawn.stack, drawn.field) == (final.hands, final.stack, final.field)


def test_a_game_that_ended_with_passes_is_open() -> None:
    deal, opening = walled(SWAPPING, Random(1), white=0)
    final = table(SWAPPING, deal, *opening, "pass", "pass", "pass")
    drawn = final.view(1).resample(Random(2))
    assert (drawn.hands, drawn.stack) == (final.hands, final.stack)


# Uniformity. In an endgame with few hidden cards every way to deal them is listed: every hidden card is a thing of its
# own, so that two equal cards make two ways. Cards that the observer gave away are known things.

Deal = tuple[Hands, tuple[str, ...]]
Given = dict[str, tuple[int, ...]]
"""A card that the observer gave away, and the seats where it may be."""


def deals(match: PlayedMatch, observer: int, given_away: Given) -> Counter[Deal]:
    """Count the ways to deal the hidden cards that fit everything heard, by what they look like."""
    position = chocolate(match.final)
    watching = witness(match, observer)
    cards = [card for seat, hand in enumerate(position.hands) if seat != observer for card in hand] + [*position.stack]
    known = {cards.index(card): seats for card, seats in given_away.items()}
    fits = cache(watching.fits)
    found: Counter[Deal] = Counter()
    for order in permutations(range(len(cards))):
        things = iter(order)
        dealt = [[next(things) for _ in hand] if seat != observer else [] for seat, hand in enumerate(position.hands)]
        if all(any(thing in dealt[seat] for seat in seats) for thing, seats in known.items()):
            hands = tuple(tuple(sorted(cards[thing] for thing in hand)) for hand in dealt)
            hands = (*hands[:observer], position.hands[observer], *hands[observer + 1 :])
            if fits(hands):
                found[hands, tuple(cards[thing] for thing in things)] += 1
    return found


def assert_uniform(match: PlayedMatch, observer: int, given_away: Given | None = None) -> None:
    """Compare draws with the list of deals, by a chi-square test that fails by chance less than once in a million."""
    view = match.final.view(observer)
    assert isinstance(view, ChocolateView)
    compare_draws(view, deals(match, observer, given_away or {}))


def compare_draws(view: ChocolateView, expected: Counter[Deal]) -> None:
    expected = +expected
    ways = sum(expected.values())
    rng = Random(17)
    number = 200 * len(expected)
    drawn = Counter((position.hands, position.stack) for position in (view.resample(rng) for _ in range(number)))
    assert set(drawn) <= set(expected), "only deals that fit are drawn"
    chi = sum((drawn[deal] - number * count / ways) ** 2 / (number * count / ways) for deal, count in expected.items())
    freedom = len(expected) - 1
    assert chi <= freedom + 5 * (2 * freedom) ** 0.5 + 15


def endgame(seed: int, cards: int, players: int = 3) -> PlayedMatch:
    """A match of Schokoly without swaps, played until so many cards are left in all."""
    return play(variant("schokoly", f"players={players}"), Random(seed), 48 - cards, some_turn)


def some_turn(moves: Sequence[Move], rng: Random) -> Move:
    return rng.choice([move for move in moves if isinstance(move, Placement)])


def ways_on(match: PlayedMatch, *kinds: type) -> Iterator[PlayedMatch]:
    """Iterate over the ways to go on with moves of these kinds."""
    if not kinds:
        yield match
        return
    for move in match.final.legal_moves():
        if isinstance(move, kinds[0]):
            positions = (*match.positions, match.final.play(move))
            yield from ways_on(PlayedMatch(match.variant, match.deal, (*match.moves, move), positions), *kinds[1:])


def one_way_on(match: PlayedMatch, seed: int, *kinds: type) -> PlayedMatch:
    return Random(seed).choice(list(ways_on(match, *kinds)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_without_news_every_deal_is_equally_likely(players: int) -> None:
    match = endgame(3, {2: 9, 3: 7, 4: 7}[players], players)
    for observer in range(players):
        assert_uniform(match, observer)


def test_the_order_of_the_stack_is_drawn_too() -> None:
    match = endgame(4, 10, players=2)
    assert len(chocolate(match.final).stack) == 2
    assert_uniform(match, 1)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kinds", [(Offer, Decline), (Offer, Answer, Reject), (Offer, Answer, Accept)])
def test_after_a_swap_every_deal_that_fits_is_equally_likely(seed: int, kinds: tuple[type, ...]) -> None:
    match = one_way_on(endgame(seed, 7), seed, *kinds)
    offer, answer = match.moves[-len(kinds)], match.moves[1 - len(kinds)]
    assert isinstance(offer, Offer)
    turn = match.final.seat
    for observer in (0, 1, 2):
        gave: Given = {}
        if isinstance(answer, Answer) and kinds[-1] is Accept:
            gave = {offer.card: (offer.to,)} if observer == turn else {}
            gave = {answer.card: (turn,)} if observer == offer.to else gave
        assert_uniform(match, observer, gave)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kinds", [(Offer,), (Offer, Answer)])
def test_while_a_swap_lasts_every_deal_that_fits_is_equally_likely(seed: int, kinds: tuple[type, ...]) -> None:
    match = one_way_on(endgame(seed, 7), seed, *kinds)
    for observer in (0, 1, 2):
        assert_uniform(match, observer)


@pytest.mark.parametrize("seed", range(4))
def test_a_given_card_that_may_have_been_passed_on_is_equally_likely_in_every_place(seed: int) -> None:
    """Seat 2 gave a card to seat 3, who may have swapped it on to seat 1; three and two cards are in their hands."""
    given_to_3 = (
        match
        for match in ways_on(endgame(seed, 8), Offer, Answer, Accept)
        if isinstance(match.moves[-3], Offer) and match.moves[-3].to == 2
    )
    placed = one_way_on(next(given_to_3), seed, Placement)
    card = placed.moves[-4].card if isinstance(placed.moves[-4], Offer) else ""
    swapped_on = (match for match in ways_on(placed, Offer, Answer, Accept) if match.moves[-3] == Offer(0, card))
    match = next(swapped_on)
    final = chocolate(match.final)
    assert [len(hand) for hand in final.hands] == [2, 2, 3]
    assert_uniform(match, 1, {card: (0, 2)})


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("spare", [0, 1])
@pytest.mark.parametrize("passed", [(1,), (2,), (1, 2)], ids=str)
@pytest.mark.parametrize("holders", [(), (1,), (1, 2)], ids=str)
def test_after_passes_every_deal_that_fits_is_equally_likely(
    seed: int, spare: int, passed: tuple[int, ...], holders: tuple[int, ...]
) -> None:
    """Seats hold at most so many cards of some kinds, and one of the holders has a card that was given away."""
    position = chocolate(endgame(seed, 8).final)
    facts: Facts = tuple(Fact(GIVEN, holders, position.hands[1][:1]) for _ in holders[:1])
    for seat in passed:
        hand = position.hands[seat]
        kinds = tuple(card for card in position.rules.kinds if card not in hand[spare:])
        facts += (Fact(UNABLE, (seat,), kinds, sum(card in kinds for card in hand)),)
    cards = [*position.hands[1], *position.hands[2]]
    expected: Counter[Deal] = Counter()
    for order in permutations(range(len(cards))):
        things = {1: order[: len(position.hands[1])], 2: order[len(position.hands[1]) :]}
        hands = (position.hands[0], *(tuple(sorted(cards[thing] for thing in things[seat])) for seat in (1, 2)))
        # The first thing is the card that was given away.
        expected[hands, ()] += holds(facts, hands) and (not holders or any(0 in things[seat] for seat in holders))
    compare_draws(replace(position.view(0), facts=(facts, ())), expected)


def test_after_a_pass_the_hand_has_no_card_that_fitted() -> None:
    """Behind a white wall seat 2 has passed: it holds nothing white, and it may hold anything else."""
    rng = Random(1)
    deal, opening = walled(SWAPPING, rng, white=0)
    position = table(SWAPPING, deal, *opening, "pass")
    drawn = [position.view(0).resample(rng).hands for _ in range(500)]
    assert {card for hands in drawn for card in hands[1]} == {"DDDM", "DDMM", "DMMM"}
    assert any("W" in card for hands in drawn for card in hands[2])


@pytest.mark.parametrize("seed", range(12))
def test_a_position_is_found_however_much_is_known(seed: int) -> None:
    """Seats that pass and swap again and again leave few deals that fit; one is drawn all the same."""
    rng = Random(seed)
    deal, opening = walled(SWAPPING, rng, 1 + seed % 4)
    match = play(SWAPPING, rng, 60, swapper, deal, opening)
    for position in match.positions[::5]:
        if not position.is_over:
            for observer in match.variant.observers:
                view = position.view(observer)
                assert view.resample(rng).view(observer) == view


def test_a_position_is_found_after_three_seats_passed_and_drew() -> None:
    """Four seats behind a white wall: three pass, the fourth opens it, the three place a card and draw one."""
    hands = ("DDDM DDDM DDDM", "DDDM DMMM DMMM", "DMMM DMMM DDMM", "DDWW DDWW DDWW")
    first = " ".join(f"MWWW {hand}" for hand in hands) + " DDMM DDMM DDMM DDWW"
    position = table(FOUR, first, *WALL, "pass", "pass", "pass", "WDDW@4,0")
    for _ in range(3):
        position = position.play(position.turns()[0])
    view = position.view(3)
    for seed in range(5):
        drawn = view.resample(Random(seed))
        assert drawn.view(3) == view
        assert all(sum("W" in card for card in hand) <= 1 for hand in drawn.hands[:3])


class TestViewsOfMatchesThatWereNeverPlayed:
    """A foreign record can claim what cannot be; then there is nothing to draw, and that is said."""

    DECK = "DDDM DWWW MMMW DDDM DMMM DMMM DDWM DDMW DDDW DWMM MWWW MWWW MWWW DDDW MMWW DDMM DMMM DMWW"

    def view(self, observer: int, *moves: str) -> ChocolateView:
        start = table(THREE, self.DECK, "D:DDDM@0,0", "M:DMMM@2,0")
        view = start.view(observer)
        for move in moves:
            view = view.play(view.parse(move))
        return view

    def test_no_card_has_four_pieces_of_a_colour(self) -> None:
        with pytest.raises(TafelrundeError):
            self.view(0, "offer 1 ?4").resample(Random(1))

    def test_who_passed_cannot_have_a_card_that_fitted(self) -> None:
        """Seat 3 passes, and then places what fitted before."""
        view = self.view(0, "pass")
        for _ in range(2):
            view = view.play(view.turns()[0]) if view.turns() else view.play(view.parse("pass"))
        with pytest.raises(TafelrundeError):
            view.play(view.parse("MWWW@4,0")).resample(Random(1))

    def test_a_card_given_to_one_seat_cannot_be_placed_by_another(self) -> None:
        """Seat 3 gives one of four equal cards to seat 1; seat 2 places all the others, and what must be that one."""
        view = self.view(2, "offer 1 MWWW", "counter DWWW", "accept", "DDDW@0,2")
        assert view.unseen["MWWW"] == 3
        for card in ("DWMM", "DWWW"):
            view = placed(placed(placed(view, "DDMM"), "MWWW"), card)
            assert "MWWW" in view.resample(Random(1)).hands[0]
        view = placed(placed(view, "DDMM"), "MWWW")
        with pytest.raises(TafelrundeError):
            view.resample(Random(1))


def placed(view: ChocolateView, card: str) -> ChocolateView:
    """The view after the seat to move has placed a card wherever it fits."""
    look, places = next((look, places) for look, places in view.places(card)[1].items() if places)
    return view.play(Placement(look, *places[0]))
