"""Non-interference: what an observer may not know changes nothing that the observer gets to see."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tafelrunde.games.chocolate.position import ChocolatePosition, ChocolateView
from tafelrunde.games.core import SPECTATOR, Table
from tafelrunde.games.errors import TafelrundeError
from tests.games.chocolate.tables import chocolate
from tests.strategies import (
    CHOCOLATE,
    SEEDS,
    PlayedMatch,
    Variant,
    fewer,
    matches,
    mutated,
    play,
    swapper,
    walled_matches,
)

each_match = st.one_of(matches(CHOCOLATE, limit=100, policies=(swapper,)), walled_matches())


def answer(table: Table, text: str) -> str:
    """What somebody is told who plays a text."""
    try:
        return repr(table.play(table.parse(text)))
    except TafelrundeError as error:
        return f"{error.code} {error}"


def refused(table: Table, text: str) -> str | None:
    """The error somebody gets who plays a text; None if it is played."""
    try:
        table.parse(text)
    except TafelrundeError as error:
        return f"{error.code} {error}"
    return None


@given(each_match, SEEDS)
def test_positions_that_differ_only_in_secrets_look_the_same(match: PlayedMatch, seed: int) -> None:
    """Views, their prints and hashes, legal moves, drawings and errors are identical."""
    position, rng = match.final, Random(seed)
    assume(not position.is_over)
    texts = [mutated(str(move), rng) for move in (*position.legal_moves()[:4], *match.moves[-4:])]
    for observer in match.variant.observers:
        view = position.view(observer)
        other = view.resample(rng)
        seen = other.view(observer)
        assert seen == view
        assert hash(seen) == hash(view)
        assert repr(seen) == repr(view)
        assert (seen.legal_moves(), seen.outcome(), seen.seat) == (view.legal_moves(), view.outcome(), view.seat)
        assert seen.diagram() == view.diagram()
        assert [answer(seen, text) for text in texts] == [answer(view, text) for text in texts]
        if observer == position.seat:
            assert other.legal_moves() == position.legal_moves()
            assert [refused(other, text) for text in texts] == [refused(position, text) for text in texts]


@fewer(4)
@given(each_match, SEEDS)
def test_drawings_do_not_leak(match: PlayedMatch, seed: int) -> None:
    position = match.final
    assume(not position.is_over)
    for observer in match.variant.observers:
        view = position.view(observer)
        other = view.resample(Random(seed)).view(observer)
        assert other.svg() == view.svg()
        assert other.diagram(colour=True) == view.diagram(colour=True)


@fewer(2)
@given(each_match, SEEDS)
def test_the_same_moves_of_others_tell_the_same(match: PlayedMatch, seed: int) -> None:
    """From positions that look alike, a move that both allow leads to positions that look alike.

    Only who is given a card sees something new.
    """
    position, rng = chocolate(match.final), Random(seed)
    assume(not position.is_over)
    partners = {position.seat, position.swap.to} if position.swap is not None else {position.seat}
    for observer in set(match.variant.observers) - partners:
        other = position.view(observer).resample(rng)
        allowed = set(map(str, other.legal_moves()))
        for move in [move for move in position.legal_moves() if str(move) in allowed][:10]:
            here, there = position.play(move), other.play(other.parse(str(move)))
            if not here.is_over:
                assert here.view(observer) == there.view(observer)
                assert repr(here.view(observer)) == repr(there.view(observer))


@fewer(3)
@given(each_match)
def test_a_view_follows_the_game_like_the_position(match: PlayedMatch) -> None:
    """A view that is played on with what others place is the view of the position."""
    steps = list(zip(match.positions, match.moves, match.positions[1:], strict=False))
    for before, move, after in steps[-7:]:
        if after.is_over:
            continue
        for observer in match.variant.observers:
            view = before.view(observer)
            if before.seat != observer and "," in str(move):
                assert view.play(move) == after.view(observer)


@fewer(3)
@given(each_match)
def test_nothing_hidden_is_in_a_view(match: PlayedMatch) -> None:
    """Of another seat's hand and of the stack a view holds nothing but question marks and numbers."""
    position = match.final
    assert isinstance(position, ChocolatePosition)
    assume(not position.is_over)
    for observer in match.variant.observers:
        view = position.view(observer)
        assert isinstance(view, ChocolateView)
        for seat, hand in enumerate(view.hands):
            assert seat == observer or set(hand) <= {"?"}
        assert set(view.stack) <= {"?"}
        if view.swap is not None:
            assert observer == view.to_move or view.swap.offered.startswith("?")
            assert view.swap.countered is None or observer == view.swap.to or view.swap.countered.startswith("?")


@pytest.mark.parametrize("of", CHOCOLATE, ids=str)
def test_c31_a_finished_game_is_open(of: Variant) -> None:
    match = play(of, Random(2), policy=swapper)
    assert match.final.is_over
    assert isinstance(match.final, ChocolatePosition)
    for observer in match.variant.observers:
        view = match.final.view(observer)
        assert (view.hands, view.stack) == (match.final.hands, match.final.stack)
        assert view.outcome() == match.final.outcome()


@pytest.mark.parametrize("observer", [4, 7, -2, 99])
def test_there_is_no_view_for_a_seat_that_is_not_there(observer: int) -> None:
    """A wrong number never shows a hand."""
    position = chocolate(play(CHOCOLATE[0], Random(1), limit=5).final)
    assert position.view(observer).hands == position.view(SPECTATOR).hands
