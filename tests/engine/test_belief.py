"""What a seat may believe of hidden cards: the engine's samples beside every deal that there is, counted in Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from tafelrunde.games.chocolate import knowledge
from tafelrunde.games.chocolate.position import ChocolatePosition, ChocolateView
from tafelrunde.records.replay import redact
from tests.engine.compare import record_of
from tests.engine.node import NodeEngine, Refused
from tests.engine.plays import FORMS, form, random_play

HIDING = [one for one in FORMS if one[0] != "tokan"]
MOST_UNSEEN = 11
"""Few enough for every way to deal them to be looked at."""
NEAR = 0.02
"""Five times the spread of 20,000 samples."""

games = pytest.mark.parametrize(("name", "options"), HIDING, ids=[" ".join(one).strip() for one in HIDING])


def _dealt(cards: tuple[int, ...], sizes: list[int]) -> Iterator[list[tuple[int, ...]]]:
    """Run through the ways to fill hands of some sizes; what is left is the stack."""
    if not sizes:
        yield []
        return
    for hand in combinations(cards, sizes[0]):
        rest = tuple(card for card in cards if card not in hand)
        for others in _dealt(rest, sizes[1:]):
            yield [hand, *others]


def counted(view: ChocolateView) -> dict[str, list[Fraction]]:
    """Return how likely each hand and the stack hold at least one of each kind, of all deals that fit.

    Cards of a kind are told apart here, because one that the observer gave away is where it is and another is not.
    """
    known = (view.facts or ((), ()))[0]
    pool = sorted(view.unseen.elements())
    # One card of its kind for each that was given away, and who may hold it.
    given: dict[int, tuple[int, ...]] = {}
    for seats, card in knowledge.given_cards(known):
        given[next(at for at, kind in enumerate(pool) if kind == card and at not in given)] = seats
    others = [seat for seat in range(len(view.hands)) if seat != view.observer]
    seen: Counter[tuple[str, int]] = Counter()
    deals = 0
    for dealt in _dealt(tuple(range(len(pool))), [len(view.hands[seat]) for seat in others]):
        holder = {at: seat for seat, hand in zip(others, dealt, strict=True) for at in hand}
        if any(holder.get(at) not in seats for at, seats in given.items()):
            continue
        hands = list(view.hands)
        for seat, hand in zip(others, dealt, strict=True):
            hands[seat] = tuple(pool[at] for at in hand)
        if not knowledge.holds(known, tuple(hands)) or not view._swap_fits(tuple(hands)):
            continue
        deals += 1
        for seat in others:
            seen.update((card, seat) for card in set(hands[seat]))
        seen.update((card, -1) for card in {kind for at, kind in enumerate(pool) if at not in holder})
    places = [*range(len(view.hands)), -1]
    return {card: [Fraction(seen[card, place], deals) for place in places] for card in dict.fromkeys(pool)}


def _late(name: str, options: str, seeds: range) -> Iterator[tuple[str, ChocolatePosition]]:
    """Run through moments with few unseen cards, as records: those after which something is known come first."""
    game, chosen = form(name, options)
    for seed in seeds:
        moments = []
        for deal, moves, position in random_play(game, chosen, seed):
            assert isinstance(position, ChocolatePosition)
            if position.is_over or position.view(position.seat).unseen.total() > MOST_UNSEEN:
                continue
            moments.append((str(record_of(game, chosen, deal, moves)), position))
        moments.sort(key=lambda moment: -len((moment[1].view(moment[1].seat).facts or ((),))[0]))
        yield from moments[:3]


@games
def test_samples_agree_with_all_deals(engine: NodeEngine, name: str, options: str) -> None:
    """On small stacks every deal can be looked at, with passes, swaps and cards that were given away."""
    compared = 0
    for record, position in _late(name, options, range(30, 34)):
        told = engine.ask("believe", record=record)
        expected = counted(position.view(position.seat))
        assert told["seat"] == position.seat
        assert {one["card"]: one["unseen"] for one in told["cards"]} == +position.view(position.seat).unseen
        for one in told["cards"]:
            chances = [*one["hands"], one["stack"]]
            assert chances == pytest.approx([float(chance) for chance in expected[one["card"]]], abs=NEAR), record
            # What is certain or impossible is told so exactly.
            for chance, exact in zip(chances, expected[one["card"]], strict=True):
                assert exact not in (0, 1) or chance == exact
        compared += 1
    assert compared >= 8


@games
def test_nothing_is_told_that_the_seat_could_not_know(engine: NodeEngine, name: str, options: str) -> None:
    """Hidden cards change places, with everything the seat saw and heard as it was: the belief stays as it was."""
    game, chosen = form(name, options)
    chance = Random(7)
    exchanged = 0
    # Before anybody else has shown a card, all of theirs and the stack may lie in any order.
    for seed in range(5):
        cards = game.deal(chosen, Random(seed)).split(" ")
        own, hidden = cards[:4], cards[4:]
        other = [*own, *chance.sample(hidden, len(hidden))]
        records = [str(record_of(game, chosen, " ".join(deck), [])) for deck in (cards, other)]
        first, second = (engine.ask("believe", record=record, deals=2_000) for record in records)
        assert first == second
        exchanged += cards != other
    assert exchanged
    # Later, whatever still lies in the stack.
    plays = [play for play in random_play(game, chosen, 40) if not play[2].is_over]
    for deal, moves, position in chance.sample(plays, 6):
        assert isinstance(position, ChocolatePosition)
        size = len(position.stack)
        cards = deal.split(" ")
        rest = cards[len(cards) - size :]
        other = [*cards[: len(cards) - size], *chance.sample(rest, size)]
        records = [str(record_of(game, chosen, " ".join(deck), moves)) for deck in (cards, other)]
        first, second = (engine.ask("believe", record=record, deals=2_000) for record in records)
        assert first == second


@games
def test_running_matches_and_finished_ones_are_refused(engine: NodeEngine, name: str, options: str) -> None:
    """A record that hides cards is of a match that is being played; in a finished one nothing is hidden."""
    game, chosen = form(name, options)
    plays = list(random_play(game, chosen, 41))
    deal, moves, position = plays[len(plays) // 2]
    for observer in range(-1, game.seats(chosen)):
        hidden = str(redact(record_of(game, chosen, deal, moves), observer))
        with pytest.raises(Refused) as refused:
            engine.ask("believe", record=hidden)
        assert refused.value.code == "not-over"
    with pytest.raises(Refused) as refused:
        engine.ask("believe", record=str(record_of(game, chosen, *plays[-1][:2])))
    assert refused.value.code == "not-your-turn"
    assert not position.is_over


def test_games_without_hidden_cards_have_nothing_to_believe(engine: NodeEngine) -> None:
    game, chosen = form("tokan", "")
    deal, moves, _ = next(random_play(game, chosen, 1))
    with pytest.raises(Refused) as refused:
        engine.ask("believe", record=str(record_of(game, chosen, deal, moves)))
    assert refused.value.code == "bad-setup"
