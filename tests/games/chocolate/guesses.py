"""Hands that an observer could think of: the true ones with some hidden cards exchanged."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tafelrunde.games.chocolate import knowledge
from tafelrunde.games.chocolate.position import ChocolatePosition
from tests.brute.chocolate import BruteChocolate
from tests.brute.knowledge import Hands, Witness
from tests.strategies import PlayedMatch


def witness(match: PlayedMatch, observer: int) -> Witness:
    """Somebody who watched a match of Schokoly."""
    words = match.variant.options.words()
    game = BruteChocolate("schokoly", match.deal, int(words["players"]), words.get("swap") != "off")
    watching = Witness(game, sorted(set(match.deal.split())), observer)
    for move in match.moves:
        watching.play(str(move))
    return watching


def guesses(position: ChocolatePosition, observer: int, rng: Random, number: int) -> Iterator[Hands]:
    """Iterate over hands that differ from the true ones in few or many hidden cards."""
    for _ in range(number):
        hands = [list(hand) for hand in position.hands]
        hidden = [hand for seat, hand in enumerate(hands) if seat != observer]
        places = [(cards, index) for cards in (*hidden, list(position.stack)) for index in range(len(cards))]
        for _ in range(rng.choice((0, 1, 1, 2, 3, 8)) if places else 0):
            (first, i), (second, j) = rng.choice(places), rng.choice(places)
            first[i], second[j] = second[j], first[i]
        yield tuple(tuple(sorted(hand)) for hand in hands)


def agrees(position: ChocolatePosition, observer: int, hands: Hands) -> bool:
    """Whether hands fit what the library says that an observer knows."""
    facts = dict(position.knowledge())[observer]
    return knowledge.holds(facts, hands) and position.view(observer)._swap_fits(hands)
