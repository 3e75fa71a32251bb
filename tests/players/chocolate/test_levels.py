from __future__ import annotations

import threading
from random import Random

import pytest

from tafelrunde.games.chocolate.moves import Offer, Placement
from tafelrunde.games.chocolate.position import ChocolatePosition
from tafelrunde.games.core import Position
from tafelrunde.games.registry import find_game
from tafelrunde.native import AVAILABLE
from tafelrunde.players.base import Budget, Player
from tafelrunde.players.chocolate import levels
from tafelrunde.players.chocolate.levels import chocolate_level
from tafelrunde.players.match import Seating, play_match
from tafelrunde.players.simple import GreedyPlayer

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="the native core is not there")

FORMS = [("schoko", "standard"), ("schokoly", "standard"), ("schokoly", "three"), ("schokoly", "teams")]


def start(name: str, options: str, seed: int = 1) -> Position:
    game = find_game(name)
    chosen = game.options_type.parse(options)
    return game.start(chosen, game.deal(chosen, Random(seed)))


def after(position: Position, turns: int, level: int = 4) -> Position:
    for number in range(turns):
        choice = chocolate_level(level).choose(position.view(position.seat), Budget(), Random(number))
        position = position.play(choice.move)
    return position


@pytest.mark.parametrize("form", FORMS, ids=" ".join)
@pytest.mark.parametrize("level", range(1, 9))
def test_every_level_plays_whole_matches(level: int, form: tuple[str, str]) -> None:
    position = start(*form)
    game, options = position.game, position.options
    seats = game.seats(options)
    deal = game.deal(options, Random(2))
    players: list[Player] = [chocolate_level(level)] * seats
    record, final = play_match(Seating(game, options, deal, players, [Budget(nodes=60)] * seats), "a")
    assert final.is_over
    again, _ = play_match(Seating(game, options, deal, players, [Budget(nodes=60)] * seats), "a")
    assert again == record


@pytest.mark.parametrize("form", FORMS, ids=" ".join)
@pytest.mark.parametrize("level", range(1, 8))
def test_without_a_budget_a_level_ends_by_itself(level: int, form: tuple[str, str]) -> None:
    position = start(*form)
    game, options = position.game, position.options
    seats = game.seats(options)
    players: list[Player] = [chocolate_level(level)] * seats
    deal = game.deal(options, Random(3))
    _, final = play_match(Seating(game, options, deal, players, [Budget()] * seats), "d")
    assert final.is_over


@pytest.mark.parametrize("form", FORMS, ids=" ".join)
def test_a_stop_is_answered_with_a_legal_move(form: tuple[str, str]) -> None:
    position = after(start(*form), 7)
    stop = threading.Event()
    stop.set()
    choice = chocolate_level(8).choose(position.view(position.seat), Budget(), Random(1), stop=stop)
    assert position.is_legal(choice.move)
    assert choice.nodes < 2_000


def test_a_stop_ends_a_search_without_limit() -> None:
    position = after(start("schokoly", "standard"), 9)
    stop = threading.Event()
    timer = threading.Timer(0.05, stop.set)
    timer.start()
    choice = chocolate_level(8).choose(position.view(position.seat), Budget(seconds=3600), Random(1), stop=stop)
    assert position.is_legal(choice.move)


def test_the_end_is_played_exactly() -> None:
    position = after(start("schoko", "standard"), 30)
    choice = chocolate_level(8).choose(position.view(position.seat), Budget(), Random(1))
    assert choice.exact
    best = max(lead(position.play(turn)) for turn in position.turns())
    assert lead(position.play(choice.move)) == best


def lead(position: Position) -> tuple[int, ...]:
    """Return what the seat to move, who has the last card, can still reach against the one who moved before."""
    mover = 1 - position.seat
    results = []
    for turn in position.turns():
        outcome = position.play(turn).outcome()
        won = 0 if outcome.winner is None else 1 if outcome.winner == mover else -1
        results.append((won, outcome.points[mover] - outcome.points[1 - mover]))
    return min(results)


def hand_of(position: Position) -> str:
    assert isinstance(position, ChocolatePosition)
    return "".join(position.hands[position.seat])


@pytest.mark.parametrize("colour", ["D", "W"])
def test_the_colour_comes_from_the_hand(colour: str) -> None:
    positions = (start("schoko", "standard", seed) for seed in range(1000))
    position = next(position for position in positions if hand_of(position).count(colour) >= 11)
    choice = chocolate_level(8).choose(position.view(0), Budget(nodes=2_000), Random(1))
    assert isinstance(choice.move, Placement)
    assert choice.move.colour == colour


def test_cards_are_offered_and_swapped() -> None:
    found: set[str] = set()
    position = start("schokoly", "three")
    while not position.is_over and not {"accept", "decline"} <= found:
        choice = chocolate_level(8).choose(position.view(position.seat), Budget(nodes=4_000), Random(len(found)))
        found.add(str(choice.move).split()[0])
        position = position.play(choice.move)
    assert {"offer", "counter", "accept", "decline"} <= found


def offered(seed: int, card_shows: int, answerer_can: bool) -> Position | None:
    """Return a position with an offer of a card that shows so many pieces, if the deal has one.

    The seat asked can give a card without a piece of its own colour, or only such with two and more.
    """
    position = after(start("schokoly", "three", seed), 6, level=2)  # who never offers a card
    assert isinstance(position, ChocolatePosition)
    for action in position.swap_actions():
        assert isinstance(action, Offer)
        colour = position.colours[action.to]
        assert colour is not None
        fewest = min(card.count(colour) for card in position.hands[action.to])
        if action.card.count(colour) == card_shows and (fewest == 0 if answerer_can else fewest >= 2):
            return position.play(action)
    return None


@pytest.mark.parametrize("level", [5, 8])
def test_a_good_offer_is_answered_and_a_useless_one_declined(level: int) -> None:
    good = [position for seed in range(30) if (position := offered(seed, 3, answerer_can=True))][:6]
    useless = [position for seed in range(60) if (position := offered(seed, 0, answerer_can=False))][:6]
    assert len(good) > 3
    assert useless
    player = chocolate_level(level)

    def answers(positions: list[Position]) -> list[str]:
        budget = Budget(nodes=3_000)
        return [str(player.choose(one.view(one.seat), budget, Random(1)).move).split()[0] for one in positions]

    assert answers(good).count("counter") > len(good) / 2
    assert set(answers(useless)) == {"decline"}


def test_simple_opponents_are_beaten() -> None:
    game = find_game("schoko")
    options = game.options_type.parse("standard")
    deal = game.deal(options, Random(4))
    for mine in range(2):
        players: list[Player] = [GreedyPlayer(), GreedyPlayer()]
        players[mine] = chocolate_level(8)
        _, final = play_match(Seating(game, options, deal, players, [Budget(nodes=600)] * 2), "b")
        assert final.outcome().winner == mine


def test_without_the_native_core_the_levels_play_greedily(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "prefer", lambda: False)
    position = after(start("schoko", "standard"), 0)
    choice = chocolate_level(8).choose(position.view(position.seat), Budget(), Random(1))
    assert position.is_legal(choice.move)
    assert not isinstance(choice.move, Offer)
