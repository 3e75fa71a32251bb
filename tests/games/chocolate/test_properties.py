"""What holds in every game of Scho K.O. and Schokoly."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelrunde.games.chocolate.cards import upright
from tafelrunde.games.chocolate.moves import Placement
from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.core import Position
from tests.brute.chocolate import BruteChocolate
from tests.games.chocolate.tables import chocolate
from tests.strategies import (
    CHOCOLATE,
    PlayedMatch,
    Variant,
    fewer,
    matches,
    play,
    swapper,
    variants,
    walled,
    walled_matches,
)


def brute(match: PlayedMatch) -> BruteChocolate:
    words = match.variant.options.words()
    players, swap = int(words.get("players", 2)), words.get("swap") != "off"
    return BruteChocolate(match.variant.game.name, match.deal, players, swap, words.get("ties", "draw"))


def compare(position: Position, slow: BruteChocolate) -> None:
    """Everything that both can answer must be the same."""
    position = chocolate(position)
    assert set(map(str, position.turns())) == slow.moves()
    assert set(map(str, position.swap_actions())) == slow.swap_actions()
    assert [list(hand) for hand in position.hands] == [sorted(hand) for hand in slow.hands]
    assert list(position.stack) == slow.stack
    assert list(position.smarties) == slow.smarties
    assert list(position.colours) == slow.colours
    assert (position.is_over, position.to_move) == (slow.over, slow.to_move)
    assert position.is_over or position.seat == slow.seat
    compare_field(position, slow)


def compare_field(position: ChocolatePosition, slow: BruteChocolate) -> None:
    outcome = position.outcome()
    assert {"over": outcome.over, "points": list(outcome.points), "winner": outcome.winner} == slow.score()
    for cell, colour in slow.ground.visible().items():
        assert position.field.colour_at(cell) == colour
    for colour in slow.palette:
        ours, theirs = position.groups(colour), slow.ground.groups(colour)
        assert [len(group.cells) for group in ours] == [len(group) for group in theirs]
        assert {frozenset(group.cells) for group in ours} == set(map(frozenset, theirs))
    neutral = {frozenset(cells): contacts for cells, contacts in slow.neutral()}
    assert {frozenset(group.cells): list(group.contacts) for group in position.neutral_groups()} == neutral


@pytest.mark.parametrize("of", CHOCOLATE, ids=str)
def test_every_step_of_a_game_agrees_with_the_count_by_hand(of: Variant) -> None:
    match = play(of, Random(11), policy=swapper)
    slow = brute(match)
    for position, move in zip(match.positions, [*match.moves, None], strict=True):
        compare(position, slow)
        if move is not None:
            slow.play(str(move))


@given(st.one_of(matches(CHOCOLATE, limit=90), walled_matches()))
def test_any_position_agrees_with_the_count_by_hand(match: PlayedMatch) -> None:
    slow = brute(match)
    for move in match.moves:
        slow.play(str(move))
    compare(match.final, slow)


@pytest.mark.parametrize("of", variants("schokoly"), ids=str)
@pytest.mark.parametrize("white", range(5))
def test_games_with_passes_agree_with_the_count_by_hand(of: Variant, white: int) -> None:
    rng = Random(white)
    deal, opening = walled(of, rng, white)
    match = play(of, rng, 12, swapper, deal, opening)
    slow = brute(match)
    for position, move in zip(match.positions, [*match.moves, None], strict=True):
        compare(position, slow)
        if move is not None:
            slow.play(str(move))


@fewer(4)
@given(matches(CHOCOLATE, limit=400, policies=(swapper,)))
def test_every_game_ends(match: PlayedMatch) -> None:
    """Cards are placed once, a turn has three swap actions at most, and between cards everybody passes at most once."""
    final = chocolate(match.final)
    cards = len(final.rules.deck)
    assert len(match.moves) <= (cards + 1) * (3 + final.rules.seats)
    assert len(final.field.cards) + sum(map(len, final.hands)) + len(final.stack) == cards


Change = Callable[[str], str]


def quarter_turn(move: str) -> str:
    """A turn as it looks after the table was turned clockwise about the first card."""
    if "," not in move:
        return move
    colour, colon, turn = move.rpartition(":")
    sign = "^" if "^" in turn else "@"
    card, places = turn.split(sign)
    turned = [f"{-int(place.split(',')[1])},{place.split(',')[0]}" for place in places.split("*") if place]
    star = "*" if "*" in places else ""
    return f"{colour}{colon}{card[3]}{card[:3]}{card[4:]}{sign}{star.join(turned)}{star if len(turned) == 1 else ''}"


@pytest.mark.parametrize("quarters", [1, 2, 3])
@fewer(3)
@given(match=st.one_of(matches(CHOCOLATE), walled_matches()))
def test_quarter_turns_map_moves_and_scores_onto_each_other(quarters: int, match: PlayedMatch) -> None:
    def turned(move: str) -> str:
        for _ in range(quarters):
            move = quarter_turn(move)
        return move

    position = replayed(match, match.deal, turned)
    assert position.outcome() == match.final.outcome()
    assert set(map(str, position.legal_moves())) == {turned(str(move)) for move in match.final.legal_moves()}


@pytest.mark.parametrize("colours", [("DMW", "".join(p)) for p in permutations("DMW")][1:], ids=lambda p: p[1])
@fewer(5)
@given(match=matches(variants("schokoly")))
def test_colours_may_be_exchanged(colours: tuple[str, str], match: PlayedMatch) -> None:
    """The deck is the same in other colours, so that games and scores are too."""
    names = str.maketrans(*colours)
    deal = " ".join(upright(card.translate(names)) for card in match.deal.split())

    def changed(move: str) -> str:
        if not move[0].isupper():
            *words, card = move.split(" ")
            return " ".join([*words, upright(card.translate(names))]) if words else move
        return move.translate(names)

    position = replayed(match, deal, changed)
    assert position.outcome() == match.final.outcome()
    assert set(map(str, position.legal_moves())) == {changed(str(move)) for move in match.final.legal_moves()}


def replayed(match: PlayedMatch, deal: str, change: Change) -> Position:
    position: Position = match.variant.game.start(match.variant.options, deal)
    for move in match.moves:
        position = position.play(position.parse(change(str(move))))
    return position


def test_the_order_of_play_leaves_no_trace() -> None:
    """Where a seat can place two cards in either order, the positions are equal."""
    rng = Random(5)
    exchanged = 0
    for of in CHOCOLATE * 6:
        before = play(of, rng, limit=rng.randrange(5, 20), policy=first_turn).final
        seats = of.game.seats(of.options)
        line = []
        now = before
        for _ in range(seats + 1):
            line.append(rng.choice([move for move in now.turns() if isinstance(move, Placement)]))
            now = now.play(line[-1])
        other = before
        for move in (line[-1], *line[1:-1], line[0]):
            if not other.is_legal(move):
                break
            other = other.play(move)
        else:
            exchanged += line[0] != line[-1]
            assert other == now
            assert hash(other) == hash(now)
            assert repr(other) == repr(now)
    assert exchanged > 5


def first_turn(moves: object, rng: Random) -> Placement:
    """Place any card, never swap."""
    assert isinstance(moves, list)
    chosen: Placement = rng.choice([move for move in moves if isinstance(move, Placement)])
    return chosen
