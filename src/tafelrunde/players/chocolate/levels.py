"""The levels of the chocolate games: lower ones see less.

The first levels look at the table once and see points alone, some of them not even all of that. Then ever more turns
are judged by evaluation, and the last two levels play candidates on in worlds drawn from the view. In the last one a
net judges positions where there is one for the form.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from functools import cache
from random import Random

from tafelrunde.games.chocolate.moves import Counter, Offer
from tafelrunde.games.chocolate.position import ChocolateView
from tafelrunde.games.core import View
from tafelrunde.native import prefer
from tafelrunde.native.chocolate_search import Limits, Settings, search
from tafelrunde.players.base import NEVER, Budget, Choice, History, Player, Stop
from tafelrunde.players.simple import GreedyPlayer

TWO = 2


class Form(Enum):
    """Games that ask different things of a player."""

    SCHOKO = auto()
    SIDES = auto()
    """Schokoly between two sides, with a neutral colour."""
    THREE = auto()
    """Schokoly with three."""

    @classmethod
    def of(cls, view: ChocolateView) -> Form:
        """Return the form of a match."""
        if view.game.name == "schoko":
            return cls.SCHOKO
        return cls.SIDES if view.rules.sides == TWO else cls.THREE


_ONE_LOOK = Settings(candidates=1, looks=1, endgame=False)
_POINTS = _ONE_LOOK._replace(habits=False)
_OWN_POINTS = _POINTS._replace(others=False)
_FIRST_TIER = _OWN_POINTS._replace(second=False)
_BEST = Settings(candidates=32, depth=2, again=6, stages=3, learned=True)

SETTINGS: dict[Form, dict[int, Settings]] = {
    Form.SCHOKO: {
        1: _FIRST_TIER._replace(groups=False),
        2: _FIRST_TIER,
        3: _OWN_POINTS,
        4: _POINTS._replace(recent=16),
        5: _ONE_LOOK._replace(looks=4),
        6: _ONE_LOOK._replace(looks=48),
        7: Settings(candidates=4, depth=1, worlds=4),
        8: _BEST,
    },
    # Points alone are a bad adviser here: whoever always takes the most has soon spent all smarties.
    Form.SIDES: {
        1: _ONE_LOOK._replace(recent=3, cards=1),
        2: _ONE_LOOK._replace(recent=8, cards=2),
        3: _ONE_LOOK._replace(recent=34, cards=3),
        4: _ONE_LOOK._replace(looks=3),
        5: Settings(candidates=2, looks=5, depth=1, worlds=2),
        6: Settings(candidates=4, looks=40, depth=1, worlds=6),
        7: Settings(candidates=8, looks=60, depth=2, worlds=10, again=6),
        8: _BEST,
    },
    # Nothing is neutral here, so points do advise; but who sees more than that in a place has to look at few of them.
    Form.THREE: {
        1: _FIRST_TIER._replace(groups=False),
        2: _FIRST_TIER._replace(recent=6, cards=2),
        3: _FIRST_TIER,
        4: _OWN_POINTS._replace(recent=3, cards=1),
        5: _ONE_LOOK._replace(looks=2, recent=3, cards=1),
        6: _ONE_LOOK._replace(looks=3),
        7: Settings(candidates=3, looks=12, depth=2, worlds=4, offers=False),
        8: _BEST,
    },
}

_NODES = dict.fromkeys(range(1, 7), 200) | {7: 300, 8: 12_000}
NODES: dict[Form, dict[int, int]] = {
    Form.SCHOKO: _NODES,
    Form.SIDES: _NODES | {6: 300, 7: 1_000},
    Form.THREE: _NODES,
}
"""What a level thinks at most where no budget is given."""


SOCIABLE = range(3, 8)
"""Levels that offer a card now and then though their search thinks of none; the last level searches for offers."""
ASKING = 0.2
"""How often such a level asks where it holds a card worth offering."""
ANSWERING = 0.6
"""How often it answers where it is offered a card that is worth having and has one to give."""
LEAST = 2
"""Pieces of the other's colour that a card worth offering shows; of one's own it shows fewer."""


class SearchPlayer(Player):
    """Plays the chocolate games by search in the native core, or greedily where that is missing."""

    def __init__(
        self, name: str, settings: Mapping[Form, Settings], nodes: Mapping[Form, int], asking: float = 0.0
    ) -> None:
        self.name = name
        self._settings = settings
        self._nodes = nodes
        self._asking = asking
        self._greedy = GreedyPlayer()

    def choose(
        self, view: View, budget: Budget, rng: Random, *, stop: Stop = NEVER, history: History | None = None
    ) -> Choice:
        """Choose by what the seat knows; the value is the lead expected at the end."""
        assert isinstance(view, ChocolateView)
        seed = rng.getrandbits(63)
        if not prefer():
            return self._greedy.choose(view, budget, rng, stop=stop, history=history)
        form = Form.of(view)
        if self._asking and (friendly := _friendly(view, rng, self._asking)):
            return Choice(friendly)
        limits = Limits(budget.nodes or 0, budget.seconds or 0.0, stop)
        if budget.nodes is None and budget.seconds is None:
            limits = limits._replace(nodes=self._nodes[form])
        answer = search(view, self._settings[form], seed, limits)
        best = answer.judged[0]
        value = round(best.lead, 2) if best.worlds else None
        candidates = tuple((one.move, one.chance) for one in answer.judged if one.worlds)
        return Choice(view.parse(best.move), value, exact=answer.exact, nodes=answer.nodes, candidates=candidates)


def _friendly(view: ChocolateView, rng: Random, asking: float) -> Offer | Counter | None:
    """Return an offer, or an answer to one, that may suit both: now and then, and None otherwise."""
    swap = view.swap
    answers = swap is not None and swap.countered is None
    if (swap is not None and not answers) or rng.random() >= (ANSWERING if answers else asking):
        return None
    mine = view.colours[view.rules.side(view.observer)]
    if mine is None or (swap is not None and int(swap.offered[1:]) < LEAST):
        return None

    def counts(action: Offer | Counter) -> tuple[int, int]:
        """Return how many pieces of the other's colour the card shows, and of one's own."""
        other = action.to if isinstance(action, Offer) else view.to_move
        theirs = view.colours[view.rules.side(other)]
        return 0 if theirs is None else action.card.count(theirs), action.card.count(mine)

    def worth(action: Offer | Counter) -> bool:
        theirs, own = counts(action)
        return theirs >= LEAST > own

    def gain(action: Offer | Counter) -> int:
        theirs, own = counts(action)
        return theirs - own

    kind = Counter if answers else Offer
    return max(
        (action for action in view.swap_actions() if isinstance(action, kind) and worth(action)), key=gain, default=None
    )


@cache
def chocolate_level(level: int) -> Player:
    """Return the player of a level from 1 to 8."""
    settings = {form: levels[level] for form, levels in SETTINGS.items()}
    nodes = {form: levels[level] for form, levels in NODES.items()}
    return SearchPlayer(str(level), settings, nodes, ASKING if level in SOCIABLE else 0.0)


@cache
def linear_player() -> Player:
    """Return the strongest level as it is without its nets."""
    best = {form: levels[8]._replace(learned=False) for form, levels in SETTINGS.items()}
    return SearchPlayer("linear", best, {form: levels[8] for form, levels in NODES.items()})
