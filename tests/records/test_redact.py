"""What a seat may know of a running match, as a record."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tafelrunde.games.chocolate.moves import Accept, Counter, Offer, Placement
from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.core import SPECTATOR, Move
from tafelrunde.records.record import Record, RecordError, Token, read_record
from tafelrunde.records.replay import SECRET_TAG, redact, replay, view_of
from tests.strategies import (
    ALL,
    CHOCOLATE,
    SEEDS,
    SWAPPING,
    PlayedMatch,
    Variant,
    fewer,
    matches,
    play,
    swapper,
    variant,
    walled_matches,
)

each_match = st.one_of(matches(CHOCOLATE, limit=100, policies=(swapper,)), walled_matches())


@fewer(4)
@given(each_match, SEEDS)
def test_a_seats_record_replays_to_the_seats_view(match: PlayedMatch, seed: int) -> None:
    """For every seat and the spectator, and after any number of moves."""
    rng = Random(seed)
    lengths = {len(match.moves), *(rng.randint(0, len(match.moves)) for _ in range(3))}
    for length in lengths:
        record, position = match.record(length), match.positions[length]
        if position.is_over:
            continue
        for observer in match.variant.observers:
            seen = redact(record, observer)
            assert replay(seen, observer=observer).final == position.view(observer)
            assert view_of(seen, observer) == view_of(record, observer) == position.view(observer)
            assert view_of(read_record(str(seen)), observer) == position.view(observer)


@fewer(4)
@given(each_match)
def test_whose_record_it_is_can_be_told_from_the_deck(match: PlayedMatch) -> None:
    assume(not match.final.is_over)
    for observer in match.variant.observers:
        final = replay(redact(match.record(), observer)).final
        assert final == match.final.view(observer)


@fewer(4)
@given(each_match)
def test_a_redacted_record_stays_as_it_is(match: PlayedMatch) -> None:
    for observer in match.variant.observers:
        once = redact(match.record(), observer)
        assert redact(once, observer) == once


@fewer(4)
@given(each_match)
def test_what_one_seat_was_told_another_is_not(match: PlayedMatch) -> None:
    """A seat's record, redacted for a spectator, is what the open record is for a spectator."""
    assume(not match.final.is_over)
    public = redact(match.record(), SPECTATOR)
    for observer in match.variant.observers:
        assert redact(redact(match.record(), observer), SPECTATOR) == public


@fewer(4)
@given(each_match)
def test_only_own_cards_stand_in_the_deck(match: PlayedMatch) -> None:
    """Those dealt to the seat and those it drew, in their places."""
    assume(not match.final.is_over)
    start = match.positions[0]
    assert isinstance(start, ChocolatePosition)
    owners = [seat for seat in range(len(start.hands)) for _ in range(4)]
    owners += [
        before.seat for before, move in zip(match.positions, match.moves, strict=False) if isinstance(move, Placement)
    ]
    for observer in match.variant.observers:
        seen = redact(match.record(), observer).tags["Deck"].split(" ")
        deck = match.deal.split(" ")
        assert len(seen) == len(deck)
        for number, (card, there) in enumerate(zip(seen, deck, strict=True)):
            own = number < len(owners) and owners[number] == observer
            assert card == (there if own else "?")


@fewer(4)
@given(each_match)
def test_the_moves_of_the_field_are_open_and_swap_cards_are_not(match: PlayedMatch) -> None:
    assume(not match.final.is_over)
    final = match.final
    assert isinstance(final, ChocolatePosition)
    for observer in match.variant.observers:
        seen = redact(match.record(), observer)
        for index, (text, move) in enumerate(zip(seen.moves, match.moves, strict=True)):
            if not isinstance(move, Offer | Counter):
                assert text == str(move)
                continue
            before = match.positions[index]
            assert isinstance(before, ChocolatePosition)
            accepted = Accept() in match.moves[index + 1 : index + (3 if isinstance(move, Offer) else 2)]
            to = move.to if isinstance(move, Offer) else before.to_move
            if observer == before.seat or (accepted and observer == to):
                assert text == str(move).replace(" ", "-")
            else:
                assert text.endswith(f"-?{move.card.count(str(before.colours[to]))}")


@pytest.mark.parametrize("of", ALL, ids=str)
def test_a_finished_match_is_open(of: Variant) -> None:
    record = play(of, Random(3), policy=swapper).record().with_tags(DealSecret="00" * 32)
    for observer in of.observers:
        assert redact(record, observer) == record


@pytest.mark.parametrize("of", ALL, ids=str)
def test_the_secret_of_a_deal_is_never_shown_while_the_match_runs(of: Variant) -> None:
    """Nor anywhere else in the text, while tags, comments and move numbers stay."""
    match = play(of, Random(3), limit=5, policy=swapper)
    secret = "5ec7e7" * 10 + "0000"
    record = match.record().with_tags(DealHash="abc", DealSecret=secret, DealWord1="x", Event="{e}")
    record = Record(record.tags, (Token("number", "1."), *record.body, Token("comment", "a word")))
    for observer in of.observers:
        seen = redact(record, observer)
        assert SECRET_TAG not in seen.tags
        assert secret not in str(seen)
        assert list(seen.tags) == [name for name in record.tags if name != SECRET_TAG]
        assert (seen.tags["DealHash"], seen.tags["Event"]) == ("abc", "{e}")
        assert (seen.body[0], seen.body[-1]) == (record.body[0], record.body[-1])


def test_an_illegal_record_is_not_redacted() -> None:
    record = play(variant("schoko"), Random(3), limit=2).record().with_move("pass")
    with pytest.raises(RecordError, match="record 4, move 3 'pass': a card of the hand fits"):
        redact(record, 0, number=4)


# Non-interference: records that differ only in what an observer may not know. Every card of the deck is followed to
# where it is now; cards that the observer never saw and that are not in the field change places.


class Trace:
    """Follows every card of a deck through a match, by its number in the deck."""

    def __init__(self, match: PlayedMatch, observer: int) -> None:
        start = match.positions[0]
        assert isinstance(start, ChocolatePosition)
        self.deck = match.deal.split(" ")
        self.hands = [list(range(4 * seat, 4 * seat + 4)) for seat in range(len(start.hands))]
        self.next = 4 * len(start.hands)
        self.observer = observer
        self.seen = set(self.hands[observer]) if observer != SPECTATOR else set[int]()
        self.placed: set[int] = set()
        self.named: dict[int, int] = {}
        """The card that each offer and counter of the match speaks of."""
        for number, (position, move) in enumerate(zip(match.positions, match.moves, strict=False)):
            assert isinstance(position, ChocolatePosition)
            self.follow(number, position, move)

    def find(self, seat: int, card: str) -> int:
        return next(thing for thing in self.hands[seat] if self.deck[thing] == card)

    def follow(self, number: int, position: ChocolatePosition, move: Move) -> None:
        turn = position.to_move
        if isinstance(move, Placement):
            thing = self.find(turn, min(move.card[i:4] + move.card[:i] + move.card[4:] for i in range(4)))
            self.hands[turn].remove(thing)
            self.placed.add(thing)
            if self.next < len(self.deck):
                self.hands[turn].append(self.next)
                if turn == self.observer:
                    self.seen.add(self.next)
                self.next += 1
        elif isinstance(move, Offer):
            self.named[number] = self.offered = self.find(turn, move.card)
        elif isinstance(move, Counter):
            assert position.swap is not None
            self.named[number] = self.countered = self.find(position.swap.to, move.card)
        elif isinstance(move, Accept):
            assert position.swap is not None
            to = position.swap.to
            self.hands[turn].remove(self.offered)
            self.hands[to].remove(self.countered)
            self.hands[turn].append(self.countered)
            self.hands[to].append(self.offered)
            if self.observer in (turn, to):
                self.seen |= {self.offered, self.countered}

    def others(self, match: PlayedMatch, rng: Random) -> Iterator[Record]:
        """Iterate over records in which hidden cards have changed places; numbers announced stay as they were."""
        hidden = [thing for thing in range(len(self.deck)) if thing not in self.seen | self.placed]
        for _ in range(6 if len(hidden) > 1 else 0):
            deck = list(self.deck)
            for _ in range(rng.choice((1, 1, 2, 5))):
                one, other = rng.sample(hidden, 2)
                deck[one], deck[other] = deck[other], deck[one]
            if deck != self.deck and self.sounds_the_same(match, deck):
                record = match.record().with_tags(Deck=" ".join(deck))
                moves: list[object] = list(match.moves)
                for number, thing in self.named.items():
                    move = moves[number]
                    moves[number] = str(move).replace(self.deck[thing], deck[thing])
                yield record.with_moves(moves)

    def sounds_the_same(self, match: PlayedMatch, deck: list[str]) -> bool:
        for number, thing in self.named.items():
            position, move = match.positions[number], match.moves[number]
            assert isinstance(position, ChocolatePosition)
            to = move.to if isinstance(move, Offer) else position.to_move
            colour = str(position.colours[to])
            if deck[thing].count(colour) != self.deck[thing].count(colour):
                return False
        return True


@fewer(4)
@given(each_match, SEEDS)
def test_records_that_differ_only_in_secrets_look_the_same(match: PlayedMatch, seed: int) -> None:
    """The redacted records are identical, byte by byte, and so are the views, drawings and legal moves."""
    assume(not match.final.is_over)
    rng = Random(seed)
    for observer in match.variant.observers:
        seen = str(redact(match.record(), observer))
        view = match.final.view(observer)
        for other in Trace(match, observer).others(match, rng):
            try:
                final = replay(other).final
            except RecordError:
                continue  # somebody passed who could have placed a card
            assert str(redact(other, observer)) == seen
            assert isinstance(final, ChocolatePosition)
            assert final.view(observer) == view
            assert repr(final.view(observer)) == repr(view)
            assert final.view(observer).diagram() == view.diagram()
            assert final.view(observer).legal_moves() == view.legal_moves()


def test_there_are_such_records() -> None:
    """The test above does find records that differ, with swaps in them."""
    found = 0
    for seed in range(10):
        match = play(SWAPPING, Random(seed), limit=25, policy=swapper)
        for observer in match.variant.observers:
            found += sum(1 for _ in Trace(match, observer).others(match, Random(seed)))
    assert found > 100
